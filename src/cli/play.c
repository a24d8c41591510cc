/* baghchal play: a game at the terminal. */
#include "cli/play.h"

#include "cli/board_picture.h"
#include "cli/commands.h"
#include "cli/engine_player.h"
#include "cli/options.h"
#include "cli/solution_option.h"

#include <baghchal/engine_level.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char help[] =
    "Usage: baghchal play [FILE] [--rules R] [--board B] [--position P] [--goats NAME] [--tigers NAME]\n"
    "                     [--against LEVEL [--side SIDE]] [--solve yes|no] [--new | --resume] [--plain] [--ascii]\n"
    "                     [--colour WHEN]\n"
    "\n"
    "A game for two at one terminal, or against the computer: on the whole screen where the terminal can, else (and "
    "with\n"
    "--plain) on lines.\n"
    "Moves and commands are typed; 'help' in the game lists them. On the screen the arrow keys, Enter and the mouse "
    "move\n"
    "the pieces too.\n"
    "\n"
    "The game is kept after every turn, so that nothing is lost when the program ends in whatever way: in FILE, which "
    "is\n"
    "read first if it exists, or else in ~/.local/state/baghchal (XDG_STATE_HOME), where the next start offers to "
    "resume\n"
    "it and games that were left are collected in games.txt. Where standard input is no terminal a game is kept only "
    "in\n"
    "FILE, and the exit code is 1 if any line was refused.\n"
    "\n"
    "  --rules R        a rule set, such as nepal, four, or goats=7,quiet=0 (default: nepal)\n"
    "  --board B        standard, 4x4 or 3x3 (default: standard)\n"
    "  --position P     start from this position\n"
    "  --goats NAME     who plays the goats, for the record\n"
    "  --tigers NAME    who plays the tigers\n"
    "  --against LEVEL  play against the computer: 1 (a beginner) to 8, or perfect\n"
    "  --side SIDE      the side you then play: goats (the default) or tigers\n"
    "  --solve yes|no   make the tables that 'perfect' asks, where there are none, in the background (default: yes)\n"
    "  --new            begin a new game without asking\n"
    "  --resume         resume the unfinished game without asking\n"
    "  --plain          play on lines\n"
    "  --ascii          draw with ASCII characters even where the locale has better ones\n"
    "  --colour WHEN    auto, always or never (auto: on a terminal, unless NO_COLOR is set)\n";

struct wishes {
    const char *file;
    const char *board;
    const char *rules;
    const char *position;
    const char *names[2];
    const char *colour;
    const char *against;
    const char *side;
    const char *solve;
    unsigned level;      /* of `against`; 0: no computer */
    enum bc_side person; /* the side that is not the computer's */
    bool make_tables;    /* that `perfect` lacks */
    bool new_game;
    bool resume;
    bool plain;
    bool ascii;
};

static int read_wishes(int argc, char **argv, struct wishes *wishes)
{
    const struct option options[] = {
        {.name = "board", .text = &wishes->board},
        {.name = "rules", .text = &wishes->rules},
        {.name = "position", .text = &wishes->position},
        {.name = "goats", .text = &wishes->names[BC_GOATS]},
        {.name = "tigers", .text = &wishes->names[BC_TIGERS]},
        {.name = "against", .text = &wishes->against},
        {.name = "side", .text = &wishes->side},
        {.name = "solve", .text = &wishes->solve},
        {.name = "new", .flag = &wishes->new_game},
        {.name = "resume", .flag = &wishes->resume},
        {.name = "plain", .flag = &wishes->plain},
        {.name = "ascii", .flag = &wishes->ascii},
        {.name = "colour", .text = &wishes->colour},
        {.name = "color", .text = &wishes->colour},
        {0},
    };
    *wishes = (struct wishes){0};
    int code = read_options("play", options, &argc, argv);
    if (code != EXIT_DONE) {
        return code;
    }
    if (argc > 2) {
        return complain_usage("play", "there is more than one FILE");
    }
    if ((code = read_solve_option("play", wishes->solve, &wishes->make_tables)) != EXIT_DONE) {
        return code;
    }
    wishes->file = argc == 2 ? argv[1] : NULL;
    if (wishes->against != NULL && bc_level_read(wishes->against, strlen(wishes->against), &wishes->level) != BC_OK) {
        return complain_usage("play", "--against takes a level from %d to %d, or perfect, not '%s'", BC_LEVEL_MIN,
                              BC_LEVEL_MAX, wishes->against);
    }
    for (unsigned side = BC_GOATS; side <= BC_TIGERS; side++) {
        for (const char *c = wishes->names[side]; c != NULL && *c != '\0'; c++) {
            if ((unsigned char)*c < ' ' || *c == 127) {
                return complain_usage("play", "--%s cannot hold control characters", side_name(side));
            }
        }
    }
    if (wishes->side != NULL && wishes->against == NULL) {
        return complain_usage("play", "--side goes with --against");
    }
    if (wishes->side != NULL && strcmp(wishes->side, "tigers") == 0) {
        wishes->person = BC_TIGERS;
    } else if (wishes->side != NULL && strcmp(wishes->side, "goats") != 0) {
        return complain_usage("play", "--side takes goats or tigers, not '%s'", wishes->side);
    }
    if (wishes->new_game && wishes->resume) {
        return complain_usage("play", "--new and --resume exclude each other");
    }
    if (wishes->new_game && wishes->file != NULL) {
        return complain_usage("play", "--new is for games that are not in a FILE; name a FILE that does not exist");
    }
    return EXIT_DONE;
}

