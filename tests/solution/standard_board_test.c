/* The standard game solved into a folder, against reference figures: the movement phase alone, or, compiled with
 * BC_TEST_WHOLE_SOLUTION, everything. */
#include "cmocka_all.h"

#include "solution/temporary_folder.h"
#include "solution/verify.h"
#include "solve/make_solution.h"

#include <baghchal/text.h>

#include <inttypes.h>

#if defined(BC_TEST_WHOLE_SOLUTION)
enum { WHOLE = 1, SAMPLE = 2000000, VALUES_MIN = 1257 };
#else
enum { WHOLE = 0, SAMPLE = 200000, VALUES_MIN = 42 };
#endif

enum { LINE_MAX_SIZE = 512 };

struct standard {
    struct bc_board board;
    struct bc_rules rules;
    struct bc_index *index;
    char folder[TEMPORARY_PATH_MAX];
    struct bc_manifest manifest;
    struct bc_solution *solution;
};

static int make(void **state)
{
    struct standard *standard = calloc(1, sizeof *standard);
    struct bc_solve_result *result = calloc(1, sizeof *result);
    *state = standard;
    if (standard == NULL || result == NULL || bc_board_init(&standard->board, bc_board_description(0)) != BC_OK ||
        bc_index_create(&standard->board, &standard->index) != BC_OK || !temporary_folder_make(standard->folder)) {
        free(result);
        return -1;
    }
    standard->rules = bc_rules_default(&standard->board);
    struct bc_make_options options = {.folder = standard->folder,
                                      .solve = {.rules = standard->rules, .movement_only = WHOLE == 0}};
    enum bc_error error = bc_make_solution(standard->index, &options, result, &standard->manifest);
    if (error == BC_OK) {
        error = bc_solution_open(standard->folder, &standard->board, &standard->rules, 1 << 28, &standard->solution);
    }
    if (error != BC_OK) {
        print_error("%s\n", bc_error_text(error));
    }
    free(result);
    return error == BC_OK ? 0 : -1;
}

static int destroy(void **state)
{
    struct standard *standard = *state;
    bc_solution_close(standard->solution);
    bc_index_destroy(standard->index);
    temporary_folder_remove(standard->folder);
    free(standard);
    return 0;
}

static FILE *open_reference(const char *name)
{
    char path[1024];
    (void)snprintf(path, sizeof path, "%s/%s", BC_REFERENCE_DIR, name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    return file;
}

static void every_reference_position_has_its_value(void **state)
{
    struct standard *standard = *state;
    FILE *file = open_reference("values.tsv");
    char line[LINE_MAX_SIZE];
    unsigned compared = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        char *tab = strchr(line, '\t');
        if (line[0] == '#' || tab == NULL) {
            continue;
        }
        struct bc_position position;
        struct bc_probe probe;
        assert_int_equal(bc_position_read(&standard->board, line, (size_t)(tab - line), &position, NULL), BC_OK);
        if (position.goats_in_hand > 0 && !bc_solution_has_placement(standard->solution)) {
            continue;
        }
        assert_int_equal(bc_solution_probe(standard->solution, &position, &probe), BC_OK);
        const char *word = bc_value_word((enum bc_result)probe.result);
        tab[strcspn(tab, "\n")] = '\0';
        *tab = '\0';
        if (strcmp(word, tab + 1) != 0) {
            fail_msg("%s: %s, not %s", line, tab + 1, word);
        }
        ++compared;
    }
    (void)fclose(file);
    assert_true(compared >= VALUES_MIN);
}

