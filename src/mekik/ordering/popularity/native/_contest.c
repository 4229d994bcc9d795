/* The contest of popularity, compiled: what ../contest.py asks for, with a twin in Python (../in_python.py).
 *
 * tests/ordering holds both together. Numbers that come from Python are checked before anything changes. When there is
 * no memory left in the middle of a change, the contest is of no use any more, and says so from then on.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "buckets.h"
#include "candidates.h"
#include "contest.h"
#include "parts.h"

#define VERSION 2
#define ROW 6 /* hashes of root, path and query, host, time, id */

typedef struct {
    PyObject_HEAD
    Contest contest;
    int spoiled;
    int busy; /* making objects of Python's may run anybody's code: nothing may change then */
} ContestObject;

static int usable(const ContestObject *self) {
    if (!self->spoiled && !self->busy) return 1;
    const char *why = self->busy ? "the contest is at work" : "there was no memory left in the middle of a change";
    PyErr_SetString(PyExc_RuntimeError, why);
    return 0;
}

static PyObject *no_memory(ContestObject *self) {
    self->spoiled = 1;
    return PyErr_NoMemory();
}

/* A whole number of 64 bits; nothing else, so that nobody's code runs in between. */
static int number(PyObject *object, int64_t *answer) {
    if (!PyLong_Check(object)) {
        PyErr_SetString(PyExc_TypeError, "a whole number is wanted");
        return -1;
    }
    *answer = PyLong_AsLongLong(object);
    return *answer == -1 && PyErr_Occurred() ? -1 : 0;
}

static int slot_at(const ContestObject *self, PyObject *object, uint32_t *slot) {
    const Contest *contest = &self->contest;
    int64_t found;
    if (!usable(self) || number(object, &found) < 0) return -1;
    if (found < 0 || found >= contest->slots_used || contest->slots[found].parts[ROOT] == NOBODY) {
        PyErr_SetString(PyExc_IndexError, "nobody waits in this slot");
        return -1;
    }
    *slot = (uint32_t)found;
    return 0;
}

static Py_ssize_t length(ContestObject *self) { return self->contest.waiting; }

/* ---- who comes and who goes */

static int settle_others(Contest *contest, const Others *others) {
    for (int place = 0; place < others->used; place++)
        if (settle(contest, others->slots[place]) < 0) return -1;
    return 0;
}

static int enter(Contest *contest, const int64_t *row, int settled) {
    uint32_t slot = contest->slots_free;
    if (slot == NOBODY) {
        slot = contest->slots_used;
        if (enlarge((void **)&contest->slots, sizeof(Slot), &contest->slots_room, slot + 1) < 0) return -1;
        contest->slots_used++;
    } else {
        contest->slots_free = contest->slots[slot].next[0];
    }
    contest->slots[slot] = (Slot){.time = row[4], .id = row[5], .parts = {NOBODY, NOBODY, NOBODY}, .bucket = NOBODY};
    Others others = {.used = 0};
    for (int which = 0; which < KINDS; which++)
        if (join(contest, which, (uint64_t)row[which], row[3], slot, &others) < 0) return -1;
    contest->waiting++;
    if (!settled) return 0;
    return settle(contest, slot) < 0 ? -1 : settle_others(contest, &others);
}

static int quit(Contest *contest, uint32_t slot) {
    Others others = {.used = 0};
    withdraw(contest, slot);
    for (int which = 0; which < KINDS; which++)
        if (leave(contest, which, slot, &others) < 0) return -1;
    contest->slots[slot].parts[ROOT] = NOBODY;
    contest->slots[slot].next[0] = contest->slots_free;
    contest->slots_free = slot;
    contest->waiting--;
    return settle_others(contest, &others);
}

static int row_of(PyObject *object, int64_t *row) {
    if (!PyTuple_Check(object) || PyTuple_GET_SIZE(object) != ROW) {
        PyErr_SetString(PyExc_TypeError, "a row of six numbers is wanted");
        return -1;
    }
    for (int place = 0; place < ROW; place++)
        if (number(PyTuple_GET_ITEM(object, place), row + place) < 0) return -1;
    if (row[4] >= 0) return 0;
    PyErr_SetString(PyExc_ValueError, "a time before all times");
    return -1;
}

