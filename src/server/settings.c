#include "server/settings.h"
#include "server/limits.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE_SIZE = 4096, NAME_SIZE = 64 };

const struct setting settings_list[] = {
    {"address", SETTING_TEXT, "ADDRESS", "the address to listen at; 127.0.0.1 unless told, :: for all", 0, 0},
    {"port", SETTING_NUMBER, "N", "the port to listen at; 8080 unless told, 0 for any free one", 0, 65535},
    {"data", SETTING_TEXT, "FOLDER", "where the database lies", 0, 0},
    {"web", SETTING_TEXT, "FOLDER", "where the page lies", 0, 0},
    {"origin", SETTING_LIST, "ORIGIN", "the address that browsers know the server by, such as https://play.example.org",
     0, 0},
    {"trusted-proxy", SETTING_LIST, "ADDRESS", "a proxy whose X-Forwarded-For is believed", 0, 0},
    {"connections", SETTING_NUMBER, "N", "connections at once", 1, 1000000},
    {"connections-per-address", SETTING_NUMBER, "N", "connections at once of one address", 1, 1000000},
    {"tables", SETTING_NUMBER, "N", "tables in memory at once", 1, 10000000},
    {"threads", SETTING_NUMBER, "N", "threads of the computer opponent; 0 for no computer", 0, 64},
    {"solve", SETTING_SWITCH, "yes|no", "make the solution of the usual rules in the background", 0, 0},
    {"solutions", SETTING_TEXT, "FOLDER", "where the folders of solutions lie", 0, 0},
    {NULL, SETTING_TEXT, NULL, NULL, 0, 0},
};

/* A folder of this program below the user's data: $XDG_DATA_HOME/baghchal or ~/.local/share/baghchal. */
static char *default_data(const char *below)
{
    const char *base = getenv("XDG_DATA_HOME");
    const char *home = getenv("HOME");
    char path[PATH_MAX];
    int length;
    if (base != NULL && base[0] == '/') {
        length = snprintf(path, sizeof path, "%s/baghchal%s", base, below);
    } else if (home != NULL && home[0] == '/') {
        length = snprintf(path, sizeof path, "%s/.local/share/baghchal%s", home, below);
    } else {
        length = snprintf(path, sizeof path, "baghchal-data%s", below);
    }
    return length < 0 || (size_t)length >= sizeof path ? NULL : strdup(path);
}

static int default_threads(void)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return processors <= 2 ? 1 : processors > 16 ? 8 : (int)processors / 2;
}

bool settings_init(struct settings *settings)
{
    *settings = (struct settings){
        .address = strdup("127.0.0.1"),
        .port = 8080,
        .data = default_data("/server"),
        .connections = LIMIT_CONNECTIONS_DEFAULT,
        .connections_per_address = LIMIT_CONNECTIONS_PER_ADDRESS_DEFAULT,
        .tables = LIMIT_LIVE_TABLES_DEFAULT,
        .threads = default_threads(),
        .solve = true,
        .solutions = default_data(""),
    };
    if (settings->address == NULL || settings->data == NULL || settings->solutions == NULL) {
        settings_free(settings);
        return false;
    }
    return true;
}

void settings_free(struct settings *settings)
{
    free(settings->address);
    free(settings->data);
    free(settings->web);
    free(settings->solutions);
    for (size_t i = 0; i < settings->origin_count; i++) {
        free(settings->origins[i]);
    }
    for (size_t i = 0; i < settings->trusted_proxy_count; i++) {
        free(settings->trusted_proxies[i]);
    }
    *settings = (struct settings){0};
}

static char **text_field(struct settings *settings, const char *name)
{
    return strcmp(name, "address") == 0 ? &settings->address
           : strcmp(name, "data") == 0  ? &settings->data
           : strcmp(name, "web") == 0   ? &settings->web
                                        : &settings->solutions;
}

static int *number_field(struct settings *settings, const char *name)
{
    return strcmp(name, "port") == 0                      ? &settings->port
           : strcmp(name, "connections") == 0             ? &settings->connections
           : strcmp(name, "connections-per-address") == 0 ? &settings->connections_per_address
           : strcmp(name, "tables") == 0                  ? &settings->tables
                                                          : &settings->threads;
}

static bool say(char *message, size_t size, const char *name, const char *what)
{
    (void)snprintf(message, size, "%s: %s", name, what);
    return false;
}

static bool set_list(char **list, size_t *count, const char *value)
{
    while (*value != '\0') {
        size_t length = strcspn(value, ", ");
        if (length > 0) {
            if (*count == SETTINGS_LIST_MAX) {
                return false;
            }
            list[*count] = strndup(value, length);
            if (list[*count] == NULL) {
                return false;
            }
            ++*count;
        }
        value += length;
        value += strspn(value, ", ");
    }
    return true;
}

/* Whether every part of a list is an origin as browsers send it: scheme, host in small letters and perhaps a port, nothing behind.
 * Another form would never match and lock every browser out. */
