/* baghchal show: a position, drawn and described. */
#include "cli/board_picture.h"
#include "cli/commands.h"
#include "cli/options.h"

#include <baghchal/game.h>
#include <baghchal/text.h>

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "Usage: baghchal show [POSITION] [--rules R] [--board B] [--colour WHEN] [--ascii] [--json]\n"
    "\n"
    "Draws a position (without one, the start of the game) and says whose turn it is, the counts, which tigers are\n"
    "trapped, the state of the game, and the legal moves as far as they follow from the position alone.\n"
    "POSITION may be one argument or several: ranks from the top, side to move, goats in hand, goats eaten, quiet "
    "turns,\n"
    "turn number: 'T3T/5/5/5/T3T g 20 0 0 1'.\n"
    "\n"
    "  --rules R       a rule set, such as nepal, four, or goats=7,quiet=0 (default: nepal)\n"
    "  --board B       standard, 4x4 or 3x3 (default: standard)\n"
    "  --colour WHEN   auto, always or never (auto: on a terminal, unless NO_COLOR is set)\n"
    "  --ascii         draw with ASCII characters even where the locale has better ones\n"
    "  --json          write one JSON object instead\n";

static const char *side_word(unsigned side)
{
    return side == BC_TIGERS ? "tigers" : "goats";
}

/* Writes words separated by spaces, from column 14 on, no line longer than 80 columns. */
struct word_writer {
    unsigned column;
};

static void write_word(struct word_writer *writer, const char *word)
{
    enum { FIRST_COLUMN = 14, LINE_WIDTH = 80 };
    unsigned length = (unsigned)strlen(word);
    if (writer->column == 0) {
        writer->column = FIRST_COLUMN;
    } else if (writer->column + 1 + length > LINE_WIDTH) {
        (void)printf("\n%*s", FIRST_COLUMN, "");
        writer->column = FIRST_COLUMN;
    } else {
        (void)putchar(' ');
        writer->column++;
    }
    (void)fputs(word, stdout);
    writer->column += length;
}

static void write_points(const struct bc_board *board, bc_points points)
{
    struct word_writer writer = {0};
    for (unsigned point = 0; point < board->point_count; point++) {
        if ((points >> point & 1) != 0) {
            char name[3];
            bc_point_write(board, point, name);
            write_word(&writer, name);
        }
    }
}

static void write_state(const struct bc_game *game)
{
    static const char *const endings[BC_ENDING_COUNT] = {
        [BC_ENDING_NONE] = "",
        [BC_ENDING_CAPTURED] = "enough goats are eaten",
        [BC_ENDING_TRAPPED] = "every tiger is trapped",
        [BC_ENDING_STUCK] = "no goat can move",
        [BC_ENDING_REPETITION] = "the position has repeated",
        [BC_ENDING_QUIET] = "too many turns without a capture",
    };
    static const char *const results[] = {"in play", "the goats win", "the tigers win", "a draw"};
    if (game->result == BC_RESULT_NONE) {
        (void)printf("State         %s\n", results[BC_RESULT_NONE]);
    } else {
        (void)printf("State         %s: %s (%s)\n", results[game->result], endings[game->ending],
                     bc_ending_word(game->ending));
    }
}

static void write_description(const struct bc_game *game, const struct bc_move_list *moves)
{
    const struct bc_board *board = game->board;
    const struct bc_position *position = &game->position;
    char text[BC_POSITION_TEXT_MAX];
    char rules_text[BC_RULES_TEXT_MAX];
    bc_position_write(board, position, text);
    bc_rules_write(board, &game->rules, rules_text);
    (void)printf("\nPosition      %s\n", text);
    if (board->description != bc_board_description(0)) {
        (void)printf("Board         %s\n", board->description->name);
    }
    (void)printf("Rules         %s\n", rules_text);
    (void)printf("To move       %s, turn %u\n", side_word(position->side), (unsigned)position->turn);
    (void)printf("Goats         %u in hand, %d on the board, %u eaten (%u to win)\n", position->goats_in_hand,
                 __builtin_popcount(position->goats), position->goats_eaten, game->rules.goats_to_win);
    bc_points trapped = bc_position_trapped_tigers(board, position);
    (void)printf("Tigers        %d of %u trapped%s", __builtin_popcount(trapped), board->tiger_count,
                 trapped != 0 ? ": " : "");
    write_points(board, trapped);
    (void)putchar('\n');
    if (position->goats_in_hand == 0 && game->rules.quiet_turn_limit > 0) {
        (void)printf("Quiet turns   %u of %u\n", position->quiet_turns, game->rules.quiet_turn_limit);
    } else if (position->goats_in_hand == 0) {
        (void)printf("Quiet turns   %u\n", position->quiet_turns);
    }
    write_state(game);
    char label[32];
    (void)snprintf(label, sizeof label, "Moves (%u)", moves->count);
    (void)printf(moves->count > 0 ? "%-14s" : "%s", label);
    struct word_writer writer = {0};
    for (unsigned i = 0; i < moves->count; i++) {
        char move[BC_MOVE_TEXT_MAX];
        bc_move_write(board, moves->moves[i], move);
        write_word(&writer, move);
    }
    (void)putchar('\n');
}

