/* A game with its whole history: legal moves under every repetition rule, the end of the game with its reason, takeback.
 *
 * Memory. The caller gives an array of struct bc_ply, one for every turn that the game may last; bc_game_set_history() moves a
 * game to a larger one. Nothing is allocated and nothing needs closing. The board must outlive the game.
 *
 * Threads. A game may be read by many threads at once while none changes it.
 *
 * Repetition. Arrangements are compared exactly, piece by piece. They count from the position just after the last placement,
 * or from the start of a game that was set up with an empty hand (shared rules, "The end of the game" 3). */
#ifndef BAGHCHAL_GAME_H
#define BAGHCHAL_GAME_H

#include <baghchal/rules.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One turn made, with what was before it. */
struct bc_ply {
    bc_points tigers; /* before the move */
    bc_points goats;
    struct bc_undo undo;
    bc_move move;
};

struct bc_game {
    const struct bc_board *board;
    struct bc_rules rules;
    struct bc_position start;
    struct bc_position position; /* the present one */
    struct bc_ply *plies;        /* plies[0] up to plies[ply_count - 1] */
    size_t ply_count;
    size_t ply_capacity;
    enum bc_result result; /* BC_RESULT_NONE while the game goes on */
    enum bc_ending ending;
};

/* Begins a game from the board's start, or from `position` unless that is NULL. A position that is already at an end gives a
 * game that is over. Errors: those of bc_rules_check() and bc_position_check(). */
enum bc_error bc_game_init(struct bc_game *game, const struct bc_board *board, const struct bc_rules *rules,
                           const struct bc_position *position, struct bc_ply *plies, size_t ply_capacity);

/* Copies the history into larger memory and goes on there. Errors: BC_ERROR_NO_SPACE if it does not fit. */
enum bc_error bc_game_set_history(struct bc_game *game, struct bc_ply *plies, size_t ply_capacity);

/* The legal moves, in the order of bc_position_moves(); none when the game is over. */
void bc_game_moves(const struct bc_game *game, struct bc_move_list *list);

/* BC_OK if the move is legal now, else the reason: BC_ERROR_GAME_OVER, BC_ERROR_MOVE_REPEATS or one of
 * bc_position_check_move(). */
enum bc_error bc_game_check_move(const struct bc_game *game, bc_move move);

/* Makes a move and finds the end of the game. Errors: those of bc_game_check_move(), BC_ERROR_HISTORY_FULL; the game is then
 * unchanged. */
enum bc_error bc_game_play(struct bc_game *game, bc_move move);

/* Takes back the last `count` turns, with an end of the game that came after them; 0 takes back only an agreement or a
 * resignation. Restores every counter. Errors: BC_ERROR_TAKE_BACK if fewer turns were made; the game is then unchanged. */
enum bc_error bc_game_take_back(struct bc_game *game, size_t count);

/* Ends the game by agreement on a draw. Errors: BC_ERROR_GAME_OVER. */
enum bc_error bc_game_agree_draw(struct bc_game *game);

/* Ends the game: `side` gives up. Errors: BC_ERROR_GAME_OVER. */
enum bc_error bc_game_resign(struct bc_game *game, enum bc_side side);

/* How many times the present position (pieces and side to move) has been on the board, the present time included; 0 while
 * goats are in hand, since those positions never count. Where `earlier` is not NULL, the plies after which it stood before
 * are written there, latest first (0 is the start of the game), at most `capacity` of them. */
size_t bc_game_occurrences(const struct bc_game *game, size_t *earlier, size_t capacity);

/* How many times the position after a move of bc_position_moves() would have been on the board, that time included; 0 if it
 * would not count. Under the draw rule a move with 3 here ends the game. */
size_t bc_game_occurrences_after(const struct bc_game *game, bc_move move);

/* Whether a move of bc_position_moves() would bring back an earlier arrangement of the pieces, whoever is to move: what
 * forbidden repetition forbids. The answer does not depend on the rule set. */
bool bc_game_brings_back(const struct bc_game *game, bc_move move);

/* Quiet turns left until the draw, or -1 where there is no limit or goats are still in hand. */
int bc_game_quiet_turns_left(const struct bc_game *game);

#ifdef __cplusplus
}
#endif

#endif
