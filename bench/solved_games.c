#include "solved_games.h"

#include <stdlib.h>

enum { TABLE_BYTES = 1 << 22, CACHE_BYTES = 1 << 30 };

enum bc_error solved_games_open(struct solved_games *games, const char *folder, uint64_t seed)
{
    bc_board_init_standard(&games->board);
    games->rules = bc_rules_default(&games->board);
    games->random = seed * 2 + 1;
    enum bc_error error = bc_solution_open(folder, &games->board, &games->rules, CACHE_BYTES, &games->solution);
    if (error != BC_OK) {
        return error;
    }
    size_t size = bc_engine_memory(1, TABLE_BYTES);
    games->memory = malloc(size);
    error =
        games->memory == NULL ? BC_ERROR_MEMORY : bc_engine_init(games->memory, size, &games->board, 1, &games->engine);
    if (error != BC_OK) {
        solved_games_close(games);
    }
    return error;
}

void solved_games_close(struct solved_games *games)
{
    free(games->memory);
    bc_solution_close(games->solution);
}

uint64_t solved_games_random(struct solved_games *games)
{
    games->random = games->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    uint64_t word = games->random;
    word = (word ^ word >> 32) * UINT64_C(0xD6E8FEB86659FD93);
    return word ^ word >> 32;
}

static bc_move chance_move(struct solved_games *games, const struct bc_game *game)
{
    struct bc_move_list moves;
    bc_game_moves(game, &moves);
    return moves.moves[solved_games_random(games) % moves.count];
}

void solved_games_play(struct solved_games *games, const struct solved_games_options *options,
                       bool (*look)(void *context, const struct bc_game *game), void *context)
{
    struct bc_game game;
    if (bc_game_init(&game, &games->board, &games->rules, NULL, games->plies, SOLVED_GAME_PLIES) != BC_OK) {
        return;
    }
    bc_engine_clear(games->engine);
    uint64_t opening = solved_games_random(games) % (options->opening_turns_max + 1);
    while (game.ending == BC_ENDING_NONE && game.ply_count < SOLVED_GAME_PLIES &&
           game.position.quiet_turns <= options->quiet_turns_max) {
        bc_move move;
        if (game.ply_count < opening) {
            move = chance_move(games, &game);
        } else {
            if (!look(context, &game)) {
                return;
            }
            struct bc_engine_limits limits = {.nodes = options->nodes};
            struct bc_engine_result result;
            if (solved_games_random(games) % 100 < options->chance_percent ||
                bc_engine_search(games->engine, &game, &limits, NULL, &result) != BC_OK) {
                move = chance_move(games, &game);
            } else {
                move = result.best;
            }
        }
        (void)bc_game_play(&game, move);
    }
}
