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

/* Adds the set bits of a class's planes, or all masks if `rows` is NULL, that `kept` (if not NULL) keeps. */
static void add_counts(const struct solver *solver, const struct kept_masks *kept, const uint64_t *rows, unsigned goats,
                       uint64_t counts[2])
{
    for (uint32_t row = 0; row < solver->row_count; ++row) {
        unsigned row_goats = solver->row_goats[row];
        if (!row_matters(solver, row_goats, goats) || (kept != NULL && !keeps_of_row(kept, row))) {
            continue;
        }
        uint64_t known[PLANE_WORDS];
        memcpy(known, low_masks(solver, row_goats, goats), sizeof known);
        if (kept != NULL) {
            keep_masks(kept, row, known);
        }
        if (rows == NULL) {
            counts[0] += solver->kernels->count_bits(known);
            continue;
        }
        const uint64_t *words = rows + (size_t)row * ROW_WORDS;
        uint64_t first[PLANE_WORDS];
        uint64_t second[PLANE_WORDS];
        for (unsigned w = 0; w < PLANE_WORDS; ++w) {
            first[w] = known[w] & words[w];
            second[w] = known[w] & words[PLANE_WORDS + w];
        }
        counts[0] += solver->kernels->count_bits(first);
        counts[1] += solver->kernels->count_bits(second);
    }
}

void count_positions(const struct solver *solver, uint32_t class, const uint64_t *rows, unsigned goats,
                     uint64_t counts[2])
{
    const struct bc_index_class *of = &solver->index->classes[class];
    counts[0] = 0;
    counts[1] = 0;
    add_counts(solver, NULL, rows, goats, counts);
    for (unsigned s = 1; s < of->stabilizer_count; ++s) {
        struct kept_masks kept;
        kept_masks_make(solver, class, of->stabilizer[s], &kept);
        add_counts(solver, &kept, rows, goats, counts);
    }
    const uint64_t images = of->stabilizer_count > 1 ? of->stabilizer_count : 1;
    counts[0] /= images;
    counts[1] /= images;
}

uint64_t count_all(const struct solver *solver, uint32_t class, unsigned goats)
{
    uint64_t counts[2];
    if (solver->index->classes[class].stabilizer_count == 1) {
        return bc_index_mask_count(solver->index, goats);
    }
    count_positions(solver, class, NULL, goats, counts);
    return counts[0];
}
