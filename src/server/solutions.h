/* The solutions at hand: opened once, kept until the end, asked by the threads of the computer and of the worker pool.
 *
 * The list itself is the loop thread's; an opened solution may be probed by any thread. */
#ifndef BAGHCHAL_SERVER_SOLUTIONS_H
#define BAGHCHAL_SERVER_SOLUTIONS_H

#include <baghchal/solution.h>

enum { SOLUTIONS_MAX = 16 };

struct open_solution {
    char name[BC_SOLUTION_NAME_MAX];
    struct bc_rules rules;
    struct bc_solution *solution;
};

struct solutions {
    const struct bc_board *board;
    const char *folder;
    struct open_solution open[SOLUTIONS_MAX];
    size_t count;
};

/* Opens what lies in the folder for the named rule sets and is not open yet. Returns how many were opened. `complain` is told what
 * is there but cannot be used. */
unsigned solutions_look(struct solutions *solutions, void (*complain)(const char *name, enum bc_error error));

/* The solution that answers for a rule set, or NULL. */
struct bc_solution *solutions_for(const struct solutions *solutions, const struct bc_rules *rules);

void solutions_close(struct solutions *solutions);

#endif
