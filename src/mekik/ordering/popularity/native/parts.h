/* How many waiting addresses share a root, a path or a query, and which roots are awake: ../parts.py, ../roots.py. */
#ifndef MEKIK_PARTS_H
#define MEKIK_PARTS_H
#include "contest.h"

#define OTHERS (KINDS * LIGHT)

/* Those who stand in another cell because of somebody who came or went. */
typedef struct {
    uint32_t slots[OTHERS];
    int used;
} Others;

static void add_members(const Contest *contest, int which, const Part *part, Others *others) {
    for (uint32_t slot = part->head; slot != NOBODY; slot = contest->slots[slot].next[which])
        others->slots[others->used++] = slot;
}

/* A root that is awake has got another value: those that slept at the last mark, or were not there, are to be looked
 * at; of the others it is known by how much they have grown at most. */
static int awaken(Contest *contest, uint32_t cell) {
    Kind *roots = contest->kinds + ROOT;
    RootCell *root = contest->root_cells + cell;
    if (root->bound) return 0;
    double grown = roots->values[cell] - roots->marked[cell];
    if (isinf(grown)) {
        if (root->woken) return 0;
        root->woken = 1;
        return push(&contest->woken, cell);
    }
    if (grown <= 0) return 0;
    if (grown > roots->rise) roots->rise = grown;
    if (root->grown) return 0;
    root->grown = 1;
    return push(&contest->grown, cell);
}

static int set_awake(Contest *contest, uint32_t cell, int awake) {
    Kind *roots = contest->kinds + ROOT;
    contest->root_cells[cell].awake = (uint8_t)awake;
    roots->values[cell] = awake ? roots->weight * roots->counts[cell] : -INFINITY;
    return awake ? awaken(contest, cell) : 0;
}

static int count(Contest *contest, int which, uint32_t cell, int more) {
    Kind *kind = contest->kinds + which;
    kind->counts[cell] += (uint32_t)more;
    if (which == ROOT && !contest->root_cells[cell].awake) return 0;
    double value = kind->values[cell] = kind->weight * kind->counts[cell];
    if (more < 0) return 0;
    if (which == ROOT) return awaken(contest, cell);
    double grown = value - kind->marked[cell];
    if (isfinite(grown) && grown > kind->rise) kind->rise = grown;
    return 0;
}

/* Whoever stood in the cell that this takes has left it since the last mark: no bound covers those who come. */
static int new_cell(Contest *contest, int which, uint32_t *answer) {
    Kind *kind = contest->kinds + which;
    uint32_t cell = kind->cells_free;
    if (cell != NOBODY) {
        kind->cells_free = kind->counts[cell];
    } else {
        uint32_t room = kind->cells_room, other = room, third = room;
        cell = kind->cells_used;
        if (which == ROOT) {
            uint32_t before = contest->root_cells_room;
            if (enlarge((void **)&contest->root_cells, sizeof(RootCell), &contest->root_cells_room, cell + 1) < 0)
                return -1;
            memset(contest->root_cells + before, 0, (contest->root_cells_room - before) * sizeof(RootCell));
        }
        if (enlarge((void **)&kind->values, sizeof(double), &room, cell + 1) < 0 ||
            enlarge((void **)&kind->marked, sizeof(double), &other, cell + 1) < 0 ||
            enlarge((void **)&kind->counts, sizeof(uint32_t), &third, cell + 1) < 0)
            return -1;
        kind->cells_room = room;
        kind->cells_used++;
    }
    kind->values[cell] = kind->marked[cell] = -INFINITY;
    kind->counts[cell] = 0;
    *answer = cell;
    return 0;
}

static void free_cell(Contest *contest, int which, uint32_t cell) {
    Kind *kind = contest->kinds + which;
    kind->values[cell] = kind->marked[cell] = -INFINITY;
    kind->counts[cell] = kind->cells_free;
    kind->cells_free = cell;
    if (which == ROOT) contest->root_cells[cell].awake = 0;
}

/* ---- hosts */

