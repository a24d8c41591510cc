/* One distance of retrograde analysis with goats to move. */
#include "solve/retrograde.h"

#include <string.h>

/* The parts of the board that a class's tigers cut off from each other, as masks. Goats to move have no step exactly where the
 * empty points are whole parts. Returns their number. */
static unsigned cut_off_parts(const struct bc_index *index, uint32_t class, uint32_t parts[BC_POINTS_MAX])
{
    unsigned count = 0;
    bc_points open = index->board->points & ~index->classes[class].tigers;
    bc_points rest = open;
    while (rest != 0) {
        bc_points part = rest & (0U - rest);
        for (bc_points grown = 0; grown != part;) {
            grown = part;
            for (bc_points p = grown; p != 0; p &= p - 1) {
                part |= index->board->neighbours[__builtin_ctz(p)] & open;
            }
        }
        parts[count++] = bc_index_mask(index, class, 0, part);
        rest &= ~part;
    }
    return count;
}

static uint32_t chosen_parts(const uint32_t *parts, unsigned count, uint64_t choice)
{
    uint32_t mask = 0;
    for (unsigned n = 0; n < count; ++n) {
        mask |= (choice >> n & 1U) != 0 ? parts[n] : 0;
    }
    return mask;
}

uint32_t stuck_goat_counts(const struct bc_index *index)
{
    uint32_t counts = 0;
    for (uint32_t class = 0; class < index->class_count; ++class) {
        uint32_t parts[BC_POINTS_MAX];
        unsigned count = cut_off_parts(index, class, parts);
        for (uint64_t choice = 0; choice < UINT64_C(1) << count; ++choice) {
            counts |= UINT32_C(1) << __builtin_popcount(chosen_parts(parts, count, choice));
        }
    }
    return counts;
}

/* Lists the masks of the tier with goats to move and no step. */
static uint32_t list_stuck(const struct analysis *a, uint32_t class, uint32_t *stuck)
{
    uint32_t parts[BC_POINTS_MAX];
    unsigned part_count = cut_off_parts(a->solver->index, class, parts);
    uint32_t count = 0;
    for (uint64_t choice = 0; choice < UINT64_C(1) << part_count; ++choice) {
        uint32_t goats = chosen_parts(parts, part_count, choice);
        if ((unsigned)__builtin_popcount(goats) == a->tier->goats) {
            stuck[count++] = goats;
        }
    }
    return count;
}

static bool stuck_goats_lose(const struct analysis *a)
{
    return a->solver->options->rules.goat_stalemate != BC_STALEMATE_DRAW;
}

static void settle_stuck(const struct analysis *a, uint8_t *states, const uint32_t *stuck, uint32_t count)
{
    for (uint32_t n = 0; n < count; ++n) {
        states[tier_rank(a->tier, stuck[n])] = (uint8_t)(stuck_goats_lose(a) ? STATE_LOST : STATE_DRAWN);
    }
}

/* Adds one to the state of each mask from which a goat step leads to `mask`. */
static inline void add_before(const struct tier *tier, const uint32_t *neighbours, uint32_t all, uint32_t mask,
                              uint8_t *states)
{
    for (uint32_t empty = all & ~mask; empty != 0; empty &= empty - 1) {
        unsigned from = (unsigned)__builtin_ctz(empty);
        uint32_t with = mask | UINT32_C(1) << from;
        for (uint32_t to = neighbours[from] & mask; to != 0; to &= to - 1) {
            ++states[tier_rank(tier, with ^ (to & (0U - to)))];
        }
    }
}

/* Each mask from which a goat step leads to one of the masks has a move that wins. Returns how many masks are in `found`. */
static uint32_t win_before(const struct analysis *a, uint32_t class, const uint32_t *masks, uint32_t count,
                           uint32_t *found)
{
    const uint32_t *neighbours = a->solver->neighbours[class];
    const uint32_t all = (UINT32_C(1) << a->solver->index->free_count) - 1;
    uint8_t *states = class_states(a, BC_GOATS, class);
    uint32_t found_count = 0;
    for (uint32_t n = 0; n < count; ++n) {
        for (uint32_t empty = all & ~masks[n]; empty != 0; empty &= empty - 1) {
            unsigned from = (unsigned)__builtin_ctz(empty);
            uint32_t with = masks[n] | UINT32_C(1) << from;
            for (uint32_t to = neighbours[from] & masks[n]; to != 0; to &= to - 1) {
                uint32_t before = with ^ (to & (0U - to));
                uint8_t *state = &states[tier_rank(a->tier, before)];
                if (state_open(*state)) {
                    *state = STATE_WON;
                    found[found_count++] = before;
                }
            }
        }
    }
    return found_count;
}

