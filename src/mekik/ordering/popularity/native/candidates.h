/* Which bucket has the best score now, without looking at all of them each time: ../candidates.py says how. */
#ifndef MEKIK_CANDIDATES_H
#define MEKIK_CANDIDATES_H
#include "contest.h"

#define TRIES 4
#define NOTHING (-1e300) /* the bound of nobody; infinities would not add up */

static inline double worth(const Contest *contest, const uint32_t *cells, double age) {
    const Kind *kinds = contest->kinds;
    return kinds[0].values[cells[0]] + kinds[1].values[cells[1]] + kinds[2].values[cells[2]] - age;
}

/* What a bucket that is no candidate is worth at most at both ends of the window, by the counts of the last mark. */
static void include(const Contest *contest, uint32_t number, Bound *bound) {
    const Bucket *bucket = contest->buckets + number;
    const Kind *kinds = contest->kinds;
    const uint32_t *cells = bucket->cells;
    double counted = kinds[0].values[cells[0]] + kinds[1].marked[cells[1]] + kinds[2].marked[cells[2]];
    double age = since(contest, bucket);
    if (counted - contest->low * age > bound->low) bound->low = counted - contest->low * age;
    if (counted - contest->high * age > bound->high) bound->high = counted - contest->high * age;
}

/* Puts one where the worst of `ranked`, which stands first, is; or at the end of those that are fewer. */
static void rank(Ranked *ranked, uint32_t place, uint32_t size, Ranked one) {
    if (place) {
        for (; place && ranked[(place - 1) / 2].value > one.value; place = (place - 1) / 2)
            ranked[place] = ranked[(place - 1) / 2];
        ranked[place] = one;
        return;
    }
    while (2 * place + 1 < size) {
        uint32_t child = 2 * place + 1;
        if (child + 1 < size && ranked[child + 1].value < ranked[child].value) child++;
        if (ranked[child].value >= one.value) break;
        ranked[place] = ranked[child];
        place = child;
    }
    ranked[place] = one;
}

/* The `kept` best of these buckets become candidates, the others get a bound. `which` NULL: all. */
static void keep(Contest *contest, const uint32_t *which, uint32_t size, uint32_t kept, double c, Bound *bound) {
    uint32_t used = 0;
    for (uint32_t place = 0; place < size; place++) {
        uint32_t number = which == NULL ? place : which[place];
        const Bucket *bucket = contest->buckets + number;
        if (bucket->candidate) continue;
        Ranked one = {worth(contest, bucket->cells, c * since(contest, bucket)), number};
        if (one.value == -INFINITY) continue;
        if (used < kept) {
            rank(contest->ranked, used, used + 1, one);
            used++;
        } else if (one.value > contest->ranked[0].value) {
            include(contest, contest->ranked[0].bucket, bound);
            rank(contest->ranked, 0, used, one);
        } else {
            include(contest, number, bound);
        }
    }
    for (uint32_t place = 0; place < used; place++) raised(contest, contest->ranked[place].bucket);
}

/* ---- roots with a bound of their own */

static int look_at_root(Contest *contest, uint32_t cell, double c) {
    RootCell *root = contest->root_cells + cell;
    if (!root->bound) {
        uint32_t size = contest->bounds_used;
        if (enlarge((void **)&contest->bounds, sizeof(Bound), &contest->bounds_room, size + 1) < 0) return -1;
        root->bound = ++contest->bounds_used;
    }
    Bound *bound = contest->bounds + root->bound - 1;
    *bound = (Bound){cell, contest->kinds[ROOT].values[cell], NOTHING, NOTHING};
    keep(contest, root->buckets.items, root->buckets.used, contest->kept_of_root, c, bound);
    return 0;
}

/* Those that are apart count no longer among those that have grown. */
static void forget_grown(Contest *contest) {
    Kind *roots = contest->kinds + ROOT;
    uint32_t left = 0;
    roots->rise = 0;
    for (uint32_t place = 0; place < contest->grown.used; place++) {
        uint32_t cell = contest->grown.items[place];
        if (contest->root_cells[cell].bound) {
            contest->root_cells[cell].grown = 0;
            continue;
        }
        contest->grown.items[left++] = cell;
        double grown = roots->values[cell] - roots->marked[cell];
        if (isfinite(grown) && grown > roots->rise) roots->rise = grown;
    }
    contest->grown.used = left;
}

/* One that fell asleep again is looked at when it wakes. */
static int look_at_roots(Contest *contest, const List *cells, double c) {
    int again = 0;
    for (uint32_t place = 0; place < cells->used; place++) {
        uint32_t cell = cells->items[place];
        if (contest->kinds[ROOT].values[cell] == -INFINITY) continue;
        if (look_at_root(contest, cell, c) < 0) return -1;
        again |= contest->root_cells[cell].grown;
    }
    if (again) forget_grown(contest);
    return 0;
}

static int look_at_woken(Contest *contest, double c) {
    for (uint32_t place = 0; place < contest->woken.used; place++)
        contest->root_cells[contest->woken.items[place]].woken = 0;
    int failed = look_at_roots(contest, &contest->woken, c);
    contest->woken.used = 0;
    return failed;
}

