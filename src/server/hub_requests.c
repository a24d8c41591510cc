/* What each kind of request does at its table. */
#include "server/hub.h"

#include <stdlib.h>
#include <string.h>

static void refuse_at(struct live_table *live, struct hub_request *request, int side, enum refusal refusal,
                      enum bc_error reason, int64_t wait)
{
    const struct hub_answer answer = {.refusal = refusal,
                                      .reason = reason,
                                      .wait = wait,
                                      .side = side,
                                      .table = live->loaded ? &live->table : NULL,
                                      .presence = &live->presence};
    hub_answer_now(live, request, &answer);
}

/* Answers without having changed anything. */
static void answer_unchanged(struct live_table *live, struct hub_request *request, int side, bool repeated,
                             const char *secret)
{
    const struct hub_answer answer = {
        .side = side, .repeated = repeated, .secret = secret, .table = &live->table, .presence = &live->presence};
    hub_answer_now(live, request, &answer);
}

/* The secret of a new seat: from the claim if there is one. Returns false without random bytes. */
static bool make_secret(struct live_table *live, const struct hub_request *request, unsigned side)
{
    if (request->claim[0] != '\0') {
        secret_from_claim(request->claim, live->id, side, live->secret);
        return true;
    }
    return secret_new(live->secret);
}

static void run_make(struct live_table *live, struct hub_request *request)
{
    struct table_plan *plan = &request->plan;
    struct hub *hub = live->hub;
    if (live->loaded) {
        /* The claim has made this table before, if it opens the maker's seat. */
        char secret[SECRET_LENGTH + 1];
        secret_from_claim(request->claim, live->id, live->table.maker, secret);
        int side = table_seat_of(&live->table, secret, SECRET_LENGTH);
        if (request->claim[0] == '\0' || side < 0) {
            refuse_at(live, request, TABLE_NO_SIDE, REFUSAL_STORE_BUSY, BC_OK, 1000);
            return;
        }
        answer_unchanged(live, request, side, true, secret);
        return;
    }
    if (!make_secret(live, request, plan->maker)) {
        refuse_at(live, request, TABLE_NO_SIDE, REFUSAL_STORE_BUSY, BC_OK, 1000);
        return;
    }
    secret_hash(live->secret, SECRET_LENGTH, plan->secret_hash);
    plan->name = request->name;
    if (plan->computer && (hub->think == NULL || (hub->has_room != NULL && !hub->has_room(hub->think_context)))) {
        refuse_at(live, request, TABLE_NO_SIDE, REFUSAL_TOO_MANY_TABLES, BC_OK, 10000);
        return;
    }
    enum bc_error error = table_init(&live->table, hub->board, plan, live->id, hub->now_ms());
    if (error != BC_OK) {
        refuse_at(live, request, TABLE_NO_SIDE, error == BC_ERROR_MEMORY ? REFUSAL_STORE_BUSY : REFUSAL_BAD_POSITION,
                  error, error == BC_ERROR_MEMORY ? 1000 : 0);
        return;
    }
    live->loaded = true;
    hub->counts.tables_made++;
    const struct hub_answer answer = {.side = plan->maker, .secret = live->secret};
    hub_store_change(live, request, &answer, false, NULL);
}

static void run_sit(struct live_table *live, struct hub_request *request, int holder)
{
    uint8_t hash[SECRET_HASH_SIZE];
    unsigned side = 0;
    bool repeated = false;
    if (!make_secret(live, request, live->table.maker ^ 1U)) {
        refuse_at(live, request, TABLE_NO_SIDE, REFUSAL_STORE_BUSY, BC_OK, 1000);
        return;
    }
    secret_hash(live->secret, SECRET_LENGTH, hash);
    enum refusal refusal = table_sit(&live->table, request->name, hash, holder, &side, &repeated);
    if (refusal != REFUSAL_NONE) {
        refuse_at(live, request, holder, refusal, BC_OK, 0);
    } else if (repeated) {
        answer_unchanged(live, request, (int)side, true, live->secret);
    } else {
        const struct hub_answer answer = {.side = (int)side, .secret = live->secret};
        hub_store_change(live, request, &answer, false, NULL);
    }
}

