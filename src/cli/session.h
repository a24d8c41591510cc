/* A game being played at a terminal: the game with a history that grows, the turns taken back that can be made again, the tags of
 * its record, and an offer of a draw that waits for its answer.
 *
 * A session owns its memory: after session_init() call session_free() once. The game's board is inside the session, so a
 * session must not be moved. One thread. */
#ifndef CLI_SESSION_H
#define CLI_SESSION_H

#include <baghchal/game.h>
#include <baghchal/record.h>

#include <stdbool.h>

struct session_tag {
    char *name;
    char *value;
};

struct session {
    struct bc_board board;
    struct bc_game game;
    bc_move *undone; /* turns taken back, the next one to be made again last */
    size_t undone_count;
    struct session_tag *tags; /* those that the reader of records does not interpret */
    size_t tag_count;
    bool draw_offered; /* by the side to move */
};

/* Begins a game without history: from the board's start, or from `position` unless that is NULL. Errors: those of bc_game_init() and
 * bc_board_init(), and BC_ERROR_NO_SPACE; there is then nothing to free. */
enum bc_error session_init(struct session *session, const struct bc_board_description *description,
                           const struct bc_rules *rules, const struct bc_position *position);

/* Takes over the main line and the tags of a record; its comments, variations and annotations are left behind. Errors and freeing
 * as for session_init(). */
enum bc_error session_init_from_record(struct session *session, const struct bc_record *record);

void session_free(struct session *session);

/* Sets a tag of the record. Errors: BC_ERROR_NO_SPACE. */
enum bc_error session_set_tag(struct session *session, const char *name, const char *value);

/* The value of a tag, ended by NUL, or NULL. */
const char *session_tag(const struct session *session, const char *name);

/* Takes a tag away, if it is there. */
void session_remove_tag(struct session *session, const char *name);

/* Makes a move; an offer of a draw lapses. Errors: those of bc_game_play() but for a full history, and BC_ERROR_NO_SPACE. */
enum bc_error session_play(struct session *session, bc_move move);

/* Takes back `count` turns (an agreement or a resignation counts as one), or as many as were made; returns how many that were. */
size_t session_take_back(struct session *session, size_t count);

/* Makes up to `count` turns again that were taken back; returns how many that were. */
size_t session_redo(struct session *session, size_t count);

/* The game ends by agreement, or a side gives up. Errors: BC_ERROR_GAME_OVER. */
enum bc_error session_agree_draw(struct session *session);
enum bc_error session_resign(struct session *session, enum bc_side side);

#endif
