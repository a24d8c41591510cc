/* Rule sets solved together come out as each does on its own. */
#include "cmocka_all.h"
#include "solve/solve.h"

#include <string.h>

static struct bc_board board;
static struct bc_index *board_index;

struct heard {
    struct bc_solve_options options; /* for solving a member on its own */
    unsigned seen;                   /* mask of members */
};

static unsigned member_of(const struct bc_rules *rules)
{
    return (rules->goat_stalemate == BC_STALEMATE_DRAW ? BC_SOLVE_FAMILY_DRAW : 0U) |
           (rules->quiet_turn_limit == 0 ? BC_SOLVE_FAMILY_UNLIMITED : 0U);
}

static enum bc_error compare_with_its_own(void *context, const struct bc_rules *rules,
                                          const struct bc_solve_result *result)
{
    static struct bc_solve_result own;
    static struct bc_solve_result shared;
    struct heard *heard = context;
    struct bc_solve_options options = heard->options;
    options.rules = *rules;
    assert_int_equal(bc_solve(board_index, &options, &own), BC_OK);
    shared = *result;
    shared.memory = own.memory;
    assert_memory_equal(&shared, &own, sizeof own);
    assert_int_equal(heard->seen >> member_of(rules) & 1U, 0);
    heard->seen |= 1U << member_of(rules);
    return BC_OK;
}

static void check_family(unsigned goats, unsigned limit, unsigned wanted)
{
    struct heard heard = {.options = {
                              .rules = {.goats_to_win = (uint8_t)goats,
                                        .repetition = BC_REPETITION_DRAW,
                                        .quiet_turn_limit = (uint16_t)limit},
                              .without_end = true,
                              .count_placement = true,
                              .threads = 2,
                          }};
    struct bc_solve_family family = {.wanted = wanted, .context = &heard, .solved = compare_with_its_own};
    assert_int_equal(bc_solve_family(board_index, &heard.options, &family), BC_OK);
    assert_int_equal(heard.seen, wanted);
}

static int open_board(const char *name)
{
    const struct bc_board_description *description;
    return bc_board_find(name, strlen(name), &description) == BC_OK && bc_board_init(&board, description) == BC_OK &&
                   bc_index_create(&board, &board_index) == BC_OK
               ? 0
               : -1;
}

static void every_member_comes_out_as_on_its_own(void **state)
{
    (void)state;
    static const unsigned limits[] = {1, 2, 3, 5, 8, 100};
    assert_int_equal(open_board("3x3"), 0);
    for (unsigned goats = 1; goats <= board.goat_count; ++goats) {
        for (size_t n = 0; n < sizeof limits / sizeof *limits; ++n) {
            check_family(goats, limits[n], 15);
        }
    }
    bc_index_destroy(board_index);
    assert_int_equal(open_board("4x4"), 0);
    check_family(3, 8, 15);
    check_family(5, 12, 15);
    check_family(12, 20, 15);
    bc_index_destroy(board_index);
}

static void only_wanted_members_are_solved(void **state)
{
    (void)state;
    assert_int_equal(open_board("3x3"), 0);
    for (unsigned wanted = 0; wanted < 16; ++wanted) {
        check_family(3, 4, wanted);
    }
    bc_index_destroy(board_index);
}

static enum bc_error refuse(void *context, const struct bc_rules *rules, const struct bc_solve_result *result)
{
    (void)rules;
    (void)result;
    ++*(unsigned *)context;
    return BC_ERROR_NO_SPACE;
}

static void an_error_of_the_caller_and_too_little_memory_stop_the_work(void **state)
{
    (void)state;
    unsigned calls = 0;
    assert_int_equal(open_board("3x3"), 0);
    struct bc_solve_options options = {.rules = {.goats_to_win = 2, .quiet_turn_limit = 5}};
    struct bc_solve_family family = {.wanted = 15, .context = &calls, .solved = refuse};
    assert_int_equal(bc_solve_family(board_index, &options, &family), BC_ERROR_NO_SPACE);
    assert_int_equal(calls, 1);
    options.memory_limit = 1000;
    assert_int_equal(bc_solve_family(board_index, &options, &family), BC_ERROR_MEMORY);
    options.rules.goats_to_win = 0;
    assert_int_equal(bc_solve_family(board_index, &options, &family), BC_ERROR_RULES_VALUE);
    bc_index_destroy(board_index);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_member_comes_out_as_on_its_own),
        cmocka_unit_test(only_wanted_members_are_solved),
        cmocka_unit_test(an_error_of_the_caller_and_too_little_memory_stop_the_work),
    };
    return cmocka_run_group_tests_name("solving rule sets together", tests, NULL, NULL);
}
