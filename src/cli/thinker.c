#include "cli/thinker.h"

#include <stdlib.h>
#include <time.h>

uint64_t milliseconds_now(void)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000 + (uint64_t)time.tv_nsec / 1000000;
}

enum bc_error thinker_open(struct thinker *thinker, const struct bc_board *board, unsigned megabytes, unsigned threads)
{
    thinker->report = NULL;
    thinker->report_context = NULL;
    atomic_init(&thinker->stopped, false);
    size_t size = bc_engine_memory(threads, (size_t)megabytes << 20);
    thinker->memory = malloc(size);
    if (thinker->memory == NULL) {
        return BC_ERROR_MEMORY;
    }
    enum bc_error error = bc_engine_init(thinker->memory, size, board, threads, &thinker->engine);
    if (error != BC_OK) {
        free(thinker->memory);
    }
    return error;
}

void thinker_close(struct thinker *thinker)
{
    free(thinker->memory);
}

static uint64_t host_milliseconds(void *context)
{
    (void)context;
    return milliseconds_now();
}

static bool host_stop(void *context)
{
    const struct thinker *thinker = context;
    return atomic_load_explicit(&thinker->stopped, memory_order_relaxed);
}

static void host_report(void *context, const struct bc_engine_report *report)
{
    const struct thinker *thinker = context;
    if (thinker->report != NULL) {
        thinker->report(thinker->report_context, report);
    }
}

struct bc_engine_host thinker_host(struct thinker *thinker)
{
    return (struct bc_engine_host){
        .context = thinker, .milliseconds = host_milliseconds, .stop = host_stop, .report = host_report};
}