static void the_counts_and_longest_distances_of_the_movement_phase_are_those_known(void **state)
{
    struct standard *standard = *state;
    FILE *file = open_reference("movement.tsv");
    char line[LINE_MAX_SIZE];
    unsigned compared = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        unsigned eaten = 0;
        char side = 0;
        uint64_t positions = 0;
        uint64_t wins = 0;
        uint64_t losses = 0;
        uint64_t draws = 0;
        unsigned end[2];
        unsigned zero[2];
        /* NOLINTNEXTLINE(cert-err34-c): a table of ours */
        if (sscanf(line, "%u\t%c\t%" SCNu64 "\t%" SCNu64 "\t%" SCNu64 "\t%" SCNu64 "\t%u\t%u\t%u\t%u", &eaten, &side,
                   &positions, &wins, &losses, &draws, &end[0], &end[1], &zero[0], &zero[1]) != 10) {
            continue;
        }
        bool tigers = side == 't';
        for (size_t i = 0; i < standard->manifest.movement_count; ++i) {
            const struct bc_movement_layer *layer = &standard->manifest.movement[i];
            if (layer->eaten != eaten || (layer->side == BC_TIGERS) != tigers) {
                continue;
            }
            assert_int_equal(layer->counts.positions, positions);
            assert_int_equal(layer->counts.draws, draws);
            assert_int_equal(tigers ? layer->counts.tigers_win : layer->counts.goats_win, wins);
            assert_int_equal(tigers ? layer->counts.goats_win : layer->counts.tigers_win, losses);
            assert_int_equal(layer->longest_end[tigers ? 1 : 0], end[0]);
            assert_int_equal(layer->longest_end[tigers ? 0 : 1], end[1]);
            assert_int_equal(layer->longest_zero[tigers ? 1 : 0], zero[0]);
            assert_int_equal(layer->longest_zero[tigers ? 0 : 1], zero[1]);
            ++compared;
        }
    }
    (void)fclose(file);
    assert_int_equal(compared, 10);
}

static void values_and_distances_follow_from_those_after_each_move(void **state)
{
    struct standard *standard = *state;
    struct bc_verify_options options = {.movement = true, .placement = WHOLE, .sample = SAMPLE, .threads = 2};
    struct bc_verify_report report;
    assert_int_equal(bc_solution_verify(standard->solution, standard->folder, &options, &report), BC_OK);
    if (report.problem == BC_VERIFY_POSITION) {
        char text[BC_POSITION_TEXT_MAX];
        bc_position_write(&standard->board, &report.position, text);
        fail_msg("%s: stored %u, derived %u", text, report.stored.result, report.derived.result);
    }
    assert_int_equal(report.problem, BC_VERIFY_NO_PROBLEM);
    assert_int_equal(report.movement_checked, SAMPLE);
    assert_int_equal(report.placement_checked, WHOLE ? SAMPLE : 0);
}

static void the_start_is_a_draw(void **state)
{
    struct standard *standard = *state;
    struct bc_position position;
    struct bc_probe probe;
    bc_position_start(&standard->board, &position);
    enum bc_error error = bc_solution_probe(standard->solution, &position, &probe);
    if (WHOLE) {
        assert_int_equal(error, BC_OK);
        assert_int_equal(probe.result, BC_RESULT_DRAW);
    } else {
        assert_int_equal(error, BC_ERROR_SOLUTION_PLACEMENT);
    }
}

static void the_files_are_as_small_as_they_should_be(void **state)
{
    struct standard *standard = *state;
    static const struct {
        const char *name;
        uint64_t bytes;
    } largest[] = {{BC_MOVEMENT_WEB_NAME, 3000000}, {BC_PLACEMENT_TABLE_NAME, 413000000}};
    for (size_t i = 0; i < 1 + WHOLE; ++i) {
        const struct bc_manifest_file *file = bc_manifest_file(&standard->manifest, largest[i].name);
        assert_non_null(file);
        assert_true(file->size <= largest[i].bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_reference_position_has_its_value),
        cmocka_unit_test(the_counts_and_longest_distances_of_the_movement_phase_are_those_known),
        cmocka_unit_test(the_start_is_a_draw),
        cmocka_unit_test(the_files_are_as_small_as_they_should_be),
        cmocka_unit_test(values_and_distances_follow_from_those_after_each_move),
    };
    return cmocka_run_group_tests(tests, make, destroy);
}
