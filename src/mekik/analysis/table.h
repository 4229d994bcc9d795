/* The table of words: the other forms of a page's words, by what was worked out for other pages. */
#ifndef MEKIK_TABLE_H
#define MEKIK_TABLE_H

#include "growing.h"
#include "prints.h"

#if defined(__GNUC__)
#define PREFETCH(address) __builtin_prefetch(address)
#else
#define PREFETCH(address) ((void)(address))
#endif

#define PROBES 12
#define BLOCK 16 /* words that are looked up together */
#define LONGEST 255
#define HEAD 3 /* lengths of word, root and short form, a byte each */

typedef struct {
    uint32_t tag; /* other bits of the hash than those that chose the slot */
    uint32_t place; /* of the record, plus one; 0 for a free slot */
} Slot;

typedef struct {
    Slot *slots;
    Bytes records;
    size_t count;
} Generation;

typedef struct {
    PyObject_HEAD
    PyObject *work_out;
    Generation newer, older;
    Bytes roots, shorts; /* kept between texts, so that memory is asked for once */
    size_t most, last, largest;
    uint64_t seed;
    int busy;
} Table;

static int start(Generation *generation, size_t slots) {
    generation->count = generation->records.used = 0;
    if (generation->slots == NULL) {
        generation->slots = PyMem_RawCalloc(slots, sizeof(Slot));
        if (generation->slots == NULL) {
            PyErr_NoMemory();
            return -1;
        }
    } else {
        memset(generation->slots, 0, slots * sizeof(Slot));
    }
    return 0;
}

static inline uint64_t stirred(uint64_t number) {
    number ^= number >> 32;
    number *= UINT64_C(0xD6E8FEB86659FD93);
    number ^= number >> 32;
    number *= UINT64_C(0xD6E8FEB86659FD93);
    return number ^ number >> 32;
}

/* A word of the text that is looked up. */
typedef struct {
    const uint8_t *text;
    size_t size;
    uint64_t first, last; /* eight bytes each, as in a `Piece`; of a word that has no more the same */
    uint64_t key;
} Word;

/* Up to 16 bytes the first and the last eight are all: most words need nothing that could be foretold wrongly. */
static inline uint64_t hash(const Word *word, uint64_t seed) {
    uint64_t number = stirred(seed ^ word->size * ODD ^ word->first);
    for (size_t place = 8; place + 8 < word->size; place += 8) number = stirred(number ^ whole_eight(word->text + place));
    return stirred(number ^ word->last);
}

/* `SLACK` bytes may be read from there on, whatever the word's size is. */
static inline int is_word(const Word *word, const uint8_t *there) {
    uint64_t first = first_eight(there, word->size), last = last_eight(there, word->size);
    if ((first ^ word->first) | (last ^ word->last)) return 0;
    return word->size <= SLACK || memcmp(there, word->text, word->size) == 0;
}

static inline const uint8_t *find(const Table *table, const Generation *generation, const Word *word) {
    if (generation->slots == NULL) return NULL;
    for (int probe = 0; probe < PROBES; probe++) {
        const Slot *slot = generation->slots + ((word->key + (uint64_t)probe) & table->last);
        if (slot->place == 0) return NULL;
        if (slot->tag != (uint32_t)(word->key >> 32)) continue;
        const uint8_t *record = generation->records.data + slot->place - 1;
        if (record[0] == word->size && is_word(word, record + HEAD)) return record;
    }
    return NULL;
}

/* Remembers a record; when its slots are taken, it is not remembered. */
static int add(Table *table, const uint8_t *record, uint64_t key) {
    size_t size = HEAD + (size_t)record[0] + record[1] + record[2];
    if (table->newer.slots == NULL && start(&table->newer, table->last + 1) < 0) return -1; /* there was no room before */
    if (table->newer.count >= table->most || table->newer.records.used + size > table->largest) {
        Generation full = table->newer;
        table->newer = table->older;
        table->older = full;
        if (start(&table->newer, table->last + 1) < 0) return -1;
    }
    for (int probe = 0; probe < PROBES; probe++) {
        Slot *slot = table->newer.slots + ((key + (uint64_t)probe) & table->last);
        if (slot->place) continue;
        size_t place = table->newer.records.used;
        if (reserve(&table->newer.records, size + SLACK) < 0) return -1; /* more may be read than there is */
        append(&table->newer.records, record, size);
        slot->tag = (uint32_t)(key >> 32);
        slot->place = (uint32_t)place + 1;
        table->newer.count++;
        return 0;
    }
    return 0;
}

