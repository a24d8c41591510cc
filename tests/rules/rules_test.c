/* Rule sets: the named ones, their text form, and the end of the game as one position shows it. */
#include "cmocka_all.h"

#include <baghchal/rules.h>
#include <baghchal/text.h>

#include <string.h>

static struct bc_board board;

static struct bc_rules read_rules(const char *text)
{
    struct bc_rules rules = {0};
    size_t offset = 0;
    assert_int_equal(bc_rules_read(&board, text, strlen(text), &rules, &offset), BC_OK);
    return rules;
}

static void assert_rules(struct bc_rules rules, int goats, int stalemate, int repetition, int quiet)
{
    assert_int_equal(rules.goats_to_win, goats);
    assert_int_equal(rules.goat_stalemate, stalemate);
    assert_int_equal(rules.repetition, repetition);
    assert_int_equal(rules.quiet_turn_limit, quiet);
}

static void named_sets_are_those_of_the_rules(void **state)
{
    (void)state;
    bc_board_init_standard(&board);
    assert_rules(read_rules("nepal"), 5, BC_STALEMATE_TIGERS_WIN, BC_REPETITION_DRAW, 100);
    assert_rules(read_rules("four"), 4, BC_STALEMATE_TIGERS_WIN, BC_REPETITION_DRAW, 100);
    assert_rules(read_rules("six"), 6, BC_STALEMATE_TIGERS_WIN, BC_REPETITION_DRAW, 100);
    assert_rules(read_rules("spiralogics"), 5, BC_STALEMATE_DRAW, BC_REPETITION_DRAW, 100);
    assert_rules(read_rules("no-repeat"), 5, BC_STALEMATE_TIGERS_WIN, BC_REPETITION_FORBIDDEN, 0);
    assert_rules(read_rules("all-goats"), 20, BC_STALEMATE_TIGERS_WIN, BC_REPETITION_DRAW, 100);
    assert_rules(bc_rules_default(&board), 5, BC_STALEMATE_TIGERS_WIN, BC_REPETITION_DRAW, 100);
    assert_null(bc_rules_named(6));
}

static void options_change_a_named_set_or_the_default(void **state)
{
    (void)state;
    bc_board_init_standard(&board);
    assert_rules(read_rules("goats=7,quiet=0"), 7, BC_STALEMATE_TIGERS_WIN, BC_REPETITION_DRAW, 0);
    assert_rules(read_rules("no-repeat,goats=6,stalemate=draw"), 6, BC_STALEMATE_DRAW, BC_REPETITION_FORBIDDEN, 0);
    assert_rules(read_rules("repetition=none"), 5, BC_STALEMATE_TIGERS_WIN, BC_REPETITION_NONE, 100);
    assert_rules(read_rules("six,stalemate=tigers,repetition=draw,quiet=65535"), 6, BC_STALEMATE_TIGERS_WIN,
                 BC_REPETITION_DRAW, 65535);
}

static void small_boards_keep_their_usual_goal(void **state)
{
    (void)state;
    assert_int_equal(bc_board_init(&board, bc_board_description(1)), BC_OK);
    assert_int_equal(bc_rules_default(&board).goats_to_win, 3);
    assert_int_equal(read_rules("spiralogics").goats_to_win, 3);
    assert_int_equal(read_rules("all-goats").goats_to_win, 12);
    assert_int_equal(read_rules("four").goats_to_win, 4);
    struct bc_rules rules;
    assert_int_equal(bc_rules_read(&board, "goats=13", 8, &rules, NULL), BC_ERROR_RULES_BOARD);
    assert_int_equal(bc_board_init(&board, bc_board_description(2)), BC_OK);
    assert_int_equal(bc_rules_default(&board).goats_to_win, 1);
    assert_int_equal(bc_rules_read(&board, "six", 3, &rules, NULL), BC_ERROR_RULES_BOARD);
}

