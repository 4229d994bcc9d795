/* The pieces of ../pieces.py: runs of text between two borders, and what each of them looks like. */
#ifndef MEKIK_PIECES_H
#define MEKIK_PIECES_H

#include "marks.h"

enum { TEXT, HEADING, SCRAP, LINKS };

#define LONG 90
#define SHORTEST 40
#define LONG_LINK 150

typedef struct {
    size_t start, length; /* in `Pieces.letters` */
    size_t size;          /* characters */
    int kind;
} Piece;

typedef struct {
    Buffer letters; /* of all pieces, without our marks */
    Piece *found;
    size_t count, room;
    Buffer strong; /* what stands in headings and in bold, with blanks between */
    size_t strong_count, most_strong;
} Pieces;

static void forget(Pieces *pieces) {
    PyMem_Free(pieces->letters.bytes);
    PyMem_Free(pieces->strong.bytes);
    PyMem_Free(pieces->found);
}

static Span letters_of(const Pieces *pieces, const Piece *piece) {
    return (Span){pieces->letters.bytes + piece->start, piece->length};
}

static const char *last_place(Span text, char sign) {
    const char *found = NULL, *place = text.start, *end = text.start + text.length;
    while (place < end && (place = memchr(place, sign, end - place)) != NULL) found = place++;
    return found;
}

static Span until(Span text, char sign) {
    const char *place = text.length ? memchr(text.start, sign, text.length) : NULL;
    if (place != NULL) text.length = place - text.start;
    return text;
}

/* Letters in links: of what is between one link's beginning and the next, those before its end. */
static size_t in_links(Span raw, int inside) {
    const char *end = raw.start + raw.length, *place = raw.start;
    size_t letters = 0;
    while (1) {
        const char *next = place < end ? memchr(place, LINK, end - place) : NULL;
        Span part = {place, (next ? next : end) - place};
        if (inside) letters += characters(stripped(until(part, LINK_END)));
        if (next == NULL) return letters;
        inside = 1;
        place = next + 1;
    }
}

static int is_around(const char *place, size_t left) {
    switch (*place) {
    case ' ': case '\n': case '\r': case '\t': case LINK: case LINK_END: return 1;
    case '\xC2': return left >= 2 && place[1] == '\xA0' ? 2 : 0;
    default: return 0;
    }
}

/* Bold from end to end; there is a mark of bold in it. */
static int is_strong(Span raw) {
    int size;
    while (raw.length && (size = is_around(raw.start, raw.length)) > 0) raw.start += size, raw.length -= size;
    while (raw.length) {
        const char *last = raw.start + raw.length - 1;
        if (*last == '\xA0' && raw.length > 1 && last[-1] == '\xC2') raw.length -= 2;
        else if (*last != '\xC2' && is_around(last, 1)) raw.length--;
        else break;
    }
    return raw.length && raw.start[0] == STRONG && raw.start[raw.length - 1] == STRONG_END &&
           occurrences(raw, STRONG) == 1;
}

/* A sign that ends sentences, perhaps quotation marks, then white space or the end. */
static int has_sentence(Span text) {
    const char *place = text.start, *end = text.start + text.length;
    while (place < end) {
        size_t sign = 0;
        if (*place == '.' || *place == '!' || *place == '?' || *place == ':') sign = 1;
        else if (*place == '\xE2' && end - place >= 3 && memcmp(place, "\xE2\x80\xA6", 3) == 0) sign = 3;
        if (!sign) {
            place++;
            continue;
        }
        place += sign;
        const char *quote = place;
        while (quote < end) {
            if (*quote == '\'' || *quote == '"' || *quote == ')' || *quote == ']') quote++;
            else if (end - quote >= 3 && (memcmp(quote, "\xE2\x80\x9D", 3) == 0 || memcmp(quote, "\xE2\x80\x99", 3) == 0))
                quote += 3;
            else if (end - quote >= 2 && memcmp(quote, "\xC2\xBB", 2) == 0) quote += 2;
            else break;
        }
        if (quote == end || blank_at(quote, end)) return 1;
    }
    return 0;
}

