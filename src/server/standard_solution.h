/* Keeps the solution of the usual rules at hand: makes it in the background where it is missing, damaged or of an older form, and opens it when
 * it is there, whoever made it.
 *
 * What cannot be opened for another reason than damage is never overwritten: a solution of another format version is set aside under
 * another name, one of other rules or one that may not be read is left alone. An attempt that fails is repeated, at growing intervals. */
#ifndef BAGHCHAL_SERVER_STANDARD_SOLUTION_H
#define BAGHCHAL_SERVER_STANDARD_SOLUTION_H

#include "server/solving.h"

#include <baghchal/rules.h>
#include <baghchal/solution.h>

struct server;

struct standard_solution {
    struct solving solving;
    uv_timer_t timer;
    struct bc_rules rules;
    bool wanted;
    bool idle;         /* nothing is to be done until something is found damaged */
    unsigned failures; /* in a row */
    uint64_t next_attempt;
    char told[SOLVING_SAID_MAX]; /* the last reason that was logged, which is not repeated */
};

/* Begins, in the loop thread; does nothing more where the settings do not want it. */
void standard_solution_start(struct server *server);

/* After a part of a solution could not be read: makes another one if it is the usual rules'. */
void standard_solution_damaged(struct server *server, const struct bc_solution *solution);

/* Ends what is at work, politely or at once. */
void standard_solution_stop(struct server *server);
void standard_solution_kill(struct server *server);

#endif
