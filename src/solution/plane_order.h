/* Goat masks of a placement table in another order of bits.
 *
 * A class's planes pack best when the free points whose goats change the value least are the lowest bits of a mask. So each class of
 * a placement table has an order of its own: bit i of a mask in the table is bit order[i] of the mask of the index. */
#ifndef BAGHCHAL_SOLUTION_PLANE_ORDER_H
#define BAGHCHAL_SOLUTION_PLANE_ORDER_H

#include <stdbool.h>
#include <stdint.h>

/* Whether the order names each of the bits below `bits` (at most 32) once. */
bool bc_plane_order_check(const uint8_t *order, unsigned bits);

/* A mask of the index as the table has it. */
static inline uint32_t bc_plane_order_mask(const uint8_t *order, unsigned bits, uint32_t mask)
{
    uint32_t ordered = 0;
    for (unsigned i = 0; i < bits; ++i) {
        ordered |= (mask >> order[i] & 1) << i;
    }
    return ordered;
}

/* Puts a plane of 2^bits masks (bit m % 64 of word m / 64 for mask m) from the index's order into the table's. */
void bc_plane_order_apply(const uint8_t *order, unsigned bits, uint64_t *plane);

/* And back. */
void bc_plane_order_undo(const uint8_t *order, unsigned bits, uint64_t *plane);

#endif
