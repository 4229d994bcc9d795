/* Texts in Latin letters in the spelling of the index. */
#ifndef MEKIK_FOLDING_H
#define MEKIK_FOLDING_H

#include "growing.h"

#define LETTERS 0x250 /* code points that have a row in a table of letters */
#define ROW 4         /* bytes of it: how many follow, then at most three; more than three say: look closer */
#define BLOCK_OF_LETTERS 256
#define MARK 0x27
#define SOFT_HYPHEN 0xAD

static inline int is_apostrophe(Py_UCS4 letter) {
    return letter == MARK || letter == 0x2019 || letter == 0x2018 || letter == 0x2032;
}

static inline int is_symbol(Py_UCS4 letter) {
    if (letter < 0x2000) return 0;
    if (letter < 0x2100)
        return letter != 0x200C && letter != 0x200D && !(letter >= 0x2070 && letter < 0x20A0) && letter < 0x20D0;
    return (letter >= 0x2180 && letter < 0x24B6) || (letter >= 0x2500 && letter < 0x2740) ||
           (letter >= 0x2800 && letter < 0x2C00) || (letter >= 0x1F000 && letter < 0x20000);
}

typedef struct {
    int kind;
    const void *data;
    Py_ssize_t size;
} Text;

static inline Py_UCS4 at(const Text *text, Py_ssize_t place) {
    return place >= 0 && place < text->size ? PyUnicode_READ(text->kind, text->data, place) : 0;
}

static inline int letter_at(const Text *text, Py_ssize_t place) {
    return place >= 0 && place < text->size && Py_UNICODE_ISALNUM(PyUnicode_READ(text->kind, text->data, place));
}

/* Where to go on after an apostrophe; -1 for a text that is to go the other way. */
static Py_ssize_t after_apostrophe(const Text *text, Py_ssize_t place, int habit) {
    if (habit == 't' && letter_at(text, place - 1) && letter_at(text, place + 1)) {
        if (!letter_at(text, place - 2)) return -1; /* d'Artagnan */
        Py_ssize_t next = place + 1;
        while (letter_at(text, next)) {
            while (letter_at(text, next)) next++;
            if (!is_apostrophe(at(text, next)) || !letter_at(text, next + 1)) break;
            if (!letter_at(text, next - 2)) return -1;
            next++;
        }
        return next;
    }
    if (habit == 'e' && letter_at(text, place - 1) && (at(text, place + 1) | 0x20) == 's' &&
        !letter_at(text, place + 2) && !(is_apostrophe(at(text, place + 2)) && letter_at(text, place + 3)))
        return place + 2;
    return place;
}

/* The letters from `place` up to `end` that are as simple as their rows; where it stopped. Room for them is there. The
 * kind of the text is a constant to the compiler, so that the loop holds no question but one a letter. */
static inline Py_ssize_t simple_letters(int kind, const void *data, Py_ssize_t place, Py_ssize_t end,
                                        const uint8_t *table, Bytes *out) {
    uint8_t *to = out->data + out->used;
    for (; place < end; place++) {
        Py_UCS4 letter = PyUnicode_READ(kind, data, place);
        if (kind != PyUnicode_1BYTE_KIND && letter >= LETTERS) break;
        const uint8_t *row = table + letter * ROW;
        if (row[0] >= ROW) break;
        memcpy(to, row + 1, ROW - 1);
        to += row[0];
    }
    out->used = (size_t)(to - out->data);
    return place;
}

static inline Py_ssize_t letters_of_kind(const Text *text, Py_ssize_t place, Py_ssize_t end, const uint8_t *table,
                                         Bytes *out) {
    switch (text->kind) {
    case PyUnicode_1BYTE_KIND: return simple_letters(PyUnicode_1BYTE_KIND, text->data, place, end, table, out);
    case PyUnicode_2BYTE_KIND: return simple_letters(PyUnicode_2BYTE_KIND, text->data, place, end, table, out);
    default: return simple_letters(PyUnicode_4BYTE_KIND, text->data, place, end, table, out);
    }
}

/* fold(text, letters, habit): the words of a text in Latin letters with blanks between them, as UTF-8; None when it is
 * not that simple. habit: 't' cuts what follows an apostrophe, 'e' an English possessive, anything else neither. */
static PyObject *fold(PyObject *module, PyObject *args) {
    PyObject *string;
    Py_buffer letters;
    int habit;
    if (!PyArg_ParseTuple(args, "Uy*C", &string, &letters, &habit)) return NULL;
    PyObject *answer = NULL;
    Bytes out = {0};
    if (letters.len != LETTERS * ROW) {
        PyErr_SetString(PyExc_ValueError, "a table of letters has another size");
        goto done;
    }
    if (PyUnicode_READY(string) < 0) goto done;
    Text text = {PyUnicode_KIND(string), PyUnicode_DATA(string), PyUnicode_GET_LENGTH(string)};
    if (reserve(&out, (size_t)text.size + (size_t)text.size / 8 + BLOCK_OF_LETTERS * ROW) < 0) goto done;
    int apostrophes = 0, hyphens = 0;
    for (Py_ssize_t place = 0; place < text.size;) {
        Py_ssize_t end = text.size - place > BLOCK_OF_LETTERS ? place + BLOCK_OF_LETTERS : text.size;
        if (reserve(&out, BLOCK_OF_LETTERS * ROW) < 0) goto done;
        place = letters_of_kind(&text, place, end, letters.buf, &out);
        if (place == end) continue;
        Py_UCS4 letter = at(&text, place);
        if (is_apostrophe(letter)) {
            apostrophes = 1;
            Py_ssize_t next = after_apostrophe(&text, place, habit);
            if (next < 0) goto strange;
            if (next > place) {
                place = next;
                continue;
            }
            out.data[out.used++] = ' ';
        } else if (letter == SOFT_HYPHEN) {
            hyphens = 1;
        } else if (letter >= LETTERS && is_symbol(letter)) {
            out.data[out.used++] = ' ';
        } else {
            goto strange;
        }
        place++;
    }
    if (apostrophes && hyphens) goto strange;
    answer = taken(&out);
    goto done;
strange:
    answer = Py_NewRef(Py_None);
done:
    PyMem_RawFree(out.data);
    PyBuffer_Release(&letters);
    return answer;
}

#endif
