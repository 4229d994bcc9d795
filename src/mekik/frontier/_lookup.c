/* What a page's links and its text are looked up in, without a loop of Python over all of them.
 *
 * Each function has a twin in Python (lookup.py) that is used where this file was not compiled; tests/frontier/
 * test_lookup.py holds them together. Keys come packed, as little-endian numbers. While sets and dictionaries are asked,
 * no other code runs than the hash and the comparison of whole numbers. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <string.h>

#define VERSION 2
#define GUESSES 6

static inline uint64_t number_at(const uint8_t *from, int bytes) {
    uint64_t number = 0;
    for (int place = 0; place < bytes; place++) number |= (uint64_t)from[place] << 8 * place;
    return number;
}

static int add(PyObject *found, PyObject *number) {
    int failed = number == NULL || PyList_Append(found, number) < 0;
    Py_XDECREF(number);
    return failed ? -1 : 0;
}

static inline PyObject *key_at(const Py_buffer *keys, Py_ssize_t place) {
    return PyLong_FromLongLong((int64_t)number_at((const uint8_t *)keys->buf + 8 * place, 8));
}

/* absent(keys, first, second): the places of the keys that are in neither set. */
static PyObject *absent(PyObject *module, PyObject *args) {
    Py_buffer keys;
    PyObject *first, *second;
    if (!PyArg_ParseTuple(args, "y*O!O!", &keys, &PySet_Type, &first, &PySet_Type, &second)) return NULL;
    PyObject *places = PyList_New(0);
    for (Py_ssize_t place = 0; places != NULL && place < keys.len / 8; place++) {
        PyObject *key = key_at(&keys, place);
        int found = key == NULL ? -1 : PySet_Contains(first, key);
        if (found == 0) found = PySet_Contains(second, key);
        Py_XDECREF(key);
        if (found < 0 || (found == 0 && add(places, PyLong_FromSsize_t(place)) < 0)) Py_CLEAR(places);
    }
    PyBuffer_Release(&keys);
    return places;
}

/* present(keys, table): the keys that are in the dictionary: of each its place and what stands there. */
static PyObject *present(PyObject *module, PyObject *args) {
    Py_buffer keys;
    PyObject *table;
    if (!PyArg_ParseTuple(args, "y*O!", &keys, &PyDict_Type, &table)) return NULL;
    PyObject *pairs = PyList_New(0);
    for (Py_ssize_t place = 0; pairs != NULL && place < keys.len / 8; place++) {
        PyObject *key = key_at(&keys, place);
        PyObject *value = key == NULL ? NULL : PyDict_GetItemWithError(table, key);
        Py_XDECREF(key);
        if (value == NULL ? PyErr_Occurred() != NULL : add(pairs, Py_BuildValue("nO", place, value)) < 0)
            Py_CLEAR(pairs);
    }
    PyBuffer_Release(&keys);
    return pairs;
}

/* The first place in sorted numbers that is not less than `wanted`. Numbers that are as good as random stand about where
 * one would guess; where they are not, halving finds them all the same. */
static size_t place_of(const uint32_t *sorted, size_t count, uint32_t wanted) {
    size_t low = 0, high = count; /* all before `low` are less, and none from `high` on */
    for (int guess = 0; low < high; guess++) {
        size_t middle = low + (high - low) / 2;
        if (guess < GUESSES && sorted[low] < wanted && wanted < sorted[high - 1])
            middle = low + (size_t)((uint64_t)(wanted - sorted[low]) * (high - 1 - low) / (sorted[high - 1] - sorted[low]));
        if (sorted[middle] < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* beside(wanted, sorted, numbers): for each wanted key, of four bytes, that stands among the sorted ones, the number
 * beside the first that is equal. */
static PyObject *beside(PyObject *module, PyObject *args) {
    Py_buffer wanted, sorted, numbers;
    if (!PyArg_ParseTuple(args, "y*y*y*", &wanted, &sorted, &numbers)) return NULL;
    PyObject *found = NULL;
    if (sorted.len != numbers.len || sorted.len % 4 || (uintptr_t)sorted.buf % 4 || (uintptr_t)numbers.buf % 4) {
        PyErr_SetString(PyExc_ValueError, "a number of four bytes is wanted beside each of the sorted keys");
        goto done;
    }
    const uint32_t *keys = sorted.buf, *texts = numbers.buf;
    size_t count = (size_t)sorted.len / 4;
    found = PyList_New(0);
    for (Py_ssize_t place = 0; found != NULL && place < wanted.len / 4; place++) {
        uint32_t key = (uint32_t)number_at((const uint8_t *)wanted.buf + 4 * place, 4);
        size_t at = place_of(keys, count, key);
        if (at < count && keys[at] == key && add(found, PyLong_FromUnsignedLong(texts[at])) < 0) Py_CLEAR(found);
    }
done:
    PyBuffer_Release(&wanted);
    PyBuffer_Release(&sorted);
    PyBuffer_Release(&numbers);
    return found;
}

static PyMethodDef functions[] = {
    {"absent", absent, METH_VARARGS, "The places of the keys that are in neither set."},
    {"present", present, METH_VARARGS, "Places and values of the keys that are in the dictionary."},
    {"beside", beside, METH_VARARGS, "The numbers beside those of the wanted keys that stand among the sorted ones."},
    {NULL},
};
static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "mekik.frontier._lookup", .m_size = -1, .m_methods = functions,
};

PyMODINIT_FUNC PyInit__lookup(void) {
    PyObject *module = PyModule_Create(&definition);
    if (module != NULL && PyModule_AddIntConstant(module, "VERSION", VERSION) < 0) Py_CLEAR(module);
    return module;
}
