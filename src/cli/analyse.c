/* baghchal analyse: the best lines of a position, or what every move of recorded games was worth. */
#include "cli/commands.h"
#include "cli/input.h"
#include "cli/options.h"
#include "cli/thinker.h"

#include <baghchal/text.h>

#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char help[] =
    "Usage: baghchal analyse [POSITION | FILE...] [--lines N] [--depth N] [--nodes N] [--movetime MS] [--threads N]\n"
    "                        [--memory MB] [--rules R] [--board B] [--solution DIR] [--no-tables] [--json]\n"
    "\n"
    "Without FILE: searches the position (default: the start of the game) and shows the best lines, deeper and deeper, "
    "until\n"
    "a limit is reached or Ctrl-C is pressed. POSITION may be one argument or several.\n"
    "\n"
    "With FILE ('-' is standard input): searches every position of the games in it and writes for each turn a line "
    "with tabs\n"
    "between\n"
    "  the number and the move, its score and that of the best move, the best move, and a verdict:\n"
    "  best, good, inaccuracy, mistake or blunder; with tables, what a move gives away.\n"
    "\n"
    "Scores are for the side to move, in goats; +W12 is a win in 12 turns of both sides together, -W12 a loss.\n"
    "\n"
    "  --lines N         best lines of a position (default: 3)\n"
    "  --depth N         stop at this depth\n"
    "  --nodes N         stop after so many positions\n"
    "  --movetime MS     stop after so many milliseconds (of a game: 200 for each move, unless there is another "
    "limit)\n"
    "  --threads N       search on N threads (default: 1)\n"
    "  --memory MB       megabytes for what was found (default: 64)\n"
    "  --rules R         a rule set for a position, such as nepal, four, or goats=7 (default: nepal)\n"
    "  --board B         standard, 4x4 or 3x3 (default: standard)\n"
    "  --solution DIR    ask the tables in this folder (default: where 'baghchal solve' puts them)\n"
    "  --no-tables       ask no tables\n"
    "  --json            write one JSON object for the position, or one a line for each turn\n";

enum {
    LINES_MAX = 64,
    GAME_MILLISECONDS = 200,
    INACCURACY = 30, /* hundredths of a goat below the best move */
    MISTAKE = 80,
    BLUNDER = 200,
    SCORE_TEXT_MAX = 16,
};

struct analysis {
    struct thinker thinker;
    struct bc_engine_limits limits;
    const char *folder;
    bool tables;
    bool json;
    bool live; /* standard output is a terminal: lines are overwritten */
    unsigned shown_lines;
    const struct bc_board *board;
};

static struct thinker *interrupted; /* what Ctrl-C stops */

static void stop_search(int signal_number)
{
    (void)signal_number;
    if (interrupted != NULL) {
        atomic_store_explicit(&interrupted->stopped, true, memory_order_relaxed);
    }
}

static void write_score(int score, char text[SCORE_TEXT_MAX])
{
    const char *sign = score < 0 ? "-" : "+";
    int magnitude = score < 0 ? -score : score;
    if (magnitude > BC_SCORE_KNOWN_WIN) {
        (void)snprintf(text, SCORE_TEXT_MAX, "%sW%d", sign, BC_SCORE_WIN - magnitude);
    } else if (magnitude > BC_SCORE_DECIDED) {
        (void)snprintf(text, SCORE_TEXT_MAX, "%sW", sign);
    } else {
        (void)snprintf(text, SCORE_TEXT_MAX, "%s%d.%02d", sign, magnitude / 100, magnitude % 100);
    }
}

/* The moves of a line as text that the caller frees, or NULL. */
static char *line_text(const struct bc_board *board, const struct bc_engine_line *line)
{
    char *text = malloc((size_t)line->length * (BC_MOVE_TEXT_MAX + 1) + 1);
    char *at = text;
    for (unsigned i = 0; text != NULL && i < line->length; i++) {
        if (i > 0) {
            *at++ = ' ';
        }
        at += bc_move_write(board, line->moves[i], at);
    }
    if (text != NULL) {
        *at = '\0';
    }
    return text;
}

static void show_lines(void *context, const struct bc_engine_report *report)
{
    struct analysis *analysis = context;
    if (analysis->json) {
        return;
    }
    if (analysis->live && analysis->shown_lines > 0) {
        (void)printf("\033[%uA", analysis->shown_lines);
    }
    analysis->shown_lines = report->line_count + 1;
    const char *clear = analysis->live ? "\033[K" : "";
    (void)printf("depth %u/%u, %llu positions, %.1f s, %llu table answers%s\n", report->depth, report->selective_depth,
                 (unsigned long long)report->nodes, (double)report->milliseconds / 1000,
                 (unsigned long long)report->table_hits, clear);
    for (unsigned i = 0; i < report->line_count; i++) {
        char score[SCORE_TEXT_MAX];
        write_score(report->lines[i].score, score);
        char *moves = line_text(analysis->board, &report->lines[i]);
        (void)printf("%8s  %s%s\n", score, moves != NULL ? moves : "", clear);
        free(moves);
    }
    (void)fflush(stdout);
}

