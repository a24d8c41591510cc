/* What a host can set: by flags, by environment variables, by a file; in this order of precedence, then the defaults.
 *
 * One list names every setting. `--name VALUE` on the command line is BAGHCHAL_NAME in the environment (upper case, underscores) and
 * `name = VALUE` in the file. Texts belong to the settings and are freed by settings_free(). */
#ifndef BAGHCHAL_SERVER_SETTINGS_H
#define BAGHCHAL_SERVER_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

enum { SETTINGS_LIST_MAX = 16 };

struct settings {
    char *address;
    int port;
    char *data;                       /* folder */
    char *web;                        /* folder of the page; NULL when there is none */
    char *origins[SETTINGS_LIST_MAX]; /* such as https://play.example.org */
    size_t origin_count;
    char *trusted_proxies[SETTINGS_LIST_MAX]; /* addresses */
    size_t trusted_proxy_count;
    int connections;
    int connections_per_address;
    int tables;      /* in memory at once */
    int threads;     /* of the computer; 0 for no computer */
    bool solve;      /* make the standard solution in the background */
    char *solutions; /* folder that holds solution folders */
};

enum setting_kind { SETTING_TEXT, SETTING_LIST, SETTING_NUMBER, SETTING_SWITCH };

struct setting {
    const char *name;
    enum setting_kind kind;
    const char *value; /* how the help names the value */
    const char *help;
    int smallest, largest;
};

/* Every setting, ended by one without a name. */
extern const struct setting settings_list[];

/* Fills in the defaults. Returns false without memory. */
bool settings_init(struct settings *settings);
void settings_free(struct settings *settings);

/* Sets one. Lists grow with each call; a comma separates several. Returns false and a sentence. */
bool settings_set(struct settings *settings, const char *name, const char *value, char *message, size_t size);

/* Reads a file of lines `name = value`, `#` beginning a comment. */
bool settings_read_file(struct settings *settings, const char *path, char *message, size_t size);

/* Reads the environment. */
bool settings_read_environment(struct settings *settings, char *message, size_t size);

#endif
