/* What can be typed, and what is done then. */
#include "cli/play.h"

#include <baghchal/text.h>

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

static const struct word {
    const char *text;
    enum action_kind kind;
    bool takes_argument;
} words[] = {
    {"undo", ACTION_UNDO, true},      {"takeback", ACTION_UNDO, true},  {"redo", ACTION_REDO, true},
    {"draw", ACTION_DRAW, false},     {"accept", ACTION_ACCEPT, false}, {"decline", ACTION_DECLINE, false},
    {"resign", ACTION_RESIGN, false}, {"new", ACTION_NEW, false},       {"save", ACTION_SAVE, true},
    {"board", ACTION_BOARD, false},   {"moves", ACTION_MOVES, false},   {"rules", ACTION_RULES, false},
    {"help", ACTION_HELP, false},     {"?", ACTION_HELP, false},        {"quit", ACTION_QUIT, false},
    {"exit", ACTION_QUIT, false},
};

enum { WORD_COUNT = sizeof words / sizeof words[0], SHOWN_MAX = 40 };

__attribute__((format(printf, 2, 3))) static bool say(struct play *play, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(play->message, sizeof play->message, format, arguments);
    va_end(arguments);
    return true;
}

/* What was typed, cut short and without characters that would disturb a terminal. */
static const char *shown(const char *text, size_t length, char buffer[SHOWN_MAX + 4])
{
    size_t count = length < SHOWN_MAX ? length : SHOWN_MAX;
    for (size_t i = 0; i < count; i++) {
        buffer[i] = text[i] >= ' ' && text[i] <= '~' ? text[i] : '?';
    }
    (void)snprintf(buffer + count, 4, "%s", length > SHOWN_MAX ? "..." : "");
    return buffer;
}

/* The word that begins so; NULL, with the message set, if there is none or more than one. */
static const struct word *find_word(struct play *play, const char *text, size_t length)
{
    char buffer[SHOWN_MAX + 4];
    char candidates[128] = "";
    size_t used = 0;
    const struct word *found = NULL;
    bool ambiguous = false;
    for (const struct word *word = words; word < words + WORD_COUNT; word++) {
        if (strncasecmp(word->text, text, length) != 0) {
            continue;
        }
        if (word->text[length] == '\0') {
            return word;
        }
        ambiguous = ambiguous || (found != NULL && found->kind != word->kind);
        found = found == NULL ? word : found;
        used += (size_t)snprintf(candidates + used, sizeof candidates - used, "%s%s", used > 0 ? ", " : "", word->text);
    }
    if (ambiguous) {
        (void)say(play, "'%s' could be %s.", shown(text, length, buffer), candidates);
        return NULL;
    }
    if (found == NULL) {
        (void)say(play, "'%s' is neither a move nor a command; 'help' lists both.", shown(text, length, buffer));
    }
    return found;
}

static void refuse(struct play *play, struct action *action, const char *text, enum bc_error error)
{
    char buffer[SHOWN_MAX + 4];
    action->kind = ACTION_UNKNOWN;
    (void)say(play, "%s: %s.", shown(text, strlen(text), buffer), bc_error_text(error));
}