static json_t *line_json(const struct bc_board *board, const struct bc_engine_line *line)
{
    char score[SCORE_TEXT_MAX];
    write_score(line->score, score);
    json_t *moves = json_array();
    for (unsigned i = 0; i < line->length; i++) {
        char move[BC_MOVE_TEXT_MAX];
        (void)bc_move_write(board, line->moves[i], move);
        (void)json_array_append_new(moves, json_string(move));
    }
    return json_pack("{s:s, s:i, s:i, s:o}", "score", score, "depth", (int)line->depth, "points", line->score, "moves",
                     moves);
}

/* Finds tables for the game's rules, if there are any. */
static int find_tables(struct analysis *analysis, const struct bc_game *game)
{
    if (!analysis->tables) {
        return EXIT_DONE;
    }
    enum bc_error error = game->rules.repetition == BC_REPETITION_FORBIDDEN
                              ? BC_ERROR_SOLUTION_HISTORY
                              : thinker_ask_tables(&analysis->thinker, game->board, &game->rules, analysis->folder);
    if (error != BC_OK && analysis->folder != NULL) {
        return complain("analyse", "%s: %s", analysis->folder, bc_error_text(error));
    }
    return EXIT_DONE;
}

static int analyse_position(struct analysis *analysis, const struct bc_game *game)
{
    int code = find_tables(analysis, game);
    if (code != EXIT_DONE) {
        return code;
    }
    if (game->ending != BC_ENDING_NONE) {
        return complain("analyse", "the game is over: %s", bc_ending_word(game->ending));
    }
    struct bc_engine_limits limits = analysis->limits;
    limits.infinite = limits.depth == 0 && limits.nodes == 0 && limits.hard_milliseconds == 0 && analysis->live;
    if (!limits.infinite && limits.depth == 0 && limits.nodes == 0 && limits.hard_milliseconds == 0) {
        limits.hard_milliseconds = 5000;
    }
    analysis->thinker.report = show_lines;
    analysis->thinker.report_context = analysis;
    struct bc_engine_host host = thinker_host(&analysis->thinker);
    struct bc_engine_result result;
    enum bc_error error = bc_engine_search_parallel(analysis->thinker.engine, game, &limits, &host, &result);
    if (error != BC_OK) {
        return complain("analyse", "%s", bc_error_text(error));
    }
    if (analysis->json) {
        char position[BC_POSITION_TEXT_MAX];
        (void)bc_position_write(game->board, &game->position, position);
        json_t *lines = json_array();
        for (unsigned i = 0; i < result.report.line_count; i++) {
            (void)json_array_append_new(lines, line_json(game->board, &result.report.lines[i]));
        }
        json_t *object = json_pack("{s:s, s:i, s:I, s:I, s:o}", "position", position, "depth", (int)result.report.depth,
                                   "nodes", (json_int_t)result.report.nodes, "table_hits",
                                   (json_int_t)result.report.table_hits, "lines", lines);
        (void)json_dumpf(object, stdout, JSON_INDENT(2));
        (void)putchar('\n');
        json_decref(object);
    }
    return EXIT_DONE;
}

/* The class of a score: -1 lost, 0 open or drawn, 1 won. */
static int decided(int score)
{
    return (score > BC_SCORE_DECIDED) - (score < -BC_SCORE_DECIDED);
}

static const char *verdict_of(int best, int played)
{
    static const char *const slips[2][2] = {{"blunder: gives up the win", "blunder: throws the win away and loses"},
                                            {"", "blunder: loses"}};
    int loss = best - played;
    if (decided(played) < decided(best)) {
        return slips[decided(best) != 1][decided(played) == -1];
    }
    if (decided(best) != 0) {
        return loss <= 0 ? "best" : "good";
    }
    if (loss <= 0) {
        return "best";
    }
    if (loss < INACCURACY) {
        return "good";
    }
    if (loss < MISTAKE) {
        return "inaccuracy";
    }
    return loss < BLUNDER ? "mistake" : "blunder";
}

