/* The words of a text as numbers: how many there are, which pairs and phrases they make, and a sketch of them. */
#ifndef MEKIK_PRINTS_H
#define MEKIK_PRINTS_H

#include "cutting.h"
#include "growing.h"

#define ODD UINT64_C(0x9E3779B97F4A7C15)
#define SLACK 16    /* bytes that are copied at once */
#define BINS 64     /* of a sketch */
#define SLOTS 65536 /* of a bitmap of phrases */

/* Where to go on after a word is written; up to `SLACK` bytes more are. Most words cost no question then. */
static inline uint8_t *put_word(uint8_t *to, const Piece *piece, const uint8_t *end) {
    if (piece->size > SLACK || end - piece->text < SLACK) memcpy(to, piece->text, piece->size);
    else memcpy(to, piece->text, SLACK);
    return to + piece->size;
}

static inline int append_number(Bytes *bytes, uint64_t number) {
    if (bytes->room - bytes->used < sizeof number && reserve(bytes, sizeof number) < 0) return -1;
    memcpy(bytes->data + bytes->used, &number, sizeof number);
    bytes->used += sizeof number;
    return 0;
}

/* A word's first eight bytes and its length. */
static inline uint64_t number_of(const Piece *piece) { return piece->first + ((uint64_t)piece->size << 56); }

/* numbers(words): for each word its first eight bytes and its length, as 64 bits each. */
static PyObject *numbers(PyObject *module, PyObject *object) {
    Py_buffer words;
    if (PyObject_GetBuffer(object, &words, PyBUF_SIMPLE) < 0) return NULL;
    Bytes out = {0};
    Cutter cutter;
    PyObject *answer = NULL;
    begin_cutting(&cutter, words.buf, (size_t)words.len);
    for (Piece piece; next_piece(&cutter, &piece);)
        if (append_number(&out, number_of(&piece)) < 0) goto done;
    answer = taken(&out);
done:
    PyMem_RawFree(out.data);
    PyBuffer_Release(&words);
    return answer;
}

/* As prints.mixed, the same on every machine. */
static inline uint64_t mixed(uint64_t number) {
    number ^= number >> 29;
    number *= UINT64_C(0xC2B2AE3D27D4EB4F);
    number ^= number >> 32;
    return number * ODD;
}

static uint64_t secret; /* of this process: which numbers want the same slot is not for a page to know */

/* How many different numbers there are; -1 when there is no memory. Slots hold places of numbers, plus one: half as
 * large as numbers, there may be twice as many, and fewer want the same one. */