static PyObject *contest_add(ContestObject *self, PyObject *rows) {
    Contest *contest = &self->contest;
    if (!usable(self)) return NULL;
    if (!PyList_Check(rows)) {
        PyErr_SetString(PyExc_TypeError, "a list of rows is wanted");
        return NULL;
    }
    /* A start brings all at once: then everybody takes a place when all counts are known. */
    int many = PyList_GET_SIZE(rows) > contest->waiting, wrong = 0;
    for (Py_ssize_t place = 0; place < PyList_GET_SIZE(rows) && !wrong; place++) {
        int64_t row[ROW];
        wrong = row_of(PyList_GET_ITEM(rows, place), row) < 0;
        if (!wrong && enter(contest, row, !many) < 0) return no_memory(self);
    }
    for (uint32_t slot = 0; many && slot < contest->slots_used; slot++)
        if (contest->slots[slot].parts[ROOT] != NOBODY && settle(contest, slot) < 0) return no_memory(self);
    return wrong ? NULL : Py_NewRef(Py_None);
}

static PyObject *contest_take(ContestObject *self, PyObject *object) {
    Contest *contest = &self->contest;
    uint32_t slot;
    if (slot_at(self, object, &slot) < 0) return NULL;
    const Slot *here = contest->slots + slot;
    long long host = contest->hosts[contest->homes[here->parts[ROOT]].host].id, id = here->id, time = here->time;
    if (quit(contest, slot) < 0) return no_memory(self);
    PyObject *answer = Py_BuildValue("(LLL)", host, id, time);
    return answer == NULL ? no_memory(self) : answer;
}

/* Ids and times of those in `found`. */
static PyObject *told(const Contest *contest) {
    PyObject *answer = PyList_New(contest->found.used);
    for (uint32_t place = 0; answer != NULL && place < contest->found.used; place++) {
        const Slot *here = contest->slots + contest->found.items[place];
        PyObject *pair = Py_BuildValue("(LL)", (long long)here->id, (long long)here->time);
        if (pair == NULL)
            Py_CLEAR(answer);
        else
            PyList_SET_ITEM(answer, place, pair);
    }
    return answer;
}

static PyObject *contest_drain(ContestObject *self, PyObject *object) {
    Contest *contest = &self->contest;
    int64_t id;
    if (!usable(self) || number(object, &id) < 0) return NULL;
    uint32_t host = find(&contest->host_numbers, (uint64_t)id, 0);
    contest->found.used = 0;
    if (host == NOBODY || contest->hosts[host].first == NOBODY) return PyList_New(0);
    for (uint32_t slot = 0; slot < contest->slots_used; slot++) {
        uint32_t root = contest->slots[slot].parts[ROOT];
        if (root != NOBODY && contest->homes[root].host == host && push(&contest->found, slot) < 0)
            return PyErr_NoMemory(); /* and nothing has changed yet */
    }
    self->busy = 1;
    PyObject *answer = told(contest);
    self->busy = 0;
    for (uint32_t place = 0; answer != NULL && place < contest->found.used; place++)
        if (quit(contest, contest->found.items[place]) < 0) {
            Py_DECREF(answer); /* whose numbers run no code */
            return no_memory(self);
        }
    return answer;
}

/* ---- hosts */

static PyObject *turn(ContestObject *self, PyObject *object, int awake) {
    Contest *contest = &self->contest;
    int64_t id;
    if (!usable(self) || number(object, &id) < 0) return NULL;
    uint32_t host = host_of(contest, id);
    if (host == NOBODY) return PyErr_NoMemory();
    contest->hosts[host].awake = awake;
    for (uint32_t root = contest->hosts[host].first; root != NOBODY; root = contest->homes[root].after) {
        const Part *part = contest->kinds[ROOT].parts + root;
        if (part->cell > LIGHT) {
            if (set_awake(contest, part->cell, awake) < 0) return no_memory(self);
            continue;
        }
        for (uint32_t slot = part->head; slot != NOBODY; slot = contest->slots[slot].next[ROOT])
            if (settle(contest, slot) < 0) return no_memory(self);
    }
    free_host(contest, host);
    Py_RETURN_NONE;
}

