/* The standard game: the movement phase by every path against the reference, and the whole game against known values.
 * Without an argument the movement phase; with "whole" the whole game. */
#include "cmocka_all.h"
#include "solve/solve.h"

#include <baghchal/text.h>

#include <stdlib.h>
#include <string.h>

static struct bc_board board;
static struct bc_index *board_index;
static struct bc_solve_result result;

/* A position of values.tsv and whether its value was seen. */
struct known {
    struct bc_position position;
    uint8_t result;
    uint32_t class;
    uint32_t mask;
    bool seen;
};

struct known_list {
    struct known *known;
    size_t count;
};

static uint8_t result_of_word(const char *word)
{
    return (uint8_t)(strncmp(word, "goats", 5) == 0    ? BC_RESULT_GOATS_WIN
                     : strncmp(word, "tigers", 6) == 0 ? BC_RESULT_TIGERS_WIN
                                                       : BC_RESULT_DRAW);
}

static struct known_list read_values(void)
{
    struct known_list list = {0};
    char line[256];
    FILE *file = fopen(BC_REFERENCE_DIR "/values.tsv", "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        char *tab = strchr(line, '\t');
        if (line[0] == '#' || tab == NULL) {
            continue;
        }
        struct known known = {.result = result_of_word(tab + 1)};
        unsigned symmetry;
        assert_int_equal(bc_position_read(&board, line, (size_t)(tab - line), &known.position, NULL), BC_OK);
        known.class = bc_index_class_of(board_index, known.position.tigers, &symmetry);
        known.mask = bc_index_mask(board_index, known.class, symmetry, known.position.goats);
        struct known *more = realloc(list.known, (list.count + 1) * sizeof *more);
        assert_non_null(more);
        more[list.count++] = known;
        list.known = more;
    }
    (void)fclose(file);
    return list;
}

static enum bc_error compare_movement(void *context, const struct bc_solve_movement *part)
{
    struct known_list *list = context;
    for (size_t n = 0; n < list->count; ++n) {
        struct known *known = &list->known[n];
        if (known->position.goats_in_hand == 0 && known->position.goats_eaten == part->eaten &&
            known->class == part->class) {
            uint32_t rank = bc_index_rank(board_index, known->mask);
            known->seen = part->result[known->position.side][rank] == known->result;
        }
    }
    return BC_OK;
}

static enum bc_error compare_placement(void *context, const struct bc_solve_placement *part)
{
    struct known_list *list = context;
    for (size_t n = 0; n < list->count; ++n) {
        struct known *known = &list->known[n];
        if (known->position.side != BC_GOATS || known->position.goats_in_hand + part->placed != board.goat_count ||
            known->class != part->class) {
            continue;
        }
        const uint64_t *row = part->rows + (size_t)(known->mask / BC_SOLVE_ROW_MASKS) * BC_SOLVE_ROW_WORDS;
        bool tigers = (row[known->mask >> 6 & 7U] >> (known->mask & 63U) & 1U) != 0;
        bool not_goats = (row[8 + (known->mask >> 6 & 7U)] >> (known->mask & 63U) & 1U) != 0;
        known->seen = known->result == (tigers      ? BC_RESULT_TIGERS_WIN
                                        : not_goats ? BC_RESULT_DRAW
                                                    : BC_RESULT_GOATS_WIN);
    }
    return BC_OK;
}

static void compare_with_reference(bool with_end)
{
    char line[256];
    unsigned rows = 0;
    FILE *file = fopen(BC_REFERENCE_DIR "/movement.tsv", "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        unsigned eaten;
        char side_name;
        unsigned long long positions;
        unsigned long long wins;
        unsigned long long losses;
        unsigned long long draws;
        unsigned distances[4];
        if (line[0] == '#' ||
            /* NOLINTNEXTLINE(cert-err34-c): a table of ours */
            sscanf(line, "%u\t%c\t%llu\t%llu\t%llu\t%llu\t%u\t%u\t%u\t%u", &eaten, &side_name, &positions, &wins,
                   &losses, &draws, &distances[0], &distances[1], &distances[2], &distances[3]) != 10) {
            continue;
        }
        unsigned side = side_name == 't' ? BC_TIGERS : BC_GOATS;
        const struct bc_solve_movement_counts *found = &result.movement[eaten][side];
        const uint64_t counts[2] = {found->counts.goats_win, found->counts.tigers_win};
        assert_int_equal(counts[side], wins);
        assert_int_equal(counts[1 - side], losses);
        assert_int_equal(found->counts.draws, draws);
        assert_int_equal(counts[0] + counts[1] + found->counts.draws, positions);
        assert_int_equal(found->longest_zero[side], distances[2]);
        assert_int_equal(found->longest_zero[1 - side], distances[3]);
        if (with_end) {
            assert_int_equal(found->longest_end[side], distances[0]);
            assert_int_equal(found->longest_end[1 - side], distances[1]);
        }
        ++rows;
    }
    (void)fclose(file);
    assert_int_equal(rows, 10);
    assert_false(result.limit_matters);
}

