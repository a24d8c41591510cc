#include "cli/engine_session.h"

#include "cli/engine_words.h"

#include <baghchal/text.h>
#include <baghchal/version.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    PLIES_AT_FIRST = 512,
    SHOWN_MAX = 40,
    THREADS_MAX = BC_ENGINE_THREADS_MAX,
    LINES_MAX = 64,
    ANSWER_MILLISECONDS = 10, /* in which a searcher obeys "stop" by itself: half of what is promised */
};

static const struct bc_engine_limits no_limits;

static void say_lines_end(void)
{
    (void)fflush(stdout);
    funlockfile(stdout);
}

void engine_session_say(const char *format, ...)
{
    flockfile(stdout);
    (void)fputs("info string ", stdout);
    va_list arguments;
    va_start(arguments, format);
    (void)vprintf(format, arguments);
    va_end(arguments);
    (void)putchar('\n');
    say_lines_end();
}

/* As much of a word as is good to show, without what could upset a terminal. */
static const char *shown(struct word word, char text[SHOWN_MAX + 1])
{
    size_t length = word.length < SHOWN_MAX ? word.length : SHOWN_MAX;
    for (size_t i = 0; i < length; i++) {
        text[i] = word.text[i] > ' ' && word.text[i] < 127 ? word.text[i] : '?';
    }
    text[length] = '\0';
    return text;
}

/* The search's thread. */

static void write_score(int score)
{
    if (score > BC_SCORE_KNOWN_WIN) {
        (void)printf("score win %d", BC_SCORE_WIN - score);
    } else if (score < -BC_SCORE_KNOWN_WIN) {
        (void)printf("score loss %d", BC_SCORE_WIN + score);
    } else if (score > BC_SCORE_DECIDED || score < -BC_SCORE_DECIDED) {
        (void)printf("score %s", score > 0 ? "win" : "loss");
    } else {
        (void)printf("score cp %d", score);
    }
}

static void write_lines(const struct engine_session *session, const struct bc_engine_report *report)
{
    flockfile(stdout);
    for (unsigned i = 0; i < report->line_count; i++) {
        const struct bc_engine_line *line = &report->lines[i];
        uint64_t rate = report->nodes * 1000 / (report->milliseconds > 0 ? report->milliseconds : 1);
        (void)printf("info depth %u seldepth %u multipv %u ", line->depth, report->selective_depth, i + 1);
        write_score(line->score);
        (void)printf(" nodes %llu nps %llu time %llu hashfull %u tbhits %llu pv", (unsigned long long)report->nodes,
                     (unsigned long long)rate, (unsigned long long)report->milliseconds, report->table_full,
                     (unsigned long long)report->table_hits);
        for (unsigned j = 0; j < line->length; j++) {
            char move[BC_MOVE_TEXT_MAX];
            (void)bc_move_write_compact(&session->board, line->moves[j], move);
            (void)printf(" %s", move);
        }
        (void)putchar('\n');
    }
    say_lines_end();
}

/* Nothing more is said of a search that was answered for. */
static void take_report(void *context, const struct bc_engine_report *report)
{
    struct engine_session *session = context;
    (void)pthread_mutex_lock(&session->mutex);
    if (session->searching) {
        session->found = report->lines[0].moves[0];
        write_lines(session, report);
    }
    (void)pthread_mutex_unlock(&session->mutex);
}

/* Answers "go", the mutex being held. */
static void write_best_move(struct engine_session *session, bc_move best)
{
    char move[BC_MOVE_TEXT_MAX] = "(none)";
    if (best != BC_MOVE_NONE) {
        (void)bc_move_write_compact(&session->board, best, move);
    }
    flockfile(stdout);
    (void)printf("bestmove %s\n", move);
    say_lines_end();
    session->searching = false;
    (void)pthread_cond_broadcast(&session->changed);
}

/* Waits until "stop" if the search was to go on until then. */
static void await_stop(struct engine_session *session)
{
    (void)pthread_mutex_lock(&session->mutex);
    while (session->limits.infinite && !session->stop_asked) {
        (void)pthread_cond_wait(&session->changed, &session->mutex);
    }
    (void)pthread_mutex_unlock(&session->mutex);
}

