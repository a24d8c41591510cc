/* Where a game that is being played is kept, so that nothing is lost: a file that is replaced after every turn.
 *
 * Without a file of the player's own, the game in play is DIRECTORY/game-N.txt for the first N that no other running program holds
 * (by a lock on game-N.lock), and a game that is left for a new one goes to the end of DIRECTORY/games.txt. DIRECTORY is
 * $XDG_STATE_HOME/baghchal or ~/.local/state/baghchal. With a file of the player's own the game stays there.
 *
 * A file is written beside its place, synced and renamed: at any moment the place holds the whole game as it was before or after a
 * turn. The other functions that can fail return false and put a sentence without full stop into `problem`. */
#ifndef CLI_SAVED_GAME_H
#define CLI_SAVED_GAME_H

#include "cli/session.h"

#include <sys/stat.h>

enum { PROBLEM_MAX = 512 };

struct saved_game {
    char *path;      /* NULL: the game is not kept */
    char *directory; /* NULL: `path` is the player's own */
    int lock;        /* a descriptor, or -1 */
    bool known;      /* `last` says how the file was left */
    struct stat last;
};

enum saved_state {
    SAVED_NOTHING, /* there is no such file, or it holds no game */
    SAVED_GAME,
    SAVED_UNREADABLE, /* there is a file that cannot be used; it is left alone */
};

/* A game that is not kept. */
void saved_game_nowhere(struct saved_game *saved);

/* Takes a place in the directory. */
bool saved_game_open_directory(struct saved_game *saved, char *problem);

/* Takes the player's own file, which need not exist. */
bool saved_game_open_file(struct saved_game *saved, const char *path, char *problem);

void saved_game_close(struct saved_game *saved);

/* Reads the game at its place. With SAVED_GAME the session must be freed by the caller; with SAVED_UNREADABLE standard error says why. A
 * file with more than one game, or with comments, variations or annotations (which would be lost), is not used. */
enum saved_state saved_game_load(struct saved_game *saved, struct session *session);

/* Writes the game to its place. Refuses if another program has changed the file since. */
bool saved_game_write(struct saved_game *saved, const struct session *session, char *problem);

/* Moves an unreadable file out of the way, to a name that says so; only in the directory. The new name is put into `problem` (also where
 * all goes well). */
bool saved_game_set_aside(struct saved_game *saved, char *problem);

/* Puts a game that is being left at the end of games.txt, if any turn was made, and frees its place; only in the directory. */
bool saved_game_leave(struct saved_game *saved, const struct session *session, char *problem);

/* Writes a game to any file, replacing it. */
bool write_record_file(const char *path, const struct session *session, char *problem);

#endif
