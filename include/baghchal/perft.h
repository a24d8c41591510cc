/* Counting the leaves of the game tree: the test of a move generator. */
#ifndef BAGHCHAL_PERFT_H
#define BAGHCHAL_PERFT_H

#include <baghchal/rules.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The number of lines of exactly `depth` plies from a position, without history rules: no repetition rule and no quiet-turn
 * limit; a position with enough goats eaten has no moves. Depth 0 counts 1. The last two plies are counted, not
 * made, and nothing is remembered between positions. Uses a stack frame of about 600 bytes for each ply, and 2 KiB at the
 * end. */
uint64_t bc_perft(const struct bc_board *board, const struct bc_rules *rules, const struct bc_position *position,
                  unsigned depth);

#ifdef __cplusplus
}
#endif

#endif
