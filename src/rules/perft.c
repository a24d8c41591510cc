/* Perft with the last two plies counted in bulk: moves are made down to two plies from the end, and of the last but one only
 * what it changes in the number of moves that follow. */
#include <baghchal/perft.h>

#include "point_sets.h"

/* The jumps of all tigers where they stand, apart from those that another tiger is in the way of: jump i is open when of
 * the points in lines[i] goats hold just the one in over[i]. */
struct tiger_jumps {
    unsigned count;
    bc_points lines[BC_MOVES_MAX];
    bc_points over[BC_MOVES_MAX];
};

static void gather_jumps(const struct bc_board *board, bc_points tigers, struct tiger_jumps *jumps)
{
    jumps->count = 0;
    for (bc_points left = tigers; left != 0;) {
        unsigned from = bc_points_take(&left);
        for (unsigned j = board->jump_first[from]; j < board->jump_first[from + 1]; j++) {
            bc_points over = bc_point_bit(board->jumps[j].over);
            bc_points line = over | bc_point_bit(board->jumps[j].to);
            if ((line & tigers) == 0) {
                jumps->lines[jumps->count] = line;
                jumps->over[jumps->count++] = over;
            }
        }
    }
}

static unsigned count_open_jumps(const struct tiger_jumps *jumps, bc_points goats)
{
    unsigned count = 0;
    for (unsigned i = 0; i < jumps->count; i++) {
        count += (goats & jumps->lines[i]) == jumps->over[i];
    }
    return count;
}

/* How many of the pieces stand beside a point: the steps that end there if it is empty. */
static unsigned steps_to(const struct bc_board *board, bc_points pieces, unsigned point)
{
    return bc_points_count(board->neighbours[point] & pieces);
}

static unsigned count_steps(const struct bc_board *board, bc_points pieces, bc_points empty)
{
    unsigned count = 0;
    while (empty != 0) {
        count += steps_to(board, pieces, bc_points_take(&empty));
    }
    return count;
}

/* Moves of the tigers after each move of the goats. */
static uint64_t count_after_goats(const struct bc_board *board, const struct bc_position *position)
{
    bc_points tigers = position->tigers;
    bc_points goats = position->goats;
    bc_points empty = board->points & ~(tigers | goats);
    struct tiger_jumps jumps;
    gather_jumps(board, tigers, &jumps);
    unsigned steps = count_steps(board, tigers, empty);
    uint64_t leaves = 0;
    for (bc_points targets = empty; targets != 0;) {
        unsigned to = bc_points_take(&targets);
        unsigned steps_left = steps - steps_to(board, tigers, to);
        bc_points moved = goats | bc_point_bit(to);
        if (position->goats_in_hand > 0) {
            leaves += steps_left + count_open_jumps(&jumps, moved);
            continue;
        }
        for (bc_points sources = board->neighbours[to] & goats; sources != 0;) {
            unsigned from = bc_points_take(&sources);
            leaves += steps_left + steps_to(board, tigers, from) + count_open_jumps(&jumps, moved ^ bc_point_bit(from));
        }
    }
    return leaves;
}

/* Moves of the goats after each move of the tigers. */
static uint64_t count_after_tigers(const struct bc_board *board, const struct bc_position *position, bool jumps_win)
{
    bc_points goats = position->goats;
    bc_points empty = board->points & ~(position->tigers | goats);
    bool placing = position->goats_in_hand > 0;
    unsigned steps = placing ? 0 : count_steps(board, goats, empty);
    uint64_t leaves = 0;
    for (bc_points tigers = position->tigers; tigers != 0;) {
        unsigned from = bc_points_take(&tigers);
        bc_points targets = board->neighbours[from] & empty;
        if (placing) {
            leaves += (uint64_t)bc_points_count(targets) * bc_points_count(empty);
        } else {
            unsigned steps_more = steps + steps_to(board, goats, from);
            while (targets != 0) {
                leaves += steps_more - steps_to(board, goats, bc_points_take(&targets));
            }
        }
        for (unsigned j = board->jump_first[from]; !jumps_win && j < board->jump_first[from + 1]; j++) {
            bc_points over = bc_point_bit(board->jumps[j].over);
            bc_points to = bc_point_bit(board->jumps[j].to);
            if ((goats & over) != 0 && (empty & to) != 0) {
                bc_points after = (empty ^ to) | over | bc_point_bit(from);
                leaves += placing ? bc_points_count(after) : count_steps(board, goats ^ over, after);
            }
        }
    }
    return leaves;
}

static uint64_t count_leaves(const struct bc_board *board, unsigned goats_to_win, struct bc_position *position,
                             unsigned depth)
{
    if (position->goats_eaten >= goats_to_win) {
        return 0;
    }
    if (depth == 1) {
        return bc_position_move_count(board, position);
    }
    if (depth == 2) {
        return position->side == BC_TIGERS
                   ? count_after_tigers(board, position, position->goats_eaten + 1U >= goats_to_win)
                   : count_after_goats(board, position);
    }
    struct bc_move_list list;
    bc_position_moves(board, position, &list);
    uint64_t leaves = 0;
    for (unsigned i = 0; i < list.count; i++) {
        struct bc_undo undo;
        bc_position_make(board, position, list.moves[i], &undo);
        leaves += count_leaves(board, goats_to_win, position, depth - 1);
        bc_position_unmake(position, list.moves[i], &undo);
    }
    return leaves;
}

uint64_t bc_perft(const struct bc_board *board, const struct bc_rules *rules, const struct bc_position *position,
                  unsigned depth)
{
    if (depth == 0) {
        return 1;
    }
    struct bc_position copy = *position;
    return count_leaves(board, rules->goats_to_win, &copy, depth);
}
