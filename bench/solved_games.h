/* Games that the engine plays with itself from chance openings, with a solution at hand to say what each position is worth.
 *
 * Everything follows from the seed: the same seed, options and engine give the same games. */
#ifndef BENCH_SOLVED_GAMES_H
#define BENCH_SOLVED_GAMES_H

#include <baghchal/engine.h>
#include <baghchal/solution.h>

enum { SOLVED_GAME_PLIES = 512 };

struct solved_games {
    struct bc_board board;
    struct bc_rules rules;
    struct bc_solution *solution;
    struct bc_engine *engine;
    void *memory;
    uint64_t random;
    struct bc_ply plies[SOLVED_GAME_PLIES];
};

struct solved_games_options {
    unsigned opening_turns_max; /* chance turns at the beginning: 0 to this many */
    unsigned chance_percent;    /* of the later turns made by chance too */
    uint64_t nodes;             /* for each other move */
    unsigned quiet_turns_max;   /* after which a game is left, since it only goes to and fro */
};

/* Opens the solution in the folder for the standard rules and makes an engine. Errors: those of bc_solution_open(), BC_ERROR_MEMORY. */
enum bc_error solved_games_open(struct solved_games *games, const char *folder, uint64_t seed);

void solved_games_close(struct solved_games *games);

uint64_t solved_games_random(struct solved_games *games);

/* Plays one game and calls `look` before every turn, the first `opening` ones apart. Stops when `look` returns false. */
void solved_games_play(struct solved_games *games, const struct solved_games_options *options,
                       bool (*look)(void *context, const struct bc_game *game), void *context);

#endif
