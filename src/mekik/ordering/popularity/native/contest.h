/* What the parts of a contest share. See ../contest.py for what it does, and ../candidates.py for how. */
#ifndef MEKIK_CONTEST_H
#define MEKIK_CONTEST_H
#include <math.h>

#include "map.h"
#include "slots.h"

#define LIGHT 8
#define ROOT 0
#define KINDS 3

/* A root, a path or a query. */
typedef struct {
    uint64_t hash;
    uint32_t cell; /* up to LIGHT: how many share it; else the cell of a heavy one */
    uint32_t head; /* the first who shares a light one, the others follow by `next`; or the next free part */
} Part;

typedef struct {
    double weight, rise; /* at most so much has the value of a cell grown since the last mark */
    Map numbers;         /* hash → number of the part */
    Part *parts;
    uint32_t parts_used, parts_room, parts_free;
    double *values, *marked; /* by cell: weight × count now, and at the last mark; minus infinity for no such cell */
    uint32_t *counts;        /* of a free cell: the next one */
    uint32_t cells_used, cells_room, cells_free;
} Kind;

/* Where a root belongs; by number of the root. */
typedef struct {
    uint32_t host, after, before;
} Home;

typedef struct {
    int64_t id;
    uint32_t first; /* of its roots; or the next free host */
    int awake;
} Host;

/* What a heavy root has beside its count; by cell. */
typedef struct {
    List buckets;
    uint32_t bound; /* its place among the bounds, plus one; 0 when it has none of its own, that is, is not apart */
    uint8_t awake, woken, grown;
} RootCell;

typedef struct {
    uint32_t cells[KINDS]; /* 0, which are worth minus infinity, when it is free */
    uint32_t head;         /* of its heap; or the next free bucket */
    int64_t time;          /* of the head */
    uint32_t candidate;    /* its place in the list, plus one, or 0 */
    uint32_t of_root;      /* its place among the buckets of a heavy root */
} Bucket;

typedef struct {
    uint32_t bucket, cells[KINDS];
    double since; /* time of the head, from `from` on */
    int64_t id;   /* of the head */
} Candidate;

/* Somebody among the best. Who has the same counts together and the same time is exactly its equal. */
typedef struct {
    double counted, since;
    int64_t id;
    uint32_t slot;
} Leader;

/* What the buckets of a root that are no candidates are worth at most. */
typedef struct {
    uint32_t cell, kept;     /* the root's, and how many of its buckets became candidates at the last look */
    double value, low, high; /* the root's value then, and the bounds at both ends of the window */
} Bound;

typedef struct {
    double value;
    uint32_t bucket;
} Ranked;

typedef struct {
    Kind kinds[KINDS];
    Home *homes;
    Host *hosts;
    RootCell *root_cells;
    uint32_t homes_room, hosts_used, hosts_room, hosts_free, root_cells_room;
    Map host_numbers;
    List woken, grown; /* cells of heavy roots, see `awaken` */

    Slot *slots;
    uint32_t slots_used, slots_room, slots_free, waiting;

    Bucket *buckets;
    uint32_t buckets_used, buckets_room, buckets_free;
    Map bucket_numbers; /* cells → bucket */

    Candidate *candidates;
    double *values; /* of the candidates */
    Ranked *ranked;
    Bound *bounds;
    Leader *leaders;
    uint32_t candidates_used, candidates_room, values_room, ranked_room, bounds_used, bounds_room;
    uint32_t leaders_used, leaders_room;
    uint32_t kept, kept_of_root, most; /* of candidates, at least */
    uint32_t kept_now;
    uint64_t looked_at; /* candidates, since the last scan */
    double window, low, high, bound_low, bound_high;
    int64_t from;
    int valid; /* whether there was a scan, and nothing came since that it does not cover */
    List again, found; /* for a moment only: cells of roots, and slots */
    unsigned long long scans;
} Contest;

static inline double since(const Contest *contest, const Bucket *bucket) {
    return (double)(bucket->time - contest->from);
}

/* ---- candidates hear of every bucket whose head is another one */

/* It is an older one, or the bucket is new. */
static void raised(Contest *contest, uint32_t number) {
    Bucket *bucket = contest->buckets + number;
    if (!bucket->candidate) {
        if (contest->candidates_used == contest->candidates_room) {
            contest->valid = 0; /* far too many: the next look is at all of them */
            return;
        }
        bucket->candidate = ++contest->candidates_used;
    }
    Candidate *candidate = contest->candidates + bucket->candidate - 1;
    candidate->bucket = number;
    memcpy(candidate->cells, bucket->cells, sizeof candidate->cells);
    candidate->since = since(contest, bucket);
    candidate->id = contest->slots[bucket->head].id;
}

static void lowered(Contest *contest, const Bucket *bucket) {
    if (!bucket->candidate) return;
    Candidate *candidate = contest->candidates + bucket->candidate - 1;
    candidate->since = since(contest, bucket);
    candidate->id = contest->slots[bucket->head].id;
}

static void dropped(Contest *contest, const Bucket *bucket) {
    if (bucket->candidate) contest->candidates[bucket->candidate - 1].cells[ROOT] = 0;
}

#endif
