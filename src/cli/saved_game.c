#include "cli/saved_game.h"

#include "cli/command.h"
#include "cli/input.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

enum { SLOTS_MAX = 99 };

__attribute__((format(printf, 2, 3))) static bool fail(char *problem, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(problem, PROBLEM_MAX, format, arguments);
    va_end(arguments);
    return false;
}

/* The record of a session as text, to be freed; NULL after a problem. */
static char *record_text(const struct session *session, size_t *length, char *problem)
{
    struct bc_record record;
    struct bc_record_tag tags[BC_RECORD_TAGS_MAX];
    void *memory = NULL;
    char *text = NULL;
    enum bc_error error = session->tag_count <= BC_RECORD_TAGS_MAX ? BC_ERROR_NO_SPACE : BC_ERROR_ARGUMENT;
    for (size_t i = 0; i < session->tag_count && error == BC_ERROR_NO_SPACE; i++) {
        const struct session_tag *tag = &session->tags[i];
        tags[i] = (struct bc_record_tag){tag->name, tag->value, strlen(tag->name), strlen(tag->value)};
    }
    for (size_t size = BC_RECORD_MEMORY_START;
         error == BC_ERROR_NO_SPACE && size <= (size_t)BC_RECORD_MEMORY_START << 10; size *= 2) {
        free(memory);
        memory = malloc(size);
        if (memory == NULL) {
            break;
        }
        error = bc_record_from_game(&session->game, tags, session->tag_count, memory, size, &record);
    }
    if (error == BC_OK) {
        (void)bc_record_write(&record, NULL, 0, length);
        text = malloc(*length + 1);
        error = text != NULL ? bc_record_write(&record, text, *length, length) : BC_ERROR_NO_SPACE;
    }
    free(memory);
    if (error != BC_OK) {
        free(text);
        (void)fail(problem, "%s", bc_error_text(error));
        return NULL;
    }
    return text;
}

static bool write_all(int descriptor, const char *text, size_t length)
{
    while (length > 0) {
        ssize_t written = write(descriptor, text, length);
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            return false;
        }
        text += written;
        length -= (size_t)written;
    }
    return true;
}

/* Makes a rename last: syncs the folder that holds the path. */
static void sync_folder(const char *path)
{
    char folder[PATH_MAX];
    const char *slash = strrchr(path, '/');
    (void)snprintf(folder, sizeof folder, "%.*s", slash != NULL ? (int)(slash - path) + 1 : 1,
                   slash != NULL ? path : ".");
    int descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor >= 0) {
        (void)fsync(descriptor);
        (void)close(descriptor);
    }
}

/* Writes beside the path, syncs and renames. A new file gets the mode that the mask of the process leaves, an old one keeps its own. */
static bool replace_file(const char *path, const char *text, size_t length, char *problem)
{
    char beside[PATH_MAX];
    if ((size_t)snprintf(beside, sizeof beside, "%s.XXXXXX", path) >= sizeof beside) {
        return fail(problem, "%s: %s", path, strerror(ENAMETOOLONG));
    }
    struct stat old;
    mode_t mask = umask(0);
    (void)umask(mask);
    mode_t mode = stat(path, &old) == 0 ? old.st_mode & 0777 : 0666 & ~mask;
    int descriptor = mkostemp(beside, O_CLOEXEC);
    if (descriptor < 0) {
        return fail(problem, "%s: %s", path, strerror(errno));
    }
    bool well = write_all(descriptor, text, length) && fchmod(descriptor, mode) == 0 && fsync(descriptor) == 0;
    int reason = errno;
    if (close(descriptor) != 0 && well) {
        reason = errno;
        well = false;
    }
    if (well && rename(beside, path) != 0) {
        reason = errno;
        well = false;
    }
    if (!well) {
        (void)unlink(beside);
        return fail(problem, "%s: %s", path, strerror(reason));
    }
    sync_folder(path);
    return true;
}

bool write_record_file(const char *path, const struct session *session, char *problem)
{
    size_t length = 0;
    char *text = record_text(session, &length, problem);
    if (text == NULL) {
        return false;
    }
    /* Through a symbolic link the file itself is replaced, not the link. */
    char *real = realpath(path, NULL);
    bool well = replace_file(real != NULL ? real : path, text, length, problem);
    free(real);
    free(text);
    return well;
}

