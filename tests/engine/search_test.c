#include <baghchal/engine.h>

#include "engine/reference_values.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

enum { PLIES = 4096, TABLE_BYTES = 1 << 20 };

static struct bc_board board;
static struct bc_engine *engine;
static void *memory;

static int make_engine(void **state)
{
    (void)state;
    bc_board_init_standard(&board);
    size_t size = bc_engine_memory(1, TABLE_BYTES);
    memory = malloc(size);
    return memory == NULL || bc_engine_init(memory, size, &board, 1, &engine) != BC_OK;
}

static int free_engine(void **state)
{
    (void)state;
    free(memory);
    return 0;
}

static struct bc_game game_from(const char *text, const struct bc_rules *rules, struct bc_ply *plies)
{
    struct bc_position position;
    struct bc_game game;
    assert_int_equal(bc_position_read(&board, text, strlen(text), &position, NULL), BC_OK);
    assert_int_equal(bc_game_init(&game, &board, rules, &position, plies, PLIES), BC_OK);
    return game;
}

static struct bc_engine_result search(const struct bc_game *game, unsigned depth, uint64_t nodes)
{
    struct bc_engine_limits limits = {.depth = depth, .nodes = nodes};
    struct bc_engine_result result;
    assert_int_equal(bc_engine_search(engine, game, &limits, NULL, &result), BC_OK);
    return result;
}

/* Whether the side to move can force a win within `turns`, tried out move by move. */
static bool wins_within(struct bc_game *game, unsigned turns)
{
    if (turns == 0 || game->ending != BC_ENDING_NONE) {
        return false;
    }
    enum bc_side side = (enum bc_side)game->position.side;
    enum bc_result win = side == BC_GOATS ? BC_RESULT_GOATS_WIN : BC_RESULT_TIGERS_WIN;
    struct bc_move_list moves;
    bc_game_moves(game, &moves);
    for (unsigned i = 0; i < moves.count; i++) {
        assert_int_equal(bc_game_play(game, moves.moves[i]), BC_OK);
        bool wins = game->result == win;
        if (game->ending == BC_ENDING_NONE && turns >= 3) {
            wins = true;
            struct bc_move_list replies;
            bc_game_moves(game, &replies);
            for (unsigned j = 0; j < replies.count && wins; j++) {
                assert_int_equal(bc_game_play(game, replies.moves[j]), BC_OK);
                wins = game->result == win || wins_within(game, turns - 2);
                assert_int_equal(bc_game_take_back(game, 1), BC_OK);
            }
        }
        assert_int_equal(bc_game_take_back(game, 1), BC_OK);
        if (wins) {
            return true;
        }
    }
    return false;
}

static void wins_in_up_to_three_turns_are_found_with_their_exact_length(void **state)
{
    (void)state;
    static struct bc_ply plies[PLIES];
    struct bc_rules rules = bc_rules_default(&board);
    FILE *file = fopen(BC_REFERENCE_DIR "/values.tsv", "r");
    assert_non_null(file);
    struct reference_value value;
    unsigned found = 0;
    for (unsigned number = 0; next_reference_value(file, &board, &value); number++) {
        struct bc_game game;
        assert_int_equal(bc_game_init(&game, &board, &rules, &value.position, plies, PLIES), BC_OK);
        unsigned length = wins_within(&game, 1) ? 1 : number % 3 == 0 && wins_within(&game, 3) ? 3 : 0;
        if (length != 0) {
            found++;
            struct bc_engine_result result = search(&game, length == 1 ? 3 : 8, 0);
            assert_int_equal(result.report.lines[0].score, BC_SCORE_WIN - (int)length);
        }
    }
    (void)fclose(file);
    assert_true(found > 50);
}

static void no_score_claims_a_win_that_the_solution_denies(void **state)
{
    (void)state;
    struct bc_rules rules = bc_rules_default(&board);
    FILE *file = fopen(BC_REFERENCE_DIR "/values.tsv", "r");
    assert_non_null(file);
    struct reference_value value;
    unsigned decided = 0;
    while (next_reference_value(file, &board, &value)) {
        struct bc_game game;
        assert_int_equal(bc_game_init(&game, &board, &rules, &value.position, NULL, 0), BC_OK);
        struct bc_engine_result result = search(&game, 0, 3000);
        int score = result.report.lines[0].score;
        if (score > BC_SCORE_DECIDED || score < -BC_SCORE_DECIDED) {
            bool goats = (score > 0) == (value.position.side == BC_GOATS);
            assert_int_equal(value.result, goats ? BC_RESULT_GOATS_WIN : BC_RESULT_TIGERS_WIN);
            decided++;
        }
    }
    (void)fclose(file);
    assert_true(decided > 200);
}

