#include <baghchal/engine_solution.h>

static bool probe(void *context, const struct bc_position *position, struct bc_engine_table_value *value)
{
    enum bc_result result;
    unsigned zero = 0;
    if (!bc_movement_tables_probe(context, position, &result, &zero)) {
        return false;
    }
    *value = (struct bc_engine_table_value){
        .result = (uint8_t)result, .has_zero = result != BC_RESULT_DRAW, .zero = (uint16_t)zero};
    return true;
}

void bc_engine_set_movement_tables(struct bc_engine *engine, struct bc_movement_tables *tables)
{
    if (tables == NULL) {
        bc_engine_set_tables(engine, NULL);
        return;
    }
    struct bc_engine_tables asked = {.context = tables, .probe = probe};
    bc_engine_set_tables(engine, &asked);
}
