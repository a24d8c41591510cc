/* A solution as the tables that an engine asks. */
#ifndef CLI_SOLUTION_TABLES_H
#define CLI_SOLUTION_TABLES_H

#include <baghchal/engine.h>
#include <baghchal/solution.h>

/* The solution must stay open as long as the tables are asked. */
struct bc_engine_tables solution_tables(struct bc_solution *solution);

#endif