static void a_search_limited_by_nodes_repeats_itself_exactly(void **state)
{
    (void)state;
    struct bc_rules rules = bc_rules_default(&board);
    struct bc_game game = game_from("GG1GT/T2GG/G3G/1G1TG/1T3 g 11 0 0 10", &rules, NULL);
    bc_engine_clear(engine);
    struct bc_engine_result first = search(&game, 0, 50000);
    struct bc_engine_line line = first.report.lines[0];
    (void)search(&game, 0, 7000);
    bc_engine_clear(engine);
    struct bc_engine_result second = search(&game, 0, 50000);
    assert_int_equal(first.best, second.best);
    assert_int_equal(first.report.nodes, second.report.nodes);
    assert_int_equal(line.score, second.report.lines[0].score);
    assert_int_equal(line.length, second.report.lines[0].length);
    assert_memory_equal(line.moves, second.report.lines[0].moves, line.length * sizeof(bc_move));
}

static void equivalent_positions_share_what_was_found_about_them(void **state)
{
    (void)state;
    struct bc_rules rules = bc_rules_default(&board);
    struct bc_game game = game_from("G1TG1/TG3/G3G/1TG2/T1G1G t 10 2 0 10", &rules, NULL);
    bc_engine_clear(engine);
    struct bc_engine_result first = search(&game, 8, 0);
    for (unsigned s = 1; s < board.symmetry_count; s++) {
        struct bc_position image;
        bc_position_transform(&board, &game.position, s, &image);
        struct bc_game mirrored;
        assert_int_equal(bc_game_init(&mirrored, &board, &rules, &image, NULL, 0), BC_OK);
        struct bc_engine_result result = search(&mirrored, 8, 0);
        assert_true(result.report.nodes < first.report.nodes / 2);
    }
}

static void a_move_that_completes_the_third_repetition_scores_as_a_draw(void **state)
{
    (void)state;
    static struct bc_ply plies[PLIES];
    struct bc_rules rules = bc_rules_default(&board);
    struct bc_game game = game_from("GGGGG/G1GGG/GTTGG/GG1TG/GGTGG g 0 1 12 26", &rules, plies);
    /* A goat and a tiger go to and fro twice; the tiger's second return would be the third time. */
    static const char *const moves[] = {"a4-b4", "c1-c2", "b4-a4", "c2-c1", "a4-b4", "c1-c2", "b4-a4"};
    for (unsigned i = 0; i < sizeof moves / sizeof moves[0]; i++) {
        bc_move move;
        assert_int_equal(bc_move_read(&board, moves[i], strlen(moves[i]), &move), BC_OK);
        assert_int_equal(bc_game_play(&game, move), BC_OK);
    }
    bc_move third = bc_move_step(7, 2);
    assert_int_equal(bc_game_occurrences_after(&game, third), 3);
    struct bc_engine_limits limits = {.depth = 4, .lines = BC_MOVES_MAX};
    struct bc_engine_result result;
    assert_int_equal(bc_engine_search(engine, &game, &limits, NULL, &result), BC_OK);
    bool seen = false;
    for (unsigned i = 0; i < result.report.line_count; i++) {
        if (result.report.lines[i].moves[0] == third) {
            assert_int_equal(result.report.lines[i].score, 0);
            seen = true;
        }
    }
    assert_true(seen);
}

/* Takes back `turns` steps in every possible way and calls `look` with each position reached. */
static void take_back_steps(struct bc_position last, unsigned turns, void (*look)(struct bc_position position))
{
    if (turns == 0) {
        look(last);
        return;
    }
    bc_points pieces = last.side == BC_GOATS ? last.tigers : last.goats;
    bc_points empty = board.points & ~(last.tigers | last.goats);
    for (unsigned from = 0; from < board.point_count; from++) {
        for (unsigned to = 0; to < board.point_count; to++) {
            if ((empty >> from & 1U) != 0 && (pieces & board.neighbours[from] & 1U << to) != 0) {
                struct bc_position before = last;
                *(last.side == BC_GOATS ? &before.tigers : &before.goats) ^= 1U << from | 1U << to;
                before.side ^= 1U;
                take_back_steps(before, turns - 1, look);
            }
        }
    }
}

/* Does so from the reference games' last positions in which all tigers are trapped. */
static void before_traps(unsigned turns, void (*look)(struct bc_position position))
{
    FILE *file = fopen(BC_REFERENCE_DIR "/games/index.tsv", "r");
    assert_non_null(file);
    char line[256];
    while (fgets(line, sizeof line, file) != NULL) {
        const char *text = strrchr(line, '\t');
        struct bc_position last;
        if (strstr(line, "\ttrapped\t") != NULL &&
            bc_position_read(&board, text + 1, strcspn(text + 1, "\n"), &last, NULL) == BC_OK &&
            last.goats_in_hand == 0) {
            take_back_steps(last, turns, look);
        }
    }
    (void)fclose(file);
}

