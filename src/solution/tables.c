/* Opening a solution's folder, and reading single values. */
#include "solution/tables.h"

#include "solution/bytes.h"
#include "solution/implied.h"
#include "solution/plane_order.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOVEMENT_NUMBER = 1, PLACEMENT_NUMBER = 2 }; /* what tells the files apart in the cache */

enum bc_error bc_solution_covers(const struct bc_rules *solved, const struct bc_rules *rules)
{
    if (solved->goats_to_win != rules->goats_to_win || solved->goat_stalemate != rules->goat_stalemate ||
        solved->quiet_turn_limit != rules->quiet_turn_limit) {
        return BC_ERROR_SOLUTION_RULES;
    }
    return rules->repetition == BC_REPETITION_FORBIDDEN ? BC_ERROR_SOLUTION_HISTORY : BC_OK;
}

/* Opens one table and checks that it belongs to the manifest. */
static enum bc_error open_table(struct bc_solution *solution, const char *folder, const char *name,
                                enum bc_block_kind kind, struct bc_block_file *file)
{
    char path[BC_SOLUTION_PATH_MAX];
    int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    if (length < 0 || (size_t)length >= sizeof path) {
        return BC_ERROR_SOLUTION_PATH;
    }
    enum bc_error error = bc_block_file_open(path, file);
    if (error != BC_OK) {
        return error;
    }
    const struct bc_block_header *header = &file->header;
    if (header->kind != kind) {
        return BC_ERROR_SOLUTION_FORMAT;
    }
    if (strcmp(header->board, solution->manifest.board) != 0) {
        return BC_ERROR_SOLUTION_BOARD;
    }
    if (!bc_rules_equal(&header->rules, &solution->manifest.rules)) {
        return BC_ERROR_SOLUTION_RULES;
    }
    if (header->point_count != solution->board->point_count ||
        memcmp(header->order, solution->index->order, header->point_count) != 0) {
        return BC_ERROR_SOLUTION_FORMAT;
    }
    const struct bc_manifest_file *entry = bc_manifest_file(&solution->manifest, name);
    uint64_t index_and_checksum = ((uint64_t)header->block_count + 1) * 8;
    if (entry == NULL || entry->size != file->offsets[header->block_count] + index_and_checksum) {
        return BC_ERROR_SOLUTION_TRUNCATED;
    }
    return BC_OK;
}

/* Sees that both tables have the blocks that the layout asks for. */
static enum bc_error check_layout(struct bc_solution *solution)
{
    const struct bc_block_header *movement = &solution->movement.header;
    unsigned placement_bits = solution->has_placement ? solution->placement.header.mask_bits : BC_PLACEMENT_BLOCK_BITS;
    struct bc_layout *layout = &solution->layout;
    enum bc_error error = bc_layout_init(layout, solution->index, solution->manifest.rules.goats_to_win,
                                         movement->mask_bits, placement_bits);
    if (error != BC_OK) {
        return BC_ERROR_SOLUTION_FORMAT;
    }
    if (movement->block_size != (size_t)BC_MOVEMENT_HEADER + ((size_t)4 << layout->movement_bits) ||
        movement->block_count != layout->movement_blocks) {
        return BC_ERROR_SOLUTION_FORMAT;
    }
    uint32_t placement_blocks = bc_layout_placement_blocks(layout) + bc_layout_order_blocks(layout);
    if (solution->has_placement && (solution->placement.header.block_count != placement_blocks ||
                                    solution->placement.header.block_size != 2 * bc_layout_plane_bytes(layout))) {
        return BC_ERROR_SOLUTION_FORMAT;
    }
    return BC_OK;
}

