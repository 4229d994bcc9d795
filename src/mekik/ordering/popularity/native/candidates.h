/* Which bucket has the best score now, without looking at all of them each time: ../candidates.py says how.
 *
 * Beyond that, candidates become more where very many are nearly equal, of all buckets and of a root.
 */
#ifndef MEKIK_CANDIDATES_H
#define MEKIK_CANDIDATES_H
#include "contest.h"

#define TRIES 8
#define LEADERS 8
#define MOST_KEPT (1 << 16)
#define SCAN_COST 4 /* of a bucket in a look at everything, beside that of a candidate */
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
        contest->bounds[size].kept = 0;
    }
    Bound *bound = contest->bounds + root->bound - 1;
    uint32_t kept = bound->kept ? 2 * bound->kept : contest->kept_of_root; /* who comes again has many that are alike */
    if (kept > contest->ranked_room) kept = contest->ranked_room;
    *bound = (Bound){cell, kept, contest->kinds[ROOT].values[cell], NOTHING, NOTHING};
    keep(contest, root->buckets.items, root->buckets.used, kept, c, bound);
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

/* Of those that are exactly equal the one with the smallest id. Leaders that differ are few: with more than these,
 * some are named that need not be. */
static int lead(Contest *contest, Leader one) {
    uint32_t compared = contest->leaders_used < LEADERS ? contest->leaders_used : LEADERS;
    for (uint32_t place = 0; place < compared; place++) {
        Leader *leader = contest->leaders + place;
        if (leader->counted != one.counted || leader->since != one.since) continue;
        if (one.id < leader->id) *leader = one;
        return 0;
    }
    if (enlarge((void **)&contest->leaders, sizeof(Leader), &contest->leaders_room, contest->leaders_used + 1) < 0)
        return -1;
    contest->leaders[contest->leaders_used++] = one;
    return 0;
}

static int lead_near(Contest *contest, double least, double c) {
    for (uint32_t number = 0; number < contest->buckets_used; number++) {
        const Bucket *bucket = contest->buckets + number;
        double age = since(contest, bucket);
        if (worth(contest, bucket->cells, c * age) < least) continue;
        Leader one = {worth(contest, bucket->cells, 0), age, contest->slots[bucket->head].id, bucket->head};
        if (lead(contest, one) < 0) return -1;
    }
    return 0;
}

/* How many candidates a scan keeps: with many that are nearly equal a few more addresses soon lift one of the others
 * above them, and then the look at everything costs more than many candidates would. */
static int make_room(Contest *contest, int overtaken) {
    uint64_t all = SCAN_COST * (uint64_t)contest->buckets_used;
    if (overtaken && contest->looked_at < all / 2 && contest->kept_now < MOST_KEPT)
        contest->kept_now *= 2;
    else if (contest->looked_at > 4 * all && contest->kept_now > contest->kept)
        contest->kept_now /= 2;
    contest->looked_at = 0;
    uint32_t room = contest->most + 4 * contest->kept_now;
    uint32_t most = contest->kept_now > contest->kept_of_root ? contest->kept_now : contest->kept_of_root;
    if (enlarge((void **)&contest->candidates, sizeof(Candidate), &contest->candidates_room, room) < 0 ||
        enlarge((void **)&contest->values, sizeof(double), &contest->values_room, contest->candidates_room) < 0 ||
        enlarge((void **)&contest->ranked, sizeof(Ranked), &contest->ranked_room, most) < 0)
        return -1;
    return 0;
}

static int scan(Contest *contest, double c, int64_t oldest, double near, int overtaken) {
    if (make_room(contest, overtaken) < 0) return -1;
    contest->scans++;
    contest->from = oldest;
    contest->low = c * (1 - contest->window);
    contest->high = c * (1 + contest->window);
    mark(contest);
    Bound bound = {0, 0, 0, -INFINITY, -INFINITY};
    keep(contest, NULL, contest->buckets_used, contest->kept_now, c, &bound);
    contest->bound_low = bound.low;
    contest->bound_high = bound.high;
    contest->valid = 1;
    double best = -INFINITY;
    for (uint32_t place = 0; place < contest->candidates_used; place++) {
        const Candidate *candidate = contest->candidates + place;
        double value = worth(contest, candidate->cells, c * candidate->since);
        if (value > best) best = value;
    }
    return best == -INFINITY ? 0 : lead_near(contest, best - near, c);
}

/* ---- the answer */

static double evaluate(Contest *contest, double c) {
    double best = -INFINITY;
    for (uint32_t place = 0; place < contest->candidates_used; place++) {
        const Candidate *candidate = contest->candidates + place;
        double value = contest->values[place] = worth(contest, candidate->cells, c * candidate->since);
        if (value > best) best = value;
    }
    contest->looked_at += contest->candidates_used;
    return best;
}

static int lead_candidates(Contest *contest, double least) {
    for (uint32_t place = 0; place < contest->candidates_used; place++) {
        if (contest->values[place] < least) continue;
        const Candidate *candidate = contest->candidates + place;
        uint32_t slot = contest->buckets[candidate->bucket].head;
        Leader one = {worth(contest, candidate->cells, 0), candidate->since, candidate->id, slot};
        if (lead(contest, one) < 0) return -1;
    }
    return 0;
}

static inline double own_bound(const Contest *contest, const Bound *bound, double share, double rise) {
    double grown = contest->kinds[ROOT].values[bound->cell] - bound->value;
    return (1 - share) * bound->low + share * bound->high + grown + rise;
}

/* Finds the leaders: heads of the buckets that are best, up to a difference of `near`; none when no host is awake. */
static int find_best(Contest *contest, double c, int64_t oldest, double near) {
    Kind *kinds = contest->kinds;
    uint32_t most = contest->most > 2 * contest->kept_now ? contest->most : 2 * contest->kept_now;
    contest->leaders_used = 0;
    if (!contest->valid || c < contest->low || c > contest->high || contest->candidates_used > most)
        return scan(contest, c, oldest, near, 0);
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
        if (best > (own > grown ? own : grown) + near) return lead_candidates(contest, best - near);
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
    return scan(contest, c, oldest, near, contest->valid);
}

#endif
