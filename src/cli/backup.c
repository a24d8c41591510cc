/* baghchal backup: a copy of the server's database. */
#include "cli/commands.h"
#include "cli/options.h"
#include "server/settings.h"
#include "server/store.h"

#include <stdio.h>

enum { MESSAGE_SIZE = 8192, PATH_SIZE = 4200 };

static const char help[] =
    "Usage: baghchal backup [--data FOLDER] FILE\n"
    "\n"
    "Copies the server's database into a new file, also while the server is at work: the copy is that of one moment, "
    "is\n"
    "checked, and is there completely or not at all. To go back to it, stop the server and put the file in the place "
    "of\n"
    "tables.db, without tables.db-wal and tables.db-shm beside it.\n"
    "\n"
    "  --data FOLDER    where the database lies (default: server/ below ~/.local/share/baghchal or\n"
    "                   $XDG_DATA_HOME/baghchal)\n";

static int run_backup(int argc, char **argv)
{
    const char *data = NULL;
    const struct option options[] = {{.name = "data", .text = &data}, {.name = NULL}};
    struct settings settings;
    char message[MESSAGE_SIZE];
    char path[PATH_SIZE];
    int result = read_options("backup", options, &argc, argv);
    if (result != EXIT_DONE) {
        return result;
    }
    if (argc != 2) {
        return complain_usage("backup", "expected the file to make");
    }
    if (!settings_init(&settings)) {
        return complain("backup", "there is not enough memory");
    }
    if (!settings_read_environment(&settings, message, sizeof message) ||
        (data != NULL && !settings_set(&settings, "data", data, message, sizeof message))) {
        result = complain("backup", "%s", message);
    } else {
        (void)snprintf(path, sizeof path, "%s/tables.db", settings.data);
        if (store_sqlite_backup(path, argv[1], message, sizeof message) != STORE_OK) {
            result = complain("backup", "%s", message);
        }
    }
    settings_free(&settings);
    return result;
}

const struct command backup_command = {
    .name = "backup", .summary = "copy the server's database, also while it serves", .help = help, .run = run_backup};
