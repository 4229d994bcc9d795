/* The words of a text that has blanks between them, one after the other.
 *
 * Where words end cannot be foretold, and to ask each byte would cost more than all that is done with the words: so the
 * blanks of 64 bytes are found together, as bits, and the places where words begin and end are taken from those.
 */
#ifndef MEKIK_CUTTING_H
#define MEKIK_CUTTING_H

#include <Python.h>
#include <stdint.h>
#include <string.h>

#define ONES UINT64_C(0x0101010101010101)
#define LOW (ONES * 0x7F)
#define AT_ONCE 64
#define STRETCH 16 /* times 64 bytes that are looked at before their words are given out */

typedef struct {
    const uint8_t *text;
    size_t size;
    uint64_t first; /* its first eight bytes, the first lowest, and 0 after its end */
} Piece;

typedef struct {
    const uint8_t *data;
    size_t size, place; /* how much there is, and how much of it was looked at */
    size_t next, count;
    uint64_t inside; /* 1 if the last byte that was looked at belongs to a word */
    size_t edges[STRETCH * AT_ONCE + 2]; /* where words begin and end, in turn */
} Cutter;

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

static inline unsigned lowest_bit(uint64_t bits) {
#if defined(__GNUC__)
    return (unsigned)__builtin_ctzll(bits);
#else
    unsigned place = 0;
    for (; !(bits & 1); bits >>= 1) place++;
    return place;
#endif
}

/* A bit for each of eight bytes that is a blank. */
static inline uint64_t blanks_of(uint64_t bytes) {
    bytes ^= ONES * ' ';
    uint64_t marks = ~(((bytes & LOW) + LOW) | bytes | LOW); /* the highest bit of each */
    return (marks >> 7) * UINT64_C(0x0102040810204080) >> 56;
}

static inline uint64_t letters_of(const uint8_t *bytes) {
    uint64_t blanks = 0;
    for (unsigned part = 0; part < 8; part++) blanks |= blanks_of(whole_eight(bytes + 8 * part)) << 8 * part;
    return ~blanks;
}

/* Looks at bytes until there is a whole word; 0 when there is none any more. */
static int look_on(Cutter *cutter) {
    size_t begun = cutter->count - cutter->next; /* a word whose end was not seen yet */
    if (begun) cutter->edges[0] = cutter->edges[cutter->next];
    size_t count = begun;
    cutter->next = 0;
    while (count < 2 && cutter->place < cutter->size) {
        for (int turn = 0; turn < STRETCH && cutter->place < cutter->size; turn++) {
            size_t left = cutter->size - cutter->place;
            uint64_t letters;
            if (left >= AT_ONCE) {
                letters = letters_of(cutter->data + cutter->place);
            } else {
                uint8_t last[AT_ONCE];
                memset(last, ' ', sizeof last);
                memcpy(last, cutter->data + cutter->place, left);
                letters = letters_of(last);
            }
            for (uint64_t changes = letters ^ (letters << 1 | cutter->inside); changes; changes &= changes - 1)
                cutter->edges[count++] = cutter->place + lowest_bit(changes);
            cutter->inside = letters >> (AT_ONCE - 1);
            cutter->place += left < AT_ONCE ? left : AT_ONCE;
        }
    }
    if (cutter->place == cutter->size && cutter->inside) {
        cutter->edges[count++] = cutter->size;
        cutter->inside = 0;
    }
    cutter->count = count;
    return count > 1;
}

static inline void begin_cutting(Cutter *cutter, const void *data, size_t size) {
    cutter->data = data;
    cutter->size = size;
    cutter->place = cutter->next = cutter->count = 0;
    cutter->inside = 0;
}

/* The first eight bytes of a word, and the last; both are all of a shorter one. Eight bytes are there. */
static const uint64_t KEPT[] = {
    0, 0xFF, 0xFFFF, 0xFFFFFF, 0xFFFFFFFF, UINT64_C(0xFFFFFFFFFF), UINT64_C(0xFFFFFFFFFFFF), UINT64_C(0xFFFFFFFFFFFFFF),
    UINT64_MAX,
};

static inline uint64_t first_eight(const uint8_t *word, size_t size) {
    return whole_eight(word) & KEPT[size < 8 ? size : 8];
}

static inline uint64_t last_eight(const uint8_t *word, size_t size) {
    return whole_eight(word + (size > 8 ? size - 8 : 0)) & KEPT[size < 8 ? size : 8];
}

static inline int next_piece(Cutter *cutter, Piece *piece) {
    if (cutter->next + 1 >= cutter->count && !look_on(cutter)) return 0;
    size_t start = cutter->edges[cutter->next], size = cutter->edges[cutter->next + 1] - start;
    cutter->next += 2;
    piece->text = cutter->data + start;
    piece->size = size;
    piece->first = cutter->size - start >= 8 ? first_eight(piece->text, size) : eight(piece->text, size);
    return 1;
}

#endif
