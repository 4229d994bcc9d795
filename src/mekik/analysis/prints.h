/* The words of a text as numbers: how many there are, which pairs and phrases they make, and a sketch of them. */
#ifndef MEKIK_PRINTS_H
#define MEKIK_PRINTS_H

#include "growing.h"

#define ODD UINT64_C(0x9E3779B97F4A7C15)
#define ONES UINT64_C(0x0101010101010101)
#define LOW (ONES * 0x7F)
#define BINS 64     /* of a sketch */
#define SLOTS 65536 /* of a bitmap of phrases */

static inline uint64_t eight(const uint8_t *from, size_t size) {
    uint64_t number = 0;
    for (size_t place = 0; place < size; place++) number |= (uint64_t)from[place] << 8 * place;
    return number;
}

/* Eight bytes that are there, the first of them lowest. */
static inline uint64_t whole_eight(const uint8_t *from) {
    uint64_t number;
    memcpy(&number, from, 8);
#if PY_BIG_ENDIAN
    number = __builtin_bswap64(number);
#endif
    return number;
}

static inline void put_eight(uint8_t *to, uint64_t number) {
#if PY_BIG_ENDIAN
    number = __builtin_bswap64(number);
#endif
    memcpy(to, &number, 8);
}

/* The highest bit of each byte that is a blank, exactly. */
static inline uint64_t blanks_of(uint64_t bytes) {
    bytes ^= ONES * ' ';
    return ~(((bytes & LOW) + LOW) | bytes | LOW);
}

static inline unsigned first_byte(uint64_t marks) {
#if defined(__GNUC__)
    return (unsigned)__builtin_ctzll(marks) / 8;
#else
    unsigned byte = 0;
    for (; !(marks & 0x80); marks >>= 8) byte++;
    return byte;
#endif
}

typedef struct {
    const uint8_t *text;
    size_t size;
    uint64_t first; /* its first eight bytes, 0 after its end */
} Piece;

/* The next word from `place` on, which moves behind it; 0 when there is none. Most words end within the eight bytes
 * that are looked at together. */
static inline int next_piece(const uint8_t *data, size_t size, size_t *place, Piece *piece) {
    size_t start = *place;
    while (start < size && data[start] == ' ') start++;
    if (start == size) {
        *place = size;
        return 0;
    }
    size_t end = start;
    uint64_t marks = 0;
    piece->text = data + start;
    if (size - start >= 8) {
        piece->first = whole_eight(data + start);
        marks = blanks_of(piece->first);
        while (!marks && size - (end += 8) >= 8) marks = blanks_of(whole_eight(data + end));
    } else {
        piece->first = eight(data + start, size - start);
    }
    if (marks) {
        end += first_byte(marks);
    } else {
        while (end < size && data[end] != ' ') end++;
    }
    piece->size = end - start;
    if (piece->size < 8) piece->first &= (UINT64_C(1) << 8 * piece->size) - 1;
    *place = end;
    return 1;
}

/* A word's first eight bytes and its length. */
static inline uint64_t number_of(const Piece *piece) { return piece->first + ((uint64_t)piece->size << 56); }

/* No fewer than the words of a text. */
static size_t most_words(const uint8_t *data, size_t size) {
    size_t count = 1, place = 0;
    uint64_t sums = 0;
    for (; place + 8 <= size; place += 8) {
        sums += blanks_of(whole_eight(data + place)) >> 7;
        if (place % (8 * 128) == 0) { /* before a byte of the sums is full */
            for (; sums; sums >>= 8) count += sums & 0xFF;
        }
    }
    for (; sums; sums >>= 8) count += sums & 0xFF;
    for (; place < size; place++) count += data[place] == ' ';
    return count;
}

