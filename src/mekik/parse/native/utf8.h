/* Bytes that grow, and what Python knows of characters, for valid UTF-8. */
#ifndef MEKIK_UTF8_H
#define MEKIK_UTF8_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <string.h>

typedef struct {
    char *bytes;
    size_t length, room;
} Buffer;

static int has_room(Buffer *buffer, size_t more) {
    if (buffer->room - buffer->length >= more) return 1;
    if (more > PY_SSIZE_T_MAX / 4 || buffer->length > PY_SSIZE_T_MAX / 4) return 0;
    size_t room = (buffer->length + more) * 3 / 2 + 256;
    char *bytes = PyMem_Realloc(buffer->bytes, room);
    if (bytes == NULL) return 0;
    buffer->bytes = bytes;
    buffer->room = room;
    return 1;
}

static int add(Buffer *buffer, const char *bytes, size_t length) {
    if (!has_room(buffer, length)) return 0;
    if (length) memcpy(buffer->bytes + buffer->length, bytes, length);
    buffer->length += length;
    return 1;
}

/* A stretch of somebody's bytes. */
typedef struct {
    const char *start;
    size_t length;
} Span;

/* Blocks of a fixed size are what compilers make quick code of; here and below. */
static size_t occurrences(Span text, char sign) {
    size_t found = 0, place = 0;
    for (; place + 64 <= text.length; place += 64) {
        unsigned char here = 0;
        for (int each = 0; each < 64; each++) here += text.start[place + each] == sign;
        found += here;
    }
    for (; place < text.length; place++) found += text.start[place] == sign;
    return found;
}

static int holds(Span text, char sign) { return text.length && memchr(text.start, sign, text.length) != NULL; }

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

/* The bytes of the first `most` characters. */
static size_t bytes_of(Span text, size_t most) {
    if (text.length <= most) return text.length;
    size_t place = 0;
    for (; place < text.length; place++) {
        if (((unsigned char)text.start[place] & 0xC0) != 0x80 && most-- == 0) break;
    }
    return place;
}

/* How many bytes of white space stand at `place`, by str.isspace; 0 if there is none. */
static size_t blank_at(const char *place, const char *end) {
    const unsigned char *byte = (const unsigned char *)place;
    if (*byte < 0x80) return (*byte >= 9 && *byte <= 13) || (*byte >= 28 && *byte <= 32);
    if (*byte == 0xC2) return end - place >= 2 && (byte[1] == 0x85 || byte[1] == 0xA0) ? 2 : 0;
    if (*byte < 0xE1 || *byte > 0xE3 || end - place < 3) return 0;
    unsigned code = (*byte & 15u) << 12 | (byte[1] & 63u) << 6 | (byte[2] & 63u);
    int blank = code == 0x1680 || (code >= 0x2000 && code <= 0x200A) || code == 0x2028 || code == 0x2029 ||
                code == 0x202F || code == 0x205F || code == 0x3000;
    return blank ? 3 : 0;
}

static Span right_stripped(Span text) {
    while (text.length) {
        size_t last = text.length - 1;
        while (last > 0 && ((unsigned char)text.start[last] & 0xC0) == 0x80) last--;
        const char *end = text.start + text.length;
        if (blank_at(text.start + last, end) != text.length - last) break;
        text.length = last;
    }
    return text;
}

/* As str.strip does. */
static Span stripped(Span text) {
    const char *end = text.start + text.length;
    while (text.start < end) {
        size_t blank = blank_at(text.start, end);
        if (!blank) break;
        text.start += blank;
    }
    text.length = end - text.start;
    return right_stripped(text);
}

/* The words with one blank between them, as " ".join(text.split()) gives them. */
static int add_collapsed(Buffer *buffer, Span text) {
    if (!has_room(buffer, text.length + 1)) return 0;
    const char *place = text.start, *end = text.start + text.length;
    char *to = buffer->bytes + buffer->length, *begin = to;
    while (place < end) {
        size_t blank;
        while (place < end && (blank = blank_at(place, end)) > 0) place += blank;
        if (place == end) break;
        if (to > begin) *to++ = ' ';
        do *to++ = *place++;
        while (place < end && !(((unsigned char)*place <= 32 || (unsigned char)*place >= 0xC2) && blank_at(place, end)));
    }
    buffer->length += to - begin;
    return 1;
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
