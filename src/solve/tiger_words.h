/* Tiger moves on rows, word by word: written once in C and compiled for each instruction set without byte permutes across
 * registers. Include in one source file for each.
 *
 * A word holds 64 masks, so 6 of the local bits of a plan lie inside words and the other 3 + cross number the words of a group. The
 * words are fetched so that most of the latter are in place; a bit that goes from inside to outside is exchanged with one
 * that comes in, between pairs of rows or words; then pairs of the 6 inner bits are swapped until all are right. */
#ifndef BAGHCHAL_SOLVE_TIGER_WORDS_H
#define BAGHCHAL_SOLVE_TIGER_WORDS_H

#include "solve/goat_rows.h"

enum { INNER_BITS = 6, OUTER_BITS_MAX = LOCAL_BITS_MAX - INNER_BITS, GROUP_ROWS_MAX = 1 << LOW_BITS };

struct inner_swap {
    uint8_t shift;
    uint64_t mask; /* where the lower of two swapped bits is 1 and the higher 0 */
};

/* What a plan means for words. Outer bit j is local bit j + 6. */
struct word_plan {
    unsigned cross;
    unsigned exchange_count;
    uint8_t exchange_outer[INNER_BITS]; /* exchanged: this outer bit, */
    uint8_t exchange_inner[INNER_BITS]; /* and this inner bit */
    unsigned swap_count;
    struct inner_swap swaps[INNER_BITS];
    unsigned flipped_inner;             /* inner bit to be flipped on loading, or NO_BIT */
    unsigned flipped_outer;             /* mask of outer source bits flipped on loading */
    uint8_t outer_from[OUTER_BITS_MAX]; /* source outer bit that is fetched to outer bit j */
    uint64_t keep[PLANE_WORDS];         /* masks of a target row that exist */
};

static void word_plan_make(const struct plan *plan, struct word_plan *word)
{
    unsigned outer_count = LOW_BITS - INNER_BITS + plan->cross;
    uint8_t inner[INNER_BITS]; /* the source bit at each inner place */
    word->cross = plan->cross;
    word->exchange_count = 0;
    word->swap_count = 0;
    for (unsigned i = 0; i < INNER_BITS; ++i) {
        inner[i] = (uint8_t)i;
    }
    /* 1. Outer bits that stay outside are fetched to their place; the others' places take a bit that must come in. */
    unsigned incoming[INNER_BITS];
    unsigned incoming_count = 0;
    for (unsigned i = 0; i < INNER_BITS; ++i) {
        if (plan->from[i] >= INNER_BITS) {
            incoming[incoming_count++] = plan->from[i];
        }
    }
    for (unsigned j = 0; j < outer_count; ++j) {
        unsigned source = plan->from[INNER_BITS + j];
        if (source >= INNER_BITS) {
            word->outer_from[j] = (uint8_t)(source - INNER_BITS);
            continue;
        }
        /* Best the one that belongs where the outgoing bit was. */
        unsigned pick = 0;
        for (unsigned n = 0; n < incoming_count; ++n) {
            if (plan->from[source] == incoming[n]) {
                pick = n;
            }
        }
        word->outer_from[j] = (uint8_t)(incoming[pick] - INNER_BITS);
        word->exchange_outer[word->exchange_count] = (uint8_t)j;
        word->exchange_inner[word->exchange_count++] = (uint8_t)source;
        inner[source] = (uint8_t)incoming[pick];
        incoming[pick] = incoming[--incoming_count];
    }
    /* 2. Inner bits are swapped into place. */
    for (unsigned i = 0; i < INNER_BITS; ++i) {
        unsigned j = i;
        while (inner[j] != plan->from[i]) {
            ++j;
        }
        if (j != i) {
            word->swaps[word->swap_count++] =
                (struct inner_swap){(uint8_t)((1U << j) - (1U << i)), ~word_zeros[i] & word_zeros[j]};
            inner[j] = inner[i];
        }
    }
    /* 3. Flips and fixed bits. */
    word->flipped_inner = plan->flipped < INNER_BITS ? plan->flipped : NO_BIT;
    word->flipped_outer =
        plan->flipped >= INNER_BITS && plan->flipped != NO_BIT ? 1U << (plan->flipped - INNER_BITS) : 0;
    row_vector keep = row_spread(ALL_ONES);
    if (plan->low_zero != NO_BIT) {
        keep &= row_zeros(plan->low_zero);
    }
    if (plan->low_one != NO_BIT) {
        keep &= ~row_zeros(plan->low_one);
    }
    row_store(word->keep, keep);
}

/* The n-th of the rows of a group: the crossing bits hold the number n. */
ROW_INLINE uint32_t group_row(uint32_t cross_bits, unsigned n)
{
    uint32_t row = 0;
    for (; cross_bits != 0; cross_bits &= cross_bits - 1, n >>= 1) {
        row |= (n & 1U) != 0 ? cross_bits & (0U - cross_bits) : 0;
    }
    return row;
}

