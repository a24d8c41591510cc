/* baghchal value: what positions come to with best play, from the tables of a solution. */
#include "cli/commands.h"
#include "cli/longest_wins.h"
#include "cli/options.h"
#include "cli/solution_option.h"
#include "solution/manifest.h"

#include <baghchal/text.h>

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "Usage: baghchal value [POSITION...] [--rules R] [--board B] [--solution DIR] [--json]\n"
    "       baghchal value --stdin [--rules R] [--board B] [--solution DIR]\n"
    "       baghchal value --longest [--rules R] [--board B] [--solution DIR] [--json]\n"
    "\n"
    "Says who wins a position (without one, the start of the game) with best play of both sides, and what every legal\n"
    "move comes to, the best first. zero is the number of turns to the next capture or the end of the game, end that "
    "to\n"
    "the end of the game; both are known once all goats are placed. The tables are those that 'baghchal solve' makes.\n"
    "A POSITION is one argument; if none of them holds a space, all together are one position.\n"
    "\n"
    "  --rules R       a rule set, such as nepal, four, or goats=7,quiet=0 (default: nepal)\n"
    "  --board B       standard, 4x4 or 3x3 (default: standard)\n"
    "  --solution DIR  the folder of the tables (default: where 'baghchal solve' puts them)\n"
    "  --json          write one JSON object for each position\n"
    "  --stdin         read positions from standard input, one a line, and write POSITION<TAB>VALUE for each, VALUE\n"
    "                  being goats, tigers or draw; a line that is no position is reported and the others still come "
    "out\n"
    "  --longest       the longest zero and end of each side's wins once all goats are placed, each with its distance, "
    "a\n"
    "                  position and a line of best play\n";

enum { CACHE_BYTES = 256 << 20, PLIES_MAX = 1 };

static void write_distances(const struct bc_probe *probe)
{
    if (probe->has_distances) {
        (void)printf("\t%u\t%u", probe->zero, probe->end);
    } else {
        (void)fputs("\t-\t-", stdout);
    }
}

static void write_plain(const struct bc_game *game, const struct bc_game_probe *probe)
{
    char text[BC_POSITION_TEXT_MAX];
    bc_position_write(game->board, &game->position, text);
    (void)printf("%s\t%s", text, bc_value_word((enum bc_result)probe->value.result));
    if (probe->value.has_distances) {
        (void)printf("\tzero %u\tend %u", probe->value.zero, probe->value.end);
    }
    (void)putchar('\n');
    if (game->result != BC_RESULT_NONE) {
        (void)printf("over\t%s\n", bc_ending_word(game->ending));
    } else {
        (void)puts("move\tvalue\tzero\tend");
    }
    for (size_t i = 0; i < probe->count; ++i) {
        char move[BC_MOVE_TEXT_MAX];
        bc_move_write(game->board, probe->moves[i].move, move);
        (void)printf("%s\t%s", move, bc_value_word((enum bc_result)probe->moves[i].value.result));
        write_distances(&probe->moves[i].value);
        (void)putchar('\n');
    }
}

static json_t *probe_object(const struct bc_probe *probe)
{
    json_t *object = json_pack("{s:s}", "value", bc_value_word((enum bc_result)probe->result));
    if (probe->has_distances) {
        (void)json_object_set_new(object, "zero", json_integer(probe->zero));
        (void)json_object_set_new(object, "end", json_integer(probe->end));
    }
    return object;
}

static void write_json(const struct bc_game *game, const struct bc_game_probe *probe)
{
    char text[BC_POSITION_TEXT_MAX];
    char rules[BC_RULES_TEXT_MAX];
    bc_position_write(game->board, &game->position, text);
    bc_rules_write(game->board, &game->rules, rules);
    json_t *object = probe_object(&probe->value);
    json_t *moves = json_array();
    (void)json_object_set_new(object, "board", json_string(game->board->description->name));
    (void)json_object_set_new(object, "rules", json_string(rules));
    (void)json_object_set_new(object, "position", json_string(text));
    if (game->result != BC_RESULT_NONE) {
        (void)json_object_set_new(object, "ending", json_string(bc_ending_word(game->ending)));
    }
    for (size_t i = 0; i < probe->count; ++i) {
        char move[BC_MOVE_TEXT_MAX];
        bc_move_write(game->board, probe->moves[i].move, move);
        json_t *entry = probe_object(&probe->moves[i].value);
        (void)json_object_set_new(entry, "move", json_string(move));
        (void)json_array_append_new(moves, entry);
    }
    (void)json_object_set_new(object, "moves", moves);
    (void)json_dumpf(object, stdout, 0);
    (void)putchar('\n');
    json_decref(object);
}

static int complain_probe(enum bc_error error)
{
    if (error == BC_ERROR_SOLUTION_PLACEMENT) {
        return complain("value", "%s; 'baghchal solve' without --only makes the rest", bc_error_text(error));
    }
    return complain("value", "%s", bc_error_text(error));
}

