/* The engine as its users see it: memory, settings, one search. */
#include <baghchal/engine.h>

#include "engine/search.h"

enum { ALIGNMENT = 64 };

static size_t round_up(size_t size)
{
    return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static size_t fixed_memory(unsigned threads)
{
    return ALIGNMENT + round_up(sizeof(struct bc_engine)) + round_up(threads * sizeof(struct search_worker));
}

size_t bc_engine_memory(unsigned threads, size_t table_bytes)
{
    size_t least = sizeof(struct transposition_entry) * TRANSPOSITION_BUCKET;
    return fixed_memory(threads) + (table_bytes > least ? table_bytes : least);
}

enum bc_error bc_engine_init(void *memory, size_t size, const struct bc_board *board, unsigned threads,
                             struct bc_engine **engine)
{
    if (threads < 1 || threads > BC_ENGINE_THREADS_MAX) {
        return BC_ERROR_ARGUMENT;
    }
    if (size < bc_engine_memory(threads, 0)) {
        return BC_ERROR_NO_SPACE;
    }
    unsigned char *at = memory;
    at += (ALIGNMENT - (uintptr_t)at % ALIGNMENT) % ALIGNMENT;
    struct bc_engine *result = (void *)at;
    result->board = board;
    result->tables = (struct bc_engine_tables){0};
    result->tables_asked = false;
    result->rules_known = false;
    result->worker_count = threads;
    result->game = NULL;
    atomic_init(&result->stopped, false);
    search_board_init(&result->search_board, board);
    evaluation_board_init(&result->evaluation_board, board);
    search_init(result);
    at += round_up(sizeof *result);
    result->workers = (void *)at;
    for (unsigned w = 0; w < threads; w++) {
        result->workers[w].engine = result;
        result->workers[w].index = w;
    }
    at += round_up(threads * sizeof(struct search_worker));
    transposition_init(&result->table, at, size - fixed_memory(threads));
    bc_engine_clear(result);
    *engine = result;
    return BC_OK;
}

void bc_engine_clear(struct bc_engine *engine)
{
    transposition_clear(&engine->table);
    for (unsigned w = 0; w < engine->worker_count; w++) {
        struct search_worker *worker = &engine->workers[w];
        for (unsigned i = 0; i < sizeof worker->history / sizeof(int16_t); i++) {
            (&worker->history[0][0][0])[i] = 0;
        }
        for (unsigned ply = 0; ply < PLY_MAX + 4; ply++) {
            worker->frames[ply].killers[0] = worker->frames[ply].killers[1] = BC_MOVE_NONE;
            worker->frames[ply].line_length = 0;
        }
    }
}

void bc_engine_set_tables(struct bc_engine *engine, const struct bc_engine_tables *tables)
{
    engine->tables = tables != NULL ? *tables : (struct bc_engine_tables){0};
    bc_engine_clear(engine);
}

enum bc_error search_begin(struct bc_engine *engine, const struct bc_game *game, const struct bc_engine_limits *limits,
                           const struct bc_engine_host *host)
{
    static const struct bc_engine_host nothing;
    if (game->ending != BC_ENDING_NONE) {
        return BC_ERROR_GAME_OVER;
    }
    host = host != NULL ? host : &nothing;
    bool timed = host->milliseconds != NULL && (limits->soft_milliseconds != 0 || limits->hard_milliseconds != 0);
    if (!timed && limits->depth == 0 && limits->nodes == 0 && host->stop == NULL) {
        return BC_ERROR_ARGUMENT;
    }
    for (unsigned i = 0; limits->only != NULL && i < limits->only->count; i++) {
        enum bc_error error = bc_game_check_move(game, limits->only->moves[i]);
        if (error != BC_OK) {
            return error;
        }
    }
    bool exact = game->rules.repetition != BC_REPETITION_FORBIDDEN;
    bool asks = engine->tables.probe != NULL && exact && !limits->without_tables;
    if (!engine->rules_known || !bc_rules_equal(&engine->rules, &game->rules) || asks != engine->tables_asked) {
        bc_engine_clear(engine); /* scores under other rules, or with other knowledge, mean something else */
    }
    engine->tables_asked = asks;
    engine->asked = asks ? engine->tables : (struct bc_engine_tables){0};
    engine->rules = game->rules;
    engine->rules_known = true;
    engine->game = game;
    engine->limits = *limits;
    engine->host = *host;
    engine->start_milliseconds = host->milliseconds != NULL ? host->milliseconds(host->context) : 0;
    engine->deadline = limits->soft_milliseconds != 0 ? limits->soft_milliseconds : limits->hard_milliseconds;
    atomic_store_explicit(&engine->stopped, false, memory_order_relaxed);
    transposition_age(&engine->table);
    search_prepare(engine);
    return BC_OK;
}

void search_finish(struct bc_engine *engine, struct bc_engine_result *result)
{
    const struct search_worker *lead = &engine->workers[0];
    unsigned line_count = engine->limits.lines > 1 ? engine->limits.lines : 1;
    line_count = line_count < lead->root_count ? line_count : lead->root_count;
    search_report(engine, lead->finished_depth, line_count, &result->report);
    result->best = lead->roots[0].move;
    engine->game = NULL;
}

enum bc_error bc_engine_search(struct bc_engine *engine, const struct bc_game *game,
                               const struct bc_engine_limits *limits, const struct bc_engine_host *host,
                               struct bc_engine_result *result)
{
    enum bc_error error = search_begin(engine, game, limits, host);
    if (error == BC_OK) {
        search_deepen(&engine->workers[0]);
        search_finish(engine, result);
    }
    return error;
}

int bc_engine_evaluate(const struct bc_engine *engine, const struct bc_game *game)
{
    if (game->ending != BC_ENDING_NONE) {
        return 0;
    }
    struct search_position position;
    search_position_from(&engine->search_board, &game->position, &position);
    return evaluate(&engine->evaluation_board, engine->board, &game->rules, &position);
}
