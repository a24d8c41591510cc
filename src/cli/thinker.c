#include "cli/thinker.h"

#include <stdlib.h>
#include <time.h>

enum { CACHE_BYTES = 256 << 20 };

uint64_t milliseconds_now(void)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000 + (uint64_t)time.tv_nsec / 1000000;
}

enum bc_error thinker_open(struct thinker *thinker, const struct bc_board *board, unsigned megabytes, unsigned threads)
{
    thinker->report = NULL;
    thinker->solution = NULL;
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
        return error;
    }
    thinker_judge_for(thinker, 0);
    return BC_OK;
}

void thinker_judge_for(struct thinker *thinker, unsigned level)
{
    bc_engine_set_large_network(thinker->engine, level == 0 || level == BC_LEVEL_PERFECT);
}

void thinker_close(struct thinker *thinker)
{
    bc_solution_close(thinker->solution);
    free(thinker->memory);
}

void thinker_ask_no_tables(struct thinker *thinker)
{
    bc_engine_set_solution(thinker->engine, NULL);
    bc_solution_close(thinker->solution);
    thinker->solution = NULL;
}

enum bc_error thinker_ask_tables(struct thinker *thinker, const struct bc_board *board, const struct bc_rules *rules,
                                 const char *folder)
{
    thinker_ask_no_tables(thinker);
    char path[BC_SOLUTION_PATH_MAX];
    enum bc_error error = folder != NULL ? BC_OK : bc_solution_default_folder(board, rules, path);
    if (error == BC_OK) {
        error = bc_solution_open(folder != NULL ? folder : path, board, rules, CACHE_BYTES, &thinker->solution);
    }
    if (error != BC_OK) {
        thinker->solution = NULL;
        return error;
    }
    bc_engine_set_solution(thinker->engine, thinker->solution);
    return BC_OK;
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