/* ---- a look at everything */

static void mark(Contest *contest) {
    for (int which = 0; which < KINDS; which++) {
        Kind *kind = contest->kinds + which;
        memcpy(kind->marked, kind->values, kind->cells_used * sizeof(double));
        kind->rise = 0;
    }
    for (uint32_t cell = 0; cell < contest->kinds[ROOT].cells_used; cell++) {
        RootCell *root = contest->root_cells + cell;
        root->bound = root->woken = root->grown = 0;
    }
    contest->woken.used = contest->grown.used = contest->bounds_used = 0;
    for (uint32_t place = 0; place < contest->candidates_used; place++)
        contest->buckets[contest->candidates[place].bucket].candidate = 0;
    contest->candidates_used = 0;
}

static int find_near(Contest *contest, double least, double c) {
    for (uint32_t number = 0; number < contest->buckets_used; number++) {
        const Bucket *bucket = contest->buckets + number;
        if (worth(contest, bucket->cells, c * since(contest, bucket)) >= least && push(&contest->found, bucket->head) < 0)
            return -1;
    }
    return 0;
}

static int scan(Contest *contest, double c, int64_t oldest, double near) {
    contest->scans++;
    contest->from = oldest;
    contest->low = c * (1 - contest->window);
    contest->high = c * (1 + contest->window);
    mark(contest);
    Bound bound = {0, 0, -INFINITY, -INFINITY};
    keep(contest, NULL, contest->buckets_used, contest->kept, c, &bound);
    contest->bound_low = bound.low;
    contest->bound_high = bound.high;
    contest->valid = 1;
    double best = -INFINITY;
    for (uint32_t place = 0; place < contest->candidates_used; place++) {
        const Candidate *candidate = contest->candidates + place;
        double value = worth(contest, candidate->cells, c * candidate->since);
        if (value > best) best = value;
    }
    return best == -INFINITY ? 0 : find_near(contest, best - near, c);
}

/* ---- the answer */

static double evaluate(Contest *contest, double c) {
    double best = -INFINITY;
    for (uint32_t place = 0; place < contest->candidates_used; place++) {
        const Candidate *candidate = contest->candidates + place;
        double value = contest->values[place] = worth(contest, candidate->cells, c * candidate->since);
        if (value > best) best = value;
    }
    return best;
}

static int take_near(Contest *contest, double least) {
    for (uint32_t place = 0; place < contest->candidates_used; place++)
        if (contest->values[place] >= least &&
            push(&contest->found, contest->buckets[contest->candidates[place].bucket].head) < 0)
            return -1;
    return 0;
}

static inline double own_bound(const Contest *contest, const Bound *bound, double share, double rise) {
    return (1 - share) * bound->low + share * bound->high + (contest->kinds[ROOT].values[bound->cell] - bound->value) + rise;
}

/* Fills `found` with the heads of the buckets that are best, up to a difference of `near`; with none when no host is
 * awake. */
static int find_best(Contest *contest, double c, int64_t oldest, double near) {
    Kind *kinds = contest->kinds;
    contest->found.used = 0;
    if (!contest->valid || c < contest->low || c > contest->high || contest->candidates_used > contest->most)
        return scan(contest, c, oldest, near);
    if (look_at_woken(contest, c) < 0) return -1;
    double share = contest->high > contest->low ? (c - contest->low) / (contest->high - contest->low) : 0;
    double rise = kinds[1].rise + kinds[2].rise, bound = contest->bound_low;
    if (contest->bound_low != contest->bound_high) bound = (1 - share) * bound + share * contest->bound_high;
    bound += rise;
    for (int tries = 0; tries < TRIES && contest->valid; tries++) {
        double best = evaluate(contest, c), own = -INFINITY, grown = bound + kinds[ROOT].rise;
        for (uint32_t place = 0; place < contest->bounds_used; place++) {
            double value = own_bound(contest, contest->bounds + place, share, rise);
            if (value > own) own = value;
        }
        if (best > (own > grown ? own : grown) + near) return take_near(contest, best - near);
        if (best == -INFINITY && bound == -INFINITY && own == -INFINITY) return 0; /* all are asleep */
        if (best <= bound + near) break;
        contest->again.used = 0;
        for (uint32_t place = 0; place < contest->bounds_used; place++)
            if (own_bound(contest, contest->bounds + place, share, rise) + near >= best &&
                push(&contest->again, contest->bounds[place].cell) < 0)
                return -1;
        for (uint32_t place = 0; best <= grown + near && place < contest->grown.used; place++) {
            uint32_t cell = contest->grown.items[place];
            if (kinds[ROOT].values[cell] - kinds[ROOT].marked[cell] >= best - bound - near &&
                push(&contest->again, cell) < 0)
                return -1;
        }
        if (look_at_roots(contest, &contest->again, c) < 0) return -1;
    }
    return scan(contest, c, oldest, near);
}

#endif
