/* The main content by ../content.py, which says how and why; from the marked tree to one text. */
#ifndef MEKIK_CONTENT_H
#define MEKIK_CONTENT_H

#include "lexbor.h"
#include "pieces.h"

#define FEW 60
#define LITTLE 0.04
#define MUCH 2000
#define MOST_MARKED 400
#define ALWAYS_SMALL 400
#define TOO_MUCH 0.6
#define MOST_CANDIDATES 24
#define TRUSTED 0.5
#define TIGHT 0.8
#define PLACE "\x1f\x1e\x1d\x1c"
#define MOST_STRONG 60
#define LONGEST_STRONG 1000
#define HEADING_NEAR 16
#define TIDY_FROM 150

static const char REST_NAME[] = "x-mekik-rest", MAIN_NAME[] = "x-mekik-main";

typedef struct {
    Pieces pieces;
    Buffer boxes; /* texts of the elements that were taken out, with borders between them */
    size_t *box_ends, box_count;
    size_t *main, main_count, *rest, rest_count; /* pieces, in the order in which they are read */
} Content;

/* Texts of elements. An element's text is the tree's until it is given back; there is none where memory is short. */
static Span text_of(Node *node) {
    Span text = {NULL, 0};
    text.start = (const char *)lexbor.text_content(node, &text.length);
    return text;
}

static void give_back(void *document, Span text) {
    if (text.start != NULL) lexbor.destroy_text(document, (unsigned char *)text.start);
}

static int is_named(Node *node, const char *name, size_t length) {
    size_t size;
    const unsigned char *found = lexbor.local_name(node, &size);
    return found != NULL && size == length && memcmp(found, name, length) == 0;
}

static int has_heading(Node *root) {
    for (Node *node = next_node(root, root, 1); node != NULL; node = next_node(node, root, 1)) {
        if (lexbor.type(node) == ELEMENT && is_named(node, "h1", 2)) return 1;
    }
    return 0;
}

static int marked_as(Node *node) {
    int said = 0;
    for (void *each = lexbor.first_attribute(node); each != NULL; each = lexbor.next_attribute(each)) {
        size_t size;
        const char *name = (const char *)lexbor.attribute_name(each, &size);
        if (name == NULL || size != sizeof REST_NAME - 1) continue;
        if (memcmp(name, MAIN_NAME, size) == 0) return 2;
        if (memcmp(name, REST_NAME, size) == 0) said = 1;
    }
    return said;
}

/* Takes out the elements that by their names are not the text, and keeps their texts; notes those that are. */
static int by_name(Content *content, Node *body, void *document, Node **candidates, size_t *candidate_count) {
    Node *gone[MOST_MARKED], *after_header = NULL;
    size_t gone_count = 0, seen = 0, whole = 0, spent = 0;
    int deeper = 1, in_header = 0;
    for (Node *node = next_node(body, body, 1); node != NULL && seen < MOST_MARKED; node = next_node(node, body, deeper)) {
        deeper = 1;
        if (node == after_header) in_header = 0;
        int said = lexbor.type(node) == ELEMENT ? marked_as(node) : 0;
        if (!said) continue;
        seen++;
        if (said == 2) {
            candidates[(*candidate_count)++] = node;
            continue;
        }
        int is_header = is_named(node, "header", 6);
        if (is_header && in_header) continue;
        Span text = text_of(node);
        if (text.start == NULL) return 0;
        size_t size = characters(text);
        int is_box = 1, enough = 0;
        if (size > ALWAYS_SMALL) {
            if (!whole) {
                Span all = text_of(body);
                if (all.start == NULL) return 0;
                whole = characters(all);
                give_back(document, all);
            }
            spent += size;
            enough = spent > 8 * whole; /* boxes in boxes in boxes */
            is_box = !enough && !(size > TOO_MUCH * whole);
        }
        if (is_box && is_header && has_heading(node)) {
            is_box = 0;
            in_header = 1; /* headers in headers are not looked at, however many there are */
            after_header = next_node(node, body, 0);
        }
        int kept = 1;
        if (is_box) {
            kept = add(&content->boxes, text.start, text.length);
            content->box_ends[content->box_count++] = content->boxes.length;
            gone[gone_count++] = node;
            /* What is marked in it counts as looked at. */
            for (Node *each = next_node(node, node, 1); each != NULL && seen < MOST_MARKED; each = next_node(each, node, 1)) {
                seen += lexbor.type(each) == ELEMENT && marked_as(each) != 0;
            }
            deeper = 0;
        }
        give_back(document, text);
        if (!kept) return 0;
        if (enough) break;
    }
    for (size_t each = 0; each < gone_count; each++) lexbor.remove(gone[each]);
    return 1;
}