static bc_move find_move(struct engine_session *session)
{
    struct bc_engine_host host = thinker_host(&session->thinker);
    thinker_judge_for(&session->thinker, session->settings.small_network && session->settings.level == 0
                                             ? BC_LEVEL_MAX
                                             : session->settings.level);
    if (session->settings.level != 0) {
        struct bc_level_choice choice;
        enum bc_error error = bc_level_choose(session->thinker.engine, &session->game, session->settings.level,
                                              session->settings.seed, &host, &choice);
        return error == BC_OK ? choice.move : BC_MOVE_NONE;
    }
    struct bc_engine_result result;
    enum bc_error error =
        bc_engine_search_parallel(session->thinker.engine, &session->game, &session->limits, &host, &result);
    return error == BC_OK ? result.best : BC_MOVE_NONE;
}

static void *run_search(void *context)
{
    struct engine_session *session = context;
    bc_move best = find_move(session);
    await_stop(session);
    (void)pthread_mutex_lock(&session->mutex);
    if (session->searching) {
        write_best_move(session, best);
    }
    (void)pthread_mutex_unlock(&session->mutex);
    return NULL;
}

/* The reader's thread. */

static void ask_to_stop(struct engine_session *session)
{
    atomic_store_explicit(&session->thinker.stopped, true, memory_order_relaxed);
    (void)pthread_mutex_lock(&session->mutex);
    session->stop_asked = true;
    (void)pthread_cond_broadcast(&session->changed);
    (void)pthread_mutex_unlock(&session->mutex);
}

static struct timespec after_milliseconds(long milliseconds)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    time.tv_nsec += milliseconds * 1000000;
    time.tv_sec += time.tv_nsec / 1000000000;
    time.tv_nsec %= 1000000000;
    return time;
}

/* Sees to it that "stop" is obeyed soon. A searcher that waits for a processor, for the disk or for its helpers is answered for, with the
 * best move of the last depth that it finished; not at a level, whose move is another one. */
static void stop(struct engine_session *session)
{
    ask_to_stop(session);
    const struct timespec limit = after_milliseconds(ANSWER_MILLISECONDS);
    (void)pthread_mutex_lock(&session->mutex);
    int waited = 0;
    while (session->searching && waited == 0) {
        waited = pthread_cond_timedwait(&session->changed, &session->mutex, &limit);
    }
    if (session->searching && session->settings.level == 0 && session->found != BC_MOVE_NONE) {
        write_best_move(session, session->found);
    }
    (void)pthread_mutex_unlock(&session->mutex);
}

static void join(struct engine_session *session)
{
    if (session->started) {
        (void)pthread_join(session->searcher, NULL);
        session->started = false;
    }
}

/* Whether no search is under way; one that was told to stop is waited for. */
static bool idle(struct engine_session *session)
{
    (void)pthread_mutex_lock(&session->mutex);
    bool busy = session->searching && !session->stop_asked;
    (void)pthread_mutex_unlock(&session->mutex);
    if (busy) {
        engine_session_say("a search is under way: stop it first");
        return false;
    }
    join(session);
    return true;
}

static enum bc_error set_up_start(struct engine_session *session)
{
    return bc_game_init(&session->game, &session->board, &session->rules, NULL, session->plies, session->ply_capacity);
}

/* Lets the engine ask tables if that is wanted and there are any for the rules. */
static enum bc_error find_tables(struct engine_session *session)
{
    if (session->settings.tables) {
        return thinker_ask_tables(&session->thinker, &session->board, &session->rules, session->settings.table_folder);
    }
    thinker_ask_no_tables(&session->thinker);
    return BC_OK;
}

/* For `perfect`, begins to make the tables that are missing. */
static void make_tables(struct engine_session *session)
{
    thinker_make_no_tables(&session->thinker);
    const struct engine_settings *settings = &session->settings;
    if (settings->level == BC_LEVEL_PERFECT && settings->make_tables && settings->tables &&
        settings->table_folder == NULL && thinker_make_tables(&session->thinker, &session->board, &session->rules)) {
        engine_session_say("the tables for these rules are being made; until they are ready perfect plays by search");
    }
}

static void look_for_tables(struct engine_session *session)
{
    const char *news = thinker_news(&session->thinker, thinker_look_for_tables(&session->thinker));
    if (news != NULL) {
        engine_session_say("%s", news);
    }
}

