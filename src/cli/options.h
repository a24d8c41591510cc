/* Options of a command line, and the words that several commands read alike: boards, rule sets, positions.
 *
 * Options are long: "--name VALUE" or "--name=VALUE". They may stand before, between and after the operands; "--" ends them. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <baghchal/rules.h>

#include <stdbool.h>

/* One option. Exactly one of `flag`, `text` and `number` is set and says where its value goes. */
struct option {
    const char *name; /* without the dashes */
    bool *flag;
    const char **text;
    unsigned long *number;
    unsigned long minimum; /* of the number */
    unsigned long maximum;
};

/* Reads the options (a list ended by one without a name). Afterwards argv[1] to argv[*argc - 1] are the operands, in their order.
 * Returns EXIT_DONE, or EXIT_USAGE after a complaint. */
int read_options(const char *command, const struct option *options, int *argc, char **argv);

/* Prepares the board called `name`, or the standard one if it is NULL. Returns EXIT_DONE or EXIT_USAGE. */
int read_board_option(const char *command, const char *name, struct bc_board *board);

/* Reads a rule set, or takes the board's default if `text` is NULL. Returns EXIT_DONE or EXIT_USAGE. */
int read_rules_option(const char *command, const struct bc_board *board, const char *text, struct bc_rules *rules);

/* Reads a position, or takes the board's start if `text` is NULL. Returns EXIT_DONE or EXIT_INPUT. */
int read_position_text(const char *command, const struct bc_board *board, const char *text,
                       struct bc_position *position);

/* Joins the words with spaces into memory that the caller frees, or returns NULL when memory is short. */
char *join_words(int count, char **words);

#endif
