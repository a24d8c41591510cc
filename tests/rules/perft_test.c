/* perft against tests/reference/perft.tsv. Compiled twice: for all builds with the leaf counts up to two million, and with
 * BC_PERFT_ALL for optimised builds with every count. */
#include "cmocka_all.h"
#include "random_positions.h"

#include <baghchal/perft.h>
#include <baghchal/text.h>

#include <stdlib.h>
#include <string.h>

#ifdef BC_PERFT_ALL
static const uint64_t leaves_limit = UINT64_MAX;
#else
static const uint64_t leaves_limit = 2000000;
#endif

static struct bc_board board;

/* Checks one line and returns how many counts it held. */
static unsigned check_line(char *line)
{
    char *counts = strchr(line, '\t');
    assert_non_null(counts);
    struct bc_position position;
    assert_int_equal(bc_position_read(&board, line, (size_t)(counts - line), &position, NULL), BC_OK);
    struct bc_rules rules = bc_rules_default(&board);
    unsigned depth = 0;
    for (char *field = strtok(counts, "\t\n"); field != NULL; field = strtok(NULL, "\t\n")) {
        uint64_t expected = strtoull(field, NULL, 10);
        depth++;
        if (expected <= leaves_limit) {
            assert_int_equal(bc_perft(&board, &rules, &position, depth), expected);
        }
    }
    return depth;
}

static void reproduces_every_line_of_the_reference(void **state)
{
    (void)state;
    bc_board_init_standard(&board);
    FILE *file = fopen(BC_REFERENCE_DIR "/perft.tsv", "r");
    assert_non_null(file);
    char line[512];
    unsigned counts = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        if (line[0] != '#') {
            counts += check_line(line);
        }
    }
    (void)fclose(file);
    assert_int_equal(counts, 67);
}

static void counts_nothing_behind_a_finished_position(void **state)
{
    (void)state;
    bc_board_init_standard(&board);
    struct bc_rules rules = bc_rules_default(&board);
    const char *won = "2T2/5/5/4T/T1TG1 g 14 5 0 7";
    struct bc_position position;
    assert_int_equal(bc_position_read(&board, won, strlen(won), &position, NULL), BC_OK);
    assert_int_equal(bc_perft(&board, &rules, &position, 0), 1);
    assert_int_equal(bc_perft(&board, &rules, &position, 1), 0);
    assert_int_equal(bc_perft(&board, &rules, &position, 3), 0);
    rules.goats_to_win = 6;
    assert_int_equal(bc_perft(&board, &rules, &position, 1), 20);
}

/* Every move made, down to the last ply. */
static uint64_t count_by_making(const struct bc_rules *rules, const struct bc_position *position, unsigned depth)
{
    if (depth == 0) {
        return 1;
    }
    if (position->goats_eaten >= rules->goats_to_win) {
        return 0;
    }
    struct bc_move_list list;
    bc_position_moves(&board, position, &list);
    uint64_t leaves = 0;
    for (unsigned i = 0; i < list.count; i++) {
        struct bc_position next = *position;
        struct bc_undo undo;
        bc_position_make(&board, &next, list.moves[i], &undo);
        leaves += count_by_making(rules, &next, depth - 1);
    }
    return leaves;
}

static void counts_what_making_every_move_counts_on_every_board(void **state)
{
    (void)state;
    for (size_t b = 0; bc_board_description(b) != NULL; b++) {
        assert_int_equal(bc_board_init(&board, bc_board_description(b)), BC_OK);
        struct bc_rules rules = bc_rules_default(&board);
        uint64_t random_state = b;
        for (unsigned i = 0; i < 200; i++) {
            struct bc_position position = random_position(&board, &random_state);
            rules.goats_to_win = (uint8_t)(position.goats_eaten + 1 + random_below(&random_state, 3));
            for (unsigned depth = 1; depth <= 4; depth++) {
                if (i < 20 || depth <= 3) {
                    assert_int_equal(bc_perft(&board, &rules, &position, depth),
                                     count_by_making(&rules, &position, depth));
                }
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reproduces_every_line_of_the_reference),
        cmocka_unit_test(counts_nothing_behind_a_finished_position),
        cmocka_unit_test(counts_what_making_every_move_counts_on_every_board),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
