/* Levels: the engine as an opponent for people, from 1, who has just learnt the game, to 8, and `perfect`.
 *
 * Levels 1 to 8 search less deep the lower they are, and misjudge what they see by a chance amount: about a goat and a third at
 * level 1, a tenth of a goat at 7, nothing at 8. So a low level takes a good move for a better one, but does not move at random. From level 3
 * on no goat is put where it can be eaten at once unless the search itself wants it so. They never ask tables.
 *
 * `perfect` asks the engine's tables first. Where they answer for every move it keeps the value, with the history of the game
 * counted in; wins as fast and loses as slowly as it can; and among draws takes the move after which the largest share of the
 * other side's replies loses. Where they do not answer it searches as well as it can; `from_tables` says which it was. Where
 * repetition is forbidden no table is exact. There tables of the same rules with repetition as a draw guide it: it keeps to the
 * moves that they have for best, plays out what they have for won, and searches among their draws. */
#ifndef BAGHCHAL_ENGINE_LEVEL_H
#define BAGHCHAL_ENGINE_LEVEL_H

#include <baghchal/engine.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    BC_LEVEL_MIN = 1,
    BC_LEVEL_MAX = 8,
    BC_LEVEL_PERFECT = 9,
    BC_LEVEL_NAME_MAX = 8, /* characters of a level's name, with the final NUL */
};

struct bc_level_choice {
    bc_move move;
    int score;        /* for the side to move, as in engine.h, before any misjudgement */
    bool from_tables; /* the move keeps the exact value */
    uint64_t nodes;
    unsigned depth;
};

/* Reads "1" to "8" or "perfect". Errors: BC_ERROR_LEVEL. */
enum bc_error bc_level_read(const char *text, size_t length, unsigned *level);

/* Writes the name of a level into `text`, which holds BC_LEVEL_NAME_MAX characters. Returns the length. */
size_t bc_level_write(unsigned level, char *text);

/* Chooses a move as the level would, in its own time: half a second in the median at most, 1.5 seconds if the host has a clock. `seed`
 * makes the chance: the same seed, game and cleared engine give the same move. Searches on the calling thread. Errors: BC_ERROR_GAME_OVER,
 * BC_ERROR_LEVEL. */
enum bc_error bc_level_choose(struct bc_engine *engine, const struct bc_game *game, unsigned level, uint64_t seed,
                              const struct bc_engine_host *host, struct bc_level_choice *choice);

#ifdef __cplusplus
}
#endif

#endif
