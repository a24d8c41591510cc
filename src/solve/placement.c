/* The placement phase: backwards over the number of placed goats, without cycles.
 *
 * From the values with goats to move and `placed` goats placed come those with tigers to move (a position is won for the tigers if
 * some move leads to such a position, and not won for the goats if some move leads to one like that: both planes are the union over the
 * tigers' moves; without a move both stay empty and the goats have won). From those come the values with goats to move and one goat
 * fewer placed: both planes are the intersection over the empty points. The second half stays within a class, so
 * a class goes through both halves at once; the results go to another set of planes, since other classes still need the old.
 *
 * Masks with more goats than have been placed keep what they had. So a mask's last two values are there at the end, one in each set of
 * planes: with one goat eaten and with none. The sink need not keep those (struct bc_solve_kept). */
#include "solve/solver.h"

#include <string.h>

struct placement {
    struct solver *solver;
    const uint64_t *from; /* goats to move, `placed` placed */
    uint64_t *to;         /* goats to move, `placed` - 1 placed */
    unsigned placed;
    atomic_uint_least64_t counts[BC_POINTS_MAX + 1][2][3]; /* by eaten and side: goats win, tigers win, draws */
};

/* The fewest goats that can be on the board while the game goes on. */
static unsigned least_goats(const struct solver *solver, unsigned placed)
{
    unsigned eaten = solver->options->rules.goats_to_win - 1U;
    return placed > eaten ? placed - eaten : 0;
}

static void count_layer(struct placement *p, uint32_t class, const uint64_t *rows, unsigned placed, enum bc_side side)
{
    struct position_counts found[BC_POINTS_MAX + 1];
    unsigned least = least_goats(p->solver, placed);
    count_positions(p->solver, class, rows, least, placed, found);
    for (unsigned goats = least; goats <= placed; ++goats) {
        const struct position_counts *of = &found[goats - least];
        atomic_uint_least64_t *counts = p->counts[placed - goats][side];
        atomic_fetch_add(&counts[0], of->all - of->set[1]);
        atomic_fetch_add(&counts[1], of->set[0]);
        atomic_fetch_add(&counts[2], of->set[1] - of->set[0]);
    }
}

/* With the hand empty, tigers to move, a win one turn from a goats-to-move win that only just keeps within the quiet-turn limit comes
 * too late: one turn of the count has gone by. The movement phase knows these positions; they are draws. */
static void take_back_late_wins(const struct mask_list *late, uint64_t *rows)
{
    for (size_t n = 0; n < late->size; ++n) {
        uint32_t mask = late->masks[n];
        uint64_t *words = rows + (size_t)(mask >> LOW_BITS) * ROW_WORDS + (mask >> 6 & 7U);
        uint64_t bit = UINT64_C(1) << (mask & 63U);
        words[0] &= ~bit;
        words[PLANE_WORDS] |= bit;
    }
}

/* Target rows are worked on in chunks of so many, so that a chunk's two planes stay in the first-level cache (16 KiB) while one tiger
 * move after the other is added. */
enum { CHUNK_ROWS = 128 };

/* Adds what all tiger moves of a class lead to, to the scratch rows. */
static void pull_all(const struct placement *p, uint32_t class, struct scratch *s, unsigned least_row)
{
    const struct solver *solver = p->solver;
    const struct kernels *kernels = solver->kernels;
    unsigned plan_count = solver->plans.first[class + 1] - solver->plans.first[class];
    const struct plan *plans[BC_MOVES_MAX];
    size_t first[BC_MOVES_MAX + 1] = {0};
    size_t done[BC_MOVES_MAX];
    for (unsigned n = 0; n < plan_count; ++n) {
        plans[n] = solver->plans.plans + solver->plans.order[solver->plans.first[class] + n];
        const uint64_t *source = p->from + plans[n]->source * solver->class_words;
        size_t count =
            plan_groups(solver, plans[n], least_row, p->placed, s->targets + first[n], s->sources + first[n]);
        first[n + 1] = first[n] + count;
        done[n] = first[n];
        if (kernels->move_bytes == 0) {
            kernels->pull(plans[n], source, s->rows, s->targets + first[n], s->sources + first[n], count);
            first[n + 1] = first[n];
        } else {
            kernels->prepare(plans[n], s->moves + n * kernels->move_bytes);
        }
    }
    if (kernels->move_bytes == 0) {
        return;
    }
    for (uint32_t end = CHUNK_ROWS;; end += CHUNK_ROWS) {
        for (unsigned n = 0; n < plan_count; ++n) {
            size_t begin = done[n];
            while (done[n] < first[n + 1] && s->targets[done[n]] < end) {
                ++done[n];
            }
            if (done[n] > begin) {
                kernels->run(plans[n], s->moves + n * kernels->move_bytes,
                             p->from + plans[n]->source * solver->class_words, s->rows, s->targets + begin,
                             s->sources + begin, done[n] - begin, first[n + 1] - begin);
            }
        }
        if (end >= solver->row_count) {
            return;
        }
    }
}