/* The innermost of those that have nearly as much text as the one that has most. */
static Node *tightest(void *document, Node **candidates, size_t count) {
    if (count == 1) return candidates[0];
    size_t sizes[MOST_CANDIDATES], most = 0;
    if (count > MOST_CANDIDATES) count = MOST_CANDIDATES;
    for (size_t each = 0; each < count; each++) {
        Span text = text_of(candidates[each]);
        sizes[each] = text.start ? characters(text) : 0;
        give_back(document, text);
        if (sizes[each] > most) most = sizes[each];
    }
    double least = TIGHT * most;
    while (count--) {
        if (sizes[count] >= least) return candidates[count];
    }
    return NULL;
}

static const char *place_in(Span text) {
    const char *place = text.start, *end = text.start + text.length;
    while (end - place >= 4 && (place = memchr(place, PLACE[0], end - place - 3)) != NULL) {
        if (memcmp(place, PLACE, 4) == 0) return place;
        place++;
    }
    return NULL;
}

/* Where in the first `end` pieces the heading stands that belongs to what follows; their end when there is none. */
static size_t heading_before(const Pieces *pieces, size_t end) {
    size_t first = end > HEADING_NEAR ? end - HEADING_NEAR : 0;
    for (size_t place = end; place-- > first;) {
        int kind = pieces->found[place].kind;
        if (kind == LINKS) break;
        if (kind == HEADING) return place;
    }
    return end;
}

/* The stretch of pieces in which text outweighs links and scraps most, from its heading on. */
static void stretch(const Pieces *pieces, size_t *first, size_t *last) {
    long long best = 0, total = 0;
    size_t begin = 0;
    *first = *last = 0;
    for (size_t place = 0; place < pieces->count; place++) {
        const Piece *piece = &pieces->found[place];
        if (total <= 0) total = 0, begin = place;
        if (piece->kind == TEXT) total += piece->size < 400 ? (long long)piece->size : 400;
        else if (piece->kind == LINKS) total -= 20 + (piece->size < 60 ? (long long)piece->size : 60);
        else if (piece->kind == SCRAP) total -= 5;
        if (total > best) best = total, *first = begin, *last = place + 1;
    }
    *first = heading_before(pieces, *first);
}

/* Into main content and the rest: lists of links, the headings above them and furniture are not main. */
static int filtered(Content *content, size_t first, size_t last, PyObject *is_furniture) {
    size_t left_from = content->rest_count;
    int kept = 0; /* whether the piece after this one was: a heading goes the way of what it heads */
    content->main_count = 0;
    for (size_t place = last; place-- > first;) {
        const Piece *piece = &content->pieces.found[place];
        if (piece->kind == SCRAP) {
            PyObject *text = as_text(letters_of(&content->pieces, piece));
            PyObject *answer = text ? PyObject_CallOneArg(is_furniture, text) : NULL;
            Py_XDECREF(text);
            if (answer == NULL) return 0;
            kept = answer != Py_True;
            Py_DECREF(answer);
        } else if (piece->kind != HEADING) {
            kept = piece->kind == TEXT;
        }
        if (kept) content->main[content->main_count++] = place;
        else content->rest[content->rest_count++] = place;
    }
    for (size_t low = 0, high = content->main_count; low + 1 < high; low++) {
        size_t kept_place = content->main[low];
        content->main[low] = content->main[--high];
        content->main[high] = kept_place;
    }
    for (size_t low = left_from, high = content->rest_count; low + 1 < high; low++) {
        size_t kept_place = content->rest[low];
        content->rest[low] = content->rest[--high];
        content->rest[high] = kept_place;
    }
    return 1;
}

