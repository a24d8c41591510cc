/* baghchal convert: positions and games from one text form into another. */
#include "cli/commands.h"
#include "cli/input.h"
#include "cli/options.h"

#include <baghchal/dialects.h>
#include <baghchal/text.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "Usage: baghchal convert --from FORM --to FORM [FILE] [--rules R] [--board B]\n"
    "\n"
    "Reads positions, one a line, or games from FILE or standard input, and writes them in another form.\n"
    "\n"
    "  position          a position of this program: 'T3T/5/5/5/T3T g 20 0 0 1'\n"
    "  python-position   of the Python package baghchal: 'B3B/5/5/5/B3B G 0'\n"
    "  obx               of OBX 2.0: 'TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #'\n"
    "  gamesman          of Gamesman: '1_TGGGGGTGGGG-GGG-GGGGGTTGG0001'\n"
    "  record            game records of this program\n"
    "  python-game       games of the Python package: '1. G53 B5545 2. G54'\n"
    "\n"
    "A game becomes the position it ends with, a position a record that starts there. What a form cannot say is left "
    "out\n"
    "where the game goes on without it (quiet turns, tags, comments, variations), and refused elsewhere (other "
    "boards,\n"
    "games that start from a position, games of python-game without turns). Faults are reported as FILE:LINE:COLUMN:\n"
    "REASON on standard error; the other items still come out, and the exit code is 1.\n"
    "\n"
    "  --from FORM, --to FORM\n"
    "  --rules R    the rule set of games that do not name one themselves (default: nepal)\n"
    "  --board B    the board of positions of this program: standard, 4x4 or 3x3 (default: standard)\n";

enum form {
    FORM_POSITION,
    FORM_PYTHON_POSITION,
    FORM_OBX,
    FORM_GAMESMAN,
    FORM_RECORD,
    FORM_PYTHON_GAME,
    FORM_COUNT,
};

static const char *const form_names[] = {"position", "python-position", "obx", "gamesman",
                                         "record",   "python-game",     NULL};

static bool is_game(enum form form)
{
    return form == FORM_RECORD || form == FORM_PYTHON_GAME;
}

/* A conversion as a whole. */
struct conversion {
    enum form from;
    enum form to;
    const struct bc_board *board;
    struct bc_rules rules;
    struct input input;
    struct growing_memory memory;  /* what is read */
    struct growing_memory made;    /* a record made of it */
    struct growing_memory written; /* its text */
    size_t count;                  /* items written */
    int code;
};

/* What was read: a position, or a game with or without the record it stood in. */
struct item {
    size_t offset;
    const struct bc_board *board;
    struct bc_position position;
    bc_move last_move;
    const struct bc_game *game;     /* NULL for a position */
    const struct bc_record *record; /* NULL unless the item is one */
};

static void refuse(struct conversion *conversion, size_t offset, enum bc_error error)
{
    conversion->code = complain_fault(&conversion->input, offset, error);
}

/* Writes an item as a position, on a line of its own. */
static enum bc_error write_position(const struct conversion *conversion, const struct item *item)
{
    char text[BC_POSITION_TEXT_MAX + BC_DIALECT_TEXT_MAX];
    enum bc_error error = BC_OK;
    switch (conversion->to) {
    case FORM_PYTHON_POSITION:
        error = bc_python_position_write(item->board, &item->position, text, NULL);
        break;
    case FORM_OBX:
        error = bc_obx_write(item->board, &item->position, item->last_move, text, NULL);
        break;
    case FORM_GAMESMAN:
        error = bc_gamesman_position_write(item->board, &item->position, text, NULL);
        break;
    case FORM_POSITION:
    case FORM_RECORD:
    case FORM_PYTHON_GAME:
    case FORM_COUNT:
        bc_position_write(item->board, &item->position, text);
        break;
    }
    if (error == BC_OK) {
        (void)puts(text);
    }
    return error;
}

/* Makes a record of a game. */
static enum bc_error make_record(struct conversion *conversion, const struct bc_game *game, struct bc_record *record)
{
    enum bc_error error = BC_ERROR_NO_SPACE;
    do {
        error = bc_record_from_game(game, NULL, 0, conversion->made.bytes, conversion->made.size, record);
    } while (error == BC_ERROR_NO_SPACE && grow_memory(&conversion->made));
    return error;
}

/* Puts the text of a game into conversion->written. */
static enum bc_error write_game_text(struct conversion *conversion, const struct bc_game *game,
                                     const struct bc_record *record, size_t *length)
{
    enum bc_error error = BC_ERROR_NO_SPACE;
    do {
        char *text = conversion->written.bytes;
        error = record != NULL ? bc_record_write(record, text, conversion->written.size, length)
                               : bc_python_game_write(game, text, conversion->written.size, length);
    } while (error == BC_ERROR_NO_SPACE && grow_memory(&conversion->written));
    return error;
}