static struct bc_ply trap_plies[PLIES];
static unsigned trap_count;

static struct bc_game game_with_quiet_turns(struct bc_position position, unsigned quiet_turns)
{
    struct bc_rules rules = bc_rules_default(&board);
    struct bc_game game;
    position.quiet_turns = (uint16_t)quiet_turns;
    assert_int_equal(bc_game_init(&game, &board, &rules, &position, trap_plies, PLIES), BC_OK);
    return game;
}

static void look_at_a_win_in_one(struct bc_position position)
{
    struct bc_game game = game_with_quiet_turns(position, 99);
    if (position.side == BC_GOATS && wins_within(&game, 1)) {
        trap_count++;
        assert_int_equal(search(&game, 3, 0).report.lines[0].score, BC_SCORE_WIN - 1);
    }
}

static void a_trap_on_the_turn_of_the_quiet_limit_still_wins(void **state)
{
    (void)state;
    trap_count = 0;
    before_traps(1, look_at_a_win_in_one);
    assert_true(trap_count > 10);
}

static void look_at_a_win_too_late(struct bc_position position)
{
    struct bc_game game = game_with_quiet_turns(position, 0);
    bool in_three = !wins_within(&game, 1) && wins_within(&game, 3);
    game = game_with_quiet_turns(position, 98);
    if (in_three && !wins_within(&game, 3) && trap_count < 200) {
        trap_count++;
        assert_true(search(&game, 6, 0).report.lines[0].score < BC_SCORE_WIN - 3);
        game = game_with_quiet_turns(position, 97);
        assert_int_equal(search(&game, 6, 0).report.lines[0].score, BC_SCORE_WIN - 3);
    }
}

static void a_win_that_comes_after_the_quiet_limit_is_not_counted(void **state)
{
    (void)state;
    trap_count = 0;
    before_traps(3, look_at_a_win_too_late);
    assert_true(trap_count > 10);
}

static bool always(void *context)
{
    (*(unsigned *)context)++;
    return true;
}

static void a_stop_ends_the_search_with_a_legal_move(void **state)
{
    (void)state;
    struct bc_rules rules = bc_rules_default(&board);
    struct bc_game game = game_from("T3T/5/5/5/T3T g 20 0 0 1", &rules, NULL);
    unsigned asked = 0;
    struct bc_engine_host host = {.context = &asked, .stop = always};
    struct bc_engine_limits limits = {.infinite = true};
    struct bc_engine_result result;
    assert_int_equal(bc_engine_search(engine, &game, &limits, &host, &result), BC_OK);
    assert_int_equal(bc_game_check_move(&game, result.best), BC_OK);
    assert_int_equal(asked, 1);
}

static void a_search_that_nothing_would_end_is_refused(void **state)
{
    (void)state;
    struct bc_rules rules = bc_rules_default(&board);
    struct bc_game game = game_from("T3T/5/5/5/T3T g 20 0 0 1", &rules, NULL);
    struct bc_engine_limits limits = {0};
    struct bc_engine_result result;
    assert_int_equal(bc_engine_search(engine, &game, &limits, NULL, &result), BC_ERROR_ARGUMENT);
}

static void a_finished_game_is_refused(void **state)
{
    (void)state;
    struct bc_rules rules = bc_rules_default(&board);
    struct bc_game game = game_from("GGGGG/TGGG1/GTTGG/GGGGG/GTGGG t 0 0 2 21", &rules, NULL);
    struct bc_engine_limits limits = {.depth = 3};
    struct bc_engine_result result;
    assert_int_equal(bc_engine_search(engine, &game, &limits, NULL, &result), BC_ERROR_GAME_OVER);
}

static void several_lines_are_reported_best_first_and_begin_with_different_moves(void **state)
{
    (void)state;
    struct bc_rules rules = bc_rules_default(&board);
    struct bc_game game = game_from("G1TG1/TG3/G3G/1TG2/T1G1G t 10 2 0 10", &rules, NULL);
    struct bc_engine_limits limits = {.depth = 6, .lines = 4};
    struct bc_engine_result result;
    assert_int_equal(bc_engine_search(engine, &game, &limits, NULL, &result), BC_OK);
    assert_int_equal(result.report.line_count, 4);
    for (unsigned i = 1; i < 4; i++) {
        assert_true(result.report.lines[i].score <= result.report.lines[i - 1].score);
        for (unsigned j = 0; j < i; j++) {
            assert_int_not_equal(result.report.lines[i].moves[0], result.report.lines[j].moves[0]);
        }
    }
}

