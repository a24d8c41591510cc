#include "server/computer.h"

#include <baghchal/engine_large_network.h>
#include <baghchal/engine_solution.h>

#include <stdlib.h>
#include <string.h>

enum { TABLE_BYTES = 16 * 1024 * 1024, TIME_LIMIT_MILLISECONDS = 3000 };

static uint64_t host_milliseconds(void *context)
{
    (void)context;
    return uv_hrtime() / 1000000;
}

/* The watchdog: whatever a level thinks of its time, here it ends. */
static bool host_stop(void *context)
{
    const struct computer_thread *thread = context;
    return __atomic_load_n(&thread->computer->stop_now, __ATOMIC_RELAXED) != 0 ||
           uv_hrtime() / 1000000 > thread->deadline;
}

static void free_job(struct computer_job *job)
{
    free(job->game.plies);
    free(job);
}

static void think(struct computer_thread *thread, struct computer_job *job)
{
    const struct bc_engine_host host = {.context = thread, .milliseconds = host_milliseconds, .stop = host_stop};
    struct bc_level_choice choice;
    thread->deadline = uv_hrtime() / 1000000 + TIME_LIMIT_MILLISECONDS;
    /* What another game under other rules left in the engine's table does not hold here. */
    bc_engine_set_large_network(thread->engine, job->level == BC_LEVEL_PERFECT);
    bc_engine_set_solution(thread->engine, job->solution);
    uint64_t seed = 0;
    (void)random_bytes(&seed, sizeof seed);
    job->move = BC_MOVE_NONE;
    if (bc_level_choose(thread->engine, &job->game, job->level, seed, &host, &choice) == BC_OK) {
        job->move = choice.move;
    }
    bc_engine_set_solution(thread->engine, NULL);
}

static void run_thread(void *argument)
{
    struct computer_thread *thread = argument;
    struct computer *computer = thread->computer;
    uv_mutex_lock(&computer->lock);
    for (;;) {
        while (computer->waiting_first == NULL && !computer->stopping) {
            uv_cond_wait(&computer->wake, &computer->lock);
        }
        if (computer->stopping) {
            break;
        }
        struct computer_job *job = computer->waiting_first;
        computer->waiting_first = job->next;
        if (computer->waiting_first == NULL) {
            computer->waiting_last = NULL;
        }
        uv_mutex_unlock(&computer->lock);
        think(thread, job);
        uv_mutex_lock(&computer->lock);
        job->next = computer->done_first;
        computer->done_first = job;
        (void)uv_async_send(&computer->finished);
    }
    uv_mutex_unlock(&computer->lock);
}

static void on_finished(uv_async_t *handle)
{
    struct computer *computer = handle->data;
    uv_mutex_lock(&computer->lock);
    struct computer_job *jobs = computer->done_first;
    computer->done_first = NULL;
    uv_mutex_unlock(&computer->lock);
    while (jobs != NULL) {
        struct computer_job *next = jobs->next;
        computer->waiting--;
        computer->done(computer->context, jobs->table_id, jobs->seq, jobs->move);
        free_job(jobs);
        jobs = next;
    }
}

static enum bc_error start_thread(struct computer *computer, struct computer_thread *thread)
{
    size_t size = bc_engine_memory(1, TABLE_BYTES);
    thread->computer = computer;
    thread->memory = malloc(size);
    if (thread->memory == NULL) {
        return BC_ERROR_MEMORY;
    }
    enum bc_error error = bc_engine_init(thread->memory, size, computer->board, 1, &thread->engine);
    if (error == BC_OK && uv_thread_create(&thread->thread, run_thread, thread) != 0) {
        error = BC_ERROR_THREAD;
    }
    if (error != BC_OK) {
        free(thread->memory);
    }
    return error;
}

enum bc_error computer_start(struct computer *computer, uv_loop_t *loop, const struct bc_board *board, unsigned threads)
{
    *computer = (struct computer){.board = board};
    if (uv_mutex_init(&computer->lock) != 0) {
        return BC_ERROR_THREAD;
    }
    if (uv_cond_init(&computer->wake) != 0) {
        uv_mutex_destroy(&computer->lock);
        return BC_ERROR_THREAD;
    }
    if (uv_async_init(loop, &computer->finished, on_finished) != 0) {
        uv_cond_destroy(&computer->wake);
        uv_mutex_destroy(&computer->lock);
        return BC_ERROR_THREAD;
    }
    computer->finished.data = computer;
    enum bc_error error = BC_OK;
    while (error == BC_OK && computer->thread_count < threads && computer->thread_count < COMPUTER_THREADS_MAX) {
        error = start_thread(computer, &computer->threads[computer->thread_count]);
        computer->thread_count += error == BC_OK;
    }
    if (error != BC_OK) {
        computer_stop(computer);
    }
    return error;
}

bool computer_ask(struct computer *computer, const struct table *table, struct bc_solution *solution)
{
    const struct bc_game *game = &table->game;
    struct computer_job *job = calloc(1, sizeof *job);
    struct bc_ply *plies = malloc((game->ply_count + 1) * sizeof *plies);
    if (job == NULL || plies == NULL) {
        free(job);
        free(plies);
        return false;
    }
    memcpy(plies, game->plies, game->ply_count * sizeof *plies);
    job->game = *game;
    job->game.plies = plies;
    job->game.ply_capacity = game->ply_count + 1;
    job->table_id = table->id;
    job->seq = table->seq;
    job->level = table->seats[game->position.side].level;
    job->solution = job->level == BC_LEVEL_PERFECT ? solution : NULL;
    computer->waiting++;
    uv_mutex_lock(&computer->lock);
    if (computer->waiting_last == NULL) {
        computer->waiting_first = job;
    } else {
        computer->waiting_last->next = job;
    }
    computer->waiting_last = job;
    uv_cond_signal(&computer->wake);
    uv_mutex_unlock(&computer->lock);
    return true;
}

bool computer_has_room(const struct computer *computer)
{
    return computer->waiting < LIMIT_THINKING_QUEUE;
}

static void free_jobs(struct computer_job *jobs)
{
    while (jobs != NULL) {
        struct computer_job *next = jobs->next;
        free_job(jobs);
        jobs = next;
    }
}

void computer_stop(struct computer *computer)
{
    __atomic_store_n(&computer->stop_now, 1, __ATOMIC_RELAXED);
    uv_mutex_lock(&computer->lock);
    computer->stopping = true;
    uv_cond_broadcast(&computer->wake);
    uv_mutex_unlock(&computer->lock);
    for (unsigned i = 0; i < computer->thread_count; i++) {
        (void)uv_thread_join(&computer->threads[i].thread);
        free(computer->threads[i].memory);
    }
    free_jobs(computer->waiting_first);
    free_jobs(computer->done_first);
    uv_close((uv_handle_t *)&computer->finished, NULL);
    uv_cond_destroy(&computer->wake);
    uv_mutex_destroy(&computer->lock);
    computer->thread_count = 0;
}
