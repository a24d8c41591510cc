#include "solve/movement_writer.h"

#include "solution/bytes.h"

#include <stdlib.h>
#include <string.h>

/* The level that movement blocks are packed with: docs/measurements.md has the sizes and times of others. */
enum { MOVEMENT_LEVEL = 3 };

static void free_packers(struct bc_movement_writer *writer)
{
    for (unsigned i = 0; writer->packers != NULL && i < writer->thread_count; ++i) {
        bc_packer_free(&writer->packers[i]);
    }
    free(writer->packers);
    free(writer->raw);
    writer->packers = NULL;
    writer->raw = NULL;
}

enum bc_error bc_movement_writer_open(struct bc_movement_writer *writer, const char *path, const struct bc_index *index,
                                      const struct bc_rules *rules, unsigned thread_count)
{
    memset(writer, 0, sizeof *writer);
    enum bc_error error =
        bc_layout_init(&writer->layout, index, rules->goats_to_win, BC_MOVEMENT_BLOCK_BITS, BC_PLACEMENT_BLOCK_BITS);
    if (error != BC_OK) {
        return error;
    }
    writer->thread_count = thread_count;
    writer->block_size = BC_MOVEMENT_HEADER + ((size_t)4 << writer->layout.movement_bits);
    writer->packers = calloc(thread_count, sizeof *writer->packers);
    writer->raw = malloc(thread_count * writer->block_size);
    if (writer->packers == NULL || writer->raw == NULL) {
        error = BC_ERROR_MEMORY;
    }
    for (unsigned i = 0; i < thread_count && error == BC_OK; ++i) {
        error = bc_packer_init(&writer->packers[i], MOVEMENT_LEVEL, 0);
    }
    if (error == BC_OK) {
        struct bc_block_header header;
        bc_block_header_fill(&header, index, rules);
        header.kind = BC_BLOCKS_MOVEMENT;
        header.block_count = writer->layout.movement_blocks;
        header.block_size = (uint32_t)writer->block_size;
        header.mask_bits = BC_MOVEMENT_BLOCK_BITS;
        error = bc_group_writer_open(&writer->groups, path, &header, index->class_count * rules->goats_to_win);
    }
    if (error != BC_OK) {
        free_packers(writer);
    }
    return error;
}

static unsigned width_of(uint32_t largest)
{
    return largest == 0 ? 0 : largest < 256 ? 1 : 2;
}

static uint8_t *put_all(uint8_t *to, const uint16_t *values, uint32_t count, unsigned width)
{
    for (uint32_t i = 0; i < count && width != 0; ++i, to += width) {
        if (width == 1) {
            *to = (uint8_t)values[i];
        } else {
            bc_store_16(to, values[i]);
        }
    }
    return to;
}

/* Fills in a raw block. Returns its size. */
static size_t fill_block(uint8_t *raw, const uint8_t *result, const uint16_t *zero, const uint16_t *end, uint32_t count)
{
    uint16_t codes[1 << BC_MOVEMENT_BLOCK_BITS];
    uint32_t largest_code = 0;
    uint32_t largest_end = 0;
    for (uint32_t i = 0; i < count; ++i) {
        unsigned code = result[i] == BC_RESULT_DRAW ? 0 : 1 + 2U * zero[i] + (result[i] == BC_RESULT_TIGERS_WIN);
        codes[i] = (uint16_t)code;
        largest_code |= code;
        largest_end |= end[i];
    }
    raw[0] = (uint8_t)width_of(largest_code);
    raw[1] = (uint8_t)width_of(largest_end);
    uint8_t *at = put_all(raw + BC_MOVEMENT_HEADER, codes, count, raw[0]);
    return (size_t)(put_all(at, end, count, raw[1]) - raw);
}

enum bc_error bc_movement_writer_add(struct bc_movement_writer *writer, const struct bc_solve_movement *part)
{
    struct bc_packer *packer = &writer->packers[part->thread];
    uint8_t *raw = writer->raw + part->thread * writer->block_size;
    uint32_t full = (uint32_t)1 << writer->layout.movement_bits;
    for (unsigned side = 0; side < 2; ++side) {
        for (uint32_t first = 0; first < part->count; first += full) {
            uint32_t count = part->count - first < full ? part->count - first : full;
            size_t size =
                fill_block(raw, part->result[side] + first, part->zero[side] + first, part->end[side] + first, count);
            enum bc_error error = bc_packer_add(packer, raw, size);
            if (error != BC_OK) {
                return error;
            }
        }
    }
    uint32_t tier = writer->layout.goats_to_win - 1U - part->eaten;
    return bc_group_writer_submit(&writer->groups, tier * writer->layout.class_count + part->class, packer);
}

enum bc_error bc_movement_writer_finish(struct bc_movement_writer *writer, uint64_t *size, uint64_t *hash)
{
    free_packers(writer);
    return bc_group_writer_finish(&writer->groups, size, hash);
}

void bc_movement_writer_abandon(struct bc_movement_writer *writer)
{
    free_packers(writer);
    bc_group_writer_abandon(&writer->groups);
}