static void games_on_every_board_under_every_rule_set_are_played_with_legal_moves_to_the_end(void **state)
{
    (void)state;
    static struct bc_board boards[3];
    static struct bc_ply plies[PLIES];
    size_t size = bc_engine_memory(1, 1 << 16);
    void *own = malloc(size);
    assert_non_null(own);
    for (unsigned b = 0; b < 3; b++) {
        assert_int_equal(bc_board_init(&boards[b], bc_board_description(b)), BC_OK);
        struct bc_engine *player;
        assert_int_equal(bc_engine_init(own, size, &boards[b], 1, &player), BC_OK);
        for (unsigned r = 0; bc_rules_named(r) != NULL; r++) {
            const char *name = bc_rules_named(r)->name;
            struct bc_rules rules;
            if (bc_rules_read(&boards[b], name, strlen(name), &rules, NULL) != BC_OK) {
                continue;
            }
            struct bc_game game;
            assert_int_equal(bc_game_init(&game, &boards[b], &rules, NULL, plies, PLIES), BC_OK);
            while (game.ending == BC_ENDING_NONE && game.ply_count < 400) {
                struct bc_engine_limits limits = {.nodes = 200 + game.ply_count % 7 * 100};
                struct bc_engine_result result;
                assert_int_equal(bc_engine_search(player, &game, &limits, NULL, &result), BC_OK);
                for (unsigned i = 0; i < result.report.lines[0].length; i++) {
                    assert_int_equal(bc_game_play(&game, result.report.lines[0].moves[i]), BC_OK);
                }
                assert_int_equal(bc_game_take_back(&game, result.report.lines[0].length), BC_OK);
                assert_int_equal(bc_game_play(&game, result.best), BC_OK);
            }
        }
    }
    free(own);
}

/* Tables of a made-up game in which a goat on c3 has won. */
struct made_up_tables {
    unsigned questions;
    unsigned most_in_hand;
};

static bool ask_made_up_tables(void *context, const struct bc_position *position, struct bc_engine_table_value *value)
{
    struct made_up_tables *tables = context;
    tables->questions++;
    tables->most_in_hand =
        position->goats_in_hand > tables->most_in_hand ? position->goats_in_hand : tables->most_in_hand;
    bool won = (position->goats >> 12 & 1U) != 0;
    *value = (struct bc_engine_table_value){.result = won ? BC_RESULT_GOATS_WIN : BC_RESULT_DRAW};
    return true;
}

static void the_search_asks_placement_tables_where_it_may(void **state)
{
    (void)state;
    struct made_up_tables made_up = {0};
    struct bc_engine_tables tables = {.context = &made_up, .probe = ask_made_up_tables};
    struct bc_rules rules = bc_rules_default(&board);
    static struct bc_ply plies[PLIES];
    struct bc_game game = game_from("T3T/5/5/5/T3T g 20 0 0 1", &rules, plies);

    bc_engine_set_tables(engine, &tables);
    (void)search(&game, 7, 0);
    assert_int_equal(made_up.questions, 0);

    tables.search_goats_in_hand_max = 20;
    bc_engine_set_tables(engine, &tables);
    struct bc_engine_result result = search(&game, 7, 0);
    assert_int_equal(made_up.most_in_hand, 19);
    assert_int_equal(result.best, bc_move_place(12));
    assert_int_equal(result.report.lines[0].score, BC_SCORE_KNOWN_WIN - 1);
    assert_true(result.report.table_hits > 0);
    bc_engine_set_tables(engine, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wins_in_up_to_three_turns_are_found_with_their_exact_length),
        cmocka_unit_test(no_score_claims_a_win_that_the_solution_denies),
        cmocka_unit_test(a_search_limited_by_nodes_repeats_itself_exactly),
        cmocka_unit_test(equivalent_positions_share_what_was_found_about_them),
        cmocka_unit_test(a_move_that_completes_the_third_repetition_scores_as_a_draw),
        cmocka_unit_test(a_trap_on_the_turn_of_the_quiet_limit_still_wins),
        cmocka_unit_test(a_win_that_comes_after_the_quiet_limit_is_not_counted),
        cmocka_unit_test(a_stop_ends_the_search_with_a_legal_move),
        cmocka_unit_test(a_search_that_nothing_would_end_is_refused),
        cmocka_unit_test(a_finished_game_is_refused),
        cmocka_unit_test(the_search_asks_placement_tables_where_it_may),
        cmocka_unit_test(several_lines_are_reported_best_first_and_begin_with_different_moves),
        cmocka_unit_test(games_on_every_board_under_every_rule_set_are_played_with_legal_moves_to_the_end),
    };
    return cmocka_run_group_tests_name("engine search", tests, make_engine, free_engine);
}
