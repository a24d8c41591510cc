/* One distance of retrograde analysis with tigers to move. */
#include "solve/retrograde.h"

#include <string.h>

/* Captures of a position at the start, where the tier after them is known. */
enum { HAS_CAPTURE = 1, HAS_WINNING_CAPTURE = 2 };

/* A renumbering of mask bits by table: parts of so many bits. */
enum { RENUMBERED_BITS = 8, RENUMBERED_PARTS = 3 };

struct renumbering {
    uint32_t parts[RENUMBERED_PARTS][1 << RENUMBERED_BITS];
};

/* Fewer masks than this are renumbered bit by bit. */
enum { TABLE_WORTH_MASKS = 24 };

static void renumbering_make(const uint8_t *image, unsigned bit_count, struct renumbering *table)
{
    for (unsigned part = 0; part < RENUMBERED_PARTS; ++part) {
        uint32_t *to = table->parts[part];
        unsigned first = part * RENUMBERED_BITS;
        to[0] = 0;
        for (unsigned bit = first; bit < bit_count && bit < first + RENUMBERED_BITS; ++bit) {
            unsigned half = 1U << (bit - first);
            uint32_t value = UINT32_C(1) << image[bit];
            for (unsigned n = 0; n < half; ++n) {
                to[half + n] = to[n] | value;
            }
        }
    }
}

static inline uint32_t renumber(const struct renumbering *table, uint32_t mask)
{
    return table->parts[0][mask & 255U] | table->parts[1][mask >> 8 & 255U] | table->parts[2][mask >> 16];
}

/* Lists the masks in which all of some bits are clear. */
static uint32_t pick_clear(const uint32_t *masks, uint32_t count, uint32_t clear, uint32_t *picked)
{
    uint32_t kept = 0;
    for (uint32_t n = 0; n < count; ++n) {
        picked[kept] = masks[n];
        kept += (masks[n] & clear) == 0;
    }
    return kept;
}

static uint32_t bit_mask(uint8_t bit)
{
    return bit == NO_BIT ? 0 : UINT32_C(1) << bit;
}

/* Lists the masks with tigers to move from which a move leads to one of the masks given. */
static uint32_t masks_before(const struct analysis *a, const struct mask_plan *plan, const uint32_t *masks,
                             uint32_t count, struct scratch *s)
{
    uint32_t picked = pick_clear(masks, count, bit_mask(plan->left) | bit_mask(plan->eaten), s->picked);
    uint32_t eaten = bit_mask(plan->over);
    unsigned bit_count = a->solver->index->free_count;
    if (picked < TABLE_WORTH_MASKS) {
        const uint32_t all = (UINT32_C(1) << bit_count) - 1;
        for (uint32_t n = 0; n < picked; ++n) {
            uint32_t before = all;
            for (uint32_t empty = all & ~s->picked[n]; empty != 0; empty &= empty - 1) {
                before &= ~(UINT32_C(1) << plan->image[__builtin_ctz(empty)]);
            }
            s->picked[n] = before | eaten;
        }
        return picked;
    }
    struct renumbering table;
    renumbering_make(plan->image, bit_count, &table);
    for (uint32_t n = 0; n < picked; ++n) {
        s->picked[n] = renumber(&table, s->picked[n]) | eaten;
    }
    return picked;
}

/* Each mask listed has a move that wins. Returns how many masks are in `found`. */
static uint32_t win_all(const struct analysis *a, uint8_t *states, const uint32_t *masks, uint32_t count,
                        uint32_t *found, uint32_t found_count)
{
    for (uint32_t n = 0; n < count; ++n) {
        uint8_t *state = &states[tier_rank(a->tier, masks[n])];
        found[found_count] = masks[n];
        bool open = state_open(*state);
        *state = open ? (uint8_t)STATE_WON : *state;
        found_count += open;
    }
    return found_count;
}

/* Each mask listed has one move fewer that does not lose. */
static uint32_t count_off(const struct analysis *a, uint8_t *states, const uint32_t *masks, uint32_t count,
                          uint32_t *found, uint32_t found_count)
{
    for (uint32_t n = 0; n < count; ++n) {
        uint8_t *state = &states[tier_rank(a->tier, masks[n])];
        found[found_count] = masks[n];
        *state = (uint8_t)(*state - 1U);
        found_count += *state == STATE_LOST;
    }
    return found_count;
}

/* Carries the finds of the last distance back along all tiger moves of a class. Returns how many masks are in `found`. */
static uint32_t carry_back(const struct analysis *a, uint32_t class, struct scratch *s, uint32_t *found, uint32_t count,
                           bool goats_win)
{
    const struct plans *plans = &a->solver->plans;
    uint8_t *states = class_states(a, BC_TIGERS, class);
    uint32_t end = a->captured == NULL ? plans->first_jump[class] : plans->first[class + 1];
    for (uint32_t p = plans->first[class]; p < end; ++p) {
        const struct front *fronts = p < plans->first_jump[class] ? a->fronts : a->arrivals;
        struct front front = fronts[plans->sources[p]];
        uint32_t size = goats_win ? front.goats : front.tigers;
        if (size == 0) {
            continue;
        }
        uint32_t before = masks_before(a, &plans->mask_plans[p], front.masks + (goats_win ? front.tigers : 0), size, s);
        count = goats_win ? count_off(a, states, s->picked, before, found, count)
                          : win_all(a, states, s->picked, before, found, count);
    }
    return count;
}

/* --- the start --- */

