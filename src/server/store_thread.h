/* The thread that owns the store: takes jobs from the loop thread, writes all that wait in one transaction, and hands them back.
 *
 * Many moves share one fsync that way, and none is handed back as done before it is on disk. Jobs are handed back in the loop thread, in the
 * order in which they were given. When a transaction fails, every write in it fails and nothing of it is on disk. */
#ifndef BAGHCHAL_SERVER_STORE_THREAD_H
#define BAGHCHAL_SERVER_STORE_THREAD_H

#include "server/store.h"

#include <uv.h>

enum store_job_kind { STORE_JOB_PUT, STORE_JOB_APPEND, STORE_JOB_GET };

struct store_job {
    struct store_job *next;
    enum store_job_kind kind;
    enum store_result result;
    uint64_t id;              /* GET */
    struct table_row rows[2]; /* PUT: both or neither; GET: the first */
    unsigned row_count;
    struct move_row move;                /* APPEND */
    void (*done)(struct store_job *job); /* in the loop thread; frees the job by store_job_free() */
    void *context;
};

/* Bounds of the histogram of transactions' times, in milliseconds; a last bucket is for all above. */
#define STORE_TIME_BOUNDS                        \
    {                                            \
        1, 2, 5, 10, 20, 50, 100, 200, 500, 1000 \
    }
enum { STORE_TIME_BUCKETS = 11 };

struct store_thread {
    struct store *store;
    uv_thread_t thread;
    uv_mutex_t lock;
    uv_cond_t wake;
    uv_async_t finished;
    struct store_job *waiting_first, *waiting_last;
    struct store_job *done_first, *done_last;
    bool stopping;
    uint64_t commits;
    uint64_t rows_written;
    uint64_t failures;
    uint64_t times[STORE_TIME_BUCKETS]; /* transactions by how long they took */
    uint64_t time_sum;                  /* of all, in microseconds */
    uint64_t waiting;                   /* jobs given and not yet handed back; only the loop thread looks */
};

/* Starts the thread; the store is its from now on. Errors: a libuv error number. */
int store_thread_start(struct store_thread *self, uv_loop_t *loop, struct store *store);

/* Gives a job, never refused. */
void store_thread_give(struct store_thread *self, struct store_job *job);

/* Finishes the jobs that wait, ends the thread, hands back what is done, and closes the store. */
void store_thread_stop(struct store_thread *self);

struct store_job *store_job_new(enum store_job_kind kind, void (*done)(struct store_job *job), void *context);
void store_job_free(struct store_job *job);

#endif
