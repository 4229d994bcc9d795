/* Bytes that grow. */
#ifndef MEKIK_GROWING_H
#define MEKIK_GROWING_H

#include <Python.h>
#include <stdint.h>
#include <string.h>

typedef struct {
    uint8_t *data;
    size_t used, room;
} Bytes;

static int reserve(Bytes *bytes, size_t more) {
    if (bytes->room - bytes->used >= more) return 0;
    size_t room = bytes->room ? bytes->room : 4096;
    while (room - bytes->used < more) {
        if (room > PY_SSIZE_T_MAX / 2) {
            PyErr_NoMemory();
            return -1;
        }
        room *= 2;
    }
    uint8_t *data = PyMem_RawRealloc(bytes->data, room);
    if (data == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    bytes->data = data;
    bytes->room = room;
    return 0;
}

static int append(Bytes *bytes, const uint8_t *from, size_t size) {
    if (size == 0) return 0; /* there may be no memory yet */
    if (reserve(bytes, size) < 0) return -1;
    memcpy(bytes->data + bytes->used, from, size);
    bytes->used += size;
    return 0;
}

static PyObject *taken(const Bytes *bytes) {
    return PyBytes_FromStringAndSize((const char *)bytes->data, (Py_ssize_t)bytes->used);
}

#endif