/* Reads the orders of bits at the end of the placement table. */
static enum bc_error load_orders(struct bc_solution *solution)
{
    const struct bc_layout *layout = &solution->layout;
    size_t rest = bc_layout_order_bytes(layout);
    solution->orders = malloc(rest);
    if (solution->orders == NULL) {
        return BC_ERROR_MEMORY;
    }
    uint8_t *to = solution->orders;
    for (uint32_t block = bc_layout_placement_blocks(layout); rest > 0; ++block) {
        const uint8_t *data = NULL;
        size_t size = 0;
        struct bc_cache_set *set = NULL;
        enum bc_error error =
            bc_block_cache_acquire(&solution->cache, &solution->placement, PLACEMENT_NUMBER, block, &data, &size, &set);
        if (error != BC_OK) {
            return error;
        }
        size_t expected = 2 * bc_layout_plane_bytes(layout);
        expected = expected < rest ? expected : rest;
        bool fits = size == expected;
        if (fits) {
            memcpy(to, data, size);
        }
        bc_block_cache_release(set);
        if (!fits) {
            return BC_ERROR_SOLUTION_DAMAGED;
        }
        to += size;
        rest -= size;
    }
    for (uint32_t class = 0; class < layout->class_count; ++class) {
        if (!bc_plane_order_check(solution->orders + (size_t) class * layout->free_points, layout->free_points)) {
            return BC_ERROR_SOLUTION_DAMAGED;
        }
    }
    return BC_OK;
}

static enum bc_error open_all(struct bc_solution *solution, const char *folder, const struct bc_rules *rules,
                              size_t cache_bytes)
{
    enum bc_error error = bc_manifest_load(folder, &solution->manifest);
    if (error != BC_OK) {
        return error;
    }
    if (strcmp(solution->manifest.board, solution->board->description->name) != 0) {
        return BC_ERROR_SOLUTION_BOARD;
    }
    if (bc_rules_check(solution->board, &solution->manifest.rules) != BC_OK) {
        return BC_ERROR_SOLUTION_MANIFEST;
    }
    if (rules != NULL) {
        error = bc_solution_covers(&solution->manifest.rules, rules);
        if (error != BC_OK) {
            return error;
        }
    }
    error = bc_index_create(solution->board, &solution->index);
    if (error != BC_OK) {
        return error;
    }
    error = open_table(solution, folder, BC_MOVEMENT_TABLE_NAME, BC_BLOCKS_MOVEMENT, &solution->movement);
    if (error == BC_OK && bc_manifest_file(&solution->manifest, BC_PLACEMENT_TABLE_NAME) != NULL) {
        error = open_table(solution, folder, BC_PLACEMENT_TABLE_NAME, BC_BLOCKS_PLACEMENT, &solution->placement);
        solution->has_placement = error == BC_OK;
        solution->implied = solution->placement.header.implied;
    }
    if (error == BC_OK) {
        error = check_layout(solution);
    }
    if (error != BC_OK) {
        return error;
    }
    size_t slot = solution->movement.header.block_size;
    if (solution->has_placement && solution->placement.header.block_size > slot) {
        slot = solution->placement.header.block_size;
    }
    error = bc_block_cache_init(&solution->cache, cache_bytes, slot);
    return error == BC_OK && solution->has_placement ? load_orders(solution) : error;
}

enum bc_error bc_solution_open(const char *folder, const struct bc_board *board, const struct bc_rules *rules,
                               size_t cache_bytes, struct bc_solution **solution)
{
    *solution = NULL;
    struct bc_solution *opened = calloc(1, sizeof *opened);
    if (opened == NULL) {
        return BC_ERROR_MEMORY;
    }
    opened->board = board;
    opened->movement.descriptor = -1;
    opened->placement.descriptor = -1;
    enum bc_error error = open_all(opened, folder, rules, cache_bytes);
    if (error != BC_OK) {
        bc_solution_close(opened);
        return error;
    }
    *solution = opened;
    return BC_OK;
}

void bc_solution_close(struct bc_solution *solution)
{
    if (solution == NULL) {
        return;
    }
    bc_block_cache_free(&solution->cache);
    bc_block_file_close(&solution->movement);
    bc_block_file_close(&solution->placement);
    bc_index_destroy(solution->index);
    free(solution->orders);
    free(solution);
}

struct bc_rules bc_solution_rules(const struct bc_solution *solution)
{
    return solution->manifest.rules;
}

bool bc_solution_has_placement(const struct bc_solution *solution)
{
    return solution->has_placement;
}

/* --- single values --- */

static unsigned load_width(const uint8_t *plane, uint32_t place, unsigned width)
{
    return width == 0 ? 0 : width == 1 ? plane[place] : bc_load_16(plane + (size_t)2 * place);
}

