#include "cli/solution_tables.h"

static bool probe(void *context, const struct bc_position *position, struct bc_engine_table_value *value)
{
    struct bc_probe found;
    if (bc_solution_probe(context, position, &found) != BC_OK) {
        return false;
    }
    *value = (struct bc_engine_table_value){found.result, found.has_distances, found.zero, found.end};
    return true;
}

struct bc_engine_tables solution_tables(struct bc_solution *solution)
{
    return (struct bc_engine_tables){
        .context = solution,
        .probe = probe,
        .goats_in_hand_max = bc_solution_has_placement(solution) ? BC_POINTS_MAX : 0,
    };
}
