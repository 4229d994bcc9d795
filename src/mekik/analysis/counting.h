/* Which words of a page are frequent where it counts: what keywords.py chooses from. */
#ifndef MEKIK_COUNTING_H
#define MEKIK_COUNTING_H

#include "prints.h"

#define MOST_READ 256
#define PLACES (4 * MOST_READ)

typedef struct {
    Piece root, word; /* the word by which the root came first */
    long score;
    int marked; /* by the column that is read now */
} Counted;

typedef struct {
    Counted all[MOST_READ];
    uint16_t places[PLACES]; /* of a root in `all`, plus one; 0 for none */
    size_t count;
} Counts;

static inline int same(const Piece *one, const Piece *other) {
    return one->size == other->size && one->first == other->first &&
           (one->size <= 8 || memcmp(one->text + 8, other->text + 8, one->size - 8) == 0);
}

/* The root's place in `counts->places`: the one that it has, or a free one. There is always one left. */
static inline size_t place_of(const Counts *counts, const Piece *root) {
    size_t place = mixed(number_of(root)) % PLACES;
    while (counts->places[place] && !same(root, &counts->all[counts->places[place] - 1].root)) place = (place + 1) % PLACES;
    return place;
}

/* The first `read` words, each with its root, which is the next of `roots` or, where there are none, the word itself. */
static size_t count_words(Counts *counts, Piece *words, Cutter *text, Cutter *roots, size_t read, size_t twice) {
    size_t number = 0;
    for (Piece root; number < read && next_piece(text, words + number); number++) {
        if (roots == NULL) root = words[number];
        else if (!next_piece(roots, &root)) break;
        size_t place = place_of(counts, &root);
        if (!counts->places[place]) {
            counts->all[counts->count] = (Counted){root, words[number], 0, 0};
            counts->places[place] = (uint16_t)++counts->count;
        }
        counts->all[counts->places[place] - 1].score += number < twice ? 2 : 1;
    }
    return number;
}

/* What standing among the first words of a column adds, once for each root that is there already. */
static void add_weight(Counts *counts, const Py_buffer *column, size_t most, long weight) {
    Cutter cutter;
    begin_cutting(&cutter, column->buf, (size_t)column->len);
    for (size_t number = 0; number < counts->count; number++) counts->all[number].marked = 0;
    Piece root;
    for (size_t number = 0; number < most && next_piece(&cutter, &root); number++) {
        size_t place = place_of(counts, &root);
        if (!counts->places[place]) continue;
        Counted *found = counts->all + counts->places[place] - 1;
        if (!found->marked) found->score += weight;
        found->marked = 1;
    }
}

static int append_counted(PyObject *list, const Counted *found, const Piece *words, size_t count) {
    const Piece *shown = &found->word;
    for (size_t number = 0; number < count; number++)
        if (same(words + number, &found->root)) shown = &found->root;
    PyObject *row = Py_BuildValue("ly#y#", found->score, found->root.text, (Py_ssize_t)found->root.size, shown->text,
                                  (Py_ssize_t)shown->size);
    int failed = row == NULL || PyList_Append(list, row) < 0;
    Py_XDECREF(row);
    return failed ? -1 : 0;
}

/* count(words, roots, strong, title, (read, twice, most, strong's weight, title's weight, least)): for each root of the
 * first `read` words that comes to `least`, in the order of the text: what it comes to, the root, and itself if that is
 * one of the words, else the word by which it came first. No roots mean that words are their own. */
static PyObject *count(PyObject *module, PyObject *args) {
    Py_buffer words, roots, strong, title;
    Py_ssize_t read, twice, most;
    long strong_weight, title_weight, least;
    if (!PyArg_ParseTuple(args, "y*y*y*y*(nnnlll)", &words, &roots, &strong, &title, &read, &twice, &most,
                          &strong_weight, &title_weight, &least))
        return NULL;
    PyObject *answer = NULL;
    Counts counts;
    Piece seen[MOST_READ];
    Cutter text, stems;
    if (read < 0 || read > MOST_READ || twice < 0 || most < 0) {
        PyErr_SetString(PyExc_ValueError, "so many words are not counted");
        goto done;
    }
    memset(counts.places, 0, sizeof counts.places);
    counts.count = 0;
    begin_cutting(&text, words.buf, (size_t)words.len);
    begin_cutting(&stems, roots.buf, (size_t)roots.len);
    size_t number = count_words(&counts, seen, &text, roots.len ? &stems : NULL, (size_t)read, (size_t)twice);
    add_weight(&counts, &strong, (size_t)most, strong_weight);
    add_weight(&counts, &title, (size_t)most, title_weight);
    answer = PyList_New(0);
    for (size_t place = 0; answer != NULL && place < counts.count; place++)
        if (counts.all[place].score >= least && append_counted(answer, counts.all + place, seen, number) < 0)
            Py_CLEAR(answer);
done:
    PyBuffer_Release(&words);
    PyBuffer_Release(&roots);
    PyBuffer_Release(&strong);
    PyBuffer_Release(&title);
    return answer;
}

#endif
