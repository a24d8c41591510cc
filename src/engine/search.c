/* Alpha-beta over one tree: the node, the quiet end of it, and the root. */
#include "engine/search.h"

#include "rules/point_sets.h"

/* Tunables. Margins are hundredths of a goat. */
enum {
    POLL_NODES = 1024,
    PLACEMENT_PROBE_DEPTH = 4, /* placement tables, slow to read, are asked no nearer to the horizon */
    FUTILE_DEPTH = 6, /* a node this near the end whose evaluation beats beta by the margin a turn is not searched */
    FUTILE_MARGIN = 60,
    FUTILE_MARGIN_LARGE_NETWORK = 90,
    HOPELESS_DEPTH = 3, /* nor are quiet moves this near the end when the evaluation lies so far below alpha */
    HOPELESS_BASE = 50,
    HOPELESS_MARGIN = 60,
    LATE_DEPTH = 4, /* nor quiet moves beyond a number that grows with the depth */
    LATE_BASE = 8,
    LATE_FACTOR = 3,
    REDUCE_DEPTH = 3, /* quiet moves tried late are searched less deep first */
    REDUCE_MOVES = 3,
    HISTORY_REDUCTION = 4096,
    WINNING_ROOM = 64, /* slack by which quiet turns draw the evaluation to 0 */
};

/* A logarithm to base 2 in sixteenths, interpolated. */
static unsigned scaled_logarithm(unsigned n)
{
    unsigned whole = 31U - (unsigned)__builtin_clz(n);
    return 16 * whole + 16 * (n - (1U << whole)) / (1U << whole);
}

void search_init(struct bc_engine *engine)
{
    for (unsigned depth = 0; depth < REDUCTION_DEPTHS; depth++) {
        for (unsigned number = 0; number < REDUCTION_DEPTHS; number++) {
            unsigned product = depth > 0 && number > 0 ? scaled_logarithm(depth) * scaled_logarithm(number) : 0;
            engine->reductions[depth][number] = (uint8_t)((product + 128) / 1100);
        }
    }
}

uint64_t search_elapsed(const struct bc_engine *engine)
{
    return engine->host.milliseconds == NULL
               ? 0
               : engine->host.milliseconds(engine->host.context) - engine->start_milliseconds;
}

int search_evaluate(const struct bc_engine *engine, const struct search_position *position)
{
    int score = evaluate(&engine->evaluation_board, engine->board, &engine->rules, position);
    int limit = engine->rules.quiet_turn_limit;
    if (limit != 0 && position->quiet_turns != 0) {
        int left = position->quiet_turns < limit ? limit - position->quiet_turns : 0;
        score = score * (left + WINNING_ROOM) / (limit + WINNING_ROOM);
    }
    return score;
}

/* Whether the search is over for this worker; looks at the clock and asks the host now and then. The first depth, which takes
 * no time, is always finished. */
static bool poll(struct search_worker *worker)
{
    struct bc_engine *engine = worker->engine;
    uint64_t count = ++worker->node_count;
    if (worker->finished_depth == 0) {
        return false;
    }
    if (worker->index == 0 && engine->limits.nodes != 0 && count >= engine->limits.nodes) {
        worker->aborted = true;
    }
    if (count >= worker->next_poll) {
        worker->next_poll = count + POLL_NODES;
        atomic_store_explicit(&worker->nodes, count, memory_order_relaxed);
        atomic_store_explicit(&worker->table_hits, worker->table_hit_count, memory_order_relaxed);
        if (worker->index == 0) {
            if (engine->host.stop != NULL && engine->host.stop(engine->host.context)) {
                worker->aborted = true;
            }
            uint64_t deadline = worker->failed_low && engine->limits.hard_milliseconds != 0
                                    ? engine->limits.hard_milliseconds
                                    : engine->deadline;
            if (deadline != 0 && search_elapsed(engine) >= deadline) {
                worker->aborted = true;
            }
        } else if (atomic_load_explicit(&engine->stopped, memory_order_relaxed)) {
            worker->aborted = true;
        }
    }
    return worker->aborted;
}

