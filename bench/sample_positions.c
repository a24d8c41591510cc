/* Positions with their exact values, for fitting the evaluation.
 *
 * bench_samples FOLDER FILE [--positions N] [--seed N]
 *
 * Plays games of the engine with itself at a hundred nodes a move, one turn in six by chance, and writes each position met and those
 * after one, two and three chance moves from it, as a search sees them, with their values by the solution in the folder: records of
 * struct sample. */
#include "sample.h"
#include "solved_games.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STRAY_TURNS = 3 };

struct writer {
    struct solved_games *games;
    FILE *file;
    uint64_t written;
    uint64_t wanted;
    uint32_t game;
};

static void write_sample(struct writer *writer, const struct bc_position *position)
{
    struct bc_probe probe;
    if (bc_rules_ending(&writer->games->board, &writer->games->rules, position, NULL) != BC_ENDING_NONE) {
        return;
    }
    struct bc_position fresh = *position;
    fresh.quiet_turns = 0;
    if (bc_solution_probe(writer->games->solution, &fresh, &probe) != BC_OK) {
        return;
    }
    struct sample sample = {.tigers = position->tigers,
                            .goats = position->goats,
                            .side = position->side,
                            .goats_in_hand = position->goats_in_hand,
                            .goats_eaten = position->goats_eaten,
                            .result = probe.result,
                            .game = writer->game};
    writer->written += fwrite(&sample, sizeof sample, 1, writer->file);
}

/* Plays a chance move; false when the game is over. */
static bool stray(struct writer *writer, struct bc_position *position)
{
    const struct bc_board *board = &writer->games->board;
    if (bc_rules_ending(board, &writer->games->rules, position, NULL) != BC_ENDING_NONE) {
        return false;
    }
    struct bc_move_list moves;
    bc_position_moves(board, position, &moves);
    struct bc_undo undo;
    bc_position_make(board, position, moves.moves[solved_games_random(writer->games) % moves.count], &undo);
    return true;
}

static bool look(void *context, const struct bc_game *game)
{
    struct writer *writer = context;
    write_sample(writer, &game->position);
    struct bc_position next = game->position;
    for (unsigned i = 0; i < STRAY_TURNS && stray(writer, &next); i++) {
        write_sample(writer, &next);
    }
    return writer->written < writer->wanted;
}

static bool read_number(const char *text, uint64_t *number)
{
    char *end;
    errno = 0;
    *number = strtoull(text, &end, 10);
    return errno == 0 && end != text && *end == '\0';
}

int main(int argc, char **argv)
{
    uint64_t positions = 1000000;
    uint64_t seed = 1;
    bool usage = argc < 3;
    for (int i = 3; i < argc && !usage; i += 2) {
        uint64_t *target = NULL;
        if (strcmp(argv[i], "--positions") == 0) {
            target = &positions;
        } else if (strcmp(argv[i], "--seed") == 0) {
            target = &seed;
        }
        usage = target == NULL || i + 1 == argc || !read_number(argv[i + 1], target);
    }
    if (usage) {
        fputs("Usage: bench_samples FOLDER FILE [--positions N] [--seed N]\n", stderr);
        return 2;
    }
    static struct solved_games games;
    enum bc_error error = solved_games_open(&games, argv[1], seed);
    if (error != BC_OK) {
        fprintf(stderr, "bench_samples: %s: %s\n", argv[1], bc_error_text(error));
        return 1;
    }
    struct writer writer = {.games = &games, .file = fopen(argv[2], "wb"), .wanted = positions};
    if (writer.file == NULL) {
        fprintf(stderr, "bench_samples: %s: %s\n", argv[2], strerror(errno));
        solved_games_close(&games);
        return 1;
    }
    const struct solved_games_options options = {
        .opening_turns_max = 12, .chance_percent = 16, .nodes = 100, .quiet_turns_max = 30};
    while (writer.written < writer.wanted) {
        solved_games_play(&games, &options, look, &writer);
        writer.game++;
    }
    int status = fclose(writer.file) == 0 ? 0 : 1;
    solved_games_close(&games);
    return status;
}
