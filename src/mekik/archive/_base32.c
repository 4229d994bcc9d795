/* Digests in base32: what digest.py asks for, which has the twin in Python. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>

#define VERSION 1

static PyObject *base32(PyObject *module, PyObject *digest) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    if (!PyBytes_Check(digest) || PyBytes_GET_SIZE(digest) != 20)
        return PyErr_Format(PyExc_ValueError, "a digest has 20 bytes");
    PyObject *made = PyBytes_FromStringAndSize(NULL, 32);
    if (made == NULL) return NULL;
    const uint8_t *from = (const uint8_t *)PyBytes_AS_STRING(digest);
    char *to = PyBytes_AS_STRING(made);
    for (int group = 0; group < 4; group++, from += 5, to += 8) {
        uint64_t bits = 0;
        for (int byte = 0; byte < 5; byte++) bits = bits << 8 | from[byte];
        for (int place = 7; place >= 0; place--, bits >>= 5) to[place] = letters[bits & 31];
    }
    return made;
}

static PyMethodDef functions[] = {
    {"base32", base32, METH_O, "The 32 letters of 20 bytes."},
    {NULL},
};
static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "mekik.archive._base32", .m_size = -1, .m_methods = functions,
};

PyMODINIT_FUNC PyInit__base32(void) {
    PyObject *module = PyModule_Create(&definition);
    if (module != NULL && PyModule_AddIntConstant(module, "VERSION", VERSION) < 0) Py_CLEAR(module);
    return module;
}
