/* The movement phase: retrograde analysis, one tier (number of goats on the board) at a time, from few goats to many.
 *
 * For one tier and one metric, distance by distance: positions with tigers to move are found from the goats-to-move positions
 * found one turn nearer to the end, and the other way round. Both kinds of win go by at once. Where one good move is enough (the
 * mover wins) the finds are carried back along the moves; where all moves must be bad (the mover loses) the rows that the finds
 * can have an effect on are worked out anew. All of it is done 512 masks at a time. Each class keeps a log of its finds: the frontier of
 * the next distance, and at the end the table of distances.
 *
 * The two metrics differ only in when captures count. For *zero* all of the tier after a capture is known at the start. For *end*
 * its finds are played back from its log, distance by distance, and start from a position's own. In the first tier every
 * capture ends the game, so both metrics agree. */
#include "solve/discovery_log.h"
#include "solve/solver.h"

#include <stdlib.h>
#include <string.h>

/* Planes of a tier with tigers to move: only rows that have masks with the tier's number of goats, for each class all rows of the first
 * plane, "not (yet) won by the tigers", then all of the second, "won by the goats". */
struct tier_rows {
    unsigned goats;
    uint32_t count;  /* of rows in a class */
    uint32_t *slots; /* place of a row, or NO_SLOT */
    uint32_t *rows;  /* row at a place */
};

struct class_state {
    struct discovery_log tigers; /* finds with tigers to move */
    struct discovery_log goats;
    size_t arrival;       /* in the log of the tier after a capture: the finds of the last distance, */
    size_t arrival_end;   /* to here */
    uint32_t front[2];    /* rows with finds of the last distance with goats to move, by whether the goats win */
    uint32_t arrivals[2]; /* the same of what is played back */
    uint32_t stuck_count; /* masks with goats to move and no step, where that is a draw */
    uint32_t *stuck;
};

/* One tier by one metric. */
struct analysis {
    struct solver *solver;
    struct tier_rows *tier;
    unsigned eaten;
    bool captures_end;      /* a capture ends the game */
    bool captures_known;    /* *zero*: the tier after a capture is known from the start */
    bool forget;            /* logs are not wanted afterwards */
    uint64_t *planes;       /* goats to move */
    uint64_t *tigers;       /* tigers to move */
    uint8_t *open;          /* by class and row: with tigers to move some mask is not decided yet */
    const uint64_t *proven; /* tigers to move: only what is found there counts; NULL: everything */
    const uint64_t *proven_goats;
    struct class_state *states;
    uint16_t *fronts;             /* by class and winner: rows with finds of the last distance with goats to move */
    uint16_t *arrivals;           /* the same of what is played back */
    uint8_t *goats_open;          /* as `open`, with goats to move */
    struct class_state *captured; /* logs of the tier after a capture, where they are played back */
    unsigned distance;
    bool beyond_limit;         /* only look whether anything would be found */
    atomic_uint longest[2][2]; /* by side to move: the greatest distance of a win of the goats, of the tigers */
    atomic_bool found;
    atomic_bool pending; /* something is still to be played back */
};

struct movement {
    struct solver *solver;
    struct tier_rows tier;
    uint64_t *tigers_zero;
    uint64_t *tigers_end;
    uint8_t *open;
    uint8_t *goats_open;
    uint16_t *fronts;
    uint16_t *arrivals;
    size_t tigers_bytes;
    struct class_state *zero;
    struct class_state *end;
    struct class_state *before; /* *end* logs of the tier after a capture */
    size_t tigers_end_bytes;
    bool with_end;
    unsigned eaten;
    uint32_t *first_rank;                  /* by place of a row: the rank of its first mask */
    uint32_t low_rank[BC_SOLVE_ROW_MASKS]; /* rank of a low mask among those with as many bits */
    atomic_uint_least64_t goats_win[2];    /* by side */
    atomic_uint_least64_t tigers_win[2];
    atomic_uint_least64_t draws[2];
};

/* How many rows ahead memory is fetched into the cache. */
enum { ROWS_AHEAD = 8 };

static uint64_t *class_planes(const struct analysis *a, uint32_t class)
{
    return a->planes + class * a->solver->class_words;
}

/* The second plane is a->tier->count rows further on. */
static uint64_t *class_tigers(const struct analysis *a, uint32_t class)
{
    return a->tigers + (size_t) class * a->tier->count * ROW_WORDS;
}

static size_t tier_plane_words(const struct analysis *a)
{
    return (size_t)a->tier->count * PLANE_WORDS;
}

static uint8_t *class_open(const struct analysis *a, uint32_t class)
{
    return a->open + (size_t) class * a->solver->row_count;
}

static uint8_t *class_goats_open(const struct analysis *a, uint32_t class)
{
    return a->goats_open + (size_t) class * a->solver->row_count;
}

/* Stamps are counted up without end; well before they run out they start again. */
static void refresh_stamps(struct scratch *s, uint32_t rows)
{
    if (s->stamp > UINT32_MAX - 4 * BC_MOVES_MAX) {
        memset(s->stamps, 0, rows * sizeof *s->stamps);
        memset(s->group_stamps, 0, rows * sizeof *s->group_stamps);
        s->stamp = 0;
    }
}

static bool any_bit(const uint64_t bits[PLANE_WORDS])
{
    uint64_t all = 0;
    for (unsigned w = 0; w < PLANE_WORDS; ++w) {
        all |= bits[w];
    }
    return all != 0;
}

