/* One distance of retrograde analysis with tigers to move. */
#include "solve/retrograde.h"

#include <string.h>

/* Rows of one class with finds of the last distance. */
struct front {
    const uint16_t *rows;
    uint32_t count;
};

/* The finds for a winner that plan number `number` of a class can lead to: in the tier itself, or after a capture. */
static inline struct front front_of(const struct analysis *a, uint32_t class, uint32_t number, bool goats_win)
{
    const struct plans *plans = &a->solver->plans;
    uint32_t source = plans->sources[number];
    bool jump = number >= plans->first_jump[class];
    if (jump && a->captured == NULL) {
        return (struct front){NULL, 0};
    }
    size_t at = ((size_t)source * 2 + goats_win) * a->solver->row_count;
    return (struct front){(jump ? a->arrivals : a->fronts) + at,
                          *(jump ? arrival_count(a, source, goats_win) : front_count(a, source, goats_win))};
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
/* Records finds with tigers to move; they take effect when this distance is done with. */
static enum bc_error record_tigers(struct analysis *a, uint32_t class, uint32_t row, bool goats_win,
                                   uint64_t bits[PLANE_WORDS])
{
    if (a->proven != NULL) {
        const uint64_t *proven = a->proven + class * tier_class_words(a->tier) +
                                 (size_t)a->tier->slots[row] * PLANE_WORDS +
                                 (goats_win ? tier_plane_words(a->tier) : 0);
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
        struct front front = front_of(a, class, p, false);
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

/* The suspects of a row that are not decided yet and have no escape among the moves looked at. */
static void still_bad(const struct analysis *a, const struct scratch *s, uint32_t class, uint32_t row,
                      uint64_t bits[PLANE_WORDS])
{
    const uint64_t *not_won = class_tigers(a, class) + (size_t)a->tier->slots[row] * PLANE_WORDS;
    const uint64_t *lost = not_won + tier_plane_words(a->tier);
    const uint64_t *suspect = s->rows + (size_t)row * ROW_WORDS;
    const uint64_t *escape = suspect + PLANE_WORDS;
    for (unsigned w = 0; w < PLANE_WORDS; ++w) {
        bits[w] = not_won[w] & ~lost[w] & suspect[w] & ~escape[w];
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
        struct front front = front_of(a, class, p, true);
        if (front.count != 0) {
            /* Suspects, in the first plane of the scratch rows: with a move to what the goats have won. */
            const struct plan *plan = &plans->plans[p];
            size_t count = groups_reading(a, p, open, front, s, &touched);
            solver->kernels->pull(plan, class_planes(a, plan->source), s->rows - PLANE_WORDS, s->targets, s->sources,
                                  count, (enum plane_choice)(SECOND_PLANE | INVERTED));
        }
    }
    if (a->captures_known && !a->captures_end && a->distance == 1) {
        /* Where only captures are possible, all may be to positions that the goats have won. */
        uint32_t full = step_row_bits(plans, class);
        for (uint32_t n = 0; n < a->tier->count; ++n) {
            if ((a->tier->rows[n] & full) == full && open[a->tier->rows[n]] != 0) {
                touch(s, &touched, a->tier->rows[n]);
                memset(s->rows + (size_t)a->tier->rows[n] * ROW_WORDS, 255, PLANE_WORDS * sizeof *s->rows);
            }
        }
    }
    uint32_t suspected = touched;
    uint32_t wanted = 0;
    for (uint32_t n = 0; n < suspected; ++n) {
        uint32_t row = s->touched[n];
        s->suspected[n] = row;
        if (n + ROWS_AHEAD < suspected && open[s->touched[n + ROWS_AHEAD]] != 0) {
            uint32_t slot = a->tier->slots[s->touched[n + ROWS_AHEAD]];
            const uint64_t *soon = class_tigers(a, class) + (size_t)slot * PLANE_WORDS;
            __builtin_prefetch(soon);
            __builtin_prefetch(soon + tier_plane_words(a->tier));
        }
        uint64_t bits[PLANE_WORDS] = {0};
        if (open[row] != 0) {
            still_bad(a, s, class, row, bits);
        }
        s->wanted[wanted] = row;
        wanted += any_bit(bits);
    }
    touched = wanted == 0 ? 0 : collect_escapes(a, class, s, &wanted);
    enum bc_error error = BC_OK;
    for (uint32_t n = 0; n < wanted && error == BC_OK; ++n) {
        uint64_t bits[PLANE_WORDS];
        still_bad(a, s, class, s->wanted[n], bits);
        error = record_tigers(a, class, s->wanted[n], true, bits);
    }
    for (uint32_t n = 0; n < suspected; ++n) {
        memset(s->rows + (size_t)s->suspected[n] * ROW_WORDS, 0, PLANE_WORDS * sizeof *s->rows);
    }
    for (uint32_t n = 0; n < touched; ++n) {
        memset(s->rows + (size_t)s->touched[n] * ROW_WORDS + PLANE_WORDS, 0, PLANE_WORDS * sizeof *s->rows);
    }
    return error;
}

enum bc_error find_tiger_results(struct analysis *a, uint32_t class, struct scratch *s)
{
    if (a->distance == 0) {
        return find_trapped(a, class);
    }
    enum bc_error error = find_tiger_wins(a, class, s);
    return error == BC_OK ? find_tiger_losses(a, class, s) : error;
}
