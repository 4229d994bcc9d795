/* The loops over the words of a page that numpy and regular expressions do in many passes, in one pass each.
 *
 * Every function here has a twin in Python (latin.py, word_table.py, prints.py, sketch.py, phrases.py, keywords.py) that is used
 * where this was not compiled; tests/analysis/test_native.py holds them together. Nothing here trusts its input:
 * lengths are checked before every read and write, and memory is asked for before it is used.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "counting.h"
#include "folding.h"
#include "prints.h"
#include "table.h"

#define VERSION 7

static PyMethodDef functions[] = {
    {"count", count, METH_VARARGS, "The roots of a text that are frequent where it counts."},
    {"fold", fold, METH_VARARGS, "The words of a text in Latin letters, as UTF-8; None when it is not that simple."},
    {"numbers", numbers, METH_O, "For each word its first eight bytes and its length, as 64 bits each."},
    {"outline", outline, METH_VARARGS, "Words and different pairs of a text, its sketch, and its words without blanks."},
    {"phrases", phrases, METH_VARARGS, "Marks phrases of three words; how many there are, were unmarked, are new."},
    {NULL},
};
static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "mekik.analysis._native", .m_size = -1, .m_methods = functions,
};

PyMODINIT_FUNC PyInit__native(void) {
    if (PyType_Ready(&TableType) < 0) return NULL;
    PyObject *any = PyUnicode_FromString("any text");
    if (any == NULL) return NULL;
    secret = (uint64_t)PyObject_Hash(any); /* Python's hashes of texts are another in each process */
    Py_DECREF(any);
    PyObject *module = PyModule_Create(&definition);
    if (module != NULL && (PyModule_AddObjectRef(module, "Table", (PyObject *)&TableType) < 0 ||
                           PyModule_AddIntConstant(module, "VERSION", VERSION) < 0))
        Py_CLEAR(module);
    return module;
}