/* The masks of a row that exist after a plan's move was chosen: the point moved to empty, the goat eaten there. */
static bool plan_applies(const struct plan *plan, uint32_t row, uint64_t bits[PLANE_WORDS])
{
    if (((row ^ plan->row_value) & plan->row_fixed) != 0) {
        return false;
    }
    for (unsigned w = 0; w < PLANE_WORDS; ++w) {
        bits[w] = ~UINT64_C(0);
        for (unsigned bit = 0; bit < 2; ++bit) {
            unsigned fixed = bit == 0 ? plan->low_zero : plan->low_one;
            if (fixed == NO_BIT) {
                continue;
            }
            static const uint64_t inner[6] = {
                UINT64_C(0xAAAAAAAAAAAAAAAA), UINT64_C(0xCCCCCCCCCCCCCCCC), UINT64_C(0xF0F0F0F0F0F0F0F0),
                UINT64_C(0xFF00FF00FF00FF00), UINT64_C(0xFFFF0000FFFF0000), UINT64_C(0xFFFFFFFF00000000),
            };
            uint64_t ones = fixed < 6 ? inner[fixed] : 0 - (uint64_t)(w >> (fixed - 6) & 1U);
            bits[w] &= bit == 0 ? ~ones : ones;
        }
    }
    return true;
}

/* Adds a row to the list of touched rows, once a stamp. */
static inline void touch(struct scratch *s, uint32_t *count, uint32_t row)
{
    if (s->stamps[row] != s->stamp) {
        s->stamps[row] = s->stamp;
        s->touched[(*count)++] = row;
    }
}

/* Rows of one class with finds of the last distance. */
struct front {
    const uint16_t *rows;
    uint32_t count;
};

/* The finds for a winner that a plan can lead to: in the tier itself, or after a capture. */
static struct front front_of(const struct analysis *a, const struct plan *plan, bool goats_win)
{
    const struct class_state *state = &a->states[plan->source];
    size_t at = ((size_t)plan->source * 2 + goats_win) * a->solver->row_count;
    if (!plan->jump) {
        return (struct front){a->fronts + at, state->front[goats_win]};
    }
    if (a->captured == NULL) {
        return (struct front){NULL, 0};
    }
    return (struct front){a->arrivals + at, a->captured[plan->source].arrivals[goats_win]};
}

/* Lists the groups of plan number `number` that read a row of the front, and touches their target rows. Leaves out what is decided
 * already. */
static size_t groups_reading(const struct analysis *a, uint32_t number, const uint8_t *open, struct front front,
                             struct scratch *s, uint32_t *touched)
{
    const struct plans *plans = &a->solver->plans;
    const struct plan *plan = &plans->plans[number];
    uint32_t crossing = plan->cross_target;
    size_t count = 0;
    uint32_t known_source = UINT32_MAX;
    for (uint32_t n = 0; n < front.count; ++n) {
        uint32_t source = front.rows[n] & ~plan->cross_source;
        uint32_t target = plan_target_row(plans, number, front.rows[n]);
        if (source == known_source || target >= NO_ROW) {
            continue;
        }
        known_source = source;
        unsigned useful = open[target];
        for (uint32_t extra = crossing; extra != 0; extra = (extra - 1) & crossing) {
            useful |= open[target | extra];
        }
        if (useful == 0) {
            continue;
        }
        touch(s, touched, target);
        for (uint32_t extra = crossing; extra != 0; extra = (extra - 1) & crossing) {
            touch(s, touched, target | extra);
        }
        s->targets[count] = target;
        s->sources[count++] = source;
    }
    return count;
}

static enum bc_error record(struct analysis *a, enum bc_side side, struct discovery_log *log, uint32_t row,
                            bool goats_win, const uint64_t bits[PLANE_WORDS])
{
    if (!a->beyond_limit) {
        atomic_store_explicit(&a->longest[side][goats_win ? 0 : 1], a->distance, memory_order_relaxed);
    }
    return log_add(log, a->distance, row, goats_win, bits, a->solver->kernels->count_bits(bits));
}

/* Records finds with tigers to move; they take effect when this distance is done with. */
static enum bc_error record_tigers(struct analysis *a, uint32_t class, uint32_t row, bool goats_win,
                                   uint64_t bits[PLANE_WORDS])
{
    if (a->proven != NULL) {
        const uint64_t *proven = a->proven + (size_t) class * a->tier->count * ROW_WORDS +
                                 (size_t)a->tier->slots[row] * PLANE_WORDS + (goats_win ? tier_plane_words(a) : 0);
        for (unsigned w = 0; w < PLANE_WORDS; ++w) {
            bits[w] &= goats_win ? proven[w] : ~proven[w];
        }
    }
    if (!any_bit(bits)) {
        return BC_OK;
    }
    return record(a, BC_TIGERS, &a->states[class].tigers, row, goats_win, bits);
}

/* Tigers to move, tigers win: at distance 1, where captures are known, every capture that wins. */
static void collect_captures(struct analysis *a, uint32_t class, struct scratch *s, uint32_t *touched)
{
    const struct solver *solver = a->solver;
    const struct plans *plans = &solver->plans;
    unsigned goats = a->tier->goats;
    for (uint32_t n = 0; n < a->tier->count; ++n) {
        touch(s, touched, a->tier->rows[n]);
    }
    for (uint32_t p = plans->first_jump[class]; p < plans->first[class + 1]; ++p) {
        const struct plan *plan = &plans->plans[p];
        if (!a->captures_end) {
            size_t count =
                plan_groups(solver, plan, goats > LOW_BITS ? goats - LOW_BITS : 0U, goats, s->targets, s->sources);
            solver->kernels->pull(plan, class_planes(a, plan->source), s->rows, s->targets, s->sources, count,
                                  FIRST_PLANE);
            continue;
        }
        uint64_t bits[PLANE_WORDS];
        if (!plan_applies(plan, plan->row_value, bits)) {
            continue;
        }
        for (uint32_t n = 0; n < a->tier->count; ++n) {
            uint32_t row = a->tier->rows[n];
            if (((row ^ plan->row_value) & plan->row_fixed) == 0) {
                for (unsigned w = 0; w < PLANE_WORDS; ++w) {
                    s->rows[(size_t)row * ROW_WORDS + w] |= bits[w];
                }
            }
        }
    }
}

