#include "server/store.h"

#include <baghchal/text.h>

#include <stdlib.h>
#include <string.h>

bool table_row_from_table(struct table_row *row, const struct table *table, int64_t now)
{
    const struct bc_game *game = &table->game;
    *row = (struct table_row){
        .id = table->id,
        .seq = table->seq,
        .rematch = table->rematch,
        .previous = table->previous,
        .created = table->created,
        .changed = now,
        .expires = table->expires,
        .line = table->line,
        .status = table->status,
        .maker = table->maker,
        .offer = table->offer,
        .rules = game->rules,
        .result = (uint8_t)game->result,
        .ending = (uint8_t)game->ending,
        .move_count = game->ply_count,
    };
    for (unsigned side = 0; side < 2; side++) {
        row->seats[side].kind = table->seats[side].kind;
        row->seats[side].level = table->seats[side].level;
        memcpy(row->seats[side].name, table->seats[side].name, sizeof row->seats[side].name);
        memcpy(row->seats[side].secret_hash, table->seats[side].secret_hash, SECRET_HASH_SIZE);
        memcpy(row->seats[side].offer_allowed, table->seats[side].offer_allowed, sizeof row->seats[side].offer_allowed);
    }
    bc_position_write(game->board, &game->start, row->start);
    row->moves = malloc((game->ply_count + 1) * sizeof *row->moves);
    if (row->moves == NULL) {
        return false;
    }
    for (size_t i = 0; i < game->ply_count; i++) {
        row->moves[i] = game->plies[i].move;
    }
    return true;
}

void table_row_free(struct table_row *row)
{
    free(row->moves);
    row->moves = NULL;
}

void move_row_from_table(struct move_row *move, const struct table *table)
{
    const struct bc_game *game = &table->game;
    *move = (struct move_row){
        .table_id = table->id,
        .seq = table->seq,
        .move = game->plies[game->ply_count - 1].move,
        .status = table->status,
        .result = (uint8_t)game->result,
        .ending = (uint8_t)game->ending,
    };
}

/* Plays the row's moves and enters an agreement or a resignation. */
static enum bc_error replay(struct bc_game *game, const struct table_row *row)
{
    for (size_t i = 0; i < row->move_count; i++) {
        enum bc_error error = bc_game_play(game, row->moves[i]);
        if (error != BC_OK) {
            return error;
        }
    }
    if (row->ending == BC_ENDING_AGREEMENT) {
        return bc_game_agree_draw(game);
    }
    if (row->ending == BC_ENDING_RESIGNATION) {
        return bc_game_resign(game, row->result == BC_RESULT_GOATS_WIN ? BC_TIGERS : BC_GOATS);
    }
    return BC_OK;
}

enum bc_error table_from_row(struct table *table, const struct bc_board *board, const struct table_row *row)
{
    struct bc_position start;
    enum bc_error error = bc_position_read(board, row->start, strlen(row->start), &start, NULL);
    if (error != BC_OK) {
        return error;
    }
    if (row->move_count > LIMIT_PLIES || row->status >= TABLE_STATUS_COUNT || row->maker > 1 ||
        row->offer.kind >= OFFER_KIND_COUNT || row->offer.by > 1) {
        return BC_ERROR_ARGUMENT;
    }
    *table = (struct table){
        .id = row->id,
        .seq = row->seq,
        .rematch = row->rematch,
        .previous = row->previous,
        .created = row->created,
        .expires = row->expires,
        .line = row->line,
        .status = row->status,
        .maker = row->maker,
        .offer = row->offer,
    };
    for (unsigned side = 0; side < 2; side++) {
        const struct table_row_seat *seat = &row->seats[side];
        if (seat->kind >= SEAT_KIND_COUNT || seat->level > TABLE_LEVEL_PERFECT) {
            return BC_ERROR_ARGUMENT;
        }
        table->seats[side].kind = seat->kind;
        table->seats[side].level = seat->level;
        memcpy(table->seats[side].name, seat->name, sizeof seat->name);
        memcpy(table->seats[side].secret_hash, seat->secret_hash, SECRET_HASH_SIZE);
        memcpy(table->seats[side].offer_allowed, seat->offer_allowed, sizeof seat->offer_allowed);
    }
    size_t capacity = row->move_count + 32;
    struct bc_ply *plies = malloc(capacity * sizeof *plies);
    if (plies == NULL) {
        return BC_ERROR_MEMORY;
    }
    error = bc_game_init(&table->game, board, &row->rules, &start, plies, capacity);
    if (error == BC_OK) {
        error = replay(&table->game, row);
    }
    if (error == BC_OK && (table->game.result != row->result || table->game.ending != row->ending)) {
        error = BC_ERROR_ARGUMENT;
    }
    if (error != BC_OK) {
        free(plies);
        table->game.plies = NULL;
    }
    return error;
}