/* Writes an item as a game. Records are set apart by blank lines, games of the Python package have a line each. */
static enum bc_error write_game(struct conversion *conversion, const struct item *item)
{
    struct bc_game setup;
    const struct bc_game *game = item->game;
    struct bc_record made;
    const struct bc_record *record = item->record;
    enum bc_error error = BC_OK;
    if (game == NULL) {
        error = bc_game_init(&setup, item->board, &conversion->rules, &item->position, NULL, 0);
        game = &setup;
    }
    if (error == BC_OK && conversion->to == FORM_RECORD && record == NULL) {
        error = make_record(conversion, game, &made);
        record = &made;
    }
    size_t length = 0;
    if (error == BC_OK) {
        error = write_game_text(conversion, game, conversion->to == FORM_RECORD ? record : NULL, &length);
    }
    if (error == BC_OK) {
        (void)fputs(conversion->to == FORM_RECORD && conversion->count > 0 ? "\n" : "", stdout);
        (void)fwrite(conversion->written.bytes, 1, length, stdout);
        (void)fputs(conversion->to == FORM_PYTHON_GAME ? "\n" : "", stdout);
    }
    return error;
}

/* Writes an item, or says why that cannot be done. */
static void write_item(struct conversion *conversion, const struct item *item)
{
    enum bc_error error = is_game(conversion->to) ? write_game(conversion, item) : write_position(conversion, item);
    if (error == BC_OK) {
        conversion->count++;
    } else {
        refuse(conversion, item->offset, error);
    }
}

static enum bc_error read_position(const struct conversion *conversion, const char *text, size_t length,
                                   struct item *item, size_t *offset)
{
    switch (conversion->from) {
    case FORM_PYTHON_POSITION:
        return bc_python_position_read(item->board, text, length, &item->position, offset);
    case FORM_OBX:
        return bc_obx_read(item->board, text, length, &item->position, &item->last_move, offset);
    case FORM_GAMESMAN:
        return bc_gamesman_position_read(item->board, text, length, &item->position, offset);
    case FORM_POSITION:
    case FORM_RECORD:
    case FORM_PYTHON_GAME:
    case FORM_COUNT:
        break;
    }
    return bc_position_read(item->board, text, length, &item->position, offset);
}

/* Positions, one a line; empty lines are passed over. */
static void convert_positions(struct conversion *conversion)
{
    const struct input *input = &conversion->input;
    bool found = false;
    bool mark = input->length >= 3 && memcmp(input->text, "\xEF\xBB\xBF", 3) == 0;
    for (size_t start = mark ? 3 : 0; start < input->length;) {
        const char *line = input->text + start;
        const char *line_end = memchr(line, '\n', input->length - start);
        size_t length = line_end != NULL ? (size_t)(line_end - line) : input->length - start;
        size_t next = start + length + 1;
        length -= length > 0 && line[length - 1] == '\r' ? 1 : 0;
        if (length > 0) {
            struct item item = {.offset = start, .board = conversion->board, .last_move = BC_MOVE_NONE};
            size_t offset = 0;
            enum bc_error error = read_position(conversion, line, length, &item, &offset);
            if (error == BC_OK) {
                write_item(conversion, &item);
            } else {
                refuse(conversion, start + offset, error);
            }
            found = true;
        }
        start = next;
    }
    if (!found) {
        conversion->code = complain_at(&conversion->input, input->length, "there is no position");
    }
}

static void write_game_item(struct conversion *conversion, size_t offset, const struct bc_game *game,
                            const struct bc_record *record)
{
    struct item item = {.offset = offset,
                        .board = game->board,
                        .position = game->position,
                        .last_move = game->ply_count > 0 ? game->plies[game->ply_count - 1].move : BC_MOVE_NONE,
                        .game = game,
                        .record = record};
    write_item(conversion, &item);
}

static enum bc_error convert_record(struct conversion *conversion, struct bc_record_reader *reader)
{
    struct bc_record record;
    size_t start = skip_input_space(&conversion->input, reader->offset);
    enum bc_error error = read_record(reader, &conversion->input, &conversion->memory, &record);
    if (error == BC_OK) {
        write_game_item(conversion, start, &record.game, &record);
    }
    return error;
}