/* Begins a game as the options say. */
static int begin(struct session *session, const struct wishes *wishes)
{
    struct bc_board board;
    struct bc_rules rules;
    struct bc_position position;
    int code = EXIT_DONE;
    if ((code = read_board_option("play", wishes->board, &board)) != EXIT_DONE ||
        (code = read_rules_option("play", &board, wishes->rules, &rules)) != EXIT_DONE ||
        (code = read_position_text("play", &board, wishes->position, &position)) != EXIT_DONE) {
        return code;
    }
    enum bc_error error = session_init(session, board.description, &rules, &position);
    if (error != BC_OK) {
        return complain("play", "%s", bc_error_text(error));
    }
    char date[32];
    time_t now = time(NULL);
    struct tm parts;
    if (localtime_r(&now, &parts) != NULL && strftime(date, sizeof date, "%Y.%m.%d", &parts) > 0) {
        error = session_set_tag(session, "Date", date);
    }
    for (unsigned side = 0; side < 2 && error == BC_OK; side++) {
        if (wishes->names[side] != NULL) {
            error = session_set_tag(session, side_title(side), wishes->names[side]);
        }
    }
    if (error != BC_OK) {
        session_free(session);
        return complain("play", "%s", bc_error_text(error));
    }
    return EXIT_DONE;
}

/* Asks on the terminal whether to resume; no answer is a yes, since that loses nothing. */
static bool ask_to_resume(const struct session *session)
{
    char rules[BC_RULES_TEXT_MAX];
    char answer[16];
    const struct bc_game *game = &session->game;
    bc_rules_write(&session->board, &game->rules, rules);
    for (;;) {
        (void)printf("There is an unfinished game (rules %s, turn %u, the %s to move).\n", rules,
                     (unsigned)game->position.turn, side_name(game->position.side));
        for (unsigned side = BC_GOATS; side <= BC_TIGERS; side++) {
            const char *name = session_tag(session, side_title(side));
            if (name != NULL) {
                (void)printf("%s: %s\n", side_title(side), name);
            }
        }
        (void)fputs("Resume it? [Y/n] ", stdout);
        (void)fflush(stdout);
        if (fgets(answer, sizeof answer, stdin) == NULL) {
            return true;
        }
        if (strchr("\nYy", answer[0]) != NULL) {
            return true;
        }
        if (strchr("Nn", answer[0]) != NULL) {
            return false;
        }
    }
}

/* With a file of the player's own: the game that it holds, or a new one that it will hold. */
static int open_file(struct play *play, const struct wishes *wishes)
{
    char problem[PROBLEM_MAX];
    if (!saved_game_open_file(&play->saved, wishes->file, problem)) {
        return complain("play", "%s", problem);
    }
    switch (saved_game_load(&play->saved, &play->session)) {
    case SAVED_UNREADABLE:
        return EXIT_INPUT;
    case SAVED_GAME:
        if (wishes->board != NULL || wishes->rules != NULL || wishes->position != NULL) {
            session_free(&play->session);
            return complain_usage("play", "%s holds a game; --board, --rules and --position are for a new one",
                                  wishes->file);
        }
        return EXIT_DONE;
    case SAVED_NOTHING:
        break;
    }
    int code = begin(&play->session, wishes);
    if (code == EXIT_DONE && !saved_game_write(&play->saved, &play->session, problem)) {
        session_free(&play->session);
        return complain("play", "%s", problem);
    }
    return code;
}

/* Without one: the unfinished game, if there is one and the player wants it, or a new one. */
static int open_directory(struct play *play, const struct wishes *wishes)
{
    struct session found;
    if (!saved_game_open_directory(&play->saved, play->save_problem)) {
        if (wishes->resume) {
            return complain("play", "there is no game to resume: %s", play->save_problem);
        }
        return begin(&play->session, wishes);
    }
    char problem[PROBLEM_MAX];
    enum saved_state state = saved_game_load(&play->saved, &found);
    if (state == SAVED_UNREADABLE) {
        char aside[PROBLEM_MAX];
        if (!saved_game_set_aside(&play->saved, aside)) {
            return complain("play", "%s", aside);
        }
        (void)complain("play", "that file is now %s", aside);
    }
    if (state == SAVED_GAME) {
        bool unfinished = found.game.result == BC_RESULT_NONE && found.game.ply_count > 0;
        if (unfinished && !wishes->new_game && (wishes->resume || ask_to_resume(&found))) {
            session_free(&found);
            return saved_game_load(&play->saved, &play->session) == SAVED_GAME ? EXIT_DONE : EXIT_INPUT;
        }
    }
    if (wishes->resume) {
        if (state == SAVED_GAME) {
            session_free(&found);
        }
        return complain("play", "there is no unfinished game to resume");
    }
    int code = begin(&play->session, wishes);
    if (state == SAVED_GAME) {
        if (code == EXIT_DONE && !saved_game_leave(&play->saved, &found, problem)) {
            session_free(&play->session);
            code = complain("play", "the last game cannot be put away: %s", problem);
        }
        session_free(&found);
    }
    return code;
}

