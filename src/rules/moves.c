/* The moves of a position. Listing goes piece by piece; counting takes all pieces of a shift at once. */
#include <baghchal/position.h>

#include "point_sets.h"

static bc_points empty_points(const struct bc_board *board, const struct bc_position *position)
{
    return board->points & ~(position->tigers | position->goats);
}

static void add_move(struct bc_move_list *list, bc_move move)
{
    list->moves[list->count++] = move;
}

static void list_placements(bc_points empty, struct bc_move_list *list)
{
    while (empty != 0) {
        add_move(list, bc_move_place(bc_points_take(&empty)));
    }
}

static void list_goat_steps(const struct bc_board *board, bc_points goats, bc_points empty, struct bc_move_list *list)
{
    while (goats != 0) {
        unsigned from = bc_points_take(&goats);
        bc_points targets = board->neighbours[from] & empty;
        while (targets != 0) {
            add_move(list, bc_move_step(from, bc_points_take(&targets)));
        }
    }
}

/* Steps and jumps of one tiger, merged so that targets rise. */
static void list_tiger_moves(const struct bc_board *board, unsigned from, bc_points goats, bc_points empty,
                             struct bc_move_list *list)
{
    bc_points steps = board->neighbours[from] & empty;
    for (unsigned j = board->jump_first[from]; j < board->jump_first[from + 1]; j++) {
        unsigned over = board->jumps[j].over;
        unsigned to = board->jumps[j].to;
        if ((goats & bc_point_bit(over)) == 0 || (empty & bc_point_bit(to)) == 0) {
            continue;
        }
        while (steps != 0 && bc_points_first(steps) < to) {
            add_move(list, bc_move_step(from, bc_points_take(&steps)));
        }
        add_move(list, bc_move_jump(from, over, to));
    }
    while (steps != 0) {
        add_move(list, bc_move_step(from, bc_points_take(&steps)));
    }
}

void bc_position_moves(const struct bc_board *board, const struct bc_position *position, struct bc_move_list *list)
{
    bc_points empty = empty_points(board, position);
    list->count = 0;
    if (position->side == BC_TIGERS) {
        for (bc_points tigers = position->tigers; tigers != 0;) {
            list_tiger_moves(board, bc_points_take(&tigers), position->goats, empty, list);
        }
    } else if (position->goats_in_hand > 0) {
        list_placements(empty, list);
    } else {
        list_goat_steps(board, position->goats, empty, list);
    }
}

static unsigned count_steps(const struct bc_board *board, bc_points pieces, bc_points empty)
{
    unsigned count = 0;
    for (unsigned i = 0; i < board->step_shift_count; i++) {
        const struct bc_shift *shift = &board->step_shifts[i];
        count += bc_points_count(pieces & shift->from & bc_points_back(empty, shift->to));
    }
    return count;
}

unsigned bc_position_move_count(const struct bc_board *board, const struct bc_position *position)
{
    bc_points empty = empty_points(board, position);
    if (position->side == BC_TIGERS) {
        unsigned count = count_steps(board, position->tigers, empty);
        for (unsigned i = 0; i < board->jump_shift_count; i++) {
            const struct bc_shift *shift = &board->jump_shifts[i];
            count += bc_points_count(position->tigers & shift->from & bc_points_back(position->goats, shift->over) &
                                     bc_points_back(empty, shift->to));
        }
        return count;
    }
    return position->goats_in_hand > 0 ? bc_points_count(empty) : count_steps(board, position->goats, empty);
}

/* The points from which a piece could step or, as a tiger, jump. */
static bool tiger_can_move(const struct bc_board *board, unsigned from, bc_points goats, bc_points empty)
{
    if ((board->neighbours[from] & empty) != 0) {
        return true;
    }
    for (unsigned j = board->jump_first[from]; j < board->jump_first[from + 1]; j++) {
        if ((goats & bc_point_bit(board->jumps[j].over)) != 0 && (empty & bc_point_bit(board->jumps[j].to)) != 0) {
            return true;
        }
    }
    return false;
}

