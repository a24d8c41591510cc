/* Who plays in a match: a level, a search of fixed size, a chance or a greedy mover, or a program that speaks the engine protocol.
 *
 * match_player_open() failed: nothing to close. A player serves one game at a time, with either side, on one board under one rule
 * set. */
#ifndef CLI_MATCH_PLAYER_H
#define CLI_MATCH_PLAYER_H

#include "cli/engine_process.h"
#include "cli/thinker.h"

enum match_player_kind {
    PLAYER_LEVEL,
    PLAYER_SEARCH,
    PLAYER_RANDOM, /* any legal move */
    PLAYER_GREEDY, /* eats if it can, else gives no goat away if it can, else any legal move */
    PLAYER_PROGRAM,
};

struct match_player {
    const char *name; /* as it was asked for */
    enum match_player_kind kind;
    unsigned level;
    struct bc_engine_limits limits;
    struct thinker thinker; /* of a level or a search */
    struct engine_process process;
    uint64_t random;
    uint64_t moves; /* made so far */
    double milliseconds_longest;
    double *milliseconds; /* of each move, for the median */
    size_t milliseconds_capacity;
};

/* How long programs may think, and what all players must know. */
struct match_settings {
    const struct bc_board *board;
    struct bc_rules rules;
    unsigned move_milliseconds; /* for programs */
    bool make_tables;           /* that `perfect` lacks */
    uint64_t seed;
};

/* Makes a player from its name: "1" to "8", "perfect", "random", "greedy", "nodes=N", "movetime=MS", or a command line, whose words
 * are set apart by blanks. Complains and returns false if that fails. */
bool match_player_open(struct match_player *player, const char *name, const struct match_settings *settings);

void match_player_close(struct match_player *player);

/* Tells the player that a new game begins, with a seed for its chance. */
bool match_player_begin(struct match_player *player, uint64_t seed);

/* The player's move in a game that goes on. Complains and returns false if there is none that is legal. */
bool match_player_move(struct match_player *player, const struct match_settings *settings, const struct bc_game *game,
                       bc_move *move);

/* The median time of its moves so far in milliseconds; 0 if there are none. */
double match_player_median(struct match_player *player);

#endif