/* Each of those masks has one move fewer that does not lose. */
static uint32_t count_off_before(const struct analysis *a, uint32_t class, const uint32_t *masks, uint32_t count,
                                 uint32_t *found)
{
    const uint32_t *neighbours = a->solver->neighbours[class];
    const uint32_t all = (UINT32_C(1) << a->solver->index->free_count) - 1;
    uint8_t *states = class_states(a, BC_GOATS, class);
    uint32_t found_count = 0;
    for (uint32_t n = 0; n < count; ++n) {
        for (uint32_t empty = all & ~masks[n]; empty != 0; empty &= empty - 1) {
            unsigned from = (unsigned)__builtin_ctz(empty);
            uint32_t with = masks[n] | UINT32_C(1) << from;
            for (uint32_t to = neighbours[from] & masks[n]; to != 0; to &= to - 1) {
                uint32_t before = with ^ (to & (0U - to));
                uint8_t *state = &states[tier_rank(a->tier, before)];
                *state = (uint8_t)(*state - 1U);
                if (*state == STATE_LOST) {
                    found[found_count++] = before;
                }
            }
        }
    }
    return found_count;
}

/* Sets the states to the numbers of steps. A step is an empty point and a goat beside it; points with a goat beside them are
 * those beside them less the empty ones. */
static void count_steps(const struct analysis *a, uint32_t class, struct scratch *s)
{
    const uint32_t *neighbours = a->solver->neighbours[class];
    const unsigned bit_count = a->solver->index->free_count;
    const uint32_t all = (UINT32_C(1) << bit_count) - 1;
    uint8_t *states = class_states(a, BC_GOATS, class);
    uint8_t beside[BC_POINTS_MAX];
    unsigned sum = 0;
    for (unsigned bit = 0; bit < bit_count; ++bit) {
        beside[bit] = (uint8_t)__builtin_popcount(neighbours[bit]);
        sum += beside[bit];
    }
    bit_sums_make(beside, bit_count, &s->sums);
    for (uint32_t rank = 0; rank < a->tier->count; ++rank) {
        uint32_t mask = a->tier->masks[rank];
        unsigned steps = sum - bit_sum(&s->sums, mask);
        for (uint32_t empty = all & ~mask; empty != 0; empty &= empty - 1) {
            for (uint32_t pair = neighbours[__builtin_ctz(empty)] & (empty - 1) & empty; pair != 0; pair &= pair - 1) {
                steps -= 2;
            }
        }
        states[rank] = (uint8_t)steps;
    }
}

/* The states, once the tigers' wins at distance 1 are known, which are most: only steps to other positions are counted, and what has none
 * loses with the next distance. */
static void count_steps_beyond_captures(const struct analysis *a, uint32_t class, struct scratch *s)
{
    const uint32_t *neighbours = a->solver->neighbours[class];
    const uint32_t all = (UINT32_C(1) << a->solver->index->free_count) - 1;
    const uint8_t *tigers = class_states(a, BC_TIGERS, class);
    uint8_t *states = class_states(a, BC_GOATS, class);
    memset(states, 0, a->tier->count);
    for (uint32_t rank = 0; rank < a->tier->count; ++rank) {
        if (tigers[rank] <= STATE_DRAWN) {
            add_before(a->tier, neighbours, all, a->tier->masks[rank], states);
        }
    }
    for (uint32_t rank = 0; rank < a->tier->count; ++rank) {
        states[rank] = states[rank] == 0 ? (uint8_t)STATE_SOON_LOST : states[rank];
    }
    settle_stuck(a, states, s->picked, list_stuck(a, class, s->picked));
}

static uint32_t lose_soon_lost(const struct analysis *a, uint32_t class, uint32_t *found)
{
    uint8_t *states = class_states(a, BC_GOATS, class);
    uint32_t count = 0;
    for (uint32_t rank = 0; rank < a->tier->count; ++rank) {
        bool lost = states[rank] == STATE_SOON_LOST;
        found[count] = a->tier->masks[rank];
        states[rank] = lost ? (uint8_t)STATE_LOST : states[rank];
        count += lost;
    }
    return count;
}

struct front find_goat_results(const struct analysis *a, uint32_t class, struct scratch *s)
{
    struct front found = {.masks = s->found};
    if (a->distance == 0) {
        uint32_t stuck = list_stuck(a, class, s->found);
        if (!a->captures_known) {
            count_steps(a, class, s);
            settle_stuck(a, class_states(a, BC_GOATS, class), s->found, stuck);
        }
        found.tigers = stuck_goats_lose(a) ? stuck : 0;
        return found;
    }
    if (a->captures_known && a->distance == 1) {
        count_steps_beyond_captures(a, class, s);
    }
    struct front last = finds_at(&a->finds[BC_TIGERS][class], a->distance - 1);
    found.tigers = a->captures_known && a->distance == 2
                       ? lose_soon_lost(a, class, s->found)
                       : count_off_before(a, class, last.masks, last.tigers, s->found);
    found.goats = win_before(a, class, last.masks + last.tigers, last.goats, s->found + found.tigers);
    return found;
}