static bool in_game(const struct bc_engine *engine, const struct search_position *position)
{
    uint64_t bit = position->images[0] & (FILTER_WORDS * 64 - 1);
    return (engine->arrangements[bit / 64] >> bit % 64 & 1U) != 0;
}

/* How often the game before the root has had this arrangement, with the same side to move or with either. */
static unsigned times_in_game(const struct bc_engine *engine, const struct search_position *position, unsigned ply,
                              bool either_side)
{
    if (!in_game(engine, position)) {
        return 0;
    }
    const struct bc_game *game = engine->game;
    unsigned times = 0;
    for (size_t at = engine->first_comparable; at < game->ply_count; at++) {
        bool same_side = (ply + game->ply_count - at) % 2 == 0;
        times += (either_side || same_side) && game->plies[at].tigers == position->tigers &&
                 game->plies[at].goats == position->goats;
    }
    return times;
}

/* Whether the arrangement of the frame was in the line before it, at one of the frames `stride` turns apart. */
static bool in_line(const struct search_worker *worker, unsigned ply, unsigned stride)
{
    const struct search_position *position = &worker->frames[ply].position;
    unsigned reversible = position->quiet_turns < ply ? position->quiet_turns : ply;
    for (unsigned back = stride; back <= reversible; back += stride) {
        const struct search_position *earlier = &worker->frames[ply - back].position;
        if (earlier->tigers == position->tigers && earlier->goats == position->goats) {
            return true;
        }
    }
    return false;
}

/* Whether the position of the frame is a draw by repetition: the second time within the line, the third in the game. */
static bool draws_by_repetition(const struct search_worker *worker, unsigned ply)
{
    const struct search_position *position = &worker->frames[ply].position;
    const struct bc_engine *engine = worker->engine;
    if (position->goats_in_hand != 0 || engine->rules.repetition == BC_REPETITION_FORBIDDEN) {
        return false;
    }
    if (in_line(worker, ply, 2)) {
        return true;
    }
    return engine->rules.repetition == BC_REPETITION_DRAW && position->quiet_turns > ply &&
           times_in_game(engine, position, ply, false) >= 2;
}

/* Whether the rules forbid the turn that led to the frame's position. */
static bool forbidden(const struct search_worker *worker, unsigned ply)
{
    const struct search_position *position = &worker->frames[ply].position;
    const struct bc_engine *engine = worker->engine;
    if (engine->rules.repetition != BC_REPETITION_FORBIDDEN || position->quiet_turns == 0) {
        return false;
    }
    return in_line(worker, ply, 1) || (position->quiet_turns > ply && times_in_game(engine, position, ply, true) > 0);
}

static int score_without_move(const struct bc_engine *engine, const struct search_position *position, unsigned ply)
{
    if (position->side == BC_GOATS && engine->rules.goat_stalemate == BC_STALEMATE_DRAW) {
        return 0;
    }
    return -(BC_SCORE_WIN - (int)ply);
}

/* Whether the game is over at the frame, and the score then. */
static bool ended(const struct search_worker *worker, unsigned ply, int *score)
{
    const struct bc_engine *engine = worker->engine;
    const struct search_position *position = &worker->frames[ply].position;
    if (position->goats_eaten >= engine->rules.goats_to_win) {
        *score = -(BC_SCORE_WIN - (int)ply);
        return true;
    }
    if (!search_position_has_move(engine->board, position)) {
        *score = score_without_move(engine, position, ply);
        return true;
    }
    if (position->quiet_turns == 0) {
        return false;
    }
    bool quiet = engine->rules.quiet_turn_limit != 0 && position->quiet_turns >= engine->rules.quiet_turn_limit;
    *score = 0;
    return quiet || draws_by_repetition(worker, ply);
}

