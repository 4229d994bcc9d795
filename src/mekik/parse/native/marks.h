/* The marks of ../marks.py, which says what they are: written before the tags of a page in one pass. */
#ifndef MEKIK_MARKS_H
#define MEKIK_MARKS_H

#include "utf8.h"

#define BORDER '\f'
#define LINK '\x1c'
#define LINK_END '\x1d'
#define STRONG '\x1e'
#define STRONG_END '\x1f'
#define LONGEST_ATTRIBUTES 300

/* What stands at the beginning of a tag. */
typedef enum { NOTHING_THERE, BLOCK, ANCHOR, BOLD, HEADING_TAG, BREAK, CONTAINER } TagKind;

static int is_blank_byte(unsigned char byte) { return byte == ' ' || (byte >= 9 && byte <= 13); }

static int ends_name(const char *place, const char *end, int slash_too) {
    return place < end && (is_blank_byte((unsigned char)*place) || *place == '>' || (slash_too && *place == '/'));
}

/* Names of a list between blanks: short, and in lower case. */
static int is_listed(const char *list, const char *name, size_t length) {
    while (*list) {
        size_t size = strcspn(list, " ");
        if (size == length && memcmp(list, name, length) == 0) return 1;
        list += size + (list[size] == ' ');
    }
    return 0;
}

static const char *const INLINE_NAMES[26] = {
    ['a' - 'a'] = "a abbr acronym", ['b' - 'a'] = "big bdo bdi blink", ['c' - 'a'] = "code cite",
    ['d' - 'a'] = "data del dfn", ['e' - 'a'] = "em", ['f' - 'a'] = "font", ['i' - 'a'] = "i ins", ['k' - 'a'] = "kbd",
    ['m' - 'a'] = "mark", ['n' - 'a'] = "nobr", ['q' - 'a'] = "q", ['r' - 'a'] = "rb rp rt ruby",
    ['s' - 'a'] = "s span script style small sub sup samp strike", ['t' - 'a'] = "tt time", ['u' - 'a'] = "u",
    ['v' - 'a'] = "var", ['w' - 'a'] = "wbr",
};

static const char *const CONTAINER_NAMES[26] = {
    ['a' - 'a'] = "aside article", ['d' - 'a'] = "div dialog dl", ['f' - 'a'] = "footer form fieldset figure",
    ['h' - 'a'] = "header", ['m' - 'a'] = "main menu", ['n' - 'a'] = "nav", ['o' - 'a'] = "ol", ['s' - 'a'] = "section",
    ['t' - 'a'] = "td table", ['u' - 'a'] = "ul",
};

#define LONGEST_NAME 12

/* A tag after its "<" and "/": its kind, and the end of what the kind was told by. */
static TagKind tag_kind(const char *place, const char *end, int closing, const char **told) {
    *told = place;
    if (place == end) return NOTHING_THERE;
    unsigned char first = (unsigned char)*place | 32;
    if (first < 'a' || first > 'z') return NOTHING_THERE;
    if (first == 'l' || first == 'p') return BLOCK;
    char name[LONGEST_NAME + 1];
    size_t length = 0;
    const char *after = place;
    while (after < end && length <= LONGEST_NAME) {
        unsigned char letter = (unsigned char)*after;
        if (letter >= 'A' && letter <= 'Z') letter |= 32;
        if (!((letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') || letter == '-')) break;
        name[length++] = (char)letter;
        after++;
    }
    int is_ended = ends_name(after, end, 0);
    if (is_ended) {
        if (length == 1 && first == 'a') {
            int is_named = is_blank_byte((unsigned char)*after) && end - after >= 5 &&
                           PyOS_strnicmp(after + 1, "name", 4) == 0;
            *told = after;
            return is_named ? NOTHING_THERE : ANCHOR;
        }
        if ((length == 1 && first == 'b') || (length == 6 && memcmp(name, "strong", 6) == 0)) {
            *told = after;
            return BOLD;
        }
        if (length == 2 && first == 'h' && name[1] >= '1' && name[1] <= '6') {
            *told = after;
            return HEADING_TAG;
        }
    }
    if (!closing && length == 2 && memcmp(name, "br", 2) == 0 && ends_name(after, end, 1)) {
        *told = after;
        return BREAK;
    }
    if (!closing && first == 'a' && length > 3 && memcmp(name, "amp", 3) == 0 && name[3] == '-') {
        const char *letter = place + 4; /* amp-[a-z-]+, of any length */
        while (letter < end && (((*letter | 32) >= 'a' && (*letter | 32) <= 'z') || *letter == '-')) letter++;
        if (letter - place > 4 && ends_name(letter, end, 0)) {
            *told = letter;
            return CONTAINER;
        }
    }
    const char *list = is_ended && !closing ? CONTAINER_NAMES[first - 'a'] : NULL;
    if (list != NULL && is_listed(list, name, length)) {
        *told = after;
        return CONTAINER;
    }
    if (first == 'h' || first == 'o') return BLOCK;
    list = ends_name(after, end, 1) ? INLINE_NAMES[first - 'a'] : NULL;
    return list != NULL && is_listed(list, name, length) ? NOTHING_THERE : BLOCK;
}

/* A container's tag with its marks, as ../marks.py remembers or works it out. */
static int add_container(Buffer *to, Span tag, PyObject *known) {
    PyObject *key = PyBytes_FromStringAndSize(tag.start, (Py_ssize_t)tag.length);
    if (key == NULL) return 0;
    PyObject *marked = PyObject_GetItem(known, key);
    Py_DECREF(key);
    if (marked == NULL) return 0;
    if (!PyBytes_Check(marked)) {
        Py_DECREF(marked);
        PyErr_SetString(PyExc_TypeError, "a marked tag is made of bytes");
        return 0;
    }
    int added = add(to, PyBytes_AS_STRING(marked), (size_t)PyBytes_GET_SIZE(marked));
    Py_DECREF(marked);
    return added;
}

static int add_marked(Buffer *to, Span html, PyObject *known) {
    const char *place = html.start, *end = html.start + html.length;
    while (place < end) {
        const char *tag = memchr(place, '<', end - place);
        if (tag == NULL) break;
        if (!add(to, place, tag - place)) return 0;
        place = tag + 1;
        int closing = place < end && *place == '/';
        const char *told;
        TagKind kind = tag_kind(place + closing, end, closing, &told);
        const char *mark = "";
        switch (kind) {
        case NOTHING_THERE: break;
        case BLOCK: mark = "\f"; break;
        case ANCHOR: mark = closing ? "\x1d" : "\x1c"; break;
        case BOLD: mark = closing ? "\x1f" : "\x1e"; break;
        case HEADING_TAG: mark = closing ? "\x1f\f" : "\f\x1e"; break;
        case BREAK: mark = "\n"; break;
        case CONTAINER: {
            const char *last = told;
            while (last < end && *last != '<' && *last != '>' && last - told < LONGEST_ATTRIBUTES) last++;
            if (!add_container(to, (Span){place, last - place}, known)) return 0;
            place = last;
            continue;
        }
        }
        if (!add(to, mark, strlen(mark)) || !add(to, "<", 1)) return 0;
    }
    return add(to, place, end - place);
}

#endif
