/* One walk over a page's elements: its anchors read, and which others there are. */
#ifndef MEKIK_WALK_H
#define MEKIK_WALK_H

#include "lexbor.h"
#include "links.h"
#include "marks.h"

#define KNOWN_TAGS 512
#define LONGEST_ANCHOR 200

/* What a tag is to the walk. SHOWN elements are only looked at where there are some of them, others are told. */
enum { UNKNOWN, PASSED, SHOWN, TOLD, TOLD_WITH_TEXT, TITLE, LINKED };

typedef struct {
    PyObject *name; /* of those that readers want */
    unsigned char kind, is_picture, is_unseen;
    size_t walk; /* the last one that met it */
} Tag;

static Tag tags[KNOWN_TAGS]; /* by their numbers in the library; those that no standard knows have greater ones */
static PyObject *wanted_tags; /* a dictionary from a tag's bytes to its name, its kind, and whether nobody sees it */
static size_t walks;

static int is_called(Span name, const char *word) {
    return name.length == strlen(word) && memcmp(name.start, word, name.length) == 0;
}

static int learn(Tag *tag, Node *node) {
    Span name = {NULL, 0};
    name.start = (const char *)lexbor.local_name(node, &name.length);
    if (name.start == NULL) name = (Span){"", 0};
    tag->is_picture = is_called(name, "img");
    tag->kind = is_called(name, "a") ? LINKED : PASSED;
    PyObject *key = PyBytes_FromStringAndSize(name.start, (Py_ssize_t)name.length);
    PyObject *wanted = key ? PyDict_GetItemWithError(wanted_tags, key) : NULL;
    Py_XDECREF(key);
    if (wanted == NULL) return !PyErr_Occurred();
    int kind, is_unseen;
    if (!PyArg_ParseTuple(wanted, "Oip", &tag->name, &kind, &is_unseen)) return 0;
    Py_INCREF(tag->name);
    tag->kind = (unsigned char)(SHOWN + kind);
    tag->is_unseen = (unsigned char)is_unseen;
    return 1;
}

static Tag *tag_of(Node *node) {
    static Tag other = {NULL, PASSED, 0, 0, 0};
    uintptr_t number = lexbor.tag(node);
    if (number >= KNOWN_TAGS) return &other;
    Tag *tag = &tags[number];
    return tag->kind == UNKNOWN && !learn(tag, node) ? NULL : tag;
}

static void forget_tags(void) {
    for (int each = 0; each < KNOWN_TAGS; each++) {
        PyObject *name = tags[each].name;
        tags[each] = (Tag){NULL, UNKNOWN, 0, 0, 0};
        Py_XDECREF(name);
    }
}

/* What attributes say that only some pages have. */
enum { STYLED = 1, HANDLED = 2 };

/* Whether somebody wants to look at elements with this attribute: see html.ATTRIBUTES and unseen.py. */
static int attribute_kind(Span name) {
    if (!name.length) return 0;
    switch (name.start[0]) {
    case 's': return is_called(name, "style") ? STYLED : 0;
    case 'h': return is_called(name, "hidden") ? STYLED : 0;
    case 'b': return is_called(name, "bgcolor") ? STYLED : 0;
    case 'c': return is_called(name, "color") ? STYLED : 0;
    case 't': return is_called(name, "text") ? STYLED : 0;
    case 'o': return is_called(name, "onclick") ? HANDLED : 0;
    case 'i': return is_called(name, "itemscope") ? HANDLED : 0;
    default: return 0;
    }
}

static Span attribute_name(void *attribute) {
    Span name = {NULL, 0};
    name.start = (const char *)lexbor.attribute_name(attribute, &name.length);
    return name.start ? name : (Span){"", 0};
}

/* Empty where an attribute has none; there all the same. */
static Span attribute_value(void *attribute) {
    Span value = {NULL, 0};
    value.start = (const char *)lexbor.attribute_value(attribute, &value.length);
    return value.start ? value : (Span){"", 0};
}

/* A line as ../text.py has it, of text with our marks. */
static PyObject *line(Span text, size_t most) {
    Buffer bare = {0}, words = {0};
    int done = 1;
    if (holds(text, STRONG)) {
        const char *end = text.start + text.length;
        done = has_room(&bare, text.length);
        for (const char *place = text.start; done && place < end; place++) {
            if (*place != STRONG && *place != STRONG_END) bare.bytes[bare.length++] = *place;
        }
        text = (Span){bare.bytes, bare.length};
    }
    int is_long = characters(text) > most;
    if (is_long) text.length = bytes_of(text, 4 * most);
    done = done && add_collapsed(&words, text);
    PyObject *answer = NULL;
    if (done) {
        Span found = {words.bytes, words.length};
        if (is_long) {
            found.length = bytes_of(found, most);
            found = right_stripped(found);
        }
        answer = as_text(found);
    } else {
        PyErr_NoMemory();
    }
    PyMem_Free(bare.bytes);
    PyMem_Free(words.bytes);
    return answer;
}

