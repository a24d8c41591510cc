/* How often a player lets the value of a position slip in its games, by the solution.
 *
 * bench_player_slips FOLDER PLAYER OPPONENT... [--moves N] [--rules R] [--seed N]
 *
 * PLAYER and OPPONENT are names as `baghchal match` takes them (random, greedy, 1 to 8, perfect, nodes=N). PLAYER plays each OPPONENT,
 * both sides by turns, from up to eight chance turns on, until it has made N moves (1000) against each. Counted are its moves, those
 * in which some legal move loses value and some other keeps it, and those in which its own did lose it. The solution in FOLDER is what
 * `perfect` asks.
 *
 * Where R forbids repetition, values are those of the solution's rules, under which it is a draw and by which `perfect` is guided, and
 * only legal moves are compared. */
#include "cli/match_player.h"

#include <baghchal/text.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLIES = 2000, CACHE_BYTES = 512 << 20, OPENING_TURNS_MAX = 8, OPPONENTS_MAX = 16 };

struct counts {
    uint64_t games, moves, chances, slips;
    double points;
};

struct measurement {
    struct bc_board board;
    struct match_settings settings;
    struct bc_solution *solution;
    struct match_player player;
    struct bc_ply plies[PLIES];
    uint64_t random;
};

static uint64_t next_random(struct measurement *measurement)
{
    measurement->random = measurement->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    uint64_t word = measurement->random;
    word = (word ^ word >> 32) * UINT64_C(0xD6E8FEB86659FD93);
    return word ^ word >> 32;
}

/* The value of the game, for the side to move, after each of its moves, as a number from -1 to 1: what the best legal move keeps, what the worst
 * does, and what this one does. */
struct values {
    int best, worst, own;
};

static bool find_values(struct measurement *measurement, const struct bc_game *game, bc_move own, struct values *values)
{
    static struct bc_game_probe probe;
    struct bc_game bare = *game;
    struct bc_rules rules = bc_solution_rules(measurement->solution);
    enum bc_error error = BC_OK;
    if (game->rules.repetition == BC_REPETITION_FORBIDDEN) {
        error = bc_game_init(&bare, game->board, &rules, &game->position, NULL, 0);
    }
    if (error != BC_OK || bc_solution_probe_game(measurement->solution, &bare, &probe) != BC_OK) {
        return false;
    }
    *values = (struct values){.best = -2, .worst = 2};
    for (size_t i = 0; i < probe.count; i++) {
        if (bc_game_check_move(game, probe.moves[i].move) != BC_OK) {
            continue;
        }
        uint8_t result = probe.moves[i].value.result;
        bool wins = (result == BC_RESULT_GOATS_WIN) == (game->position.side == BC_GOATS);
        int value = result == BC_RESULT_DRAW ? 0 : wins ? 1 : -1;
        values->best = value > values->best ? value : values->best;
        values->worst = value < values->worst ? value : values->worst;
        values->own = probe.moves[i].move == own ? value : values->own;
    }
    return values->best >= values->worst;
}

static void write_slip(const struct bc_game *game, bc_move move, const struct values *values)
{
    char position[BC_POSITION_TEXT_MAX];
    char text[BC_MOVE_TEXT_MAX];
    (void)bc_position_write(game->board, &game->position, position);
    (void)bc_move_write(game->board, move, text);
    (void)fprintf(stderr, "%s\t%s\t%d to %d\n", position, text, values->best, values->own);
}

static bool play_game(struct measurement *measurement, struct match_player *opponent, uint64_t number,
                      struct counts *counts)
{
    struct bc_game game;
    enum bc_side side = (enum bc_side)(number % 2);
    uint64_t opening = next_random(measurement) % (OPENING_TURNS_MAX + 1);
    if (bc_game_init(&game, &measurement->board, &measurement->settings.rules, NULL, measurement->plies, PLIES) !=
            BC_OK ||
        !match_player_begin(&measurement->player, next_random(measurement)) ||
        !match_player_begin(opponent, next_random(measurement))) {
        return false;
    }
    while (game.ending == BC_ENDING_NONE && game.ply_count < PLIES) {
        bc_move move = BC_MOVE_NONE;
        if (game.ply_count < opening) {
            struct bc_move_list moves;
            bc_game_moves(&game, &moves);
            move = moves.moves[next_random(measurement) % moves.count];
        } else {
            bool own = game.position.side == side;
            if (!match_player_move(own ? &measurement->player : opponent, &measurement->settings, &game, &move)) {
                return false;
            }
            struct values values;
            if (own && !find_values(measurement, &game, move, &values)) {
                (void)fprintf(stderr, "a position cannot be probed\n");
                return false;
            }
            if (own) {
                counts->moves++;
                counts->chances += values.best != values.worst;
                counts->slips += values.own < values.best;
                if (values.own < values.best && measurement->player.level == BC_LEVEL_PERFECT) {
                    write_slip(&game, move, &values);
                }
            }
        }
        (void)bc_game_play(&game, move);
    }
    bool won = (game.result == BC_RESULT_GOATS_WIN) == (side == BC_GOATS);
    counts->points += game.ending == BC_ENDING_NONE || game.result == BC_RESULT_DRAW ? 0.5 : won;
    counts->games++;
    return true;
}

