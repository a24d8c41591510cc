#include "server/table.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_PLIES = 32 };

static unsigned other(unsigned side)
{
    return side ^ 1U;
}

static enum bc_error start_game(struct table *table, const struct bc_board *board, const struct bc_rules *rules,
                                const struct bc_position *start)
{
    struct bc_ply *plies = malloc(FIRST_PLIES * sizeof *plies);
    if (plies == NULL) {
        return BC_ERROR_MEMORY;
    }
    enum bc_error error = bc_game_init(&table->game, board, rules, start, plies, FIRST_PLIES);
    if (error != BC_OK) {
        free(plies);
    }
    return error;
}

enum bc_error table_init(struct table *table, const struct bc_board *board, const struct table_plan *plan, uint64_t id,
                         int64_t now)
{
    *table = (struct table){.id = id, .created = now, .maker = plan->maker};
    struct table_seat *seat = &table->seats[plan->maker];
    seat->kind = SEAT_PLAYER;
    strncpy(seat->name, plan->name, sizeof seat->name - 1);
    memcpy(seat->secret_hash, plan->secret_hash, sizeof seat->secret_hash);
    if (plan->computer) {
        table->status = TABLE_PLAYING;
        table->seats[other(plan->maker)].kind = SEAT_COMPUTER;
        table->seats[other(plan->maker)].level = plan->level;
    } else {
        table->status = TABLE_WAITING;
        table->expires = now + (int64_t)LIMIT_INVITATION_SECONDS * 1000;
    }
    enum bc_error error = start_game(table, board, &plan->rules, plan->start);
    if (error == BC_OK && table->game.result != BC_RESULT_NONE) {
        table_free(table);
        return BC_ERROR_GAME_OVER;
    }
    return error;
}

enum bc_error table_init_rematch(struct table *table, const struct table *old, uint64_t id, int64_t now)
{
    *table = (struct table){
        .id = id, .created = now, .maker = (uint8_t)other(old->maker), .previous = old->id, .status = TABLE_PLAYING};
    for (unsigned side = 0; side < 2; side++) {
        table->seats[side] = old->seats[other(side)];
        memset(table->seats[side].offer_allowed, 0, sizeof table->seats[side].offer_allowed);
    }
    return start_game(table, old->game.board, &old->game.rules, &old->game.start);
}

void table_free(struct table *table)
{
    free(table->game.plies);
    table->game.plies = NULL;
}

int table_seat_of(const struct table *table, const char *secret, size_t length)
{
    uint8_t hash[SECRET_HASH_SIZE];
    secret_hash(secret, length, hash);
    int found = TABLE_NO_SIDE;
    for (int side = 0; side < 2; side++) {
        bool equal = secret_hash_equal(table->seats[side].secret_hash, hash);
        if (equal && table->seats[side].kind == SEAT_PLAYER) {
            found = side;
        }
    }
    return found;
}

void table_changed(struct table *table)
{
    table->seq++;
}

bool table_expire(struct table *table, int64_t now)
{
    if (table->status != TABLE_WAITING || now < table->expires) {
        return false;
    }
    table->status = TABLE_EXPIRED;
    return true;
}

static enum refusal refuse_closed(const struct table *table)
{
    switch ((enum table_status)table->status) {
    case TABLE_CANCELLED:
        return REFUSAL_TABLE_CANCELLED;
    case TABLE_EXPIRED:
        return REFUSAL_TABLE_EXPIRED;
    case TABLE_WAITING:
    case TABLE_PLAYING:
    case TABLE_FINISHED:
    case TABLE_STATUS_COUNT:
    default:
        return REFUSAL_NONE;
    }
}

/* What keeps a seat from playing on: an invitation that came to nothing, a game not begun or over. */
static enum refusal refuse_unless_playing(const struct table *table)
{
    enum refusal refusal = refuse_closed(table);
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    if (table->status == TABLE_WAITING) {
        return REFUSAL_NOT_STARTED;
    }
    return table->status == TABLE_FINISHED ? REFUSAL_GAME_OVER : REFUSAL_NONE;
}

