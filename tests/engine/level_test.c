#include <baghchal/engine_level.h>
#include <baghchal/engine_solution.h>

#include "engine/reference_values.h"
#include "solve/make_solution.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { PLIES = 1024, TABLE_BYTES = 1 << 20 };

static struct bc_board board;
static struct bc_ply plies[PLIES];
static struct bc_engine *engine;
static void *memory;

static void make_engine(const char *name)
{
    const struct bc_board_description *description;
    assert_int_equal(bc_board_find(name, strlen(name), &description), BC_OK);
    assert_int_equal(bc_board_init(&board, description), BC_OK);
    size_t size = bc_engine_memory(1, TABLE_BYTES);
    memory = malloc(size);
    assert_non_null(memory);
    assert_int_equal(bc_engine_init(memory, size, &board, 1, &engine), BC_OK);
}

static int free_engine(void **state)
{
    (void)state;
    free(memory);
    memory = NULL;
    return 0;
}

static bc_move choose(const struct bc_game *game, unsigned level, uint64_t seed)
{
    struct bc_level_choice choice;
    assert_int_equal(bc_level_choose(engine, game, level, seed, NULL, &choice), BC_OK);
    assert_int_equal(bc_game_check_move(game, choice.move), BC_OK);
    return choice.move;
}

static void names_are_read_and_written(void **state)
{
    (void)state;
    for (unsigned level = BC_LEVEL_MIN; level <= BC_LEVEL_PERFECT; level++) {
        char name[BC_LEVEL_NAME_MAX];
        unsigned read = 0;
        assert_int_equal(bc_level_read(name, bc_level_write(level, name), &read), BC_OK);
        assert_int_equal(read, level);
    }
    static const char *const wrong[] = {"", "0", "9", "10", "perfec", "perfectly", "Perfect", "a"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        unsigned level;
        assert_int_equal(bc_level_read(wrong[i], strlen(wrong[i]), &level), BC_ERROR_LEVEL);
    }
}

static void the_same_seed_repeats_a_game_and_another_changes_it(void **state)
{
    (void)state;
    make_engine("standard");
    struct bc_rules rules = bc_rules_default(&board);
    bc_move moves[3][30];
    for (unsigned run = 0; run < 3; run++) {
        struct bc_game game;
        assert_int_equal(bc_game_init(&game, &board, &rules, NULL, plies, PLIES), BC_OK);
        bc_engine_clear(engine);
        for (unsigned i = 0; i < 30 && game.ending == BC_ENDING_NONE; i++) {
            moves[run][i] = choose(&game, 2, run == 2 ? 99 : 5);
            assert_int_equal(bc_game_play(&game, moves[run][i]), BC_OK);
        }
    }
    assert_memory_equal(moves[0], moves[1], sizeof moves[0]);
    assert_memory_not_equal(moves[0], moves[2], sizeof moves[0]);
}

static bool tigers_can_eat_after(const struct bc_position *position, bc_move move)
{
    struct bc_position after = *position;
    struct bc_undo undo;
    bc_position_make(&board, &after, move, &undo);
    struct bc_move_list replies;
    bc_position_moves(&board, &after, &replies);
    for (unsigned i = 0; i < replies.count; i++) {
        if (bc_move_captures(replies.moves[i])) {
            return true;
        }
    }
    return false;
}

static void from_level_three_on_no_goat_is_given_away_in_one(void **state)
{
    (void)state;
    make_engine("standard");
    struct bc_rules rules = bc_rules_default(&board);
    FILE *file = fopen(BC_REFERENCE_DIR "/values.tsv", "r");
    assert_non_null(file);
    struct reference_value value;
    unsigned tested = 0;
    unsigned given = 0;
    unsigned seen = 0;
    while (next_reference_value(file, &board, &value)) {
        struct bc_game game;
        assert_int_equal(bc_game_init(&game, &board, &rules, &value.position, NULL, 0), BC_OK);
        struct bc_move_list moves;
        bc_game_moves(&game, &moves);
        bool can_be_safe = false;
        for (unsigned i = 0; i < moves.count; i++) {
            can_be_safe = can_be_safe || !tigers_can_eat_after(&value.position, moves.moves[i]);
        }
        if (value.position.side != BC_GOATS || !can_be_safe || seen++ % 4 != 0) {
            continue;
        }
        for (unsigned level = 3; level <= 5; level++) {
            struct bc_level_choice choice;
            assert_int_equal(bc_level_choose(engine, &game, level, tested, NULL, &choice), BC_OK);
            given += tigers_can_eat_after(&value.position, choice.move);
            tested++;
        }
    }
    (void)fclose(file);
    assert_true(tested > 100);
    assert_true(given * 20 < tested); /* where the search sees what for */
}

