/* Goat moves on rows, written once with vectors of 512 bits and compiled for each instruction set: include this file in one
 * source file for each. Functions are static; nothing else may include it. */
#ifndef BAGHCHAL_SOLVE_GOAT_ROWS_H
#define BAGHCHAL_SOLVE_GOAT_ROWS_H

#include "solve/kernels.h"

typedef uint64_t row_vector __attribute__((vector_size(64)));

#define ROW_INLINE static inline __attribute__((always_inline))

/* The masks of a word in which index bit b is 0. */
static const uint64_t word_zeros[6] = {
    UINT64_C(0x5555555555555555), UINT64_C(0x3333333333333333), UINT64_C(0x0F0F0F0F0F0F0F0F),
    UINT64_C(0x00FF00FF00FF00FF), UINT64_C(0x0000FFFF0000FFFF), UINT64_C(0x00000000FFFFFFFF),
};

#define ALL_ONES UINT64_C(0xFFFFFFFFFFFFFFFF)

ROW_INLINE row_vector row_load(const uint64_t *words)
{
    row_vector row;
    __builtin_memcpy(&row, words, sizeof row);
    return row;
}

ROW_INLINE void row_store(uint64_t *words, row_vector row)
{
    __builtin_memcpy(words, &row, sizeof row);
}

ROW_INLINE row_vector row_spread(uint64_t word)
{
    return (row_vector){word, word, word, word, word, word, word, word};
}

/* The masks in which low bit b is 0. */
ROW_INLINE row_vector row_zeros(unsigned bit)
{
    switch (bit) {
    case 6:
        return (row_vector){ALL_ONES, 0, ALL_ONES, 0, ALL_ONES, 0, ALL_ONES, 0};
    case 7:
        return (row_vector){ALL_ONES, ALL_ONES, 0, 0, ALL_ONES, ALL_ONES, 0, 0};
    case 8:
        return (row_vector){ALL_ONES, ALL_ONES, ALL_ONES, ALL_ONES, 0, 0, 0, 0};
    default:
        return row_spread(word_zeros[bit]);
    }
}

/* Masks with bit 0: what stands at the mask with that bit 1; masks with the bit 1: 0. */
ROW_INLINE row_vector row_with(row_vector row, unsigned bit)
{
    const row_vector none = {0};
    switch (bit) {
    case 6:
        return __builtin_shufflevector(row, none, 1, 8, 3, 8, 5, 8, 7, 8);
    case 7:
        return __builtin_shufflevector(row, none, 2, 3, 8, 8, 6, 7, 8, 8);
    case 8:
        return __builtin_shufflevector(row, none, 4, 5, 6, 7, 8, 8, 8, 8);
    default:
        return (row >> (UINT64_C(1) << bit)) & word_zeros[bit];
    }
}

/* Bits of `row` where `chosen` has them, else those that stand at `words`. */
ROW_INLINE void row_store_chosen(uint64_t *words, row_vector row, row_vector chosen)
{
    row_store(words, (row & chosen) | (row_load(words) & ~chosen));
}

static void place_goats(const uint64_t *rows, uint32_t row, uint32_t row_count, const uint64_t constant[PLANE_WORDS],
                        const uint64_t possible[PLANE_WORDS], uint64_t *out)
{
    const uint64_t *own = rows + (size_t)row * ROW_WORDS;
    row_vector first = row_load(own);
    row_vector second = row_load(own + PLANE_WORDS);
    row_vector all_first = row_spread(ALL_ONES);
    row_vector all_second = all_first;
    _Pragma("GCC unroll 9") for (unsigned bit = 0; bit < LOW_BITS; ++bit)
    {
        row_vector occupied = ~row_zeros(bit);
        all_first &= row_with(first, bit) | occupied;
        all_second &= row_with(second, bit) | occupied;
    }
    for (uint32_t empty = ~row & (row_count - 1); empty != 0; empty &= empty - 1) {
        const uint64_t *with = rows + (size_t)(row | (empty & (0U - empty))) * ROW_WORDS;
        all_first &= row_load(with);
        all_second &= row_load(with + PLANE_WORDS);
    }
    row_vector known = row_load(constant);
    row_vector chosen = row_load(possible);
    row_store_chosen(out, all_first | known, chosen);
    row_store_chosen(out + PLANE_WORDS, all_second | known, chosen);
}

static unsigned count_bits(const uint64_t bits[PLANE_WORDS])
{
    unsigned count = 0;
    for (unsigned w = 0; w < PLANE_WORDS; ++w) {
        count += (unsigned)__builtin_popcountll(bits[w]);
    }
    return count;
}

/* Adds three rows: the sums' low bits stay in *sum, the high ones are returned. */
ROW_INLINE row_vector add_rows(row_vector *sum, row_vector second, row_vector third)
{
    row_vector half = *sum ^ second;
    row_vector carry = (*sum & second) | (half & third);
    *sum = half ^ third;
    return carry;
}

/* Adds `weight` for each bit of a row that a level has. */
ROW_INLINE void count_row(row_vector row, uint64_t weight, const uint64_t levels[][PLANE_WORDS], unsigned level_count,
                          uint64_t *counts)
{
    for (unsigned level = 0; level < level_count; ++level) {
        uint64_t bits[PLANE_WORDS];
        row_store(bits, row & row_load(levels[level]));
        counts[level] += weight * count_bits(bits);
    }
}

/* Eight rows at a time are added up, bit by bit, so that one in eight has to be counted. */
static void count_levels(const uint64_t *plane, const uint16_t *rows, uint32_t row_count,
                         const uint64_t levels[][PLANE_WORDS], unsigned level_count, uint64_t *counts)
{
    row_vector ones = {0};
    row_vector twos = {0};
    row_vector fours = {0};
    uint32_t n = 0;
    for (; n + 8 <= row_count; n += 8) {
        row_vector row[8];
        for (unsigned i = 0; i < 8; ++i) {
            row[i] = row_load(plane + (size_t)rows[n + i] * ROW_WORDS);
        }
        row_vector two_a = add_rows(&ones, row[0], row[1]);
        row_vector two_b = add_rows(&ones, row[2], row[3]);
        row_vector four_a = add_rows(&twos, two_a, two_b);
        two_a = add_rows(&ones, row[4], row[5]);
        two_b = add_rows(&ones, row[6], row[7]);
        row_vector four_b = add_rows(&twos, two_a, two_b);
        count_row(add_rows(&fours, four_a, four_b), 8, levels, level_count, counts);
    }
    count_row(fours, 4, levels, level_count, counts);
    count_row(twos, 2, levels, level_count, counts);
    count_row(ones, 1, levels, level_count, counts);
    for (; n < row_count; ++n) {
        count_row(row_load(plane + (size_t)rows[n] * ROW_WORDS), 1, levels, level_count, counts);
    }
}

#endif
