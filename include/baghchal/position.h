/* A position: where the pieces stand, whose turn it is, and the counts that the rules need; and the moves of a position.
 *
 * A position knows nothing of the game's history and nothing of a rule set: repetition and the end of the game are the
 * business of baghchal/rules.h and baghchal/game.h. The goats on the board, in hand and eaten always add up to the board's
 * goats. All functions only touch the memory handed to them and may run in any thread. */
#ifndef BAGHCHAL_POSITION_H
#define BAGHCHAL_POSITION_H

#include <baghchal/board.h>

#ifdef __cplusplus
extern "C" {
#endif

enum bc_side {
    BC_GOATS = 0,
    BC_TIGERS = 1,
};

enum {
    BC_QUIET_TURNS_MAX = 65535, /* the count of quiet turns stops there */
    BC_TURN_MAX = 1000000000,   /* the turn number stops there */
    BC_POSITION_TEXT_MAX = 128, /* characters of a native position, with the final NUL */
    BC_MOVE_TEXT_MAX = 8,       /* characters of a move, with the final NUL */
};

struct bc_position {
    bc_points tigers;
    bc_points goats;
    uint8_t side;          /* enum bc_side: who is to move */
    uint8_t goats_in_hand; /* 0 to 32 */
    uint8_t goats_eaten;   /* 0 to 32 */
    uint16_t
        quiet_turns; /* turns of both sides since the last capture or the last placement; 0 while goats are in hand */
    uint32_t turn;   /* from 1; rises after each tiger turn */
    uint64_t hash;   /* of tigers, goats, goats in hand and side; see bc_position_hash() */
};

/* A move in 16 bits: `to` in bits 0 to 4, `from` in bits 5 to 9, the point jumped over in bits 10 to 14, bit 15 set for a
 * capture. In a placement `from` is `to` and the rest 0; in a step `over` is 0. */
typedef uint16_t bc_move;

#define BC_MOVE_NONE ((bc_move)0xFFFF)

static inline bc_move bc_move_place(unsigned to)
{
    return (bc_move)(to | to << 5);
}
static inline bc_move bc_move_step(unsigned from, unsigned to)
{
    return (bc_move)(to | from << 5);
}
static inline bc_move bc_move_jump(unsigned from, unsigned over, unsigned to)
{
    return (bc_move)(to | from << 5 | over << 10 | 0x8000U);
}
static inline unsigned bc_move_to(bc_move move)
{
    return move & 31U;
}
static inline unsigned bc_move_from(bc_move move)
{
    return move >> 5 & 31U;
}
static inline unsigned bc_move_over(bc_move move)
{
    return move >> 10 & 31U;
}
static inline bool bc_move_captures(bc_move move)
{
    return (move & 0x8000U) != 0;
}
static inline bool bc_move_places(bc_move move)
{
    return bc_move_from(move) == bc_move_to(move);
}

struct bc_move_list {
    uint16_t count;
    bc_move moves[BC_MOVES_MAX];
};

/* What bc_position_make() overwrites and bc_position_unmake() puts back. */
struct bc_undo {
    uint64_t hash;
    uint32_t turn;
    uint16_t quiet_turns;
};

/* The position at the start of a game: tigers on their points, all goats in hand, goats to move, turn 1. */
void bc_position_start(const struct bc_board *board, struct bc_position *position);

/* Checks that a position can stand on the board: pieces on the board's points and not on each other, the right number of
 * tigers, goats that add up, no quiet turns while goats are in hand, a turn from 1 to BC_TURN_MAX. The hash is not looked at.
 * Errors: BC_ERROR_POSITION_TIGERS, _GOATS, _SIDE, _COUNT, _PHASE, _PIECE. */
enum bc_error bc_position_check(const struct bc_board *board, const struct bc_position *position);

/* The hash from scratch: an exclusive or of a random 64-bit key for every piece on its point, for the number of goats in hand
 * and for the side to move. Quiet turns and turn number do not enter. The keys are the same in every run and on every machine. */
uint64_t bc_position_hash(const struct bc_board *board, const struct bc_position *position);

/* The turn number that follows from goats placed and side to move, if the game has just come that far: what a text without a
 * turn number means. Once the hand is empty this is the earliest possible turn. */
uint32_t bc_position_earliest_turn(const struct bc_board *board, const struct bc_position *position);

/* The image of a position under a symmetry of the board, with its hash. */
void bc_position_transform(const struct bc_board *board, const struct bc_position *position, unsigned symmetry,
                           struct bc_position *image);

/* The canonical form: of all images under the board's symmetries the one with the smallest tigers mask and, among those, the
 * smallest goats mask. Returns a symmetry that leads there. */
unsigned bc_position_canonical(const struct bc_board *board, const struct bc_position *position,
                               struct bc_position *canonical);

/* The image of a move under a symmetry. BC_MOVE_NONE stays itself. */
bc_move bc_move_transform(const struct bc_board *board, bc_move move, unsigned symmetry);

/* All moves of the side to move by the movement rules alone (no history, no end of the game): placements while goats are in
 * hand, then goat steps; tiger steps and jumps. Ordered by the point they start from, then by the point they lead to. */
void bc_position_moves(const struct bc_board *board, const struct bc_position *position, struct bc_move_list *list);

/* How many moves bc_position_moves() would list. */
unsigned bc_position_move_count(const struct bc_board *board, const struct bc_position *position);

/* Whether the side to move has any move. */
bool bc_position_has_move(const struct bc_board *board, const struct bc_position *position);

/* BC_OK if bc_position_moves() lists the move; otherwise the reason a player can be told: BC_ERROR_MOVE_POINT, _NO_LINE,
 * _OCCUPIED, _EMPTY, _OTHER_SIDE, _SYNTAX (no move has these bits), _GOATS_IN_HAND, _HAND_EMPTY, _TIGER_PLACED, _GOAT_JUMPS or _NOTHING_TO_EAT. */
enum bc_error bc_position_check_move(const struct bc_board *board, const struct bc_position *position, bc_move move);

/* Makes a move that bc_position_moves() lists; any other leaves the position without meaning. */
void bc_position_make(const struct bc_board *board, struct bc_position *position, bc_move move, struct bc_undo *undo);

/* Takes back the last move made, given the same move and what bc_position_make() filled in. */
void bc_position_unmake(struct bc_position *position, bc_move move, const struct bc_undo *undo);

/* The tigers that can neither step nor jump, whoever is to move. */
bc_points bc_position_trapped_tigers(const struct bc_board *board, const struct bc_position *position);

#ifdef __cplusplus
}
#endif

#endif
