/* The words of the commands that make and read solutions: folders, sizes of memory, opening with a complaint. */
#ifndef CLI_SOLUTION_OPTION_H
#define CLI_SOLUTION_OPTION_H

#include <baghchal/solution.h>

/* The folder that was asked for, or the default one of a rule set. `path` holds BC_SOLUTION_PATH_MAX characters. Returns EXIT_DONE or
 * EXIT_INPUT. */
int read_folder_option(const char *command, const struct bc_board *board, const struct bc_rules *rules,
                       const char *text, char *path);

/* Reads a number of bytes with an optional K, M, G or T (powers of 1024). Returns EXIT_DONE or EXIT_USAGE. */
int read_bytes_option(const char *command, const char *name, const char *text, uint64_t *bytes);

/* Reads yes (also when there is no text) or no. Returns EXIT_DONE or EXIT_USAGE. */
int read_solve_option(const char *command, const char *text, bool *wanted);

/* Where repetition is forbidden, says on standard error that tables can only hold for repetition as a draw, and changes the rules
 * to that. */
void allow_repetition(const char *command, struct bc_rules *rules);

/* Opens the solution of a rule set, or says how to make it. Returns EXIT_DONE or EXIT_INPUT. */
int open_solution(const char *command, const struct bc_board *board, const struct bc_rules *rules, const char *folder,
                  size_t cache_bytes, struct bc_solution **solution);

#endif
