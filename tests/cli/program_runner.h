/* Runs the program for a test and keeps what it wrote.
 *
 * run_program() takes the command line after "baghchal" as a shell would; standard input comes from `input` (NULL: none). The texts live in
 * the result until the next run with it, and are always ended by NUL. */
#ifndef TESTS_CLI_PROGRAM_RUNNER_H
#define TESTS_CLI_PROGRAM_RUNNER_H

#include <stddef.h>

enum { PROGRAM_TEXT_MAX = 1 << 18 };

struct program_result {
    int exit_code; /* 128 + N when killed by signal N */
    char output[PROGRAM_TEXT_MAX];
    char errors[PROGRAM_TEXT_MAX];
};

/* Runs a line of bash, in which "$BC_TEST_PROGRAM" is the program, and waits for it. */
void run_shell(struct program_result *result, const char *line, const char *input);

/* Runs the program and waits for it. Fails the test if it cannot be started. */
void run_program(struct program_result *result, const char *arguments, const char *input);

#endif