/* Searches the position for the best move, and the move that was played if that is another. */
static bool weigh_move(struct analysis *analysis, const struct bc_game *game, bc_move played, bc_move *best,
                       int *best_score, int *score)
{
    struct bc_engine_host host = thinker_host(&analysis->thinker);
    struct bc_engine_limits limits = analysis->limits;
    limits.lines = 1;
    if (limits.depth == 0 && limits.nodes == 0 && limits.hard_milliseconds == 0) {
        limits.hard_milliseconds = GAME_MILLISECONDS;
    }
    struct bc_engine_result result;
    if (bc_engine_search_parallel(analysis->thinker.engine, game, &limits, &host, &result) != BC_OK) {
        return false;
    }
    *best = result.best;
    *best_score = *score = result.report.lines[0].score;
    if (played != result.best) {
        struct bc_move_list only = {.count = 1, .moves = {played}};
        limits.only = &only;
        limits.depth = result.report.depth;
        if (bc_engine_search_parallel(analysis->thinker.engine, game, &limits, &host, &result) != BC_OK) {
            return false;
        }
        *score = result.report.lines[0].score;
        *best_score = *score > *best_score ? *score : *best_score;
    }
    return true;
}

static void write_turn(const struct analysis *analysis, const struct bc_game *game, bc_move played, bc_move best,
                       int best_score, int score)
{
    char played_text[BC_MOVE_TEXT_MAX];
    char best_text[BC_MOVE_TEXT_MAX];
    char played_score[SCORE_TEXT_MAX];
    char best_score_text[SCORE_TEXT_MAX];
    (void)bc_move_write(game->board, played, played_text);
    (void)bc_move_write(game->board, best, best_text);
    write_score(score, played_score);
    write_score(best_score, best_score_text);
    const char *verdict = verdict_of(best_score, score);
    unsigned turn = game->position.turn;
    if (analysis->json) {
        json_t *object = json_pack("{s:i, s:s, s:s, s:s, s:s, s:s, s:s}", "turn", (int)turn, "side",
                                   game->position.side == BC_GOATS ? "goats" : "tigers", "move", played_text, "score",
                                   played_score, "best", best_text, "best_score", best_score_text, "verdict", verdict);
        (void)json_dumpf(object, stdout, 0);
        (void)putchar('\n');
        json_decref(object);
    } else {
        (void)printf("%u%s %s\t%s\t%s\t%s\t%s\n", turn, game->position.side == BC_GOATS ? "." : "...", played_text,
                     played_score, best_score_text, best_text, verdict);
    }
    (void)fflush(stdout);
}

static int analyse_game(struct analysis *analysis, const struct bc_game *recorded)
{
    struct bc_game game;
    struct bc_ply *plies = calloc(recorded->ply_count + 1, sizeof *plies);
    if (plies == NULL) {
        return complain("analyse", "%s", bc_error_text(BC_ERROR_MEMORY));
    }
    enum bc_error error =
        bc_game_init(&game, recorded->board, &recorded->rules, &recorded->start, plies, recorded->ply_count + 1);
    int code = error == BC_OK ? find_tables(analysis, &game) : complain("analyse", "%s", bc_error_text(error));
    bc_engine_clear(analysis->thinker.engine);
    for (size_t i = 0; code == EXIT_DONE && i < recorded->ply_count; i++) {
        bc_move played = recorded->plies[i].move;
        bc_move best;
        int best_score;
        int score;
        if (!weigh_move(analysis, &game, played, &best, &best_score, &score)) {
            code = complain("analyse", "%s", bc_error_text(BC_ERROR_ARGUMENT));
        } else if (!atomic_load_explicit(&analysis->thinker.stopped, memory_order_relaxed)) {
            write_turn(analysis, &game, played, best, best_score, score);
        } else {
            break;
        }
        (void)bc_game_play(&game, played);
    }
    free(plies);
    return code;
}

static int open_thinker(struct analysis *analysis, const struct bc_board *board, unsigned megabytes, unsigned threads)
{
    enum bc_error error = thinker_open(&analysis->thinker, board, megabytes, threads);
    if (error != BC_OK) {
        return complain("analyse", "%s", bc_error_text(error));
    }
    analysis->board = board;
    interrupted = &analysis->thinker;
    return EXIT_DONE;
}

static void close_thinker(struct analysis *analysis)
{
    interrupted = NULL;
    thinker_close(&analysis->thinker);
}