static void every_level_plays_every_board_and_rule_set(void **state)
{
    (void)state;
    static const char *const boards[] = {"standard", "4x4", "3x3"};
    for (size_t b = 0; b < 3; b++) {
        make_engine(boards[b]);
        for (unsigned r = 0; bc_rules_named(r) != NULL; r++) {
            const char *name = bc_rules_named(r)->name;
            struct bc_rules rules;
            struct bc_game game;
            if (bc_rules_read(&board, name, strlen(name), &rules, NULL) != BC_OK) {
                continue;
            }
            assert_int_equal(bc_game_init(&game, &board, &rules, NULL, plies, PLIES), BC_OK);
            for (unsigned i = 0; i < 60 && game.ending == BC_ENDING_NONE; i++) {
                assert_int_equal(bc_game_play(&game, choose(&game, i % 20 == 19 ? 5 : 1 + (i + r) % 3, i)), BC_OK);
            }
        }
        free(memory);
        memory = NULL;
    }
}

static void wrong_levels_and_finished_games_are_refused(void **state)
{
    (void)state;
    make_engine("3x3");
    struct bc_rules rules = bc_rules_default(&board);
    struct bc_game game;
    struct bc_level_choice choice;
    assert_int_equal(bc_game_init(&game, &board, &rules, NULL, plies, PLIES), BC_OK);
    assert_int_equal(bc_level_choose(engine, &game, 0, 0, NULL, &choice), BC_ERROR_LEVEL);
    assert_int_equal(bc_level_choose(engine, &game, 10, 0, NULL, &choice), BC_ERROR_LEVEL);
    assert_int_equal(bc_game_resign(&game, BC_GOATS), BC_OK);
    assert_int_equal(bc_level_choose(engine, &game, 1, 0, NULL, &choice), BC_ERROR_GAME_OVER);
}

/* A small board's solution, made for the test. */
static char folder[32];

static void make_folder(void)
{
    (void)snprintf(folder, sizeof folder, "/tmp/baghchal-level-XXXXXX");
    assert_non_null(mkdtemp(folder));
}

static void remove_folder(void)
{
    char line[128];
    (void)snprintf(line, sizeof line, "rm -r %s", folder);
    assert_int_equal(system(line), 0);
}

static struct bc_solution *solve(const char *board_name, const struct bc_rules *rules)
{
    struct bc_index *index;
    assert_int_equal(bc_index_create(&board, &index), BC_OK);
    struct bc_make_options options = {.folder = folder, .solve = {.rules = *rules, .threads = 1}};
    static struct bc_solve_result result;
    static struct bc_manifest manifest;
    assert_int_equal(bc_make_solution(index, &options, &result, &manifest), BC_OK);
    bc_index_destroy(index);
    struct bc_solution *solution;
    assert_int_equal(bc_solution_open(folder, &board, rules, 1 << 22, &solution), BC_OK);
    assert_string_equal(board.description->name, board_name);
    return solution;
}

static uint64_t random_state = 1;

static unsigned random_below(unsigned limit)
{
    random_state = random_state * UINT64_C(6364136223846793005) + 1;
    return (unsigned)((random_state >> 33) % limit);
}

/* Plays games of `perfect` against moves by chance, or against a level, and checks every move of `perfect` by the solution. */
static void check_perfect_games(struct bc_solution *solution, const struct bc_rules *rules, unsigned games,
                                unsigned level)
{
    for (unsigned number = 0; number < games; number++) {
        struct bc_game game;
        assert_int_equal(bc_game_init(&game, &board, rules, NULL, plies, PLIES), BC_OK);
        unsigned opening = random_below(12);
        while (game.ending == BC_ENDING_NONE && game.ply_count < 300) {
            struct bc_move_list moves;
            bc_game_moves(&game, &moves);
            bc_move move = moves.moves[random_below(moves.count)];
            if (game.ply_count >= opening && game.position.side == number % 2) {
                static struct bc_game_probe probe;
                struct bc_level_choice choice;
                assert_int_equal(bc_solution_probe_game(solution, &game, &probe), BC_OK);
                assert_int_equal(bc_level_choose(engine, &game, BC_LEVEL_PERFECT, 0, NULL, &choice), BC_OK);
                assert_true(choice.from_tables);
                size_t i = 0;
                while (i < probe.count && probe.moves[i].move != choice.move) {
                    i++;
                }
                assert_true(i < probe.count);
                assert_int_equal(probe.moves[i].value.result, probe.moves[0].value.result);
                if (probe.moves[0].value.has_distances && probe.moves[i].value.result != BC_RESULT_DRAW) {
                    assert_int_equal(probe.moves[i].value.end, probe.moves[0].value.end);
                }
                move = choice.move;
            } else if (game.ply_count >= opening && level != 0) {
                move = choose(&game, level, number);
            }
            assert_int_equal(bc_game_play(&game, move), BC_OK);
        }
    }
}