void play_read_action(struct play *play, char *line, struct action *action)
{
    static const char blanks[] = " \t\r\n\v\f";
    *action = (struct action){.kind = ACTION_NONE, .count = 1, .argument = ""};
    play->message[0] = '\0';
    char *text = line + strspn(line, blanks);
    size_t end = strlen(text);
    while (end > 0 && strchr(blanks, text[end - 1]) != NULL) {
        end--;
    }
    text[end] = '\0';
    if (end == 0) {
        return;
    }
    enum bc_error error = bc_move_read(play->session.game.board, text, end, &action->move);
    if (error != BC_ERROR_MOVE_SYNTAX) {
        action->kind = ACTION_MOVE;
        if (error != BC_OK) {
            refuse(play, action, text, error);
        }
        return;
    }
    size_t length = strcspn(text, blanks);
    if (play->session.draw_offered && length == 1 && (text[0] == 'y' || text[0] == 'n')) {
        action->kind = text[0] == 'y' ? ACTION_ACCEPT : ACTION_DECLINE;
        return;
    }
    const struct word *word = find_word(play, text, length);
    action->kind = ACTION_UNKNOWN;
    if (word == NULL) {
        return;
    }
    action->argument = text + length + strspn(text + length, blanks);
    if (action->argument[0] != '\0' && !word->takes_argument) {
        (void)say(play, "'%s' takes nothing after it.", word->text);
        return;
    }
    if (word->kind != ACTION_SAVE && action->argument[0] != '\0') {
        char *rest = NULL;
        unsigned long count = strtoul(action->argument, &rest, 10);
        if (action->argument[0] < '0' || action->argument[0] > '9' || *rest != '\0' || count == 0) {
            (void)say(play, "'%s' takes a number of turns, from 1.", word->text);
            return;
        }
        action->count = count;
    }
    action->kind = word->kind;
}

bool play_awaits_person(const struct play *play)
{
    const struct bc_game *game = &play->session.game;
    return game->result != BC_RESULT_NONE || play->players[game->position.side].kind == NULL;
}

void play_keep(struct play *play)
{
    /* Where there is no place at all, the reason stays. */
    if (play->saved.path != NULL && saved_game_write(&play->saved, &play->session, play->save_problem)) {
        play->save_problem[0] = '\0';
    }
}

static bool do_move(struct play *play, bc_move move)
{
    struct session *session = &play->session;
    char text[BC_MOVE_TEXT_MAX];
    unsigned side = session->game.position.side;
    bc_move_write(session->game.board, move, text);
    enum bc_error error = session_play(session, move);
    if (error != BC_OK) {
        (void)say(play, "%s: %s.", text, bc_error_text(error));
        return false;
    }
    return say(play, "%s: %s.", side_title(side), text);
}

static bool do_take_back(struct play *play, size_t count)
{
    size_t taken = session_take_back(&play->session, count);
    if (taken == 0) {
        (void)say(play, "There is no turn to take back.");
        return false;
    }
    /* Against a player that is no person, back to the person's own turn. */
    while (!play_awaits_person(play) && session_take_back(&play->session, 1) == 1) {
        taken++;
    }
    return say(play, "%zu %s taken back.", taken, taken == 1 ? "turn" : "turns");
}

static bool do_redo(struct play *play, size_t count)
{
    size_t made = session_redo(&play->session, count);
    if (made == 0) {
        (void)say(play, "There is no turn to make again.");
        return false;
    }
    while (!play_awaits_person(play) && session_redo(&play->session, 1) == 1) {
        made++;
    }
    return say(play, "%zu %s made again.", made, made == 1 ? "turn" : "turns");
}

/* The side whose person acts now: the one to move, or while the other player thinks, the person waiting. */
static unsigned acting_side(const struct play *play)
{
    unsigned side = play->session.game.position.side;
    return play->players[side].kind == NULL ? side : 1U - side;
}

static bool do_offer(struct play *play)
{
    struct session *session = &play->session;
    unsigned side = acting_side(play);
    unsigned other = 1U - side;
    if (session->game.result != BC_RESULT_NONE) {
        (void)say(play, "The game is over.");
        return false;
    }
    const struct player *player = &play->players[other];
    if (player->kind == NULL) {
        session->draw_offered = true;
        return say(play, "The %s offer a draw. %s: accept or decline?", side_name(side), side_title(other));
    }
    if (player->kind->accepts_draw(player->state, &session->game)) {
        (void)session_agree_draw(session);
        return say(play, "The %s accept the draw.", side_name(other));
    }
    return say(play, "The %s decline the draw.", side_name(other));
}

