/*
 * The straightforward way to count the leaves of Bagh-Chal's game tree, as the yardstick of the perft benchmark: one
 * byte a point, tables of neighbours and jumps, each move played and taken back, one call a leaf. Standard board,
 * five goats to win, no history rules. Shares nothing with the library.
 */
#ifndef BENCH_PLAIN_PERFT_H
#define BENCH_PLAIN_PERFT_H

#include <stdint.h>

enum { PLAIN_POINTS = 25, PLAIN_TIGERS = 4, PLAIN_GOATS = 20, PLAIN_GOATS_TO_WIN = 5 };

enum plain_piece { PLAIN_EMPTY, PLAIN_GOAT, PLAIN_TIGER };

/* Points are numbered from the top left, row by row. */
struct plain_position {
    uint8_t board[PLAIN_POINTS];
    int goats_in_hand;
    int goats_eaten;
    int tigers_to_move;
};

/* Fills in the tables. Once, before anything else. */
void plain_perft_prepare(void);

/* The start of a game. */
void plain_position_start(struct plain_position *position);

/* The number of leaves `depth` turns below the position, which is left as it was. */
uint64_t plain_perft(struct plain_position *position, int depth);

#endif
