#include "cli/options.h"

#include "cli/command.h"

#include <baghchal/text.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPTIONS_MAX = 32 };

static int complain_unknown_option(const char *command, const struct option *options, const char *word, size_t length)
{
    const char *names[OPTIONS_MAX + 2];
    size_t count = 0;
    for (; options->name != NULL && count < OPTIONS_MAX; options++) {
        names[count++] = options->name;
    }
    names[count++] = "help";
    names[count] = NULL;
    char name[32];
    const char *nearest = NULL;
    if (length > 2 && length - 2 < sizeof name) {
        memcpy(name, word + 2, length - 2);
        name[length - 2] = '\0';
        nearest = nearest_word(name, names);
    }
    if (nearest != NULL) {
        return complain_usage(command, "unknown option '%.*s'; did you mean '--%s'?", (int)length, word, nearest);
    }
    return complain_usage(command, "unknown option '%.*s'", (int)length, word);
}

static int read_number(const char *command, const struct option *option, const char *text)
{
    char *end = NULL;
    errno = 0;
    unsigned long number = strtoul(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0 || number < option->minimum ||
        number > option->maximum) {
        return complain_usage(command, "--%s takes a number from %lu to %lu, not '%s'", option->name, option->minimum,
                              option->maximum, text);
    }
    *option->number = number;
    return EXIT_DONE;
}

/* Reads the option in argv[*index], moving *index on to its value where that is a word of its own. */
static int read_option(const char *command, const struct option *options, int argc, char **argv, int *index)
{
    const char *word = argv[*index];
    const char *equals = strchr(word, '=');
    size_t length = equals != NULL ? (size_t)(equals - word) : strlen(word);
    const struct option *option = options;
    while (option->name != NULL && !(length > 2 && word[1] == '-' && strlen(option->name) == length - 2 &&
                                     memcmp(option->name, word + 2, length - 2) == 0)) {
        option++;
    }
    if (option->name == NULL) {
        return complain_unknown_option(command, options, word, length);
    }
    if (option->flag != NULL) {
        if (equals != NULL) {
            return complain_usage(command, "--%s takes no value", option->name);
        }
        *option->flag = true;
        return EXIT_DONE;
    }
    const char *value = equals != NULL ? equals + 1 : NULL;
    if (value == NULL) {
        if (*index + 1 >= argc) {
            return complain_usage(command, "--%s needs a value", option->name);
        }
        value = argv[++*index];
    }
    if (option->text != NULL) {
        *option->text = value;
        return EXIT_DONE;
    }
    return read_number(command, option, value);
}

int read_options(const char *command, const struct option *options, int *argc, char **argv)
{
    int operands = 1;
    bool options_end = false;
    for (int i = 1; i < *argc; i++) {
        if (options_end || argv[i][0] != '-' || argv[i][1] == '\0') {
            argv[operands++] = argv[i];
        } else if (strcmp(argv[i], "--") == 0) {
            options_end = true;
        } else {
            int code = read_option(command, options, *argc, argv, &i);
            if (code != EXIT_DONE) {
                return code;
            }
        }
    }
    *argc = operands;
    return EXIT_DONE;
}

int read_board_option(const char *command, const char *name, struct bc_board *board)
{
    if (name == NULL) {
        bc_board_init_standard(board);
        return EXIT_DONE;
    }
    const struct bc_board_description *description = NULL;
    if (bc_board_find(name, strlen(name), &description) == BC_OK && bc_board_init(board, description) == BC_OK) {
        return EXIT_DONE;
    }
    char names[256] = "";
    size_t length = 0;
    for (size_t i = 0; bc_board_description(i) != NULL && length < sizeof names; i++) {
        length += (size_t)snprintf(names + length, sizeof names - length, "%s%s", i == 0 ? "" : ", ",
                                   bc_board_description(i)->name);
    }
    return complain_usage(command, "--board: no board is called '%s'; there are %s", name, names);
}

int read_rules_option(const char *command, const struct bc_board *board, const char *text, struct bc_rules *rules)
{
    if (text == NULL) {
        *rules = bc_rules_default(board);
        return EXIT_DONE;
    }
    size_t offset = 0;
    enum bc_error error = bc_rules_read(board, text, strlen(text), rules, &offset);
    if (error != BC_OK) {
        return complain_usage(command, "--rules: %s, at '%s'", bc_error_text(error), text + offset);
    }
    return EXIT_DONE;
}

int read_position_text(const char *command, const struct bc_board *board, const char *text,
                       struct bc_position *position)
{
    if (text == NULL) {
        bc_position_start(board, position);
        return EXIT_DONE;
    }
    size_t offset = 0;
    enum bc_error error = bc_position_read(board, text, strlen(text), position, &offset);
    if (error == BC_OK) {
        return EXIT_DONE;
    }
    return complain(command, "position, column %zu: %s\n  %s\n  %*s", offset + 1, bc_error_text(error), text,
                    (int)offset + 1, "^");
}

char *join_words(int count, char **words)
{
    size_t length = 1;
    for (int i = 0; i < count; i++) {
        length += strlen(words[i]) + 1;
    }
    char *text = calloc(length, 1);
    if (text == NULL) {
        return NULL;
    }
    char *end = text;
    for (int i = 0; i < count; i++) {
        if (i > 0) {
            *end++ = ' ';
        }
        end = stpcpy(end, words[i]);
    }
    return text;
}
