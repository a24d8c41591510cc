/* baghchal serve: the server. */
#include "cli/commands.h"
#include "server/server.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MESSAGE_SIZE = 8192 };

static const char help[] =
    "Usage: baghchal serve [--config FILE] [--SETTING VALUE]...\n"
    "\n"
    "Serves the page, live tables and the open interface (docs/protocol.md) until it is told to stop by SIGTERM or "
    "Ctrl-C.\n"
    "Each setting is an option here, a line `name = value` in the file, and a variable BAGHCHAL_NAME in the "
    "environment,\n"
    "the first of these that is there counting. docs/hosting.md tells more.\n"
    "\n"
    "  --config FILE                  read settings from a file\n"
    "  --address ADDRESS              the address to listen at (default: 127.0.0.1; :: for all)\n"
    "  --port N                       the port (default: 8080; 0 for any free one)\n"
    "  --data FOLDER                  where the database lies (default: server/ below ~/.local/share/baghchal or\n"
    "                                 $XDG_DATA_HOME/baghchal)\n"
    "  --web FOLDER                   where the page lies (default: where it was installed or built)\n"
    "  --origin ORIGIN                the address that browsers know the server by, such as https://play.example.org\n"
    "  --trusted-proxy ADDRESS        a proxy whose X-Forwarded-For is believed\n"
    "  --connections N                connections at once (default: 20000)\n"
    "  --connections-per-address N    connections at once of one address (default: 500)\n"
    "  --tables N                     tables in memory at once (default: 50000)\n"
    "  --threads N                    threads of the computer opponent (default: half the processors; 0 for none)\n"
    "  --solve yes|no                 make the solution of the usual rules in the background (default: yes)\n"
    "  --solutions FOLDER             where the folders of solutions lie (default: ~/.local/share/baghchal or\n"
    "                                 $XDG_DATA_HOME/baghchal)\n";

static bool is_option(const char *name)
{
    const struct setting *setting = settings_list;
    while (setting->name != NULL && strcmp(setting->name, name) != 0) {
        setting++;
    }
    return setting->name != NULL || strcmp(name, "config") == 0;
}

/* Splits "--name=value" or takes the next word; returns how many words were used, or 0 after a complaint. */
static int take_option(struct settings *settings, int left, char **words, const char **file, bool only_file)
{
    char name[64];
    char message[MESSAGE_SIZE];
    const char *word = words[0];
    if (strncmp(word, "--", 2) != 0) {
        (void)complain_usage("serve", "unexpected word '%s'", word);
        return 0;
    }
    const char *equals = strchr(word, '=');
    size_t length = equals == NULL ? strlen(word) - 2 : (size_t)(equals - word) - 2;
    const char *value = equals != NULL ? equals + 1 : left > 1 ? words[1] : NULL;
    (void)snprintf(name, sizeof name, "%.*s", (int)length, word + 2);
    if (length >= sizeof name || !is_option(name)) {
        (void)complain_usage("serve", "unknown option '--%s'", name);
        return 0;
    }
    if (value == NULL) {
        (void)complain_usage("serve", "option '--%s' needs a value", name);
        return 0;
    }
    if (strcmp(name, "config") == 0) {
        *file = value;
    } else if (!only_file && !settings_set(settings, name, value, message, sizeof message)) {
        (void)complain_usage("serve", "--%s", message);
        return 0;
    }
    return equals != NULL ? 1 : 2;
}

/* The file first, then the environment, then the command line: what comes later counts. */
static int read_settings(struct settings *settings, int argc, char **argv)
{
    char message[MESSAGE_SIZE];
    const char *file = getenv("BAGHCHAL_CONFIG");
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 1; i < argc;) {
            int used = take_option(settings, argc - i, argv + i, &file, pass == 0);
            if (used == 0) {
                return EXIT_USAGE;
            }
            i += used;
        }
        if (pass == 0 && file != NULL && !settings_read_file(settings, file, message, sizeof message)) {
            return complain("serve", "%s", message);
        }
        if (pass == 0 && !settings_read_environment(settings, message, sizeof message)) {
            return complain("serve", "the environment: %s", message);
        }
    }
    return EXIT_DONE;
}

/* Where the page lies when nobody says: beside the program's build, or where both were installed. */
static void find_page(struct settings *settings)
{
    static const char *const places[] = {"/../web", "/../share/baghchal/web"};
    char program[4096];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (settings->web != NULL || length <= 0) {
        return;
    }
    program[length] = '\0';
    char *slash = strrchr(program, '/');
    for (size_t i = 0; slash != NULL && i < sizeof places / sizeof places[0]; i++) {
        char folder[4200];
        char page[4300];
        *slash = '\0';
        (void)snprintf(folder, sizeof folder, "%s%s", program, places[i]);
        (void)snprintf(page, sizeof page, "%s/index.html", folder);
        if (access(page, R_OK) == 0) {
            settings->web = strdup(folder);
            return;
        }
    }
}

static int run_serve(int argc, char **argv)
{
    struct settings settings;
    char message[MESSAGE_SIZE];
    if (!settings_init(&settings)) {
        return complain("serve", "there is not enough memory");
    }
    struct server *server = malloc(sizeof *server);
    int result =
        server == NULL ? complain("serve", "there is not enough memory") : read_settings(&settings, argc, argv);
    if (result == EXIT_DONE && server != NULL) {
        find_page(&settings);
        if (!server_start(server, &settings, message, sizeof message)) {
            result = complain("serve", "%s", message);
        } else {
            bool six = strchr(settings.address, ':') != NULL;
            printf("Bagh-Chal is served at http://%s%s%s:%d/\n", six ? "[" : "", settings.address, six ? "]" : "",
                   server->port);
            (void)fflush(stdout);
            result = server_run(server) ? EXIT_DONE : EXIT_INPUT;
        }
    }
    free(server);
    settings_free(&settings);
    return result;
}

const struct command serve_command = {
    .name = "serve", .summary = "serve the page, live tables and the open interface", .help = help, .run = run_serve};