/* Room is there. Most forms are short, and a copy of always the same size needs no loop. */
static inline void put_form(Bytes *bytes, const uint8_t *form, size_t size) {
    uint8_t *to = bytes->data + bytes->used;
    memcpy(to, form, SLACK);
    if (size > SLACK) memcpy(to + SLACK, form + SLACK, size - SLACK);
    bytes->used += size;
}

static int give(Table *table, const uint8_t *root, size_t root_size, const uint8_t *brief, size_t brief_size) {
    return append(&table->roots, root, root_size) < 0 || append(&table->shorts, brief, brief_size) < 0 ? -1 : 0;
}

/* `SLACK` bytes may be read behind the record. */
static inline int give_record(Table *table, const uint8_t *record) {
    const uint8_t *root = record + HEAD + record[0], *brief = root + record[1];
    if (reserve(&table->roots, LONGEST + SLACK) < 0 || reserve(&table->shorts, LONGEST + SLACK) < 0) return -1;
    put_form(&table->roots, root, record[1]);
    put_form(&table->shorts, brief, record[2]);
    return 0;
}

/* A word that nobody remembers. */
static int ask(Table *table, const Word *word) {
    size_t size = word->size;
    PyObject *string = PyUnicode_DecodeUTF8((const char *)word->text, (Py_ssize_t)size, "replace");
    if (string == NULL) return -1;
    PyObject *pair = PyObject_CallOneArg(table->work_out, string);
    Py_DECREF(string);
    if (pair == NULL) return -1;
    char *root, *brief;
    Py_ssize_t root_size, brief_size;
    int failed = !PyTuple_Check(pair) || PyTuple_GET_SIZE(pair) != 2;
    if (failed) PyErr_SetString(PyExc_TypeError, "two forms of a word are wanted");
    failed = failed || PyBytes_AsStringAndSize(PyTuple_GET_ITEM(pair, 0), &root, &root_size) < 0 ||
             PyBytes_AsStringAndSize(PyTuple_GET_ITEM(pair, 1), &brief, &brief_size) < 0 ||
             give(table, (uint8_t *)root, (size_t)root_size, (uint8_t *)brief, (size_t)brief_size) < 0;
    if (!failed && size <= LONGEST && root_size <= LONGEST && brief_size <= LONGEST) {
        uint8_t record[HEAD + 3 * LONGEST] = {(uint8_t)size, (uint8_t)root_size, (uint8_t)brief_size};
        memcpy(record + HEAD, word->text, size);
        memcpy(record + HEAD + size, root, (size_t)root_size);
        memcpy(record + HEAD + size + root_size, brief, (size_t)brief_size);
        failed = add(table, record, word->key) < 0;
    }
    Py_DECREF(pair);
    return failed ? -1 : 0;
}

/* The next words of a text with their keys, at most BLOCK. Their slots and then their records are on the way from
 * memory when they are wanted: waiting for one after the other would take most of the time. */
static size_t next_words(const Table *table, Word *words, Cutter *cutter) {
    size_t count = 0;
    for (Piece piece; count < BLOCK && next_piece(cutter, &piece);) {
        Word *word = words + count++;
        word->text = piece.text;
        word->size = piece.size;
        word->first = word->last = piece.first;
        if (cutter->data + cutter->size - piece.text >= 8) word->last = last_eight(piece.text, piece.size);
        word->key = hash(word, table->seed);
        if (table->newer.slots) PREFETCH(table->newer.slots + (word->key & table->last));
    }
    for (size_t number = 0; table->newer.slots && number < count; number++) {
        uint32_t record = table->newer.slots[words[number].key & table->last].place;
        if (record) PREFETCH(table->newer.records.data + record - 1);
    }
    return count;
}

