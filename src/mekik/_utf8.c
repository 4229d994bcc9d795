/* Whether bytes are UTF-8, without making a text of them, and the text: what utf8.py asks for, which has the twins in
 * Python. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "text.h"

#define VERSION 2
#define ONES UINT64_C(0x0101010101010101)
#define HIGH (ONES << 7)

static inline int follows(uint8_t byte) { return (byte & 0xC0) == 0x80; }

/* How long the letter of several bytes is that begins here, 0 when it is none: neither one that a shorter form has, nor
 * half a pair, nor one beyond the last. */
static inline size_t letter(const uint8_t *from, size_t room) {
    uint8_t lead = from[0];
    if (lead < 0xC2 || room < 2 || !follows(from[1])) return 0;
    if (lead < 0xE0) return 2;
    if (room < 3 || !follows(from[2])) return 0;
    if (lead < 0xF0) {
        if (lead == 0xE0 && from[1] < 0xA0) return 0;
        return lead == 0xED && from[1] > 0x9F ? 0 : 3;
    }
    if (room < 4 || !follows(from[3]) || lead > 0xF4) return 0;
    if (lead == 0xF0 && from[1] < 0x90) return 0;
    return lead == 0xF4 && from[1] > 0x8F ? 0 : 4;
}

/* Goes on letter by letter until `end` is reached or passed; where that is, or beyond `size` for what is no UTF-8. */
static size_t letter_by_letter(const uint8_t *data, size_t place, size_t end, size_t size) {
    while (place < end) {
        size_t length = data[place] < 0x80 ? 1 : letter(data + place, size - place);
        if (!length) return size + 1;
        place += length;
    }
    return place;
}

/* Most texts are letters of one and of two bytes. Those are looked at eight bytes together and without a question a
 * letter: each byte that begins a letter of two must be followed by one that goes on, and there may be no other that
 * goes on. */
static int valid(const uint8_t *data, size_t size) {
    size_t place = 0;
    uint64_t begun = 0; /* whether the last byte began a letter: the highest bit of the first byte */
    while (size - place >= 8) {
        uint64_t bytes;
        memcpy(&bytes, data + place, 8);
#if PY_BIG_ENDIAN
        bytes = __builtin_bswap64(bytes);
#endif
        uint64_t high = bytes & HIGH, leads = high & bytes << 1, others = high ^ leads;
        uint64_t longer = leads & bytes << 2;
        uint64_t shorter = leads & ~((bytes & ONES * 0x1E) + ONES * 0x7E); /* C0 and C1 */
        if (longer) {
            place = letter_by_letter(data, place - (begun != 0), place + 8, size);
            if (place > size) return 0;
            begun = 0;
            continue;
        }
        if (shorter | (others ^ (leads << 8 | begun))) return 0;
        begun = leads >> 56;
        place += 8;
    }
    return letter_by_letter(data, place - (begun != 0), size, size) == size;
}

static PyObject *is_utf8(PyObject *module, PyObject *object) {
    Py_buffer bytes;
    if (PyObject_GetBuffer(object, &bytes, PyBUF_SIMPLE) < 0) return NULL;
    int found = valid(bytes.buf, (size_t)bytes.len);
    PyBuffer_Release(&bytes);
    return PyBool_FromLong(found);
}

static PyObject *text_of(PyObject *module, PyObject *object) {
    Py_buffer bytes;
    if (PyObject_GetBuffer(object, &bytes, PyBUF_SIMPLE) < 0) return NULL;
    PyObject *text = as_text((Span){bytes.buf, (size_t)bytes.len});
    PyBuffer_Release(&bytes);
    return text;
}

static PyMethodDef functions[] = {
    {"is_utf8", is_utf8, METH_O, "Whether bytes are UTF-8 as Python reads it."},
    {"text_of", text_of, METH_O, "The text that bytes are, with U+FFFD for what is no UTF-8."},
    {NULL},
};
static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "mekik._utf8", .m_size = -1, .m_methods = functions,
};

PyMODINIT_FUNC PyInit__utf8(void) {
    PyObject *module = PyModule_Create(&definition);
    if (module != NULL && PyModule_AddIntConstant(module, "VERSION", VERSION) < 0) Py_CLEAR(module);
    return module;
}