/* numbers(words): for each word its first eight bytes and its length, as 64 bits each. */
static PyObject *numbers(PyObject *module, PyObject *object) {
    Py_buffer words;
    if (PyObject_GetBuffer(object, &words, PyBUF_SIMPLE) < 0) return NULL;
    size_t place = 0, size = (size_t)words.len;
    Bytes out = {0};
    Piece piece;
    PyObject *answer = NULL;
    if (reserve(&out, most_words(words.buf, size) * sizeof(uint64_t)) < 0) goto done;
    while (next_piece(words.buf, size, &place, &piece)) {
        uint64_t number = number_of(&piece);
        memcpy(out.data + out.used, &number, sizeof number);
        out.used += sizeof number;
    }
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

/* Different numbers, but for 0. */
typedef struct {
    uint64_t *slots;
    size_t last, count;
} Different;

static inline void meet(Different *met, uint64_t number) {
    size_t slot = number & met->last;
    while (met->slots[slot] && met->slots[slot] != number) slot = (slot + 1) & met->last;
    met->count += met->slots[slot] != number;
    met->slots[slot] = number;
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
    Different met = {0};
    const uint8_t *data = words.buf;
    size_t size = (size_t)words.len, slots = 64, count = 0, place = 0;
    if (borrow.len != BINS * BINS) {
        PyErr_SetString(PyExc_ValueError, "a table of lenders has another size");
        goto done;
    }
    for (size_t most = most_words(data, size); slots < 2 * most;) slots *= 2;
    met.slots = PyMem_RawCalloc(slots, sizeof *met.slots);
    met.last = slots - 1;
    if (met.slots == NULL) {
        PyErr_NoMemory();
        goto done;
    }
    letters = PyBytes_FromStringAndSize(NULL, words.len + 8); /* eight bytes are written for a short word */
    if (letters == NULL) goto done;
    uint8_t *begin = (uint8_t *)PyBytes_AS_STRING(letters), *to = begin;
    uint64_t least[BINS], before = 0, full = 0;
    memset(least, 0xFF, sizeof least);
    int zero = 0;
    for (Piece piece; next_piece(data, size, &place, &piece);) {
        uint64_t word = number_of(&piece);
        if (count++) {
            uint64_t pair = mixed(before * ODD + word);
            unsigned bin = (unsigned)(pair >> 58);
            least[bin] = pair < least[bin] ? pair : least[bin];
            full |= UINT64_C(1) << bin;
            if (pair) meet(&met, pair);
            else zero = 1;
        }
        before = word;
        if (piece.size <= 8) put_eight(to, piece.first);
        else memcpy(to, piece.text, piece.size);
        to += piece.size;
    }
    if (_PyBytes_Resize(&letters, to - begin) < 0) goto done;
    uint8_t bytes[BINS];
    if (full) bytes_of_bins(least, full, borrow.buf, bytes);
    answer = Py_BuildValue("nny#O", (Py_ssize_t)count, (Py_ssize_t)met.count + zero, bytes,
                           (Py_ssize_t)(full ? BINS : 0), letters);
done:
    Py_XDECREF(letters);
    PyMem_RawFree(met.slots);
    PyBuffer_Release(&words);
    PyBuffer_Release(&borrow);
    return answer;
}

/* The highest bit of each byte that is a digit, exactly. */
static inline uint64_t digits_of(uint64_t bytes) {
    bytes ^= ONES * '0'; /* digits become 0 to 9 */
    return ~(((bytes & LOW) + ONES * (0x80 - 10)) | bytes | LOW);
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

/* phrases(text, bits, old): marks the phrases of three words in the bitmap `bits`; digits count for nothing. How many
 * there are, how many of them were not marked before, and how many of those are not in the bitmap `old` either. */
static PyObject *phrases(PyObject *module, PyObject *args) {
    Py_buffer text, bits, old;
    if (!PyArg_ParseTuple(args, "y*w*y*", &text, &bits, &old)) return NULL;
    PyObject *answer = NULL;
    if (bits.len != SLOTS / 8 || old.len != SLOTS / 8) {
        PyErr_SetString(PyExc_ValueError, "a bitmap of phrases has another size");
        goto done;
    }
    uint8_t *now = bits.buf;
    const uint8_t *before = old.buf;
    uint64_t first = 0, second = 0;
    size_t place = 0;
    Py_ssize_t count = 0, met = 0, new = 0;
    for (Piece piece; next_piece(text.buf, (size_t)text.len, &place, &piece);) {
        if (piece.size > 8 || digits_of(piece.first)) leave_out_digits(&piece);
        if (!piece.size) continue;
        uint64_t third = number_of(&piece);
        if (++count > 2) {
            uint64_t slot = mixed((first * ODD + second) * ODD + third) >> 48;
            uint8_t bit = (uint8_t)(1 << (slot & 7));
            if (!(now[slot >> 3] & bit)) {
                now[slot >> 3] |= bit;
                met++;
                new += !(before[slot >> 3] & bit);
            }
        }
        first = second;
        second = third;
    }
    answer = Py_BuildValue("nnn", count > 2 ? count - 2 : 0, met, new);
done:
    PyBuffer_Release(&text);
    PyBuffer_Release(&bits);
    PyBuffer_Release(&old);
    return answer;
}

#endif
