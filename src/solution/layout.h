/* Where in the tables a position's entry lies.
 *
 * Movement tables. For each number of eaten goats, from goats to win - 1 down to 0, for each class of tigers, for each side to
 * move (goats first): an entry for every goat mask with that many goats left, in the order of the mask as a number, 2^movement_bits
 * entries a block, the last block fewer. A block begins with two bytes, the widths (0, 1 or 2 bytes) of its zero codes
 * and of its end distances; then come all zero codes, then all end distances. Width 0 means that all are 0.
 *
 * Placement tables. For each class of tigers, for each number of eaten goats, 2^mask_bits masks a block in the order of the mask: first
 * the plane "tigers win", a bit a mask, then the plane "goats do not win". Values are those with goats to move and
 * at least one goat in hand. The bits of these masks are in an order of the class's own (plane_order.h). The orders follow in
 * blocks of their own: a byte for each bit, class after class, as many a block as fit.
 *
 * A zero code is 0 for a draw, 1 + 2 * zero where the goats win, 2 + 2 * zero where the tigers win. */
#ifndef BAGHCHAL_SOLUTION_LAYOUT_H
#define BAGHCHAL_SOLUTION_LAYOUT_H

#include "solution/index.h"

#include <stddef.h>
#include <stdint.h>

enum {
    BC_MOVEMENT_BLOCK_BITS = 13,  /* entries of a block, as a power of two */
    BC_MOVEMENT_HEADER = 2,       /* bytes before the entries of a block */
    BC_PLACEMENT_BLOCK_BITS = 17, /* masks of a block, as a power of two */
};

struct bc_layout {
    unsigned free_points; /* points without tigers, which is the bits of a mask */
    unsigned goat_count;
    unsigned goats_to_win;
    uint32_t class_count;
    unsigned movement_bits;                  /* entries of a movement block, as a power of two */
    uint32_t masks[BC_POINTS_MAX];           /* by eaten goats: movement-phase masks of a class */
    uint32_t movement_first[BC_POINTS_MAX];  /* by eaten goats: the first block */
    uint32_t movement_chunks[BC_POINTS_MAX]; /* by eaten goats: blocks of one class and side */
    uint32_t movement_blocks;
    unsigned placement_bits;
    uint32_t chunks; /* placement blocks of one class and number of eaten goats */
};

/* Errors: BC_ERROR_ARGUMENT when the tables would need 2^32 blocks or more, or masks of more than 28 bits. */
enum bc_error bc_layout_init(struct bc_layout *layout, const struct bc_index *index, unsigned goats_to_win,
                             unsigned movement_bits, unsigned placement_bits);

/* Where the entry of a movement position lies: its block, its place there, and how many entries the block has. */
static inline uint32_t bc_layout_movement_block(const struct bc_layout *layout, unsigned eaten, unsigned side,
                                                uint32_t class, uint32_t rank, uint32_t *place, uint32_t *entries)
{
    uint32_t chunk = rank >> layout->movement_bits;
    uint32_t before = chunk << layout->movement_bits;
    uint32_t rest = layout->masks[eaten] - before;
    *place = rank - before;
    *entries = rest >> layout->movement_bits != 0 ? (uint32_t)1 << layout->movement_bits : rest;
    return layout->movement_first[eaten] + (2 * class + side) * layout->movement_chunks[eaten] + chunk;
}

static inline uint32_t bc_layout_placement_blocks(const struct bc_layout *layout)
{
    return layout->class_count * layout->goats_to_win * layout->chunks;
}

/* Bytes of one plane of a placement block. */
static inline size_t bc_layout_plane_bytes(const struct bc_layout *layout)
{
    return layout->placement_bits < 3 ? 1 : (size_t)1 << (layout->placement_bits - 3);
}

/* Bytes of the orders of bits of all classes, and the blocks that they take after the others. */
static inline size_t bc_layout_order_bytes(const struct bc_layout *layout)
{
    return (size_t)layout->class_count * layout->free_points;
}

static inline uint32_t bc_layout_order_blocks(const struct bc_layout *layout)
{
    size_t block = 2 * bc_layout_plane_bytes(layout);
    return (uint32_t)((bc_layout_order_bytes(layout) + block - 1) / block);
}

/* Where the entry of a placement position lies, by its mask in the class's order: its block and the bit of each plane. */
static inline uint32_t bc_layout_placement_block(const struct bc_layout *layout, unsigned eaten, uint32_t class,
                                                 uint32_t mask, uint32_t *bit)
{
    *bit = mask & (((uint32_t)1 << layout->placement_bits) - 1);
    return (class * layout->goats_to_win + eaten) * layout->chunks + (mask >> layout->placement_bits);
}

#endif
