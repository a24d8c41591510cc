#include "solution/index.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static struct bc_board board;
static struct bc_index *index_of_board;

static void use_board(const char *name, size_t length)
{
    const struct bc_board_description *description;
    bc_index_destroy(index_of_board);
    assert_int_equal(bc_board_find(name, length, &description), BC_OK);
    assert_int_equal(bc_board_init(&board, description), BC_OK);
    assert_int_equal(bc_index_create(&board, &index_of_board), BC_OK);
}

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525U + 1013904223U;
    return *state >> 7;
}

static void the_standard_board_has_1666_classes_of_12650_placements(void **state)
{
    (void)state;
    use_board("standard", 8);
    assert_int_equal(index_of_board->class_count, 1666);
    assert_int_equal(index_of_board->free_count, 21);
    unsigned placements = 0;
    for (uint32_t c = 0; c < index_of_board->class_count; ++c) {
        placements += 8U / index_of_board->classes[c].stabilizer_count;
    }
    assert_int_equal(placements, 12650);
}

static void points_stand_in_the_order_of_the_files(void **state)
{
    (void)state;
    /* a1 e1 a5 e5, knight points, inner edge, midpoints, inner corners, centre */
    static const uint8_t order[25] = {0,  4,  20, 24, 1,  3,  5,  9, 15, 19, 21, 23, 7,
                                      11, 13, 17, 2,  10, 14, 22, 6, 8,  16, 18, 12};
    use_board("standard", 8);
    assert_memory_equal(index_of_board->order, order, sizeof order);
}

static void every_symmetry_of_a_position_has_the_same_canonical_mask(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        size_t length;
    } boards[] = {{"standard", 8}, {"4x4", 3}, {"3x3", 3}};
    uint32_t random = 1;
    for (size_t b = 0; b < 3; ++b) {
        use_board(boards[b].name, boards[b].length);
        for (unsigned n = 0; n < 3000; ++n) {
            uint32_t class = next_random(&random) % index_of_board->class_count;
            uint32_t mask = next_random(&random) & ((1U << index_of_board->free_count) - 1);
            bc_points tigers = index_of_board->classes[class].tigers;
            bc_points goats = bc_index_goats(index_of_board, class, mask);
            assert_int_equal(goats & (tigers | ~board.points), 0);
            assert_int_equal(bc_index_mask(index_of_board, class, 0, goats), mask);
            uint32_t canonical = bc_index_canonical(index_of_board, class, mask);
            assert_true(canonical <= mask);
            for (unsigned s = 0; s < board.symmetry_count; ++s) {
                bc_points image = bc_board_transform(&board, s, tigers);
                unsigned back;
                assert_int_equal(bc_index_class_of(index_of_board, image, &back), class);
                assert_int_equal(bc_board_transform(&board, back, image), tigers);
                uint32_t of_image = bc_index_mask(index_of_board, class, back, bc_board_transform(&board, s, goats));
                assert_int_equal(bc_index_canonical(index_of_board, class, of_image), canonical);
            }
        }
    }
}

static void ranks_count_the_masks_of_one_size_in_rising_order(void **state)
{
    (void)state;
    use_board("standard", 8);
    assert_int_equal(bc_index_mask_count(index_of_board, 16), 20349);
    for (unsigned goats = 0; goats <= 21; goats += 7) {
        uint32_t mask = (UINT32_C(1) << goats) - 1;
        for (uint32_t rank = 0; rank < bc_index_mask_count(index_of_board, goats); ++rank) {
            assert_int_equal(bc_index_rank(index_of_board, mask), rank);
            assert_int_equal(bc_index_unrank(index_of_board, goats, rank), mask);
            mask = mask == 0 ? 0 : bc_index_next(mask);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_standard_board_has_1666_classes_of_12650_placements),
        cmocka_unit_test(points_stand_in_the_order_of_the_files),
        cmocka_unit_test(every_symmetry_of_a_position_has_the_same_canonical_mask),
        cmocka_unit_test(ranks_count_the_masks_of_one_size_in_rising_order),
    };
    int failed = cmocka_run_group_tests_name("position index", tests, NULL, NULL);
    bc_index_destroy(index_of_board);
    return failed;
}