static bool open_thinker(struct engine_session *session, unsigned megabytes, unsigned threads)
{
    struct thinker thinker;
    enum bc_error error = thinker_open(&thinker, &session->board, megabytes, threads);
    if (error != BC_OK) {
        engine_session_say("%s", bc_error_text(error));
        return false;
    }
    if (session->thinker.memory != NULL) {
        thinker_close(&session->thinker);
    }
    session->thinker.engine = thinker.engine;
    session->thinker.memory = thinker.memory;
    session->thinker.solution = NULL;
    session->thinker.maker = NULL;
    session->thinker.report = take_report;
    session->thinker.report_context = session;
    atomic_init(&session->thinker.stopped, false);
    session->settings.megabytes = megabytes;
    session->settings.threads = threads;
    (void)find_tables(session);
    make_tables(session);
    return true;
}

static void introduce(void)
{
    flockfile(stdout);
    (void)printf("id name Baghchal %s\n", bc_version());
    (void)printf("option name Hash type spin default %d min 1 max %d\n", THINKER_MEGABYTES, THINKER_MEGABYTES_MAX);
    (void)printf("option name Threads type spin default 1 min 1 max %d\n", THREADS_MAX);
    (void)printf("option name MultiPV type spin default 1 min 1 max %d\n", LINES_MAX);
    (void)printf("option name Rules type string default nepal\n");
    (void)printf("option name Level type combo default off var off");
    for (unsigned level = BC_LEVEL_MIN; level <= BC_LEVEL_PERFECT; level++) {
        char name[BC_LEVEL_NAME_MAX];
        (void)bc_level_write(level, name);
        (void)printf(" var %s", name);
    }
    (void)printf("\noption name Seed type spin default 0 min 0 max %u\n", UINT32_MAX);
    (void)printf("option name Tables type string default auto\n");
    (void)printf("option name Solve type combo default yes var yes var no\n");
    (void)printf("option name Network type combo default large var large var small\n");
    (void)printf("ugiok\n");
    say_lines_end();
}

static bool set_number(struct word value, uint64_t minimum, uint64_t maximum, uint64_t *number)
{
    if (word_number(value, minimum, maximum, number)) {
        return true;
    }
    char text[SHOWN_MAX + 1];
    engine_session_say("setoption: a number from %llu to %llu is wanted, not '%s'", (unsigned long long)minimum,
                       (unsigned long long)maximum, shown(value, text));
    return false;
}

static void set_rules(struct engine_session *session, struct word value)
{
    struct bc_rules rules;
    enum bc_error error = bc_rules_read(&session->board, value.text, value.length, &rules, NULL);
    if (error != BC_OK) {
        engine_session_say("setoption: Rules: %s", bc_error_text(error));
        return;
    }
    session->rules = rules;
    (void)set_up_start(session);
    (void)find_tables(session);
    make_tables(session);
}

static void set_tables(struct engine_session *session, struct word value)
{
    char *folder = NULL;
    bool named = !word_is(value, "auto") && !word_is(value, "off");
    if (named && (folder = strndup(value.text, value.length)) == NULL) {
        engine_session_say("setoption: Tables: %s", bc_error_text(BC_ERROR_MEMORY));
        return;
    }
    free(session->settings.table_folder);
    session->settings.table_folder = folder;
    session->settings.tables = !word_is(value, "off");
    enum bc_error error = find_tables(session);
    if (named && error != BC_OK) {
        engine_session_say("setoption: Tables: %s", bc_error_text(error));
    }
    make_tables(session);
}

static void set_level(struct engine_session *session, struct word value)
{
    unsigned level = 0;
    if (!word_is(value, "off") && bc_level_read(value.text, value.length, &level) != BC_OK) {
        engine_session_say("setoption: Level: %s, or off", bc_error_text(BC_ERROR_LEVEL));
        return;
    }
    session->settings.level = level;
    make_tables(session);
}

static void set_solve(struct engine_session *session, struct word value)
{
    if (!word_is(value, "yes") && !word_is(value, "no")) {
        engine_session_say("setoption: Solve: yes or no is wanted");
        return;
    }
    session->settings.make_tables = word_is(value, "yes");
    make_tables(session);
}

static void set_network(struct engine_session *session, struct word value)
{
    if (!word_is(value, "large") && !word_is(value, "small")) {
        engine_session_say("setoption: Network: large or small is wanted");
        return;
    }
    session->settings.small_network = word_is(value, "small");
}

