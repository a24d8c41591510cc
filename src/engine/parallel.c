/* The search on several threads: all search the same root and share what they find in the transposition table. The only file
 * of the engine that needs more than a freestanding C implementation has. */
#include "engine/search.h"

#include <pthread.h>

static void *help(void *worker)
{
    search_deepen(worker);
    return NULL;
}

enum bc_error bc_engine_search_parallel(struct bc_engine *engine, const struct bc_game *game,
                                        const struct bc_engine_limits *limits, const struct bc_engine_host *host,
                                        struct bc_engine_result *result)
{
    enum bc_error error = search_begin(engine, game, limits, host);
    if (error != BC_OK) {
        return error;
    }
    pthread_t helpers[BC_ENGINE_THREADS_MAX];
    unsigned started = 0;
    while (started + 1 < engine->worker_count &&
           pthread_create(&helpers[started], NULL, help, &engine->workers[started + 1]) == 0) {
        started++;
    }
    search_deepen(&engine->workers[0]);
    atomic_store_explicit(&engine->stopped, true, memory_order_relaxed);
    for (unsigned i = 0; i < started; i++) {
        (void)pthread_join(helpers[i], NULL);
    }
    search_finish(engine, result);
    return BC_OK;
}
