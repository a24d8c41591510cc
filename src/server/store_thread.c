#include "server/store_thread.h"

#include <stdlib.h>

struct store_job *store_job_new(enum store_job_kind kind, void (*done)(struct store_job *job), void *context)
{
    struct store_job *job = calloc(1, sizeof *job);
    if (job != NULL) {
        job->kind = kind;
        job->done = done;
        job->context = context;
    }
    return job;
}

void store_job_free(struct store_job *job)
{
    table_row_free(&job->rows[0]);
    table_row_free(&job->rows[1]);
    free(job);
}

static enum store_result put_all(struct store *store, struct store_job *jobs, uint64_t *rows)
{
    for (struct store_job *job = jobs; job != NULL; job = job->next) {
        for (unsigned i = 0; job->kind == STORE_JOB_PUT && i < job->row_count; i++) {
            enum store_result result = store->operations->put(store, &job->rows[i]);
            if (result != STORE_OK) {
                return result;
            }
            ++*rows;
        }
        if (job->kind == STORE_JOB_APPEND) {
            enum store_result result = store->operations->append(store, &job->move);
            if (result != STORE_OK) {
                return result;
            }
            ++*rows;
        }
    }
    return STORE_OK;
}

/* Writes what the jobs hold in one transaction. */
static void write_batch(struct store_thread *self, struct store_job *jobs, unsigned puts)
{
    if (puts == 0) {
        return;
    }
    static const uint64_t bounds[STORE_TIME_BUCKETS - 1] = STORE_TIME_BOUNDS;
    struct store *store = self->store;
    uint64_t rows = 0;
    uint64_t start = uv_hrtime();
    enum store_result result = store->operations->begin(store);
    if (result == STORE_OK) {
        result = put_all(store, jobs, &rows);
    }
    if (result == STORE_OK) {
        result = store->operations->commit(store);
    }
    if (result != STORE_OK) {
        store->operations->roll_back(store);
    }
    for (struct store_job *job = jobs; job != NULL; job = job->next) {
        if (job->kind != STORE_JOB_GET) {
            job->result = result;
        }
    }
    uint64_t took = (uv_hrtime() - start) / 1000;
    unsigned bucket = 0;
    while (bucket + 1 < STORE_TIME_BUCKETS && took > bounds[bucket] * 1000) {
        bucket++;
    }
    uv_mutex_lock(&self->lock);
    self->times[bucket]++;
    self->time_sum += took;
    self->commits += result == STORE_OK;
    self->rows_written += result == STORE_OK ? rows : 0;
    self->failures += result != STORE_OK;
    uv_mutex_unlock(&self->lock);
}

static void do_batch(struct store_thread *self, struct store_job *jobs)
{
    unsigned puts = 0;
    for (struct store_job *job = jobs; job != NULL; job = job->next) {
        puts += job->kind != STORE_JOB_GET;
    }
    write_batch(self, jobs, puts);
    /* Reads come after the writes that were given before them; a table's own jobs never overlap. */
    for (struct store_job *job = jobs; job != NULL; job = job->next) {
        if (job->kind == STORE_JOB_GET) {
            job->result = self->store->operations->get(self->store, job->id, &job->rows[0]);
        }
    }
}

static void run_thread(void *argument)
{
    struct store_thread *self = argument;
    uv_mutex_lock(&self->lock);
    for (;;) {
        while (self->waiting_first == NULL && !self->stopping) {
            uv_cond_wait(&self->wake, &self->lock);
        }
        struct store_job *jobs = self->waiting_first;
        struct store_job *last = self->waiting_last;
        if (jobs == NULL) {
            break;
        }
        self->waiting_first = self->waiting_last = NULL;
        uv_mutex_unlock(&self->lock);
        do_batch(self, jobs);
        uv_mutex_lock(&self->lock);
        if (self->done_last == NULL) {
            self->done_first = jobs;
        } else {
            self->done_last->next = jobs;
        }
        self->done_last = last;
        (void)uv_async_send(&self->finished);
    }
    uv_mutex_unlock(&self->lock);
}

static void hand_back(struct store_thread *self)
{
    uv_mutex_lock(&self->lock);
    struct store_job *jobs = self->done_first;
    self->done_first = self->done_last = NULL;
    uv_mutex_unlock(&self->lock);
    while (jobs != NULL) {
        struct store_job *next = jobs->next;
        jobs->next = NULL;
        self->waiting--;
        jobs->done(jobs);
        jobs = next;
    }
}

static void on_finished(uv_async_t *handle)
{
    hand_back(handle->data);
}

int store_thread_start(struct store_thread *self, uv_loop_t *loop, struct store *store)
{
    *self = (struct store_thread){.store = store};
    int error = uv_mutex_init(&self->lock);
    if (error != 0) {
        return error;
    }
    error = uv_cond_init(&self->wake);
    if (error != 0) {
        goto destroy_lock;
    }
    error = uv_async_init(loop, &self->finished, on_finished);
    if (error != 0) {
        goto destroy_wake;
    }
    self->finished.data = self;
    error = uv_thread_create(&self->thread, run_thread, self);
    if (error != 0) {
        goto close_async;
    }
    return 0;
close_async:
    uv_close((uv_handle_t *)&self->finished, NULL);
destroy_wake:
    uv_cond_destroy(&self->wake);
destroy_lock:
    uv_mutex_destroy(&self->lock);
    return error;
}

void store_thread_give(struct store_thread *self, struct store_job *job)
{
    self->waiting++;
    uv_mutex_lock(&self->lock);
    if (self->waiting_last == NULL) {
        self->waiting_first = job;
    } else {
        self->waiting_last->next = job;
    }
    self->waiting_last = job;
    uv_cond_signal(&self->wake);
    uv_mutex_unlock(&self->lock);
}

void store_thread_stop(struct store_thread *self)
{
    uv_mutex_lock(&self->lock);
    self->stopping = true;
    uv_cond_signal(&self->wake);
    uv_mutex_unlock(&self->lock);
    (void)uv_thread_join(&self->thread);
    hand_back(self);
    uv_close((uv_handle_t *)&self->finished, NULL);
    uv_cond_destroy(&self->wake);
    uv_mutex_destroy(&self->lock);
    self->store->operations->close(self->store);
}
