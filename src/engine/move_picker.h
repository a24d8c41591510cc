/* The move picker: the moves of a position in the order in which the search should try them, in stages, so that a move found
 * before spares the work of listing the others: the transposition table's move; jumps, those that land with room to go on
 * first; two killers; the rest by history and by what a goat risks or saves.
 *
 * The order never depends on anything but the arguments, so searches are repeatable. */
#ifndef BAGHCHAL_ENGINE_MOVE_PICKER_H
#define BAGHCHAL_ENGINE_MOVE_PICKER_H

#include "engine/search_position.h"

enum { KILLERS = 2, HISTORY_LIMIT = 8192 };

/* How often moves were good at each side: [side][from][to]. */
typedef int16_t move_history[2][BC_POINTS_MAX][BC_POINTS_MAX];

struct move_picker {
    const struct bc_board *board;
    const struct search_position *position;
    const move_history *history;
    bc_move table_move;
    bc_move killers[KILLERS];
    unsigned stage;
    unsigned next;
    unsigned count;
    bc_move moves[BC_MOVES_MAX];
    int32_t orders[BC_MOVES_MAX];
};

/* Begins with the first stage; `table_move` and the killers may be any moves or none. Where `captures_only` is set only jumps come. */
void move_picker_init(struct move_picker *picker, const struct bc_board *board, const struct search_position *position,
                      const move_history *history, bc_move table_move, const bc_move killers[KILLERS],
                      bool captures_only);

/* The next move, or BC_MOVE_NONE after the last. */
bc_move move_picker_next(struct move_picker *picker);

/* Counts a quiet move as good (a positive amount) or useless (negative) at its place. */
void move_history_add(move_history *history, unsigned side, bc_move move, int amount);

#endif