enum bc_error bc_solution_movement_entry(struct bc_solution *solution, unsigned eaten, unsigned side, uint32_t class,
                                         uint32_t rank, struct bc_movement_entry *entry)
{
    const struct bc_layout *layout = &solution->layout;
    uint32_t place = 0;
    uint32_t entry_count = 0;
    uint32_t block = bc_layout_movement_block(layout, eaten, side, class, rank, &place, &entry_count);
    size_t entries = entry_count;
    const uint8_t *data = NULL;
    size_t size = 0;
    struct bc_cache_set *set = NULL;
    enum bc_error error =
        bc_block_cache_acquire(&solution->cache, &solution->movement, MOVEMENT_NUMBER, block, &data, &size, &set);
    if (error != BC_OK) {
        return error;
    }
    if (size < BC_MOVEMENT_HEADER || data[0] > 2 || data[1] > 2 ||
        size != BC_MOVEMENT_HEADER + entries * (data[0] + (size_t)data[1])) {
        bc_block_file_condemn(&solution->movement, block, BC_ERROR_SOLUTION_DAMAGED);
        bc_block_cache_release(set);
        return BC_ERROR_SOLUTION_DAMAGED;
    }
    unsigned code = load_width(data + BC_MOVEMENT_HEADER, place, data[0]);
    unsigned end = load_width(data + BC_MOVEMENT_HEADER + entries * data[0], place, data[1]);
    bc_block_cache_release(set);
    entry->result = BC_RESULT_DRAW;
    entry->zero = 0;
    entry->end = 0;
    if (code != 0) {
        entry->result = (code & 1) != 0 ? BC_RESULT_GOATS_WIN : BC_RESULT_TIGERS_WIN;
        entry->zero = (uint16_t)((code - 1) / 2);
        entry->end = (uint16_t)end;
    }
    return BC_OK;
}

static enum bc_error probe_movement(struct bc_solution *solution, const struct bc_position *position,
                                    struct bc_probe *probe)
{
    unsigned symmetry = 0;
    uint32_t class = bc_index_class_of(solution->index, position->tigers, &symmetry);
    uint32_t mask = bc_index_mask(solution->index, class, symmetry, position->goats);
    struct bc_movement_entry entry;
    enum bc_error error = bc_solution_movement_entry(solution, position->goats_eaten, position->side, class,
                                                     bc_index_rank(solution->index, mask), &entry);
    if (error != BC_OK) {
        return error;
    }
    unsigned limit = solution->manifest.rules.quiet_turn_limit;
    if (entry.result == BC_RESULT_DRAW || (limit != 0 && (unsigned)entry.zero + position->quiet_turns > limit)) {
        *probe = (struct bc_probe){.result = BC_RESULT_DRAW};
        return BC_OK;
    }
    *probe = (struct bc_probe){.result = entry.result, .has_distances = true, .zero = entry.zero, .end = entry.end};
    return BC_OK;
}

/* Goats to place, from the table. */
static enum bc_error probe_placement(struct bc_solution *solution, const struct bc_position *position, uint8_t *result)
{
    unsigned eaten = position->goats_eaten;
    if (solution->implied == BC_IMPLIED_LAST_CAPTURE && eaten + 1U == solution->manifest.rules.goats_to_win &&
        bc_every_placement_loses_a_goat(solution->board, position->tigers, position->goats)) {
        *result = BC_RESULT_TIGERS_WIN;
        return BC_OK;
    }
    unsigned symmetry = 0;
    uint32_t class = bc_index_class_of(solution->index, position->tigers, &symmetry);
    uint32_t mask = bc_index_mask(solution->index, class, symmetry, position->goats);
    mask = bc_plane_order_mask(solution->orders + (size_t) class * solution->layout.free_points,
                               solution->layout.free_points, mask);
    uint32_t bit = 0;
    uint32_t block = bc_layout_placement_block(&solution->layout, eaten, class, mask, &bit);
    size_t plane = bc_layout_plane_bytes(&solution->layout);
    const uint8_t *data = NULL;
    size_t size = 0;
    struct bc_cache_set *set = NULL;
    enum bc_error error =
        bc_block_cache_acquire(&solution->cache, &solution->placement, PLACEMENT_NUMBER, block, &data, &size, &set);
    if (error != BC_OK) {
        return error;
    }
    if (size != 2 * plane) {
        bc_block_file_condemn(&solution->placement, block, BC_ERROR_SOLUTION_DAMAGED);
        bc_block_cache_release(set);
        return BC_ERROR_SOLUTION_DAMAGED;
    }
    bool tigers_win = (data[bit / 8] >> bit % 8 & 1) != 0;
    bool not_goats = (data[plane + bit / 8] >> bit % 8 & 1) != 0;
    bc_block_cache_release(set);
    *result = tigers_win ? BC_RESULT_TIGERS_WIN : not_goats ? BC_RESULT_DRAW : BC_RESULT_GOATS_WIN;
    return BC_OK;
}

