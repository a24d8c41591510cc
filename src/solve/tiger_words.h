/* Tiger moves on rows, word by word: written once in C and compiled for each instruction set without byte permutes across
 * registers. Include in one source file for each.
 *
 * A word holds 64 masks, so 6 of the local bits of a plan lie inside words and the other 3 + cross number the words of a group. The
 * words are fetched so that most of the latter are in place; a bit that goes from inside to outside is exchanged with one
 * that comes in, between pairs of rows or words; then pairs of the 6 inner bits are swapped until all are right. */
#ifndef BAGHCHAL_SOLVE_TIGER_WORDS_H
#define BAGHCHAL_SOLVE_TIGER_WORDS_H

#include "solve/goat_rows.h"

/* Words are worked on so many at a time, as the instruction set has them: a file that includes this says how many bits number them. */
#ifndef LANE_BITS
#error "define LANE_BITS: 1 for two words at a time, 2 for four"
#endif
enum { LANES = 1 << LANE_BITS, ROW_VECTORS = PLANE_WORDS / LANES };

typedef uint64_t word_vector __attribute__((vector_size(8 * LANES)));

ROW_INLINE word_vector words_load(const uint64_t *words)
{
    word_vector vector;
    __builtin_memcpy(&vector, words, sizeof vector);
    return vector;
}

ROW_INLINE void words_store(uint64_t *words, word_vector vector)
{
    __builtin_memcpy(words, &vector, sizeof vector);
}

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

/* Exchanges an inner bit with an outer bit that numbers the words of a vector. */
ROW_INLINE word_vector exchange_inside(word_vector vector, unsigned outer, uint64_t zeros, uint64_t shift)
{
#if LANE_BITS == 1
    (void)outer;
    const word_vector low = {ALL_ONES, 0};
    word_vector other = __builtin_shufflevector(vector, vector, 1, 0);
#else
    const word_vector low_of_bit[2] = {{ALL_ONES, 0, ALL_ONES, 0}, {ALL_ONES, ALL_ONES, 0, 0}};
    word_vector low = low_of_bit[outer];
    word_vector other = outer == 0 ? __builtin_shufflevector(vector, vector, 1, 0, 3, 2)
                                   : __builtin_shufflevector(vector, vector, 2, 3, 0, 1);
#endif
    word_vector stay = vector & ((low & zeros) | (~low & ~zeros));
    return stay | (((other & zeros) << shift) & low) | (((other >> shift) & zeros) & ~low);
}

/* Permutes the vectors of a group as fetched into their final form. */
ROW_INLINE void permute_group(const struct word_plan *word, word_vector *group, unsigned vectors)
{
    for (unsigned x = 0; x < word->exchange_count; ++x) {
        unsigned outer = word->exchange_outer[x];
        uint64_t zeros = word_zeros[word->exchange_inner[x]];
        uint64_t shift = UINT64_C(1) << word->exchange_inner[x];
        if (outer < LANE_BITS) {
            for (unsigned n = 0; n < vectors; ++n) {
                group[n] = exchange_inside(group[n], outer, zeros, shift);
            }
            continue;
        }
        unsigned step = 1U << (outer - LANE_BITS);
        for (unsigned n = 0; n < vectors; ++n) {
            if ((n & step) == 0 && n + step < vectors) {
                word_vector low = group[n];
                word_vector high = group[n + step];
                group[n] = (low & zeros) | ((high & zeros) << shift);
                group[n + step] = ((low >> shift) & zeros) | (high & ~zeros);
            }
        }
    }
    for (unsigned s = 0; s < word->swap_count; ++s) {
        uint64_t shift = word->swaps[s].shift;
        uint64_t mask = word->swaps[s].mask;
        for (unsigned n = 0; n < vectors; ++n) {
            word_vector moved = ((group[n] >> shift) ^ group[n]) & mask;
            group[n] ^= moved ^ (moved << shift);
        }
    }
}

/* What a call of pull() works out from a plan once. */
struct word_move {
    struct word_plan word;
    bool whole_rows;                              /* words are fetched in the order in which they lie */
    uint32_t fetch[GROUP_ROWS_MAX * PLANE_WORDS]; /* from which word of the source group each word comes */
    uint32_t group_target[GROUP_ROWS_MAX];        /* word at which each row of the target group begins */
    uint64_t targets_exist[GROUP_ROWS_MAX / 64];  /* which of these rows suit the plan's fixed bits */
};