static void movement_by(enum bc_solve_path path, bool with_end)
{
    if (!bc_solve_path_available(path)) {
        print_message("this machine does not have %s\n", bc_solve_path_name(path));
        return;
    }
    struct known_list list = read_values();
    struct bc_solve_options options = {
        .rules = bc_rules_default(&board),
        .movement_only = true,
        .without_end = !with_end,
        .path = path,
        .sink = {.context = &list, .movement = compare_movement},
    };
    assert_int_equal(bc_solve(board_index, &options, &result), BC_OK);
    assert_int_equal(result.path, path);
    compare_with_reference(with_end);
    for (size_t n = 0; n < list.count; ++n) {
        if (list.known[n].position.goats_in_hand == 0) {
            assert_true(list.known[n].seen);
        }
    }
    free(list.known);
}

static void the_portable_path_agrees_with_the_reference(void **state)
{
    (void)state;
    movement_by(BC_SOLVE_PATH_PORTABLE, false);
}

static void the_avx2_path_agrees_with_the_reference(void **state)
{
    (void)state;
    movement_by(BC_SOLVE_PATH_AVX2, false);
}

static void the_avx512_path_agrees_with_the_reference(void **state)
{
    (void)state;
    movement_by(BC_SOLVE_PATH_AVX512, false);
}

static void the_fastest_path_agrees_with_the_reference_in_both_distances(void **state)
{
    (void)state;
    enum bc_solve_path path = BC_SOLVE_PATH_AVX512;
    while (!bc_solve_path_available(path)) {
        path = (enum bc_solve_path)(path - 1);
    }
    movement_by(path, true);
}

static void the_start_is_a_draw_and_every_known_position_has_its_value(void **state)
{
    (void)state;
    struct known_list list = read_values();
    struct bc_solve_options options = {
        .rules = bc_rules_default(&board),
        .sink = {.context = &list, .movement = compare_movement, .placement = compare_placement},
    };
    assert_int_equal(bc_solve(board_index, &options, &result), BC_OK);
    assert_int_equal(result.start, BC_RESULT_DRAW);
    compare_with_reference(true);
    unsigned seen = 0;
    for (size_t n = 0; n < list.count; ++n) {
        if (list.known[n].position.goats_in_hand == 0 || list.known[n].position.side == BC_GOATS) {
            assert_true(list.known[n].seen);
            ++seen;
        }
    }
    assert_true(seen > 500);
    free(list.known);
}

int main(int count, char **arguments)
{
    const struct CMUnitTest movement[] = {
        cmocka_unit_test(the_portable_path_agrees_with_the_reference),
        cmocka_unit_test(the_avx2_path_agrees_with_the_reference),
        cmocka_unit_test(the_avx512_path_agrees_with_the_reference),
        cmocka_unit_test(the_fastest_path_agrees_with_the_reference_in_both_distances),
    };
    const struct CMUnitTest whole[] = {
        cmocka_unit_test(the_start_is_a_draw_and_every_known_position_has_its_value),
    };
    bc_board_init_standard(&board);
    if (bc_index_create(&board, &board_index) != BC_OK) {
        return 1;
    }
    bool all = count > 1 && strcmp(arguments[1], "whole") == 0;
    int failed = all ? cmocka_run_group_tests_name("the standard game", whole, NULL, NULL)
                     : cmocka_run_group_tests_name("the standard movement phase", movement, NULL, NULL);
    bc_index_destroy(board_index);
    return failed;
}
