/* The map of live tables, their queues, and the way of a change to disk and back. */
#include "server/hub.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_BUCKETS = 1024 };

static void drain(struct live_table *live);

static struct live_table **slot_of(const struct hub *hub, uint64_t id)
{
    struct live_table **slot = &hub->buckets[id & (hub->bucket_count - 1)];
    while (*slot != NULL && (*slot)->id != id) {
        slot = &(*slot)->next;
    }
    return slot;
}

/* Doubles the map; without memory it stays as it is and gets slower. */
static void grow(struct hub *hub)
{
    size_t count = hub->bucket_count * 2;
    struct live_table **buckets = calloc(count, sizeof(struct live_table *));
    if (buckets == NULL) {
        return;
    }
    for (size_t i = 0; i < hub->bucket_count; i++) {
        struct live_table *live = hub->buckets[i];
        while (live != NULL) {
            struct live_table *next = live->next;
            struct live_table **slot = &buckets[live->id & (count - 1)];
            live->next = *slot;
            *slot = live;
            live = next;
        }
    }
    free(hub->buckets);
    hub->buckets = buckets;
    hub->bucket_count = count;
}

static struct live_table *add_live(struct hub *hub, uint64_t id)
{
    struct live_table *live = calloc(1, sizeof *live);
    if (live == NULL) {
        return NULL;
    }
    if (hub->table_count >= hub->bucket_count) {
        grow(hub);
    }
    live->id = id;
    live->hub = hub;
    struct live_table **slot = &hub->buckets[id & (hub->bucket_count - 1)];
    live->next = *slot;
    *slot = live;
    hub->table_count++;
    return live;
}

/* Takes the table at a place of the map, if there is one, out of it and frees it. */
static void remove_at(struct hub *hub, struct live_table **slot)
{
    struct live_table *live = *slot;
    if (live == NULL) {
        return;
    }
    *slot = live->next;
    hub->table_count--;
    table_free(&live->table);
    free(live);
}

enum bc_error hub_init(struct hub *hub, const struct bc_board *board, struct store_thread *store)
{
    *hub = (struct hub){
        .board = board, .store = store, .bucket_count = FIRST_BUCKETS, .table_limit = LIMIT_LIVE_TABLES_DEFAULT};
    hub->buckets = calloc(FIRST_BUCKETS, sizeof(struct live_table *));
    return hub->buckets == NULL ? BC_ERROR_MEMORY : BC_OK;
}

void hub_free(struct hub *hub)
{
    for (size_t i = 0; i < hub->bucket_count && hub->buckets != NULL; i++) {
        while (hub->buckets[i] != NULL) {
            remove_at(hub, &hub->buckets[i]);
        }
    }
    free(hub->buckets);
    hub->buckets = NULL;
}

struct hub_request *hub_request_new(enum hub_request_kind kind, uint64_t table_id)
{
    struct hub_request *request = calloc(1, sizeof *request);
    if (request != NULL) {
        request->kind = kind;
        request->table_id = table_id;
        request->ply = TABLE_PRESENT;
        request->line = TABLE_PRESENT;
        request->move = BC_MOVE_NONE;
    }
    return request;
}

static void refuse(struct hub *hub, struct hub_request *request, enum refusal refusal, int64_t wait)
{
    const struct hub_answer answer = {.refusal = refusal, .wait = wait, .side = TABLE_NO_SIDE};
    hub->counts.refusals[refusal]++;
    request->answer(request, &answer);
}

void hub_answer_now(struct live_table *live, struct hub_request *request, const struct hub_answer *answer)
{
    live->hub->counts.refusals[answer->refusal]++;
    request->answer(request, answer);
}

static void refuse_queue(struct live_table *live, enum refusal refusal, int64_t wait)
{
    while (live->queue_first != NULL) {
        struct hub_request *request = live->queue_first;
        live->queue_first = request->next;
        refuse(live->hub, request, refusal, wait);
    }
    live->queue_last = NULL;
    live->queue_length = 0;
}