static void set_option(struct engine_session *session, struct words words)
{
    char text[SHOWN_MAX + 1];
    struct word first = next_word(&words);
    struct word name = next_word(&words);
    struct word second = next_word(&words);
    struct word value = next_word(&words);
    if (!word_is(first, "name") || !word_is(second, "value") || value.length == 0) {
        engine_session_say("setoption: say 'setoption name NAME value VALUE'");
        return;
    }
    if (!idle(session)) {
        return;
    }
    uint64_t number = 0;
    if (word_is(name, "Hash")) {
        if (set_number(value, 1, THINKER_MEGABYTES_MAX, &number)) {
            (void)open_thinker(session, (unsigned)number, session->settings.threads);
        }
    } else if (word_is(name, "Threads")) {
        if (set_number(value, 1, THREADS_MAX, &number)) {
            (void)open_thinker(session, session->settings.megabytes, (unsigned)number);
        }
    } else if (word_is(name, "MultiPV")) {
        if (set_number(value, 1, LINES_MAX, &number)) {
            session->settings.lines = (unsigned)number;
        }
    } else if (word_is(name, "Seed")) {
        if (set_number(value, 0, UINT32_MAX, &number)) {
            session->settings.seed = number;
        }
    } else if (word_is(name, "Rules")) {
        set_rules(session, value);
    } else if (word_is(name, "Tables")) {
        set_tables(session, value);
    } else if (word_is(name, "Level")) {
        set_level(session, value);
    } else if (word_is(name, "Solve")) {
        set_solve(session, value);
    } else if (word_is(name, "Network")) {
        set_network(session, value);
    } else {
        engine_session_say("setoption: there is no option '%s'", shown(name, text));
    }
}

/* Plays the moves into the game. */
static bool play_moves(struct engine_session *session, struct bc_game *game, struct words *words)
{
    for (struct word word = next_word(words); word.length != 0; word = next_word(words)) {
        if (game->ply_count == game->ply_capacity) {
            size_t capacity = 2 * game->ply_capacity;
            struct bc_ply *plies = reallocarray(session->plies, capacity, sizeof *plies);
            if (plies == NULL) {
                engine_session_say("position: %s", bc_error_text(BC_ERROR_MEMORY));
                return false;
            }
            session->plies = game->plies = plies;
            session->ply_capacity = game->ply_capacity = capacity;
        }
        bc_move move;
        enum bc_error error = bc_move_read(&session->board, word.text, word.length, &move);
        if (error == BC_OK) {
            error = bc_game_play(game, move);
        }
        if (error != BC_OK) {
            char text[SHOWN_MAX + 1];
            engine_session_say("position: move %zu, '%s': %s", game->ply_count + 1, shown(word, text),
                               bc_error_text(error));
            return false;
        }
    }
    return true;
}

/* The text from the first word of a position to its last, up to "moves". */
static struct word position_text(struct words *words)
{
    struct word text = {.text = words->at};
    struct word last = {.text = words->at};
    for (;;) {
        struct words before = *words;
        struct word word = next_word(words);
        if (word.length == 0 || word_is(word, "moves")) {
            *words = before;
            break;
        }
        text.text = last.length == 0 ? word.text : text.text;
        last = word;
    }
    text.length = (size_t)(last.text + last.length - text.text);
    return text;
}

static void set_position(struct engine_session *session, struct words words)
{
    struct word kind = next_word(&words);
    struct bc_position position;
    bc_position_start(&session->board, &position);
    if (word_is(kind, "pos")) {
        struct word text = position_text(&words);
        size_t offset = 0;
        enum bc_error error = bc_position_read(&session->board, text.text, text.length, &position, &offset);
        if (error != BC_OK) {
            engine_session_say("position: character %zu: %s", offset + 1, bc_error_text(error));
            return;
        }
    } else if (!word_is(kind, "startpos")) {
        engine_session_say("position: say 'position startpos' or 'position pos P', then 'moves' and moves");
        return;
    }
    struct word moves = next_word(&words);
    if (moves.length != 0 && !word_is(moves, "moves")) {
        engine_session_say("position: 'moves' is wanted after the position");
        return;
    }
    if (!idle(session)) {
        return;
    }
    struct bc_game game;
    enum bc_error error =
        bc_game_init(&game, &session->board, &session->rules, &position, session->plies, session->ply_capacity);
    if (error != BC_OK) {
        engine_session_say("position: %s", bc_error_text(error));
    } else if (play_moves(session, &game, &words)) {
        session->game = game;
        return;
    }
    (void)set_up_start(session); /* the old game's turns may have been overwritten */
}