/* What the tables say about the frame's position, as a score. Of placement tables only wins and losses count: among draws
 * the search goes on to look for the one that is hardest to hold. */
static bool ask_tables(struct search_worker *worker, unsigned ply, int depth, int *score)
{
    const struct bc_engine *engine = worker->engine;
    const struct search_position *position = &worker->frames[ply].position;
    if (engine->asked.probe == NULL || position->goats_in_hand > engine->asked.search_goats_in_hand_max) {
        return false;
    }
    bool placing = position->goats_in_hand > 0;
    if (placing) {
        if (depth < PLACEMENT_PROBE_DEPTH) {
            return false;
        }
        worker->next_poll = 0; /* the disk may keep one waiting: look at the clock after each question */
    }
    struct bc_position plain;
    search_position_to(&engine->search_board, position, &plain);
    struct bc_engine_table_value value;
    if (!engine->asked.probe(engine->asked.context, &plain, &value)) {
        return false;
    }
    worker->table_hit_count++;
    *score = 0;
    if (placing && value.result == BC_RESULT_DRAW) {
        return false;
    }
    if (value.result != BC_RESULT_DRAW) {
        int win = value.has_end ? BC_SCORE_WIN - (int)ply - value.end : BC_SCORE_KNOWN_WIN - (int)ply;
        bool mover_wins = (value.result == BC_RESULT_GOATS_WIN) == (position->side == BC_GOATS);
        *score = mover_wins ? win : -win;
    }
    return true;
}

/* Makes the move from the frame into the next; false when the rules forbid it. */
static bool make(struct search_worker *worker, unsigned ply, bc_move move)
{
    search_position_after(&worker->engine->search_board, &worker->frames[ply].position, move,
                          &worker->frames[ply + 1].position);
    return !forbidden(worker, ply + 1);
}

/* Finds the key of the frame and asks the memory for its entry. */
static void find_key(struct search_worker *worker, unsigned ply)
{
    struct bc_engine *engine = worker->engine;
    struct search_frame *frame = &worker->frames[ply];
    frame->key =
        search_position_key(&engine->search_board, &frame->position, engine->rules.quiet_turn_limit, &frame->symmetry);
    transposition_prefetch(&engine->table, frame->key);
}

static void keep_line(struct search_worker *worker, unsigned ply, bc_move move)
{
    struct search_frame *frame = &worker->frames[ply];
    const struct search_frame *next = &worker->frames[ply + 1];
    frame->line[0] = move;
    for (unsigned i = 0; i < next->line_length; i++) {
        frame->line[i + 1] = next->line[i];
    }
    frame->line_length = next->line_length + 1;
}

/* Whether the goats to move can trap every tiger at once. All moves of the tigers must lead to one point, which a goat fills. */
static bool goats_can_trap(struct search_worker *worker, unsigned ply)
{
    const struct bc_board *board = worker->engine->board;
    const struct search_position *position = &worker->frames[ply].position;
    bc_points empty = search_position_empty(board, position);
    bc_points targets = 0;
    for (bc_points tigers = position->tigers; tigers != 0;) {
        targets |= board->neighbours[bc_points_take(&tigers)] & empty;
        if ((targets & (targets - 1)) != 0) {
            return false;
        }
    }
    for (unsigned i = 0; i < board->jump_shift_count; i++) {
        const struct bc_shift *shift = &board->jump_shifts[i];
        bc_points from = position->tigers & shift->from & bc_points_back(position->goats, shift->over);
        targets |= bc_points_forth(from, shift->to) & empty;
    }
    if (targets == 0 || (targets & (targets - 1)) != 0) {
        return false;
    }
    unsigned to = bc_points_first(targets);
    if (position->goats_in_hand > 0) {
        return make(worker, ply, bc_move_place(to)) &&
               !search_position_has_move(board, &worker->frames[ply + 1].position);
    }
    for (bc_points goats = board->neighbours[to] & position->goats; goats != 0;) {
        if (make(worker, ply, bc_move_step(bc_points_take(&goats), to)) &&
            !search_position_has_move(board, &worker->frames[ply + 1].position)) {
            return true;
        }
    }
    return false;
}

