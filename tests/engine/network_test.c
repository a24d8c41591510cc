#include "engine/network.h"

#include "engine/reference_values.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static struct bc_board board;

static int make_board(void **state)
{
    (void)state;
    bc_board_init_standard(&board);
    return 0;
}

static int by_size(const void *a, const void *b)
{
    return abs(*(const int16_t *)b) - abs(*(const int16_t *)a);
}

/* The largest sum of so many of the rows' numbers in a column, whatever their signs. */
static int largest_sum(unsigned first, unsigned count, unsigned column, unsigned taken)
{
    int16_t numbers[NETWORK_INPUTS];
    for (unsigned i = 0; i < count; i++) {
        numbers[i] = network_weights.first[first + i][column];
    }
    qsort(numbers, count, sizeof numbers[0], by_size);
    int sum = 0;
    for (unsigned i = 0; i < taken; i++) {
        sum += abs(numbers[i]);
    }
    return sum;
}

static void no_position_overflows_the_sums_of_the_first_layer(void **state)
{
    (void)state;
    for (unsigned column = 0; column < NETWORK_HIDDEN; column++) {
        int sum = abs(network_weights.first_bias[column]) + largest_sum(NETWORK_TIGERS, NETWORK_POINTS, column, 4) +
                  largest_sum(NETWORK_GOATS_AT, NETWORK_POINTS, column, NETWORK_GOATS) +
                  largest_sum(NETWORK_IN_HAND, NETWORK_GOATS + 1, column, 1) +
                  largest_sum(NETWORK_LEFT, NETWORK_GOATS_LEFT_MAX + 1, column, 1);
        assert_true(sum <= INT16_MAX);
    }
}

static void scores_tell_wins_from_losses_in_most_reference_positions(void **state)
{
    (void)state;
    static struct search_board tables;
    search_board_init(&tables, &board);
    struct bc_rules rules = bc_rules_default(&board);
    FILE *file = fopen(BC_REFERENCE_DIR "/values.tsv", "r");
    assert_non_null(file);
    struct reference_value value;
    unsigned right = 0;
    unsigned wrong = 0;
    while (next_reference_value(file, &board, &value)) {
        struct search_position position;
        search_position_from(&tables, &value.position, &position);
        int score = network_evaluate(&network_weights, &rules, &position);
        if (value.result != BC_RESULT_DRAW && score != 0) {
            bool same = (score > 0) == (value.result == BC_RESULT_GOATS_WIN);
            right += same;
            wrong += !same;
        }
    }
    (void)fclose(file);
    assert_true(right > 100);
    print_message("%u right, %u wrong\n", right, wrong);
    assert_true(right > 3 * wrong);
}

static void other_boards_are_left_to_the_sum_of_terms(void **state)
{
    (void)state;
    static struct bc_board small;
    assert_true(network_fits(&board));
    assert_int_equal(bc_board_init(&small, bc_board_description(1)), BC_OK);
    assert_false(network_fits(&small));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_position_overflows_the_sums_of_the_first_layer),
        cmocka_unit_test(scores_tell_wins_from_losses_in_most_reference_positions),
        cmocka_unit_test(other_boards_are_left_to_the_sum_of_terms),
    };
    return cmocka_run_group_tests_name("engine network", tests, make_board, NULL);
}