static void perfect_keeps_the_value_and_is_as_quick_or_stubborn_as_can_be_where_tables_are(void **state)
{
    (void)state;
    make_folder();
    static const struct {
        const char *board;
        const char *rules;
    } cases[] = {{"3x3", "nepal"}, {"3x3", "goats=2"}, {"4x4", "goats=1"}, {"4x4", "nepal,quiet=30"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        make_engine(cases[i].board);
        struct bc_rules rules;
        assert_int_equal(bc_rules_read(&board, cases[i].rules, strlen(cases[i].rules), &rules, NULL), BC_OK);
        struct bc_solution *solution = solve(cases[i].board, &rules);
        bc_engine_set_solution(engine, solution);
        check_perfect_games(solution, &rules, 20, 0);
        check_perfect_games(solution, &rules, 6, 3);
        bc_solution_close(solution);
        free(memory);
        memory = NULL;
    }
    remove_folder();
}

/* A clock by which a search has time for some ten thousand positions. */
static uint64_t hasty_milliseconds(void *context)
{
    uint64_t *now = context;
    *now += 50;
    return *now;
}

/* The value of a move by the solution, for the side that makes it. */
static int value_of_move(const struct bc_game_probe *probe, bc_move move, enum bc_side side)
{
    for (size_t i = 0; i < probe->count; i++) {
        if (probe->moves[i].move == move) {
            enum bc_result result = (enum bc_result)probe->moves[i].value.result;
            return result == BC_RESULT_DRAW ? 0 : (result == BC_RESULT_GOATS_WIN) == (side == BC_GOATS) ? 1 : -1;
        }
    }
    fail_msg("a move that the solution does not have");
    return 0;
}

/* Plays one game of `perfect` under rules that forbid repetition and looks at its moves by the solution for repetition as a draw.
 * Returns how many of them could have lost value there. */
static unsigned check_guided_game(struct bc_solution *solution, const struct bc_rules *rules, enum bc_side side)
{
    static struct bc_game_probe probe;
    struct bc_rules allowed = bc_solution_rules(solution);
    struct bc_game game;
    uint64_t now = 0;
    struct bc_engine_host host = {.context = &now, .milliseconds = hasty_milliseconds};
    unsigned chances = 0;
    assert_int_equal(bc_game_init(&game, &board, rules, NULL, plies, PLIES), BC_OK);
    while (game.ending == BC_ENDING_NONE && game.ply_count < 300) {
        struct bc_move_list moves;
        bc_game_moves(&game, &moves);
        bc_move move = moves.moves[random_below(moves.count)];
        if (game.position.side == side) {
            struct bc_game bare;
            struct bc_level_choice choice;
            assert_int_equal(bc_game_init(&bare, &board, &allowed, &game.position, NULL, 0), BC_OK);
            assert_int_equal(bc_solution_probe_game(solution, &bare, &probe), BC_OK);
            assert_int_equal(bc_level_choose(engine, &game, BC_LEVEL_PERFECT, 0, &host, &choice), BC_OK);
            assert_false(choice.from_tables);
            move = choice.move;
            int worst = 1;
            for (unsigned i = 0; i < moves.count; i++) {
                int value = value_of_move(&probe, moves.moves[i], side);
                assert_true(value <= value_of_move(&probe, move, side));
                worst = value < worst ? value : worst;
            }
            chances += worst < value_of_move(&probe, move, side);
        }
        assert_int_equal(bc_game_play(&game, move), BC_OK);
    }
    return chances;
}

static void perfect_is_guided_by_tables_where_repetition_is_forbidden(void **state)
{
    (void)state;
    make_folder();
    static const struct {
        const char *board;
        const char *rules;
    } cases[] = {{"4x4", "no-repeat,goats=1"}, {"4x4", "no-repeat,goats=2"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        make_engine(cases[i].board);
        struct bc_rules rules;
        assert_int_equal(bc_rules_read(&board, cases[i].rules, strlen(cases[i].rules), &rules, NULL), BC_OK);
        struct bc_rules allowed = rules;
        allowed.repetition = BC_REPETITION_DRAW;
        struct bc_solution *solution = solve(cases[i].board, &allowed);
        bc_engine_set_solution(engine, solution);
        unsigned chances = 0;
        for (unsigned number = 0; number < 8; number++) {
            chances += check_guided_game(solution, &rules, (enum bc_side)(number % 2));
        }
        assert_true(chances > 0);
        bc_solution_close(solution);
        free(memory);
        memory = NULL;
    }
    remove_folder();
}

#define TEST(name) cmocka_unit_test_teardown(name, free_engine)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(names_are_read_and_written),
        TEST(the_same_seed_repeats_a_game_and_another_changes_it),
        TEST(from_level_three_on_no_goat_is_given_away_in_one),
        TEST(every_level_plays_every_board_and_rule_set),
        TEST(wrong_levels_and_finished_games_are_refused),
        TEST(perfect_keeps_the_value_and_is_as_quick_or_stubborn_as_can_be_where_tables_are),
        TEST(perfect_is_guided_by_tables_where_repetition_is_forbidden),
    };
    return cmocka_run_group_tests_name("engine level", tests, NULL, NULL);
}