static enum bc_error convert_python_game(struct conversion *conversion, struct bc_python_reader *reader)
{
    struct bc_game game;
    size_t start = skip_input_space(&conversion->input, reader->offset);
    size_t offset = start;
    enum bc_error error = BC_ERROR_NO_SPACE;
    do {
        error = bc_python_game_read(reader, conversion->memory.bytes, conversion->memory.size, &game, &offset);
    } while (error == BC_ERROR_NO_SPACE && grow_memory(&conversion->memory));
    if (error == BC_OK) {
        write_game_item(conversion, start, &game, NULL);
    } else if (error != BC_ERROR_RECORD_NONE) {
        conversion->code = complain_game_fault(&conversion->input, offset, error, &game);
    }
    return error;
}

static void convert_games(struct conversion *conversion, const struct known_boards *known)
{
    struct bc_record_reader records;
    struct bc_python_reader games;
    bc_record_reader_init(&records, known->boards, known->count, conversion->input.text, conversion->input.length);
    bc_python_reader_init(&games, conversion->board, &conversion->rules, conversion->input.text,
                          conversion->input.length);
    enum bc_error error = BC_OK;
    for (bool first = true; error != BC_ERROR_RECORD_NONE && error != BC_ERROR_NO_SPACE; first = false) {
        error = conversion->from == FORM_RECORD ? convert_record(conversion, &records)
                                                : convert_python_game(conversion, &games);
        if (error == BC_ERROR_RECORD_NONE && first) {
            conversion->code = complain_at(&conversion->input, conversion->input.length, "there is no game");
        } else if (error != BC_OK && error != BC_ERROR_RECORD_NONE) {
            conversion->code = EXIT_INPUT;
        }
    }
}

/* Reads the name of a form. */
static int read_form(const char *option, const char *name, enum form *form)
{
    if (name == NULL) {
        return complain_usage("convert", "--%s is missing", option);
    }
    for (unsigned i = 0; i < FORM_COUNT; i++) {
        if (strcmp(name, form_names[i]) == 0) {
            *form = (enum form)i;
            return EXIT_DONE;
        }
    }
    const char *nearest = nearest_word(name, form_names);
    if (nearest != NULL) {
        return complain_usage("convert", "--%s: no form is called '%s'; did you mean '%s'?", option, name, nearest);
    }
    return complain_usage("convert", "--%s: no form is called '%s'", option, name);
}

/* Reads the command line but for --board and --rules, which need the boards. */
static int read_arguments(struct conversion *conversion, int *argc, char **argv, const char **board_name,
                          const char **rules_text)
{
    const char *from = NULL;
    const char *to = NULL;
    const struct option options[] = {
        {.name = "from", .text = &from},
        {.name = "to", .text = &to},
        {.name = "board", .text = board_name},
        {.name = "rules", .text = rules_text},
        {0},
    };
    int code = read_options("convert", options, argc, argv);
    if (code != EXIT_DONE || (code = read_form("from", from, &conversion->from)) != EXIT_DONE ||
        (code = read_form("to", to, &conversion->to)) != EXIT_DONE) {
        return code;
    }
    if (*argc > 2) {
        return complain_usage("convert", "one file at a time, or standard input");
    }
    if (*board_name != NULL && conversion->from != FORM_POSITION) {
        return complain_usage("convert", "--board is for --from position: the other forms have their own board");
    }
    if (*rules_text != NULL &&
        (conversion->from == FORM_RECORD || (conversion->from != FORM_PYTHON_GAME && !is_game(conversion->to)))) {
        return complain_usage("convert", "--rules is for games that do not name their rules");
    }
    return EXIT_DONE;
}

static int run(int argc, char **argv)
{
    static struct bc_board board;
    struct conversion conversion = {.board = &board, .code = EXIT_DONE};
    const char *board_name = NULL;
    const char *rules_text = NULL;
    int code = read_arguments(&conversion, &argc, argv, &board_name, &rules_text);
    if (code != EXIT_DONE || (code = read_board_option("convert", board_name, &board)) != EXIT_DONE ||
        (code = read_rules_option("convert", &board, rules_text, &conversion.rules)) != EXIT_DONE) {
        return code;
    }
    struct known_boards known;
    conversion.code = prepare_boards("convert", &known);
    if (conversion.code == EXIT_DONE) {
        conversion.code = read_input("convert", argc > 1 ? argv[1] : NULL, &conversion.input);
    }
    if (conversion.code == EXIT_DONE && is_game(conversion.from)) {
        convert_games(&conversion, &known);
    } else if (conversion.code == EXIT_DONE) {
        convert_positions(&conversion);
    }
    free_input(&conversion.input);
    free(conversion.memory.bytes);
    free(conversion.made.bytes);
    free(conversion.written.bytes);
    free_boards(&known);
    return conversion.code;
}

const struct command convert_command = {
    .name = "convert",
    .summary = "turn positions and games into another text form",
    .help = help,
    .run = run,
};