/* Sets the states to the numbers of steps. */
static void count_steps(const struct analysis *a, uint32_t class, struct scratch *s)
{
    const struct plans *plans = &a->solver->plans;
    uint8_t *states = class_states(a, BC_TIGERS, class);
    uint8_t tigers_beside[BC_POINTS_MAX] = {0};
    unsigned all = plans->first_jump[class] - plans->first[class];
    for (uint32_t p = plans->first[class]; p < plans->first_jump[class]; ++p) {
        ++tigers_beside[plans->mask_plans[p].to];
    }
    struct bit_sums *sums = &s->sums;
    bit_sums_make(tigers_beside, a->solver->index->free_count, sums);
    for (uint32_t rank = 0; rank < a->tier->count; ++rank) {
        states[rank] = (uint8_t)(all - bit_sum(sums, a->tier->masks[rank]));
    }
}

/* Lists the ranks of the masks in which a jump is possible. */
static uint32_t pick_jumps(const struct tier *tier, const struct mask_plan *plan, uint32_t *picked)
{
    uint32_t over = bit_mask(plan->over);
    uint32_t looked_at = bit_mask(plan->to) | over;
    uint32_t count = 0;
    for (uint32_t rank = 0; rank < tier->count; ++rank) {
        picked[count] = rank;
        count += (tier->masks[rank] & looked_at) == over;
    }
    return count;
}

/* Looks up what the captures listed lead to, in the planes of the tier after them, and adds those that do not lose to the states. */
static void judge_captures(const struct analysis *a, const struct mask_plan *plan, uint32_t source, uint8_t *states,
                           uint8_t *captures, const uint32_t *ranks, uint32_t count)
{
    const uint64_t *planes = a->solver->values + source * a->solver->class_words;
    uint8_t source_bits[BC_POINTS_MAX] = {0};
    struct renumbering table;
    for (unsigned bit = 0; bit < a->solver->index->free_count; ++bit) {
        source_bits[plan->image[bit]] = (uint8_t)bit;
    }
    renumbering_make(source_bits, a->solver->index->free_count, &table);
    for (uint32_t n = 0; n < count; ++n) {
        uint32_t rank = ranks[n];
        uint32_t after = renumber(&table, a->tier->masks[rank] & ~bit_mask(plan->over));
        const uint64_t *words = planes + (size_t)(after >> LOW_BITS) * ROW_WORDS + (after >> 6 & 7U);
        bool tigers_win = (words[0] >> (after & 63U) & 1U) != 0;
        bool goats_do_not = (words[PLANE_WORDS] >> (after & 63U) & 1U) != 0;
        states[rank] = (uint8_t)(states[rank] + goats_do_not);
        captures[rank] |= (uint8_t)(HAS_CAPTURE | (tigers_win ? HAS_WINNING_CAPTURE : 0));
    }
}

/* Adds captures to the states. Where they are known, what they decide at distance 1 is marked. */
static void add_captures(const struct analysis *a, uint32_t class, struct scratch *s)
{
    const struct plans *plans = &a->solver->plans;
    uint8_t *states = class_states(a, BC_TIGERS, class);
    uint8_t *captures = s->captures;
    bool judged = a->captures_known && !a->captures_end;
    if (judged) {
        memset(captures, 0, a->tier->count);
    }
    for (uint32_t p = plans->first_jump[class]; p < plans->first[class + 1]; ++p) {
        uint32_t count = pick_jumps(a->tier, &plans->mask_plans[p], s->picked);
        if (judged) {
            judge_captures(a, &plans->mask_plans[p], plans->sources[p], states, captures, s->picked, count);
            continue;
        }
        for (uint32_t n = 0; n < count; ++n) {
            uint8_t *state = &states[s->picked[n]];
            *state = a->captures_end ? (uint8_t)STATE_WON : (uint8_t)(*state + 1U);
        }
    }
    for (uint32_t rank = 0; judged && rank < a->tier->count; ++rank) {
        if ((captures[rank] & HAS_WINNING_CAPTURE) != 0) {
            states[rank] = STATE_WON;
        } else if (states[rank] == STATE_LOST && captures[rank] != 0) {
            states[rank] = STATE_LOST_BY_CAPTURES;
        }
    }
}

/* Lists the masks with a state. Returns how many masks are in `found`. */
static uint32_t list_state(const struct analysis *a, const uint8_t *states, uint8_t state, uint32_t *found,
                           uint32_t count)
{
    for (uint32_t rank = 0; rank < a->tier->count; ++rank) {
        found[count] = a->tier->masks[rank];
        count += states[rank] == state;
    }
    return count;
}

/* What captures decide at distance 1, where they are known. */
static uint32_t lose_by_captures(const struct analysis *a, uint8_t *states, uint32_t *found)
{
    uint32_t count = list_state(a, states, STATE_LOST_BY_CAPTURES, found, 0);
    for (uint32_t n = 0; n < count; ++n) {
        states[tier_rank(a->tier, found[n])] = STATE_LOST;
    }
    return count;
}

struct front find_tiger_results(const struct analysis *a, uint32_t class, struct scratch *s)
{
    uint8_t *states = class_states(a, BC_TIGERS, class);
    struct front found = {.masks = s->found};
    if (a->distance == 0) {
        /* Without a move the goats have won. */
        count_steps(a, class, s);
        add_captures(a, class, s);
        found.goats = list_state(a, states, STATE_LOST, s->found, 0);
        return found;
    }
    bool captures_decide = a->captures_known && a->distance == 1;
    if (captures_decide) {
        found.tigers = list_state(a, states, STATE_WON, s->found, 0);
    }
    found.tigers = carry_back(a, class, s, s->found, found.tigers, false);
    uint32_t *goats = s->found + found.tigers;
    if (captures_decide) {
        found.goats = lose_by_captures(a, states, goats);
    }
    found.goats = carry_back(a, class, s, goats, found.goats, true);
    return found;
}
