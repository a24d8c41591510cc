/* The manifest of a solution's folder: a short text file, written last, that says what the tables hold and how to tell that they are
 * whole. A folder without a manifest holds nothing finished.
 *
 * One fact a line, words separated by single spaces; the last line is the XXH3 of all lines before it:
 *
 *     baghchal-solution 1
 *     board standard
 *     goats-to-win 5
 *     goat-stalemate tigers
 *     quiet-turns 100
 *     start draw
 *     file movement.table 51234567 0123456789abcdef
 *     movement 4 tigers 32188170 149127 30469634 1569409 zero 76 73 end 76 73
 *     placement 0 19 123456 1 2 3
 *     checksum 0123456789abcdef
 *
 * `movement EATEN SIDE POSITIONS GOATS TIGERS DRAWS zero Z Z end E E`: positions inequivalent under symmetry with SIDE to move, how
 * many of them each side wins, and the longest distances where the goats win and where the tigers win. `placement EATEN
 * PLACED POSITIONS GOATS TIGERS DRAWS` counts positions with goats to move and PLACED goats placed. */
#ifndef BAGHCHAL_SOLUTION_MANIFEST_H
#define BAGHCHAL_SOLUTION_MANIFEST_H

#include <baghchal/rules.h>

#include "solution/block_file.h"

enum {
    BC_MANIFEST_VERSION = 1,
    BC_MANIFEST_FILES_MAX = 4,
    BC_MANIFEST_FILE_NAME_MAX = 32,
    BC_MANIFEST_SIZE_MAX = 1 << 20, /* no manifest is nearly as long */
};

#define BC_MANIFEST_NAME "manifest"
#define BC_MOVEMENT_TABLE_NAME "movement.table"
#define BC_MOVEMENT_WEB_NAME "movement.web"
#define BC_PLACEMENT_TABLE_NAME "placement.table"

/* What a layer comes to. */
struct bc_layer_counts {
    uint64_t positions;
    uint64_t goats_win;
    uint64_t tigers_win;
    uint64_t draws;
};

struct bc_movement_layer {
    struct bc_layer_counts counts;
    uint8_t eaten;
    uint8_t side;             /* enum bc_side */
    uint16_t longest_zero[2]; /* where the goats win, where the tigers win */
    uint16_t longest_end[2];
};

struct bc_placement_layer {
    struct bc_layer_counts counts;
    uint8_t eaten;
    uint8_t placed;
};

struct bc_manifest_file {
    char name[BC_MANIFEST_FILE_NAME_MAX];
    uint64_t size;
    uint64_t hash; /* XXH3 of the whole file */
};

struct bc_manifest {
    char board[BC_BLOCK_BOARD_NAME_MAX];
    struct bc_rules rules;
    uint8_t start; /* enum bc_result; BC_RESULT_NONE when only the movement phase is solved */
    size_t file_count;
    struct bc_manifest_file files[BC_MANIFEST_FILES_MAX];
    size_t movement_count;
    struct bc_movement_layer movement[2 * BC_POINTS_MAX];
    size_t placement_count;
    struct bc_placement_layer placement[BC_POINTS_MAX * BC_POINTS_MAX];
};

/* Writes the manifest's text. Returns its length, or 0 when it does not fit into `capacity` characters. */
size_t bc_manifest_write(const struct bc_manifest *manifest, char *text, size_t capacity);

/* Reads a manifest; takes exactly what bc_manifest_write() writes and nothing else. Errors: BC_ERROR_SOLUTION_MANIFEST, _VERSION,
 * _CHECKSUM. */
enum bc_error bc_manifest_read(const char *text, size_t length, struct bc_manifest *manifest);

/* The file's entry, or NULL. */
const struct bc_manifest_file *bc_manifest_file(const struct bc_manifest *manifest, const char *name);

/* Reads the manifest of a folder. Errors: BC_ERROR_SOLUTION_MISSING, _UNREADABLE, BC_ERROR_MEMORY, and those of
 * bc_manifest_read(). */
enum bc_error bc_manifest_load(const char *folder, struct bc_manifest *manifest);

/* "goats", "tigers" or "draw". */
const char *bc_value_word(enum bc_result result);

#endif
