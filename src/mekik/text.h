/* UTF-8 as a text of Python's: what all that is compiled here and makes long texts shares. */
#ifndef MEKIK_TEXT_H
#define MEKIK_TEXT_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <string.h>

/* A stretch of somebody's bytes. */
typedef struct {
    const char *start;
    size_t length;
} Span;

/* Characters. Blocks of a fixed size are what compilers make quick code of. */
static size_t characters(Span text) {
    size_t count = 0, place = 0;
    for (; place + 64 <= text.length; place += 64) {
        unsigned char begun = 0;
        for (int each = 0; each < 64; each++) begun += ((unsigned char)text.start[place + each] & 0xC0) != 0x80;
        count += begun;
    }
    for (; place < text.length; place++) count += ((unsigned char)text.start[place] & 0xC0) != 0x80;
    return count;
}

#define LONG_TEXT 1024

typedef Py_UCS1 Eight __attribute__((vector_size(8)));
typedef Py_UCS1 Py_UCS1s __attribute__((vector_size(8)));
typedef Py_UCS2 Py_UCS2s __attribute__((vector_size(16)));

/* Most letters are ASCII, some in each word are not: eight bytes at a time as far as they are ASCII, then one letter.
 * Gives 0 for what is not UTF-8, or does not fit. Every block is stored whole, so there must be room for 8 more. */
#define DECODE(NAME, UNIT, HIGHEST)                                                                                   \
    static int NAME(Span text, UNIT *to, size_t count) {                                                              \
        const unsigned char *place = (const unsigned char *)text.start, *end = place + text.length;                   \
        UNIT *last = to + count;                                                                                      \
        while (place < end) {                                                                                         \
            if (end - place >= 8 && last - to >= 8) {                                                                 \
                uint64_t block;                                                                                       \
                Eight eight;                                                                                          \
                memcpy(&block, place, 8);                                                                             \
                memcpy(&eight, place, 8);                                                                             \
                UNIT##s units = __builtin_convertvector(eight, UNIT##s);                                              \
                memcpy(to, &units, sizeof units);                                                                     \
                block &= 0x8080808080808080u;                                                                         \
                int plain = block ? __builtin_ctzll(block) >> 3 : 8;                                                  \
                place += plain;                                                                                       \
                to += plain;                                                                                          \
                if (plain == 8) continue;                                                                             \
            }                                                                                                         \
            if (to == last) return 0;                                                                                 \
            unsigned first = *place, letter;                                                                          \
            if (first < 0x80) {                                                                                       \
                letter = first;                                                                                       \
                place++;                                                                                              \
            } else if (first >= 0xC2 && first < 0xE0 && end - place >= 2 && (place[1] & 0xC0) == 0x80) {              \
                letter = (first & 31) << 6 | (place[1] & 63u);                                                        \
                place += 2;                                                                                           \
            } else if (first >= 0xE0 && first < 0xF0 && end - place >= 3 && (place[1] & 0xC0) == 0x80 &&              \
                       (place[2] & 0xC0) == 0x80) {                                                                   \
                letter = (first & 15) << 12 | (place[1] & 63u) << 6 | (place[2] & 63u);                               \
                if (letter < 0x800 || (letter >= 0xD800 && letter < 0xE000)) return 0;                                \
                place += 3;                                                                                           \
            } else {                                                                                                  \
                return 0;                                                                                             \
            }                                                                                                         \
            if (letter > HIGHEST) return 0;                                                                           \
            *to++ = (UNIT)letter;                                                                                     \
        }                                                                                                             \
        return to == last;                                                                                            \
    }

DECODE(decode_narrow, Py_UCS1, 0xFF)
DECODE(decode_wide, Py_UCS2, 0xFFFF)

/* Python keeps the UTF-8 of a text once somebody asked for it. The text of a page will be encoded again, so it is kept
 * at once; without memory for it nothing is lost. */
static void keep_utf8(PyObject *made, Span text) {
#if PY_VERSION_HEX < 0x030F0000 /* as later versions do it nobody has looked at */
    char *kept = PyObject_Malloc(text.length + 1);
    if (kept == NULL) return;
    memcpy(kept, text.start, text.length);
    kept[text.length] = 0;
    ((PyCompactUnicodeObject *)made)->utf8 = kept;
    ((PyCompactUnicodeObject *)made)->utf8_length = (Py_ssize_t)text.length;
#endif
}

/* As a text of Python's. Its own decoder takes several times as long where letters beyond ASCII stand in each word. */
static PyObject *as_text(Span text) {
    unsigned char highest = 0;
    size_t looked = 0;
    for (; looked + 64 <= text.length; looked += 64) {
        for (int each = 0; each < 64; each++) {
            unsigned char byte = (unsigned char)text.start[looked + each];
            highest = byte > highest ? byte : highest;
        }
    }
    for (; looked < text.length; looked++) {
        unsigned char byte = (unsigned char)text.start[looked];
        highest = byte > highest ? byte : highest;
    }
    int is_quick = text.length >= 64 && highest >= 0xC2 && highest < 0xF0 && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
    if (is_quick) {
        int is_wide = highest >= 0xC4; /* then there is a letter beyond 0xFF, and so must Python's text be */
        size_t count = characters(text);
        PyObject *made = PyUnicode_New((Py_ssize_t)count, is_wide ? 0xFFFF : 0xFF);
        if (made == NULL) return NULL;
        void *to = PyUnicode_DATA(made);
        if (is_wide ? decode_wide(text, to, count) : decode_narrow(text, to, count)) {
            if (text.length >= LONG_TEXT) keep_utf8(made, text);
            return made;
        }
        Py_DECREF(made);
    }
    return PyUnicode_DecodeUTF8(text.start ? text.start : "", (Py_ssize_t)text.length, "replace");
}

#endif