/* The score with only jumps and a last trap looked at. The side to move may always leave it at the evaluation: eating is
 * never compulsory. */
static int search_quiet(struct search_worker *worker, unsigned ply, int alpha, int beta)
{
    struct bc_engine *engine = worker->engine;
    struct search_frame *frame = &worker->frames[ply];
    const struct search_position *position = &frame->position;
    frame->line_length = 0;
    if (poll(worker)) {
        return 0;
    }
    worker->selective_depth = ply > worker->selective_depth ? ply : worker->selective_depth;
    int best;
    if (ended(worker, ply, &best) || ask_tables(worker, ply, 0, &best)) {
        return best;
    }
    best = search_evaluate(engine, position);
    if (ply >= PLY_MAX) {
        return best;
    }
    if (position->side == BC_GOATS) {
        return goats_can_trap(worker, ply) ? BC_SCORE_WIN - (int)ply - 1 : best;
    }
    if (best >= beta) {
        return best;
    }
    alpha = best > alpha ? best : alpha;
    struct move_picker picker;
    static const bc_move none[KILLERS] = {BC_MOVE_NONE, BC_MOVE_NONE};
    move_picker_init(&picker, engine->board, position, NULL, BC_MOVE_NONE, none, true);
    for (bc_move move; (move = move_picker_next(&picker)) != BC_MOVE_NONE;) {
        (void)make(worker, ply, move);
        int score = -search_quiet(worker, ply + 1, -beta, -alpha);
        if (worker->aborted) {
            return 0;
        }
        if (score > best) {
            best = score;
            if (score > alpha) {
                keep_line(worker, ply, move);
                alpha = score;
                if (score >= beta) {
                    break;
                }
            }
        }
    }
    return best;
}

/* By how much for each turn left the evaluation must beat beta to be believed. */
static int futile_margin(const struct bc_engine *engine)
{
    return engine->evaluation_board.patterns != NULL ? FUTILE_MARGIN_LARGE_NETWORK : FUTILE_MARGIN;
}

/* Remembers a quiet move that cut the tree, and counts those tried before it as useless. */
static void reward(struct search_worker *worker, struct search_frame *frame, bc_move best, const bc_move *tried,
                   unsigned tried_count, int depth)
{
    int amount = depth * depth * 4 < 1200 ? depth * depth * 4 : 1200;
    unsigned side = frame->position.side;
    if (frame->killers[0] != best) {
        frame->killers[1] = frame->killers[0];
        frame->killers[0] = best;
    }
    move_history_add(&worker->history, side, best, amount);
    for (unsigned i = 0; i < tried_count; i++) {
        move_history_add(&worker->history, side, tried[i], -amount);
    }
}

/* By how many turns to search a late quiet move less deep at first. */
static int reduction_of(const struct search_worker *worker, const struct search_frame *frame, bc_move move, int depth,
                        unsigned number, bool principal)
{
    if (depth < REDUCE_DEPTH || number < REDUCE_MOVES || bc_move_captures(move)) {
        return 0;
    }
    unsigned depth_index = (unsigned)depth < REDUCTION_DEPTHS ? (unsigned)depth : REDUCTION_DEPTHS - 1;
    unsigned number_index = number < REDUCTION_DEPTHS ? number : REDUCTION_DEPTHS - 1;
    int reduction = worker->engine->reductions[depth_index][number_index];
    reduction -= worker->history[frame->position.side][bc_move_from(move)][bc_move_to(move)] / HISTORY_REDUCTION;
    reduction -= principal;
    reduction = reduction < 0 ? 0 : reduction;
    return reduction < depth - 1 ? reduction : depth - 2;
}

