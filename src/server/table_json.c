#include "server/table_json.h"

#include <baghchal/text.h>

#include <ctype.h>
#include <string.h>
#include <time.h>

enum { EARLIER_SHOWN = 8 };

static void write_time(struct text_buffer *text, const char *name, int64_t milliseconds)
{
    time_t seconds = (time_t)(milliseconds / 1000);
    struct tm parts;
    char line[32];
    if (gmtime_r(&seconds, &parts) == NULL || strftime(line, sizeof line, "%Y-%m-%dT%H:%M:%SZ", &parts) == 0) {
        text_json_null_field(text, name);
        return;
    }
    text_json_string_field(text, name, line);
}

static void write_id(struct text_buffer *text, const char *name, uint64_t id)
{
    char word[TABLE_ID_LENGTH + 1];
    table_id_write(id, word);
    text_json_string_field(text, name, id == 0 ? NULL : word);
}

static void write_position(struct text_buffer *text, const char *name, const struct bc_board *board,
                           const struct bc_position *position)
{
    char line[BC_POSITION_TEXT_MAX];
    bc_position_write(board, position, line);
    text_json_string_field(text, name, line);
}

static void write_move(struct text_buffer *text, const struct bc_board *board, bc_move move)
{
    char word[BC_MOVE_TEXT_MAX];
    bc_move_write(board, move, word);
    text_json_comma(text);
    text_json_string(text, word);
}

void table_write_rule_set(struct text_buffer *text, const struct bc_rules *rules)
{
    text_append_words(text, "{");
    text_json_number_field(text, "goats_to_win", rules->goats_to_win);
    text_json_string_field(text, "goat_stalemate", bc_stalemate_word((enum bc_stalemate)rules->goat_stalemate));
    text_json_string_field(text, "repetition", bc_repetition_word((enum bc_repetition)rules->repetition));
    text_json_number_field(text, "quiet_turns", rules->quiet_turn_limit);
    text_append_words(text, "}");
}

static void write_legal_moves(struct text_buffer *text, const struct table *table)
{
    const struct bc_game *game = &table->game;
    struct bc_move_list moves = {0};
    if (table->status == TABLE_PLAYING) {
        bc_game_moves(game, &moves);
    }
    text_json_field(text, "legal");
    text_append_words(text, "[");
    for (unsigned i = 0; i < moves.count; i++) {
        write_move(text, game->board, moves.moves[i]);
    }
    text_append_words(text, "]");
    text_json_field(text, "drawing");
    text_append_words(text, "[");
    for (unsigned i = 0; i < moves.count && game->rules.repetition == BC_REPETITION_DRAW; i++) {
        if (bc_game_occurrences_after(game, moves.moves[i]) >= 3) {
            write_move(text, game->board, moves.moves[i]);
        }
    }
    text_append_words(text, "]");
}

static void write_trapped(struct text_buffer *text, const struct bc_game *game)
{
    bc_points trapped = bc_position_trapped_tigers(game->board, &game->position);
    text_json_field(text, "trapped");
    text_append_words(text, "[");
    for (unsigned point = 0; point < game->board->point_count; point++) {
        if ((trapped >> point & 1U) != 0) {
            char word[3];
            bc_point_write(game->board, point, word);
            text_json_comma(text);
            text_json_string(text, word);
        }
    }
    text_append_words(text, "]");
}

/* The part of a table that a move changes. */
static void write_play(struct text_buffer *text, const struct table *table)
{
    const struct bc_game *game = &table->game;
    text_json_number_field(text, "ply", (int64_t)game->ply_count);
    text_json_number_field(text, "line", table->line);
    write_position(text, "position", game->board, &game->position);
    text_json_string_field(text, "to_move", game->result == BC_RESULT_NONE ? side_word(game->position.side) : NULL);
    write_legal_moves(text, table);
    text_json_number_field(text, "goats_in_hand", game->position.goats_in_hand);
    text_json_number_field(text, "goats_eaten", game->position.goats_eaten);
    write_trapped(text, game);
    int quiet_left = bc_game_quiet_turns_left(game);
    if (quiet_left < 0) {
        text_json_null_field(text, "quiet_left");
    } else {
        text_json_number_field(text, "quiet_left", quiet_left);
    }
    size_t earlier[EARLIER_SHOWN];
    size_t occurrences = bc_game_occurrences(game, earlier, EARLIER_SHOWN);
    text_json_number_field(text, "occurrences", (int64_t)occurrences);
    text_json_field(text, "earlier");
    text_append_words(text, "[");
    for (size_t i = 0; i + 1 < occurrences && i < EARLIER_SHOWN; i++) {
        text_json_comma(text);
        text_append_number(text, (int64_t)earlier[i]);
    }
    text_append_words(text, "]");
    text_json_string_field(text, "result", bc_result_word(game->result));
    text_json_string_field(text, "ending", game->ending == BC_ENDING_NONE ? NULL : bc_ending_word(game->ending));
}

