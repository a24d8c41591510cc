/* One distance of retrograde analysis with goats to move. */
#include "solve/retrograde.h"

#include <stdlib.h>

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

/* Calls back with each mask of the tier with goats to move and no step. */
static enum bc_error each_stuck(struct analysis *a, uint32_t class,
                                enum bc_error (*use)(struct analysis *a, uint32_t class, uint32_t mask))
{
    uint32_t parts[BC_POINTS_MAX];
    unsigned count = cut_off_parts(a->solver->index, class, parts);
    for (uint64_t choice = 0; choice < UINT64_C(1) << count; ++choice) {
        uint32_t goats = chosen_parts(parts, count, choice);
        if ((unsigned)__builtin_popcount(goats) == a->tier->goats) {
            enum bc_error error = use(a, class, goats);
            if (error != BC_OK) {
                return error;
            }
        }
    }
    return BC_OK;
}

static enum bc_error stuck_loses(struct analysis *a, uint32_t class, uint32_t mask)
{
    uint64_t bits[PLANE_WORDS] = {0};
    bits[mask >> 6 & 7U] = UINT64_C(1) << (mask & 63U);
    class_planes(a, class)[(size_t)(mask >> LOW_BITS) * ROW_WORDS + (mask >> 6 & 7U)] |= UINT64_C(1) << (mask & 63U);
    struct class_state *state = &a->states[class];
    a->fronts[(size_t) class * 2 * a->solver->row_count + (*front_count(a, class, false))++] =
        (uint16_t)(mask >> LOW_BITS);
    return record(a, BC_GOATS, &state->goats, mask >> LOW_BITS, false, bits);
}

static enum bc_error stuck_is_kept(struct analysis *a, uint32_t class, uint32_t mask)
{
    struct class_state *state = &a->states[class];
    uint32_t *stuck = realloc(state->stuck, (state->stuck_count + 1U) * sizeof *stuck);
    if (stuck == NULL) {
        return BC_ERROR_MEMORY;
    }
    stuck[state->stuck_count++] = mask;
    state->stuck = stuck;
    return BC_OK;
}

/* Where stuck goats draw, they must not pass for lost because no step leads out of a loss. */
static void clear_stuck(const struct class_state *state, uint32_t row, uint64_t bits[PLANE_WORDS])
{
    for (uint32_t n = 0; n < state->stuck_count; ++n) {
        uint32_t mask = state->stuck[n];
        if (mask >> LOW_BITS == row) {
            bits[mask >> 6 & 7U] &= ~(UINT64_C(1) << (mask & 63U));
        }
    }
}

/* Touches the open rows from which a goat step can lead to some mask of a row. */
static void touch_rows_before(const struct analysis *a, uint32_t class, uint32_t row, struct scratch *s,
                              uint32_t *touched)
{
    const struct goat_graph *graph = &a->solver->graphs[class];
    const uint8_t *open = class_goats_open(a, class);
    if (open[row] != 0) {
        touch(s, touched, row);
    }
    for (unsigned e = 0; e < graph->low_edge_count; ++e) {
        uint32_t before = row ^ UINT32_C(1) << graph->low_edges[e].row_bit;
        if (open[before] != 0) {
            touch(s, touched, before);
        }
    }
    for (unsigned e = 0; e < graph->row_edge_count; ++e) {
        struct goat_edge edge = graph->row_edges[e];
        uint32_t before = row ^ (UINT32_C(1) << edge.row_bit | UINT32_C(1) << edge.other);
        if (open[before] != 0) {
            touch(s, touched, before);
        }
    }
}

/* Touches the rows with an open mask from which a goat step leads to one mask. */
static void touch_masks_before(const struct analysis *a, uint32_t class, uint32_t mask, struct scratch *s,
                               uint32_t *touched)
{
    const struct goat_graph *graph = &a->solver->graphs[class];
    const uint8_t *open = class_goats_open(a, class);
    const uint64_t *planes = class_planes(a, class);
    uint32_t empty = ~mask & ((UINT32_C(1) << a->solver->index->free_count) - 1);
    for (; empty != 0; empty &= empty - 1) {
        uint32_t from = empty & (0U - empty);
        for (uint32_t to = graph->neighbours[__builtin_ctz(empty)] & mask; to != 0; to &= to - 1) {
            uint32_t before = mask ^ from ^ (to & (0U - to));
            uint32_t row = before >> LOW_BITS;
            if (open[row] == 0 || s->stamps[row] == s->stamp) {
                continue;
            }
            const uint64_t *known = planes + (size_t)row * ROW_WORDS + (before >> 6 & 7U);
            if (((known[PLANE_WORDS] & ~known[0]) >> (before & 63U) & 1U) != 0) {
                touch(s, touched, row);
            }
        }
    }
}

/* Entries with at most so many masks are followed mask by mask. */
enum { MASK_BY_MASK_MAX = 12 };

/* Lists the rows with an open mask from which a goat step can lead to what was found for the tigers to move one distance before, into
 * s->touched. */