static void word_move_make(const struct plan *plan, struct word_move *move)
{
    unsigned rows = 1U << plan->cross;
    word_plan_make(plan, &move->word);
    move->whole_rows = true;
    __builtin_memset(move->targets_exist, 0, sizeof move->targets_exist);
    for (unsigned n = 0; n < rows * PLANE_WORDS; ++n) {
        uint32_t from = move->word.flipped_outer;
        for (unsigned j = 0; j < (unsigned)(LOW_BITS - INNER_BITS) + plan->cross; ++j) {
            from ^= (n >> j & 1U) << move->word.outer_from[j];
        }
        move->fetch[n] = group_row(plan->cross_source, from >> 3) * ROW_WORDS + (from & 7U);
        move->whole_rows =
            move->whole_rows && (n % PLANE_WORDS == 0 ? (from & 7U) == 0 : move->fetch[n] == move->fetch[n - 1] + 1);
    }
    for (unsigned n = 0; n < rows; ++n) {
        uint32_t row = group_row(plan->cross_target, n);
        uint64_t exists = ((row ^ plan->row_value) & plan->row_fixed & plan->cross_target) == 0;
        move->group_target[n] = row * ROW_WORDS;
        move->targets_exist[n / 64] |= exists << n % 64;
    }
}

/* Whether all target rows of a group are all ones already. */
ROW_INLINE bool group_is_full(const struct word_move *move, const uint64_t *to, unsigned rows)
{
    word_vector all = words_load(to + move->group_target[0]);
    for (unsigned r = 0; r < rows; ++r) {
        for (unsigned v = 0; v < ROW_VECTORS; ++v) {
            all &= words_load(to + move->group_target[r] + (size_t)v * LANES);
        }
    }
    uint64_t rest = all[0];
    for (unsigned n = 1; n < LANES; ++n) {
        rest &= all[n];
    }
    return rest == ALL_ONES;
}

/* Moves one plane of one group. `rows` is known when this is compiled, except for groups larger than usual. */
ROW_INLINE void move_group(const struct word_move *move, const uint64_t *from, uint64_t *to, word_vector *group,
                           unsigned rows)
{
    const struct word_plan *word = &move->word;
    unsigned vectors = rows * ROW_VECTORS;
    for (unsigned v = 0; v < vectors; ++v) {
        const uint32_t *at = move->fetch + (size_t)v * LANES;
        if (move->whole_rows) {
            group[v] = words_load(from + at[0]);
        } else {
#if LANE_BITS == 1
            group[v] = (word_vector){from[at[0]], from[at[1]]};
#else
            group[v] = (word_vector){from[at[0]], from[at[1]], from[at[2]], from[at[3]]};
#endif
        }
    }
    if (word->flipped_inner != NO_BIT) {
        uint64_t zeros = word_zeros[word->flipped_inner];
        uint64_t shift = UINT64_C(1) << word->flipped_inner;
        for (unsigned v = 0; v < vectors; ++v) {
            group[v] = (group[v] & zeros) << shift;
        }
    }
    permute_group(word, group, vectors);
    for (unsigned v = 0; v < vectors; ++v) {
        unsigned r = v / ROW_VECTORS;
        if ((move->targets_exist[r / 64] >> r % 64 & 1U) != 0) {
            size_t part = (size_t)(v % ROW_VECTORS) * LANES;
            uint64_t *words = to + move->group_target[r] + part;
            words_store(words, words_load(words) | (group[v] & words_load(word->keep + part)));
        }
    }
}

/* How many groups ahead rows are fetched into the cache. */
enum { GROUPS_AHEAD = 8 };

ROW_INLINE void move_groups(const struct word_move *move, const uint64_t *source, uint64_t *target,
                            const uint32_t *targets, const uint32_t *sources, size_t count, word_vector *group,
                            unsigned rows)
{
    for (size_t n = 0; n < count; ++n) {
        const uint64_t *soon = source + (size_t)sources[n + GROUPS_AHEAD < count ? n + GROUPS_AHEAD : n] * ROW_WORDS;
        for (unsigned plane = 0; plane < 2; ++plane) {
            const uint64_t *from = source + (size_t)sources[n] * ROW_WORDS + (size_t)plane * PLANE_WORDS;
            uint64_t *to = target + (size_t)targets[n] * ROW_WORDS + (size_t)plane * PLANE_WORDS;
            for (unsigned r = 0; r < rows; ++r) {
                __builtin_prefetch(soon + move->fetch[(size_t)r * PLANE_WORDS] + (size_t)plane * PLANE_WORDS);
            }
            if (!group_is_full(move, to, rows)) {
                move_group(move, from, to, group, rows);
            }
        }
    }
}

static void pull(const struct plan *plan, const uint64_t *source, uint64_t *target, const uint32_t *targets,
                 const uint32_t *sources, size_t count)
{
    struct word_move move;
    if (count == 0) {
        return;
    }
    word_move_make(plan, &move);
    if (plan->cross == 0) {
        word_vector group[1 * ROW_VECTORS];
        move_groups(&move, source, target, targets, sources, count, group, 1);
    } else if (plan->cross == 1) {
        word_vector group[2 * ROW_VECTORS];
        move_groups(&move, source, target, targets, sources, count, group, 2);
    } else if (plan->cross == 2) {
        word_vector group[4 * ROW_VECTORS];
        move_groups(&move, source, target, targets, sources, count, group, 4);
    } else {
        word_vector group[GROUP_ROWS_MAX * ROW_VECTORS];
        move_groups(&move, source, target, targets, sources, count, group, 1U << plan->cross);
    }
}

#endif
