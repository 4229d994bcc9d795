/* Bytes that grow, and what Python knows of characters, for valid UTF-8. */
#ifndef MEKIK_UTF8_H
#define MEKIK_UTF8_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <string.h>

#include "../../text.h"

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

/* Blocks of a fixed size are what compilers make quick code of. */
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

#endif