static uint32_t rows_stepping_to(const struct analysis *a, uint32_t class, struct scratch *s, bool goats_win)
{
    const struct discovery_log *log = &a->states[class].tigers;
    uint32_t touched = 0;
    unsigned distance;
    ++s->stamp;
    if (log->last - log->before > a->tier->count / 2) {
        /* Most rows of the class will be looked at, in no order. */
        for (uint32_t n = 0; n < a->tier->count; ++n) {
            const uint64_t *soon = class_planes(a, class) + (size_t)a->tier->rows[n] * ROW_WORDS;
            __builtin_prefetch(soon, 0, 2);
            __builtin_prefetch(soon + PLANE_WORDS, 0, 2);
        }
    }
    for (size_t at = log->before; at < log->last && touched < a->tier->count;) {
        if (log_read_mark(log, &at, &distance)) {
            continue;
        }
        struct discovery found = log_read(log, &at);
        if (found.goats_win != goats_win) {
            continue;
        }
        if (found.count > MASK_BY_MASK_MAX) {
            touch_rows_before(a, class, found.row, s, &touched);
            continue;
        }
        for (unsigned n = 0; n < found.count; ++n) {
            touch_masks_before(a, class, found.row << LOW_BITS | found.masks[n], s, &touched);
        }
    }
    return touched;
}

/* Goats to move, one winner: the tigers win if every step, the goats if some step leads to such a position. */
static enum bc_error find_for_winner(struct analysis *a, uint32_t class, struct scratch *s, bool goats_win)
{
    const struct solver *solver = a->solver;
    const uint64_t *tigers = class_tigers(a, class) + (goats_win ? tier_plane_words(a->tier) : 0);
    uint64_t *planes = class_planes(a, class);
    enum bc_error error = BC_OK;
    uint32_t touched = rows_stepping_to(a, class, s, goats_win);
    if (touched > a->tier->count / 32) {
        /* Nearly all rows of the plane will be read, in no order. */
        for (size_t at = 0; at < tier_plane_words(a->tier); at += 8) {
            __builtin_prefetch(tigers + at, 0, 2);
        }
    }
    struct class_state *state = &a->states[class];
    uint16_t *front = a->fronts + ((size_t) class * 2 + goats_win) * solver->row_count;
    uint16_t *front_size = front_count(a, class, goats_win);
    uint8_t *goats_open = class_goats_open(a, class);
    for (uint32_t n = 0; n < touched && error == BC_OK; ++n) {
        uint32_t row = s->touched[n];
        if (n + ROWS_AHEAD < touched) {
            uint64_t *soon = planes + (size_t)s->touched[n + ROWS_AHEAD] * ROW_WORDS;
            __builtin_prefetch(soon);
            __builtin_prefetch(soon + PLANE_WORDS);
        }
        const uint64_t *masks = low_masks(solver, solver->row_goats[row], a->tier->goats);
        uint64_t *known = planes + (size_t)row * ROW_WORDS;
        uint64_t *value = known + (goats_win ? PLANE_WORDS : 0);
        uint64_t bits[PLANE_WORDS];
        uint64_t open[PLANE_WORDS];
        for (unsigned w = 0; w < PLANE_WORDS; ++w) {
            open[w] = masks[w] & known[PLANE_WORDS + w] & ~known[w];
        }
        if (!any_bit(open)) {
            goats_open[row] = 0;
            continue;
        }
        solver->kernels->step_goats(&solver->graphs[class], tigers, a->tier->places, row, bits);
        for (unsigned w = 0; w < PLANE_WORDS; ++w) {
            bits[w] = open[w] & (goats_win ? bits[w] : ~bits[w]);
        }
        if (!goats_win) {
            clear_stuck(state, row, bits);
        }
        if (a->proven_goats != NULL) {
            const uint64_t *proven = a->proven_goats + class * solver->class_words + (size_t)row * ROW_WORDS;
            for (unsigned w = 0; w < PLANE_WORDS; ++w) {
                bits[w] &= goats_win ? ~proven[PLANE_WORDS + w] : proven[w];
            }
        }
        if (!any_bit(bits)) {
            continue;
        }
        error = record(a, BC_GOATS, &state->goats, row, goats_win, bits);
        if (a->beyond_limit) {
            continue;
        }
        front[(*front_size)++] = (uint16_t)row;
        for (unsigned w = 0; w < PLANE_WORDS; ++w) {
            value[w] = goats_win ? value[w] & ~bits[w] : value[w] | bits[w];
            open[w] &= ~bits[w];
        }
        goats_open[row] = any_bit(open);
    }
    return error;
}

enum bc_error keep_stuck(struct analysis *a, uint32_t class)
{
    return each_stuck(a, class, stuck_is_kept);
}

enum bc_error find_goat_results(struct analysis *a, uint32_t class, struct scratch *s)
{
    struct class_state *state = &a->states[class];
    if (a->distance == 0) {
        bool draw = a->solver->options->rules.goat_stalemate == BC_STALEMATE_DRAW;
        return draw ? BC_OK : each_stuck(a, class, stuck_loses);
    }
    if (state->tigers.last == state->tigers.before) {
        return BC_OK;
    }
    enum bc_error error = find_for_winner(a, class, s, false);
    return error == BC_OK ? find_for_winner(a, class, s, true) : error;
}