static void write_seat(struct text_buffer *text, const struct table *table, unsigned side)
{
    const struct table_seat *seat = &table->seats[side];
    text_json_field(text, side_word(side));
    text_append_words(text, "{");
    text_json_string_field(text, "kind", seat_kind_word(seat->kind));
    text_json_string_field(text, "name", seat->name[0] == '\0' ? NULL : seat->name);
    text_json_string_field(text, "level", seat->kind == SEAT_COMPUTER ? level_word(seat->level) : NULL);
    text_append_words(text, "}");
}

/* `answer` is NULL for an offer that has none. */
static void write_offer(struct text_buffer *text, const char *name, const struct table_offer *offer, const char *answer)
{
    if (offer->kind == OFFER_NONE) {
        text_json_null_field(text, name);
        return;
    }
    text_json_field(text, name);
    text_append_words(text, "{");
    text_json_number_field(text, "number", offer->number);
    text_json_string_field(text, "offer", offer_kind_word(offer->kind));
    text_json_string_field(text, "by", side_word(offer->by));
    text_json_number_field(text, "ply", offer->ply);
    if (answer != NULL) {
        text_json_string_field(text, "answer", answer);
    }
    text_append_words(text, "}");
}

void table_write_json(struct text_buffer *text, const struct table *table)
{
    const struct bc_game *game = &table->game;
    char rules[BC_RULES_TEXT_MAX];
    bc_rules_write(game->board, &game->rules, rules);
    text_append_words(text, "{");
    write_id(text, "id", table->id);
    text_json_number_field(text, "seq", (int64_t)table->seq);
    text_json_string_field(text, "status", table_status_word(table->status));
    text_json_string_field(text, "rules", rules);
    text_json_field(text, "rule_set");
    table_write_rule_set(text, &game->rules);
    write_position(text, "start", game->board, &game->start);
    text_json_field(text, "moves");
    text_append_words(text, "[");
    for (size_t i = 0; i < game->ply_count; i++) {
        write_move(text, game->board, game->plies[i].move);
    }
    text_append_words(text, "]");
    text_json_field(text, "seats");
    text_append_words(text, "{");
    write_seat(text, table, BC_GOATS);
    write_seat(text, table, BC_TIGERS);
    text_append_words(text, "}");
    text_json_string_field(text, "maker", side_word(table->maker));
    write_offer(text, "offer", &table->offer, NULL);
    write_offer(text, "closed_offer", &table->closed_offer, offer_answer_word(table->closed_by));
    write_id(text, "rematch", table->rematch);
    write_id(text, "previous", table->previous);
    write_time(text, "created", table->created);
    if (table->status == TABLE_WAITING) {
        write_time(text, "expires", table->expires);
    } else {
        text_json_null_field(text, "expires");
    }
    write_play(text, table);
    text_append_words(text, "}");
}

void table_write_presence(struct text_buffer *text, const struct table_presence *presence, bool message)
{
    text_append_words(text, "{");
    if (message) {
        text_json_string_field(text, "type", "presence");
    }
    text_json_bool_field(text, "goats", presence->sides[BC_GOATS]);
    text_json_bool_field(text, "tigers", presence->sides[BC_TIGERS]);
    text_json_number_field(text, "spectators", presence->spectators);
    text_append_words(text, "}");
}

void table_write_state_fields(struct text_buffer *text, int side, const struct text_buffer *table_json,
                              const struct table_presence *presence)
{
    text_json_string_field(text, "you", side < 0 ? NULL : side_word((unsigned)side));
    text_json_field(text, "table");
    text_append(text, table_json->data, table_json->length);
    text->failed = text->failed || table_json->failed;
    text_json_field(text, "presence");
    table_write_presence(text, presence, false);
}

void table_write_move_message(struct text_buffer *text, const struct table *table)
{
    const struct bc_game *game = &table->game;
    text_append_words(text, "{");
    text_json_string_field(text, "type", "move");
    text_json_number_field(text, "seq", (int64_t)table->seq);
    text_json_string_field(text, "status", table_status_word(table->status));
    text_json_string_field(text, "by", side_word(game->position.side ^ 1U));
    text_json_field(text, "move");
    write_move(text, game->board, game->plies[game->ply_count - 1].move);
    write_play(text, table);
    text_append_words(text, "}");
}

void refusal_write_json(struct text_buffer *text, enum refusal refusal, enum bc_error reason, int64_t wait)
{
    text_append_words(text, "{");
    text_json_string_field(text, "code", refusal_word(refusal));
    text_json_string_field(text, "message", refusal_sentence(refusal));
    if (reason != BC_OK) {
        char word[64] = {0};
        strncpy(word, bc_error_name(reason), sizeof word - 1);
        for (char *letter = word; *letter != '\0'; letter++) {
            *letter = (char)tolower((unsigned char)*letter);
        }
        text_json_string_field(text, "reason", word);
    }
    if (wait > 0) {
        text_json_number_field(text, "retry_after", (wait + 999) / 1000);
    }
    text_append_words(text, "}");
}
