/* A team of threads that share loops.
 *
 * workers_run() hands the numbers 0 to count - 1 out to all threads, the caller's included, and returns when all are done, so each call
 * is also a barrier. The first error that a task returns stops the handing out and is kept; so is a cancel flag that
 * was set. Only the thread that made the team may call these functions. */
#ifndef BAGHCHAL_SOLVE_WORKERS_H
#define BAGHCHAL_SOLVE_WORKERS_H

#include <baghchal/error.h>

#include <stdatomic.h>
#include <stdint.h>

struct workers;

/* One number of a loop. `thread` is below the number of threads; the same for no two tasks at a time. */
typedef enum bc_error (*workers_task)(void *context, unsigned thread, uint32_t number);

/* Errors: BC_ERROR_MEMORY, BC_ERROR_THREAD. `cancel` may be NULL. */
enum bc_error workers_create(unsigned threads, const atomic_bool *cancel, struct workers **workers);
void workers_destroy(struct workers *workers);
unsigned workers_count(const struct workers *workers);

/* Runs a loop. Returns the team's first error so far (BC_ERROR_CANCELLED for the flag); after an error no loop runs any more. */
enum bc_error workers_run(struct workers *workers, workers_task task, void *context, uint32_t count);

#endif
