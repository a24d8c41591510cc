/* Boards: what follows from the descriptions, and descriptions that are refused. */
#include "cmocka_all.h"

#include <baghchal/text.h>

#include <string.h>

static struct bc_board board;

static unsigned point(const char *name)
{
    int found = bc_point_read(&board, name);
    assert_true(found >= 0);
    return (unsigned)found;
}

static unsigned neighbour_count(const char *name)
{
    return (unsigned)__builtin_popcount(board.neighbours[point(name)]);
}

static void standard_board_has_56_lines_between_neighbours_and_80_jumps(void **state)
{
    (void)state;
    bc_board_init_standard(&board);
    assert_int_equal(board.point_count, 25);
    assert_int_equal(board.tiger_count, 4);
    assert_int_equal(board.goat_count, 20);
    assert_int_equal(board.step_count, 112);
    assert_int_equal(board.jump_count, 80);
    assert_int_equal(board.symmetry_count, 8);
}

static void diagonals_pass_through_points_with_an_even_sum(void **state)
{
    (void)state;
    bc_board_init_standard(&board);
    const char *with_diagonals[] = {"a1", "a3", "a5", "b2", "b4", "c1", "c3", "c5", "d2", "d4", "e1", "e3", "e5"};
    bc_points diagonal = 0;
    for (size_t i = 0; i < 13; i++) {
        diagonal |= (bc_points)1 << point(with_diagonals[i]);
    }
    for (unsigned p = 0; p < 25; p++) {
        bool found = false;
        for (unsigned q = 0; q < 25; q++) {
            bool near = (board.neighbours[p] >> q & 1U) != 0;
            found = found || (near && p / 5 != q / 5 && p % 5 != q % 5);
        }
        assert_int_equal(found, (diagonal >> p & 1U) != 0);
    }
    assert_int_equal(neighbour_count("c3"), 8);
    assert_int_equal(neighbour_count("a3"), 5);
    assert_int_equal(neighbour_count("a1"), 3);
    assert_int_equal(neighbour_count("b3"), 4);
    assert_int_equal(neighbour_count("b1"), 3);
}

static void points_are_named_from_the_lower_left(void **state)
{
    (void)state;
    bc_board_init_standard(&board);
    assert_int_equal(point("a1"), 0);
    assert_int_equal(point("e1"), 4);
    assert_int_equal(point("A2"), 5);
    assert_int_equal(point("c3"), 12);
    assert_int_equal(point("e5"), 24);
    assert_int_equal(bc_point_read(&board, "f1"), -1);
    assert_int_equal(bc_point_read(&board, "a6"), -1);
    assert_int_equal(bc_point_read(&board, "a0"), -1);
}

static void small_boards_have_their_steps_and_jumps(void **state)
{
    (void)state;
    assert_int_equal(bc_board_init(&board, bc_board_description(1)), BC_OK);
    assert_string_equal(board.description->name, "4x4");
    assert_int_equal(board.step_count, 48);
    assert_int_equal(board.jump_count, 32);
    assert_int_equal(board.symmetry_count, 8);
    assert_int_equal(bc_board_init(&board, bc_board_description(2)), BC_OK);
    assert_string_equal(board.description->name, "3x3");
    assert_int_equal(board.step_count, 32);
    assert_int_equal(board.jump_count, 16);
    assert_int_equal(board.symmetry_count, 8);
    assert_null(bc_board_description(3));
}

static void symmetries_form_a_group_that_keeps_neighbours(void **state)
{
    (void)state;
    for (size_t index = 0; bc_board_description(index) != NULL; index++) {
        assert_int_equal(bc_board_init(&board, bc_board_description(index)), BC_OK);
        for (unsigned p = 0; p < board.point_count; p++) {
            assert_int_equal(board.symmetries[0][p], p);
        }
        for (unsigned s = 0; s < board.symmetry_count; s++) {
            const uint8_t *image = board.symmetries[s];
            for (unsigned p = 0; p < board.point_count; p++) {
                assert_int_equal(bc_board_transform(&board, s, board.neighbours[p]), board.neighbours[image[p]]);
                assert_int_equal(board.symmetries[board.inverse[s]][image[p]], p);
            }
            assert_int_equal(bc_board_transform(&board, s, board.points), board.points);
        }
    }
}

static void boards_are_found_by_name(void **state)
{
    (void)state;
    const struct bc_board_description *found = NULL;
    assert_int_equal(bc_board_find("4x4", 3, &found), BC_OK);
    assert_int_equal(found->goat_count, 12);
    assert_int_equal(bc_board_find("standard!", 8, &found), BC_OK);
    assert_int_equal(found->goat_count, 20);
    assert_int_equal(bc_board_find("standar", 7, &found), BC_ERROR_BOARD_UNKNOWN);
    assert_int_equal(bc_board_find("", 0, &found), BC_ERROR_BOARD_UNKNOWN);
}

