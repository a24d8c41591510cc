/* What `perfect` does where tables answer. */
#ifndef BAGHCHAL_ENGINE_LEVEL_TABLES_H
#define BAGHCHAL_ENGINE_LEVEL_TABLES_H

#include <baghchal/engine_level.h>

/* Asks the engine's tables about every move of a game that goes on. Sets choice->from_tables to whether they answered for all.
 * Returns true when they settle the move; else a search must choose among `kept`: where they answered, the moves that keep the
 * value, else none, which stands for all.
 *
 * Where repetition is forbidden the tables only guide: they tell what the moves are worth were it allowed. What they have as
 * won or lost is played like anywhere else; among their draws, which the ban decides in the end, a search chooses. There
 * choice->from_tables is false and choice->score below BC_SCORE_DECIDED, since nothing is proved. */
bool level_ask_tables(struct bc_engine *engine, const struct bc_game *game, struct bc_move_list *kept,
                      struct bc_level_choice *choice);

#endif
