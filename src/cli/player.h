/* Who makes the moves of a side: a person at the terminal, or something that thinks.
 *
 * A person has no kind. For the rest, the two forms of play call begin() when it is the player's turn, answer() until there is a
 * move, and stop() when the game changes under it or ends. The game stays unchanged from begin() until the answer or stop(). */
#ifndef CLI_PLAYER_H
#define CLI_PLAYER_H

#include <baghchal/game.h>

struct player_kind {
    /* Starts to think about the game, in the background. */
    enum bc_error (*begin)(void *state, const struct bc_game *game);
    /* Whether the move is found; waits for at most so many milliseconds, or without end for -1. */
    bool (*answer)(void *state, int milliseconds, bc_move *move);
    /* Gives up thinking. */
    void (*stop)(void *state);
    /* Whether the player takes a draw that the other side offers. */
    bool (*accepts_draw)(void *state, const struct bc_game *game);
};

struct player {
    const struct player_kind *kind; /* NULL: a person */
    void *state;
};

#endif