/* A star-shaped board that is no grid: a hexagram of 12 points, six tips and six inner points, on six lines of four. */
static void a_board_need_not_be_a_grid(void **state)
{
    (void)state;
    static const struct bc_place places[12] = {{2, 0}, {0, 1}, {1, 1}, {3, 1}, {4, 1}, {1, 2},
                                               {3, 2}, {0, 3}, {1, 3}, {3, 3}, {4, 3}, {2, 4}};
    static const struct bc_line lines[6] = {{4, {1, 2, 3, 4}}, {4, {7, 8, 9, 10}}, {4, {0, 3, 6, 10}},
                                            {4, {0, 2, 5, 7}}, {4, {11, 9, 6, 4}}, {4, {11, 8, 5, 1}}};
    static const struct bc_board_description star = {"star", 12, 6, 6, 2, 1U << 0 | 1U << 11, places, lines};
    assert_int_equal(bc_board_init(&board, &star), BC_OK);
    assert_int_equal(board.step_count, 36);
    assert_int_equal(board.jump_count, 24);
    assert_int_equal(board.symmetry_count, 12);
}

static enum bc_error refusal(struct bc_board_description description)
{
    return bc_board_init(&board, &description);
}

static void senseless_descriptions_are_refused(void **state)
{
    (void)state;
    static const struct bc_place row[4] = {{0, 0}, {1, 0}, {2, 0}, {3, 0}};
    static const struct bc_place same[4] = {{0, 0}, {1, 0}, {1, 0}, {3, 0}};
    static const struct bc_place far[4] = {{0, 0}, {1, 0}, {2, 0}, {3, 9}};
    static const struct bc_line line[1] = {{4, {0, 1, 2, 3}}};
    static const struct bc_line beyond[1] = {{4, {0, 1, 2, 4}}};
    static const struct bc_line twice[1] = {{4, {0, 1, 0, 2}}};
    static const struct bc_line point_line[1] = {{1, {0}}};
    static const struct bc_line fork[2] = {{3, {0, 1, 2}}, {3, {0, 3, 2}}};
    assert_int_equal(refusal((struct bc_board_description){"b", 4, 1, 2, 1, 1, row, line}), BC_OK);
    assert_int_equal(refusal((struct bc_board_description){"b", 1, 0, 1, 1, 1, row, line}), BC_ERROR_BOARD_SIZE);
    assert_int_equal(refusal((struct bc_board_description){"b", 33, 1, 2, 1, 1, row, line}), BC_ERROR_BOARD_SIZE);
    assert_int_equal(refusal((struct bc_board_description){"b", 4, 33, 2, 1, 1, row, line}), BC_ERROR_BOARD_SIZE);
    assert_int_equal(refusal((struct bc_board_description){"b", 4, 1, 2, 1, 1, same, line}), BC_ERROR_BOARD_PLACE);
    assert_int_equal(refusal((struct bc_board_description){"b", 4, 1, 2, 1, 1, far, line}), BC_ERROR_BOARD_PLACE);
    assert_int_equal(refusal((struct bc_board_description){"b", 4, 1, 2, 1, 1, row, beyond}), BC_ERROR_BOARD_LINE);
    assert_int_equal(refusal((struct bc_board_description){"b", 4, 1, 2, 1, 1, row, twice}), BC_ERROR_BOARD_LINE);
    assert_int_equal(refusal((struct bc_board_description){"b", 4, 1, 2, 1, 1, row, point_line}), BC_ERROR_BOARD_LINE);
    assert_int_equal(refusal((struct bc_board_description){"b", 4, 2, 2, 1, 1, row, fork}), BC_ERROR_BOARD_JUMP);
    assert_int_equal(refusal((struct bc_board_description){"b", 4, 1, 2, 1, 0, row, line}), BC_ERROR_BOARD_PIECES);
    assert_int_equal(refusal((struct bc_board_description){"b", 4, 1, 4, 1, 1, row, line}), BC_ERROR_BOARD_PIECES);
    assert_int_equal(refusal((struct bc_board_description){"b", 4, 1, 2, 3, 1, row, line}), BC_ERROR_BOARD_PIECES);
    assert_int_equal(refusal((struct bc_board_description){"b", 4, 1, 2, 1, 1U << 4, row, line}),
                     BC_ERROR_BOARD_PIECES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(standard_board_has_56_lines_between_neighbours_and_80_jumps),
        cmocka_unit_test(diagonals_pass_through_points_with_an_even_sum),
        cmocka_unit_test(points_are_named_from_the_lower_left),
        cmocka_unit_test(small_boards_have_their_steps_and_jumps),
        cmocka_unit_test(symmetries_form_a_group_that_keeps_neighbours),
        cmocka_unit_test(boards_are_found_by_name),
        cmocka_unit_test(a_board_need_not_be_a_grid),
        cmocka_unit_test(senseless_descriptions_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
