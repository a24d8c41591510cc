/* The game at the terminal, as far as its two forms (full screen, plain lines) share it: what can be typed, what is done then,
 * and what is said about it. */
#ifndef CLI_PLAY_H
#define CLI_PLAY_H

#include "cli/player.h"
#include "cli/saved_game.h"
#include "cli/session.h"

enum {
    MESSAGE_MAX = PROBLEM_MAX + 128,
    LINE_MAX_COLUMNS = 160,
    LINES_MAX = 24,
};

struct play {
    struct session session;
    struct saved_game saved;
    struct player players[2];       /* by side */
    char message[MESSAGE_MAX];      /* what play_do() has to say, ended by a full stop; may be empty */
    char save_problem[PROBLEM_MAX]; /* why the game is not kept at present; empty if it is, or is not meant to be */
    bool colour;
    bool ascii;
};

enum action_kind {
    ACTION_NONE, /* an empty line */
    ACTION_MOVE,
    ACTION_UNDO,
    ACTION_REDO,
    ACTION_DRAW,
    ACTION_ACCEPT,
    ACTION_DECLINE,
    ACTION_RESIGN,
    ACTION_NEW,
    ACTION_SAVE,
    ACTION_BOARD,
    ACTION_MOVES,
    ACTION_RULES,
    ACTION_HELP,
    ACTION_QUIT,
    ACTION_UNKNOWN,
};

struct action {
    enum action_kind kind;
    bc_move move;         /* ACTION_MOVE */
    size_t count;         /* ACTION_UNDO, ACTION_REDO */
    const char *argument; /* what follows the first word, in the line that was read; "" if nothing does */
};

/* Lines of text to be shown one below the other. */
struct lines {
    size_t count;
    char text[LINES_MAX][LINE_MAX_COLUMNS];
};

/* Reads a line that was typed; it may be changed, and must outlive the action. For ACTION_UNKNOWN the message says why. The beginning of a
 * word stands for the word if no other word begins so. */
void play_read_action(struct play *play, char *line, struct action *action);

/* Does what can be done without asking back (all actions up to ACTION_SAVE), keeps the game, and sets the message. Returns false if it
 * was refused. An offer of a draw to a player that is no person is answered at once. */
bool play_do(struct play *play, const struct action *action);

/* Puts the game to its place, and notes if that fails. */
void play_keep(struct play *play);

/* Whether it is a person's turn (or nobody's, the game being over). */
bool play_awaits_person(const struct play *play);

const char *side_name(unsigned side);  /* "goats", "tigers" */
const char *side_title(unsigned side); /* "Goats", "Tigers" */

/* A sentence about the end of a game, such as "The goats win: every tiger is trapped."; empty while it goes on. */
void result_sentence(const struct bc_game *game, char text[LINE_MAX_COLUMNS]);

/* What a player must be warned of before the next turn: repetition, and quiet turns when few are left. */
void warning_lines(const struct bc_game *game, struct lines *lines);

/* The rule set in words. */
void rules_lines(const struct bc_game *game, struct lines *lines);

/* What can be typed. */
void help_lines(struct lines *lines);

/* The two forms. Each returns an exit code when the player leaves. */
int play_on_lines(struct play *play);
int play_on_screen(struct play *play);

#endif