/* Gives up a table in memory: those who wait are refused, those who follow are told to come back. */
static void abandon(struct live_table *live, enum refusal refusal, int64_t wait)
{
    hub_lose_followers(live);
    refuse_queue(live, refusal, wait);
    remove_at(live->hub, slot_of(live->hub, live->id));
}

static void ask_computer(struct live_table *live)
{
    struct hub *hub = live->hub;
    if (live->loaded && !live->busy && !live->thinking && hub->think != NULL && table_awaits_computer(&live->table)) {
        live->thinking = true;
        hub->think(hub->think_context, live);
    }
}

static void on_read(struct store_job *job)
{
    struct live_table *live = job->context;
    struct hub *hub = live->hub;
    enum store_result result = job->result;
    enum bc_error error = BC_OK;
    live->busy = false;
    if (result == STORE_OK) {
        error = table_from_row(&live->table, hub->board, &job->rows[0]);
    }
    store_job_free(job);
    if (result == STORE_MISSING) {
        /* MAKE with a claim comes here when the table is new. */
        drain(live);
        return;
    }
    if (result != STORE_OK || error != BC_OK) {
        if (hub->complain != NULL) {
            hub->complain("table cannot be read", live->id,
                          result != STORE_OK ? store_result_text(result) : bc_error_text(error));
        }
        abandon(live, REFUSAL_STORE_BUSY, 5000);
        return;
    }
    live->loaded = true;
    drain(live);
}

/* Reads a table from the store; whoever asks for it waits. */
static void start_reading(struct live_table *live)
{
    struct store_job *job = store_job_new(STORE_JOB_GET, on_read, live);
    if (job == NULL) {
        abandon(live, REFUSAL_STORE_BUSY, 1000);
        return;
    }
    job->id = live->id;
    live->busy = true;
    store_thread_give(live->hub->store, job);
}

/* The change is not on disk: what is in memory is given up for what the disk has. */
static void take_change_back(struct live_table *live, enum store_result result)
{
    struct hub *hub = live->hub;
    if (hub->complain != NULL) {
        hub->complain("table cannot be stored", live->id, store_result_text(result));
    }
    table_free(&live->table);
    live->loaded = false;
    struct hub_request *request = live->current;
    live->current = NULL;
    if (request != NULL) {
        refuse(hub, request, REFUSAL_STORE_BUSY, 1000);
    }
    start_reading(live);
}

static void on_stored(struct store_job *job)
{
    struct live_table *live = job->context;
    enum store_result result = job->result;
    store_job_free(job);
    live->busy = false;
    if (result != STORE_OK) {
        take_change_back(live, result);
        return;
    }
    hub_tell_change(live, live->told_as_move);
    struct hub_request *request = live->current;
    live->current = NULL;
    if (request != NULL) {
        live->pending.table = &live->table;
        live->pending.presence = &live->presence;
        hub_answer_now(live, request, &live->pending);
    }
    drain(live);
}

void hub_store_change(struct live_table *live, struct hub_request *request, const struct hub_answer *answer,
                      bool told_as_move, const struct table *second)
{
    struct hub *hub = live->hub;
    int64_t now = hub->now_ms();
    table_changed(&live->table);
    live->current = request;
    live->pending = *answer;
    live->told_as_move = told_as_move;
    bool append = told_as_move && !live->stored_whole;
    struct store_job *job = store_job_new(append ? STORE_JOB_APPEND : STORE_JOB_PUT, on_stored, live);
    bool made = job != NULL;
    live->stored_whole = false;
    if (made && append) {
        move_row_from_table(&job->move, &live->table);
    } else if (made) {
        made = table_row_from_table(&job->rows[0], &live->table, now) &&
               (second == NULL || table_row_from_table(&job->rows[1], second, now));
    }
    live->busy = true;
    if (!made) {
        if (job != NULL) {
            store_job_free(job);
        }
        take_change_back(live, STORE_FAILED);
        return;
    }
    job->row_count = second == NULL ? 1 : 2;
    store_thread_give(hub->store, job);
}

