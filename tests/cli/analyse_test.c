#include "cli/program_runner.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct program_result result;

static void a_position_is_searched_to_the_depth_wanted(void **state)
{
    (void)state;
    run_program(&result, "analyse --depth 3 --lines 2 --no-tables", NULL);
    assert_int_equal(result.exit_code, 0);
    assert_non_null(strstr(result.output, "depth 3/"));
    assert_null(strstr(result.output, "depth 4/"));
    run_program(&result, "analyse GGGG1/TGGGG/GTTGG/GGGGG/GTGGG g 0 0 1 21 --depth 3 --json --no-tables", NULL);
    assert_int_equal(result.exit_code, 0);
    assert_non_null(strstr(result.output, "\"+W1\""));
}

static void every_move_of_a_game_gets_a_verdict(void **state)
{
    (void)state;
    run_program(&result, "analyse " BC_REFERENCE_DIR "/games/g0003.txt --depth 2 --no-tables", NULL);
    assert_string_equal(result.errors, "");
    assert_int_equal(result.exit_code, 0);
    unsigned lines = 0;
    for (const char *at = result.output; (at = strchr(at, '\n')) != NULL; at++) {
        lines++;
    }
    assert_int_equal(lines, 47);
    assert_memory_equal(result.output, "1. c5\t", 6);
    assert_non_null(strstr(result.output, "24. a4-b4\t+W1\t+W1\ta4-b4\tbest\n"));
}

static void a_move_that_throws_the_game_away_is_a_blunder(void **state)
{
    (void)state;
    run_program(&result, "analyse - --depth 3 --no-tables",
                "[Position \"T3T/5/2G2/5/T3T t 19 0\"]\n\n1... a1-a2 2. b2 a2xc2 3. b4 a5xc3 4. b3 *\n");
    assert_int_equal(result.exit_code, 1);
    run_program(&result, "analyse - --depth 1 --no-tables",
                "[Position \"GGGG1/TGGGG/GTTGG/GGGGG/GTGGG g 0 0 1 21\"]\n\n21. d4-e5 *\n");
    assert_int_equal(result.exit_code, 0);
    assert_non_null(strstr(result.output, "gives up the win"));
}

static void what_cannot_be_analysed_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *arguments;
        int exit_code;
    } cases[] = {
        {"analyse /nonexistent/file", 1},
        {"analyse 'T3T/5/5/5 g 20 0'", 1},
        {"analyse 'GGGGG/TGGG1/GTTGG/GGGGG/GTGGG t 0 0 2 21' --no-tables", 1},
        {"analyse --depth 0", 2},
        {"analyse --solution /nonexistent --depth 1", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        run_program(&result, cases[i].arguments, NULL);
        assert_int_equal(result.exit_code, cases[i].exit_code);
        assert_string_not_equal(result.errors, "");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_position_is_searched_to_the_depth_wanted),
        cmocka_unit_test(every_move_of_a_game_gets_a_verdict),
        cmocka_unit_test(a_move_that_throws_the_game_away_is_a_blunder),
        cmocka_unit_test(what_cannot_be_analysed_is_refused),
    };
    return cmocka_run_group_tests_name("cli analyse", tests, NULL, NULL);
}
