/* A copy of the database while a server writes it: SQLite's online backup within one read transaction, checked, then renamed. */
#include "server/store.h"

#include <sqlite3.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_SIZE = 4096 };

static int fail(char *message, size_t message_size, const char *what, const char *why)
{
    (void)snprintf(message, message_size, "%s: %s", what, why);
    return -1;
}

/* Copies everything in one step: the source's readers and its writer go on, and the copy is one moment's. */
static int copy(sqlite3 *source, sqlite3 *target, const char *path, char *message, size_t message_size)
{
    sqlite3_backup *backup = sqlite3_backup_init(target, "main", source, "main");
    if (backup == NULL) {
        return fail(message, message_size, path, sqlite3_errmsg(target));
    }
    int code = sqlite3_backup_step(backup, -1);
    for (int waited = 0; (code == SQLITE_BUSY || code == SQLITE_LOCKED) && waited < LIMIT_STORE_PATIENCE;
         waited += 50) {
        (void)sqlite3_sleep(50);
        code = sqlite3_backup_step(backup, -1);
    }
    (void)sqlite3_backup_finish(backup);
    if (code != SQLITE_DONE) {
        return fail(message, message_size, path, sqlite3_errstr(code));
    }
    return 0;
}

static int check(sqlite3 *target, const char *path, char *message, size_t message_size)
{
    sqlite3_stmt *statement = NULL;
    int result = -1;
    if (sqlite3_exec(target, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL) == SQLITE_OK &&
        sqlite3_prepare_v2(target, "PRAGMA integrity_check", -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW) {
        const unsigned char *answer = sqlite3_column_text(statement, 0);
        if (answer != NULL && strcmp((const char *)answer, "ok") == 0) {
            result = 0;
        } else {
            (void)fail(message, message_size, path, "the database is damaged");
        }
    } else {
        (void)fail(message, message_size, path, sqlite3_errmsg(target));
    }
    (void)sqlite3_finalize(statement);
    return result;
}

static int sync_path(const char *path, int flags)
{
    int file = open(path, flags | O_CLOEXEC);
    if (file < 0) {
        return -1;
    }
    int result = fsync(file);
    (void)close(file);
    return result;
}

static int finish(const char *partial, const char *target, char *message, size_t message_size)
{
    char folder[PATH_SIZE];
    (void)snprintf(folder, sizeof folder, "%s", target);
    char *slash = strrchr(folder, '/');
    if (slash == NULL) {
        (void)snprintf(folder, sizeof folder, ".");
    } else {
        slash[slash == folder ? 1 : 0] = '\0';
    }
    if (sync_path(partial, O_RDONLY) != 0 || link(partial, target) != 0 || unlink(partial) != 0 ||
        sync_path(folder, O_RDONLY | O_DIRECTORY) != 0) {
        return fail(message, message_size, target, strerror(errno));
    }
    return 0;
}

enum store_result store_sqlite_backup(const char *path, const char *target, char *message, size_t message_size)
{
    char partial[PATH_SIZE];
    struct stat status;
    if (snprintf(partial, sizeof partial, "%s.partial", target) >= (int)sizeof partial) {
        (void)fail(message, message_size, target, strerror(ENAMETOOLONG));
        return STORE_FAILED;
    }
    if (lstat(target, &status) == 0) {
        (void)fail(message, message_size, target, strerror(EEXIST));
        return STORE_FAILED;
    }
    (void)unlink(partial);
    sqlite3 *source = NULL;
    sqlite3 *copied = NULL;
    mode_t mask = umask(0077);
    int result = 0;
    if (sqlite3_open_v2(path, &source, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK) {
        result = fail(message, message_size, path, sqlite3_errmsg(source));
    } else if (sqlite3_open_v2(partial, &copied, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL) != SQLITE_OK) {
        result = fail(message, message_size, partial, sqlite3_errmsg(copied));
    } else {
        (void)sqlite3_busy_timeout(source, LIMIT_STORE_PATIENCE);
        result = copy(source, copied, path, message, message_size);
    }
    if (result == 0) {
        result = check(copied, path, message, message_size);
    }
    (void)sqlite3_close(copied);
    (void)sqlite3_close(source);
    if (result == 0) {
        result = finish(partial, target, message, message_size);
    }
    if (result != 0) {
        (void)unlink(partial);
    }
    (void)umask(mask);
    return result == 0 ? STORE_OK : STORE_FAILED;
}