/* Does what waits at a table until something has to be stored. The table may be gone afterwards. */
static void drain(struct live_table *live)
{
    while (!live->busy && live->queue_first != NULL) {
        struct hub_request *request = live->queue_first;
        if (!live->loaded && request->kind != HUB_MAKE) {
            abandon(live, REFUSAL_TABLE_UNKNOWN, 0);
            return;
        }
        if (live->loaded && table_expire(&live->table, live->hub->now_ms())) {
            const struct hub_answer nothing = {.side = TABLE_NO_SIDE};
            hub_store_change(live, NULL, &nothing, false, NULL);
            return;
        }
        live->queue_first = request->next;
        if (live->queue_first == NULL) {
            live->queue_last = NULL;
        }
        live->queue_length--;
        request->next = NULL;
        hub_request_run(live, request);
    }
    if (!live->busy && !live->loaded) {
        abandon(live, REFUSAL_TABLE_UNKNOWN, 0);
        return;
    }
    ask_computer(live);
}

/* The table of a request, found or begun; NULL when the request was refused. */
static struct live_table *find_or_begin(struct hub *hub, struct hub_request *request, bool *begun)
{
    struct live_table *live = *slot_of(hub, request->table_id);
    *begun = live == NULL;
    if (live != NULL) {
        return live;
    }
    if (request->kind == HUB_MAKE && hub->table_count >= hub->table_limit) {
        refuse(hub, request, REFUSAL_TOO_MANY_TABLES, 60000);
        return NULL;
    }
    live = add_live(hub, request->table_id);
    if (live == NULL) {
        refuse(hub, request, REFUSAL_STORE_BUSY, 1000);
    }
    return live;
}

void hub_ask(struct hub *hub, struct hub_request *request)
{
    bool begun = false;
    struct live_table *live = find_or_begin(hub, request, &begun);
    if (live == NULL) {
        return;
    }
    if (live->queue_length >= LIMIT_QUEUE && !request->computer) {
        refuse(hub, request, REFUSAL_TOO_MANY_REQUESTS, 1000);
        return;
    }
    live->used = (uint64_t)hub->now_ms();
    if (live->queue_last == NULL) {
        live->queue_first = request;
    } else {
        live->queue_last->next = request;
    }
    live->queue_last = request;
    live->queue_length++;
    if (begun && (request->kind != HUB_MAKE || request->claim[0] != '\0')) {
        start_reading(live);
    } else {
        drain(live);
    }
}

static void forget_request(struct hub_request *request, const struct hub_answer *answer)
{
    (void)answer;
    free(request);
}

void hub_computer_moved(struct hub *hub, uint64_t table_id, uint64_t seq, bc_move move)
{
    struct live_table *live = *slot_of(hub, table_id);
    if (live == NULL) {
        return;
    }
    live->thinking = false;
    struct hub_request *request = move == BC_MOVE_NONE ? NULL : hub_request_new(HUB_MOVE, table_id);
    if (request == NULL) {
        return;
    }
    request->computer = true;
    request->seq = seq;
    request->move = move;
    request->answer = forget_request;
    hub_ask(hub, request);
}

static bool unused(const struct live_table *live, uint64_t now)
{
    return !live->busy && !live->thinking && live->followers == NULL && live->queue_first == NULL &&
           now - live->used > LIMIT_TABLE_KEPT_TIME;
}

void hub_sweep(struct hub *hub)
{
    uint64_t now = (uint64_t)hub->now_ms();
    for (size_t i = 0; i < hub->bucket_count; i++) {
        struct live_table **slot = &hub->buckets[i];
        while (*slot != NULL) {
            struct live_table *live = *slot;
            if (live->presence_changed) {
                hub_tell_presence(live);
            }
            if (unused(live, now)) {
                remove_at(hub, slot);
            } else {
                slot = &live->next;
            }
        }
    }
}
