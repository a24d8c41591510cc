/* The position as the search holds it: pieces, counts, and the hashes of its images under the board's symmetries.
 *
 * The key of a position is the smallest of the hashes of its images, so equivalent positions share an entry of the
 * transposition table. The hashes lie side by side, keys[piece][point] holding the eight words that a piece on a point adds
 * to them: a move changes at most three pieces, three cache lines of exclusive ors that compilers turn into vector
 * instructions. Of a board with more than eight symmetries the first eight are used, which stays correct and merges less.
 *
 * Positions are copied, not unmade. The tables are only read after search_board_init(). */
#ifndef BAGHCHAL_ENGINE_SEARCH_POSITION_H
#define BAGHCHAL_ENGINE_SEARCH_POSITION_H

#include <baghchal/rules.h>

enum {
    IMAGES = 8,
    QUIET_KEYS = 40, /* quiet turns left below which positions with different counts are kept apart */
};

struct search_board {
    const struct bc_board *board;
    uint64_t piece_keys[2][BC_POINTS_MAX][IMAGES]; /* by enum bc_side */
    uint64_t hand_keys[BC_POINTS_MAX + 1];
    uint64_t quiet_keys[QUIET_KEYS];
    uint64_t side_key;
};

struct search_position {
    uint64_t images[IMAGES]; /* hashes of tigers and goats under each symmetry */
    bc_points tigers;
    bc_points goats;
    uint16_t quiet_turns;
    uint8_t side;
    uint8_t goats_in_hand;
    uint8_t goats_eaten;
};

void search_board_init(struct search_board *tables, const struct bc_board *board);

void search_position_from(const struct search_board *tables, const struct bc_position *position,
                          struct search_position *result);

void search_position_to(const struct search_board *tables, const struct search_position *position,
                        struct bc_position *result);

/* The position after a legal move. */
void search_position_after(const struct search_board *tables, const struct search_position *position, bc_move move,
                           struct search_position *after);

/* Whether the side to move has a move, history apart. */
bool search_position_has_move(const struct bc_board *board, const struct search_position *position);

/* Whether a move, which may come from anywhere, is one of the position's. */
bool search_position_allows(const struct bc_board *board, const struct search_position *position, bc_move move);

/* The key of the position under a quiet-turn limit (0 for none), and the symmetry that leads to the image it belongs to. */
uint64_t search_position_key(const struct search_board *tables, const struct search_position *position,
                             unsigned quiet_turn_limit, unsigned *symmetry);

static inline bc_points search_position_empty(const struct bc_board *board, const struct search_position *position)
{
    return board->points & ~(position->tigers | position->goats);
}

#endif
