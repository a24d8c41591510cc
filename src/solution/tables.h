/* The inside of struct bc_solution. */
#ifndef BAGHCHAL_SOLUTION_TABLES_H
#define BAGHCHAL_SOLUTION_TABLES_H

#include <baghchal/solution.h>

#include "solution/block_cache.h"
#include "solution/layout.h"
#include "solution/manifest.h"

struct bc_solution {
    const struct bc_board *board;
    struct bc_manifest manifest;
    struct bc_index *index;
    struct bc_layout layout;
    bool has_placement;
    uint8_t implied;
    uint8_t *orders; /* of the bits of placement masks, free_points a class */
    struct bc_block_file movement;
    struct bc_block_file placement;
    struct bc_block_cache cache;
};

/* What the movement table says, without the quiet turns of a position. */
struct bc_movement_entry {
    uint8_t result; /* enum bc_result */
    uint16_t zero;
    uint16_t end;
};

/* Reads the entry of a canonically placed position: class and rank. */
enum bc_error bc_solution_movement_entry(struct bc_solution *solution, unsigned eaten, unsigned side, uint32_t class,
                                         uint32_t rank, struct bc_movement_entry *entry);

/* bc_solution_probe() for a position that can stand on the board: nothing is checked. */
enum bc_error bc_solution_probe_legal(struct bc_solution *solution, const struct bc_position *position,
                                      struct bc_probe *probe);

/* Copies both planes of all goat masks of a class at one number of eaten goats, as stored: implied values are arbitrary. `planes`
 * holds twice 2^free_count bits, each plane at least one word. */
enum bc_error bc_solution_placement_planes(struct bc_solution *solution, unsigned eaten, uint32_t class,
                                           uint64_t *planes);

#endif
