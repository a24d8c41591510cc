/* The goat masks of one tier: those with one number of goats, by rank (bc_index_rank(): by rising value). */
#ifndef BAGHCHAL_SOLVE_TIER_H
#define BAGHCHAL_SOLVE_TIER_H

#include "solve/plan.h"

struct tier {
    unsigned goats;
    uint32_t count;                    /* masks of a class */
    uint32_t *first_rank;              /* by row (solve/plan.h): the rank of its first mask */
    uint32_t *masks;                   /* by rank */
    uint32_t low_rank[1U << LOW_BITS]; /* rank of the low bits among those with as many bits set */
};

/* Makes room for every tier of an index with least to most goats. Errors: BC_ERROR_MEMORY. */
enum bc_error tier_create(const struct bc_index *index, unsigned least, unsigned most, struct tier *tier);
void tier_destroy(struct tier *tier);

/* Makes it the tier with a number of goats. */
void tier_set(const struct bc_index *index, unsigned goats, struct tier *tier);

/* The rank of a mask of the tier. */
static inline uint32_t tier_rank(const struct tier *tier, uint32_t mask)
{
    return tier->first_rank[mask >> LOW_BITS] + tier->low_rank[mask & ((1U << LOW_BITS) - 1)];
}

/* Sums over the set bits of a mask, of numbers given for each bit; modulo 256. */
struct bit_sums {
    uint8_t *rows; /* by the row of a mask */
    uint8_t low[1U << LOW_BITS];
};

void bit_sums_make(const uint8_t *numbers, unsigned bit_count, struct bit_sums *sums);

static inline uint8_t bit_sum(const struct bit_sums *sums, uint32_t mask)
{
    return (uint8_t)(sums->rows[mask >> LOW_BITS] + sums->low[mask & ((1U << LOW_BITS) - 1)]);
}

#endif