enum refusal table_sit(struct table *table, const char *name, const uint8_t hash[SECRET_HASH_SIZE], int holder,
                       unsigned *side, bool *repeated)
{
    unsigned guest = other(table->maker);
    struct table_seat *seat = &table->seats[guest];
    *side = guest;
    *repeated = seat->kind == SEAT_PLAYER && secret_hash_equal(seat->secret_hash, hash);
    if (*repeated) {
        return REFUSAL_NONE;
    }
    enum refusal refusal = refuse_closed(table);
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    if (holder == (int)table->maker) {
        return REFUSAL_OWN_TABLE;
    }
    if (seat->kind != SEAT_OPEN || table->status != TABLE_WAITING) {
        return REFUSAL_SEAT_TAKEN;
    }
    seat->kind = SEAT_PLAYER;
    memset(seat->name, 0, sizeof seat->name);
    strncpy(seat->name, name, sizeof seat->name - 1);
    memcpy(seat->secret_hash, hash, sizeof seat->secret_hash);
    table->status = TABLE_PLAYING;
    return REFUSAL_NONE;
}

enum refusal table_cancel(struct table *table, unsigned side)
{
    enum refusal refusal = refuse_closed(table);
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    if (table->status != TABLE_WAITING || side != table->maker) {
        return REFUSAL_ALREADY_STARTED;
    }
    table->status = TABLE_CANCELLED;
    return REFUSAL_NONE;
}

/* An offer that came to nothing: it stands no longer, and its seat waits before it repeats it. */
static void drop_offer(struct table *table, int64_t now)
{
    table->seats[table->offer.by].offer_allowed[table->offer.kind] = now + LIMIT_OFFER_WAIT;
    table->offer.kind = OFFER_NONE;
}

static bool make_room(struct bc_game *game)
{
    if (game->ply_count < game->ply_capacity) {
        return true;
    }
    size_t capacity = game->ply_capacity * 2;
    struct bc_ply *plies = malloc(capacity * sizeof *plies);
    if (plies == NULL) {
        return false;
    }
    struct bc_ply *old = game->plies;
    if (bc_game_set_history(game, plies, capacity) != BC_OK) {
        free(plies);
        return false;
    }
    free(old);
    return true;
}

/* Whether this very move was made by `side` as turn `ply` of the present line. */
static bool already_made(const struct table *table, unsigned side, uint32_t ply, uint32_t line, bc_move move)
{
    return ply < table->game.ply_count && (line == TABLE_PRESENT || line == table->line) &&
           table->game.plies[ply].move == move && (table->game.start.side ^ (ply & 1U)) == side;
}

enum refusal table_move(struct table *table, unsigned side, uint32_t ply, uint32_t line, bc_move move, int64_t now,
                        bool *repeated, enum bc_error *reason)
{
    struct bc_game *game = &table->game;
    *repeated = already_made(table, side, ply, line, move);
    if (*repeated) {
        return REFUSAL_NONE;
    }
    enum refusal refusal = refuse_unless_playing(table);
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    if ((ply != TABLE_PRESENT && ply != game->ply_count) || (line != TABLE_PRESENT && line != table->line)) {
        return REFUSAL_STALE;
    }
    if (game->position.side != side) {
        return REFUSAL_NOT_YOUR_TURN;
    }
    if (game->ply_count >= LIMIT_PLIES) {
        return REFUSAL_GAME_TOO_LONG;
    }
    *reason = bc_game_check_move(game, move);
    if (*reason != BC_OK) {
        return REFUSAL_ILLEGAL_MOVE;
    }
    if (!make_room(game) || bc_game_play(game, move) != BC_OK) {
        return REFUSAL_STORE_BUSY;
    }
    if (table->offer.kind != OFFER_NONE) {
        drop_offer(table, now);
    }
    if (game->result != BC_RESULT_NONE) {
        table->status = TABLE_FINISHED;
    }
    return REFUSAL_NONE;
}

/* Turns to take back so that `side` is to move where it made its last turn; 0 if it has made none. */
static size_t turns_to_take_back(const struct table *table, unsigned side)
{
    size_t count = table->game.position.side == side ? 2 : 1;
    return table->game.ply_count >= count ? count : 0;
}

