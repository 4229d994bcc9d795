/* Waiting addresses. Each has a slot, and stands in the heap of its bucket: the older first, then the smaller id.
 *
 * The heaps are pairing heaps whose links are in the slots: any address can leave at any time, and no memory is asked
 * for.
 */
#ifndef MEKIK_SLOTS_H
#define MEKIK_SLOTS_H
#include "map.h"

typedef struct {
    int64_t time, id;
    uint32_t parts[3]; /* numbers of root, path and query; the first is NOBODY in a slot that is free */
    uint32_t next[3];  /* who else shares each of these, while it is light; the first chains free slots */
    uint32_t bucket;   /* NOBODY for an address that does not compete */
    uint32_t child, after, before; /* in the heap; `before` of a first child is its parent */
} Slot;

static inline int earlier(const Slot *slots, uint32_t one, uint32_t other) {
    const Slot *a = slots + one, *b = slots + other;
    return a->time != b->time ? a->time < b->time : a->id < b->id;
}

/* Two heaps become one; both heads have nobody beside them. */
static uint32_t merged(Slot *slots, uint32_t one, uint32_t other) {
    if (earlier(slots, other, one)) {
        uint32_t swapped = one;
        one = other;
        other = swapped;
    }
    slots[other].before = one;
    slots[other].after = slots[one].child;
    if (slots[one].child != NOBODY) slots[slots[one].child].before = other;
    slots[one].child = other;
    return one;
}

/* One heap of the children of somebody who goes: in pairs from the left, then all from the right. */
static uint32_t united(Slot *slots, uint32_t first) {
    uint32_t pairs = NOBODY;
    while (first != NOBODY) {
        uint32_t one = first, other = slots[one].after;
        first = other == NOBODY ? NOBODY : slots[other].after;
        slots[one].after = slots[one].before = NOBODY;
        if (other != NOBODY) {
            slots[other].after = slots[other].before = NOBODY;
            one = merged(slots, one, other);
        }
        slots[one].after = pairs;
        pairs = one;
    }
    uint32_t head = NOBODY;
    while (pairs != NOBODY) {
        uint32_t one = pairs;
        pairs = slots[one].after;
        slots[one].after = NOBODY;
        head = head == NOBODY ? one : merged(slots, head, one);
    }
    return head;
}

/* The head of the heap when `slot` has come. */
static uint32_t with(Slot *slots, uint32_t head, uint32_t slot) {
    slots[slot].child = slots[slot].after = slots[slot].before = NOBODY;
    return head == NOBODY ? slot : merged(slots, head, slot);
}

/* The same when it has gone; NOBODY when it was the last. */
static uint32_t without(Slot *slots, uint32_t head, uint32_t slot) {
    uint32_t below = united(slots, slots[slot].child);
    if (slot == head) return below;
    uint32_t before = slots[slot].before, after = slots[slot].after;
    if (slots[before].child == slot)
        slots[before].child = after;
    else
        slots[before].after = after;
    if (after != NOBODY) slots[after].before = before;
    return below == NOBODY ? head : merged(slots, head, below);
}

#endif