/* Exchanges an inner bit with an outer bit that numbers words of a row. */
ROW_INLINE row_vector exchange_inside(row_vector row, unsigned outer, unsigned inner)
{
    uint64_t zeros = word_zeros[inner];
    uint64_t shift = UINT64_C(1) << inner;
    row_vector low = row_zeros(INNER_BITS + outer);
    row_vector other = row_with(row, INNER_BITS + outer) | row_without(row, INNER_BITS + outer);
    row_vector stay = row & ((low & zeros) | (~low & ~zeros));
    return stay | (((other & zeros) << shift) & low) | (((other >> shift) & zeros) & ~low);
}

ROW_INLINE row_vector exchange_inside_any(row_vector row, unsigned outer, unsigned inner)
{
    switch (outer) {
    case 0:
        return exchange_inside(row, 0, inner);
    case 1:
        return exchange_inside(row, 1, inner);
    default:
        return exchange_inside(row, 2, inner);
    }
}

/* Permutes the rows of a group as fetched into their final form. */
ROW_INLINE void permute_group(const struct word_plan *word, row_vector *group, unsigned rows)
{
    for (unsigned x = 0; x < word->exchange_count; ++x) {
        unsigned outer = word->exchange_outer[x];
        unsigned inner = word->exchange_inner[x];
        if (outer < (unsigned)(LOW_BITS - INNER_BITS)) {
            for (unsigned n = 0; n < rows; ++n) {
                group[n] = exchange_inside_any(group[n], outer, inner);
            }
            continue;
        }
        unsigned step = 1U << (outer - (LOW_BITS - INNER_BITS));
        uint64_t zeros = word_zeros[inner];
        uint64_t shift = UINT64_C(1) << inner;
        for (unsigned n = 0; n < rows; ++n) {
            if ((n & step) == 0) {
                row_vector low = group[n];
                row_vector high = group[n + step];
                group[n] = (low & zeros) | ((high & zeros) << shift);
                group[n + step] = ((low >> shift) & zeros) | (high & ~zeros);
            }
        }
    }
    for (unsigned s = 0; s < word->swap_count; ++s) {
        uint64_t shift = word->swaps[s].shift;
        uint64_t mask = word->swaps[s].mask;
        for (unsigned n = 0; n < rows; ++n) {
            row_vector moved = ((group[n] >> shift) ^ group[n]) & mask;
            group[n] ^= moved ^ (moved << shift);
        }
    }
}

static void pull(const struct plan *plan, const uint64_t *source, uint64_t *target, const uint32_t *targets,
                 const uint32_t *sources, size_t count, enum plane_choice planes)
{
    struct word_plan word;
    uint32_t fetch[GROUP_ROWS_MAX * PLANE_WORDS]; /* from which word of the source group each word comes */
    uint32_t group_target[GROUP_ROWS_MAX];
    row_vector group[GROUP_ROWS_MAX];
    word_plan_make(plan, &word);
    unsigned rows = 1U << plan->cross;
    for (unsigned n = 0; n < rows * PLANE_WORDS; ++n) {
        uint32_t from = word.flipped_outer;
        for (unsigned j = 0; j < (unsigned)(LOW_BITS - INNER_BITS) + plan->cross; ++j) {
            from ^= (n >> j & 1U) << word.outer_from[j];
        }
        fetch[n] = group_row(plan->cross_source, from >> 3) * ROW_WORDS + (from & 7U);
    }
    for (unsigned n = 0; n < rows; ++n) {
        uint32_t row = group_row(plan->cross_target, n);
        bool exists = ((row ^ plan->row_value) & plan->row_fixed & plan->cross_target) == 0;
        group_target[n] = exists ? row : UINT32_MAX;
    }
    row_vector keep = row_load(word.keep);
    for (size_t n = 0; n < count; ++n) {
        for (unsigned plane = 0; plane < 2; ++plane) {
            if (((unsigned)planes >> plane & 1U) == 0) {
                continue;
            }
            const uint64_t *from = source + (size_t)sources[n] * ROW_WORDS + (size_t)plane * PLANE_WORDS;
            uint64_t *to = target + (size_t)targets[n] * ROW_WORDS + (size_t)plane * PLANE_WORDS;
            for (unsigned r = 0; r < rows; ++r) {
                const uint32_t *at = fetch + (size_t)r * PLANE_WORDS;
                group[r] = (row_vector){from[at[0]], from[at[1]], from[at[2]], from[at[3]],
                                        from[at[4]], from[at[5]], from[at[6]], from[at[7]]};
                if (word.flipped_inner != NO_BIT) {
                    group[r] = (group[r] & word_zeros[word.flipped_inner]) << (UINT64_C(1) << word.flipped_inner);
                }
            }
            permute_group(&word, group, rows);
            for (unsigned r = 0; r < rows; ++r) {
                if (group_target[r] != UINT32_MAX) {
                    uint64_t *row = to + (size_t)group_target[r] * ROW_WORDS;
                    row_store(row, row_load(row) | (group[r] & keep));
                }
            }
        }
    }
}

#endif
