#include "baghchal/version.h"
#include "cli/program_runner.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static struct program_result result;

/* Calls `check` with the name of each command that `baghchal --help` lists; returns how many there are. */
static unsigned each_command(void (*check)(const char *name))
{
    static char help[PROGRAM_TEXT_MAX];
    run_program(&result, "--help", NULL);
    assert_int_equal(result.exit_code, 0);
    memcpy(help, result.output, sizeof help);
    char *rest = strstr(help, "Commands:\n");
    assert_non_null(rest);
    rest += strlen("Commands:\n");
    unsigned count = 0;
    while (strncmp(rest, "  ", 2) == 0) {
        char *line = strsep(&rest, "\n") + 2;
        check(strsep(&line, " "));
        count++;
    }
    return count;
}

static void check_help(const char *name)
{
    static char first[PROGRAM_TEXT_MAX];
    if (strcmp(name, "help") == 0) {
        return;
    }
    char arguments[64];
    (void)snprintf(arguments, sizeof arguments, "%s --help", name);
    run_program(&result, arguments, NULL);
    assert_int_equal(result.exit_code, 0);
    assert_string_equal(result.errors, "");
    (void)snprintf(arguments, sizeof arguments, "Usage: baghchal %s", name);
    assert_memory_equal(result.output, arguments, strlen(arguments));
    memcpy(first, result.output, sizeof first);
    for (char *rest = first; rest != NULL;) {
        assert_true(strlen(strsep(&rest, "\n")) <= 120);
    }
    memcpy(first, result.output, sizeof first);
    (void)snprintf(arguments, sizeof arguments, "help %s", name);
    run_program(&result, arguments, NULL);
    assert_string_equal(result.output, first);
}

static void every_command_has_its_help(void **state)
{
    (void)state;
    assert_true(each_command(check_help) >= 3);
}

static void check_unknown_option(const char *name)
{
    if (strcmp(name, "help") == 0) {
        return;
    }
    char arguments[64];
    (void)snprintf(arguments, sizeof arguments, "%s --no-such-option", name);
    run_program(&result, arguments, NULL);
    assert_int_equal(result.exit_code, 2);
    assert_string_equal(result.output, "");
    assert_non_null(strstr(result.errors, "--no-such-option"));
}

static void every_command_refuses_an_unknown_option(void **state)
{
    (void)state;
    each_command(check_unknown_option);
}

static void the_version_is_told(void **state)
{
    (void)state;
    run_program(&result, "--version", NULL);
    assert_int_equal(result.exit_code, 0);
    assert_string_equal(result.output, "baghchal " BC_VERSION "\n");
}

static void without_a_command_the_help_goes_to_standard_error(void **state)
{
    (void)state;
    run_program(&result, "", NULL);
    assert_int_equal(result.exit_code, 2);
    assert_string_equal(result.output, "");
    assert_memory_equal(result.errors, "Usage: baghchal", 15);
}

static void a_misspelt_command_is_answered_with_the_nearest(void **state)
{
    (void)state;
    static const char *const misspelt[][2] = {
        {"shwo", "did you mean 'show'?"}, {"pertf 3", "did you mean 'perft'?"}, {"help pref", "did you mean 'perft'?"}};
    for (size_t i = 0; i < sizeof misspelt / sizeof misspelt[0]; i++) {
        run_program(&result, misspelt[i][0], NULL);
        assert_int_equal(result.exit_code, 2);
        assert_string_equal(result.output, "");
        assert_non_null(strstr(result.errors, misspelt[i][1]));
    }
    run_program(&result, "xylophone", NULL);
    assert_string_equal(result.errors, "baghchal: there is no command 'xylophone'\nSee 'baghchal --help'.\n");
}

static void output_that_cannot_be_written_is_an_error(void **state)
{
    (void)state;
    run_program(&result, "show >/dev/full", NULL);
    assert_int_equal(result.exit_code, 1);
    assert_non_null(strstr(result.errors, "cannot write the output: "));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_command_has_its_help),
        cmocka_unit_test(every_command_refuses_an_unknown_option),
        cmocka_unit_test(the_version_is_told),
        cmocka_unit_test(without_a_command_the_help_goes_to_standard_error),
        cmocka_unit_test(a_misspelt_command_is_answered_with_the_nearest),
        cmocka_unit_test(output_that_cannot_be_written_is_an_error),
    };
    return cmocka_run_group_tests_name("the program", tests, NULL, NULL);
}