static bool are_origins(const char *value)
{
    for (value += strspn(value, ", "); *value != '\0'; value += strspn(value, ", ")) {
        size_t scheme = strncmp(value, "https://", 8) == 0 ? 8U : strncmp(value, "http://", 7) == 0 ? 7U : 0U;
        size_t length = strcspn(value, ", ");
        size_t host = strspn(value + scheme, "abcdefghijklmnopqrstuvwxyz0123456789.-:[]");
        if (scheme == 0 || host == 0 || scheme + host != length) {
            return false;
        }
        value += length;
    }
    return true;
}

static bool set_number(const struct setting *setting, int *number, const char *value)
{
    char *end = NULL;
    errno = 0;
    long read = strtol(value, &end, 10);
    if (errno != 0 || end == value || *end != '\0' || read < setting->smallest || read > setting->largest) {
        return false;
    }
    *number = (int)read;
    return true;
}

static const struct setting *find(const char *name)
{
    for (const struct setting *setting = settings_list; setting->name != NULL; setting++) {
        if (strcmp(setting->name, name) == 0) {
            return setting;
        }
    }
    return NULL;
}

bool settings_set(struct settings *settings, const char *name, const char *value, char *message, size_t size)
{
    const struct setting *setting = find(name);
    char what[128];
    if (setting == NULL) {
        return say(message, size, name, "there is no such setting");
    }
    switch (setting->kind) {
    case SETTING_TEXT: {
        char **field = text_field(settings, name);
        char *copy = strdup(value);
        if (copy == NULL || value[0] == '\0') {
            free(copy);
            return say(message, size, name, "a value is missing");
        }
        free(*field);
        *field = copy;
        return true;
    }
    case SETTING_LIST: {
        bool origin = strcmp(name, "origin") == 0;
        if (origin && !are_origins(value)) {
            return say(
                message, size, name,
                "expected scheme and host as browsers send them, such as https://play.example.org, without a slash "
                "behind");
        }
        bool set = origin ? set_list(settings->origins, &settings->origin_count, value)
                          : set_list(settings->trusted_proxies, &settings->trusted_proxy_count, value);
        return set || say(message, size, name, "there are too many values");
    }
    case SETTING_NUMBER:
        (void)snprintf(what, sizeof what, "expected a number from %d to %d", setting->smallest, setting->largest);
        return set_number(setting, number_field(settings, name), value) || say(message, size, name, what);
    case SETTING_SWITCH:
    default:
        if (strcmp(value, "yes") != 0 && strcmp(value, "no") != 0) {
            return say(message, size, name, "expected yes or no");
        }
        settings->solve = strcmp(value, "yes") == 0;
        return true;
    }
}

/* Cuts blanks off both ends, in place. */
static char *trim(char *text)
{
    while (isspace((unsigned char)*text)) {
        text++;
    }
    size_t length = strlen(text);
    while (length > 0 && isspace((unsigned char)text[length - 1])) {
        text[--length] = '\0';
    }
    return text;
}

static bool read_line(struct settings *settings, char *line, char *message, size_t size)
{
    char *content = trim(line);
    if (content[0] == '\0' || content[0] == '#') {
        return true;
    }
    char *equals = strchr(content, '=');
    if (equals == NULL) {
        return say(message, size, content, "expected name = value");
    }
    *equals = '\0';
    return settings_set(settings, trim(content), trim(equals + 1), message, size);
}

bool settings_read_file(struct settings *settings, const char *path, char *message, size_t size)
{
    FILE *file = fopen(path, "re");
    if (file == NULL) {
        return say(message, size, path, strerror(errno));
    }
    char line[LINE_SIZE];
    char what[LINE_SIZE];
    bool good = true;
    for (int number = 1; good && fgets(line, sizeof line, file) != NULL; number++) {
        if (strchr(line, '\n') == NULL && !feof(file)) {
            (void)snprintf(what, sizeof what, "the line is too long");
            good = false;
        } else {
            good = read_line(settings, line, what, sizeof what);
        }
        if (!good) {
            (void)snprintf(message, size, "%s:%d: %s", path, number, what);
        }
    }
    if (good && ferror(file) != 0) {
        good = say(message, size, path, "it cannot be read");
    }
    (void)fclose(file);
    return good;
}

bool settings_read_environment(struct settings *settings, char *message, size_t size)
{
    for (const struct setting *setting = settings_list; setting->name != NULL; setting++) {
        char variable[NAME_SIZE] = "BAGHCHAL_";
        size_t at = strlen(variable);
        for (const char *letter = setting->name; *letter != '\0' && at + 1 < sizeof variable; letter++) {
            variable[at++] = *letter == '-' ? '_' : (char)toupper((unsigned char)*letter);
        }
        variable[at] = '\0';
        const char *value = getenv(variable);
        if (value != NULL && value[0] != '\0' && !settings_set(settings, setting->name, value, message, size)) {
            return false;
        }
    }
    return true;
}