static void run_move(struct live_table *live, struct hub_request *request, int side)
{
    struct table *table = &live->table;
    struct hub *hub = live->hub;
    bool repeated = false;
    enum bc_error reason = BC_OK;
    if (request->computer) {
        side = table->game.position.side;
    }
    if (request->computer && (request->seq != table->seq || !table_awaits_computer(table))) {
        refuse_at(live, request, side, REFUSAL_STALE, BC_OK, 0);
        return;
    }
    bool offer_stood = table->offer.kind != OFFER_NONE;
    enum refusal refusal = table_move(table, (unsigned)side, request->ply, request->line, request->move, hub->now_ms(),
                                      &repeated, &reason);
    if (refusal != REFUSAL_NONE) {
        refuse_at(live, request, side, refusal, reason, 0);
    } else if (repeated) {
        answer_unchanged(live, request, side, true, NULL);
    } else {
        hub->counts.moves++;
        hub->counts.computer_moves += request->computer;
        hub->counts.games_finished += table->status == TABLE_FINISHED;
        const struct hub_answer answer = {.side = side};
        /* The journal of moves does not hold the wait that begins for an offer which a move has ended. */
        live->stored_whole = offer_stood;
        hub_store_change(live, request, &answer, true, NULL);
    }
}

/* Stores an agreed rematch together with the table that it follows. */
static void store_rematch(struct live_table *live, struct hub_request *request, int side)
{
    struct table *table = &live->table;
    struct table rematch;
    uint64_t id = table_id_new();
    if (id == 0 || table_init_rematch(&rematch, table, id, live->hub->now_ms()) != BC_OK) {
        refuse_at(live, request, side, REFUSAL_STORE_BUSY, BC_OK, 1000);
        return;
    }
    table->rematch = id;
    table_changed(&rematch);
    live->hub->counts.tables_made++;
    const struct hub_answer answer = {.side = side};
    hub_store_change(live, request, &answer, false, &rematch);
    table_free(&rematch);
}

static void run_change(struct live_table *live, struct hub_request *request, int side)
{
    struct table *table = &live->table;
    int64_t now = live->hub->now_ms();
    int64_t wait = 0;
    bool rematch = false;
    bool was_finished = table->status == TABLE_FINISHED;
    enum refusal refusal = REFUSAL_NONE;
    unsigned seat = (unsigned)side;
    if (request->kind == HUB_OFFER) {
        refusal = table_make_offer(table, seat, request->offer, request->ply, now, &wait, &rematch);
    } else if (request->kind == HUB_ANSWER) {
        refusal = table_answer_offer(table, seat, request->number, request->offer_answer, now, &rematch);
    } else if (request->kind == HUB_RESIGN) {
        refusal = table_resign(table, seat);
    } else {
        refusal = table_cancel(table, seat);
    }
    if (refusal != REFUSAL_NONE) {
        refuse_at(live, request, side, refusal, BC_OK, wait);
        return;
    }
    if (rematch) {
        store_rematch(live, request, side);
        return;
    }
    live->hub->counts.games_finished += !was_finished && table->status == TABLE_FINISHED;
    const struct hub_answer answer = {.side = side};
    hub_store_change(live, request, &answer, false, NULL);
}

void hub_request_run(struct live_table *live, struct hub_request *request)
{
    if (request->kind == HUB_MAKE) {
        run_make(live, request);
        return;
    }
    int side = request->kind != HUB_JOIN && request->follower != NULL ? request->follower->side : TABLE_NO_SIDE;
    if (request->has_secret) {
        side = table_seat_of(&live->table, request->secret, strlen(request->secret));
        if (side < 0) {
            refuse_at(live, request, TABLE_NO_SIDE, REFUSAL_SEAT_UNKNOWN, BC_OK, 0);
            return;
        }
    }
    if (request->kind == HUB_READ) {
        answer_unchanged(live, request, side, false, NULL);
    } else if (request->kind == HUB_JOIN) {
        hub_follow(live, request->follower, side);
        answer_unchanged(live, request, side, false, NULL);
    } else if (request->kind == HUB_SIT) {
        run_sit(live, request, side);
    } else if (side < 0 && !request->computer) {
        refuse_at(live, request, side, REFUSAL_SEAT_REQUIRED, BC_OK, 0);
    } else if (request->kind == HUB_MOVE) {
        run_move(live, request, side);
    } else {
        run_change(live, request, side);
    }
}