/* The score of the frame's position within the window, searched `depth` turns deep. */
static int search_node(struct search_worker *worker, unsigned ply, int alpha, int beta, int depth)
{
    /* 1. At the horizon only jumps and traps are looked at. */
    if (depth <= 0 || ply >= PLY_MAX) {
        return search_quiet(worker, ply, alpha, beta);
    }
    struct bc_engine *engine = worker->engine;
    struct search_frame *frame = &worker->frames[ply];
    const struct search_position *position = &frame->position;
    bool principal = beta - alpha > 1;
    frame->line_length = 0;
    if (poll(worker)) {
        return 0;
    }
    worker->selective_depth = ply > worker->selective_depth ? ply : worker->selective_depth;

    /* 2. The game is over, or a shorter win is known already. */
    int ending;
    if (ended(worker, ply, &ending)) {
        return ending;
    }
    alpha = alpha > -(BC_SCORE_WIN - (int)ply) ? alpha : -(BC_SCORE_WIN - (int)ply);
    beta = beta < BC_SCORE_WIN - (int)ply - 1 ? beta : BC_SCORE_WIN - (int)ply - 1;
    if (alpha >= beta) {
        return alpha;
    }

    /* 3. What an earlier visit found. */
    struct transposition_hit hit = {.move = BC_MOVE_NONE, .bound = BOUND_NONE};
    bool found = transposition_find(&engine->table, frame->key, ply, &hit);
    if (found) {
        hit.move = bc_move_transform(engine->board, hit.move, engine->board->inverse[frame->symmetry]);
        bool cuts = hit.bound == BOUND_EXACT || hit.bound == (hit.score >= beta ? BOUND_LOWER : BOUND_UPPER);
        if (!principal && hit.depth >= depth && cuts && (hit.score >= beta || hit.score <= alpha)) {
            return hit.score;
        }
    }

    /* 4. What the tables know. */
    if (ask_tables(worker, ply, depth, &ending)) {
        return ending;
    }

    /* 5. The trap that ends the game, which the short cuts below might pass over. */
    if (position->side == BC_GOATS && depth <= LATE_DEPTH && goats_can_trap(worker, ply)) {
        return BC_SCORE_WIN - (int)ply - 1;
    }

    /* 6. The evaluation, and an early end where it leaves no doubt. */
    int evaluation = found ? hit.evaluation : search_evaluate(engine, position);
    if (!principal && depth <= FUTILE_DEPTH && evaluation - futile_margin(engine) * depth >= beta &&
        beta > -BC_SCORE_DECIDED) {
        return evaluation;
    }

    /* 7. Without a move to begin with, a shallower search finds one for the next depth. */
    if (hit.move == BC_MOVE_NONE && depth >= 5) {
        depth--;
    }

    /* 8. The moves, the first with the whole window, the others with none unless they turn out better. */
    struct move_picker picker;
    move_picker_init(&picker, engine->board, position, (const move_history *)&worker->history, hit.move, frame->killers,
                     false);
    worker->frames[ply + 2].killers[0] = BC_MOVE_NONE;
    worker->frames[ply + 2].killers[1] = BC_MOVE_NONE;
    bc_move tried[BC_MOVES_MAX];
    unsigned tried_count = 0;
    unsigned number = 0;
    int best = -SCORE_INFINITE;
    bc_move best_move = BC_MOVE_NONE;
    int original_alpha = alpha;
    for (bc_move move; (move = move_picker_next(&picker)) != BC_MOVE_NONE;) {
        bool quiet = !bc_move_captures(move);
        if (quiet && !principal && number > 0 && best > -BC_SCORE_DECIDED) {
            bool late = depth <= LATE_DEPTH && number >= (unsigned)(LATE_BASE + LATE_FACTOR * depth * depth);
            bool hopeless = depth <= HOPELESS_DEPTH && evaluation + HOPELESS_BASE + HOPELESS_MARGIN * depth <= alpha;
            if (late || hopeless) {
                continue;
            }
        }
        if (!make(worker, ply, move)) {
            continue;
        }
        find_key(worker, ply + 1);
        int score;
        if (number == 0) {
            score = -search_node(worker, ply + 1, -beta, -alpha, depth - 1);
        } else {
            int reduction = reduction_of(worker, frame, move, depth, number, principal);
            score = -search_node(worker, ply + 1, -alpha - 1, -alpha, depth - 1 - reduction);
            if (score > alpha && reduction > 0) {
                score = -search_node(worker, ply + 1, -alpha - 1, -alpha, depth - 1);
            }
            if (score > alpha && score < beta) {
                score = -search_node(worker, ply + 1, -beta, -alpha, depth - 1);
            }
        }
        if (worker->aborted) {
            return 0;
        }
        number++;
        if (score > best) {
            best = score;
            if (score > alpha) {
                best_move = move;
                alpha = score;
                if (principal) {
                    keep_line(worker, ply, move);
                }
                if (score >= beta) {
                    if (quiet) {
                        reward(worker, frame, move, tried, tried_count, depth);
                    }
                    break;
                }
            }
        }
        if (quiet) {
            tried[tried_count++] = move;
        }
    }
    if (number == 0) {
        return score_without_move(engine, position, ply); /* every move was forbidden */
    }

    /* 9. What the next visit should know. */
    struct transposition_hit news = {.move = bc_move_transform(engine->board, best_move, frame->symmetry),
                                     .score = best,
                                     .evaluation = evaluation,
                                     .depth = depth,
                                     .bound = best >= beta            ? BOUND_LOWER
                                              : best > original_alpha ? BOUND_EXACT
                                                                      : BOUND_UPPER};
    transposition_store(&engine->table, frame->key, ply, &news);
    return best;
}

