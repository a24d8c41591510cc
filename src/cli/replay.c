/* baghchal replay: what recorded games come to. */
#include "cli/commands.h"
#include "cli/input.h"
#include "cli/options.h"

#include <baghchal/text.h>

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "Usage: baghchal replay [FILE...] [--json]\n"
    "\n"
    "Plays through the game records in the files, or on standard input ('-'), and writes for each game a line with "
    "tabs\n"
    "between\n"
    "  the file (a tab, a line's end and a backslash in its name as \\t, \\n and \\\\), the result, how the game\n"
    "  ended, the number of turns, and the final position.\n"
    "\n"
    "The result is 1-0 (the goats win), 0-1 (the tigers win), 1/2-1/2 or *; the ending is captured, trapped, stuck,\n"
    "repetition, quiet, agreement, resignation or unfinished. Text that cannot be read, illegal moves, and results "
    "that\n"
    "the moves contradict are reported on standard error as FILE:LINE:COLUMN: REASON; the other games still come out, "
    "and\n"
    "the exit code is 1.\n"
    "\n"
    "  --json    write a JSON object a line instead\n";

/* A JSON string; bytes that are not UTF-8 become question marks. */
static json_t *json_text(const char *text)
{
    json_t *string = json_string(text);
    char *copy = string == NULL ? strdup(text) : NULL;
    if (copy != NULL) {
        for (char *c = copy; *c != '\0'; c++) {
            *c = (char)((unsigned char)*c >= 0x80 ? '?' : *c);
        }
        string = json_string(copy);
        free(copy);
    }
    return string;
}

/* A file's name as one field of a line. */
static void write_name(const char *name)
{
    for (; *name != '\0'; name++) {
        const char *escape = *name == '\t' ? "\\t" : *name == '\n' ? "\\n" : *name == '\\' ? "\\\\" : NULL;
        if (escape != NULL) {
            (void)fputs(escape, stdout);
        } else {
            (void)putchar(*name);
        }
    }
}

static int write_game(struct input *input, size_t offset, const struct bc_game *game, bool json)
{
    char position[BC_POSITION_TEXT_MAX];
    char rules[BC_RULES_TEXT_MAX];
    bc_position_write(game->board, &game->position, position);
    const char *result = bc_result_word(game->result);
    const char *ending = bc_ending_word(game->ending);
    if (!json) {
        write_name(input->name);
        (void)printf("\t%s\t%s\t%zu\t%s\n", result, ending, game->ply_count, position);
        return EXIT_DONE;
    }
    size_t line = 0;
    size_t column = 0;
    locate_input(input, offset, &line, &column);
    bc_rules_write(game->board, &game->rules, rules);
    json_t *object =
        json_pack("{s:o, s:I, s:s, s:s, s:s, s:s, s:I, s:s}", "file", json_text(input->name), "line", (json_int_t)line,
                  "board", game->board->description->name, "rules", rules, "result", result, "termination", ending,
                  "plies", (json_int_t)game->ply_count, "position", position);
    if (object == NULL) {
        return complain("replay", "not enough memory");
    }
    (void)json_dumpf(object, stdout, 0);
    (void)putchar('\n');
    json_decref(object);
    return EXIT_DONE;
}

static int replay_file(const char *path, const struct known_boards *known, struct growing_memory *memory, bool json)
{
    struct input input;
    int code = read_input("replay", path, &input);
    if (code == EXIT_DONE) {
        struct bc_record_reader reader;
        bc_record_reader_init(&reader, known->boards, known->count, input.text, input.length);
        struct bc_record record;
        size_t offset = skip_input_space(&input, reader.offset);
        enum bc_error error = read_record(&reader, &input, memory, &record);
        if (error == BC_ERROR_RECORD_NONE) {
            code = complain_at(&input, reader.offset, "there is no game");
        }
        while (error != BC_ERROR_RECORD_NONE && error != BC_ERROR_NO_SPACE) {
            if (error != BC_OK || write_game(&input, offset, &record.game, json) != EXIT_DONE) {
                code = EXIT_INPUT;
            }
            offset = skip_input_space(&input, reader.offset);
            error = read_record(&reader, &input, memory, &record);
        }
        if (error == BC_ERROR_NO_SPACE) {
            code = EXIT_INPUT;
        }
    }
    free_input(&input);
    return code;
}

static int run(int argc, char **argv)
{
    bool json = false;
    const struct option options[] = {{.name = "json", .flag = &json}, {0}};
    int code = read_options("replay", options, &argc, argv);
    if (code != EXIT_DONE) {
        return code;
    }
    struct known_boards known;
    struct growing_memory memory = {0};
    code = prepare_boards("replay", &known);
    bool prepared = code == EXIT_DONE;
    if (prepared && argc == 1) {
        code = replay_file(NULL, &known, &memory, json);
    }
    for (int i = 1; prepared && i < argc; i++) {
        if (replay_file(argv[i], &known, &memory, json) != EXIT_DONE) {
            code = EXIT_INPUT;
        }
    }
    free(memory.bytes);
    free_boards(&known);
    return code;
}

const struct command replay_command = {
    .name = "replay",
    .summary = "say what recorded games come to",
    .help = help,
    .run = run,
};