static json_t *points_json(const struct bc_board *board, bc_points points)
{
    json_t *array = json_array();
    for (unsigned point = 0; point < board->point_count; point++) {
        if ((points >> point & 1) != 0) {
            char name[3];
            bc_point_write(board, point, name);
            (void)json_array_append_new(array, json_string(name));
        }
    }
    return array;
}

static json_t *moves_json(const struct bc_board *board, const struct bc_move_list *moves)
{
    json_t *array = json_array();
    for (unsigned i = 0; i < moves->count; i++) {
        char text[BC_MOVE_TEXT_MAX];
        bc_move_write(board, moves->moves[i], text);
        (void)json_array_append_new(array, json_string(text));
    }
    return array;
}

static int write_json(const struct bc_game *game, const struct bc_move_list *moves)
{
    const struct bc_board *board = game->board;
    const struct bc_position *position = &game->position;
    const struct bc_rules *rules = &game->rules;
    char text[BC_POSITION_TEXT_MAX];
    char rules_text[BC_RULES_TEXT_MAX];
    bc_position_write(board, position, text);
    bc_rules_write(board, rules, rules_text);
    json_t *options = json_pack("{s:s, s:i, s:s, s:s, s:i}", "name", rules_text, "goats_to_win", rules->goats_to_win,
                                "goat_stalemate", bc_stalemate_word((enum bc_stalemate)rules->goat_stalemate),
                                "repetition", bc_repetition_word((enum bc_repetition)rules->repetition),
                                "quiet_turn_limit", rules->quiet_turn_limit);
    json_t *object = json_pack(
        "{s:s, s:s, s:o, s:s, s:I, s:i, s:i, s:i, s:o, s:o, s:o, s:s, s:s, s:o}", "board", board->description->name,
        "position", text, "rules", options, "side", side_word(position->side), "turn", (json_int_t)position->turn,
        "goats_in_hand", position->goats_in_hand, "goats_eaten", position->goats_eaten, "quiet_turns",
        position->quiet_turns, "tigers", points_json(board, position->tigers), "goats",
        points_json(board, position->goats), "trapped_tigers",
        points_json(board, bc_position_trapped_tigers(board, position)), "result", bc_result_word(game->result),
        "termination", bc_ending_word(game->ending), "moves", moves_json(board, moves));
    if (object == NULL) {
        return complain("show", "not enough memory");
    }
    (void)json_dumpf(object, stdout, 0);
    (void)putchar('\n');
    json_decref(object);
    return EXIT_DONE;
}

static int run(int argc, char **argv)
{
    const char *board_name = NULL;
    const char *rules_text = NULL;
    const char *colour = NULL;
    bool ascii = false;
    bool json = false;
    const struct option options[] = {
        {.name = "board", .text = &board_name},
        {.name = "rules", .text = &rules_text},
        {.name = "colour", .text = &colour},
        {.name = "color", .text = &colour},
        {.name = "ascii", .flag = &ascii},
        {.name = "json", .flag = &json},
        {0},
    };
    int code = read_options("show", options, &argc, argv);
    if (code != EXIT_DONE) {
        return code;
    }
    int coloured = colour_wanted(colour);
    if (coloured < 0) {
        return complain_usage("show", "--colour takes auto, always or never, not '%s'", colour);
    }
    struct bc_board board;
    struct bc_rules rules;
    struct bc_position position;
    if ((code = read_board_option("show", board_name, &board)) != EXIT_DONE ||
        (code = read_rules_option("show", &board, rules_text, &rules)) != EXIT_DONE) {
        return code;
    }
    char *text = argc > 1 ? join_words(argc - 1, argv + 1) : NULL;
    if (argc > 1 && text == NULL) {
        return complain("show", "not enough memory");
    }
    code = read_position_text("show", &board, text, &position);
    free(text);
    if (code != EXIT_DONE) {
        return code;
    }
    struct bc_game game;
    enum bc_error error = bc_game_init(&game, &board, &rules, &position, NULL, 0);
    if (error != BC_OK) {
        return complain("show", "%s", bc_error_text(error));
    }
    struct bc_move_list moves;
    bc_game_moves(&game, &moves);
    if (json) {
        return write_json(&game, &moves);
    }
    const struct picture_style style = {.columns = 4, .rows = 2, .ascii = ascii || !locale_is_utf8()};
    struct picture picture;
    picture_draw(&picture, &board, &style, &position);
    picture_write(&picture, coloured != 0);
    write_description(&game, &moves);
    return EXIT_DONE;
}

const struct command show_command = {
    .name = "show",
    .summary = "draw a position and say what it is",
    .help = help,
    .run = run,
};
