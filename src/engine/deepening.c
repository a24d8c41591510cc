/* Iterative deepening: one thread's search from depth to depth, with a narrow window around the score of the depth before. */
#include "engine/search.h"

#include "rules/point_sets.h"

enum {
    WINDOW_DEPTH = 5, /* from which depth on the window is narrow */
    WINDOW = 16,
    STEADY_DEPTHS = 4, /* after so many depths with the same best move half of the time is enough */
};

static void mark_arrangement(struct bc_engine *engine, bc_points tigers, bc_points goats)
{
    struct bc_position plain = {.tigers = tigers, .goats = goats};
    struct search_position position;
    search_position_from(&engine->search_board, &plain, &position);
    uint64_t bit = position.images[0] & (FILTER_WORDS * 64 - 1);
    engine->arrangements[bit / 64] |= UINT64_C(1) << bit % 64;
}

/* Notes which arrangements of the game can come back: those since the last capture or placement. */
static void mark_history(struct bc_engine *engine)
{
    const struct bc_game *game = engine->game;
    for (unsigned i = 0; i < FILTER_WORDS; i++) {
        engine->arrangements[i] = 0;
    }
    size_t first = game->ply_count;
    while (first > 0 && !bc_move_captures(game->plies[first - 1].move) &&
           !bc_move_places(game->plies[first - 1].move)) {
        first--;
        mark_arrangement(engine, game->plies[first].tigers, game->plies[first].goats);
    }
    engine->first_comparable = first;
}

unsigned search_prepare(struct bc_engine *engine)
{
    const struct bc_game *game = engine->game;
    mark_history(engine);
    struct bc_move_list list;
    bc_game_moves(game, &list);
    if (engine->limits.only != NULL && engine->limits.only->count != 0) {
        list = *engine->limits.only;
    }
    for (unsigned w = 0; w < engine->worker_count; w++) {
        struct search_worker *worker = &engine->workers[w];
        worker->aborted = false;
        worker->failed_low = false;
        worker->selective_depth = 0;
        worker->node_count = 0;
        worker->next_poll = 0;
        atomic_store_explicit(&worker->nodes, 0, memory_order_relaxed);
        atomic_store_explicit(&worker->table_hits, 0, memory_order_relaxed);
        worker->table_hit_count = 0;
        worker->finished_depth = 0;
        worker->line_index = 0;
        search_position_from(&engine->search_board, &game->position, &worker->frames[0].position);
        worker->root_count = list.count;
        for (unsigned i = 0; i < list.count; i++) {
            struct root_move *root = &worker->roots[i];
            root->move = list.moves[i];
            root->score = root->previous_score = -SCORE_INFINITE;
            root->line = (struct bc_engine_line){.length = 1};
            root->line.moves[0] = list.moves[i];
        }
    }
    return list.count;
}

static bool before(const struct root_move *a, const struct root_move *b)
{
    return a->score != b->score ? a->score > b->score : a->previous_score > b->previous_score;
}

/* Sorts the root moves from `first` on, best first, without changing the order of equals. */
static void sort_roots(struct search_worker *worker, unsigned first)
{
    for (unsigned i = first + 1; i < worker->root_count; i++) {
        unsigned place = i;
        while (place > first && before(&worker->roots[i], &worker->roots[place - 1])) {
            place--;
        }
        if (place != i) {
            struct root_move moved = worker->roots[i];
            for (unsigned j = i; j > place; j--) {
                worker->roots[j] = worker->roots[j - 1];
            }
            worker->roots[place] = moved;
        }
    }
}

static void report(struct bc_engine *engine, struct search_worker *worker, unsigned depth, unsigned line_count)
{
    if (worker->index != 0 || engine->host.report == NULL) {
        return;
    }
    struct bc_engine_report result;
    search_report(engine, depth, line_count, &result);
    engine->host.report(engine->host.context, &result);
}

void search_report(struct bc_engine *engine, unsigned depth, unsigned line_count, struct bc_engine_report *result)
{
    const struct search_worker *lead = &engine->workers[0];
    *result = (struct bc_engine_report){.depth = depth,
                                        .selective_depth = lead->selective_depth,
                                        .nodes = lead->node_count,
                                        .table_hits = lead->table_hit_count,
                                        .milliseconds = search_elapsed(engine),
                                        .table_full = transposition_full(&engine->table),
                                        .line_count = line_count,
                                        .lines = engine->lines};
    for (unsigned w = 1; w < engine->worker_count; w++) {
        result->nodes += atomic_load_explicit(&engine->workers[w].nodes, memory_order_relaxed);
        result->table_hits += atomic_load_explicit(&engine->workers[w].table_hits, memory_order_relaxed);
    }
    for (unsigned i = 0; i < line_count; i++) {
        const struct root_move *root = &lead->roots[i];
        engine->lines[i] = root->line;
        engine->lines[i].score = root->score != -SCORE_INFINITE ? root->score : root->previous_score;
        engine->lines[i].depth = depth;
    }
}

