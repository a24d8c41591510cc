#include "solve/plan.h"

#include <stdlib.h>
#include <string.h>

/* The bit of a point in the masks of a class. */
static unsigned bit_of(const struct bc_index_class *class, unsigned free_count, unsigned point)
{
    unsigned bit = 0;
    while (bit < free_count && class->points[bit] != point) {
        ++bit;
    }
    return bit;
}

struct tiger_move {
    unsigned from;
    unsigned to;
    int over; /* -1 for a step */
};

/* Splits the permutation target bit i = source bit whole[i] into local bits and row addresses. `over_to` is the source bit of
 * the goat eaten, or NO_BIT. */
static void split_permutation(struct plan *plan, const uint8_t *whole, unsigned bit_count, unsigned over_to)
{
    uint8_t local_target[BC_POINTS_MAX];
    uint8_t local_source[BC_POINTS_MAX];
    memset(plan->row_from, NO_BIT, sizeof plan->row_from);
    for (unsigned bit = LOW_BITS; bit < bit_count; ++bit) {
        if (whole[bit] < LOW_BITS) {
            plan->cross_target |= UINT32_C(1) << (bit - LOW_BITS);
        }
    }
    for (unsigned bit = 0; bit < LOW_BITS; ++bit) {
        if (whole[bit] >= LOW_BITS) {
            plan->cross_source |= UINT32_C(1) << (whole[bit] - LOW_BITS);
        }
    }
    unsigned targets = LOW_BITS;
    unsigned sources = LOW_BITS;
    for (unsigned bit = 0; bit < bit_count; ++bit) {
        bool row = bit >= LOW_BITS;
        bool crosses_as_target = row && (plan->cross_target >> (bit - LOW_BITS) & 1U) != 0;
        bool crosses_as_source = row && (plan->cross_source >> (bit - LOW_BITS) & 1U) != 0;
        local_target[bit] = (uint8_t)(!row ? bit : crosses_as_target ? targets++ : NO_BIT);
        local_source[bit] = (uint8_t)(!row ? bit : crosses_as_source ? sources++ : NO_BIT);
    }
    plan->cross = (uint8_t)(targets - LOW_BITS);
    for (unsigned bit = 0; bit < bit_count; ++bit) {
        if (local_target[bit] != NO_BIT) {
            plan->from[local_target[bit]] = local_source[whole[bit]];
        } else if ((plan->row_fixed >> (bit - LOW_BITS) & 1U) == 0) {
            plan->row_from[bit - LOW_BITS] = (uint8_t)(whole[bit] - LOW_BITS);
        }
    }
    plan->flipped = over_to == NO_BIT ? NO_BIT : local_source[over_to];
}

static void make_mask_plan(const uint8_t *whole, unsigned to, unsigned over, struct mask_plan *plan)
{
    for (unsigned bit = 0; bit < BC_POINTS_MAX; ++bit) {
        plan->image[whole[bit]] = (uint8_t)bit;
    }
    plan->to = (uint8_t)to;
    plan->over = (uint8_t)over;
    plan->left = whole[to];
    plan->eaten = over == NO_BIT ? NO_BIT : whole[over];
}

static void make_plan(const struct bc_index *index, uint32_t class, struct tiger_move move, struct plan *plan,
                      struct mask_plan *mask_plan)
{
    const struct bc_index_class *before = &index->classes[class];
    unsigned free_count = index->free_count;
    unsigned symmetry;
    bc_points tigers = (before->tigers & ~(UINT32_C(1) << move.from)) | UINT32_C(1) << move.to;
    memset(plan, 0, sizeof *plan);
    plan->source = bc_index_class_of(index, tigers, &symmetry);
    plan->jump = move.over >= 0;
    const struct bc_index_class *after = &index->classes[plan->source];
    const uint8_t *image = index->board->symmetries[symmetry];

    uint8_t whole[BC_POINTS_MAX];
    for (unsigned bit = 0; bit < BC_POINTS_MAX; ++bit) {
        whole[bit] = (uint8_t)bit;
    }
    for (unsigned bit = 0; bit < free_count; ++bit) {
        unsigned point = before->points[bit] == move.to ? move.from : before->points[bit];
        whole[bit] = (uint8_t)bit_of(after, free_count, image[point]);
    }
    unsigned to_bit = bit_of(before, free_count, move.to);
    plan->low_zero = (uint8_t)(to_bit < LOW_BITS ? to_bit : NO_BIT);
    plan->low_one = NO_BIT;
    if (to_bit >= LOW_BITS) {
        plan->row_fixed |= UINT32_C(1) << (to_bit - LOW_BITS);
    }
    unsigned over_to = NO_BIT;
    unsigned over_bit = NO_BIT;
    if (plan->jump) {
        over_bit = bit_of(before, free_count, (unsigned)move.over);
        over_to = whole[over_bit];
        if (over_bit < LOW_BITS) {
            plan->low_one = (uint8_t)over_bit;
        } else {
            plan->row_fixed |= UINT32_C(1) << (over_bit - LOW_BITS);
            plan->row_value |= UINT32_C(1) << (over_bit - LOW_BITS);
        }
    }
    make_mask_plan(whole, to_bit, over_bit, mask_plan);
    split_permutation(plan, whole, free_count > LOW_BITS ? free_count : (unsigned)LOW_BITS, over_to);
    wide_plan_make(plan);
}

