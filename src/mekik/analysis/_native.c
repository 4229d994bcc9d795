/* The loops over the words of a page that numpy and regular expressions do in many passes, in one pass each.
 *
 * Every function here has a twin in Python (latin.py, word_table.py, prints.py, sketch.py, phrases.py) that is used where this file was not
 * compiled; tests/analysis/test_native.py holds them together. Nothing here trusts its input: lengths are checked
 * before every read and write, and memory is asked for before it is used.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <string.h>

#define VERSION 3
#define LETTERS 0x250 /* code points that have a row in a table of letters */
#define ROW 4         /* bytes of it: how many follow (or one of the two below), then at most three */
#define STRANGE 0xFF  /* not for us: the text goes the other way */
#define MARK 0x27
#define SOFT_HYPHEN 0xAD
#define ODD UINT64_C(0x9E3779B97F4A7C15)
#if defined(__GNUC__)
#define PREFETCH(address) __builtin_prefetch(address)
#else
#define PREFETCH(address) ((void)(address))
#endif
#define BINS 64 /* of a sketch */
#define SLOTS 65536 /* of a bitmap of phrases */

/* ---- bytes that grow */

typedef struct {
    uint8_t *data;
    size_t used, room;
} Bytes;

static int reserve(Bytes *bytes, size_t more) {
    if (bytes->room - bytes->used >= more) return 0;
    size_t room = bytes->room ? bytes->room : 4096;
    while (room - bytes->used < more) {
        if (room > PY_SSIZE_T_MAX / 2) {
            PyErr_NoMemory();
            return -1;
        }
        room *= 2;
    }
    uint8_t *data = PyMem_RawRealloc(bytes->data, room);
    if (data == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    bytes->data = data;
    bytes->room = room;
    return 0;
}

static int append(Bytes *bytes, const uint8_t *from, size_t size) {
    if (size == 0) return 0; /* there may be no memory yet */
    if (reserve(bytes, size) < 0) return -1;
    memcpy(bytes->data + bytes->used, from, size);
    bytes->used += size;
    return 0;
}

static PyObject *taken(const Bytes *bytes) {
    return PyBytes_FromStringAndSize((const char *)bytes->data, (Py_ssize_t)bytes->used);
}

/* ---- letters */

static inline int is_apostrophe(Py_UCS4 letter) {
    return letter == MARK || letter == 0x2019 || letter == 0x2018 || letter == 0x2032;
}

static inline int is_symbol(Py_UCS4 letter) {
    if (letter < 0x2000) return 0;
    if (letter < 0x2100)
        return letter != 0x200C && letter != 0x200D && !(letter >= 0x2070 && letter < 0x20A0) && letter < 0x20D0;
    return (letter >= 0x2180 && letter < 0x24B6) || (letter >= 0x2500 && letter < 0x2740) ||
           (letter >= 0x2800 && letter < 0x2C00) || (letter >= 0x1F000 && letter < 0x20000);
}

typedef struct {
    int kind;
    const void *data;
    Py_ssize_t size;
} Text;

static inline Py_UCS4 at(const Text *text, Py_ssize_t place) {
    return place >= 0 && place < text->size ? PyUnicode_READ(text->kind, text->data, place) : 0;
}

static inline int letter_at(const Text *text, Py_ssize_t place) {
    return place >= 0 && place < text->size && Py_UNICODE_ISALNUM(PyUnicode_READ(text->kind, text->data, place));
}

/* Where to go on after an apostrophe; -1 for a text that is to go the other way. */
static Py_ssize_t after_apostrophe(const Text *text, Py_ssize_t place, int habit) {
    if (habit == 't' && letter_at(text, place - 1) && letter_at(text, place + 1)) {
        if (!letter_at(text, place - 2)) return -1; /* d'Artagnan */
        Py_ssize_t next = place + 1;
        while (letter_at(text, next)) {
            while (letter_at(text, next)) next++;
            if (!is_apostrophe(at(text, next)) || !letter_at(text, next + 1)) break;
            if (!letter_at(text, next - 2)) return -1;
            next++;
        }
        return next;
    }
    if (habit == 'e' && letter_at(text, place - 1) && (at(text, place + 1) | 0x20) == 's' &&
        !letter_at(text, place + 2) && !(is_apostrophe(at(text, place + 2)) && letter_at(text, place + 3)))
        return place + 2;
    return place;
}

/* fold(text, letters, habit): the words of a text in Latin letters with blanks between them, as UTF-8; None when it is
 * not that simple. habit: 't' cuts what follows an apostrophe, 'e' an English possessive, anything else neither. */
static PyObject *fold(PyObject *module, PyObject *args) {
    PyObject *string;
    Py_buffer letters;
    int habit;
    if (!PyArg_ParseTuple(args, "Uy*C", &string, &letters, &habit)) return NULL;
    PyObject *answer = NULL;
    Bytes out = {0};
    if (letters.len != LETTERS * ROW) {
        PyErr_SetString(PyExc_ValueError, "a table of letters has another size");
        goto done;
    }
    if (PyUnicode_READY(string) < 0) goto done;
    Text text = {PyUnicode_KIND(string), PyUnicode_DATA(string), PyUnicode_GET_LENGTH(string)};
    const uint8_t *table = letters.buf;
    if (reserve(&out, (size_t)text.size + 64) < 0) goto done;
    int apostrophes = 0, hyphens = 0;
    for (Py_ssize_t place = 0; place < text.size; place++) {
        Py_UCS4 letter = PyUnicode_READ(text.kind, text.data, place);
        if (is_apostrophe(letter)) {
            apostrophes = 1;
            Py_ssize_t next = after_apostrophe(&text, place, habit);
            if (next < 0) goto strange;
            if (next > place) {
                place = next - 1;
                continue;
            }
            letter = ' ';
        } else if (letter == SOFT_HYPHEN) {
            hyphens = 1;
            continue;
        } else if (letter >= LETTERS) {
            if (!is_symbol(letter)) goto strange;
            letter = ' ';
        }
        const uint8_t *row = table + letter * ROW;
        if (row[0] > ROW - 1) goto strange;
        if (out.room - out.used < ROW && reserve(&out, ROW) < 0) goto done;
        memcpy(out.data + out.used, row + 1, ROW - 1);
        out.used += row[0];
    }
    if (apostrophes && hyphens) goto strange;
    answer = taken(&out);
    goto done;
strange:
    answer = Py_NewRef(Py_None);
done:
    PyMem_RawFree(out.data);
    PyBuffer_Release(&letters);
    return answer;
}

/* ---- words as numbers */

static inline uint64_t eight(const uint8_t *from, size_t size) {
    uint64_t number = 0;
    for (size_t place = 0; place < size; place++) number |= (uint64_t)from[place] << 8 * place;
    return number;
}

/* A word's first eight bytes and its length; `room` bytes may be read from its beginning on. */
static inline uint64_t number_of(const uint8_t *word, size_t size, size_t room) {
    uint64_t number;
    if (room >= 8) {
        memcpy(&number, word, 8);
#if PY_BIG_ENDIAN
        number = __builtin_bswap64(number);
#endif
        if (size < 8) number &= (UINT64_C(1) << 8 * size) - 1;
    } else {
        number = eight(word, size);
    }
    return number + ((uint64_t)size << 56);
}

/* numbers(words): for each word its first eight bytes and its length, as 64 bits each. */
static PyObject *numbers(PyObject *module, PyObject *object) {
    Py_buffer words;
    if (PyObject_GetBuffer(object, &words, PyBUF_SIMPLE) < 0) return NULL;
    const uint8_t *data = words.buf;
    Py_ssize_t size = words.len, place = 0;
    Bytes out = {0};
    PyObject *answer = NULL;
    if (reserve(&out, (size_t)(size / 2 + 1) * sizeof(uint64_t)) < 0) goto done; /* a word and its blank: two bytes */
    while (1) {
        while (place < size && data[place] == ' ') place++;
        if (place == size) break;
        Py_ssize_t start = place;
        while (place < size && data[place] != ' ') place++;
        uint64_t number = number_of(data + start, (size_t)(place - start), (size_t)(size - start));
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

/* sketch(words, borrow): how many words there are, how many different pairs of neighbours, and the sketch of the text
 * (sketch.py says what that is). `borrow` names for each bin the bins that it asks when it is empty. */
static PyObject *sketch(PyObject *module, PyObject *args) {
    Py_buffer words, borrow;
    if (!PyArg_ParseTuple(args, "y*y*", &words, &borrow)) return NULL;
    PyObject *answer = NULL;
    uint64_t *met = NULL;
    if (borrow.len != BINS * BINS) {
        PyErr_SetString(PyExc_ValueError, "a table of lenders has another size");
        goto done;
    }
    const uint8_t *data = words.buf, *lenders = borrow.buf;
    size_t slots = 64, distinct = 0, count = 0;
    while (slots < (size_t)words.len) slots *= 2; /* more than twice the pairs there can be */
    met = PyMem_RawCalloc(slots, sizeof *met); /* the pairs of a text, but for 0 */
    if (met == NULL) {
        PyErr_NoMemory();
        goto done;
    }
    uint64_t least[BINS], before = 0, full = 0;
    int zero = 0;
    for (Py_ssize_t place = 0; place < words.len;) {
        if (data[place] == ' ') {
            place++;
            continue;
        }
        Py_ssize_t start = place;
        while (place < words.len && data[place] != ' ') place++;
        uint64_t word = number_of(data + start, (size_t)(place - start), (size_t)(words.len - start));
        if (count++) {
            uint64_t pair = mixed(before * ODD + word);
            unsigned bin = (unsigned)(pair >> 58);
            if (!(full >> bin & 1) || pair < least[bin]) least[bin] = pair;
            full |= UINT64_C(1) << bin;
            size_t slot = pair & (slots - 1);
            while (met[slot] && met[slot] != pair) slot = (slot + 1) & (slots - 1);
            distinct += pair ? !met[slot] : !zero;
            zero |= !pair;
            met[slot] = pair;
        }
        before = word;
    }
    uint8_t bytes[BINS];
    for (unsigned bin = 0; full && bin < BINS; bin++) {
        unsigned from = bin, asked = 0;
        while (asked < BINS && !(full >> from & 1)) from = lenders[bin * BINS + asked++] & (BINS - 1);
        if (!(full >> from & 1)) { /* nobody lends: the next in order, of the first lender */
            from = lenders[bin * BINS] & (BINS - 1);
            while (!(full >> from & 1)) from = (from + 1) & (BINS - 1);
        }
        bytes[bin] = (uint8_t)(mixed(least[from]) >> 56);
    }
    answer = Py_BuildValue("nny#", (Py_ssize_t)count, (Py_ssize_t)distinct, bytes, (Py_ssize_t)(full ? BINS : 0));
done:
    PyMem_RawFree(met);
    PyBuffer_Release(&words);
    PyBuffer_Release(&borrow);
    return answer;
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
    const uint8_t *before = old.buf, *data = text.buf;
    uint64_t first = 0, second = 0, third = 0, length = 0;
    Py_ssize_t count = 0, met = 0, new = 0;
    for (Py_ssize_t place = 0; place <= text.len; place++) {
        uint8_t byte = place < text.len ? data[place] : ' ';
        if (byte != ' ') {
            if (byte >= '0' && byte <= '9') continue;
            if (length < 8) third |= (uint64_t)byte << 8 * length;
            length++;
            continue;
        }
        if (length == 0) continue;
        third += length << 56;
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
        third = length = 0;
    }
    answer = Py_BuildValue("nnn", count > 2 ? count - 2 : 0, met, new);
done:
    PyBuffer_Release(&text);
    PyBuffer_Release(&bits);
    PyBuffer_Release(&old);
    return answer;
}

/* ---- the table of words */

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

static inline uint64_t hash(const uint8_t *word, size_t size, uint64_t seed) {
    uint64_t number = seed ^ size * UINT64_C(0x9E3779B97F4A7C15);
    for (; size >= 8; word += 8, size -= 8) {
        uint64_t part;
        memcpy(&part, word, 8);
        number = stirred(number ^ part);
    }
    return stirred(number ^ eight(word, size));
}

static const uint8_t *find(const Table *table, const Generation *generation, const uint8_t *word, size_t size,
                           uint64_t key) {
    if (generation->slots == NULL) return NULL;
    for (int probe = 0; probe < PROBES; probe++) {
        const Slot *slot = generation->slots + ((key + (uint64_t)probe) & table->last);
        if (slot->place == 0) return NULL;
        if (slot->tag != (uint32_t)(key >> 32)) continue;
        const uint8_t *record = generation->records.data + slot->place - 1;
        if (record[0] == size && memcmp(record + HEAD, word, size) == 0) return record;
    }
    return NULL;
}

/* Remembers a record; when its slots are taken, it is not remembered. */
static int add(Table *table, const uint8_t *record, uint64_t key) {
    size_t size = HEAD + (size_t)record[0] + record[1] + record[2];
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
        if (append(&table->newer.records, record, size) < 0) return -1;
        slot->tag = (uint32_t)(key >> 32);
        slot->place = (uint32_t)place + 1;
        table->newer.count++;
        return 0;
    }
    return 0;
}

static int give(Table *table, const uint8_t *root, size_t root_size, const uint8_t *brief, size_t brief_size) {
    return append(&table->roots, root, root_size) < 0 || append(&table->shorts, brief, brief_size) < 0 ? -1 : 0;
}

static int give_record(Table *table, const uint8_t *record) {
    const uint8_t *root = record + HEAD + record[0];
    return give(table, root, record[1], root + record[1], record[2]);
}

/* A word that nobody remembers. */
static int ask(Table *table, const uint8_t *word, size_t size, uint64_t key) {
    PyObject *string = PyUnicode_DecodeUTF8((const char *)word, (Py_ssize_t)size, "replace");
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
        memcpy(record + HEAD, word, size);
        memcpy(record + HEAD + size, root, (size_t)root_size);
        memcpy(record + HEAD + size + root_size, brief, (size_t)brief_size);
        failed = add(table, record, key) < 0;
    }
    Py_DECREF(pair);
    return failed ? -1 : 0;
}

typedef struct {
    const uint8_t *text;
    size_t size;
    uint64_t key;
} Word;

/* The next words of a text with their keys, at most BLOCK. Their slots and then their records are on the way from
 * memory when they are wanted: waiting for one after the other would take most of the time. */
static size_t next_words(const Table *table, Word *words, const uint8_t *data, Py_ssize_t size, Py_ssize_t *place) {
    size_t count = 0;
    Py_ssize_t end = *place;
    while (count < BLOCK) {
        while (end < size && data[end] == ' ') end++;
        if (end == size) break;
        Py_ssize_t start = end;
        while (end < size && data[end] != ' ') end++;
        Word *word = words + count++;
        word->text = data + start;
        word->size = (size_t)(end - start);
        word->key = hash(word->text, word->size, table->seed);
        if (table->newer.slots) PREFETCH(table->newer.slots + (word->key & table->last));
    }
    *place = end;
    for (size_t number = 0; table->newer.slots && number < count; number++) {
        uint32_t record = table->newer.slots[words[number].key & table->last].place;
        if (record) PREFETCH(table->newer.records.data + record - 1);
    }
    return count;
}

static int look_up(Table *table, const uint8_t *word, size_t size, uint64_t key) {
    const uint8_t *record = find(table, &table->newer, word, size, key);
    if (record != NULL) return give_record(table, record);
    record = find(table, &table->older, word, size, key);
    if (record == NULL) return ask(table, word, size, key);
    uint8_t copy[HEAD + 3 * LONGEST]; /* adding may turn the generations */
    memcpy(copy, record, HEAD + (size_t)record[0] + record[1] + record[2]);
    return give_record(table, copy) < 0 ? -1 : add(table, copy, key);
}

static PyObject *table_columns(Table *table, PyObject *object) {
    Py_buffer words;
    if (table->busy) {
        PyErr_SetString(PyExc_RuntimeError, "the table is at work");
        return NULL;
    }
    if (PyObject_GetBuffer(object, &words, PyBUF_SIMPLE) < 0) return NULL;
    Word block[BLOCK];
    Py_ssize_t place = 0;
    size_t count;
    int failed = 0;
    table->busy = 1;
    table->roots.used = table->shorts.used = 0;
    while (!failed && (count = next_words(table, block, words.buf, words.len, &place)))
        for (size_t number = 0; !failed && number < count; number++)
            failed = look_up(table, block[number].text, block[number].size, block[number].key) < 0;
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

static PyMethodDef functions[] = {
    {"fold", fold, METH_VARARGS, "The words of a text in Latin letters, as UTF-8; None when it is not that simple."},
    {"numbers", numbers, METH_O, "For each word its first eight bytes and its length, as 64 bits each."},
    {"sketch", sketch, METH_VARARGS, "Words and different pairs of a text, and its sketch."},
    {"phrases", phrases, METH_VARARGS, "Marks phrases of three words; how many there are, were unmarked, are new."},
    {NULL},
};
static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "mekik.analysis._native", .m_size = -1, .m_methods = functions,
};

PyMODINIT_FUNC PyInit__native(void) {
    if (PyType_Ready(&TableType) < 0) return NULL;
    PyObject *module = PyModule_Create(&definition);
    if (module != NULL && (PyModule_AddObjectRef(module, "Table", (PyObject *)&TableType) < 0 ||
                           PyModule_AddIntConstant(module, "VERSION", VERSION) < 0))
        Py_CLEAR(module);
    return module;
}
