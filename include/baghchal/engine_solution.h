/* Lets an engine ask the tables of a solution. */
#ifndef BAGHCHAL_ENGINE_SOLUTION_H
#define BAGHCHAL_ENGINE_SOLUTION_H

#include <baghchal/engine.h>
#include <baghchal/solution.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The engine asks the solution from now on, until it is given another or NULL; the solution must stay open that long, and must hold for
 * the rules of the games searched (bc_solution_covers()). Clears the engine. */
void bc_engine_set_solution(struct bc_engine *engine, struct bc_solution *solution);

#ifdef __cplusplus
}
#endif

#endif