/* The attributes of an anchor that say something. */
typedef struct {
    Span href, relation, title, label;
} Anchor;

static int is_there(Span text) { return text.start != NULL; }

static PyObject *text_or_none(Span text) {
    if (is_there(text)) return as_text(text);
    Py_RETURN_NONE;
}

/* The alt text of the first picture in it that has one; -1 with an exception. */
static int picture_words(Node *anchor, Span *words) {
    for (Node *node = next_node(anchor, anchor, 1); node != NULL; node = next_node(node, anchor, 1)) {
        if (lexbor.type(node) != ELEMENT) continue;
        const Tag *tag = tag_of(node);
        if (tag == NULL) return -1;
        if (!tag->is_picture) continue;
        for (void *each = lexbor.first_attribute(node); each != NULL; each = lexbor.next_attribute(each)) {
            if (!is_called(attribute_name(each), "alt")) continue;
            *words = attribute_value(each);
            return 1;
        }
    }
    return 0;
}

/* Whether one of the words of `rel` asks not to follow the link: see ../targets.py. */
static int is_unfollowed(Span relation) {
    const char *place = relation.start, *end = relation.start + relation.length;
    while (place < end) {
        size_t blank = blank_at(place, end);
        if (blank) {
            place += blank;
            continue;
        }
        char word[10];
        size_t length = 0;
        for (; place < end && !blank_at(place, end); place++) {
            if (length < sizeof word) word[length] = (char)(*place >= 'A' && *place <= 'Z' ? *place | 32 : *place);
            length++;
        }
        if (length > sizeof word) continue;
        Span found = {word, length};
        if (is_called(found, "nofollow") || is_called(found, "ugc") || is_called(found, "sponsored")) return 1;
    }
    return 0;
}

/* The element whose text was read last, while the walk is in it. Only a hostile page has many in one another, and then
 * the text of the outermost is enough: the work on a page must not grow with the square of its size. */
typedef struct {
    int is_inside;
    Node *after; /* what follows it, NULL at the end of the page */
} Region;

typedef struct {
    Node *root;
    void *document;
    PyObject *hrefs, *words; /* of the anchors, side by side */
    Buffer kinds;            /* of each of them, as ../../document.py knows them */
    PyObject *told, *tags;
    int attributes; /* the kinds that were met */
    Region linked, quoted;
} Walk;

/* Whether the walk is in none yet; then it is in this one. */
static int enters(Region *region, Node *node, Node *root) {
    if (region->is_inside) return 0;
    *region = (Region){1, next_node(node, root, 0)};
    return 1;
}

/* What a link is called: its text, or for a link without text what its picture or its own label says. */
static PyObject *anchor_words(Node *node, Walk *walk, const Anchor *anchor) {
    int is_outer = enters(&walk->linked, node, walk->root);
    Span text = {NULL, 0};
    if (is_outer) {
        text.start = (const char *)lexbor.text_content(node, &text.length);
        if (text.start == NULL) return PyErr_NoMemory();
    }
    PyObject *words = line(is_outer ? text : (Span){"", 0}, LONGEST_ANCHOR);
    if (is_outer) lexbor.destroy_text(walk->document, (unsigned char *)text.start);
    if (words == NULL || PyUnicode_GET_LENGTH(words)) return words;
    Span said = anchor->title.length ? anchor->title : anchor->label;
    if (is_outer && picture_words(node, &said) < 0) {
        Py_DECREF(words);
        return NULL;
    }
    if (!said.length) return words;
    Py_DECREF(words);
    return line(said, LONGEST_ANCHOR);
}

/* The attributes of an element, None for those without a value, as selectolax gives them. */
static PyObject *attributes_of(Node *node) {
    PyObject *attributes = PyDict_New();
    void *each = attributes ? lexbor.first_attribute(node) : NULL;
    for (; each != NULL; each = lexbor.next_attribute(each)) {
        Span value = {NULL, 0};
        value.start = (const char *)lexbor.attribute_value(each, &value.length);
        PyObject *name = as_text(attribute_name(each)), *text = text_or_none(value);
        int done = name != NULL && text != NULL && PyDict_SetItem(attributes, name, text) == 0;
        Py_XDECREF(name);
        Py_XDECREF(text);
        if (!done) Py_CLEAR(attributes);
        if (!done) break;
    }
    return attributes;
}

