/* What every command of the program has, and what it may use to speak.
 *
 * A command is one file that defines one `struct command`; src/cli/commands.c lists them. `run` gets the words after the
 * program's name, argv[0] being the command's; "--help" never reaches it. It returns an exit code, writes results to standard output
 * and complaints to standard error. main() flushes standard output afterwards and reports if that fails. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

enum exit_code {
    EXIT_DONE = 0,
    EXIT_INPUT = 1, /* the input's fault */
    EXIT_USAGE = 2, /* the command line's fault */
};

struct command {
    const char *name;
    const char *summary; /* a line for `baghchal --help`, without a full stop */
    const char *help;    /* the whole of `baghchal NAME --help` */
    int (*run)(int argc, char **argv);
};

/* The commands in the order of the help; a null pointer ends the list. */
extern const struct command *const commands[];

/* Writes "baghchal COMMAND: " and the text to standard error; `command` may be NULL. Returns EXIT_INPUT. */
__attribute__((format(printf, 2, 3))) int complain(const char *command, const char *format, ...);

/* As complain(), then where to find help. Returns EXIT_USAGE. */
__attribute__((format(printf, 2, 3))) int complain_usage(const char *command, const char *format, ...);

/* The word of the list (ended by NULL) that is most likely meant by `word`, or NULL if none is near. */
const char *nearest_word(const char *word, const char *const *words);

#endif
