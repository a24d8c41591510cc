/* Lets an engine ask the tables of a solution, or the movement tables that a browser can download. */
#ifndef BAGHCHAL_ENGINE_SOLUTION_H
#define BAGHCHAL_ENGINE_SOLUTION_H

#include <baghchal/engine.h>
#include <baghchal/movement.h>
#include <baghchal/solution.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The engine asks the solution from now on, until it is given another or NULL; the solution must stay open that long, and must hold for
 * the rules of the games searched (bc_solution_covers()). Clears the engine. */
void bc_engine_set_solution(struct bc_engine *engine, struct bc_solution *solution);

/* The same with movement tables. Freestanding. They know the distance zero alone, so `perfect` then wins by the shortest ways to the next
 * capture or the end. */
void bc_engine_set_movement_tables(struct bc_engine *engine, struct bc_movement_tables *tables);

#ifdef __cplusplus
}
#endif

#endif
