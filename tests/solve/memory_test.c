/* The memory that solving is planned to take. */
#include "cmocka_all.h"
#include "solve/make_solution.h"

static uint64_t planned(unsigned goats_to_win, bool movement_only)
{
    struct bc_board board;
    struct bc_index *index;
    assert_int_equal(bc_board_init(&board, bc_board_description(0)), BC_OK);
    assert_int_equal(bc_index_create(&board, &index), BC_OK);
    struct bc_solve_options options = {.rules = bc_rules_default(&board), .movement_only = movement_only, .threads = 2};
    options.rules.goats_to_win = (uint8_t)goats_to_win;
    uint64_t bytes = bc_make_memory_estimate(index, &options);
    bc_index_destroy(index);
    return bytes;
}

/* Two planes of 2^21 masks for each of 1,666 classes have to be held twice in any case. */
static const uint64_t both_planes = UINT64_C(1666) << 19;

static void the_standard_game_fits_three_gibibytes(void **state)
{
    (void)state;
    assert_in_range(planned(5, false), 2 * both_planes, UINT64_C(3) << 30);
}

static void its_movement_phase_fits_one_and_a_half(void **state)
{
    (void)state;
    assert_in_range(planned(5, true), both_planes, UINT64_C(3) << 29);
}

static void more_goats_to_win_take_more_memory(void **state)
{
    (void)state;
    for (unsigned goats = 2; goats <= 20; ++goats) {
        assert_true(planned(goats, false) >= planned(goats - 1, false));
        assert_true(planned(goats, true) >= planned(goats - 1, true));
    }
}

static void every_number_of_goats_fits_sixteen_gigabytes(void **state)
{
    (void)state;
    assert_in_range(planned(20, false), planned(20, true), UINT64_C(16000000000));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_standard_game_fits_three_gibibytes),
        cmocka_unit_test(its_movement_phase_fits_one_and_a_half),
        cmocka_unit_test(every_number_of_goats_fits_sixteen_gigabytes),
        cmocka_unit_test(more_goats_to_win_take_more_memory),
    };
    return cmocka_run_group_tests_name("memory for solving", tests, NULL, NULL);
}
