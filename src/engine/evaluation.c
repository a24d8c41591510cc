#include "engine/evaluation.h"

#include "engine/network.h"

#include "rules/point_sets.h"

void evaluation_board_init(struct evaluation_board *tables, const struct bc_board *board)
{
    unsigned over[BC_POINTS_MAX] = {0};
    for (unsigned j = 0; j < board->jump_count; j++) {
        over[board->jumps[j].over]++;
    }
    *tables = (struct evaluation_board){.network = network_fits(board)};
    for (unsigned p = 0; p < board->point_count; p++) {
        unsigned from = (unsigned)(board->jump_first[p + 1] - board->jump_first[p]);
        unsigned kind = 0;
        if (over[p] > 4) {
            kind = from < 8 ? 4 : 5;
        } else if (over[p] > 2) {
            kind = 3;
        } else if (over[p] > 0) {
            kind = from < 4 ? 1 : 2;
        }
        tables->kinds[kind] |= bc_point_bit(p);
    }
}

/* The points one step away from the set. */
static bc_points steps_from(const struct bc_board *board, bc_points points)
{
    bc_points reached = 0;
    for (unsigned i = 0; i < board->step_shift_count; i++) {
        const struct bc_shift *shift = &board->step_shifts[i];
        reached |= bc_points_forth(points & shift->from, shift->to);
    }
    return reached;
}

bc_points tiger_region(const struct bc_board *board, bc_points tigers, bc_points empty)
{
    bc_points region = 0;
    bc_points frontier = steps_from(board, tigers) & empty;
    while (frontier != 0) {
        region |= frontier;
        frontier = steps_from(board, frontier) & empty & ~region;
    }
    return region;
}

/* What tigers can do at once. */
struct tiger_reach {
    unsigned steps;
    bc_points targets; /* of steps */
    bc_points stepping;
    bc_points jumping;
    bc_points victims;
};

static struct tiger_reach reach_of(const struct bc_board *board, bc_points tigers, bc_points goats, bc_points empty)
{
    struct tiger_reach reach = {0};
    for (bc_points rest = tigers; rest != 0;) {
        unsigned tiger = bc_points_take(&rest);
        bc_points targets = board->neighbours[tiger] & empty;
        reach.steps += bc_points_count(targets);
        reach.targets |= targets;
        reach.stepping |= targets != 0 ? bc_point_bit(tiger) : 0;
    }
    for (unsigned i = 0; i < board->jump_shift_count; i++) {
        const struct bc_shift *shift = &board->jump_shifts[i];
        bc_points from = tigers & shift->from & bc_points_back(goats, shift->over) & bc_points_back(empty, shift->to);
        reach.jumping |= from;
        reach.victims |= bc_points_forth(from, shift->over);
    }
    return reach;
}

static unsigned count_goat_steps(const struct bc_board *board, bc_points goats, bc_points empty)
{
    unsigned count = 0;
    while (empty != 0) {
        count += bc_points_count(board->neighbours[bc_points_take(&empty)] & goats);
    }
    return count;
}

static unsigned count_open_jumps(const struct bc_board *board, bc_points goats, bc_points region, bc_points tigers)
{
    unsigned count = 0;
    bc_points origins = region | tigers;
    for (unsigned i = 0; i < board->jump_shift_count; i++) {
        const struct bc_shift *shift = &board->jump_shifts[i];
        count += bc_points_count(origins & shift->from & bc_points_back(goats, shift->over) &
                                 bc_points_back(region, shift->to));
    }
    return count;
}