static int analyse_file(struct analysis *analysis, const char *path, const struct known_boards *known,
                        struct growing_memory *memory, unsigned megabytes, unsigned threads)
{
    struct input input;
    int code = read_input("analyse", path, &input);
    struct bc_record_reader reader;
    bc_record_reader_init(&reader, known->boards, known->count, input.text, input.length);
    bool stopped = false;
    for (unsigned number = 0; code != EXIT_INPUT && !stopped; number++) {
        struct bc_record record;
        enum bc_error error = read_record(&reader, &input, memory, &record);
        if (error == BC_ERROR_RECORD_NONE) {
            code = number == 0 ? complain_at(&input, reader.offset, "there is no game") : code;
            break;
        }
        if (error != BC_OK) {
            code = EXIT_INPUT;
            break;
        }
        if (number > 0 && !analysis->json) {
            (void)putchar('\n');
        }
        code = open_thinker(analysis, record.game.board, megabytes, threads);
        if (code == EXIT_DONE) {
            code = analyse_game(analysis, &record.game);
            stopped = atomic_load_explicit(&analysis->thinker.stopped, memory_order_relaxed);
            close_thinker(analysis);
        }
    }
    free_input(&input);
    return code;
}

static int analyse_files(struct analysis *analysis, int count, char **paths, unsigned megabytes, unsigned threads)
{
    struct known_boards known;
    struct growing_memory memory = {0};
    int code = prepare_boards("analyse", &known);
    for (int i = 0; code == EXIT_DONE && i < count; i++) {
        code = analyse_file(analysis, paths[i], &known, &memory, megabytes, threads);
    }
    free(memory.bytes);
    free_boards(&known);
    return code;
}

/* Whether the operands are a position and not files: positions have ranks with `/` and a side. */
static bool are_position(int count, char **words)
{
    return count == 0 || strchr(words[0], ' ') != NULL ||
           (count > 1 && strchr(words[0], '/') != NULL && (strcmp(words[1], "g") == 0 || strcmp(words[1], "t") == 0));
}

static int run(int argc, char **argv)
{
    static struct bc_board board;
    static struct analysis analysis;
    const char *board_name = NULL;
    const char *rules_text = NULL;
    unsigned long lines = 3;
    unsigned long depth = 0;
    unsigned long nodes = 0;
    unsigned long move_milliseconds = 0;
    unsigned long threads = 1;
    unsigned long megabytes = THINKER_MEGABYTES;
    bool no_tables = false;
    const struct option options[] = {
        {.name = "lines", .number = &lines, .minimum = 1, .maximum = LINES_MAX},
        {.name = "depth", .number = &depth, .minimum = 1, .maximum = BC_ENGINE_DEPTH_MAX},
        {.name = "nodes", .number = &nodes, .minimum = 1, .maximum = INT64_MAX},
        {.name = "movetime", .number = &move_milliseconds, .minimum = 1, .maximum = INT32_MAX},
        {.name = "threads", .number = &threads, .minimum = 1, .maximum = BC_ENGINE_THREADS_MAX},
        {.name = "memory", .number = &megabytes, .minimum = 1, .maximum = THINKER_MEGABYTES_MAX},
        {.name = "rules", .text = &rules_text},
        {.name = "board", .text = &board_name},
        {.name = "solution", .text = &analysis.folder},
        {.name = "no-tables", .flag = &no_tables},
        {.name = "json", .flag = &analysis.json},
        {.name = NULL},
    };
    int code = read_options("analyse", options, &argc, argv);
    if (code != EXIT_DONE) {
        return code;
    }
    analysis.tables = !no_tables;
    analysis.live = isatty(STDOUT_FILENO) != 0;
    analysis.limits = (struct bc_engine_limits){.depth = (unsigned)depth,
                                                .nodes = nodes,
                                                .hard_milliseconds = (uint32_t)move_milliseconds,
                                                .lines = (unsigned)lines};
    struct sigaction action = {.sa_handler = stop_search};
    (void)sigaction(SIGINT, &action, NULL);
    if (!are_position(argc - 1, argv + 1)) {
        return analyse_files(&analysis, argc - 1, argv + 1, (unsigned)megabytes, (unsigned)threads);
    }
    struct bc_rules rules;
    struct bc_position position;
    char *text = argc > 1 ? join_words(argc - 1, argv + 1) : NULL;
    struct bc_game game;
    if ((code = read_board_option("analyse", board_name, &board)) == EXIT_DONE &&
        (code = read_rules_option("analyse", &board, rules_text, &rules)) == EXIT_DONE &&
        (code = read_position_text("analyse", &board, text, &position)) == EXIT_DONE) {
        enum bc_error error = bc_game_init(&game, &board, &rules, &position, NULL, 0);
        code = error == BC_OK ? open_thinker(&analysis, &board, (unsigned)megabytes, (unsigned)threads)
                              : complain("analyse", "%s", bc_error_text(error));
        if (code == EXIT_DONE) {
            code = analyse_position(&analysis, &game);
            close_thinker(&analysis);
        }
    }
    free(text);
    return code;
}

const struct command analyse_command = {"analyse", "show the best lines of a position, judge the moves of a game", help,
                                        run};