static void take_back(struct table *table, unsigned side)
{
    size_t count = turns_to_take_back(table, side);
    if (count > 0 && bc_game_take_back(&table->game, count) == BC_OK) {
        table->status = TABLE_PLAYING;
        table->line++;
    }
}

static bool against_computer(const struct table *table)
{
    return table->seats[BC_GOATS].kind == SEAT_COMPUTER || table->seats[BC_TIGERS].kind == SEAT_COMPUTER;
}

static enum refusal refuse_offer(const struct table *table, unsigned side, enum offer_kind kind)
{
    bool computer = against_computer(table);
    enum refusal refusal = refuse_unless_playing(table);
    if (kind == OFFER_REMATCH) {
        if (refusal != REFUSAL_GAME_OVER) {
            return refusal == REFUSAL_NONE ? REFUSAL_OFFER_NOT_NOW : refusal;
        }
        return table->rematch != 0 ? REFUSAL_OFFER_NOT_NOW : REFUSAL_NONE;
    }
    if (refusal != REFUSAL_NONE && !(computer && kind == OFFER_TAKEBACK && refusal == REFUSAL_GAME_OVER)) {
        return refusal;
    }
    if (kind == OFFER_DRAW) {
        return computer ? REFUSAL_OFFER_NOT_NOW : REFUSAL_NONE;
    }
    return turns_to_take_back(table, side) == 0 ? REFUSAL_NOTHING_TO_TAKE_BACK : REFUSAL_NONE;
}

/* What an accepted offer comes to. */
static void grant(struct table *table, enum offer_kind kind, unsigned by, bool *rematch)
{
    table->offer.kind = OFFER_NONE;
    if (kind == OFFER_TAKEBACK) {
        take_back(table, by);
    } else if (kind == OFFER_REMATCH) {
        *rematch = true;
    } else if (bc_game_agree_draw(&table->game) == BC_OK) {
        table->status = TABLE_FINISHED;
    }
}

enum refusal table_make_offer(struct table *table, unsigned side, enum offer_kind kind, uint32_t ply, int64_t now,
                              int64_t *wait, bool *rematch)
{
    enum refusal refusal = refuse_offer(table, side, kind);
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    if (ply != TABLE_PRESENT && ply != table->game.ply_count) {
        return REFUSAL_STALE;
    }
    if (against_computer(table)) {
        grant(table, kind, side, rematch);
        return REFUSAL_NONE;
    }
    if (table->offer.kind != OFFER_NONE) {
        return REFUSAL_OFFER_OPEN;
    }
    int64_t left = table->seats[side].offer_allowed[kind] - now;
    if (left > 0 && left <= LIMIT_OFFER_WAIT) { /* a longer one comes from a clock that was set back */
        *wait = left;
        return REFUSAL_OFFER_COOLING;
    }
    table->offer = (struct table_offer){.number = table->offer.number + 1,
                                        .ply = (uint32_t)table->game.ply_count,
                                        .kind = (uint8_t)kind,
                                        .by = (uint8_t)side};
    return REFUSAL_NONE;
}

enum refusal table_answer_offer(struct table *table, unsigned side, uint32_t number, enum offer_answer answer,
                                int64_t now, bool *rematch)
{
    bool own = table->offer.by == side;
    if (table->offer.kind == OFFER_NONE || table->offer.number != number || own != (answer == ANSWER_CANCEL)) {
        return REFUSAL_OFFER_GONE;
    }
    if (answer == ANSWER_ACCEPT) {
        grant(table, table->offer.kind, table->offer.by, rematch);
    } else {
        table->closed_offer = table->offer;
        table->closed_by = (uint8_t)answer;
        drop_offer(table, now);
    }
    return REFUSAL_NONE;
}

enum refusal table_resign(struct table *table, unsigned side)
{
    enum refusal refusal = refuse_unless_playing(table);
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    if (bc_game_resign(&table->game, (enum bc_side)side) != BC_OK) {
        return REFUSAL_GAME_OVER;
    }
    table->offer.kind = OFFER_NONE;
    table->status = TABLE_FINISHED;
    return REFUSAL_NONE;
}

bool table_awaits_computer(const struct table *table)
{
    return table->status == TABLE_PLAYING && table->seats[table->game.position.side].kind == SEAT_COMPUTER;
}