static void assert_refused(const char *text, enum bc_error expected, size_t place)
{
    struct bc_rules rules;
    size_t offset = 999;
    assert_int_equal(bc_rules_read(&board, text, strlen(text), &rules, &offset), expected);
    assert_int_equal(offset, place);
}

static void a_refusal_names_the_place(void **state)
{
    (void)state;
    bc_board_init_standard(&board);
    assert_refused("", BC_ERROR_RULES_NAME, 0);
    assert_refused("tibet", BC_ERROR_RULES_NAME, 0);
    assert_refused("nepal,", BC_ERROR_RULES_NAME, 6);
    assert_refused("nepal,four", BC_ERROR_RULES_NAME, 6);
    assert_refused("nepal,colour=red", BC_ERROR_RULES_NAME, 6);
    assert_refused("goats=", BC_ERROR_RULES_VALUE, 6);
    assert_refused("goats=0", BC_ERROR_RULES_VALUE, 6);
    assert_refused("goats=5x", BC_ERROR_RULES_VALUE, 6);
    assert_refused("goats=99999999999999999999", BC_ERROR_RULES_VALUE, 6);
    assert_refused("goats=21", BC_ERROR_RULES_BOARD, 0);
    assert_refused("quiet=65536", BC_ERROR_RULES_VALUE, 6);
    assert_refused("quiet=-1", BC_ERROR_RULES_VALUE, 6);
    assert_refused("stalemate=goats", BC_ERROR_RULES_VALUE, 10);
    assert_refused("six,repetition=Draw", BC_ERROR_RULES_VALUE, 15);
}

static void every_rule_set_survives_its_text(void **state)
{
    (void)state;
    static const uint16_t limits[] = {0, 1, 100, 65535};
    for (size_t index = 0; bc_board_description(index) != NULL; index++) {
        assert_int_equal(bc_board_init(&board, bc_board_description(index)), BC_OK);
        for (unsigned code = 0; code < board.goat_count * 24U; code++) {
            struct bc_rules rules = {.goats_to_win = (uint8_t)(code / 24 + 1),
                                     .goat_stalemate = (uint8_t)(code % 2),
                                     .repetition = (uint8_t)(code / 2 % 3),
                                     .quiet_turn_limit = limits[code / 6 % 4]};
            char text[BC_RULES_TEXT_MAX];
            size_t length = bc_rules_write(&board, &rules, text);
            assert_int_equal(length, strlen(text));
            struct bc_rules again = read_rules(text);
            assert_true(bc_rules_equal(&rules, &again));
        }
    }
    bc_board_init_standard(&board);
    char text[BC_RULES_TEXT_MAX];
    for (size_t i = 0; bc_rules_named(i) != NULL; i++) {
        bc_rules_write(&board, &bc_rules_named(i)->rules, text);
        assert_string_equal(text, bc_rules_named(i)->name);
    }
}

static void assert_ending(const char *position_text, const char *rules_text, enum bc_ending ending,
                          enum bc_result result)
{
    struct bc_position position;
    struct bc_rules rules = read_rules(rules_text);
    enum bc_result found = BC_RESULT_NONE;
    assert_int_equal(bc_position_read(&board, position_text, strlen(position_text), &position, NULL), BC_OK);
    assert_int_equal(bc_rules_ending(&board, &rules, &position, &found), ending);
    assert_int_equal(found, result);
}

