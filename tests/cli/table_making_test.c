/* The tables that `perfect` lacks are made in the background, and asked when they are there. */
#include "cli/program_runner.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct program_result result;
static char folder[] = "/tmp/baghchal-making-XXXXXX";

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) == NULL || setenv("XDG_DATA_HOME", folder, 1) != 0;
}

static int remove_folder(void **state)
{
    (void)state;
    run_shell(&result, "rm -r \"$XDG_DATA_HOME\"", NULL);
    return result.exit_code;
}

/* Starts the engine on the small board with perfect and these options, and asks for moves until the pattern is in its answer. */
#define TALK                                                                                 \
    "coproc engine { \"$BC_TEST_PROGRAM\" engine --board 3x3; }\n"                           \
    "exec {to}>&\"${engine[1]}\" {from}<&\"${engine[0]}\"\n"                                 \
    "ask() { printf 'go\\n' >&$to; while read -r line <&$from; do printf '%s\\n' \"$line\";" \
    " [[ $line != bestmove* ]] || return 0; done; exit 9; }\n"

static void the_engine_says_that_it_makes_tables_and_asks_them_when_they_are_there(void **state)
{
    (void)state;
    run_shell(&result,
              TALK "printf 'setoption name Level value perfect\\n' >&$to\n"
                   "while ((SECONDS < 400)); do ask >>\"$XDG_DATA_HOME/said\"\n"
                   "grep -q 'the tables are made' \"$XDG_DATA_HOME/said\" && break; sleep 0.02; done\n"
                   "printf 'quit\\n' >&$to; cat \"$XDG_DATA_HOME/said\"\n"
                   "\"$BC_TEST_PROGRAM\" value --board 3x3",
              NULL);
    assert_int_equal(result.exit_code, 0);
    assert_non_null(strstr(result.output, "the tables for these rules are being made"));
    assert_non_null(strstr(result.output, "the tables are made and are asked from now on"));
}

static void nothing_is_made_where_that_is_not_wanted(void **state)
{
    (void)state;
    run_shell(&result,
              TALK "printf 'setoption name Solve value no\\nsetoption name Level value perfect\\n' >&$to; ask\n"
                   "printf 'setoption name Tables value off\\nsetoption name Solve value yes\\n' >&$to; ask\n"
                   "printf 'setoption name Rules value goats=2\\n' >&$to; ask\n"
                   "printf 'quit\\n' >&$to",
              NULL);
    assert_int_equal(result.exit_code, 0);
    assert_non_null(strstr(result.output, "bestmove"));
    assert_null(strstr(result.output, "are being made"));
}

static void where_repetition_is_forbidden_tables_with_repetition_as_a_draw_are_made(void **state)
{
    (void)state;
    run_shell(&result,
              TALK "printf 'setoption name Rules value no-repeat\\nsetoption name Level value perfect\\n' >&$to\n"
                   "until ask | grep 'the tables are made'; do ((SECONDS < 250)) || exit 9; sleep 0.02; done\n"
                   "printf 'quit\\n' >&$to\n"
                   "\"$BC_TEST_PROGRAM\" value --board 3x3 --rules no-repeat,repetition=draw",
              NULL);
    assert_int_equal(result.exit_code, 0);
    assert_non_null(strstr(result.output, "the tables are made and are asked from now on"));
}

static void a_match_with_perfect_ends_though_the_tables_are_not_ready(void **state)
{
    (void)state;
    run_program(&result, "match perfect random --board 3x3 --rules goats=3 --games 2", NULL);
    assert_int_equal(result.exit_code, 0);
    assert_non_null(strstr(result.errors, "the tables for these rules are being made"));
    run_program(&result, "match perfect random --board 3x3 --rules goats=1 --games 2 --solve no", NULL);
    assert_int_equal(result.exit_code, 0);
    assert_null(strstr(result.errors, "being made"));
    run_program(&result, "match perfect random --solve maybe", NULL);
    assert_int_equal(result.exit_code, 2);
}

static void a_game_says_that_tables_are_being_made(void **state)
{
    (void)state;
    run_program(&result, "play --board 3x3 --rules goats=4 --against perfect", "resign\n");
    assert_non_null(strstr(result.output, "There are no tables for these rules yet: they are being made"));
    run_program(&result, "play --board 3x3 --rules goats=4 --against perfect --solve no", "resign\n");
    assert_non_null(strstr(result.output, "'baghchal solve' makes them"));
}

static void the_whole_is_made_though_nobody_asks_in_between(void **state)
{
    (void)state;
    run_shell(&result,
              TALK "printf 'setoption name Rules value spiralogics\\nsetoption name Level value perfect\\n' >&$to\n"
                   "until \"$BC_TEST_PROGRAM\" value --board 3x3 --rules spiralogics 2>/dev/null; do\n"
                   "((SECONDS < 200)) || exit 8; sleep 0.05; done\n"
                   "until ask | grep 'the tables are made'; do ((SECONDS < 250)) || exit 9; sleep 0.02; done\n"
                   "printf 'quit\\n' >&$to",
              NULL);
    assert_int_equal(result.exit_code, 0);
    assert_non_null(strstr(result.output, "the tables are made and are asked from now on"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_engine_says_that_it_makes_tables_and_asks_them_when_they_are_there),
        cmocka_unit_test(nothing_is_made_where_that_is_not_wanted),
        cmocka_unit_test(where_repetition_is_forbidden_tables_with_repetition_as_a_draw_are_made),
        cmocka_unit_test(a_match_with_perfect_ends_though_the_tables_are_not_ready),
        cmocka_unit_test(a_game_says_that_tables_are_being_made),
        cmocka_unit_test(the_whole_is_made_though_nobody_asks_in_between),
    };
    return cmocka_run_group_tests_name("making tables", tests, make_folder, remove_folder);
}