bc_points bc_position_trapped_tigers(const struct bc_board *board, const struct bc_position *position)
{
    bc_points empty = empty_points(board, position);
    bc_points trapped = 0;
    for (bc_points tigers = position->tigers; tigers != 0;) {
        unsigned tiger = bc_points_take(&tigers);
        if (!tiger_can_move(board, tiger, position->goats, empty)) {
            trapped |= bc_point_bit(tiger);
        }
    }
    return trapped;
}

bool bc_position_has_move(const struct bc_board *board, const struct bc_position *position)
{
    if (position->side == BC_TIGERS) {
        return bc_position_trapped_tigers(board, position) != position->tigers;
    }
    bc_points empty = empty_points(board, position);
    if (position->goats_in_hand > 0) {
        return empty != 0;
    }
    while (empty != 0) {
        if ((board->neighbours[bc_points_take(&empty)] & position->goats) != 0) {
            return true;
        }
    }
    return false;
}

static enum bc_error check_goat_move(const struct bc_board *board, const struct bc_position *position, bc_move move)
{
    unsigned from = bc_move_from(move);
    unsigned to = bc_move_to(move);
    bc_points occupied = position->tigers | position->goats;
    if (bc_move_places(move)) {
        if (position->goats_in_hand == 0) {
            return BC_ERROR_MOVE_HAND_EMPTY;
        }
        return (occupied & bc_point_bit(to)) != 0 ? BC_ERROR_MOVE_OCCUPIED : BC_OK;
    }
    if ((occupied & bc_point_bit(from)) == 0) {
        return BC_ERROR_MOVE_EMPTY;
    }
    if ((position->tigers & bc_point_bit(from)) != 0) {
        return BC_ERROR_MOVE_OTHER_SIDE;
    }
    if (position->goats_in_hand > 0) {
        return BC_ERROR_MOVE_GOATS_IN_HAND;
    }
    if (bc_move_captures(move)) {
        return BC_ERROR_MOVE_GOAT_JUMPS;
    }
    if ((board->neighbours[from] & bc_point_bit(to)) == 0) {
        return BC_ERROR_MOVE_NO_LINE;
    }
    return (occupied & bc_point_bit(to)) != 0 ? BC_ERROR_MOVE_OCCUPIED : BC_OK;
}

static enum bc_error check_tiger_move(const struct bc_board *board, const struct bc_position *position, bc_move move)
{
    unsigned from = bc_move_from(move);
    unsigned to = bc_move_to(move);
    bc_points occupied = position->tigers | position->goats;
    if (bc_move_places(move)) {
        return BC_ERROR_MOVE_TIGER_PLACED;
    }
    if ((occupied & bc_point_bit(from)) == 0) {
        return BC_ERROR_MOVE_EMPTY;
    }
    if ((position->goats & bc_point_bit(from)) != 0) {
        return BC_ERROR_MOVE_OTHER_SIDE;
    }
    if (bc_move_captures(move)) {
        if (bc_board_over(board, from, to) != (int)bc_move_over(move)) {
            return BC_ERROR_MOVE_NO_LINE;
        }
        if ((position->goats & bc_point_bit(bc_move_over(move))) == 0) {
            return BC_ERROR_MOVE_NOTHING_TO_EAT;
        }
    } else if ((board->neighbours[from] & bc_point_bit(to)) == 0) {
        return BC_ERROR_MOVE_NO_LINE;
    }
    return (occupied & bc_point_bit(to)) != 0 ? BC_ERROR_MOVE_OCCUPIED : BC_OK;
}

enum bc_error bc_position_check_move(const struct bc_board *board, const struct bc_position *position, bc_move move)
{
    if (bc_move_from(move) >= board->point_count || bc_move_to(move) >= board->point_count ||
        bc_move_over(move) >= board->point_count) {
        return BC_ERROR_MOVE_POINT;
    }
    if (bc_move_captures(move) ? bc_move_places(move) : bc_move_over(move) != 0) {
        return BC_ERROR_MOVE_SYNTAX;
    }
    return position->side == BC_TIGERS ? check_tiger_move(board, position, move)
                                       : check_goat_move(board, position, move);
}
