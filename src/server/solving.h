/* Making the standard solution in the background: this program's own `solve`, as a child of low priority, first the movement phase, then
 * everything. Whether memory and disk allow it is decided by `solve` itself; when it gives up the server goes on without. */
#ifndef BAGHCHAL_SERVER_SOLVING_H
#define BAGHCHAL_SERVER_SOLVING_H

#include <uv.h>

#include <stdbool.h>

enum { SOLVING_STEPS = 2 };

struct solving {
    uv_process_t process;
    bool running;
    bool stopped;
    int step;
    char folder[4096];
    void (*done)(void *context, bool good); /* a step has ended */
    void *context;
};

/* Starts the next step, if there is one. `folder` is where the solution goes. Returns whether one was started. */
bool solving_next(struct solving *solving, uv_loop_t *loop);

/* Ends the child, politely. */
void solving_stop(struct solving *solving);

#endif
