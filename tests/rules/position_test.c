/* Properties of positions over random games on every board: unmake, hash, symmetry, canonical form. */
#include "cmocka_all.h"
#include "random_positions.h"

#include <string.h>

enum { GAMES = 60, PLIES = 400 };

static void assert_same_position(const struct bc_position *a, const struct bc_position *b)
{
    assert_int_equal(a->tigers, b->tigers);
    assert_int_equal(a->goats, b->goats);
    assert_int_equal(a->side, b->side);
    assert_int_equal(a->goats_in_hand, b->goats_in_hand);
    assert_int_equal(a->goats_eaten, b->goats_eaten);
    assert_int_equal(a->quiet_turns, b->quiet_turns);
    assert_int_equal(a->turn, b->turn);
    assert_true(a->hash == b->hash);
}

/* Calls `check` on every position of random games on every board and random rule set. */
static void for_random_games(void (*check)(const struct bc_board *board, const struct bc_position *position))
{
    static struct bc_ply plies[PLIES];
    uint64_t seed = 11;
    for (size_t index = 0; bc_board_description(index) != NULL; index++) {
        static struct bc_board board;
        random_test_board(&board, index);
        for (unsigned g = 0; g < GAMES; g++) {
            struct bc_rules rules = random_rules(&board, &seed);
            struct bc_game game;
            assert_int_equal(bc_game_init(&game, &board, &rules, NULL, plies, PLIES), BC_OK);
            struct bc_move_list list;
            check(&board, &game.position);
            for (bc_game_moves(&game, &list); list.count > 0 && game.ply_count < PLIES; bc_game_moves(&game, &list)) {
                assert_int_equal(bc_game_play(&game, list.moves[random_below(&seed, list.count)]), BC_OK);
                check(&board, &game.position);
            }
        }
    }
}

static void check_unmake(const struct bc_board *board, const struct bc_position *position)
{
    struct bc_move_list list;
    bc_position_moves(board, position, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct bc_position copy = *position;
        struct bc_undo undo;
        bc_position_make(board, &copy, list.moves[i], &undo);
        assert_int_equal(bc_position_check(board, &copy), BC_OK);
        assert_true(copy.hash == bc_position_hash(board, &copy));
        assert_true(copy.hash != position->hash);
        bc_position_unmake(&copy, list.moves[i], &undo);
        assert_same_position(&copy, position);
    }
}

static void unmake_restores_everything_and_the_hash_follows_each_move(void **state)
{
    (void)state;
    for_random_games(check_unmake);
}

/* The moves of an image are the images of the moves, and lead to the images of where the moves lead. */
static void check_symmetry(const struct bc_board *board, const struct bc_position *position)
{
    struct bc_move_list list;
    bc_position_moves(board, position, &list);
    for (unsigned s = 0; s < board->symmetry_count; s++) {
        struct bc_position image;
        bc_position_transform(board, position, s, &image);
        assert_int_equal(bc_position_move_count(board, &image), list.count);
        for (unsigned i = 0; i < list.count; i++) {
            bc_move moved = bc_move_transform(board, list.moves[i], s);
            assert_int_equal(bc_position_check_move(board, &image, moved), BC_OK);
            struct bc_position after = *position;
            struct bc_position image_after = image;
            struct bc_position after_image;
            struct bc_undo undo;
            bc_position_make(board, &after, list.moves[i], &undo);
            bc_position_make(board, &image_after, moved, &undo);
            bc_position_transform(board, &after, s, &after_image);
            assert_same_position(&image_after, &after_image);
        }
    }
}

static void all_symmetries_commute_with_move_generation(void **state)
{
    (void)state;
    for_random_games(check_symmetry);
}

static void check_canonical(const struct bc_board *board, const struct bc_position *position)
{
    struct bc_position canonical;
    unsigned symmetry = bc_position_canonical(board, position, &canonical);
    struct bc_position image;
    bc_position_transform(board, position, symmetry, &image);
    assert_same_position(&canonical, &image);
    for (unsigned s = 0; s < board->symmetry_count; s++) {
        struct bc_position other;
        bc_position_transform(board, position, s, &image);
        assert_true(canonical.tigers < image.tigers ||
                    (canonical.tigers == image.tigers && canonical.goats <= image.goats));
        (void)bc_position_canonical(board, &image, &other);
        assert_same_position(&other, &canonical);
    }
}

static void all_images_share_one_canonical_form(void **state)
{
    (void)state;
    for_random_games(check_canonical);
}

static void trapped_tigers_are_those_without_a_move(void **state)
{
    (void)state;
    uint64_t seed = 12;
    for (size_t index = 0; bc_board_description(index) != NULL; index++) {
        static struct bc_board board;
        random_test_board(&board, index);
        for (unsigned i = 0; i < 20000; i++) {
            struct bc_position position = random_position(&board, &seed);
            position.side = BC_TIGERS;
            struct bc_move_list list;
            bc_position_moves(&board, &position, &list);
            bc_points free_tigers = 0;
            for (unsigned m = 0; m < list.count; m++) {
                free_tigers |= (bc_points)1 << bc_move_from(list.moves[m]);
            }
            assert_int_equal(bc_position_trapped_tigers(&board, &position), position.tigers & ~free_tigers);
        }
    }
}

static void check_names_what_is_wrong(void **state)
{
    (void)state;
    static struct bc_board board;
    bc_board_init_standard(&board);
    struct bc_position start;
    bc_position_start(&board, &start);
    assert_int_equal(bc_position_check(&board, &start), BC_OK);
    struct bc_position wrong = start;
    wrong.tigers |= 1U << 12;
    assert_int_equal(bc_position_check(&board, &wrong), BC_ERROR_POSITION_TIGERS);
    wrong = start;
    wrong.goats = 1;
    assert_int_equal(bc_position_check(&board, &wrong), BC_ERROR_POSITION_PIECE);
    wrong = start;
    wrong.goats = 1U << 25;
    assert_int_equal(bc_position_check(&board, &wrong), BC_ERROR_POSITION_PIECE);
    wrong = start;
    wrong.goats_in_hand = 19;
    assert_int_equal(bc_position_check(&board, &wrong), BC_ERROR_POSITION_GOATS);
    wrong = start;
    wrong.side = 2;
    assert_int_equal(bc_position_check(&board, &wrong), BC_ERROR_POSITION_SIDE);
    wrong = start;
    wrong.quiet_turns = 1;
    assert_int_equal(bc_position_check(&board, &wrong), BC_ERROR_POSITION_PHASE);
    wrong = start;
    wrong.turn = 0;
    assert_int_equal(bc_position_check(&board, &wrong), BC_ERROR_POSITION_COUNT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unmake_restores_everything_and_the_hash_follows_each_move),
        cmocka_unit_test(all_symmetries_commute_with_move_generation),
        cmocka_unit_test(all_images_share_one_canonical_form),
        cmocka_unit_test(trapped_tigers_are_those_without_a_move),
        cmocka_unit_test(check_names_what_is_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