/* Keeps what a search of a root move found, when it is better than what came before it. */
static void keep_root(struct search_worker *worker, struct root_move *root, int score)
{
    const struct search_frame *next = &worker->frames[1];
    root->score = score;
    struct bc_engine_line *line = &root->line;
    line->moves[0] = root->move;
    unsigned length = next->line_length < BC_ENGINE_LINE_MAX - 1 ? next->line_length : BC_ENGINE_LINE_MAX - 1;
    for (unsigned i = 0; i < length; i++) {
        line->moves[i + 1] = next->line[i];
    }
    line->length = length + 1;
}

int search_root(struct search_worker *worker, int alpha, int beta, int depth)
{
    int best = -SCORE_INFINITE;
    for (unsigned i = 0; i < KILLERS; i++) {
        worker->frames[1].killers[i] = BC_MOVE_NONE;
        worker->frames[2].killers[i] = BC_MOVE_NONE;
    }
    for (unsigned i = worker->line_index; i < worker->root_count; i++) {
        struct root_move *root = &worker->roots[i];
        unsigned number = i - worker->line_index;
        (void)make(worker, 0, root->move);
        find_key(worker, 1);
        worker->frames[1].line_length = 0;
        int score;
        if (number == 0) {
            score = -search_node(worker, 1, -beta, -alpha, depth - 1);
        } else {
            int reduction = reduction_of(worker, &worker->frames[0], root->move, depth, number, true);
            score = -search_node(worker, 1, -alpha - 1, -alpha, depth - 1 - reduction);
            if (score > alpha && reduction > 0 && !worker->aborted) {
                score = -search_node(worker, 1, -alpha - 1, -alpha, depth - 1);
            }
            if (score > alpha && score < beta && !worker->aborted) {
                score = -search_node(worker, 1, -beta, -alpha, depth - 1);
            }
        }
        if (worker->aborted) {
            break;
        }
        if (number == 0 || score > alpha) {
            keep_root(worker, root, score);
        } else {
            root->score = -SCORE_INFINITE;
        }
        best = score > best ? score : best;
        alpha = score > alpha ? score : alpha;
        worker->failed_low = number == 0 && score < root->previous_score - 30;
        if (score >= beta) {
            break;
        }
    }
    return best;
}
