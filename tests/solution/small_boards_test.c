/* Small boards from the solver to the probe: every position against brute force, every entry against its successors. */
#include "cmocka_all.h"

#include "solution/brute_force.h"
#include "solution/temporary_folder.h"
#include "solution/verify.h"
#include "solve/make_solution.h"

#include <baghchal/solution.h>
#include <baghchal/text.h>

/* Solves into the folder and opens the result. */
static struct bc_solution *make_and_open(const struct bc_board *board, const struct bc_rules *rules, const char *folder)
{
    struct bc_index *index = NULL;
    struct bc_solve_result *result = calloc(1, sizeof *result);
    struct bc_manifest *manifest = calloc(1, sizeof *manifest);
    assert_non_null(result);
    assert_non_null(manifest);
    assert_int_equal(bc_index_create(board, &index), BC_OK);
    struct bc_make_options options = {.folder = folder, .solve = {.rules = *rules, .threads = 2}};
    assert_int_equal(bc_make_solution(index, &options, result, manifest), BC_OK);
    bc_index_destroy(index);
    free(result);
    free(manifest);
    struct bc_solution *solution = NULL;
    assert_int_equal(bc_solution_open(folder, board, rules, 1 << 20, &solution), BC_OK);
    return solution;
}

static void assert_verified(struct bc_solution *solution, const char *folder)
{
    struct bc_verify_options options = {.movement = true, .placement = true, .threads = 2};
    struct bc_verify_report report;
    assert_int_equal(bc_solution_verify(solution, folder, &options, &report), BC_OK);
    assert_int_equal(report.problem, BC_VERIFY_NO_PROBLEM);
    assert_true(report.movement_checked > 0);
    assert_true(report.placement_checked > 0);
}

struct comparison {
    struct bc_solution *solution;
    const struct brute_force *truth;
    const struct bc_board *board;
    const struct bc_rules *rules;
    unsigned long compared;
};

static void compare(void *context, const struct bc_position *position)
{
    struct comparison *comparison = context;
    struct bc_probe probe;
    enum bc_error error = bc_solution_probe(comparison->solution, position, &probe);
    enum bc_result truth = brute_force_value(comparison->truth, position);
    if (error != BC_OK || probe.result != (uint8_t)truth) {
        char text[BC_POSITION_TEXT_MAX];
        char rules[BC_RULES_TEXT_MAX];
        bc_position_write(comparison->board, position, text);
        bc_rules_write(comparison->board, comparison->rules, rules);
        fail_msg("%s under %s: %s, value %u, by brute force %u", text, rules, bc_error_text(error), probe.result,
                 (unsigned)truth);
    }
    ++comparison->compared;
}

static void check_3x3(unsigned goats_to_win, enum bc_stalemate stalemate, unsigned limit)
{
    struct bc_board board;
    assert_int_equal(bc_board_init(&board, bc_board_description(2)), BC_OK);
    assert_string_equal(board.description->name, "3x3");
    struct bc_rules rules = {.goats_to_win = (uint8_t)goats_to_win,
                             .goat_stalemate = (uint8_t)stalemate,
                             .repetition = BC_REPETITION_DRAW,
                             .quiet_turn_limit = (uint16_t)limit};
    char folder[TEMPORARY_PATH_MAX];
    assert_true(temporary_folder_make(folder));
    struct brute_force *truth = brute_force_solve(&board, &rules);
    assert_non_null(truth);
    struct comparison comparison = {make_and_open(&board, &rules, folder), truth, &board, &rules, 0};
    brute_force_each(truth, limit != 0 ? limit : 2, compare, &comparison);
    assert_true(comparison.compared > 5000);
    assert_verified(comparison.solution, folder);
    bc_solution_close(comparison.solution);
    brute_force_free(truth);
    temporary_folder_remove(folder);
}

static void every_position_of_3x3_has_the_value_that_brute_force_finds(void **state)
{
    (void)state;
    static const unsigned limits[] = {100, 0};
    for (unsigned goats = 1; goats <= 4; ++goats) {
        for (size_t i = 0; i < sizeof limits / sizeof limits[0]; ++i) {
            check_3x3(goats, BC_STALEMATE_TIGERS_WIN, limits[i]);
            check_3x3(goats, BC_STALEMATE_DRAW, limits[i]);
        }
    }
}

static void every_entry_of_4x4_follows_from_its_successors(void **state)
{
    (void)state;
    struct bc_board board;
    assert_int_equal(bc_board_init(&board, bc_board_description(1)), BC_OK);
    assert_string_equal(board.description->name, "4x4");
    struct bc_rules rules = bc_rules_default(&board);
    char folder[TEMPORARY_PATH_MAX];
    assert_true(temporary_folder_make(folder));
    struct bc_solution *solution = make_and_open(&board, &rules, folder);
    assert_verified(solution, folder);
    bc_solution_close(solution);
    temporary_folder_remove(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_position_of_3x3_has_the_value_that_brute_force_finds),
        cmocka_unit_test(every_entry_of_4x4_follows_from_its_successors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
