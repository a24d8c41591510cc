/* What `perfect` does where tables answer. */
#ifndef BAGHCHAL_ENGINE_LEVEL_TABLES_H
#define BAGHCHAL_ENGINE_LEVEL_TABLES_H

#include <baghchal/engine_level.h>

/* Asks the engine's tables about every move of a game that goes on. Sets choice->from_tables to whether they answered for all.
 * Returns true when they settle the move; else, where they answered, `kept` holds the moves that keep the value and a search must
 * choose among them. */
bool level_ask_tables(struct bc_engine *engine, const struct bc_game *game, struct bc_move_list *kept,
                      struct bc_level_choice *choice);

#endif
