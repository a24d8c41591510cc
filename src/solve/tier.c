#include "solve/tier.h"

#include <stdlib.h>

static uint32_t row_count(const struct bc_index *index)
{
    return UINT32_C(1) << (index->free_count > LOW_BITS ? (unsigned)(index->free_count - LOW_BITS) : 0U);
}

enum bc_error tier_create(const struct bc_index *index, unsigned least, unsigned most, struct tier *tier)
{
    uint32_t largest = 1;
    for (unsigned goats = least; goats <= most; ++goats) {
        uint32_t count = bc_index_mask_count(index, goats);
        largest = count > largest ? count : largest;
    }
    tier->first_rank = calloc(row_count(index), sizeof *tier->first_rank);
    tier->masks = calloc(largest, sizeof *tier->masks);
    uint32_t met[LOW_BITS + 1] = {0};
    for (unsigned low = 0; low < 1U << LOW_BITS; ++low) {
        tier->low_rank[low] = met[__builtin_popcount(low)]++;
    }
    return tier->first_rank == NULL || tier->masks == NULL ? BC_ERROR_MEMORY : BC_OK;
}

void tier_destroy(struct tier *tier)
{
    free(tier->first_rank);
    free(tier->masks);
    *tier = (struct tier){0};
}

void tier_set(const struct bc_index *index, unsigned goats, struct tier *tier)
{
    tier->goats = goats;
    tier->count = bc_index_mask_count(index, goats);
    uint32_t rank = 0;
    uint32_t row = 0;
    for (uint64_t mask = (UINT64_C(1) << goats) - 1; rank < tier->count; mask = bc_index_next((uint32_t)mask)) {
        for (; row <= mask >> LOW_BITS; ++row) {
            tier->first_rank[row] = rank;
        }
        tier->masks[rank++] = (uint32_t)mask;
        if (goats == 0) {
            break;
        }
    }
}

void bit_sums_make(const uint8_t *numbers, unsigned bit_count, struct bit_sums *sums)
{
    sums->low[0] = 0;
    sums->rows[0] = 0;
    for (unsigned bit = 0; bit < bit_count; ++bit) {
        uint8_t *table = bit < LOW_BITS ? sums->low : sums->rows;
        unsigned half = 1U << (bit < LOW_BITS ? bit : bit - LOW_BITS);
        for (unsigned n = 0; n < half; ++n) {
            table[half + n] = (uint8_t)(table[n] + numbers[bit]);
        }
    }
}
