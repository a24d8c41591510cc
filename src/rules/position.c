/* Positions: start, checks, hash, symmetry, make and unmake. */
#include <baghchal/position.h>

#include "point_sets.h"

void bc_position_start(const struct bc_board *board, struct bc_position *position)
{
    *position = (struct bc_position){
        .tigers = board->description->tigers, .side = BC_GOATS, .goats_in_hand = board->goat_count, .turn = 1};
    position->hash = bc_position_hash(board, position);
}

enum bc_error bc_position_check(const struct bc_board *board, const struct bc_position *position)
{
    if (((position->tigers | position->goats) & ~board->points) != 0 || (position->tigers & position->goats) != 0) {
        return BC_ERROR_POSITION_PIECE;
    }
    if (bc_points_count(position->tigers) != board->tiger_count) {
        return BC_ERROR_POSITION_TIGERS;
    }
    if (position->side != BC_GOATS && position->side != BC_TIGERS) {
        return BC_ERROR_POSITION_SIDE;
    }
    if (bc_points_count(position->goats) + position->goats_in_hand + position->goats_eaten != board->goat_count) {
        return BC_ERROR_POSITION_GOATS;
    }
    if (position->turn < 1 || position->turn > BC_TURN_MAX) {
        return BC_ERROR_POSITION_COUNT;
    }
    if (position->goats_in_hand != 0 && position->quiet_turns != 0) {
        return BC_ERROR_POSITION_PHASE;
    }
    return BC_OK;
}

uint64_t bc_position_hash(const struct bc_board *board, const struct bc_position *position)
{
    uint64_t hash = board->hand_keys[position->goats_in_hand];
    for (bc_points tigers = position->tigers; tigers != 0;) {
        hash ^= board->tiger_keys[bc_points_take(&tigers)];
    }
    for (bc_points goats = position->goats; goats != 0;) {
        hash ^= board->goat_keys[bc_points_take(&goats)];
    }
    return position->side == BC_TIGERS ? hash ^ board->side_key : hash;
}

uint32_t bc_position_earliest_turn(const struct bc_board *board, const struct bc_position *position)
{
    uint32_t placed = (uint32_t)(board->goat_count - position->goats_in_hand);
    if (position->side == BC_GOATS) {
        return placed + 1;
    }
    return placed > 0 ? placed : 1;
}

void bc_position_transform(const struct bc_board *board, const struct bc_position *position, unsigned symmetry,
                           struct bc_position *image)
{
    struct bc_position result = *position;
    result.tigers = bc_board_transform(board, symmetry, position->tigers);
    result.goats = bc_board_transform(board, symmetry, position->goats);
    result.hash = bc_position_hash(board, &result);
    *image = result;
}

unsigned bc_position_canonical(const struct bc_board *board, const struct bc_position *position,
                               struct bc_position *canonical)
{
    unsigned best = 0;
    uint64_t best_key = UINT64_MAX;
    for (unsigned s = 0; s < board->symmetry_count; s++) {
        uint64_t key = (uint64_t)bc_board_transform(board, s, position->tigers) << 32 |
                       bc_board_transform(board, s, position->goats);
        if (key < best_key) {
            best_key = key;
            best = s;
        }
    }
    bc_position_transform(board, position, best, canonical);
    return best;
}

bc_move bc_move_transform(const struct bc_board *board, bc_move move, unsigned symmetry)
{
    if (move == BC_MOVE_NONE) {
        return move;
    }
    const uint8_t *image = board->symmetries[symmetry];
    if (bc_move_captures(move)) {
        return bc_move_jump(image[bc_move_from(move)], image[bc_move_over(move)], image[bc_move_to(move)]);
    }
    return bc_move_step(image[bc_move_from(move)], image[bc_move_to(move)]);
}

static void put_piece(const struct bc_board *board, struct bc_position *position, bc_move move)
{
    unsigned from = bc_move_from(move);
    unsigned to = bc_move_to(move);
    if (position->side == BC_TIGERS) {
        position->tigers ^= bc_point_bit(from) | bc_point_bit(to);
        position->hash ^= board->tiger_keys[from] ^ board->tiger_keys[to];
        if (bc_move_captures(move)) {
            unsigned over = bc_move_over(move);
            position->goats ^= bc_point_bit(over);
            position->hash ^= board->goat_keys[over];
            position->goats_eaten++;
        }
    } else if (from == to) {
        position->goats |= bc_point_bit(to);
        position->hash ^= board->goat_keys[to] ^ board->hand_keys[position->goats_in_hand];
        position->goats_in_hand--;
        position->hash ^= board->hand_keys[position->goats_in_hand];
    } else {
        position->goats ^= bc_point_bit(from) | bc_point_bit(to);
        position->hash ^= board->goat_keys[from] ^ board->goat_keys[to];
    }
}

void bc_position_make(const struct bc_board *board, struct bc_position *position, bc_move move, struct bc_undo *undo)
{
    *undo = (struct bc_undo){.hash = position->hash, .turn = position->turn, .quiet_turns = position->quiet_turns};
    bool quiet_counts = position->goats_in_hand == 0;
    put_piece(board, position, move);
    if (!quiet_counts || bc_move_captures(move)) {
        position->quiet_turns = 0;
    } else if (position->quiet_turns < BC_QUIET_TURNS_MAX) {
        position->quiet_turns++;
    }
    if (position->side == BC_TIGERS && position->turn < BC_TURN_MAX) {
        position->turn++;
    }
    position->side ^= 1U;
    position->hash ^= board->side_key;
}

void bc_position_unmake(struct bc_position *position, bc_move move, const struct bc_undo *undo)
{
    bc_points from = bc_point_bit(bc_move_from(move));
    bc_points to = bc_point_bit(bc_move_to(move));
    position->side ^= 1U;
    if (position->side == BC_TIGERS) {
        position->tigers ^= from | to;
        if (bc_move_captures(move)) {
            position->goats ^= bc_point_bit(bc_move_over(move));
            position->goats_eaten--;
        }
    } else if (from == to) {
        position->goats ^= to;
        position->goats_in_hand++;
    } else {
        position->goats ^= from | to;
    }
    position->hash = undo->hash;
    position->turn = undo->turn;
    position->quiet_turns = undo->quiet_turns;
}
