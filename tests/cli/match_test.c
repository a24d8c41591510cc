#include "cli/program_runner.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static struct program_result result;

/* Runs a match and takes its JSON apart; the caller gives it back. */
static json_t *match(const char *arguments)
{
    run_program(&result, arguments, NULL);
    assert_string_equal(result.errors, "");
    assert_int_equal(result.exit_code, 0);
    json_t *object = json_loads(result.output, 0, NULL);
    assert_non_null(object);
    return object;
}

static long long number(const json_t *object, const char *part, const char *name)
{
    return json_integer_value(json_object_get(part != NULL ? json_object_get(object, part) : object, name));
}

static void a_match_counts_every_game_once_for_each_side(void **state)
{
    (void)state;
    json_t *object = match("match 2 random --games 6 --json");
    assert_int_equal(number(object, NULL, "games"), 6);
    for (unsigned i = 0; i < 2; i++) {
        const char *side = i == 0 ? "goats" : "tigers";
        assert_int_equal(number(object, side, "wins") + number(object, side, "draws") + number(object, side, "losses"),
                         3);
    }
    json_decref(object);
}

static void the_same_seed_gives_the_same_match(void **state)
{
    (void)state;
    static struct program_result first;
    run_program(&first, "match greedy random --games 4 --seed 7 --records /dev/stderr", NULL);
    run_program(&result, "match greedy random --games 4 --seed 7 --records /dev/stderr", NULL);
    assert_int_equal(first.exit_code, 0);
    assert_string_equal(first.errors, result.errors);
}

static void each_opening_is_played_with_both_sides(void **state)
{
    (void)state;
    char path[] = "/tmp/baghchal-openings-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    static const char openings[] = "# two openings\nc3 a1b2\n\nT3T/5/5/5/T3T g 20 0 0 1\n";
    assert_int_equal(write(file, openings, sizeof openings - 1), (ssize_t)(sizeof openings - 1));
    char arguments[256];
    (void)snprintf(arguments, sizeof arguments, "match random greedy --games 4 --openings %s --records /dev/stderr",
                   path);
    run_program(&result, arguments, NULL);
    (void)close(file);
    (void)unlink(path);
    assert_int_equal(result.exit_code, 0);
    static const char *const in_order[] = {"[Goats \"random\"]", "1. c3 a1-b2",        "[Goats \"greedy\"]",
                                           "1. c3 a1-b2",        "[Goats \"random\"]", "[Goats \"greedy\"]"};
    const char *at = result.errors;
    for (size_t i = 0; i < sizeof in_order / sizeof in_order[0]; i++) {
        at = strstr(at, in_order[i]);
        assert_non_null(at);
        at++;
    }
}

static void few_games_have_a_wide_interval(void **state)
{
    (void)state;
    for (unsigned games = 2; games <= 4; games += 2) {
        char arguments[64];
        (void)snprintf(arguments, sizeof arguments, "match greedy greedy --games %u --json", games);
        json_t *object = match(arguments);
        assert_true(json_real_value(json_object_get(object, "interval")) > 0.4);
        json_decref(object);
    }
}

static void a_program_that_speaks_the_protocol_takes_part(void **state)
{
    (void)state;
    json_t *object = match("match greedy '" BC_PROGRAM " engine' --games 2 --movetime 2 --rules goats=2 --json");
    assert_int_equal(number(object, NULL, "games"), 2);
    json_decref(object);
}

static void other_boards_and_rules_are_played(void **state)
{
    (void)state;
    json_t *object = match("match 1 nodes=300 --games 2 --board 3x3 --rules no-repeat --turns 1 --json");
    json_decref(object);
    object = match("match 3 random --games 2 --board 4x4 --rules goats=2 --json");
    json_decref(object);
}

static void what_is_wrong_is_said(void **state)
{
    (void)state;
    static const struct {
        const char *arguments;
        const char *words;
        int exit_code;
    } cases[] = {
        {"match 1", "two players", 2},
        {"match 1 2 3", "more than two", 2},
        {"match 1 2 --games 3", "even", 2},
        {"match 1 /nonexistent/engine --games 2", "speaks the engine protocol", 1},
        {"match 1 cat --games 2 --seed 3 --openings /nonexistent/file", "/nonexistent/file", 1},
        {"match 1 2 --games 2 --openings /dev/null", "no opening", 1},
        {"match 1 2 --games 2 --rules chess", "", 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        run_program(&result, cases[i].arguments, NULL);
        assert_int_equal(result.exit_code, cases[i].exit_code);
        assert_non_null(strstr(result.errors, cases[i].words));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_match_counts_every_game_once_for_each_side),
        cmocka_unit_test(the_same_seed_gives_the_same_match),
        cmocka_unit_test(each_opening_is_played_with_both_sides),
        cmocka_unit_test(few_games_have_a_wide_interval),
        cmocka_unit_test(a_program_that_speaks_the_protocol_takes_part),
        cmocka_unit_test(other_boards_and_rules_are_played),
        cmocka_unit_test(what_is_wrong_is_said),
    };
    return cmocka_run_group_tests_name("cli match", tests, NULL, NULL);
}