static PyObject *contest_wake(ContestObject *self, PyObject *host) { return turn(self, host, 1); }

static PyObject *contest_rest(ContestObject *self, PyObject *host) { return turn(self, host, 0); }

/* ---- questions */

static PyObject *contest_best(ContestObject *self, PyObject *args) {
    Contest *contest = &self->contest;
    double c, near;
    long long oldest;
    if (!PyArg_ParseTuple(args, "dLd", &c, &oldest, &near) || !usable(self)) return NULL;
    if (!(c >= 0 && c <= 1e300 && near >= 0) || oldest < 0) {
        PyErr_SetString(PyExc_ValueError, "a rate, a time and a difference are wanted, none below 0");
        return NULL;
    }
    if (find_best(contest, c, oldest, near) < 0) return no_memory(self);
    self->busy = 1;
    PyObject *answer = PyList_New(contest->leaders_used);
    for (uint32_t place = 0; answer != NULL && place < contest->leaders_used; place++) {
        PyObject *slot = PyLong_FromUnsignedLong(contest->leaders[place].slot);
        if (slot == NULL)
            Py_CLEAR(answer);
        else
            PyList_SET_ITEM(answer, place, slot);
    }
    self->busy = 0;
    return answer;
}

static uint32_t count_in(const Contest *contest, int which, uint32_t part) {
    const Kind *kind = contest->kinds + which;
    return part == NOBODY ? 0 : kind->counts[kind->parts[part].cell];
}

static PyObject *contest_rival(ContestObject *self, PyObject *object) {
    const Contest *contest = &self->contest;
    uint32_t slot;
    if (slot_at(self, object, &slot) < 0) return NULL;
    const Slot *here = contest->slots + slot;
    return Py_BuildValue("(IIILL)", count_in(contest, 0, here->parts[0]), count_in(contest, 1, here->parts[1]),
                         count_in(contest, 2, here->parts[2]), (long long)here->time, (long long)here->id);
}

static PyObject *contest_counts(ContestObject *self, PyObject *args) {
    const Contest *contest = &self->contest;
    long long hashes[KINDS];
    uint32_t counts[KINDS];
    if (!PyArg_ParseTuple(args, "LLL", hashes, hashes + 1, hashes + 2) || !usable(self)) return NULL;
    for (int which = 0; which < KINDS; which++)
        counts[which] = count_in(contest, which, find(&contest->kinds[which].numbers, (uint64_t)hashes[which], 0));
    return Py_BuildValue("(III)", counts[0], counts[1], counts[2]);
}

static PyObject *contest_scans(ContestObject *self, void *unused) {
    return PyLong_FromUnsignedLongLong(self->contest.scans);
}

/* ---- beginning and end */

static int start_kind(Contest *contest, int which, double weight) {
    Kind *kind = contest->kinds + which;
    kind->weight = weight;
    kind->parts_free = kind->cells_free = NOBODY;
    for (uint32_t light = 0; light <= LIGHT; light++) {
        uint32_t cell;
        if (new_cell(contest, which, &cell) < 0) return -1;
        kind->counts[cell] = light;
        if (light) kind->values[cell] = kind->marked[cell] = weight * light;
    }
    return 0;
}

static int contest_init(ContestObject *self, PyObject *args, PyObject *names) {
    Contest *contest = &self->contest;
    double weights[KINDS], window;
    int kept, kept_of_root, most;
    if (!PyArg_ParseTuple(args, "(ddd)iiid", weights, weights + 1, weights + 2, &kept, &kept_of_root, &most, &window))
        return -1;
    int wrong = kept < 1 || kept > 1 << 20 || kept_of_root < 1 ||
                kept_of_root > 1 << 20 || most < 1 || most > 1 << 20 || !(window > 0 && window < 1);
    for (int which = 0; which < KINDS; which++) wrong |= !(weights[which] >= 0 && weights[which] <= 1e100);
    if (wrong) {
        PyErr_SetString(PyExc_ValueError, "a contest of another size is wanted");
        return -1;
    }
    contest->kept = contest->kept_now = (uint32_t)kept;
    contest->kept_of_root = (uint32_t)kept_of_root;
    contest->most = (uint32_t)most;
    contest->window = window;
    contest->slots_free = contest->buckets_free = contest->hosts_free = NOBODY;
    int failed = make_room(contest, 0) < 0;
    for (int which = 0; which < KINDS; which++) failed = failed || start_kind(contest, which, weights[which]) < 0;
    if (failed) no_memory(self);
    return failed ? -1 : 0;
}

