#define LANES 8
#include "engine/pattern_layers.h"

void pattern_parts_init(struct pattern_parts *parts, const struct bc_board *board)
{
    const struct bc_board_description *description = board->description;
    *parts = (struct pattern_parts){0};
    unsigned first = 0;
    for (unsigned l = 0; l < PATTERN_LINES; l++) {
        const struct bc_line *line = &description->lines[l];
        unsigned worth = 1;
        for (unsigned i = 0; i < line->length; i++) {
            unsigned rank = line->points[i] / PATTERN_RANKS;
            unsigned digit = 1;
            for (unsigned file = line->points[i] % PATTERN_RANKS; file > 0; file--) {
                digit *= 3;
            }
            for (unsigned state = 0; state < PATTERN_RANK_STATES; state++) {
                parts->of[rank][state][l] = (uint16_t)(parts->of[rank][state][l] + state / digit % 3 * worth);
            }
            worth *= 3;
        }
        for (unsigned state = 0; state < PATTERN_RANK_STATES; state++) {
            parts->of[0][state][l] = (uint16_t)(parts->of[0][state][l] + first);
        }
        first += worth;
    }
}

int pattern_evaluate(const struct pattern_weights *weights, const struct pattern_parts *parts,
                     const struct bc_rules *rules, const struct search_position *position)
{
    return pattern_score(weights, parts, rules, position);
}