/* Takes the touched rows' first plane out of the scratch rows, which are cleared, and records what is new. */
static enum bc_error record_collected(struct analysis *a, uint32_t class, struct scratch *s, uint32_t touched)
{
    enum bc_error error = BC_OK;
    const uint64_t *tigers = class_tigers(a, class);
    for (uint32_t n = 0; n < touched; ++n) {
        uint32_t row = s->touched[n];
        uint64_t *collected = s->rows + (size_t)row * ROW_WORDS;
        uint32_t slot = a->tier->slots[row];
        if (n + ROWS_AHEAD < touched) {
            uint32_t soon = a->tier->slots[s->touched[n + ROWS_AHEAD]];
            __builtin_prefetch(tigers + (size_t)(soon == NO_SLOT ? 0 : soon) * PLANE_WORDS);
        }
        if (slot != NO_SLOT && error == BC_OK) {
            uint64_t bits[PLANE_WORDS];
            for (unsigned w = 0; w < PLANE_WORDS; ++w) {
                bits[w] = collected[w] & tigers[(size_t)slot * PLANE_WORDS + w];
            }
            error = record_tigers(a, class, row, false, bits);
        }
        memset(collected, 0, PLANE_WORDS * sizeof *collected);
    }
    return error;
}

/* Tigers to move, tigers win: some move leads to a position found at the last distance. */
static enum bc_error find_tiger_wins(struct analysis *a, uint32_t class, struct scratch *s)
{
    const struct plans *plans = &a->solver->plans;
    const uint8_t *open = class_open(a, class);
    uint32_t touched = 0;
    ++s->stamp;
    for (uint32_t p = plans->first[class]; p < plans->first[class + 1]; ++p) {
        const struct plan *plan = &plans->plans[p];
        struct front front = front_of(a, plan, false);
        if (front.count == 0) {
            continue;
        }
        size_t count = groups_reading(a, p, open, front, s, &touched);
        a->solver->kernels->pull(plan, class_planes(a, plan->source), s->rows, s->targets, s->sources, count,
                                 FIRST_PLANE);
    }
    if (a->captures_known && a->distance == 1) {
        collect_captures(a, class, s, &touched);
    }
    return record_collected(a, class, s, touched);
}

/* The masks of a row from which no tiger can step: all points beside tigers have goats. */
static bool no_step(const struct analysis *a, uint32_t class, uint32_t row, uint64_t bits[PLANE_WORDS])
{
    const struct plans *plans = &a->solver->plans;
    const uint64_t *masks = low_masks(a->solver, a->solver->row_goats[row], a->tier->goats);
    memcpy(bits, masks, PLANE_WORDS * sizeof *bits);
    for (uint32_t p = plans->first[class]; p < plans->first_jump[class]; ++p) {
        uint64_t step[PLANE_WORDS];
        if (plan_applies(&plans->plans[p], row, step)) {
            for (unsigned w = 0; w < PLANE_WORDS; ++w) {
                bits[w] &= ~step[w];
            }
        }
    }
    return any_bit(bits);
}

/* The row bits of points beside tigers: where one of them is empty, a tiger can step. */
static uint32_t step_row_bits(const struct plans *plans, uint32_t class)
{
    uint32_t bits = 0;
    for (uint32_t p = plans->first[class]; p < plans->first_jump[class]; ++p) {
        bits |= plans->plans[p].row_fixed;
    }
    return bits;
}

/* Tigers to move without a move, at distance 0: the goats have won. */
static enum bc_error find_trapped(struct analysis *a, uint32_t class)
{
    const struct plans *plans = &a->solver->plans;
    uint32_t full = step_row_bits(plans, class);
    enum bc_error error = BC_OK;
    for (uint32_t n = 0; n < a->tier->count && error == BC_OK; ++n) {
        uint32_t row = a->tier->rows[n];
        uint64_t bits[PLANE_WORDS];
        if ((row & full) != full || !no_step(a, class, row, bits)) {
            continue;
        }
        for (uint32_t p = plans->first_jump[class]; p < plans->first[class + 1]; ++p) {
            uint64_t jump[PLANE_WORDS];
            if (plan_applies(&plans->plans[p], row, jump)) {
                for (unsigned w = 0; w < PLANE_WORDS; ++w) {
                    bits[w] &= ~jump[w];
                }
            }
        }
        error = record_tigers(a, class, row, true, bits);
    }
    return error;
}

/* The masks of a row that are not decided yet and have no escape among the moves looked at. */
static void still_bad(const struct analysis *a, const struct scratch *s, uint32_t class, uint32_t row,
                      uint64_t bits[PLANE_WORDS])
{
    const uint64_t *not_won = class_tigers(a, class) + (size_t)a->tier->slots[row] * PLANE_WORDS;
    const uint64_t *lost = not_won + tier_plane_words(a);
    const uint64_t *escape = s->rows + (size_t)row * ROW_WORDS + PLANE_WORDS;
    for (unsigned w = 0; w < PLANE_WORDS; ++w) {
        bits[w] = not_won[w] & ~lost[w] & ~escape[w];
    }
}

/* Collects, in the second plane of the scratch rows, which masks of the rows s->wanted[] have a move to a position that the goats have
 * not (yet) won. Drops rows from the list whose masks all have one. Lists the rows that this wrote to as touched. */