static int kind_of(Span bare, size_t size, size_t link) {
    if (link * 9 > size * 5) return LINKS;
    if (link * 3 <= size && (size >= LONG || (size >= SHORTEST && has_sentence(bare)))) return TEXT;
    return SCRAP;
}

static int add_without(Buffer *to, Span text, char one, char other) {
    if (!has_room(to, text.length)) return 0;
    char *place = to->bytes + to->length;
    for (size_t each = 0; each < text.length; each++) {
        char letter = text.start[each];
        *place = letter;
        place += letter != one && letter != other;
    }
    to->length = place - to->bytes;
    return 1;
}

/* What is strong in a piece. Its own beginning may be: the mark before it was stripped. */
static int note_strong(Pieces *pieces, Span bare) {
    const char *end = bare.start + bare.length, *place = bare.start;
    if (holds(bare, STRONG)) place = (const char *)memchr(place, STRONG, bare.length) + 1;
    while (pieces->strong_count < pieces->most_strong) {
        const char *next = place < end ? memchr(place, STRONG, end - place) : NULL;
        Span part = until((Span){place, (next ? next : end) - place}, STRONG_END);
        if (pieces->strong_count && !add(&pieces->strong, " ", 1)) return 0;
        if (!add(&pieces->strong, part.start, part.length)) return 0;
        pieces->strong_count++;
        if (next == NULL) break;
        place = next + 1;
    }
    return 1;
}

static int add_piece(Pieces *pieces, Piece piece) {
    if (pieces->count == pieces->room) {
        size_t room = pieces->room * 2 + 64;
        Piece *found = PyMem_Realloc(pieces->found, room * sizeof *found);
        if (found == NULL) return 0;
        pieces->found = found;
        pieces->room = room;
    }
    pieces->found[pieces->count++] = piece;
    return 1;
}

/* One run between two borders. `inside`: a link began before it and did not end. */
static int add_run(Pieces *pieces, Span raw, int *inside, int with_strong) {
    Buffer *letters = &pieces->letters;
    size_t start = letters->length, link = 0, size;
    Span bare;
    if (*inside || holds(raw, LINK)) {
        if (!add_without(letters, raw, LINK, LINK_END)) return 0;
        bare = stripped((Span){letters->bytes + start, letters->length - start});
        size = characters(bare);
        if (*inside && size > 2 * LONG_LINK) *inside = 0; /* a link that nobody closed */
        if (*inside || occurrences(raw, LINK) * LONG_LINK > size) link = in_links(raw, *inside);
        const char *begun = last_place(raw, LINK), *ended = last_place(raw, LINK_END);
        *inside = begun != NULL ? ended == NULL || begun > ended : *inside && ended == NULL;
    } else {
        Span seen = stripped(raw);
        if (!add(letters, seen.start, seen.length)) return 0;
        bare = (Span){letters->bytes + start, seen.length};
        size = characters(bare);
    }
    if (!bare.length) {
        letters->length = start;
        return 1;
    }
    Piece piece = {bare.start - letters->bytes, bare.length, size, TEXT};
    if (holds(raw, STRONG)) {
        piece.kind = size < LONG && is_strong(raw) ? HEADING : kind_of(bare, size, link);
        if (with_strong && !note_strong(pieces, bare)) return 0;
        size_t place = piece.start, to = place;
        for (; place < piece.start + piece.length; place++) {
            char letter = letters->bytes[place];
            letters->bytes[to] = letter;
            to += letter != STRONG && letter != STRONG_END;
        }
        piece.size -= place - to;
        piece.length = to - piece.start;
    } else if (size < LONG || link) {
        piece.kind = kind_of(bare, size, link);
    }
    letters->length = piece.start + piece.length;
    return add_piece(pieces, piece);
}

static int add_pieces(Pieces *pieces, Span text, int with_strong) {
    const char *place = text.start, *end = text.start + text.length;
    int inside = 0;
    while (1) {
        const char *border = place < end ? memchr(place, BORDER, end - place) : NULL;
        Span raw = {place, (border ? border : end) - place};
        if (raw.length && !add_run(pieces, raw, &inside, with_strong)) return 0;
        if (border == NULL) return 1;
        place = border + 1;
    }
}

#endif