static bool measure(struct measurement *measurement, char *name, uint64_t moves)
{
    struct match_player opponent;
    struct counts counts = {0};
    if (!match_player_open(&opponent, name, &measurement->settings)) {
        return false;
    }
    bool good = true;
    while (good && counts.moves < moves) {
        good = play_game(measurement, &opponent, counts.games, &counts);
    }
    (void)printf("%s\t%llu games\tscore %.1f %%\t%llu moves\t%llu could lose value\t%llu did\n", name,
                 (unsigned long long)counts.games, 100 * counts.points / (double)counts.games,
                 (unsigned long long)counts.moves, (unsigned long long)counts.chances,
                 (unsigned long long)counts.slips);
    (void)fflush(stdout);
    match_player_close(&opponent);
    return good;
}

struct arguments {
    char *names[OPPONENTS_MAX + 2]; /* folder, player, opponents */
    unsigned count;
    uint64_t moves;
    uint64_t seed;
    const char *rules;
};

static bool read_arguments(int argc, char **argv, struct arguments *arguments)
{
    *arguments = (struct arguments){.moves = 1000, .seed = 1};
    for (int i = 1; i < argc; i++) {
        bool number = strcmp(argv[i], "--moves") == 0 || strcmp(argv[i], "--seed") == 0;
        if (strncmp(argv[i], "--", 2) != 0) {
            if (arguments->count == OPPONENTS_MAX + 2) {
                return false;
            }
            arguments->names[arguments->count++] = argv[i];
        } else if (i + 1 == argc || (!number && strcmp(argv[i], "--rules") != 0)) {
            return false;
        } else if (!number) {
            arguments->rules = argv[++i];
        } else {
            char *end;
            uint64_t *target = argv[i][2] == 'm' ? &arguments->moves : &arguments->seed;
            errno = 0;
            *target = strtoull(argv[++i], &end, 10);
            if (errno != 0 || end == argv[i] || *end != '\0') {
                return false;
            }
        }
    }
    return arguments->count >= 3;
}

int main(int argc, char **argv)
{
    static struct measurement measurement;
    struct arguments arguments;
    if (!read_arguments(argc, argv, &arguments)) {
        (void)fprintf(stderr,
                      "usage: bench_player_slips FOLDER PLAYER OPPONENT... [--moves N] [--rules R] [--seed N]\n");
        return 2;
    }
    bc_board_init_standard(&measurement.board);
    enum bc_error error =
        bc_solution_open(arguments.names[0], &measurement.board, NULL, CACHE_BYTES, &measurement.solution);
    struct bc_rules rules = error == BC_OK ? bc_solution_rules(measurement.solution) : (struct bc_rules){0};
    if (error == BC_OK && arguments.rules != NULL) {
        error = bc_rules_read(&measurement.board, arguments.rules, strlen(arguments.rules), &rules, NULL);
    }
    if (error != BC_OK) {
        (void)fprintf(stderr, "%s\n", bc_error_text(error));
        return 1;
    }
    measurement.settings = (struct match_settings){.board = &measurement.board, .rules = rules, .seed = arguments.seed};
    measurement.random = 2 * arguments.seed + 1;
    bool good = match_player_open(&measurement.player, arguments.names[1], &measurement.settings);
    if (good && measurement.player.level == BC_LEVEL_PERFECT) {
        good = thinker_ask_tables(&measurement.player.thinker, &measurement.board, &rules, arguments.names[0]) == BC_OK;
    }
    for (unsigned i = 2; good && i < arguments.count; i++) {
        good = measure(&measurement, arguments.names[i], arguments.moves);
    }
    bc_solution_close(measurement.solution);
    return good ? 0 : 1;
}