static bool read_limit(struct word name, struct words *words, struct bc_engine_limits *limits)
{
    uint64_t number = 0;
    if (word_is(name, "infinite")) {
        limits->infinite = true;
        return true;
    }
    struct word value = next_word(words);
    if (word_is(name, "depth") && word_number(value, 1, BC_ENGINE_DEPTH_MAX, &number)) {
        limits->depth = (unsigned)number;
    } else if (word_is(name, "nodes") && word_number(value, 1, INT64_MAX, &number)) {
        limits->nodes = number;
    } else if (word_is(name, "movetime") && word_number(value, 1, INT32_MAX, &number)) {
        limits->hard_milliseconds = (uint32_t)number;
    } else {
        return false;
    }
    return true;
}

static void go(struct engine_session *session, struct words words)
{
    struct bc_engine_limits limits = no_limits;
    unsigned count = 0;
    for (struct word name = next_word(&words); name.length != 0; name = next_word(&words)) {
        if (!read_limit(name, &words, &limits)) {
            char text[SHOWN_MAX + 1];
            engine_session_say("go: '%s' is no limit, or has no value that it can have", shown(name, text));
            return;
        }
        count++;
    }
    if (!idle(session)) {
        return;
    }
    look_for_tables(session);
    limits.infinite = limits.infinite || (count == 0 && session->settings.level == 0);
    limits.lines = session->settings.lines;
    session->limits = limits;
    session->stop_asked = false;
    session->searching = true;
    session->found = BC_MOVE_NONE;
    atomic_store_explicit(&session->thinker.stopped, false, memory_order_relaxed);
    if (pthread_create(&session->searcher, NULL, run_search, session) != 0) {
        session->searching = false;
        engine_session_say("go: no thread can be had");
        return;
    }
    session->started = true;
}

static void new_game(struct engine_session *session)
{
    if (idle(session)) {
        bc_engine_clear(session->thinker.engine);
        (void)set_up_start(session);
    }
}

bool engine_session_line(struct engine_session *session, const char *line, size_t length)
{
    struct words words = {line, line + length};
    struct word command = next_word(&words);
    if (word_is(command, "quit")) {
        return false;
    }
    if (word_is(command, "ugi")) {
        introduce();
    } else if (word_is(command, "isready")) {
        flockfile(stdout);
        (void)puts("readyok");
        say_lines_end();
    } else if (word_is(command, "setoption")) {
        set_option(session, words);
    } else if (word_is(command, "newgame")) {
        new_game(session);
    } else if (word_is(command, "position")) {
        set_position(session, words);
    } else if (word_is(command, "go")) {
        go(session, words);
    } else if (word_is(command, "stop")) {
        stop(session);
    } else if (command.length != 0) {
        char text[SHOWN_MAX + 1];
        engine_session_say("'%s' is no command of this protocol", shown(command, text));
    }
    return true;
}

enum bc_error engine_session_open(struct engine_session *session, const struct bc_board_description *board,
                                  unsigned megabytes)
{
    *session = (struct engine_session){.settings = {.lines = 1, .tables = true, .make_tables = true},
                                       .ply_capacity = PLIES_AT_FIRST};
    enum bc_error error = bc_board_init(&session->board, board);
    if (error != BC_OK) {
        return error;
    }
    session->rules = bc_rules_default(&session->board);
    session->plies = calloc(session->ply_capacity, sizeof *session->plies);
    if (session->plies == NULL) {
        return BC_ERROR_MEMORY;
    }
    if (!open_thinker(session, megabytes, 1)) {
        free(session->plies);
        return BC_ERROR_MEMORY;
    }
    (void)pthread_mutex_init(&session->mutex, NULL);
    pthread_condattr_t attributes;
    (void)pthread_condattr_init(&attributes);
    (void)pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    (void)pthread_cond_init(&session->changed, &attributes);
    (void)pthread_condattr_destroy(&attributes);
    return set_up_start(session);
}

void engine_session_close(struct engine_session *session)
{
    ask_to_stop(session);
    join(session);
    (void)pthread_cond_destroy(&session->changed);
    (void)pthread_mutex_destroy(&session->mutex);
    thinker_close(&session->thinker);
    free(session->settings.table_folder);
    free(session->plies);
}