void saved_game_nowhere(struct saved_game *saved)
{
    *saved = (struct saved_game){.lock = -1};
}

/* Makes a folder and those above it. */
static bool make_folders(char *path)
{
    for (char *slash = strchr(path + 1, '/');; slash = strchr(slash + 1, '/')) {
        if (slash != NULL) {
            *slash = '\0';
        }
        bool made = mkdir(path, 0700) == 0 || errno == EEXIST;
        if (slash == NULL) {
            return made;
        }
        *slash = '/';
        if (!made) {
            return false;
        }
    }
}

bool saved_game_open_directory(struct saved_game *saved, char *problem)
{
    saved_game_nowhere(saved);
    const char *state = getenv("XDG_STATE_HOME");
    const char *home = getenv("HOME");
    char directory[PATH_MAX - 64];
    int length = 0;
    if (state != NULL && state[0] == '/') {
        length = snprintf(directory, sizeof directory, "%s/baghchal", state);
    } else if (home != NULL && home[0] == '/') {
        length = snprintf(directory, sizeof directory, "%s/.local/state/baghchal", home);
    } else {
        return fail(problem, "neither XDG_STATE_HOME nor HOME names a directory");
    }
    if ((size_t)length >= sizeof directory) {
        return fail(problem, "%s", strerror(ENAMETOOLONG));
    }
    if (!make_folders(directory)) {
        return fail(problem, "%s: %s", directory, strerror(errno));
    }
    char path[PATH_MAX];
    for (unsigned slot = 1; slot <= SLOTS_MAX; slot++) {
        (void)snprintf(path, sizeof path, "%s/game-%u.lock", directory, slot);
        saved->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        if (saved->lock < 0) {
            return fail(problem, "%s: %s", path, strerror(errno));
        }
        if (flock(saved->lock, LOCK_EX | LOCK_NB) == 0) {
            (void)snprintf(path, sizeof path, "%s/game-%u.txt", directory, slot);
            saved->path = strdup(path);
            saved->directory = strdup(directory);
            if (saved->path == NULL || saved->directory == NULL) {
                saved_game_close(saved);
                return fail(problem, "%s", strerror(ENOMEM));
            }
            return true;
        }
        (void)close(saved->lock);
        saved->lock = -1;
    }
    return fail(problem, "too many games are being played at once");
}

bool saved_game_open_file(struct saved_game *saved, const char *path, char *problem)
{
    saved_game_nowhere(saved);
    saved->path = realpath(path, NULL);
    if (saved->path == NULL && errno == ENOENT) {
        saved->path = strdup(path);
    }
    if (saved->path == NULL) {
        return fail(problem, "%s: %s", path, strerror(errno));
    }
    return true;
}

void saved_game_close(struct saved_game *saved)
{
    free(saved->path);
    free(saved->directory);
    if (saved->lock >= 0) {
        (void)close(saved->lock);
    }
    saved_game_nowhere(saved);
}

static bool has_more_than_moves(const struct bc_record *record)
{
    for (size_t i = 0; i < record->item_count; i++) {
        if (record->items[i].kind != BC_RECORD_MOVE) {
            return true;
        }
    }
    return false;
}

/* Reads the only game of a text into the session. */
static enum saved_state read_session(struct input *input, const struct known_boards *known, struct session *session)
{
    struct bc_record_reader reader;
    struct bc_record record;
    struct growing_memory memory = {0};
    enum saved_state state = SAVED_UNREADABLE;
    bc_record_reader_init(&reader, known->boards, known->count, input->text, input->length);
    enum bc_error error = read_record(&reader, input, &memory, &record);
    if (error == BC_ERROR_RECORD_NONE) {
        state = SAVED_NOTHING;
    } else if (error == BC_OK && has_more_than_moves(&record)) {
        (void)complain("play", "%s holds comments, variations or annotations, which playing on would lose",
                       input->name);
    } else if (error == BC_OK && (error = session_init_from_record(session, &record)) != BC_OK) {
        (void)complain("play", "%s: %s", input->name, bc_error_text(error));
    } else if (error == BC_OK) {
        state = SAVED_GAME;
        if (skip_input_space(input, reader.offset) < input->length) {
            session_free(session);
            state = SAVED_UNREADABLE;
            (void)complain("play", "%s holds more than one game", input->name);
        }
    }
    free(memory.bytes);
    return state;
}

