/* How often the engine's move lets the value of a position slip, by the solution.
 *
 * bench_slips FOLDER [--positions N] [--nodes N] [--milliseconds N] [--seed N] [--tables] [--small] [--print]
 *
 * Plays games among strong players (the engine with 3,000 nodes a move, from openings of up to eight chance turns), takes from
 * them the positions in which some move keeps the value and some other loses it, and searches each from an empty table with
 * the given limit. Prints the share of moves that lose value, for each side and phase, with a running total every hundred positions.
 * Milliseconds are processor time, so that a busy machine searches as much as a quiet one. --tables lets the search ask the movement
 * tables of the solution (not the placement tables), --small judges by the small network, --print shows the slips. */
#include "solved_games.h"

#include <baghchal/engine_large_network.h>
#include <baghchal/text.h>

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { REPORT_POSITIONS = 100, TABLE_BYTES = 64 << 20 };

struct counts {
    unsigned positions;
    unsigned slips;
};

struct measurement {
    struct solved_games *games; /* where positions come from */
    struct bc_engine *engine;   /* the one measured */
    struct bc_engine_limits limits;
    unsigned wanted;
    bool print;
    struct counts counts[2][2]; /* [side][hand empty] */
    unsigned total;
    unsigned slips;
    uint64_t depths;
    uint64_t nodes;
};

static uint64_t clock_milliseconds(void *context)
{
    (void)context;
    struct timespec time;
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (uint64_t)time.tv_sec * 1000 + (uint64_t)time.tv_nsec / 1000000;
}

static bool ask_movement_tables(void *context, const struct bc_position *position, struct bc_engine_table_value *value)
{
    struct bc_probe found;
    if (position->goats_in_hand > 0 || bc_solution_probe(context, position, &found) != BC_OK) {
        return false;
    }
    *value = (struct bc_engine_table_value){.result = found.result,
                                            .has_zero = found.has_distances,
                                            .has_end = found.has_distances,
                                            .zero = found.zero,
                                            .end = found.end};
    return true;
}

/* Whether a move of the list loses what the best one has. */
static bool loses_value(const struct bc_game_probe *probe, size_t number)
{
    return probe->moves[number].value.result != probe->moves[0].value.result;
}

/* The share of slips with its 95 % interval by Wilson's formula. */
static void print_total(const struct measurement *measurement)
{
    double total = measurement->total > 0 ? measurement->total : 1;
    double share = measurement->slips / total;
    double z = 1.96;
    double middle = (share + z * z / (2 * total)) / (1 + z * z / total);
    double reach = z * sqrt(share * (1 - share) / total + z * z / (4 * total * total)) / (1 + z * z / total);
    printf("all            %6u positions %5u slips: %.3f %% (%.3f to %.3f), mean depth %.1f, %.0f nodes a move\n",
           measurement->total, measurement->slips, 100 * share, 100 * fmax(middle - reach, 0), 100 * (middle + reach),
           (double)measurement->depths / total, (double)measurement->nodes / total);
    (void)fflush(stdout);
}

static bool measure(void *context, const struct bc_game *game)
{
    struct measurement *measurement = context;
    struct bc_game bare;
    struct bc_game_probe probe_result;
    if (measurement->total == measurement->wanted) {
        return false;
    }
    /* Only every third turn, or most positions would be each other's neighbours. */
    if (solved_games_random(measurement->games) % 3 != 0 ||
        bc_game_init(&bare, game->board, &game->rules, &game->position, NULL, 0) != BC_OK ||
        bc_solution_probe_game(measurement->games->solution, &bare, &probe_result) != BC_OK || probe_result.count < 2 ||
        !loses_value(&probe_result, probe_result.count - 1)) {
        return true;
    }
    struct bc_engine_host host = {.milliseconds = clock_milliseconds};
    struct bc_engine_result result;
    bc_engine_clear(measurement->engine);
    if (bc_engine_search(measurement->engine, &bare, &measurement->limits, &host, &result) != BC_OK) {
        return true;
    }
    size_t number = 0;
    while (number + 1 < probe_result.count && probe_result.moves[number].move != result.best) {
        number++;
    }
    bool slip = loses_value(&probe_result, number);
    struct counts *counts = &measurement->counts[game->position.side][game->position.goats_in_hand == 0];
    counts->positions++;
    counts->slips += slip;
    measurement->total++;
    measurement->slips += slip;
    measurement->depths += result.report.depth;
    measurement->nodes += result.report.nodes;
    if (slip && measurement->print) {
        char text[BC_POSITION_TEXT_MAX];
        char move[BC_MOVE_TEXT_MAX];
        (void)bc_position_write(game->board, &game->position, text);
        (void)bc_move_write(game->board, result.best, move);
        printf("%s\t%s\t%s\t%d\n", text, move, bc_result_word((enum bc_result)probe_result.moves[0].value.result),
               result.report.lines[0].score);
    }
    if (measurement->total % REPORT_POSITIONS == 0) {
        print_total(measurement);
    }
    return true;
}