static inline int look_up(Table *table, const Word *word) {
    const uint8_t *record = find(table, &table->newer, word);
    if (record != NULL) return give_record(table, record);
    record = find(table, &table->older, word);
    if (record == NULL) return ask(table, word);
    uint8_t copy[HEAD + 3 * LONGEST + SLACK]; /* adding may turn the generations */
    memcpy(copy, record, HEAD + (size_t)record[0] + record[1] + record[2]);
    return give_record(table, copy) < 0 ? -1 : add(table, copy, word->key);
}

static PyObject *table_columns(Table *table, PyObject *object) {
    Py_buffer words;
    if (table->busy || table->work_out == NULL) {
        PyErr_SetString(PyExc_RuntimeError, table->busy ? "the table is at work" : "the table was not set up");
        return NULL;
    }
    if (PyObject_GetBuffer(object, &words, PyBUF_SIMPLE) < 0) return NULL;
    Word block[BLOCK];
    Cutter cutter;
    size_t count;
    int failed = 0;
    begin_cutting(&cutter, words.buf, (size_t)words.len);
    table->busy = 1;
    table->roots.used = table->shorts.used = 0;
    while (!failed && (count = next_words(table, block, &cutter)))
        for (size_t number = 0; !failed && number < count; number++) failed = look_up(table, block + number) < 0;
    table->busy = 0;
    PyBuffer_Release(&words);
    if (failed) return NULL;
    PyObject *roots = taken(&table->roots), *shorts = taken(&table->shorts);
    PyObject *answer = roots && shorts ? PyTuple_Pack(2, roots, shorts) : NULL;
    Py_XDECREF(roots);
    Py_XDECREF(shorts);
    return answer;
}

static int table_init(Table *table, PyObject *args, PyObject *names) {
    PyObject *work_out;
    Py_ssize_t most, room;
    unsigned long long seed;
    if (!PyArg_ParseTuple(args, "OnnK", &work_out, &most, &room, &seed)) return -1;
    if (table->work_out != NULL || most < 1 || most > 1 << 24 || room < 1 || room > 1 << 30) {
        PyErr_SetString(PyExc_ValueError, "a table of another size is wanted");
        return -1;
    }
    size_t slots = 16;
    while (slots < 2 * (size_t)most) slots *= 2;
    table->most = (size_t)most;
    table->largest = (size_t)room + HEAD + 3 * LONGEST;
    table->last = slots - 1;
    table->seed = seed;
    if (start(&table->newer, slots) < 0) return -1;
    table->work_out = Py_NewRef(work_out);
    return 0;
}

static int table_traverse(Table *table, visitproc visit, void *arg) {
    Py_VISIT(table->work_out);
    return 0;
}

static int table_clear(Table *table) {
    Py_CLEAR(table->work_out);
    return 0;
}

static void table_dealloc(Table *table) {
    PyObject_GC_UnTrack(table);
    table_clear(table);
    Generation generations[] = {table->newer, table->older};
    for (int place = 0; place < 2; place++) {
        PyMem_RawFree(generations[place].slots);
        PyMem_RawFree(generations[place].records.data);
    }
    PyMem_RawFree(table->roots.data);
    PyMem_RawFree(table->shorts.data);
    Py_TYPE(table)->tp_free((PyObject *)table);
}

static Py_ssize_t table_length(Table *table) { return (Py_ssize_t)table->newer.count; }

static PyMethodDef table_methods[] = {
    {"columns", (PyCFunction)table_columns, METH_O, "The roots and the short forms of words with blanks between them."},
    {NULL},
};
static PySequenceMethods table_sequence = {.sq_length = (lenfunc)table_length};
static PyTypeObject TableType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "mekik.analysis._native.Table",
    .tp_doc = "Table(work_out, most, room, seed)",
    .tp_basicsize = sizeof(Table),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_new = PyType_GenericNew,
    .tp_init = (initproc)table_init,
    .tp_dealloc = (destructor)table_dealloc,
    .tp_traverse = (traverseproc)table_traverse,
    .tp_clear = (inquiry)table_clear,
    .tp_methods = table_methods,
    .tp_as_sequence = &table_sequence,
};

#endif