static size_t size_of(const Content *content, const size_t *places, size_t count) {
    size_t size = 0;
    for (size_t each = 0; each < count; each++) size += content->pieces.found[places[each]].size;
    return size;
}

/* Divides all pieces. `inside` of them, between `before` and `after`, are the page's own where the name of their
 * element is trusted. */
static int divided(
    Content *content, size_t before, size_t inside, size_t after, int is_trusted, PyObject *is_furniture
) {
    Pieces *pieces = &content->pieces;
    size_t room = (pieces->count + 1) * sizeof(size_t), first = 0, last = before + inside, total = last + after;
    content->main = PyMem_Malloc(room);
    content->rest = PyMem_Malloc(room);
    if (content->main == NULL || content->rest == NULL) return 0;
    if (is_trusted) {
        first = heading_before(pieces, before);
    } else {
        size_t all = pieces->count;
        pieces->count = before;
        stretch(pieces, &first, &last);
        pieces->count = all;
    }
    for (size_t place = 0; place < first; place++) content->rest[content->rest_count++] = place;
    if (!filtered(content, first, last, is_furniture)) return 0;
    for (size_t place = last; place < total; place++) content->rest[content->rest_count++] = place;
    for (size_t place = total; place < pieces->count; place++) content->rest[content->rest_count++] = place;
    size_t size = size_of(content, content->main, content->main_count);
    if (size < FEW || (size < MUCH && size < LITTLE * size_of(content, content->rest, content->rest_count))) {
        memcpy(content->main + content->main_count, content->rest, content->rest_count * sizeof(size_t));
        content->main_count += content->rest_count;
        content->rest_count = 0;
    }
    return 1;
}

/* Whether runs of white space, or some that is no blank, stand in it. */
static int is_untidy(Span text) {
    const unsigned char *bytes = (const unsigned char *)text.start;
    size_t place = 0;
    for (; place + 65 <= text.length; place += 64) {
        unsigned char found = 0;
        for (int each = 0; each < 64; each++) {
            unsigned char byte = bytes[place + each], next = bytes[place + each + 1];
            found |= (byte == '\n') | (byte == '\t') | (byte == '\r') | ((byte == ' ') & (next == ' ')) |
                     ((byte == 0xC2) & (next == 0xA0));
        }
        if (found) return 1;
    }
    for (; place < text.length; place++) {
        unsigned char byte = bytes[place], next = place + 1 < text.length ? bytes[place + 1] : 0;
        if (byte == '\n' || byte == '\t' || byte == '\r' || (byte == ' ' && next == ' ')) return 1;
        if (byte == 0xC2 && next == 0xA0) return 1;
    }
    return 0;
}

static void unmark(Buffer *buffer, size_t from) {
    char *bytes = buffer->bytes;
    size_t place = from;
    for (; place + 64 <= buffer->length; place += 64) {
        unsigned char found = 0;
        for (int each = 0; each < 64; each++) found |= (unsigned char)(bytes[place + each] - LINK) < 4;
        if (found) break;
    }
    size_t to = place;
    for (; place < buffer->length; place++) {
        bytes[to] = bytes[place];
        to += !(bytes[place] >= LINK && bytes[place] <= STRONG_END);
    }
    buffer->length = to;
}

