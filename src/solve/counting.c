/* Counting orbits of masks under a class's own symmetries by Burnside's lemma: the mean, over the symmetries, of how many counted masks a
 * symmetry keeps. */
#include "solve/solver.h"

#include <string.h>

/* The masks that one symmetry of a class keeps: those in which every bit equals the bit it goes to. */
struct kept_masks {
    unsigned bit_count;
    uint8_t image[BC_POINTS_MAX];
    uint64_t low[LOW_BITS][PLANE_WORDS]; /* masks of a row in which low bit b is 1 */
};

static void kept_masks_make(const struct solver *solver, uint32_t class, unsigned symmetry, struct kept_masks *kept)
{
    const struct bc_index *index = solver->index;
    const struct bc_index_class *of = &index->classes[class];
    memset(kept, 0, sizeof *kept);
    kept->bit_count = index->free_count;
    for (unsigned bit = 0; bit < index->free_count; ++bit) {
        unsigned point = index->board->symmetries[symmetry][of->points[bit]];
        while (of->points[kept->image[bit]] != point) {
            ++kept->image[bit];
        }
    }
    for (unsigned mask = 0; mask < BC_SOLVE_ROW_MASKS; ++mask) {
        for (unsigned bit = 0; bit < LOW_BITS; ++bit) {
            kept->low[bit][mask >> 6] |= (uint64_t)(mask >> bit & 1U) << (mask & 63U);
        }
    }
}

/* Whether a row may hold masks that the symmetry keeps: most rows fail by the bits that choose them. */
static bool keeps_of_row(const struct kept_masks *kept, uint32_t row)
{
    for (unsigned bit = LOW_BITS; bit < kept->bit_count; ++bit) {
        unsigned image = kept->image[bit];
        if (image >= LOW_BITS && ((row >> (bit - LOW_BITS) ^ row >> (image - LOW_BITS)) & 1U) != 0) {
            return false;
        }
    }
    return true;
}

/* Clears the masks of a row that the symmetry does not keep. */
static void keep_masks(const struct kept_masks *kept, uint32_t row, uint64_t bits[PLANE_WORDS])
{
    for (unsigned bit = 0; bit < kept->bit_count; ++bit) {
        unsigned image = kept->image[bit];
        for (unsigned w = 0; w < PLANE_WORDS; ++w) {
            uint64_t here = bit < LOW_BITS ? kept->low[bit][w] : 0 - (uint64_t)(row >> (bit - LOW_BITS) & 1U);
            uint64_t there = image < LOW_BITS ? kept->low[image][w] : 0 - (uint64_t)(row >> (image - LOW_BITS) & 1U);
            bits[w] &= ~(here ^ there);
        }
    }
}

/* Adds the masks that one symmetry of a class keeps. */
static void add_kept(const struct solver *solver, const struct kept_masks *kept, const uint64_t *rows, unsigned least,
                     unsigned most, struct position_counts *counts)
{
    for (uint32_t row = 0; row < solver->row_count; ++row) {
        unsigned row_goats = solver->row_goats[row];
        if (row_goats > most || row_goats + LOW_BITS < least || !keeps_of_row(kept, row)) {
            continue;
        }
        const uint64_t *words = rows + (size_t)row * ROW_WORDS;
        uint64_t known[PLANE_WORDS];
        memset(known, 255, sizeof known);
        keep_masks(kept, row, known);
        for (unsigned goats = least > row_goats ? least : row_goats; goats <= most; ++goats) {
            const uint64_t *level = low_masks(solver, row_goats, goats);
            uint64_t all[PLANE_WORDS];
            uint64_t first[PLANE_WORDS];
            uint64_t second[PLANE_WORDS];
            for (unsigned w = 0; w < PLANE_WORDS; ++w) {
                all[w] = level[w] & known[w];
                first[w] = all[w] & words[w];
                second[w] = all[w] & words[PLANE_WORDS + w];
            }
            counts[goats - least].all += solver->kernels->count_bits(all);
            counts[goats - least].set[0] += solver->kernels->count_bits(first);
            counts[goats - least].set[1] += solver->kernels->count_bits(second);
        }
    }
}

/* Adds all masks of rows with one number of goats. */
static void add_rows_with(const struct solver *solver, unsigned row_goats, const uint64_t *rows, unsigned least,
                          unsigned most, struct position_counts *counts)
{
    unsigned first = least > row_goats ? least - row_goats : 0;
    unsigned last = most - row_goats < LOW_BITS ? most - row_goats : (unsigned)LOW_BITS;
    const uint16_t *numbers = solver->rows_by_goats + solver->first_by_goats[row_goats];
    uint32_t row_count = solver->first_by_goats[row_goats + 1] - solver->first_by_goats[row_goats];
    for (unsigned plane = 0; plane < 2 && first <= last; ++plane) {
        uint64_t sums[LOW_BITS + 1] = {0};
        solver->kernels->count_levels(rows + (size_t)plane * PLANE_WORDS, numbers, row_count,
                                      solver->low_exactly + first, last - first + 1, sums);
        for (unsigned low = first; low <= last; ++low) {
            counts[row_goats + low - least].set[plane] += sums[low - first];
        }
    }
}

void count_positions(const struct solver *solver, uint32_t class, const uint64_t *rows, unsigned least, unsigned most,
                     struct position_counts *counts)
{
    const struct bc_index_class *of = &solver->index->classes[class];
    for (unsigned goats = least; goats <= most; ++goats) {
        counts[goats - least] = (struct position_counts){.all = bc_index_mask_count(solver->index, goats)};
    }
    for (unsigned row_goats = 0; row_goats <= most && row_goats <= solver->plans.row_bits; ++row_goats) {
        add_rows_with(solver, row_goats, rows, least, most, counts);
    }
    for (unsigned s = 1; s < of->stabilizer_count; ++s) {
        struct kept_masks kept;
        kept_masks_make(solver, class, of->stabilizer[s], &kept);
        add_kept(solver, &kept, rows, least, most, counts);
    }
    for (unsigned goats = least; goats <= most; ++goats) {
        counts[goats - least].all /= of->stabilizer_count;
        counts[goats - least].set[0] /= of->stabilizer_count;
        counts[goats - least].set[1] /= of->stabilizer_count;
    }
}
