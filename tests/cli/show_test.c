#include "cli/program_runner.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct program_result result;

static void the_board_is_drawn_with_its_lines(void **state)
{
    (void)state;
    run_program(&result, "show --ascii", NULL);
    assert_int_equal(result.exit_code, 0);
    assert_string_equal(result.errors, "");
    static const char expected[] = "5  T---.---.---.---T\n"
                                   "   | \\ | / | \\ | / |\n"
                                   "4  .---.---.---.---.\n"
                                   "   | / | \\ | / | \\ |\n"
                                   "3  .---.---.---.---.\n"
                                   "   | \\ | / | \\ | / |\n"
                                   "2  .---.---.---.---.\n"
                                   "   | / | \\ | / | \\ |\n"
                                   "1  T---.---.---.---T\n"
                                   "\n"
                                   "   a   b   c   d   e\n"
                                   "\n"
                                   "Position      T3T/5/5/5/T3T g 20 0 0 1\n"
                                   "Rules         nepal\n"
                                   "To move       goats, turn 1\n"
                                   "Goats         20 in hand, 0 on the board, 0 eaten (5 to win)\n"
                                   "Tigers        0 of 4 trapped\n"
                                   "State         in play\n"
                                   "Moves (21)    b1 c1 d1 a2 b2 c2 d2 e2 a3 b3 c3 d3 e3 a4 b4 c4 d4 e4 b5 c5 d5\n";
    assert_string_equal(result.output, expected);
}

static void a_board_without_diagonals_has_none(void **state)
{
    (void)state;
    run_program(&result, "show --ascii --board 4x4", NULL);
    assert_null(strchr(result.output, '\\'));
    assert_non_null(strstr(result.output, "4  T---.---.---T\n   |   |   |   |\n"));
}

static void a_position_may_be_one_word_or_several(void **state)
{
    (void)state;
    run_program(&result, "show 'GGGGG/GGGGT/G1GGG/GGTTG/GGGTG t 0 0 20 30'", NULL);
    char first[4096];
    assert_true(strlen(result.output) < sizeof first);
    memcpy(first, result.output, strlen(result.output) + 1);
    assert_non_null(strstr(first, "Tigers        4 of 4 trapped: d1 c2 d2 e4\n"));
    assert_non_null(strstr(first, "State         the goats win: every tiger is trapped (trapped)\n"));
    assert_non_null(strstr(first, "Moves (0)\n"));
    run_program(&result, "show GGGGG/GGGGT/G1GGG/GGTTG/GGGTG t 0 0 20 30", NULL);
    assert_string_equal(result.output, first);
}

static void stuck_goats_end_the_game_as_the_rules_say(void **state)
{
    (void)state;
    run_program(&result, "show 1TGGG/TTGGG/GGGGG/GGGGG/GGGGT g 0 0 1 22", NULL);
    assert_non_null(strstr(result.output, "State         the tigers win: no goat can move (stuck)\n"));
    run_program(&result, "show 1TGGG/TTGGG/GGGGG/GGGGG/GGGGT g 0 0 1 22 --rules spiralogics", NULL);
    assert_non_null(strstr(result.output, "State         a draw: no goat can move (stuck)\n"));
    run_program(&result, "show --board 3x3 GGT/GTT/T2 g 0 1 0 5", NULL);
    assert_non_null(strstr(result.output, "State         the tigers win: enough goats are eaten (captured)\n"));
    run_program(&result, "show --board 3x3 --rules goats=2 GGT/GTT/T2 g 0 1 0 5", NULL);
    assert_non_null(strstr(result.output, "State         the tigers win: no goat can move (stuck)\n"));
    run_program(&result, "show --board 3x3 --rules goats=2,stalemate=draw GGT/GTT/T2 g 0 1 0 5", NULL);
    assert_non_null(strstr(result.output, "State         a draw: no goat can move (stuck)\n"));
}

static void a_broken_position_is_refused_with_its_place(void **state)
{
    (void)state;
    run_program(&result, "show T3X/5/5/5/T3T g 20 0", NULL);
    assert_int_equal(result.exit_code, 1);
    assert_string_equal(result.output, "");
    assert_string_equal(
        result.errors,
        "baghchal show: position, column 3: a rank holds a character that is no piece and no digit from 1 to 9\n"
        "  T3X/5/5/5/T3T g 20 0\n"
        "    ^\n");
}

static void colours_appear_when_asked_for_and_not_in_a_pipe(void **state)
{
    (void)state;
    run_program(&result, "show", NULL);
    assert_null(strchr(result.output, '\033'));
    run_program(&result, "show --colour always", NULL);
    assert_non_null(strchr(result.output, '\033'));
    run_program(&result, "show --color never", NULL);
    assert_null(strchr(result.output, '\033'));
    run_program(&result, "show --colour pink", NULL);
    assert_int_equal(result.exit_code, 2);
    assert_non_null(strstr(result.errors, "--colour takes auto, always or never, not 'pink'"));
}

static void json_says_what_the_text_says(void **state)
{
    (void)state;
    run_program(&result, "show --json --board 3x3 GGT/GTT/T2 g 0 1 0 5", NULL);
    assert_string_equal(
        result.output,
        "{\"board\": \"3x3\", \"position\": \"GGT/GTT/T2 g 0 1 0 5\", \"rules\": {\"name\": \"nepal\", "
        "\"goats_to_win\": 1, "
        "\"goat_stalemate\": \"tigers\", \"repetition\": \"draw\", \"quiet_turn_limit\": 100}, \"side\": \"goats\", "
        "\"turn\": 5, "
        "\"goats_in_hand\": 0, \"goats_eaten\": 1, \"quiet_turns\": 0, \"tigers\": [\"a1\", \"b2\", \"c2\", \"c3\"], "
        "\"goats\": [\"a2\", \"a3\", \"b3\"], \"trapped_tigers\": [\"c3\"], \"result\": \"0-1\", \"termination\": "
        "\"captured\", "
        "\"moves\": []}\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_board_is_drawn_with_its_lines),
        cmocka_unit_test(a_board_without_diagonals_has_none),
        cmocka_unit_test(a_position_may_be_one_word_or_several),
        cmocka_unit_test(stuck_goats_end_the_game_as_the_rules_say),
        cmocka_unit_test(a_broken_position_is_refused_with_its_place),
        cmocka_unit_test(colours_appear_when_asked_for_and_not_in_a_pipe),
        cmocka_unit_test(json_says_what_the_text_says),
    };
    return cmocka_run_group_tests_name("baghchal show", tests, NULL, NULL);
}
