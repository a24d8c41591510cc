/* The engine as a player of one side, thinking in a thread of its own.
 *
 * engine_player_open() failed: nothing to close. It worked: engine_player_close() once, before the board ends. */
#ifndef CLI_ENGINE_PLAYER_H
#define CLI_ENGINE_PLAYER_H

#include "cli/player.h"

#include <baghchal/rules.h>

struct engine_player;

enum { ENGINE_NAME_MAX = 32 };

/* Makes a player of a level (BC_LEVEL_MIN to BC_LEVEL_PERFECT). `perfect` asks the solution in its default folder, if it is there; if
 * not, and `make_tables` wants it, the tables are made in the background and asked from the turn on when they are there. Errors:
 * BC_ERROR_MEMORY, those of bc_engine_init(). */
enum bc_error engine_player_open(unsigned level, const struct bc_board *board, const struct bc_rules *rules,
                                 bool make_tables, struct engine_player **opened);

void engine_player_close(struct engine_player *engine);

/* What the two forms of play need of it. */
struct player engine_player(struct engine_player *engine);

/* Whether it has tables to ask. */
bool engine_player_has_tables(const struct engine_player *engine);

/* Whether tables are being made. */
bool engine_player_makes_tables(const struct engine_player *engine);

/* The name that stands in a record: "Computer, level 5", "Computer, perfect". */
void engine_player_name(unsigned level, char name[ENGINE_NAME_MAX]);

/* The level of a name in a record, or 0 if it names no engine. */
unsigned engine_player_level(const char *name);

#endif