static PyObject *contest_new(PyTypeObject *type, PyObject *args, PyObject *names) {
    ContestObject *self = (ContestObject *)type->tp_alloc(type, 0);
    if (self != NULL && contest_init(self, args, names) < 0) Py_CLEAR(self);
    return (PyObject *)self;
}

static void contest_dealloc(ContestObject *self) {
    Contest *contest = &self->contest;
    for (uint32_t cell = 0; cell < contest->root_cells_room; cell++)
        PyMem_RawFree(contest->root_cells[cell].buckets.items);
    for (int which = 0; which < KINDS; which++) {
        Kind *kind = contest->kinds + which;
        void *parts[] = {kind->numbers.entries, kind->parts, kind->values, kind->marked, kind->counts};
        for (size_t place = 0; place < sizeof parts / sizeof *parts; place++) PyMem_RawFree(parts[place]);
    }
    void *others[] = {contest->homes, contest->hosts, contest->root_cells, contest->host_numbers.entries,
                      contest->woken.items, contest->grown.items, contest->slots, contest->buckets,
                      contest->bucket_numbers.entries, contest->candidates, contest->values, contest->ranked,
                      contest->bounds, contest->leaders, contest->again.items, contest->found.items};
    for (size_t place = 0; place < sizeof others / sizeof *others; place++) PyMem_RawFree(others[place]);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyMethodDef methods[] = {
    {"add", (PyCFunction)contest_add, METH_O, "Rows of: hashes of root, path and query, host, time, id."},
    {"take", (PyCFunction)contest_take, METH_O, "Host, id and time of somebody who waits no longer."},
    {"drain", (PyCFunction)contest_drain, METH_O, "Ids and times of all of a host, who wait no longer."},
    {"wake", (PyCFunction)contest_wake, METH_O, "Who belongs to this host may be handed out."},
    {"rest", (PyCFunction)contest_rest, METH_O, "Who belongs to this host may not be handed out."},
    {"best", (PyCFunction)contest_best, METH_VARARGS, "Slots of the best, up to a small difference."},
    {"rival", (PyCFunction)contest_rival, METH_O, "Counts of root, path and query, time and id of a slot."},
    {"counts", (PyCFunction)contest_counts, METH_VARARGS, "How many share a root, a path and a query."},
    {NULL},
};
static PyGetSetDef getters[] = {
    {"scans", (getter)contest_scans, NULL, "How often everything was looked at.", NULL},
    {NULL},
};
static PySequenceMethods sequence = {.sq_length = (lenfunc)length};
static PyTypeObject ContestType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "mekik.ordering.popularity.native._contest.Contest",
    .tp_doc = "Contest((root, path, query), kept, kept_of_root, most, window)",
    .tp_basicsize = sizeof(ContestObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = contest_new,
    .tp_dealloc = (destructor)contest_dealloc,
    .tp_methods = methods,
    .tp_getset = getters,
    .tp_as_sequence = &sequence,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "mekik.ordering.popularity.native._contest", .m_size = -1,
};

PyMODINIT_FUNC PyInit__contest(void) {
    if (PyType_Ready(&ContestType) < 0) return NULL;
    PyObject *module = PyModule_Create(&definition);
    if (module != NULL && (PyModule_AddObjectRef(module, "Contest", (PyObject *)&ContestType) < 0 ||
                           PyModule_AddIntConstant(module, "VERSION", VERSION) < 0))
        Py_CLEAR(module);
    return module;
}
