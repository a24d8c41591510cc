/* The position index: tiger classes, and goats as numbers.
 *
 * The placements of a board's tigers fall into classes under the board's symmetries (1,666 on the standard board). A class is
 * represented by its smallest tigers mask; classes are numbered by rising representative. With the tigers of the representative on
 * the board, the points that are free for goats are numbered from 0 in one order for all classes: points with fewer
 * neighbours first, then orbits by their smallest point, then by point (on the standard board corners, knight points, inner edge,
 * midpoints, inner corners, centre). A set of goats is a number below 2^free_count, its mask: bit i stands for the i-th free
 * point. So a position's pieces are a pair (class, mask).
 *
 * A class whose tigers a symmetry other than the identity keeps (`stabilizer_count` > 1) gives several masks to one
 * position; the smallest of them is the canonical one, and counts of inequivalent positions count only those.
 *
 * Within one number of goats, masks are ranked by rising value: bc_index_rank() and bc_index_unrank().
 *
 * An index lies in memory that the caller gives, or on the heap; it is only read once made (by any number of threads), and
 * refers to its board, which must outlive it. index.c is freestanding; index_heap.c is not. */
#ifndef BAGHCHAL_SOLUTION_INDEX_H
#define BAGHCHAL_SOLUTION_INDEX_H

#include <baghchal/board.h>

#include <stddef.h>

struct bc_index_class {
    bc_points tigers;                      /* the representative */
    uint8_t stabilizer_count;              /* symmetries that keep `tigers`, the identity included */
    uint8_t stabilizer[BC_SYMMETRIES_MAX]; /* those symmetries, the identity first */
    uint8_t points[BC_POINTS_MAX];         /* points[i]: the point that bit i of a mask stands for */
};

struct bc_index {
    const struct bc_board *board;
    uint32_t class_count;
    uint8_t free_count;             /* points without tigers: bits of a mask */
    uint8_t order[BC_POINTS_MAX];   /* all points of the board in the order above */
    struct bc_index_class *classes; /* class_count of them */
    uint32_t *placements;           /* by rank of the tigers mask: class << 4 | symmetry to the representative */
    uint32_t binomials[BC_POINTS_MAX + 1][BC_POINTS_MAX + 1]; /* [n][k] */
    uint32_t ordered[BC_SYMMETRIES_MAX][4][256]; /* byte b of a set of points, under a symmetry, with bits in order */
    uint32_t points_of_order[4][256];            /* byte b of a set with bits in order, back to points */
};

/* The number of tiger classes of a board with tigers. */
uint32_t bc_index_class_count(const struct bc_board *board);

/* The bytes that the index of a board takes; 0 for a board without tigers or with more than 2^27 tiger placements. */
size_t bc_index_memory(const struct bc_board *board);

/* Makes the index of a board in bc_index_memory() bytes (not 0), aligned for 64-bit numbers. It ends with the memory. */
struct bc_index *bc_index_place(const struct bc_board *board, void *memory);

/* The index of a board, on the heap. Errors: BC_ERROR_MEMORY; BC_ERROR_ARGUMENT for a board without tigers or with more than 2^27 tiger
 * placements. */
enum bc_error bc_index_create(const struct bc_board *board, struct bc_index **index);

/* Frees an index made by bc_index_create(); NULL is allowed. */
void bc_index_destroy(struct bc_index *index);

/* The class of a set of tigers (exactly the board's number of tigers), and a symmetry that takes it to the representative. */
uint32_t bc_index_class_of(const struct bc_index *index, bc_points tigers, unsigned *symmetry);

/* The mask of goats that stand with tigers of class `class`, where `symmetry` takes those tigers to the representative. */
uint32_t bc_index_mask(const struct bc_index *index, uint32_t class, unsigned symmetry, bc_points goats);

/* The goats of a mask, beside the tigers of the representative. */
bc_points bc_index_goats(const struct bc_index *index, uint32_t class, uint32_t mask);

/* The smallest of the masks that stand for the same position. */
uint32_t bc_index_canonical(const struct bc_index *index, uint32_t class, uint32_t mask);

/* How many masks have `goats` bits set. */
static inline uint32_t bc_index_mask_count(const struct bc_index *index, unsigned goats)
{
    return goats > index->free_count ? 0 : index->binomials[index->free_count][goats];
}

/* The rank of a mask among those with as many bits set, by rising value, from 0. */
uint32_t bc_index_rank(const struct bc_index *index, uint32_t mask);

/* The mask of a rank below bc_index_mask_count(). */
uint32_t bc_index_unrank(const struct bc_index *index, unsigned goats, uint32_t rank);

/* The next larger mask with as many bits set; `mask` is not 0. Beyond the last one the result has no meaning. */
static inline uint32_t bc_index_next(uint32_t mask)
{
    uint32_t lowest = mask & (0U - mask);
    uint32_t carried = mask + lowest;
    return carried | ((mask ^ carried) >> 2) / lowest;
}

#endif
