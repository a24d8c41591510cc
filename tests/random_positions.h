/* Repeatable random numbers, positions and games for property tests. */
#ifndef BAGHCHAL_TESTS_RANDOM_POSITIONS_H
#define BAGHCHAL_TESTS_RANDOM_POSITIONS_H

#include <baghchal/game.h>

/* A number from 0 to below - 1; moves the state on. */
static inline uint32_t random_below(uint64_t *state, uint32_t below)
{
    *state = *state * 6364136223846793005U + 1442695040888963407U;
    return (uint32_t)((*state >> 32) * below >> 32);
}

/* The board with this index in the library's list. */
static inline void random_test_board(struct bc_board *board, size_t index)
{
    (void)bc_board_init(board, bc_board_description(index));
}

/* A position with pieces anywhere: any phase, any number of goats eaten, either side to move. */
static inline struct bc_position random_position(const struct bc_board *board, uint64_t *state)
{
    struct bc_position position = {.turn = 1 + random_below(state, 200)};
    for (unsigned tigers = 0; tigers < board->tiger_count;) {
        bc_points bit = (bc_points)1 << random_below(state, board->point_count);
        tigers += (position.tigers & bit) == 0;
        position.tigers |= bit;
    }
    unsigned on_board = random_below(state, board->goat_count + 1U);
    for (unsigned goats = 0; goats < on_board;) {
        bc_points bit = (bc_points)1 << random_below(state, board->point_count);
        bool empty = ((position.tigers | position.goats) & bit) == 0;
        goats += empty;
        position.goats |= empty ? bit : 0;
    }
    unsigned rest = board->goat_count - on_board;
    position.goats_in_hand = (uint8_t)(random_below(state, 2) == 0 ? 0 : random_below(state, rest + 1));
    position.goats_eaten = (uint8_t)(rest - position.goats_in_hand);
    position.quiet_turns = (uint16_t)(position.goats_in_hand == 0 ? random_below(state, 100) : 0);
    position.side = (uint8_t)random_below(state, 2);
    position.hash = bc_position_hash(board, &position);
    return position;
}

/* Any rule set that the board allows. */
static inline struct bc_rules random_rules(const struct bc_board *board, uint64_t *state)
{
    static const uint16_t limits[] = {0, 20, 100};
    return (struct bc_rules){.goats_to_win = (uint8_t)(1 + random_below(state, board->goat_count)),
                             .goat_stalemate = (uint8_t)random_below(state, 2),
                             .repetition = (uint8_t)random_below(state, 3),
                             .quiet_turn_limit = limits[random_below(state, 3)]};
}

/* Plays random legal moves until the game ends or its history is full. */
static inline void random_playout(struct bc_game *game, uint64_t *state)
{
    struct bc_move_list list;
    for (bc_game_moves(game, &list); list.count > 0 && game->ply_count < game->ply_capacity;
         bc_game_moves(game, &list)) {
        (void)bc_game_play(game, list.moves[random_below(state, list.count)]);
    }
}

#endif