static bool do_answer(struct play *play, bool accepts)
{
    struct session *session = &play->session;
    if (!session->draw_offered) {
        (void)say(play, "No draw is offered.");
        return false;
    }
    if (accepts) {
        (void)session_agree_draw(session);
        return say(play, "The draw is accepted.");
    }
    session->draw_offered = false;
    return say(play, "The draw is declined.");
}

static bool do_resign(struct play *play)
{
    unsigned side = acting_side(play);
    if (session_resign(&play->session, (enum bc_side)side) != BC_OK) {
        (void)say(play, "The game is over.");
        return false;
    }
    return say(play, "The %s resign.", side_name(side));
}

/* Begins another game like this one. The tags stay, but for the date. */
static bool do_new(struct play *play)
{
    struct session *session = &play->session;
    char problem[PROBLEM_MAX];
    if (play->saved.path != NULL && play->saved.directory == NULL) {
        (void)say(play, "This file holds one game; begin another with 'baghchal play' and another file.");
        return false;
    }
    if (!saved_game_leave(&play->saved, session, problem)) {
        (void)say(play, "This game cannot be put away: %s.", problem);
        return false;
    }
    bool kept = play->saved.path != NULL && session->game.ply_count > 0;
    (void)session_take_back(session, session->game.ply_count + 1);
    session->undone_count = 0;
    char date[32];
    time_t now = time(NULL);
    struct tm parts;
    if (localtime_r(&now, &parts) != NULL && strftime(date, sizeof date, "%Y.%m.%d", &parts) > 0) {
        (void)session_set_tag(session, "Date", date);
    }
    if (kept) {
        return say(play, "A new game. The last one is in %s/games.txt.", play->saved.directory);
    }
    return say(play, "A new game.");
}

/* Writes the record to a new file; "~/" stands for the home directory, as people are used to. */
static bool do_save(struct play *play, const char *name)
{
    char problem[PROBLEM_MAX];
    char path[PATH_MAX];
    const char *home = strncmp(name, "~/", 2) == 0 ? getenv("HOME") : NULL;
    int length =
        home != NULL ? snprintf(path, sizeof path, "%s%s", home, name + 1) : snprintf(path, sizeof path, "%s", name);
    if (length == 0) {
        (void)say(play, "Name the file: save FILE.");
        return false;
    }
    if ((size_t)length >= sizeof path) {
        (void)say(play, "That name is too long.");
        return false;
    }
    if (access(path, F_OK) == 0) {
        (void)say(play, "%s exists already; choose another name.", path);
        return false;
    }
    if (!write_record_file(path, &play->session, problem)) {
        (void)say(play, "Not saved: %s.", problem);
        return false;
    }
    return say(play, "Saved as %s.", path);
}

bool play_do(struct play *play, const struct action *action)
{
    struct session *session = &play->session;
    bool done = false;
    play->message[0] = '\0';
    switch (action->kind) {
    case ACTION_MOVE:
        if (session->draw_offered) {
            (void)say(play, "A draw is offered: accept or decline it first.");
            return false;
        }
        done = do_move(play, action->move);
        break;
    case ACTION_UNDO:
        done = do_take_back(play, action->count);
        break;
    case ACTION_REDO:
        done = do_redo(play, action->count);
        break;
    case ACTION_DRAW:
        done = do_offer(play);
        break;
    case ACTION_ACCEPT:
    case ACTION_DECLINE:
        done = do_answer(play, action->kind == ACTION_ACCEPT);
        break;
    case ACTION_RESIGN:
        done = do_resign(play);
        break;
    case ACTION_NEW:
        return do_new(play);
    case ACTION_SAVE:
        return do_save(play, action->argument);
    case ACTION_NONE:
    case ACTION_BOARD:
    case ACTION_MOVES:
    case ACTION_RULES:
    case ACTION_HELP:
    case ACTION_QUIT:
    case ACTION_UNKNOWN:
        return false;
    }
    if (done) {
        play_keep(play);
    }
    return done;
}
