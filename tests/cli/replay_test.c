/* baghchal replay: what it writes for good games and what it says about bad ones. */
#include "cli/program_runner.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static struct program_result result;

static void expect(int exit_code, const char *output, const char *errors)
{
    assert_string_equal(result.output, output);
    assert_string_equal(result.errors, errors);
    assert_int_equal(result.exit_code, exit_code);
}

static void the_reference_games_give_the_index(void **state)
{
    (void)state;
    static char index[PROGRAM_TEXT_MAX];
    FILE *file = fopen(BC_REFERENCE_DIR "/games/index.tsv", "rb");
    assert_non_null(file);
    index[fread(index, 1, sizeof index - 1, file)] = '\0';
    (void)fclose(file);
    assert_int_equal(chdir(BC_REFERENCE_DIR "/games"), 0);
    run_program(&result, "replay g*.txt", NULL);
    expect(0, strchr(index, '\n') + 1, "");
}

static void standard_input_is_called_a_dash(void **state)
{
    (void)state;
    run_program(&result, "replay", "1. c3 a5-b5 *\n");
    expect(0, "-\t*\tunfinished\t2\t1T2T/5/2G2/5/T3T g 19 0 0 2\n", "");
    run_program(&result, "replay -", "\xEF\xBB\xBF[Result \"0-1\"]\r\n\r\n1. c3 0-1");
    expect(0, "-\t0-1\tresignation\t1\tT3T/5/2G2/5/T3T t 19 0 0 1\n", "");
}

static void a_file_name_stays_one_field_of_one_line(void **state)
{
    (void)state;
    char folder[] = "/tmp/baghchal-replay-XXXXXX";
    static const char name[] = "a\tb\nc\\d";
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chdir(folder), 0);
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    (void)fputs("1. c3 a5-b5 *\n", file);
    assert_int_equal(fclose(file), 0);
    run_program(&result, "replay *", NULL);
    expect(0, "a\\tb\\nc\\\\d\t*\tunfinished\t2\t1T2T/5/2G2/5/T3T g 19 0 0 2\n", "");
    assert_int_equal(unlink(name), 0);
    assert_int_equal(chdir("/"), 0);
    assert_int_equal(rmdir(folder), 0);
}

static void faults_are_reported_and_other_games_come_out(void **state)
{
    (void)state;
    run_program(&result, "replay",
                "1. c3 a5-b5 *\n"
                "\n"
                "1. c3 a5-c5 *\n"
                "[Event \"x\"]\n"
                "[Result \"*\"]\n"
                "1. c3 (1. a1 a5-b5)\n"
                "  a5-b5 *\n"
                "[GoatsToWin \"21\"]\n"
                "*\n"
                "[Event \"open comment\"]\n"
                "1. c3 { *\n"
                "[Event \"last\"]\n"
                "1. c3 1/2-1/2\n");
    expect(1,
           "-\t*\tunfinished\t2\t1T2T/5/2G2/5/T3T g 19 0 0 2\n"
           "-\t1/2-1/2\tagreement\t1\tT3T/5/2G2/5/T3T t 19 0 0 1\n",
           "-:3:7: a5-c5: no line leads from the one point to the other\n"
           "-:6:11: a1: the point is not empty\n"
           "-:8:14: the board does not have that many goats\n"
           "-:11:7: the comment is not closed\n");
}

static void a_contradiction_says_what_the_moves_come_to(void **state)
{
    (void)state;
    run_program(&result, "replay - < <(sed 's/1-0/0-1/' " BC_REFERENCE_DIR "/games/g0001.txt)", NULL);
    expect(1, "", "-:11:30: the moves lead to another result: 1-0, trapped\n");
    run_program(&result, "replay - < <(sed 's/trapped/captured/' " BC_REFERENCE_DIR "/games/g0001.txt)", NULL);
    expect(1, "", "-:6:15: the moves and the result do not agree with the termination: 1-0, trapped\n");
}

static void a_text_without_games_and_a_missing_file_are_faults(void **state)
{
    (void)state;
    run_program(&result, "replay", "");
    expect(1, "", "-:1:1: there is no game\n");
    run_program(&result, "replay /nowhere/at/all", NULL);
    expect(1, "", "baghchal replay: /nowhere/at/all: No such file or directory\n");
    run_program(&result, "replay --colour", NULL);
    assert_int_equal(result.exit_code, 2);
}

static void json_is_an_object_a_line(void **state)
{
    (void)state;
    run_program(&result, "replay --json", "*\n[Board \"4x4\"]\n\n1. b2 *\n");
    expect(0,
           "{\"file\": \"-\", \"line\": 1, \"board\": \"standard\", \"rules\": \"nepal\", \"result\": \"*\", "
           "\"termination\": \"unfinished\", \"plies\": 0, \"position\": \"T3T/5/5/5/T3T g 20 0 0 1\"}\n"
           "{\"file\": \"-\", \"line\": 2, \"board\": \"4x4\", \"rules\": \"nepal\", \"result\": \"*\", "
           "\"termination\": \"unfinished\", \"plies\": 1, \"position\": \"T2T/4/1G2/T2T t 11 0 0 1\"}\n",
           "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_reference_games_give_the_index),
        cmocka_unit_test(standard_input_is_called_a_dash),
        cmocka_unit_test(a_file_name_stays_one_field_of_one_line),
        cmocka_unit_test(faults_are_reported_and_other_games_come_out),
        cmocka_unit_test(a_contradiction_says_what_the_moves_come_to),
        cmocka_unit_test(a_text_without_games_and_a_missing_file_are_faults),
        cmocka_unit_test(json_is_an_object_a_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