enum saved_state saved_game_load(struct saved_game *saved, struct session *session)
{
    if (saved->path == NULL || (stat(saved->path, &saved->last) != 0 && errno == ENOENT)) {
        return SAVED_NOTHING;
    }
    if (!S_ISREG(saved->last.st_mode)) {
        (void)complain("play", "%s is not a regular file", saved->path);
        return SAVED_UNREADABLE;
    }
    saved->known = true;
    struct input input;
    struct known_boards known = {0};
    enum saved_state state = SAVED_UNREADABLE;
    if (read_input("play", saved->path, &input) == EXIT_DONE && prepare_boards("play", &known) == EXIT_DONE) {
        state = read_session(&input, &known, session);
    }
    free_boards(&known);
    free_input(&input);
    return state;
}

static bool same_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
           a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

bool saved_game_write(struct saved_game *saved, const struct session *session, char *problem)
{
    if (saved->path == NULL) {
        return true;
    }
    struct stat now;
    bool exists = stat(saved->path, &now) == 0;
    if (saved->directory == NULL && exists && !(saved->known && same_file(&now, &saved->last))) {
        return fail(problem, "%s: another program has changed the file", saved->path);
    }
    if (!write_record_file(saved->path, session, problem)) {
        return false;
    }
    saved->known = stat(saved->path, &saved->last) == 0;
    return true;
}

/* The date and time as part of a file's name. */
static void time_stamp(char text[32])
{
    time_t now = time(NULL);
    struct tm parts;
    if (localtime_r(&now, &parts) == NULL || strftime(text, 32, "%Y%m%d-%H%M%S", &parts) == 0) {
        (void)snprintf(text, 32, "%lld", (long long)now);
    }
}

bool saved_game_set_aside(struct saved_game *saved, char *problem)
{
    char stamp[32];
    char aside[PATH_MAX];
    time_stamp(stamp);
    if (saved->directory == NULL || (size_t)snprintf(aside, sizeof aside, "%s/unreadable-%s-%ld.txt", saved->directory,
                                                     stamp, (long)getpid()) >= sizeof aside) {
        return fail(problem, "%s", strerror(ENAMETOOLONG));
    }
    if (rename(saved->path, aside) != 0) {
        return fail(problem, "%s: %s", saved->path, strerror(errno));
    }
    (void)fail(problem, "%s", aside);
    return true;
}

/* Adds a text to the end of a file, or leaves the file as it was. */
static bool append_to_file(const char *path, const char *text, size_t length, char *problem)
{
    int descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (descriptor < 0) {
        return fail(problem, "%s: %s", path, strerror(errno));
    }
    struct stat before;
    bool well = flock(descriptor, LOCK_EX) == 0 && fstat(descriptor, &before) == 0;
    if (well) {
        well = (before.st_size == 0 || write_all(descriptor, "\n", 1)) && write_all(descriptor, text, length) &&
               fsync(descriptor) == 0;
        if (!well) {
            (void)fail(problem, "%s: %s", path, strerror(errno));
            (void)ftruncate(descriptor, before.st_size);
        }
    } else {
        (void)fail(problem, "%s: %s", path, strerror(errno));
    }
    (void)close(descriptor);
    return well;
}

bool saved_game_leave(struct saved_game *saved, const struct session *session, char *problem)
{
    if (saved->directory == NULL) {
        return true;
    }
    if (session->game.ply_count > 0) {
        char path[PATH_MAX];
        size_t length = 0;
        char *text = record_text(session, &length, problem);
        (void)snprintf(path, sizeof path, "%s/games.txt", saved->directory);
        bool well = text != NULL && append_to_file(path, text, length, problem);
        free(text);
        if (!well) {
            return false;
        }
    }
    if (unlink(saved->path) != 0 && errno != ENOENT) {
        return fail(problem, "%s: %s", saved->path, strerror(errno));
    }
    saved->known = false;
    return true;
}