void evaluation_terms(const struct evaluation_board *tables, const struct bc_board *board, const struct bc_rules *rules,
                      const struct search_position *position, int terms[TERM_COUNT])
{
    bc_points tigers = position->tigers;
    bc_points goats = position->goats;
    bc_points empty = search_position_empty(board, position);
    struct tiger_reach reach = reach_of(board, tigers, goats, empty);
    bc_points region = tiger_region(board, tigers, empty);
    unsigned trapped = bc_points_count(tigers & ~(reach.stepping | reach.jumping));
    int victims = (int)bc_points_count(reach.victims);
    int left = rules->goats_to_win - position->goats_eaten;
    bool goats_to_move = position->side == BC_GOATS;

    for (unsigned i = 0; i < TERM_COUNT; i++) {
        terms[i] = 0;
    }
    terms[TERM_CONSTANT] = 1;
    terms[TERM_GOATS_EATEN] = position->goats_eaten;
    terms[TERM_LAST_BUT_ONE_GOAT] = left == 2;
    terms[TERM_LAST_GOAT] = left == 1;
    if (trapped == board->tiger_count) {
        terms[TERM_ALL_TRAPPED] = 1;
    } else if (trapped > 0) {
        terms[TERM_ONE_TRAPPED + (trapped < 3 ? trapped : 3) - 1] = 1;
    }
    terms[TERM_TIGER_STEPS] = (int)reach.steps;
    terms[TERM_TIGER_TARGETS] = (int)bc_points_count(reach.targets);
    terms[TERM_TIGER_REGION] = (int)bc_points_count(region);
    terms[TERM_CLOSED_POINTS] = (int)bc_points_count(empty & ~region);
    terms[TERM_OPEN_JUMPS] = (int)count_open_jumps(board, goats, region, tigers);
    if (victims > 0) {
        terms[goats_to_move ? TERM_THREAT_WAITING : TERM_THREAT_TO_MOVE] = 1;
        terms[goats_to_move ? TERM_MORE_THREATS_WAITING : TERM_MORE_THREATS_TO_MOVE] = victims - 1;
    }
    if (position->goats_in_hand == 0) {
        terms[TERM_GOAT_STEPS] = (int)count_goat_steps(board, goats, empty);
    }
    terms[TERM_GOATS_TO_MOVE] = goats_to_move;
    for (unsigned kind = 0; kind < POINT_KINDS; kind++) {
        terms[TERM_GOATS_CORNER + kind] = (int)bc_points_count(goats & tables->kinds[kind]);
        terms[TERM_TIGERS_CORNER + kind] = (int)bc_points_count(tigers & tables->kinds[kind]);
    }
}

static int weigh_terms(const struct evaluation_board *tables, const struct bc_board *board,
                       const struct bc_rules *rules, const struct search_position *position)
{
    static const int placement_weights[TERM_COUNT] = {
#define PLACEMENT_WEIGHT(name, placement, movement) placement,
        EVALUATION_TERMS(PLACEMENT_WEIGHT)
#undef PLACEMENT_WEIGHT
    };
    static const int movement_weights[TERM_COUNT] = {
#define MOVEMENT_WEIGHT(name, placement, movement) movement,
        EVALUATION_TERMS(MOVEMENT_WEIGHT)
#undef MOVEMENT_WEIGHT
    };
    int terms[TERM_COUNT];
    evaluation_terms(tables, board, rules, position, terms);
    int placement = 0;
    int movement = 0;
    for (unsigned i = 0; i < TERM_COUNT; i++) {
        placement += terms[i] * placement_weights[i];
        movement += terms[i] * movement_weights[i];
    }
    int phase = evaluation_phase(board, position);
    return (placement * phase + movement * (EVALUATION_PHASES - phase)) / EVALUATION_PHASES;
}

int evaluate(const struct evaluation_board *tables, const struct bc_board *board, const struct bc_rules *rules,
             const struct search_position *position)
{
    int score;
    if (tables->patterns != NULL) {
        score = tables->evaluate_patterns(tables->patterns, tables->pattern_parts, rules, position);
    } else if (tables->network) {
        score = network_evaluate(&network_weights, rules, position);
    } else {
        score = weigh_terms(tables, board, rules, position);
    }
    score = position->side == BC_GOATS ? score : -score;
    if (score > EVALUATION_LIMIT) {
        return EVALUATION_LIMIT;
    }
    return score < -EVALUATION_LIMIT ? -EVALUATION_LIMIT : score;
}