/* Seats the computer where the options want it, or where the record of a resumed game says that it sat. Returns an exit code;
 * `engine` is to be closed if it is not NULL. */
static int seat_computer(struct play *play, const struct wishes *wishes, struct engine_player **engine)
{
    struct session *session = &play->session;
    unsigned side = BC_GOATS;
    unsigned level = 0;
    *engine = NULL;
    if (wishes->level != 0) {
        char name[ENGINE_NAME_MAX];
        side = 1U - (unsigned)wishes->person;
        level = wishes->level;
        engine_player_name(level, name);
        if (session_set_tag(session, side_title(side), name) != BC_OK) {
            return complain("play", "not enough memory");
        }
        const char *other = session_tag(session, side_title(1U - side));
        if (other != NULL && engine_player_level(other) != 0) {
            session_remove_tag(session, side_title(1U - side));
        }
    } else {
        for (side = BC_GOATS; side <= BC_TIGERS && level == 0; side++) {
            const char *name = session_tag(session, side_title(side));
            level = name != NULL ? engine_player_level(name) : 0;
        }
        side--;
    }
    if (level == 0) {
        return EXIT_DONE;
    }
    enum bc_error error = engine_player_open(level, &session->board, &session->game.rules, wishes->make_tables, engine);
    if (error != BC_OK) {
        return complain("play", "the computer cannot play: %s", bc_error_text(error));
    }
    play->players[side] = engine_player(*engine);
    if (level == BC_LEVEL_PERFECT && !engine_player_has_tables(*engine)) {
        (void)snprintf(play->message, sizeof play->message, "There are no tables for these rules%s",
                       engine_player_makes_tables(*engine)
                           ? " yet: they are being made in the background, and until they are ready the computer "
                             "plays as well as it can by search."
                           : " ('baghchal solve' makes them): the computer plays as well as it can by search.");
    }
    return EXIT_DONE;
}

/* Plays in the form that fits, and says where the game is. */
static int play_and_leave(struct play *play, bool screen)
{
    int code = screen ? play_on_screen(play) : play_on_lines(play);
    const struct bc_game *game = &play->session.game;
    if (screen && game->result != BC_RESULT_NONE) {
        char sentence[LINE_MAX_COLUMNS];
        result_sentence(game, sentence);
        (void)printf("%s %s\n", sentence, bc_result_word(game->result));
    }
    if (play->saved.path != NULL && play->save_problem[0] != '\0') {
        return complain("play", "the game is not kept: %s", play->save_problem);
    }
    if (play->saved.path != NULL && game->ply_count > 0 && game->result == BC_RESULT_NONE) {
        if (play->saved.directory == NULL) {
            (void)printf("The game is kept in %s.\n", play->saved.path);
        } else {
            (void)puts("The game is kept; 'baghchal play' resumes it.");
        }
    }
    return code;
}

static int run(int argc, char **argv)
{
    static struct play play;
    struct wishes wishes;
    int code = read_wishes(argc, argv, &wishes);
    if (code != EXIT_DONE) {
        return code;
    }
    int coloured = colour_wanted(wishes.colour);
    if (coloured < 0) {
        return complain_usage("play", "--colour takes auto, always or never, not '%s'", wishes.colour);
    }
    play.colour = coloured != 0;
    play.ascii = wishes.ascii || !locale_is_utf8();
    bool terminal = isatty(STDIN_FILENO) != 0;
    saved_game_nowhere(&play.saved);
    if (wishes.file != NULL) {
        code = open_file(&play, &wishes);
    } else if (terminal || wishes.resume) {
        code = open_directory(&play, &wishes);
    } else {
        code = begin(&play.session, &wishes);
    }
    if (code == EXIT_DONE) {
        const char *kind = getenv("TERM");
        bool screen =
            terminal && isatty(STDOUT_FILENO) != 0 && !wishes.plain && kind != NULL && strcmp(kind, "dumb") != 0;
        struct engine_player *engine = NULL;
        code = seat_computer(&play, &wishes, &engine);
        if (code == EXIT_DONE) {
            code = play_and_leave(&play, screen);
        }
        if (engine != NULL) {
            engine_player_close(engine);
        }
        session_free(&play.session);
    }
    saved_game_close(&play.saved);
    return code;
}

const struct command play_command = {
    .name = "play",
    .summary = "play a game at the terminal",
    .help = help,
    .run = run,
};