/* Lists the tiger moves of a class with every goat's place left open: steps, then jumps. */
static unsigned list_moves(const struct bc_board *board, bc_points tigers, struct tiger_move *moves, unsigned *steps)
{
    unsigned count = 0;
    for (unsigned p = 0; p < board->point_count; ++p) {
        if ((tigers >> p & 1U) == 0) {
            continue;
        }
        for (bc_points to = board->neighbours[p] & ~tigers; to != 0; to &= to - 1) {
            moves[count++] = (struct tiger_move){p, (unsigned)__builtin_ctz(to), -1};
        }
    }
    *steps = count;
    for (unsigned p = 0; p < board->point_count; ++p) {
        if ((tigers >> p & 1U) == 0) {
            continue;
        }
        for (unsigned j = board->jump_first[p]; j < board->jump_first[p + 1]; ++j) {
            struct bc_jump jump = board->jumps[j];
            if (((tigers >> jump.over | tigers >> jump.to) & 1U) == 0) {
                moves[count++] = (struct tiger_move){p, jump.to, jump.over};
            }
        }
    }
    return count;
}

/* What a plan is expected to fill, less what it costs. Tigers that arrive where they have many moves win more and lose less; a move that
 * leaves a low bit open can fill whole rows. The weights were found by trying: see docs/measurements.md. */
static int yield_of(const struct plans *plans, const struct plan *plan)
{
    int moves = (int)(plans->first[plan->source + 1] - plans->first[plan->source]);
    int cost = 2 * plan->cross + plan->wide.transpositions[0] + plan->wide.transpositions[1];
    int partial = (plan->low_zero != NO_BIT) + (plan->low_one != NO_BIT);
    return moves - 2 * cost - 5 * partial;
}

/* Placement goes through a class's moves in this order: rows that are full early need not be read for again. */
static void order_plans(const struct plans *plans, uint32_t first, uint32_t end)
{
    for (uint32_t number = first; number < end; ++number) {
        int yield = yield_of(plans, &plans->plans[number]);
        uint32_t at = number;
        for (; at > first && yield_of(plans, &plans->plans[plans->order[at - 1]]) < yield; --at) {
            plans->order[at] = plans->order[at - 1];
        }
        plans->order[at] = number;
    }
}

enum bc_error plans_create(const struct bc_index *index, struct plans *plans)
{
    struct tiger_move moves[BC_MOVES_MAX];
    unsigned steps;
    memset(plans, 0, sizeof *plans);
    plans->row_bits = index->free_count > LOW_BITS ? (unsigned)(index->free_count - LOW_BITS) : 0U;
    if (plans->row_bits > ROW_BITS_MAX) {
        return BC_ERROR_MEMORY;
    }
    plans->row_count = UINT32_C(1) << plans->row_bits;
    plans->first = calloc(index->class_count + 1U, sizeof *plans->first);
    plans->first_jump = calloc(index->class_count + 1U, sizeof *plans->first_jump);
    if (plans->first == NULL || plans->first_jump == NULL) {
        plans_destroy(plans);
        return BC_ERROR_MEMORY;
    }
    uint32_t total = 0;
    for (uint32_t c = 0; c < index->class_count; ++c) {
        plans->first[c] = total;
        total += list_moves(index->board, index->classes[c].tigers, moves, &steps);
        plans->first_jump[c] = plans->first[c] + steps;
    }
    plans->first[index->class_count] = total;
    plans->plans = calloc(total + 1U, sizeof *plans->plans);
    plans->mask_plans = calloc((size_t)total + 1U, sizeof *plans->mask_plans);
    plans->sources = calloc((size_t)total + 1U, sizeof *plans->sources);
    plans->order = calloc((size_t)total + 1U, sizeof *plans->order);
    if (plans->plans == NULL || plans->mask_plans == NULL || plans->sources == NULL || plans->order == NULL) {
        plans_destroy(plans);
        return BC_ERROR_MEMORY;
    }
    for (uint32_t c = 0; c < index->class_count; ++c) {
        unsigned count = list_moves(index->board, index->classes[c].tigers, moves, &steps);
        for (unsigned m = 0; m < count; ++m) {
            uint32_t number = plans->first[c] + m;
            make_plan(index, c, moves[m], &plans->plans[number], &plans->mask_plans[number]);
            plans->sources[number] = plans->plans[number].source;
        }
        order_plans(plans, plans->first[c], plans->first[c] + count);
    }
    return BC_OK;
}

void plans_destroy(struct plans *plans)
{
    free(plans->first);
    free(plans->first_jump);
    free(plans->plans);
    free(plans->mask_plans);
    free(plans->sources);
    free(plans->order);
    memset(plans, 0, sizeof *plans);
}
