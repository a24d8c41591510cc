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
    bool damaged; /* a part of it could not be read: another one is wanted */
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

/* Whether what is open for a rule set has everything. */
bool solutions_complete(const struct solutions *solutions, const struct bc_rules *rules);

/* Notes that a part of a solution cannot be read; it goes on answering for the rest until a new one is found. Returns whether this is
 * new. */
bool solutions_condemn(struct solutions *solutions, const struct bc_solution *solution);

/* The solution that answers for a rule set, or NULL. */
struct bc_solution *solutions_for(const struct solutions *solutions, const struct bc_rules *rules);

void solutions_close(struct solutions *solutions);

#endif