/* One line at one depth: the window is opened until the score lies inside it. */
static void search_line(struct search_worker *worker, unsigned depth)
{
    int previous = worker->roots[worker->line_index].previous_score;
    bool narrow = depth >= WINDOW_DEPTH && previous > -BC_SCORE_DECIDED && previous < BC_SCORE_DECIDED;
    int width = WINDOW;
    int alpha = narrow ? previous - width : -SCORE_INFINITE;
    int beta = narrow ? previous + width : SCORE_INFINITE;
    for (;;) {
        int score = search_root(worker, alpha, beta, (int)depth);
        if (worker->aborted) {
            sort_roots(worker, worker->line_index);
            return;
        }
        sort_roots(worker, worker->line_index);
        if (score <= alpha && alpha > -SCORE_INFINITE) {
            alpha = score - width > -SCORE_INFINITE ? score - width : -SCORE_INFINITE;
        } else if (score >= beta && beta < SCORE_INFINITE) {
            beta = score + width < SCORE_INFINITE ? score + width : SCORE_INFINITE;
        } else {
            return;
        }
        width *= 3;
        if (width > 1000) {
            alpha = -SCORE_INFINITE;
            beta = SCORE_INFINITE;
        }
    }
}

/* Whether a score, searched to a depth, cannot change any more: a win or loss that the search has seen through. */
static bool settled(int score, unsigned depth)
{
    int magnitude = score < 0 ? -score : score;
    return magnitude > BC_SCORE_KNOWN_WIN + 1000 && depth >= (unsigned)(BC_SCORE_WIN - magnitude);
}

/* Whether to begin another depth. */
static bool goes_on(const struct search_worker *worker, unsigned depth, unsigned steady, unsigned line_count)
{
    const struct bc_engine *engine = worker->engine;
    const struct bc_engine_limits *limits = &engine->limits;
    if (worker->aborted || depth >= BC_ENGINE_DEPTH_MAX || (limits->depth != 0 && depth >= limits->depth)) {
        return false;
    }
    if (worker->index != 0 || limits->infinite) {
        return true;
    }
    bool all_settled = true;
    for (unsigned i = 0; i < line_count; i++) {
        all_settled = all_settled && settled(worker->roots[i].score, depth);
    }
    if (all_settled) {
        return false;
    }
    if (limits->soft_milliseconds != 0) {
        if (worker->root_count == 1 && depth >= WINDOW_DEPTH) {
            return false;
        }
        uint64_t enough = steady >= STEADY_DEPTHS ? limits->soft_milliseconds / 2 : limits->soft_milliseconds * 7U / 10;
        return search_elapsed(engine) < enough;
    }
    return true;
}

void search_deepen(struct search_worker *worker)
{
    struct bc_engine *engine = worker->engine;
    unsigned line_count = worker->index == 0 && engine->limits.lines > 1 ? engine->limits.lines : 1;
    line_count = line_count < worker->root_count ? line_count : worker->root_count;
    unsigned steady = 0;
    bc_move best = BC_MOVE_NONE;
    unsigned depth = 0;
    while (goes_on(worker, depth, steady, line_count)) {
        depth++;
        worker->failed_low = false;
        for (unsigned i = 0; i < worker->root_count; i++) {
            worker->roots[i].previous_score = worker->roots[i].score;
        }
        /* Helpers leave out every other depth, each its own, so that they run ahead of the others. */
        if (worker->index != 0 && depth > 4 && (depth + worker->index) % 2 == 0) {
            continue;
        }
        for (worker->line_index = 0; worker->line_index < line_count; worker->line_index++) {
            for (unsigned i = worker->line_index; i < worker->root_count; i++) {
                worker->roots[i].score = -SCORE_INFINITE;
            }
            search_line(worker, depth);
            if (worker->aborted) {
                break;
            }
        }
        if (worker->aborted) {
            break;
        }
        sort_roots(worker, 0);
        worker->finished_depth = depth;
        steady = worker->roots[0].move == best ? steady + 1 : 0;
        best = worker->roots[0].move;
        report(engine, worker, depth, line_count);
    }
    atomic_store_explicit(&worker->nodes, worker->node_count, memory_order_relaxed);
    atomic_store_explicit(&worker->table_hits, worker->table_hit_count, memory_order_relaxed);
}