static Py_ssize_t different(const Bytes *numbers) {
    const uint64_t *all = (const uint64_t *)(const void *)numbers->data;
    size_t count = numbers->used / sizeof *all, last = 63, found = 0;
    while (last < 4 * count) last = 2 * last + 1;
    uint32_t *slots = count < UINT32_MAX ? PyMem_RawCalloc(last + 1, sizeof *slots) : NULL;
    if (slots == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    for (size_t place = 0; place < count; place++) {
        size_t slot = mixed(all[place] ^ secret) >> 20 & last;
        while (slots[slot] && all[slots[slot] - 1] != all[place]) slot = (slot + 1) & last;
        if (slots[slot]) continue;
        slots[slot] = (uint32_t)place + 1;
        found++;
    }
    PyMem_RawFree(slots);
    return (Py_ssize_t)found;
}

/* The byte of each bin, from its own least number or that of a lender. */
static void bytes_of_bins(const uint64_t *least, uint64_t full, const uint8_t *lenders, uint8_t *bytes) {
    for (unsigned bin = 0; bin < BINS; bin++) {
        unsigned from = bin, asked = 0;
        while (asked < BINS && !(full >> from & 1)) from = lenders[bin * BINS + asked++] & (BINS - 1);
        if (!(full >> from & 1)) { /* nobody lends: the next in order, of the first lender */
            from = lenders[bin * BINS] & (BINS - 1);
            while (!(full >> from & 1)) from = (from + 1) & (BINS - 1);
        }
        bytes[bin] = (uint8_t)(mixed(least[from]) >> 56);
    }
}

/* outline(words, borrow): how many words there are, how many different pairs of neighbours, the sketch of the text
 * (sketch.py says what that is), and the words without their blanks. `borrow` names for each bin the bins that it asks
 * when it is empty. */
static PyObject *outline(PyObject *module, PyObject *args) {
    Py_buffer words, borrow;
    if (!PyArg_ParseTuple(args, "y*y*", &words, &borrow)) return NULL;
    PyObject *answer = NULL, *letters = NULL;
    Bytes pairs = {0};
    if (borrow.len != BINS * BINS) {
        PyErr_SetString(PyExc_ValueError, "a table of lenders has another size");
        goto done;
    }
    letters = PyBytes_FromStringAndSize(NULL, words.len + SLACK);
    if (letters == NULL) goto done;
    const uint8_t *end = (const uint8_t *)words.buf + words.len;
    uint8_t *begin = (uint8_t *)PyBytes_AS_STRING(letters), *to = begin;
    uint64_t least[BINS], before = 0, full = 0;
    size_t count = 0;
    memset(least, 0xFF, sizeof least);
    Cutter cutter;
    begin_cutting(&cutter, words.buf, (size_t)words.len);
    for (Piece piece; next_piece(&cutter, &piece); count++) {
        uint64_t word = number_of(&piece);
        to = put_word(to, &piece, end);
        if (count) {
            uint64_t pair = mixed(before * ODD + word);
            unsigned bin = (unsigned)(pair >> 58);
            least[bin] = pair < least[bin] ? pair : least[bin];
            full |= UINT64_C(1) << bin;
            if (append_number(&pairs, pair) < 0) goto done;
        }
        before = word;
    }
    Py_ssize_t distinct = different(&pairs);
    if (distinct < 0 || _PyBytes_Resize(&letters, to - begin) < 0) goto done;
    uint8_t bytes[BINS];
    if (full) bytes_of_bins(least, full, borrow.buf, bytes);
    answer = Py_BuildValue("nny#O", (Py_ssize_t)count, distinct, bytes, (Py_ssize_t)(full ? BINS : 0), letters);
done:
    Py_XDECREF(letters);
    PyMem_RawFree(pairs.data);
    PyBuffer_Release(&words);
    PyBuffer_Release(&borrow);
    return answer;
}

/* The highest bit of each byte that is a digit, exactly. */
static inline uint64_t digits_of(uint64_t bytes) {
    bytes ^= ONES * '0'; /* digits become 0 to 9 */
    return ~(((bytes & LOW) + ONES * (0x80 - 10)) | bytes | LOW);
}

static inline int has_digits(const Piece *piece) {
    if (piece->size <= 8) return digits_of(piece->first) != 0;
    uint64_t found = digits_of(piece->first) | digits_of(whole_eight(piece->text + piece->size - 8));
    for (size_t place = 8; place + 8 < piece->size; place += 8) found |= digits_of(whole_eight(piece->text + place));
    return found != 0;
}

/* What is left of a word without its digits. */
static inline void leave_out_digits(Piece *piece) {
    uint64_t first = 0;
    size_t size = 0;
    for (size_t place = 0; place < piece->size; place++) {
        uint8_t byte = piece->text[place];
        if (byte >= '0' && byte <= '9') continue;
        if (size < 8) first |= (uint64_t)byte << 8 * size;
        size++;
    }
    piece->first = first;
    piece->size = size;
}

/* Bytes of the first `most` characters of UTF-8. */
static inline size_t bytes_of(const uint8_t *data, size_t size, size_t most) {
    size_t place = 0, met = 0;
    if (size <= most) return size;
    for (; size - place >= 8; place += 8) { /* all bytes but those that go on with a character begin one */
        uint64_t eight = whole_eight(data + place);
        size_t begin = 8 - (size_t)(((eight >> 7 & ~(eight >> 6) & ONES) * ONES) >> 56);
        if (met + begin > most) break;
        met += begin;
    }
    while (place < size && (met < most || (data[place] & 0xC0) == 0x80)) met += (data[place++] & 0xC0) != 0x80;
    return place;
}

/* phrases(text, most, bits, old): marks the phrases of three words among the first `most` characters in the bitmap
 * `bits`; digits count for nothing. How many there are, how many of them were not marked before, and how many of those
 * are not in the bitmap `old` either. */
static PyObject *phrases(PyObject *module, PyObject *args) {
    PyObject *text;
    Py_ssize_t most, size;
    Py_buffer bits, old;
    if (!PyArg_ParseTuple(args, "Unw*y*", &text, &most, &bits, &old)) return NULL;
    PyObject *answer = NULL;
    if (bits.len != SLOTS / 8 || old.len != SLOTS / 8) {
        PyErr_SetString(PyExc_ValueError, "a bitmap of phrases has another size");
        goto done;
    }
    /* A string remembers its UTF-8: whoever indexed it asked for that before. */
    const uint8_t *data = (const uint8_t *)PyUnicode_AsUTF8AndSize(text, &size);
    if (data == NULL) goto done;
    uint8_t *now = bits.buf;
    const uint8_t *before = old.buf;
    uint64_t first = 0, second = 0;
    Py_ssize_t count = 0, met = 0, new = 0;
    Cutter cutter;
    begin_cutting(&cutter, data, bytes_of(data, (size_t)size, most > 0 ? (size_t)most : 0));
    for (Piece piece; next_piece(&cutter, &piece);) {
        if (has_digits(&piece)) leave_out_digits(&piece);
        if (!piece.size) continue;
        uint64_t third = number_of(&piece);
        if (++count > 2) { /* without a question that nobody could guess the answer of */
            uint64_t slot = mixed((first * ODD + second) * ODD + third) >> 48;
            uint8_t marked = now[slot >> 3], bit = (uint8_t)(1 << (slot & 7));
            unsigned fresh = !(marked & bit);
            now[slot >> 3] = marked | bit;
            met += fresh;
            new += fresh & !(before[slot >> 3] & bit);
        }
        first = second;
        second = third;
    }
    answer = Py_BuildValue("nnn", count > 2 ? count - 2 : 0, met, new);
done:
    PyBuffer_Release(&bits);
    PyBuffer_Release(&old);
    return answer;
}

#endif
