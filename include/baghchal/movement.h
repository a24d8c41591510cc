/* The movement phase in a form small enough to download: a file of a few megabytes, unpacked into memory that the caller gives.
 *
 * `baghchal solve` writes movement.web beside its other tables. It holds the value and the distance *zero* of every position
 * with tigers to move; with goats to move both follow from one turn. That is enough for perfect play once the hand is empty: a
 * winner who always takes the least zero wins, within the quiet-turn limit where there is one. The distance to the end of the game is
 * not there.
 *
 * Freestanding: no allocation, no I/O, nothing global. Once opened, tables are only read, by any number of threads; they end with
 * their memory. The board must outlive them. The bytes of the file are not needed after opening. */
#ifndef BAGHCHAL_MOVEMENT_H
#define BAGHCHAL_MOVEMENT_H

#include <baghchal/rules.h>

#ifdef __cplusplus
extern "C" {
#endif

struct bc_movement_tables;

/* The bytes of memory that the tables in a file take (51 MB for the standard game), scratch included; 0 if this is no file of
 * movement tables for this board. Only the file's first bytes are looked at. */
size_t bc_movement_tables_memory(const struct bc_board *board, const uint8_t *file, size_t size);

/* Unpacks a file into `memory`, aligned for 64-bit numbers. `rules` names the rule set that it must be for; NULL takes any. Takes a
 * second or two. Errors: BC_ERROR_SOLUTION_FORMAT, _VERSION, _BOARD, _RULES, _HISTORY, _TRUNCATED, _CHECKSUM;
 * BC_ERROR_NO_SPACE. */
enum bc_error bc_movement_tables_open(const struct bc_board *board, const struct bc_rules *rules, const uint8_t *file,
                                      size_t size, void *memory, size_t memory_size,
                                      struct bc_movement_tables **tables);

/* The rule set that the tables hold for. */
struct bc_rules bc_movement_tables_rules(const struct bc_movement_tables *tables);

/* The value of a position without goats in hand, its quiet turns counted in, and its zero distance (0 for draws and when the game
 * is over). Returns false, and changes nothing, for a position with goats in hand or with another number of goats than the board's. */
bool bc_movement_tables_probe(const struct bc_movement_tables *tables, const struct bc_position *position,
                              enum bc_result *result, unsigned *zero);

#ifdef __cplusplus
}
#endif

#endif