/* The pieces at these places with one blank between them and in them, `most` characters of it. */
static int joined(const Content *content, const size_t *places, size_t count, size_t most, Buffer *to) {
    const Pieces *pieces = &content->pieces;
    size_t from = to->length;
    for (size_t each = 0; each < count; each++) {
        Span piece = letters_of(pieces, &pieces->found[places[each]]);
        if ((each && !add(to, " ", 1)) || !add(to, piece.start, piece.length)) return 0;
    }
    if (!count) return 1;
    unmark(to, from);
    Span text = {to->bytes + from, to->length - from};
    if (is_untidy(text)) {
        if (characters(text) > TIDY_FROM * count) {
            to->length = from;
            for (size_t each = 0; each < count; each++) {
                Span piece = letters_of(pieces, &pieces->found[places[each]]);
                if (each && !add(to, " ", 1)) return 0;
                if (!(is_untidy(piece) ? add_collapsed(to, piece) : add(to, piece.start, piece.length))) return 0;
            }
            unmark(to, from);
        } else {
            Buffer tidy = {0};
            int done = add_collapsed(&tidy, text);
            to->length = from;
            done = done && add(to, tidy.bytes, tidy.length);
            PyMem_Free(tidy.bytes);
            if (!done) return 0;
        }
    }
    text = (Span){to->bytes + from, to->length - from};
    text.length = bytes_of(text, most);
    to->length = from + right_stripped(text).length;
    return 1;
}

/* Fills `content` from the tree. A body that a frameset took the place of is in no document, but it has one. */
static int read_content(Content *content, Node *body, void *document, PyObject *is_furniture) {
    Node *candidates[MOST_MARKED];
    size_t candidate_count = 0, box_ends[MOST_MARKED];
    content->box_ends = box_ends;
    content->pieces.most_strong = MOST_STRONG;
    if (!by_name(content, body, document, candidates, &candidate_count)) return 0;
    Node *chosen = candidate_count ? tightest(document, candidates, candidate_count) : NULL;
    if (chosen != NULL) {
        Node *begin = lexbor.create_text(document, (const unsigned char *)PLACE, 4);
        Node *end = lexbor.create_text(document, (const unsigned char *)PLACE, 4);
        if (begin == NULL || end == NULL) return 0;
        lexbor.insert_before(chosen, begin);
        lexbor.insert_after(chosen, end);
    }
    Span text = text_of(body), inside = {NULL, 0};
    if (text.start == NULL) return 0;
    Span before = text, after = inside;
    Buffer bare = {0};
    int done = 1;
    const char *first = chosen ? place_in(text) : NULL;
    const char *finish = text.start + text.length;
    const char *second = first ? place_in((Span){first + 4, finish - first - 4}) : NULL;
    if (second != NULL) {
        inside = (Span){first + 4, second - first - 4};
        size_t least = characters(inside);
        if (least < FEW || least < TRUSTED * characters(text)) {
            const char *place = text.start, *found; /* all of the text, without the signs of the place */
            while (done && (found = place_in((Span){place, finish - place})) != NULL) {
                done = add(&bare, place, found - place);
                place = found + 4;
            }
            done = done && add(&bare, place, finish - place);
            before = (Span){bare.bytes, bare.length};
            inside.length = 0;
        } else {
            before.length = first - text.start;
            after = (Span){second + 4, finish - second - 4};
        }
    }
    Pieces *pieces = &content->pieces;
    size_t counts[3] = {0};
    int with_inside = inside.length > 0;
    done = done && add_pieces(pieces, before, !with_inside);
    counts[0] = pieces->count;
    if (with_inside) {
        done = done && add_pieces(pieces, inside, 1);
        counts[1] = pieces->count - counts[0];
        done = done && add_pieces(pieces, after, 0);
        counts[2] = pieces->count - counts[0] - counts[1];
    }
    give_back(document, text);
    PyMem_Free(bare.bytes);
    for (size_t each = 0, from = 0; done && each < content->box_count; from = box_ends[each++]) {
        done = add_pieces(pieces, (Span){content->boxes.bytes + from, box_ends[each] - from}, 0);
    }
    content->box_ends = NULL;
    return done && divided(content, counts[0], counts[1], counts[2], with_inside, is_furniture);
}

static void forget_content(Content *content) {
    forget(&content->pieces);
    PyMem_Free(content->boxes.bytes);
    PyMem_Free(content->main);
    PyMem_Free(content->rest);
}

#endif
