/* The evaluation: what a position seems worth without looking ahead. On the standard board a network says it, the small one of network.h
 * or, where it was asked for, the large one of pattern_network.h; on others, for which nothing was learnt, a sum of terms with the weights
 * of evaluation_weights.h.
 *
 * All terms are whole-board operations on masks. The kinds of point are told apart by how many jumps pass over a point
 * and how many start from it, so they exist on every board; the weights are those of the standard one. */
#ifndef BAGHCHAL_ENGINE_EVALUATION_H
#define BAGHCHAL_ENGINE_EVALUATION_H

#include "engine/evaluation_weights.h"
#include "engine/pattern_network.h"
#include "engine/search_position.h"

enum evaluation_term {
#define EVALUATION_TERM(name, placement, movement) TERM_##name,
    EVALUATION_TERMS(EVALUATION_TERM)
#undef EVALUATION_TERM
        TERM_COUNT
};

enum { POINT_KINDS = 6, EVALUATION_LIMIT = 9000, EVALUATION_PHASES = 256 };

/* What the evaluation needs to know of a board. */
struct evaluation_board {
    bc_points kinds[POINT_KINDS];
    bool network;                           /* the networks know the board */
    const struct pattern_weights *patterns; /* of the large network; NULL for the small one */
    const struct pattern_parts *pattern_parts;
    pattern_evaluation *evaluate_patterns;
};

void evaluation_board_init(struct evaluation_board *tables, const struct bc_board *board);

/* The value of each term, by enum evaluation_term. */
void evaluation_terms(const struct evaluation_board *tables, const struct bc_board *board, const struct bc_rules *rules,
                      const struct search_position *position, int terms[TERM_COUNT]);

/* The weight of the placement phase in a position, 0 to EVALUATION_PHASES. */
static inline int evaluation_phase(const struct bc_board *board, const struct search_position *position)
{
    return position->goats_in_hand * EVALUATION_PHASES / board->goat_count;
}

/* The score for the side to move, within EVALUATION_LIMIT. */
int evaluate(const struct evaluation_board *tables, const struct bc_board *board, const struct bc_rules *rules,
             const struct search_position *position);

/* The empty points that tigers can reach by steps. */
bc_points tiger_region(const struct bc_board *board, bc_points tigers, bc_points empty);

#endif
