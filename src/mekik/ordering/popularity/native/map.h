/* Memory that grows, lists of numbers, and a table from keys to numbers. Who asks for memory and gets -1 stops. */
#ifndef MEKIK_MAP_H
#define MEKIK_MAP_H
#include <Python.h>
#include <stdint.h>
#include <string.h>

#define NOBODY UINT32_MAX
#define MOST_ITEMS (UINT32_MAX / 2) /* of anything that a number of 32 bits names */

/* Room for `need` items of `size` bytes; what is new is not filled. */
static int enlarge(void **data, size_t size, uint32_t *room, uint32_t need) {
    if (need <= *room) return 0;
    if (need > MOST_ITEMS) return -1;
    uint32_t more = *room < 8 ? 8 : *room + *room / 2;
    if (more < need) more = need;
    void *found = PyMem_RawRealloc(*data, size * more);
    if (found == NULL) return -1;
    *data = found;
    *room = more;
    return 0;
}

typedef struct {
    uint32_t *items;
    uint32_t used, room;
} List;

static int push(List *list, uint32_t item) {
    if (enlarge((void **)&list->items, sizeof(uint32_t), &list->room, list->used + 1) < 0) return -1;
    list->items[list->used++] = item;
    return 0;
}

/* ---- a table with open addressing; a key is 96 bits long, most need 64 */

typedef struct {
    uint64_t key;
    uint32_t more;
    uint32_t value; /* plus one; 0 for an entry that is free */
} Entry;

typedef struct {
    Entry *entries;
    size_t room, used; /* room is a power of two, or 0 */
} Map;

static inline size_t home(const Map *map, uint64_t key, uint32_t more) {
    uint64_t number = key + more * UINT64_C(0x9E3779B97F4A7C15);
    number ^= number >> 32;
    number *= UINT64_C(0xD6E8FEB86659FD93);
    number ^= number >> 32;
    number *= UINT64_C(0xD6E8FEB86659FD93);
    return (size_t)(number ^ number >> 32) & (map->room - 1);
}

/* Where a key is, or the free entry where it would be. There is always a free one. */
static inline Entry *seek(const Map *map, uint64_t key, uint32_t more) {
    size_t place = home(map, key, more);
    while (map->entries[place].value && (map->entries[place].key != key || map->entries[place].more != more))
        place = (place + 1) & (map->room - 1);
    return map->entries + place;
}

static inline uint32_t find(const Map *map, uint64_t key, uint32_t more) {
    return map->room ? seek(map, key, more)->value - 1 : NOBODY; /* 0 - 1 is nobody */
}

/* Of a key that is not there yet. */
static int put(Map *map, uint64_t key, uint32_t more, uint32_t value) {
    if (4 * (map->used + 1) > 3 * map->room) {
        Map larger = {NULL, map->room ? 2 * map->room : 16, map->used};
        larger.entries = PyMem_RawCalloc(larger.room, sizeof(Entry));
        if (larger.entries == NULL) return -1;
        for (size_t place = 0; place < map->room; place++) {
            const Entry *entry = map->entries + place;
            if (entry->value) *seek(&larger, entry->key, entry->more) = *entry;
        }
        PyMem_RawFree(map->entries);
        *map = larger;
    }
    *seek(map, key, more) = (Entry){key, more, value + 1};
    map->used++;
    return 0;
}

/* Those that follow move up, so that nobody looks for them in vain. */
static void forget(Map *map, uint64_t key, uint32_t more) {
    size_t last = map->room - 1, hole = (size_t)(seek(map, key, more) - map->entries), place = hole;
    while (1) {
        place = (place + 1) & last;
        const Entry *entry = map->entries + place;
        if (!entry->value) break;
        if (((place - home(map, entry->key, entry->more)) & last) < ((place - hole) & last)) continue;
        map->entries[hole] = *entry;
        hole = place;
    }
    map->entries[hole].value = 0;
    map->used--;
}

#endif