static int write_value(struct bc_solution *solution, const struct bc_board *board, const struct bc_rules *rules,
                       const char *text, bool json)
{
    struct bc_position position;
    int code = read_position_text("value", board, text, &position);
    if (code != EXIT_DONE) {
        return code;
    }
    struct bc_ply plies[PLIES_MAX];
    struct bc_game game;
    struct bc_game_probe *probe = malloc(sizeof *probe);
    enum bc_error error =
        probe == NULL ? BC_ERROR_MEMORY : bc_game_init(&game, board, rules, &position, plies, PLIES_MAX);
    if (error == BC_OK) {
        error = bc_solution_probe_game(solution, &game, probe);
    }
    if (error != BC_OK) {
        free(probe);
        return complain_probe(error);
    }
    (json ? write_json : write_plain)(&game, probe);
    free(probe);
    return EXIT_DONE;
}

static int write_line_value(struct bc_solution *solution, const struct bc_board *board, const char *line, size_t length,
                            size_t number)
{
    struct bc_position position;
    struct bc_probe probe;
    size_t offset = 0;
    enum bc_error error = bc_position_read(board, line, length, &position, &offset);
    if (error != BC_OK) {
        return complain("value", "<stdin>:%zu:%zu: %s", number, offset + 1, bc_error_text(error));
    }
    error = bc_solution_probe(solution, &position, &probe);
    if (error != BC_OK) {
        return complain("value", "<stdin>:%zu:1: %s", number, bc_error_text(error));
    }
    (void)printf("%.*s\t%s\n", (int)length, line, bc_value_word((enum bc_result)probe.result));
    return EXIT_DONE;
}

static int write_line_values(struct bc_solution *solution, const struct bc_board *board)
{
    char *line = NULL;
    size_t capacity = 0;
    size_t number = 0;
    int code = EXIT_DONE;
    for (ssize_t length = 0; (length = getline(&line, &capacity, stdin)) >= 0;) {
        ++number;
        while (length > 0 && (line[length - 1] == '\n' || line[length - 1] == '\r')) {
            --length;
        }
        if (length > 0 && line[0] != '#' &&
            write_line_value(solution, board, line, (size_t)length, number) != EXIT_DONE) {
            code = EXIT_INPUT;
        }
    }
    if (ferror(stdin) != 0) {
        code = complain("value", "standard input could not be read");
    }
    free(line);
    return code;
}

/* Each operand is a position, or all of them together are one. */
static int write_values(struct bc_solution *solution, const struct bc_board *board, const struct bc_rules *rules,
                        int count, char **words, bool json)
{
    bool apart = count < 2;
    for (int i = 0; i < count; ++i) {
        apart |= strchr(words[i], ' ') != NULL;
    }
    if (!apart) {
        char *text = join_words(count, words);
        int code = text == NULL ? complain("value", "%s", bc_error_text(BC_ERROR_MEMORY))
                                : write_value(solution, board, rules, text, json);
        free(text);
        return code;
    }
    int code = count == 0 ? write_value(solution, board, rules, NULL, json) : EXIT_DONE;
    for (int i = 0; i < count; ++i) {
        if (i > 0 && !json) {
            (void)putchar('\n');
        }
        int result = write_value(solution, board, rules, words[i], json);
        code = result != EXIT_DONE ? result : code;
    }
    return code;
}

static int run(int argc, char **argv)
{
    const char *board_name = NULL;
    const char *rules_text = NULL;
    const char *folder_text = NULL;
    bool json = false;
    bool lines = false;
    bool longest = false;
    const struct option options[] = {
        {.name = "board", .text = &board_name},
        {.name = "rules", .text = &rules_text},
        {.name = "solution", .text = &folder_text},
        {.name = "json", .flag = &json},
        {.name = "stdin", .flag = &lines},
        {.name = "longest", .flag = &longest},
        {0},
    };
    int code = read_options("value", options, &argc, argv);
    if (code != EXIT_DONE) {
        return code;
    }
    if (lines && (argc > 1 || json)) {
        return complain_usage("value", "--stdin goes with neither positions nor --json");
    }
    if (longest && (argc > 1 || lines)) {
        return complain_usage("value", "--longest goes with neither positions nor --stdin");
    }
    struct bc_board board;
    struct bc_rules rules;
    char folder[BC_SOLUTION_PATH_MAX];
    struct bc_solution *solution = NULL;
    if ((code = read_board_option("value", board_name, &board)) != EXIT_DONE ||
        (code = read_rules_option("value", &board, rules_text, &rules)) != EXIT_DONE) {
        return code;
    }
    allow_repetition("value", &rules);
    if ((code = read_folder_option("value", &board, &rules, folder_text, folder)) != EXIT_DONE ||
        (code = open_solution("value", &board, &rules, folder, CACHE_BYTES, &solution)) != EXIT_DONE) {
        return code;
    }
    if (longest) {
        code = write_longest_wins(solution, json);
    } else if (lines) {
        code = write_line_values(solution, &board);
    } else {
        code = write_values(solution, &board, &rules, argc - 1, argv + 1, json);
    }
    bc_solution_close(solution);
    return code;
}

const struct command value_command = {
    .name = "value",
    .summary = "say who wins a position, and what every move comes to",
    .help = help,
    .run = run,
};