static void a_position_shows_its_ending(void **state)
{
    (void)state;
    bc_board_init_standard(&board);
    assert_ending("T3T/5/5/5/T3T g 20 0 0 1", "nepal", BC_ENDING_NONE, BC_RESULT_NONE);
    assert_ending("2T2/5/5/4T/T1TG1 g 14 5 0 7", "nepal", BC_ENDING_CAPTURED, BC_RESULT_TIGERS_WIN);
    assert_ending("2T2/5/5/4T/T1TG1 g 14 5 0 7", "six", BC_ENDING_NONE, BC_RESULT_NONE);
    assert_ending("GGGGG/TGGG1/GTTGG/GGGGG/GTGGG t 0 0 2 21", "nepal", BC_ENDING_TRAPPED, BC_RESULT_GOATS_WIN);
    assert_ending("GGGGG/TGGG1/GTTGG/GGGGG/GTGGG g 0 0 2 21", "nepal", BC_ENDING_NONE, BC_RESULT_NONE);
    assert_ending("1TGGG/TTGGG/GGGGG/GGGGG/GGGGT g 0 0 2 22", "nepal", BC_ENDING_STUCK, BC_RESULT_TIGERS_WIN);
    assert_ending("1TGGG/TTGGG/GGGGG/GGGGG/GGGGT g 0 0 2 22", "spiralogics", BC_ENDING_STUCK, BC_RESULT_DRAW);
    assert_ending("1GGGT/2T2/2T2/GT2G/4G g 0 14 99 70", "all-goats", BC_ENDING_NONE, BC_RESULT_NONE);
    assert_ending("1GGGT/2T2/2T2/GT2G/4G g 0 14 100 70", "all-goats", BC_ENDING_QUIET, BC_RESULT_DRAW);
    assert_ending("1GGGT/2T2/2T2/GT2G/4G g 0 14 100 70", "all-goats,quiet=0", BC_ENDING_NONE, BC_RESULT_NONE);
    assert_ending("1TGGG/TTGGG/GGGGG/GGGGG/GGGGT g 0 0 100 70", "nepal", BC_ENDING_STUCK, BC_RESULT_TIGERS_WIN);
}

static void words_are_those_of_game_records(void **state)
{
    (void)state;
    assert_string_equal(bc_ending_word(BC_ENDING_NONE), "unfinished");
    assert_string_equal(bc_ending_word(BC_ENDING_CAPTURED), "captured");
    assert_string_equal(bc_ending_word(BC_ENDING_TRAPPED), "trapped");
    assert_string_equal(bc_ending_word(BC_ENDING_STUCK), "stuck");
    assert_string_equal(bc_ending_word(BC_ENDING_REPETITION), "repetition");
    assert_string_equal(bc_ending_word(BC_ENDING_QUIET), "quiet");
    assert_string_equal(bc_ending_word(BC_ENDING_AGREEMENT), "agreement");
    assert_string_equal(bc_ending_word(BC_ENDING_RESIGNATION), "resignation");
    assert_string_equal(bc_result_word(BC_RESULT_NONE), "*");
    assert_string_equal(bc_result_word(BC_RESULT_GOATS_WIN), "1-0");
    assert_string_equal(bc_result_word(BC_RESULT_TIGERS_WIN), "0-1");
    assert_string_equal(bc_result_word(BC_RESULT_DRAW), "1/2-1/2");
}

static void every_error_has_a_text_and_a_name(void **state)
{
    (void)state;
    for (int error = 0; error < BC_ERROR_COUNT; error++) {
        assert_true(strlen(bc_error_text((enum bc_error)error)) > 0);
        assert_true(strlen(bc_error_name((enum bc_error)error)) > 0);
    }
    assert_string_equal(bc_error_name(BC_ERROR_MOVE_REPEATS), "MOVE_REPEATS");
    assert_string_equal(bc_error_text(BC_ERROR_COUNT), "unknown error");
    assert_string_equal(bc_error_name(BC_ERROR_COUNT), "UNKNOWN");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(named_sets_are_those_of_the_rules),
        cmocka_unit_test(options_change_a_named_set_or_the_default),
        cmocka_unit_test(small_boards_keep_their_usual_goal),
        cmocka_unit_test(a_refusal_names_the_place),
        cmocka_unit_test(every_rule_set_survives_its_text),
        cmocka_unit_test(a_position_shows_its_ending),
        cmocka_unit_test(words_are_those_of_game_records),
        cmocka_unit_test(every_error_has_a_text_and_a_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
