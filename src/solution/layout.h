/* Where in the tables a position's entry lies.
 *
 * Movement tables. For each number of eaten goats, from goats to win - 1 down to 0, and for each side to move (goats first) there
 * is a section: an entry for every class of tigers and every goat mask with that many goats left, in the order of class, then
 * of the mask as a number. A section begins with a new block; a block holds 2^movement_bits entries, the last of a section
 * fewer. A block begins with two bytes, the widths (0, 1 or 2 bytes) of its zero codes and of its end distances; then
 * come all zero codes, then all end distances. Width 0 means that all are 0.
 *
 * Placement tables. For each class of tigers, for each number of eaten goats, 2^mask_bits masks a block in the order of the mask: first
 * the plane "tigers win", a bit a mask, then the plane "goats do not win". Values are those with goats to move and
 * at least one goat in hand.
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
    BC_PLACEMENT_BLOCK_BITS = 16, /* masks of a block, as a power of two */
};

struct bc_layout {
    unsigned free_points; /* points without tigers, which is the bits of a mask */
    unsigned goat_count;
    unsigned goats_to_win;
    uint32_t class_count;
    uint32_t masks[BC_POINTS_MAX];                 /* by eaten goats: movement-phase masks of a class */
    unsigned movement_bits;                        /* entries of a movement block, as a power of two */
    uint32_t section_first[2 * BC_POINTS_MAX + 1]; /* first block of a section; then the end */
    unsigned placement_bits;
    uint32_t chunks; /* placement blocks of one class and number of eaten goats */
};

/* Errors: BC_ERROR_ARGUMENT when the tables would need 2^32 blocks or more, or masks of more than 28 bits. */
enum bc_error bc_layout_init(struct bc_layout *layout, const struct bc_index *index, unsigned goats_to_win,
                             unsigned movement_bits, unsigned placement_bits);

/* How many entries a movement block has. */
uint32_t bc_layout_movement_entries(const struct bc_layout *layout, uint32_t block);

/* The number of a section, in the order of the file. */
static inline unsigned bc_layout_section(const struct bc_layout *layout, unsigned eaten, unsigned side)
{
    return 2 * (layout->goats_to_win - 1 - eaten) + side;
}

/* Where the entry of a movement position lies: its block and its place there. */
static inline uint32_t bc_layout_movement_block(const struct bc_layout *layout, unsigned eaten, unsigned side,
                                                uint32_t class, uint32_t rank, uint32_t *place)
{
    uint64_t entry = (uint64_t) class * layout->masks[eaten] + rank;
    *place = (uint32_t)(entry & (((uint64_t)1 << layout->movement_bits) - 1));
    return layout->section_first[bc_layout_section(layout, eaten, side)] + (uint32_t)(entry >> layout->movement_bits);
}

static inline uint32_t bc_layout_movement_blocks(const struct bc_layout *layout)
{
    return layout->section_first[2 * layout->goats_to_win];
}

static inline uint32_t bc_layout_placement_blocks(const struct bc_layout *layout)
{
    return layout->class_count * layout->goats_to_win * layout->chunks;
}

/* Where the entry of a placement position lies: its block and the bit of each plane. */
static inline uint32_t bc_layout_placement_block(const struct bc_layout *layout, unsigned eaten, uint32_t class,
                                                 uint32_t mask, uint32_t *bit)
{
    *bit = mask & (((uint32_t)1 << layout->placement_bits) - 1);
    return (class * layout->goats_to_win + eaten) * layout->chunks + (mask >> layout->placement_bits);
}

/* Bytes of one plane of a placement block. */
static inline size_t bc_layout_plane_bytes(const struct bc_layout *layout)
{
    return layout->placement_bits < 3 ? 1 : (size_t)1 << (layout->placement_bits - 3);
}

#endif