static uint32_t collect_escapes(struct analysis *a, uint32_t class, struct scratch *s, uint32_t *wanted)
{
    const struct plans *plans = &a->solver->plans;
    uint32_t touched = 0;
    uint32_t class_stamp = ++s->stamp;
    for (uint32_t p = plans->first[class]; p < plans->first[class + 1] && *wanted > 0; ++p) {
        const struct plan *plan = &plans->plans[p];
        const uint64_t *planes = class_planes(a, plan->source);
        uint32_t fixed = plan->row_fixed & ~plan->cross_target;
        size_t count = 0;
        ++s->stamp;
        for (uint32_t n = 0; n < *wanted; ++n) {
            uint32_t target = s->wanted[n] & ~plan->cross_target;
            if (((target ^ plan->row_value) & fixed) != 0 || s->group_stamps[target] == s->stamp) {
                continue;
            }
            s->group_stamps[target] = s->stamp;
            s->targets[count] = target;
            s->sources[count] = plan_source_row(plans, p, target);
            __builtin_prefetch(planes + (size_t)s->sources[count++] * ROW_WORDS + PLANE_WORDS);
            uint32_t extra = 0;
            do {
                if (s->stamps[target | extra] < class_stamp) {
                    s->stamps[target | extra] = class_stamp;
                    s->touched[touched++] = target | extra;
                }
                extra = (extra - plan->cross_target) & plan->cross_target;
            } while (extra != 0);
        }
        a->solver->kernels->pull(plan, planes, s->rows, s->targets, s->sources, count, SECOND_PLANE);
        uint32_t left = 0;
        for (uint32_t n = 0; n < *wanted; ++n) {
            uint64_t bits[PLANE_WORDS];
            still_bad(a, s, class, s->wanted[n], bits);
            s->wanted[left] = s->wanted[n];
            left += any_bit(bits);
        }
        *wanted = left;
    }
    return touched;
}

/* Tigers to move, goats win: every move leads to a position that the goats have won. */
static enum bc_error find_tiger_losses(struct analysis *a, uint32_t class, struct scratch *s)
{
    const struct solver *solver = a->solver;
    const struct plans *plans = &solver->plans;
    const uint8_t *open = class_open(a, class);
    uint32_t touched = 0;
    ++s->stamp;
    for (uint32_t p = plans->first[class]; p < plans->first[class + 1]; ++p) {
        struct front front = front_of(a, &plans->plans[p], true);
        if (front.count != 0) {
            (void)groups_reading(a, p, open, front, s, &touched);
        }
    }
    if (a->captures_known && !a->captures_end && a->distance == 1) {
        /* Where only captures are possible, all may be to positions that the goats have won. */
        uint32_t full = step_row_bits(plans, class);
        for (uint32_t n = 0; n < a->tier->count; ++n) {
            if ((a->tier->rows[n] & full) == full && open[a->tier->rows[n]] != 0) {
                touch(s, &touched, a->tier->rows[n]);
            }
        }
    }
    uint32_t wanted = 0;
    for (uint32_t n = 0; n < touched; ++n) {
        s->wanted[wanted] = s->touched[n];
        if (open[s->touched[n]] != 0) {
            const uint64_t *soon = class_tigers(a, class) + (size_t)a->tier->slots[s->touched[n]] * PLANE_WORDS;
            __builtin_prefetch(soon);
            __builtin_prefetch(soon + tier_plane_words(a));
            ++wanted;
        }
    }
    if (wanted == 0) {
        return BC_OK;
    }
    touched = collect_escapes(a, class, s, &wanted);
    enum bc_error error = BC_OK;
    for (uint32_t n = 0; n < wanted && error == BC_OK; ++n) {
        uint64_t bits[PLANE_WORDS];
        still_bad(a, s, class, s->wanted[n], bits);
        error = record_tigers(a, class, s->wanted[n], true, bits);
    }
    for (uint32_t n = 0; n < touched; ++n) {
        memset(s->rows + (size_t)s->touched[n] * ROW_WORDS + PLANE_WORDS, 0, PLANE_WORDS * sizeof *s->rows);
    }
    return error;
}

/* One class, tigers to move, at one distance. */
static enum bc_error find_for_tigers(void *context, unsigned thread, uint32_t class)
{
    struct analysis *a = context;
    struct scratch *s = &a->solver->scratch[thread];
    struct discovery_log *log = &a->states[class].tigers;
    refresh_stamps(s, a->solver->row_count);
    log_start(log, a->forget);
    enum bc_error error = a->distance == 0 ? find_trapped(a, class) : find_tiger_wins(a, class, s);
    if (error == BC_OK && a->distance > 0) {
        error = find_tiger_losses(a, class, s);
    }
    if (log->size > log->last) {
        atomic_store_explicit(&a->found, true, memory_order_relaxed);
    }
    return error;
}

/* Goat sets with goats to move and no step: the empty points are whole parts of the board that the tigers cut off. Calls back with
 * each such mask of the tier as a row and a bit. */