static int is_in_drawing(Node *node) {
    Node *parent = lexbor.parent(node);
    if (parent == NULL || lexbor.type(parent) != ELEMENT) return 0;
    Span name = {NULL, 0};
    name.start = (const char *)lexbor.local_name(parent, &name.length);
    return name.start != NULL && is_called(name, "svg");
}

/* The text in an element; none of the title of a drawing, which is no page's. */
static PyObject *text_in(Node *node, const Tag *tag, Walk *walk) {
    int is_silent = tag->kind == TOLD || (tag->kind == TITLE && is_in_drawing(node));
    if (is_silent || !enters(&walk->quoted, node, walk->root)) return as_text((Span){"", 0});
    Span text = {NULL, 0};
    text.start = (const char *)lexbor.text_content(node, &text.length);
    if (text.start == NULL) return PyErr_NoMemory();
    PyObject *answer = as_text(text);
    lexbor.destroy_text(walk->document, (unsigned char *)text.start);
    return answer;
}

/* Takes the item over, and fails where it failed. */
static int append(PyObject *list, PyObject *item) {
    int added = item != NULL && PyList_Append(list, item) == 0;
    Py_XDECREF(item);
    return added;
}

/* Takes attributes and text over, and fails where one of them failed. */
static int tell(Walk *walk, const char *tag, PyObject *attributes, PyObject *text) {
    if (tag != NULL && attributes != NULL && text != NULL) {
        return append(walk->told, Py_BuildValue("nsNN", PyList_GET_SIZE(walk->hrefs), tag, attributes, text));
    }
    Py_XDECREF(attributes);
    Py_XDECREF(text);
    return 0;
}

static int visit(Node *node, Walk *walk) {
    Tag *tag = tag_of(node);
    if (tag == NULL) return 0;
    Anchor anchor = {{NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}};
    for (void *each = lexbor.first_attribute(node); each != NULL; each = lexbor.next_attribute(each)) {
        Span name = attribute_name(each);
        walk->attributes |= attribute_kind(name);
        if (tag->kind != LINKED) continue;
        if (is_called(name, "href")) anchor.href = attribute_value(each);
        else if (is_called(name, "rel")) anchor.relation = attribute_value(each);
        else if (is_called(name, "title")) anchor.title = attribute_value(each);
        else if (is_called(name, "aria-label")) anchor.label = attribute_value(each);
    }
    if (tag->kind == PASSED) return 1;
    if (tag->kind == LINKED) {
        if (!is_there(anchor.href)) return 1;
        if (anchor.href.length && (anchor.href.start[0] | 32) == 'j') { /* it may be a script */
            return tell(walk, "a", attributes_of(node), anchor_words(node, walk, &anchor));
        }
        char kind = anchor.relation.length && is_unfollowed(anchor.relation) ? (char)NOFOLLOW : 0;
        if (!add(&walk->kinds, &kind, 1)) return PyErr_NoMemory() != NULL;
        return append(walk->hrefs, as_text(anchor.href)) &&
               append(walk->words, anchor_words(node, walk, &anchor));
    }
    if (tag->walk != walks) {
        tag->walk = walks;
        if (PySet_Add(walk->tags, tag->name) < 0) return 0;
    }
    if (tag->kind == SHOWN) return 1;
    return tell(walk, PyUnicode_AsUTF8(tag->name), attributes_of(node), text_in(node, tag, walk));
}

/* Takes out the elements that nobody sees. */
static int take_out_unseen(Node *root) {
    for (Node *node = root; node != NULL;) {
        const Tag *tag = lexbor.type(node) == ELEMENT ? tag_of(node) : NULL;
        if (PyErr_Occurred()) return 0;
        int is_unseen = tag != NULL && tag->is_unseen && node != root;
        Node *next = next_node(node, root, !is_unseen);
        if (is_unseen) lexbor.remove(node);
        node = next;
    }
    return 1;
}

static int walk_over(Node *root, Walk *walk) {
    walks++;
    walk->root = root;
    walk->document = document_of(root);
    for (Node *node = root; node != NULL; node = next_node(node, root, 1)) {
        if (node == walk->linked.after) walk->linked.is_inside = 0;
        if (node == walk->quoted.after) walk->quoted.is_inside = 0;
        if (lexbor.type(node) == ELEMENT && !visit(node, walk)) return 0;
    }
    return 1;
}

#endif
