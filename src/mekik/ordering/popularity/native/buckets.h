/* Addresses whose roots, paths and queries count the same compete by age only: ../buckets.py. */
#ifndef MEKIK_BUCKETS_H
#define MEKIK_BUCKETS_H
#include "contest.h"

static inline uint64_t two_of(const uint32_t *cells) { return (uint64_t)cells[0] << 32 | cells[1]; }

static int new_bucket(Contest *contest, const uint32_t *cells, uint32_t *answer) {
    uint32_t number = contest->buckets_free;
    int fresh = number == NOBODY;
    if (fresh) {
        number = contest->buckets_used;
        if (enlarge((void **)&contest->buckets, sizeof(Bucket), &contest->buckets_room, number + 1) < 0) return -1;
    }
    List *of_root = cells[ROOT] > LIGHT ? &contest->root_cells[cells[ROOT]].buckets : NULL;
    if (of_root != NULL && push(of_root, number) < 0) return -1;
    if (put(&contest->bucket_numbers, two_of(cells), cells[2], number) < 0) return -1;
    Bucket *bucket = contest->buckets + number;
    if (fresh) {
        contest->buckets_used++;
        bucket->candidate = 0;
    } else {
        contest->buckets_free = bucket->head;
    }
    memcpy(bucket->cells, cells, sizeof bucket->cells);
    bucket->head = NOBODY;
    bucket->of_root = of_root == NULL ? 0 : of_root->used - 1;
    *answer = number;
    return 0;
}

static void drop_bucket(Contest *contest, uint32_t number) {
    Bucket *bucket = contest->buckets + number;
    forget(&contest->bucket_numbers, two_of(bucket->cells), bucket->cells[2]);
    if (bucket->cells[ROOT] > LIGHT) {
        List *of_root = &contest->root_cells[bucket->cells[ROOT]].buckets;
        uint32_t last = of_root->items[--of_root->used];
        of_root->items[bucket->of_root] = last;
        contest->buckets[last].of_root = bucket->of_root;
    }
    memset(bucket->cells, 0, sizeof bucket->cells);
    bucket->head = contest->buckets_free;
    contest->buckets_free = number;
    dropped(contest, bucket);
}

/* It competes from now on. */
static int place(Contest *contest, uint32_t slot, const uint32_t *cells) {
    uint32_t number = find(&contest->bucket_numbers, two_of(cells), cells[2]);
    if (number == NOBODY && new_bucket(contest, cells, &number) < 0) return -1;
    Bucket *bucket = contest->buckets + number;
    bucket->head = with(contest->slots, bucket->head, slot);
    contest->slots[slot].bucket = number;
    if (bucket->head == slot) {
        bucket->time = contest->slots[slot].time;
        raised(contest, number);
    }
    return 0;
}

/* It competes no longer. */
static void withdraw(Contest *contest, uint32_t slot) {
    uint32_t number = contest->slots[slot].bucket;
    if (number == NOBODY) return;
    Bucket *bucket = contest->buckets + number;
    uint32_t before = bucket->head;
    contest->slots[slot].bucket = NOBODY;
    bucket->head = without(contest->slots, bucket->head, slot);
    if (bucket->head == NOBODY) {
        drop_bucket(contest, number);
    } else if (bucket->head != before) {
        bucket->time = contest->slots[bucket->head].time;
        lowered(contest, bucket);
    }
}

/* Puts an address in the bucket where it belongs now, if it competes. */
static int settle(Contest *contest, uint32_t slot) {
    const Slot *here = contest->slots + slot;
    uint32_t cells[KINDS];
    for (int which = 0; which < KINDS; which++) cells[which] = contest->kinds[which].parts[here->parts[which]].cell;
    if (cells[ROOT] <= LIGHT && !contest->hosts[contest->homes[here->parts[ROOT]].host].awake) {
        withdraw(contest, slot);
        return 0;
    }
    if (here->bucket != NOBODY) {
        if (memcmp(contest->buckets[here->bucket].cells, cells, sizeof cells) == 0) return 0;
        withdraw(contest, slot);
    }
    return place(contest, slot, cells);
}

#endif
