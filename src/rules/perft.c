/* Perft with the last ply counted in bulk. */
#include <baghchal/perft.h>

static uint64_t count_leaves(const struct bc_board *board, unsigned goats_to_win, struct bc_position *position,
                             unsigned depth)
{
    if (position->goats_eaten >= goats_to_win) {
        return 0;
    }
    if (depth == 1) {
        return bc_position_move_count(board, position);
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
