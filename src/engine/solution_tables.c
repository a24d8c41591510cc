#include <baghchal/engine_solution.h>

static bool probe(void *context, const struct bc_position *position, struct bc_engine_table_value *value)
{
    struct bc_probe found;
    if (bc_solution_probe(context, position, &found) != BC_OK) {
        return false;
    }
    *value = (struct bc_engine_table_value){.result = found.result,
                                            .has_zero = found.has_distances,
                                            .has_end = found.has_distances,
                                            .zero = found.zero,
                                            .end = found.end};
    return true;
}

void bc_engine_set_solution(struct bc_engine *engine, struct bc_solution *solution)
{
    if (solution == NULL) {
        bc_engine_set_tables(engine, NULL);
        return;
    }
    unsigned most = bc_solution_has_placement(solution) ? BC_POINTS_MAX : 0;
    struct bc_engine_tables tables = {
        .context = solution, .probe = probe, .goats_in_hand_max = most, .search_goats_in_hand_max = most};
    bc_engine_set_tables(engine, &tables);
}
