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
        unsigned section = bc_layout_section(layout, eaten, BC_GOATS);
        layout->masks[eaten] = bc_index_mask_count(index, layout->goat_count - eaten);
        uint64_t entries = (uint64_t)layout->class_count * layout->masks[eaten];
        uint64_t blocks = (entries + ((uint64_t)1 << movement_bits) - 1) >> movement_bits;
        layout->section_first[section] = (uint32_t)first;
        layout->section_first[section + 1] = (uint32_t)(first + blocks);
        first += 2 * blocks;
        if (first > UINT32_MAX) {
            return BC_ERROR_ARGUMENT;
        }
    }
    layout->section_first[2 * goats_to_win] = (uint32_t)first;
    if ((uint64_t)layout->class_count * goats_to_win * layout->chunks > UINT32_MAX) {
        return BC_ERROR_ARGUMENT;
    }
    return BC_OK;
}

uint32_t bc_layout_movement_entries(const struct bc_layout *layout, uint32_t block)
{
    unsigned section = 0;
    while (section + 1 < 2 * layout->goats_to_win && block >= layout->section_first[section + 1]) {
        ++section;
    }
    uint64_t entries = (uint64_t)layout->class_count * layout->masks[layout->goats_to_win - 1 - section / 2];
    uint64_t before = (uint64_t)(block - layout->section_first[section]) << layout->movement_bits;
    uint64_t rest = entries > before ? entries - before : 0;
    uint64_t full = (uint64_t)1 << layout->movement_bits;
    return (uint32_t)(rest < full ? rest : full);
}
