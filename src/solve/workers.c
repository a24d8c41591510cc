#include "solve/workers.h"

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdlib.h>

/* Loops are often short, so a thread without work looks this often before it sleeps: about 50 microseconds. */
enum { SPINS = 2000 };

struct worker {
    struct workers *team;
    pthread_t thread;
    unsigned number;
};

struct workers {
    unsigned count;
    unsigned started;
    struct worker *members; /* without the caller, who is number 0 */
    const atomic_bool *cancel;
    pthread_mutex_t lock;
    pthread_cond_t work_came;
    pthread_cond_t work_done;
    atomic_uint round;   /* rises with every loop */
    atomic_uint working; /* members not done with this round */
    atomic_bool over;
    atomic_int error;
    workers_task task;
    void *context;
    uint32_t end;
    atomic_uint_least32_t next;
};

static inline void relax(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

static void keep_error(struct workers *team, enum bc_error error)
{
    int none = BC_OK;
    atomic_compare_exchange_strong(&team->error, &none, (int)error);
}

static void take_part(struct workers *team, unsigned thread)
{
    while (atomic_load_explicit(&team->error, memory_order_relaxed) == BC_OK) {
        if (team->cancel != NULL && atomic_load_explicit(team->cancel, memory_order_relaxed)) {
            keep_error(team, BC_ERROR_CANCELLED);
            return;
        }
        uint32_t number = atomic_fetch_add(&team->next, 1);
        if (number >= team->end) {
            return;
        }
        enum bc_error error = team->task(team->context, thread, number);
        if (error != BC_OK) {
            keep_error(team, error);
        }
    }
}

static void wait_for_round(struct workers *team, unsigned seen)
{
    for (unsigned n = 0; n < SPINS; ++n) {
        if (atomic_load(&team->round) != seen) {
            return;
        }
        relax();
    }
    pthread_mutex_lock(&team->lock);
    while (atomic_load(&team->round) == seen) {
        pthread_cond_wait(&team->work_came, &team->lock);
    }
    pthread_mutex_unlock(&team->lock);
}

static void *work(void *argument)
{
    struct worker *self = argument;
    struct workers *team = self->team;
    for (unsigned seen = 0;; ++seen) {
        wait_for_round(team, seen);
        if (atomic_load(&team->over)) {
            return NULL;
        }
        take_part(team, self->number);
        if (atomic_fetch_sub(&team->working, 1) == 1) {
            pthread_mutex_lock(&team->lock);
            pthread_cond_signal(&team->work_done);
            pthread_mutex_unlock(&team->lock);
        }
    }
}

static void start_round(struct workers *team)
{
    pthread_mutex_lock(&team->lock);
    atomic_fetch_add(&team->round, 1);
    pthread_cond_broadcast(&team->work_came);
    pthread_mutex_unlock(&team->lock);
}

enum bc_error workers_create(unsigned threads, const atomic_bool *cancel, struct workers **workers)
{
    *workers = NULL;
    struct workers *team = calloc(1, sizeof *team);
    if (team == NULL) {
        return BC_ERROR_MEMORY;
    }
    team->count = threads;
    team->cancel = cancel;
    pthread_mutex_init(&team->lock, NULL);
    pthread_cond_init(&team->work_came, NULL);
    pthread_cond_init(&team->work_done, NULL);
    team->members = calloc(threads, sizeof *team->members);
    if (team->members == NULL) {
        workers_destroy(team);
        return BC_ERROR_MEMORY;
    }
    for (unsigned n = 1; n < threads; ++n) {
        struct worker *member = &team->members[n - 1];
        member->team = team;
        member->number = n;
        if (pthread_create(&member->thread, NULL, work, member) != 0) {
            workers_destroy(team);
            return BC_ERROR_THREAD;
        }
        ++team->started;
    }
    *workers = team;
    return BC_OK;
}

void workers_destroy(struct workers *workers)
{
    if (workers == NULL) {
        return;
    }
    atomic_store(&workers->over, true);
    start_round(workers);
    for (unsigned n = 0; n < workers->started; ++n) {
        pthread_join(workers->members[n].thread, NULL);
    }
    pthread_cond_destroy(&workers->work_done);
    pthread_cond_destroy(&workers->work_came);
    pthread_mutex_destroy(&workers->lock);
    free(workers->members);
    free(workers);
}

unsigned workers_count(const struct workers *workers)
{
    return workers->count;
}

enum bc_error workers_run(struct workers *workers, workers_task task, void *context, uint32_t count)
{
    if (atomic_load(&workers->error) == BC_OK) {
        workers->task = task;
        workers->context = context;
        workers->end = count;
        atomic_store(&workers->next, 0);
        atomic_store(&workers->working, workers->started);
        start_round(workers);
        take_part(workers, 0);
        for (unsigned n = 0; n < SPINS && atomic_load(&workers->working) != 0; ++n) {
            relax();
        }
        pthread_mutex_lock(&workers->lock);
        while (atomic_load(&workers->working) != 0) {
            pthread_cond_wait(&workers->work_done, &workers->lock);
        }
        pthread_mutex_unlock(&workers->lock);
    }
    return (enum bc_error)atomic_load(&workers->error);
}
