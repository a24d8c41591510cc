#include "cli/program_runner.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static void read_all(FILE *file, char *text)
{
    rewind(file);
    size_t length = fread(text, 1, PROGRAM_TEXT_MAX - 1, file);
    text[length] = '\0';
    (void)fclose(file);
}

void run_program(struct program_result *result, const char *arguments, const char *input)
{
    char line[4096];
    int length = snprintf(line, sizeof line, "exec \"$BC_TEST_PROGRAM\" %s", arguments);
    assert_in_range(length, 1, sizeof line - 1);
    run_shell(result, line, input);
}

void run_shell(struct program_result *result, const char *line, const char *input)
{
    FILE *in = tmpfile();
    FILE *out = tmpfile();
    FILE *err = tmpfile();
    assert_non_null(in);
    assert_non_null(out);
    assert_non_null(err);
    if (input != NULL) {
        assert_int_equal(fputs(input, in) < 0, 0);
    }
    assert_int_equal(fflush(in), 0);
    rewind(in);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        (void)dup2(fileno(in), STDIN_FILENO);
        (void)dup2(fileno(out), STDOUT_FILENO);
        (void)dup2(fileno(err), STDERR_FILENO);
        (void)setenv("BC_TEST_PROGRAM", BC_PROGRAM, 1);
        (void)execl("/bin/bash", "bash", "-c", line, (char *)NULL);
        _exit(127);
    }
    int status = 0;
    assert_true(waitpid(child, &status, 0) == child);
    result->exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    (void)fclose(in);
    read_all(out, result->output);
    read_all(err, result->errors);
}
