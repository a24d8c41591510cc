/* A solution: the exact value of every position under one rule set, read from a folder of tables that `baghchal solve` made.
 *
 * A folder holds a manifest, movement tables (value and two distances, for both sides, once the hand is empty) and, unless
 * only the movement phase was solved, placement tables (values with goats to move; values with tigers to move follow from
 * one turn). docs/solution.md describes the files.
 *
 * Two distances, both in turns of either side: *zero* is the distance to the next capture or the end of the game, when the
 * winner keeps the win and makes it shortest and the loser longest; *end* is the distance to the end of the game. A win
 * counts under a quiet-turn limit exactly when zero + quiet turns so far <= limit, since a capture sets the count back.
 *
 * Memory and threads. bc_solution_open() allocates; bc_solution_close() frees. Blocks of the tables are unpacked into a cache
 * whose size the caller gives. An open solution may be probed by any number of threads at once. Nothing is global. A block found
 * damaged is remembered and refused again without another look. The board must outlive the solution. */
#ifndef BAGHCHAL_SOLUTION_H
#define BAGHCHAL_SOLUTION_H

#include <baghchal/game.h>

#ifdef __cplusplus
extern "C" {
#endif

struct bc_solution;

/* The value of a position with best play of both sides. */
struct bc_probe {
    uint8_t result;     /* enum bc_result, never BC_RESULT_NONE */
    bool has_distances; /* set for won and lost positions of the movement phase and for finished games */
    uint16_t zero;      /* turns to the next capture or the end; 0 when the game is over */
    uint16_t end;       /* turns to the end of the game; 0 when the game is over */
};

/* A move and what it comes to. Distances count from before the move, so a capture or a last move has zero 1. */
struct bc_move_value {
    bc_move move;
    bool repeats; /* completes a third repetition where that is a draw: `result` is a draw whatever the tables say */
    struct bc_probe value;
};

struct bc_game_probe {
    struct bc_probe value;
    size_t count;
    struct bc_move_value moves[BC_MOVES_MAX]; /* best first for the side to move: see bc_solution_probe_game() */
};

/* The largest path that bc_solution_default_folder() writes, with its final NUL. */
enum { BC_SOLUTION_PATH_MAX = 4096 };

/* The name of the folder of a rule set, such as "standard-5-tigers-100": board, goats to win, who wins when goats are stuck,
 * quiet-turn limit. Repetition does not enter: values are the same whether a third time is a draw or nothing.
 * `name` holds BC_SOLUTION_NAME_MAX characters. Returns the length. */
enum { BC_SOLUTION_NAME_MAX = 64 };
size_t bc_solution_name(const struct bc_board *board, const struct bc_rules *rules, char *name);

/* Where `baghchal solve` puts a solution unless told otherwise: $XDG_DATA_HOME/baghchal/NAME, or ~/.local/share/baghchal/NAME.
 * `path` holds BC_SOLUTION_PATH_MAX characters. Errors: BC_ERROR_SOLUTION_PATH when neither variable gives a folder. */
enum bc_error bc_solution_default_folder(const struct bc_board *board, const struct bc_rules *rules, char *path);

/* Opens the tables in `folder` for reading. `rules` names the rule set that they must be for; NULL takes any.
 * `cache_bytes` bounds the memory of unpacked blocks (at least one block a table is kept; 16 MiB serve a search well; 1.25 GiB
 * hold all movement tables of the standard game, which fill a fifth of it, and only what is filled takes memory).
 * Errors: BC_ERROR_SOLUTION_MISSING (no such folder or no manifest: nothing was finished there), _UNREADABLE, _MANIFEST,
 * _VERSION, _BOARD, _RULES, _TRUNCATED, _CHECKSUM, _DAMAGED, _HISTORY (`rules` forbid repetition), BC_ERROR_MEMORY. */
enum bc_error bc_solution_open(const char *folder, const struct bc_board *board, const struct bc_rules *rules,
                               size_t cache_bytes, struct bc_solution **solution);

/* Closes a solution; NULL does nothing. */
void bc_solution_close(struct bc_solution *solution);

/* The rule set that the tables hold for; its repetition rule is BC_REPETITION_DRAW. */
struct bc_rules bc_solution_rules(const struct bc_solution *solution);

/* Whether the placement phase is there too. */
bool bc_solution_has_placement(const struct bc_solution *solution);

/* Whether tables for `solved` answer for games under `rules`: everything but the repetition rule must agree, and repetition
 * must not be forbidden. Errors: BC_ERROR_SOLUTION_HISTORY, BC_ERROR_SOLUTION_RULES. */
enum bc_error bc_solution_covers(const struct bc_rules *solved, const struct bc_rules *rules);

/* The value of a position under the solution's rule set, its quiet turns counted in, earlier positions of a game not.
 * Errors: those of bc_position_check(); BC_ERROR_SOLUTION_PLACEMENT where goats are in hand and only the movement phase
 * is there; BC_ERROR_SOLUTION_READ, _CHECKSUM, _DAMAGED for a block that cannot be had; BC_ERROR_MEMORY. */
enum bc_error bc_solution_probe(struct bc_solution *solution, const struct bc_position *position,
                                struct bc_probe *probe);

/* The value of a game as it stands and of each legal move. Moves that complete a third repetition are draws, and so are, for
 * a side that wins by the tables, moves that let the other side complete one by its reply.
 *
 * Order of moves: wins before draws before losses for the side to move; among wins the smallest `end` first, then the smallest
 * `zero`; among losses the largest `end`, then the largest `zero`; then the order of bc_position_moves(). Playing the first
 * move each time wins every won game: every winning move keeps zero + quiet turns within the limit.
 *
 * Errors: those of bc_solution_covers() and bc_solution_probe(). */
enum bc_error bc_solution_probe_game(struct bc_solution *solution, const struct bc_game *game,
                                     struct bc_game_probe *probe);

#ifdef __cplusplus
}
#endif

#endif