static enum bc_error each_stuck(struct analysis *a, uint32_t class,
                                enum bc_error (*use)(struct analysis *a, uint32_t class, uint32_t mask))
{
    const struct bc_index *index = a->solver->index;
    const struct bc_index_class *of = &index->classes[class];
    uint32_t parts[BC_POINTS_MAX];
    unsigned part_count = 0;
    bc_points open = index->board->points & ~of->tigers;
    bc_points rest = open;
    while (rest != 0) {
        bc_points part = rest & (0U - rest);
        for (bc_points grown = 0; grown != part;) {
            grown = part;
            for (bc_points p = grown; p != 0; p &= p - 1) {
                part |= index->board->neighbours[__builtin_ctz(p)] & open;
            }
        }
        parts[part_count++] = bc_index_mask(index, class, 0, part);
        rest &= ~part;
    }
    uint32_t all = bc_index_mask(index, class, 0, open);
    for (uint64_t choice = 0; choice < UINT64_C(1) << part_count; ++choice) {
        uint32_t empty = 0;
        for (unsigned n = 0; n < part_count; ++n) {
            empty |= (choice >> n & 1U) != 0 ? parts[n] : 0;
        }
        if ((unsigned)__builtin_popcount(all & ~empty) == a->tier->goats) {
            enum bc_error error = use(a, class, all & ~empty);
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
    a->fronts[(size_t) class * 2 * a->solver->row_count + state->front[0]++] = (uint16_t)(mask >> LOW_BITS);
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
static enum bc_error find_goat_results(struct analysis *a, uint32_t class, struct scratch *s, bool goats_win)
{
    const struct solver *solver = a->solver;
    const uint64_t *tigers = class_tigers(a, class) + (goats_win ? tier_plane_words(a) : 0);
    uint64_t *planes = class_planes(a, class);
    enum bc_error error = BC_OK;
    uint32_t touched = rows_stepping_to(a, class, s, goats_win);
    if (touched > a->tier->count / 32) {
        /* Nearly all rows of the plane will be read, in no order. */
        for (size_t at = 0; at < tier_plane_words(a); at += 8) {
            __builtin_prefetch(tigers + at, 0, 2);
        }
    }
    struct class_state *state = &a->states[class];
    uint16_t *front = a->fronts + ((size_t) class * 2 + goats_win) * solver->row_count;
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
        solver->kernels->step_goats(&solver->graphs[class], tigers, a->tier->slots, row, bits);
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
        front[state->front[goats_win]++] = (uint16_t)row;
        for (unsigned w = 0; w < PLANE_WORDS; ++w) {
            value[w] = goats_win ? value[w] & ~bits[w] : value[w] | bits[w];
            open[w] &= ~bits[w];
        }
        goats_open[row] = any_bit(open);
    }
    return error;
}

/* Puts finds with goats to move into planes, or takes them out again. */
static void apply_goat_finds(const struct discovery_log *log, size_t at, size_t end, uint64_t *planes, bool undo)
{
    unsigned distance;
    while (at < end) {
        if (log_read_mark(log, &at, &distance)) {
            continue;
        }
        struct discovery found = log_read(log, &at);
        uint64_t bits[PLANE_WORDS];
        uint64_t *row = planes + (size_t)found.row * ROW_WORDS + (found.goats_win ? PLANE_WORDS : 0);
        bool gain = found.goats_win == undo;
        discovery_bits(&found, bits);
        for (unsigned w = 0; w < PLANE_WORDS; ++w) {
            row[w] = gain ? row[w] | bits[w] : row[w] & ~bits[w];
        }
    }
}

/* Puts the last distance's finds with tigers to move into the tier's planes, and closes rows whose last mask was decided. */
static void apply_tiger_finds(const struct analysis *a, uint32_t class)
{
    const struct discovery_log *log = &a->states[class].tigers;
    uint64_t *tigers = class_tigers(a, class);
    unsigned distance;
    for (size_t at = log->last; at < log->size;) {
        if (log_read_mark(log, &at, &distance)) {
            continue;
        }
        struct discovery found = log_read(log, &at);
        uint64_t bits[PLANE_WORDS];
        uint64_t *not_won = tigers + (size_t)a->tier->slots[found.row] * PLANE_WORDS;
        uint64_t *lost = not_won + tier_plane_words(a);
        uint64_t rest = 0;
        discovery_bits(&found, bits);
        for (unsigned w = 0; w < PLANE_WORDS; ++w) {
            not_won[w] &= found.goats_win ? ~UINT64_C(0) : ~bits[w];
            lost[w] |= found.goats_win ? bits[w] : 0;
            rest |= not_won[w] & ~lost[w];
        }
        class_open(a, class)[found.row] = rest != 0;
    }
}

/* Plays back what the tier after a capture found at this distance. */
static void play_back(struct analysis *a, uint32_t class)
{
    struct class_state *state = &a->captured[class];
    const struct discovery_log *log = &state->goats;
    size_t at = state->arrival_end;
    unsigned distance = 0;
    state->arrival = at;
    state->arrivals[0] = 0;
    state->arrivals[1] = 0;
    if (at < log->size) {
        size_t after = at;
        if (log_read_mark(log, &after, &distance) && distance == a->distance) {
            at = after;
            while (at < log->size && log->words[at + 2] != LOG_MARK) {
                struct discovery found = log_read(log, &at);
                uint32_t *count = &state->arrivals[found.goats_win];
                a->arrivals[((size_t) class * 2 + found.goats_win) * a->solver->row_count + (*count)++] =
                    (uint16_t)found.row;
            }
            apply_goat_finds(log, after, at, class_planes(a, class), false);
        }
    }
    state->arrival_end = at;
    if (at < log->size || state->arrival < at) {
        atomic_store_explicit(&a->pending, true, memory_order_relaxed);
    }
}

/* One class, goats to move, at one distance; then the finds with tigers to move take effect. */
static enum bc_error find_for_goats(void *context, unsigned thread, uint32_t class)
{
    struct analysis *a = context;
    struct scratch *s = &a->solver->scratch[thread];
    struct class_state *state = &a->states[class];
    bool stuck_is_draw = a->solver->options->rules.goat_stalemate == BC_STALEMATE_DRAW;
    enum bc_error error = BC_OK;
    refresh_stamps(s, a->solver->row_count);
    log_start(&state->goats, a->forget);
    state->front[0] = 0;
    state->front[1] = 0;
    if (a->distance == 0) {
        error = stuck_is_draw ? BC_OK : each_stuck(a, class, stuck_loses);
    } else if (state->tigers.last > state->tigers.before) {
        error = find_goat_results(a, class, s, false);
        if (error == BC_OK) {
            error = find_goat_results(a, class, s, true);
        }
    }
    if (a->beyond_limit) {
        return error;
    }
    apply_tiger_finds(a, class);
    if (state->goats.size > state->goats.last) {
        atomic_store_explicit(&a->found, true, memory_order_relaxed);
    }
    if (a->captured != NULL) {
        play_back(a, class);
    }
    return error;
}

/* Before the first distance: nothing is known. */
static enum bc_error start_class(void *context, unsigned thread, uint32_t class)
{
    struct analysis *a = context;
    uint64_t *tigers = class_tigers(a, class);
    (void)thread;
    if (a->solver->options->rules.goat_stalemate == BC_STALEMATE_DRAW) {
        enum bc_error error = each_stuck(a, class, stuck_is_kept);
        if (error != BC_OK) {
            return error;
        }
    }
    for (uint32_t n = 0; n < a->tier->count; ++n) {
        unsigned row_goats = a->solver->row_goats[a->tier->rows[n]];
        memcpy(tigers + (size_t)n * PLANE_WORDS, low_masks(a->solver, row_goats, a->tier->goats),
               PLANE_WORDS * sizeof *tigers);
    }
    memset(tigers + tier_plane_words(a), 0, tier_plane_words(a) * sizeof *tigers);
    for (uint32_t row = 0; row < a->solver->row_count; ++row) {
        class_open(a, class)[row] = a->tier->slots[row] != NO_SLOT;
        class_goats_open(a, class)[row] = a->tier->slots[row] != NO_SLOT;
    }
    if (a->captured != NULL) {
        struct class_state *state = &a->captured[class];
        apply_goat_finds(&state->goats, 0, state->goats.size, class_planes(a, class), true);
        state->arrival = 0;
        state->arrival_end = 0;
        state->arrivals[0] = 0;
        state->arrivals[1] = 0;
    }
    return BC_OK;
}

/* Looks what the first distance beyond the limit would find. It stays drawn, but the placement phase needs to know of it: see
 * take_back_late_wins(). */
static enum bc_error look_beyond_limit(struct analysis *a, bool *matters)
{
    struct workers *workers = a->solver->workers;
    uint32_t classes = a->solver->index->class_count;
    a->beyond_limit = true;
    enum bc_error error = workers_run(workers, find_for_tigers, a, classes);
    if (error == BC_OK) {
        error = workers_run(workers, find_for_goats, a, classes);
    }
    for (uint32_t class = 0; class < classes; ++class) {
        enum bc_error kept = log_append(&a->solver->beyond[class], &a->states[class].tigers);
        error = error == BC_OK ? kept : error;
        struct discovery_log *logs[2] = {&a->states[class].tigers, &a->states[class].goats};
        for (unsigned n = 0; n < 2; ++n) {
            *matters = *matters || logs[n]->size > logs[n]->last;
            logs[n]->size = logs[n]->last;
        }
    }
    return error;
}

/* Runs one analysis to its end. `limit` is the greatest distance, 0 for none. */
static enum bc_error analyse(struct analysis *a, unsigned limit, bool *limit_matters)
{
    struct workers *workers = a->solver->workers;
    uint32_t classes = a->solver->index->class_count;
    enum bc_error error = workers_run(workers, start_class, a, classes);
    for (a->distance = 0; error == BC_OK; ++a->distance) {
        if (limit != 0 && a->distance > limit) {
            error = look_beyond_limit(a, limit_matters);
            break;
        }
        atomic_store(&a->found, false);
        atomic_store(&a->pending, false);
        error = workers_run(workers, find_for_tigers, a, classes);
        if (error == BC_OK) {
            error = workers_run(workers, find_for_goats, a, classes);
        }
        bool more = atomic_load(&a->found) || atomic_load(&a->pending);
        if (error != BC_OK || (a->distance > 0 && !more)) {
            break;
        }
        if (a->distance == LOG_MARK - 1) {
            return BC_ERROR_ARGUMENT;
        }
    }
    return error;
}

static void free_logs(struct class_state *states, uint32_t classes)
{
    for (uint32_t class = 0; states != NULL && class < classes; ++class) {
        log_free(&states[class].tigers);
        log_free(&states[class].goats);
        free(states[class].stuck);
    }
    free(states);
}

/* Lists the rows that matter to a tier. */
static void set_tier(struct movement *m, unsigned goats)
{
    const struct solver *solver = m->solver;
    m->tier.goats = goats;
    m->tier.count = 0;
    uint32_t rank = 0;
    for (uint32_t row = 0; row < solver->row_count; ++row) {
        unsigned row_goats = solver->row_goats[row];
        bool matters = row_matters(solver, row_goats, goats);
        m->tier.slots[row] = matters ? m->tier.count : NO_SLOT;
        if (matters) {
            m->tier.rows[m->tier.count] = row;
            m->first_rank[m->tier.count++] = rank;
            rank += solver->row_steps[goats - row_goats];
        }
    }
}

/* Writes the distances and results that a log holds into arrays by rank. */
static void unpack_log(const struct movement *m, const struct discovery_log *log, uint16_t *distances, uint8_t *results)
{
    unsigned distance = 0;
    for (size_t at = 0; at < log->size;) {
        if (log_read_mark(log, &at, &distance)) {
            continue;
        }
        struct discovery found = log_read(log, &at);
        uint64_t bits[PLANE_WORDS];
        uint32_t base = m->first_rank[m->tier.slots[found.row]];
        uint8_t result = (uint8_t)(found.goats_win ? BC_RESULT_GOATS_WIN : BC_RESULT_TIGERS_WIN);
        discovery_bits(&found, bits);
        for (unsigned w = 0; w < PLANE_WORDS; ++w) {
            for (uint64_t rest = bits[w]; rest != 0; rest &= rest - 1) {
                uint32_t rank = base + m->low_rank[w << 6 | (unsigned)__builtin_ctzll(rest)];
                distances[rank] = (uint16_t)distance;
                if (results != NULL) {
                    results[rank] = result;
                }
            }
        }
    }
}

/* Hands one class of the tier over to the sink. */
static enum bc_error hand_over_class(void *context, unsigned thread, uint32_t class)
{
    struct movement *m = context;
    const struct solver *solver = m->solver;
    uint32_t count = bc_index_mask_count(solver->index, m->tier.goats);
    struct bc_solve_movement part = {
        .thread = thread,
        .class = class,
        .eaten = (uint8_t)m->eaten,
        .goats = (uint8_t)m->tier.goats,
        .count = count,
    };
    uint16_t *numbers = (uint16_t *)(void *)solver->scratch[thread].part;
    uint8_t *results = (uint8_t *)(numbers + (size_t)4 * count);
    memset(numbers, 0, (size_t)8 * count);
    memset(results, BC_RESULT_DRAW, (size_t)2 * count);
    for (unsigned side = 0; side < 2; ++side) {
        const struct class_state *zero = &m->zero[class];
        uint16_t *distances = numbers + (size_t)side * count;
        unpack_log(m, side == BC_TIGERS ? &zero->tigers : &zero->goats, distances, results + (size_t)side * count);
        part.zero[side] = distances;
        part.result[side] = results + (size_t)side * count;
        if (m->with_end && m->end == m->zero) {
            part.end[side] = distances;
        } else if (m->with_end) {
            const struct class_state *end = &m->end[class];
            distances = numbers + (size_t)(2 + side) * count;
            unpack_log(m, side == BC_TIGERS ? &end->tigers : &end->goats, distances, NULL);
            part.end[side] = distances;
        }
    }
    return solver->options->sink.movement(solver->options->sink.context, &part);
}

/* Counts one class of the tier. */
static enum bc_error count_class(void *context, unsigned thread, uint32_t class)
{
    struct movement *m = context;
    const struct solver *solver = m->solver;
    (void)thread;
    uint64_t all = count_all(solver, class, m->tier.goats);
    uint64_t goats[2];
    uint64_t tigers[2];
    const uint64_t *not_won = m->tigers_zero + (size_t) class * m->tier.count * ROW_WORDS;
    count_positions(solver, class, solver->values + class * solver->class_words, m->tier.goats, goats);
    count_tier_positions(solver, class, not_won, not_won + (size_t)m->tier.count * PLANE_WORDS, m->tier.slots,
                         m->tier.goats, tigers);
    atomic_fetch_add(&m->tigers_win[BC_GOATS], goats[0]);
    atomic_fetch_add(&m->goats_win[BC_GOATS], all - goats[1]);
    atomic_fetch_add(&m->draws[BC_GOATS], goats[1] - goats[0]);
    atomic_fetch_add(&m->tigers_win[BC_TIGERS], all - tigers[0]);
    atomic_fetch_add(&m->goats_win[BC_TIGERS], tigers[1]);
    atomic_fetch_add(&m->draws[BC_TIGERS], tigers[0] - tigers[1]);
    return BC_OK;
}

static enum bc_error count_tier(struct movement *m)
{
    for (unsigned side = 0; side < 2; ++side) {
        atomic_store(&m->goats_win[side], 0);
        atomic_store(&m->tigers_win[side], 0);
        atomic_store(&m->draws[side], 0);
    }
    enum bc_error error = workers_run(m->solver->workers, count_class, m, m->solver->index->class_count);
    for (unsigned side = 0; side < 2; ++side) {
        m->solver->result->movement[m->eaten][side].counts = (struct bc_solve_counts){
            .goats_win = atomic_load(&m->goats_win[side]),
            .tigers_win = atomic_load(&m->tigers_win[side]),
            .draws = atomic_load(&m->draws[side]),
        };
    }
    return error;
}

static void keep_longest(const struct analysis *a, uint16_t longest[2], enum bc_side side)
{
    for (unsigned winner = 0; winner < 2; ++winner) {
        longest[winner] = (uint16_t)atomic_load(&a->longest[side][winner]);
    }
}

/* The tier by *zero*, which also decides the values. */
static enum bc_error analyse_zero(struct movement *m, bool keep_logs)
{
    struct solver *solver = m->solver;
    const struct bc_rules *rules = &solver->options->rules;
    bool captures_end = m->eaten + 1U == rules->goats_to_win;
    m->zero = calloc(solver->index->class_count, sizeof *m->zero);
    if (m->zero == NULL) {
        return BC_ERROR_MEMORY;
    }
    struct analysis a = {
        .solver = solver,
        .tier = &m->tier,
        .eaten = m->eaten,
        .captures_end = captures_end,
        .captures_known = true,
        .forget = !keep_logs,
        .planes = solver->values,
        .tigers = m->tigers_zero,
        .open = m->open,
        .goats_open = m->goats_open,
        .fronts = m->fronts,
        .arrivals = m->arrivals,
        .states = m->zero,
    };
    enum bc_error error = analyse(&a, rules->quiet_turn_limit, &solver->result->limit_matters);
    for (unsigned side = 0; side < 2; ++side) {
        struct bc_solve_movement_counts *counts = &solver->result->movement[m->eaten][side];
        keep_longest(&a, counts->longest_zero, (enum bc_side)side);
        if (captures_end && m->with_end) {
            keep_longest(&a, counts->longest_end, (enum bc_side)side);
        }
    }
    return error;
}

static enum bc_error analyse_end(struct movement *m)
{
    struct solver *solver = m->solver;
    m->end = calloc(solver->index->class_count, sizeof *m->end);
    if (m->end == NULL) {
        return BC_ERROR_MEMORY;
    }
    bool limited = solver->result->limit_matters;
    struct analysis a = {
        .solver = solver,
        .tier = &m->tier,
        .eaten = m->eaten,
        .planes = solver->second,
        .tigers = m->tigers_end,
        .open = m->open,
        .goats_open = m->goats_open,
        .fronts = m->fronts,
        .arrivals = m->arrivals,
        .proven = limited ? m->tigers_zero : NULL,
        .proven_goats = limited ? solver->values : NULL,
        .states = m->end,
        .captured = m->before,
    };
    bool unused = false;
    enum bc_error error = analyse(&a, 0, &unused);
    for (unsigned side = 0; side < 2; ++side) {
        keep_longest(&a, solver->result->movement[m->eaten][side].longest_end, (enum bc_side)side);
    }
    return error;
}

static enum bc_error solve_tier(struct movement *m)
{
    struct solver *solver = m->solver;
    const struct bc_solve_sink *sink = &solver->options->sink;
    uint32_t classes = solver->index->class_count;
    bool first = m->eaten + 1U == solver->options->rules.goats_to_win;
    set_tier(m, solver->index->board->goat_count - m->eaten);
    enum bc_error error = analyse_zero(m, sink->movement != NULL || (m->with_end && first));
    if (error == BC_OK && m->with_end) {
        error = first ? BC_OK : analyse_end(m);
        m->end = first ? m->zero : m->end;
    }
    if (error == BC_OK) {
        error = count_tier(m);
    }
    if (error == BC_OK && sink->movement != NULL) {
        error = workers_run(solver->workers, hand_over_class, m, classes);
    }
    /* The logs of *end* with goats to move are what the next tier plays back. */
    if (m->zero != m->end) {
        free_logs(m->zero, classes);
    }
    free_logs(m->before, classes);
    m->zero = NULL;
    m->before = m->end;
    m->end = NULL;
    for (uint32_t class = 0; m->before != NULL && class < classes; ++class) {
        log_free(&m->before[class].tigers);
    }
    return error;
}

static uint32_t largest_tier(struct movement *m, unsigned least, unsigned most)
{
    uint32_t rows = 0;
    for (unsigned goats = least; goats <= most; ++goats) {
        set_tier(m, goats);
        rows = m->tier.count > rows ? m->tier.count : rows;
    }
    return rows;
}

static enum bc_error allocate_movement(struct movement *m)
{
    struct solver *solver = m->solver;
    m->tier.slots = calloc(solver->row_count, sizeof *m->tier.slots);
    m->tier.rows = calloc(solver->row_count, sizeof *m->tier.rows);
    m->first_rank = calloc(solver->row_count, sizeof *m->first_rank);
    if (m->tier.slots == NULL || m->tier.rows == NULL || m->first_rank == NULL) {
        return BC_ERROR_MEMORY;
    }
    uint32_t met[LOW_BITS + 1] = {0};
    for (unsigned mask = 0; mask < BC_SOLVE_ROW_MASKS; ++mask) {
        m->low_rank[mask] = met[__builtin_popcount(mask)]++;
    }
    unsigned most = solver->index->board->goat_count;
    unsigned least = most - solver->options->rules.goats_to_win + 1U;
    size_t row_bytes = (size_t)solver->index->class_count * ROW_WORDS * sizeof(uint64_t);
    m->tigers_bytes = largest_tier(m, least, most) * row_bytes;
    m->tigers_zero = planes_allocate(m->tigers_bytes);
    size_t rows = (size_t)solver->index->class_count * solver->row_count;
    m->open = malloc(rows);
    m->goats_open = malloc(rows);
    m->fronts = malloc(2 * rows * sizeof *m->fronts);
    m->arrivals = malloc(2 * rows * sizeof *m->arrivals);
    if (m->tigers_zero == NULL || m->open == NULL || m->goats_open == NULL || m->fronts == NULL ||
        m->arrivals == NULL) {
        return BC_ERROR_MEMORY;
    }
    if (m->with_end && least < most) {
        m->tigers_end_bytes = largest_tier(m, least + 1, most) * row_bytes;
        m->tigers_end = planes_allocate(m->tigers_end_bytes);
        if (m->tigers_end == NULL) {
            return BC_ERROR_MEMORY;
        }
    }
    return BC_OK;
}

static void free_movement(struct movement *m)
{
    uint32_t classes = m->solver->index->class_count;
    if (m->zero != m->end) {
        free_logs(m->zero, classes);
    }
    free_logs(m->end, classes);
    free_logs(m->before, classes);
    free(m->tier.slots);
    free(m->tier.rows);
    free(m->first_rank);
    free(m->open);
    free(m->goats_open);
    free(m->fronts);
    free(m->arrivals);
    planes_free(m->tigers_zero, m->tigers_bytes);
    planes_free(m->tigers_end, m->tigers_end_bytes);
}

enum bc_error solve_movement(struct solver *solver)
{
    unsigned most = solver->index->board->goat_count;
    unsigned goats_to_win = solver->options->rules.goats_to_win;
    struct movement *m = calloc(1, sizeof *m);
    if (m == NULL) {
        return BC_ERROR_MEMORY;
    }
    m->solver = solver;
    m->with_end = !solver->options->without_end;
    enum bc_error error = allocate_movement(m);
    if (error == BC_OK) {
        error = planes_fill(solver, solver->values, most + 1 - goats_to_win);
    }
    if (error == BC_OK && m->with_end && goats_to_win > 1) {
        error = planes_fill(solver, solver->second, most + 1 - goats_to_win);
    }
    for (unsigned eaten = goats_to_win; error == BC_OK && eaten-- > 0;) {
        m->eaten = eaten;
        report_progress(solver, false, eaten, (double)(goats_to_win - 1 - eaten) / goats_to_win);
        error = solve_tier(m);
    }
    free_movement(m);
    free(m);
    return error;
}