/* One class: tigers to move into the scratch rows, goats to move into the other planes. */
static enum bc_error sweep_class(void *context, unsigned thread, uint32_t class)
{
    struct placement *p = context;
    struct solver *solver = p->solver;
    struct scratch *s = &solver->scratch[thread];
    unsigned least = least_goats(solver, p->placed);
    unsigned least_row = least > LOW_BITS ? least - LOW_BITS : 0U;
    /* 1. Tigers to move. */
    for (uint32_t row = 0; row < solver->row_count; ++row) {
        unsigned row_goats = solver->row_goats[row];
        if (row_goats >= least_row && row_goats <= p->placed) {
            uint64_t *words = s->rows + (size_t)row * ROW_WORDS;
            /* Masks with so many goats that they cannot be do not matter; set like this they let full rows be recognised. */
            const uint64_t *over = low_masks_below(solver, row_goats, least);
            const uint64_t *possible = low_masks_below(solver, row_goats, p->placed + 1);
            for (unsigned w = 0; w < PLANE_WORDS; ++w) {
                words[w] = over[w] | ~possible[w];
                words[PLANE_WORDS + w] = words[w];
            }
        }
    }
    pull_all(p, class, s, least_row);
    if (p->placed == solver->index->board->goat_count) {
        take_back_late_wins(&solver->beyond[class], s->rows);
    }
    if (solver->options->count_placement && p->placed < solver->index->board->goat_count) {
        count_layer(p, class, s->rows, p->placed, BC_TIGERS);
    }
    /* 2. Goats to move. */
    unsigned placed = p->placed - 1;
    uint64_t *to = p->to + class * solver->class_words;
    least = least_goats(solver, placed);
    least_row = least > LOW_BITS ? least - LOW_BITS : 0U;
    for (uint32_t row = 0; row < solver->row_count; ++row) {
        unsigned row_goats = solver->row_goats[row];
        if (row_goats >= least_row && row_goats <= placed) {
            solver->kernels->place_goats(s->rows, row, solver->row_count, low_masks_below(solver, row_goats, least),
                                         low_masks_below(solver, row_goats, placed + 1), to + (size_t)row * ROW_WORDS);
        }
    }
    if (solver->options->count_placement) {
        count_layer(p, class, to, placed, BC_GOATS);
    }
    const struct bc_solve_sink *sink = &solver->options->sink;
    if (sink->placement == NULL) {
        return BC_OK;
    }
    struct bc_solve_placement part = {
        .thread = thread,
        .class = class,
        .placed = (uint8_t)placed,
        .least_goats = (uint8_t)least,
        .most_goats = (uint8_t)placed,
        .rows = to,
    };
    return sink->placement(sink->context, &part);
}

static void keep_counts(struct placement *p, unsigned placed, enum bc_side side)
{
    for (unsigned eaten = 0; eaten <= BC_POINTS_MAX; ++eaten) {
        atomic_uint_least64_t *counts = p->counts[eaten][side];
        p->solver->result->placement[placed][eaten][side] = (struct bc_solve_counts){
            .goats_win = atomic_exchange(&counts[0], 0),
            .tigers_win = atomic_exchange(&counts[1], 0),
            .draws = atomic_exchange(&counts[2], 0),
        };
    }
}

/* The result of the start, from the planes with no goat placed. */
static uint8_t start_result(const struct solver *solver, const uint64_t *planes)
{
    unsigned symmetry;
    uint32_t class = bc_index_class_of(solver->index, solver->index->board->description->tigers, &symmetry);
    const uint64_t *row = planes + class * solver->class_words;
    if ((row[0] & 1U) != 0) {
        return BC_RESULT_TIGERS_WIN;
    }
    return (row[PLANE_WORDS] & 1U) != 0 ? BC_RESULT_DRAW : BC_RESULT_GOATS_WIN;
}

enum bc_error solve_placement(struct solver *solver)
{
    unsigned goats = solver->index->board->goat_count;
    struct placement p = {.solver = solver, .placed = goats};
    uint64_t *planes[2] = {solver->third == NULL ? solver->values : solver->third, solver->second};
    enum bc_error error = planes_fill(solver, planes[1], least_goats(solver, goats - 1));
    if (error == BC_OK && solver->third != NULL) {
        error = planes_fill(solver, planes[0], least_goats(solver, goats - 1));
    }
    for (; error == BC_OK && p.placed > 0; --p.placed) {
        unsigned round = goats - p.placed;
        p.from = round == 0 ? solver->values : planes[round & 1U];
        p.to = planes[~round & 1U];
        report_progress(solver, true, p.placed - 1, (double)round / goats);
        error = workers_run(solver->workers, sweep_class, &p, solver->index->class_count);
        if (solver->options->count_placement) {
            keep_counts(&p, p.placed - 1, BC_GOATS);
            if (p.placed < goats) {
                keep_counts(&p, p.placed, BC_TIGERS);
            }
        }
    }
    if (error == BC_OK) {
        solver->result->start = start_result(solver, planes[goats & 1U]);
    }
    const struct bc_solve_sink *sink = &solver->options->sink;
    if (error == BC_OK && sink->kept != NULL) {
        /* The first round writes to planes[1]: the layer of one goat fewer than the board has. */
        struct bc_solve_kept kept = {
            .class_words = solver->class_words,
            .planes = {planes[goats & 1U], planes[~goats & 1U]},
        };
        error = sink->kept(sink->context, &kept);
    }
    return error;
}