/* Tigers to move while goats are in hand: the best of the positions after their moves, captures first since they win most often. */
static enum bc_error probe_tigers(struct bc_solution *solution, const struct bc_position *position, uint8_t *result)
{
    struct bc_move_list list;
    bc_position_moves(solution->board, position, &list);
    *result = BC_RESULT_GOATS_WIN;
    for (int captures = 1; captures >= 0; --captures) {
        for (unsigned i = 0; i < list.count; ++i) {
            if (bc_move_captures(list.moves[i]) != (captures != 0)) {
                continue;
            }
            if (captures != 0 && position->goats_eaten + 1U == solution->manifest.rules.goats_to_win) {
                *result = BC_RESULT_TIGERS_WIN;
                return BC_OK;
            }
            struct bc_position next = *position;
            struct bc_undo undo;
            uint8_t value = BC_RESULT_DRAW;
            bc_position_make(solution->board, &next, list.moves[i], &undo);
            enum bc_error error = probe_placement(solution, &next, &value);
            if (error != BC_OK || value == BC_RESULT_TIGERS_WIN) {
                *result = value;
                return error;
            }
            if (value == BC_RESULT_DRAW) {
                *result = BC_RESULT_DRAW;
            }
        }
    }
    return BC_OK;
}

enum bc_error bc_solution_placement_planes(struct bc_solution *solution, unsigned eaten, uint32_t class,
                                           uint64_t *planes)
{
    const struct bc_layout *layout = &solution->layout;
    size_t plane = bc_layout_plane_bytes(layout);
    size_t words = layout->free_points > 6 ? (size_t)1 << (layout->free_points - 6) : 1;
    uint32_t first = (class * layout->goats_to_win + eaten) * layout->chunks;
    planes[0] = 0;
    planes[words] = 0;
    for (uint32_t chunk = 0; chunk < layout->chunks; ++chunk) {
        const uint8_t *data = NULL;
        size_t size = 0;
        struct bc_cache_set *set = NULL;
        enum bc_error error = bc_block_cache_acquire(&solution->cache, &solution->placement, PLACEMENT_NUMBER,
                                                     first + chunk, &data, &size, &set);
        if (error != BC_OK) {
            return error;
        }
        if (size == 2 * plane) {
            memcpy((uint8_t *)planes + chunk * plane, data, plane);
            memcpy((uint8_t *)(planes + words) + chunk * plane, data + plane, plane);
        } else {
            bc_block_file_condemn(&solution->placement, first + chunk, BC_ERROR_SOLUTION_DAMAGED);
            error = BC_ERROR_SOLUTION_DAMAGED;
        }
        bc_block_cache_release(set);
        if (error != BC_OK) {
            return error;
        }
    }
    const uint8_t *order = solution->orders + (size_t) class * layout->free_points;
    bc_plane_order_undo(order, layout->free_points, planes);
    bc_plane_order_undo(order, layout->free_points, planes + words);
    return BC_OK;
}

enum bc_error bc_solution_probe(struct bc_solution *solution, const struct bc_position *position,
                                struct bc_probe *probe)
{
    enum bc_error error = bc_position_check(solution->board, position);
    return error != BC_OK ? error : bc_solution_probe_legal(solution, position, probe);
}

enum bc_error bc_solution_probe_legal(struct bc_solution *solution, const struct bc_position *position,
                                      struct bc_probe *probe)
{
    enum bc_result over = BC_RESULT_NONE;
    if (bc_rules_ending(solution->board, &solution->manifest.rules, position, &over) != BC_ENDING_NONE) {
        *probe = (struct bc_probe){.result = (uint8_t)over, .has_distances = true};
        return BC_OK;
    }
    if (position->goats_in_hand == 0) {
        return probe_movement(solution, position, probe);
    }
    if (!solution->has_placement) {
        return BC_ERROR_SOLUTION_PLACEMENT;
    }
    *probe = (struct bc_probe){.result = BC_RESULT_DRAW};
    return position->side == BC_GOATS ? probe_placement(solution, position, &probe->result)
                                      : probe_tigers(solution, position, &probe->result);
}
