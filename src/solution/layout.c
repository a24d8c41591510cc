#include "solution/layout.h"

#include <baghchal/position.h>

#include <string.h>

enum bc_error bc_layout_init(struct bc_layout *layout, const struct bc_index *index, unsigned goats_to_win,
                             unsigned movement_bits, unsigned placement_bits)
{
    memset(layout, 0, sizeof *layout);
    layout->free_points = index->free_count;
    layout->goat_count = index->board->goat_count;
    layout->goats_to_win = goats_to_win;
    layout->class_count = index->class_count;
    if (layout->free_points > 28 || goats_to_win == 0 || goats_to_win > layout->goat_count || movement_bits > 20 ||
        placement_bits > 20) {
        return BC_ERROR_ARGUMENT;
    }
    layout->movement_bits = movement_bits;
    layout->placement_bits = placement_bits < layout->free_points ? placement_bits : layout->free_points;
    layout->chunks = (uint32_t)1 << (layout->free_points - layout->placement_bits);
    uint64_t first = 0;
    for (unsigned eaten = goats_to_win; eaten-- > 0;) {
        uint64_t masks = bc_index_mask_count(index, layout->goat_count - eaten);
        uint64_t chunks = (masks + ((uint64_t)1 << movement_bits) - 1) >> movement_bits;
        layout->masks[eaten] = (uint32_t)masks;
        layout->movement_chunks[eaten] = (uint32_t)chunks;
        layout->movement_first[eaten] = (uint32_t)first;
        first += 2 * chunks * layout->class_count;
        if (first > UINT32_MAX) {
            return BC_ERROR_ARGUMENT;
        }
    }
    layout->movement_blocks = (uint32_t)first;
    if ((uint64_t)layout->class_count * goats_to_win * layout->chunks + bc_layout_order_blocks(layout) > UINT32_MAX) {
        return BC_ERROR_ARGUMENT;
    }
    return BC_OK;
}