static uint32_t host_of(Contest *contest, int64_t id) {
    uint32_t host = find(&contest->host_numbers, (uint64_t)id, 0);
    if (host != NOBODY) return host;
    host = contest->hosts_free;
    uint32_t next = host == NOBODY ? NOBODY : contest->hosts[host].first;
    if (host == NOBODY) {
        host = contest->hosts_used;
        if (enlarge((void **)&contest->hosts, sizeof(Host), &contest->hosts_room, host + 1) < 0) return NOBODY;
    }
    if (put(&contest->host_numbers, (uint64_t)id, 0, host) < 0) return NOBODY;
    if (host == contest->hosts_used)
        contest->hosts_used++;
    else
        contest->hosts_free = next;
    contest->hosts[host] = (Host){id, NOBODY, 0};
    return host;
}

/* One that sleeps and has nothing need not be known. */
static void free_host(Contest *contest, uint32_t number) {
    Host *host = contest->hosts + number;
    if (host->awake || host->first != NOBODY) return;
    forget(&contest->host_numbers, (uint64_t)host->id, 0);
    host->first = contest->hosts_free;
    contest->hosts_free = number;
}

static int move_in(Contest *contest, uint32_t root, int64_t id) {
    if (enlarge((void **)&contest->homes, sizeof(Home), &contest->homes_room, root + 1) < 0) return -1;
    uint32_t number = host_of(contest, id);
    if (number == NOBODY) return -1;
    Host *host = contest->hosts + number;
    contest->homes[root] = (Home){number, host->first, NOBODY};
    if (host->first != NOBODY) contest->homes[host->first].before = root;
    host->first = root;
    return 0;
}

static void move_out(Contest *contest, uint32_t root) {
    Home *home = contest->homes + root;
    if (home->before == NOBODY)
        contest->hosts[home->host].first = home->after;
    else
        contest->homes[home->before].after = home->after;
    if (home->after != NOBODY) contest->homes[home->after].before = home->before;
    free_host(contest, home->host);
}

/* ---- who comes and who goes */

static int new_part(Contest *contest, int which, uint64_t hash, int64_t host, uint32_t *answer) {
    Kind *kind = contest->kinds + which;
    uint32_t number = kind->parts_free == NOBODY ? kind->parts_used : kind->parts_free;
    if (enlarge((void **)&kind->parts, sizeof(Part), &kind->parts_room, number + 1) < 0 ||
        (which == ROOT && move_in(contest, number, host) < 0) || put(&kind->numbers, hash, 0, number) < 0)
        return -1;
    if (number == kind->parts_used)
        kind->parts_used++;
    else
        kind->parts_free = kind->parts[number].head;
    kind->parts[number] = (Part){hash, 0, NOBODY};
    *answer = number;
    return 0;
}

static int join(Contest *contest, int which, uint64_t hash, int64_t host, uint32_t slot, Others *others) {
    Kind *kind = contest->kinds + which;
    uint32_t number = find(&kind->numbers, hash, 0);
    if (number == NOBODY && new_part(contest, which, hash, host, &number) < 0) return -1;
    Part *part = kind->parts + number;
    Slot *here = contest->slots + slot;
    here->parts[which] = number;
    if (part->cell > LIGHT) return count(contest, which, part->cell, 1);
    add_members(contest, which, part, others);
    here->next[which] = part->head;
    part->head = slot;
    if (++part->cell <= LIGHT) return 0;
    uint32_t cell;
    if (new_cell(contest, which, &cell) < 0) return -1;
    part->cell = cell;
    part->head = NOBODY;
    kind->counts[cell] = LIGHT + 1;
    if (which == ROOT) return set_awake(contest, cell, contest->hosts[contest->homes[number].host].awake);
    kind->values[cell] = kind->weight * (LIGHT + 1);
    return 0;
}

static int leave(Contest *contest, int which, uint32_t slot, Others *others) {
    Kind *kind = contest->kinds + which;
    Slot *here = contest->slots + slot;
    uint32_t number = here->parts[which];
    Part *part = kind->parts + number;
    if (part->cell > LIGHT) {
        if (count(contest, which, part->cell, -1) < 0) return -1;
        if (kind->counts[part->cell]) return 0;
        free_cell(contest, which, part->cell);
    } else {
        uint32_t *link = &part->head;
        while (*link != slot) link = &contest->slots[*link].next[which];
        *link = here->next[which];
        if (--part->cell) {
            add_members(contest, which, part, others);
            return 0;
        }
    }
    forget(&kind->numbers, part->hash, 0);
    if (which == ROOT) move_out(contest, number);
    part->head = kind->parts_free;
    kind->parts_free = number;
    return 0;
}

#endif
