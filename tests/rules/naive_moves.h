/* A second move generator, deliberately naive: it walks a grid of characters in eight directions, knows where diagonals run
 * from the words of the rules alone, and shares no table with the library. */
#ifndef BAGHCHAL_TESTS_NAIVE_MOVES_H
#define BAGHCHAL_TESTS_NAIVE_MOVES_H

#include <stdbool.h>

enum { NAIVE_SIZE_MAX = 5, NAIVE_MOVES_MAX = 256 };

struct naive_position {
    int size;                                  /* points along a side */
    bool diagonals;                            /* through the points whose file and rank add up to an even number */
    char grid[NAIVE_SIZE_MAX][NAIVE_SIZE_MAX]; /* [rank][file] from 0: 'T', 'G' or '.' */
    bool tigers_to_move;
    int goats_in_hand;
};

/* Points count along the ranks from the lower left; `over` is -1 without a capture, `from` is `to` in a placement. */
struct naive_move {
    int from;
    int over;
    int to;
};

/* Fills `moves` and returns how many there are. */
int naive_moves(const struct naive_position *position, struct naive_move *moves);

#endif