static bool read_number(const char *text, uint64_t *number)
{
    char *end;
    errno = 0;
    *number = strtoull(text, &end, 10);
    return errno == 0 && end != text && *end == '\0';
}

struct arguments {
    const char *folder;
    uint64_t positions;
    uint64_t nodes;
    uint64_t milliseconds;
    uint64_t seed;
    bool tables;
    bool small;
    bool print;
};

static bool read_arguments(int argc, char **argv, struct arguments *arguments)
{
    *arguments = (struct arguments){.positions = 1000, .seed = 1};
    for (int i = 1; i < argc; i++) {
        uint64_t *target = NULL;
        if (strcmp(argv[i], "--positions") == 0) {
            target = &arguments->positions;
        } else if (strcmp(argv[i], "--nodes") == 0) {
            target = &arguments->nodes;
        } else if (strcmp(argv[i], "--milliseconds") == 0) {
            target = &arguments->milliseconds;
        } else if (strcmp(argv[i], "--seed") == 0) {
            target = &arguments->seed;
        }
        if (target != NULL) {
            if (++i == argc || !read_number(argv[i], target)) {
                return false;
            }
        } else if (strcmp(argv[i], "--tables") == 0) {
            arguments->tables = true;
        } else if (strcmp(argv[i], "--small") == 0) {
            arguments->small = true;
        } else if (strcmp(argv[i], "--print") == 0) {
            arguments->print = true;
        } else if (arguments->folder == NULL && argv[i][0] != '-') {
            arguments->folder = argv[i];
        } else {
            return false;
        }
    }
    return arguments->folder != NULL;
}

static void print_counts(const struct measurement *measurement)
{
    static const char *const sides[] = {"goats", "tigers"};
    static const char *const phases[] = {"placing", "moving"};
    for (unsigned side = 0; side < 2; side++) {
        for (unsigned phase = 0; phase < 2; phase++) {
            const struct counts *counts = &measurement->counts[side][phase];
            printf("%-6s %-7s %6u positions %5u slips\n", sides[side], phases[phase], counts->positions, counts->slips);
        }
    }
    print_total(measurement);
}

int main(int argc, char **argv)
{
    struct arguments arguments;
    if (!read_arguments(argc, argv, &arguments)) {
        fputs("Usage: bench_slips FOLDER [--positions N] [--nodes N] [--milliseconds N] [--seed N] [--tables] "
              "[--small] [--print]\n",
              stderr);
        return 2;
    }
    if (arguments.nodes == 0 && arguments.milliseconds == 0) {
        arguments.nodes = 20000;
    }
    static struct solved_games games;
    enum bc_error error = solved_games_open(&games, arguments.folder, arguments.seed);
    if (error != BC_OK) {
        fprintf(stderr, "bench_slips: %s: %s\n", arguments.folder, bc_error_text(error));
        return 1;
    }
    struct measurement measurement = {
        .games = &games,
        .limits = {.nodes = arguments.nodes, .hard_milliseconds = (uint32_t)arguments.milliseconds},
        .wanted = (unsigned)arguments.positions,
        .print = arguments.print};
    size_t size = bc_engine_memory(1, TABLE_BYTES);
    void *memory = malloc(size);
    if (memory == NULL || bc_engine_init(memory, size, &games.board, 1, &measurement.engine) != BC_OK) {
        return 1;
    }
    bc_engine_set_large_network(measurement.engine, !arguments.small);
    const struct bc_engine_tables tables = {.context = games.solution, .probe = ask_movement_tables};
    bc_engine_set_tables(measurement.engine, arguments.tables ? &tables : NULL);
    const struct solved_games_options options = {.opening_turns_max = 8, .nodes = 3000, .quiet_turns_max = 20};
    while (measurement.total < measurement.wanted) {
        solved_games_play(&games, &options, measure, &measurement);
    }
    print_counts(&measurement);
    free(memory);
    solved_games_close(&games);
    return 0;
}
