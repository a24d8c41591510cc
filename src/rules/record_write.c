/* Makes and writes game records. */
#include <baghchal/text.h>

#include "characters.h"
#include "record_lexer.h"
#include "text_output.h"

enum { LINE_LENGTH = 79 };

static void put_tag(struct bc_text_output *output, const struct bc_record_tag *tag)
{
    bc_output_put(output, '[');
    bc_output_text(output, tag->name, tag->name_length);
    bc_output_word(output, " \"");
    for (size_t i = 0; i < tag->value_length; i++) {
        if (tag->value[i] == '"' || tag->value[i] == '\\') {
            bc_output_put(output, '\\');
        }
        bc_output_put(output, tag->value[i]);
    }
    bc_output_word(output, "\"]\n");
}

/* The space before a token of this width, or the line end where it would not fit. */
static void put_gap(struct bc_text_output *output, size_t width)
{
    if (output->column > 0) {
        bc_output_put(output, output->column + 1 + width <= LINE_LENGTH ? ' ' : '\n');
    }
}

/* Closing parentheses that follow item `index` and stay with it. */
static size_t closing(const struct bc_record *record, size_t index)
{
    size_t end = index + 1;
    while (end < record->item_count && record->items[end].kind == BC_RECORD_VARIATION_END) {
        end++;
    }
    return end - index - 1;
}

/* A token with its opening parenthesis; `tail` is the width of what will follow without a gap. */
static void put_token(struct bc_text_output *output, bool *opening, const char *text, size_t length, size_t tail)
{
    put_gap(output, length + tail + (*opening ? 1 : 0));
    if (*opening) {
        bc_output_put(output, '(');
    }
    *opening = false;
    bc_output_text(output, text, length);
}

static void put_comment(struct bc_text_output *output, bool *opening, const struct bc_record_item *item, size_t tail)
{
    size_t first_line = 0;
    while (first_line < item->length && item->text[first_line] != '\n') {
        first_line++;
    }
    size_t width = first_line == item->length ? first_line + 1 + tail : first_line;
    put_token(output, opening, "{", 1, width);
    bc_output_text(output, item->text, item->length);
    bc_output_put(output, '}');
}

static void put_items(struct bc_text_output *output, const struct bc_record *record)
{
    char text[24];
    bool opening = false;
    bool number_due = true;
    for (size_t i = 0; i < record->item_count; i++) {
        const struct bc_record_item *item = &record->items[i];
        size_t tail = closing(record, i);
        const char *end = NULL;
        size_t length = 0;
        switch ((enum bc_record_item_kind)item->kind) {
        case BC_RECORD_MOVE:
            if (number_due || item->side == BC_GOATS) {
                end = bc_append_word(bc_append_number(text, item->turn), item->side == BC_GOATS ? "." : "...");
                put_token(output, &opening, text, (size_t)(end - text), 0);
            }
            length = bc_move_write(record->game.board, item->move, text);
            put_token(output, &opening, text, length, tail);
            break;
        case BC_RECORD_COMMENT:
            put_comment(output, &opening, item, tail);
            break;
        case BC_RECORD_ANNOTATION:
            text[0] = '$';
            end = bc_append_number(text + 1, item->annotation);
            put_token(output, &opening, text, (size_t)(end - text), tail);
            break;
        case BC_RECORD_VARIATION_BEGIN:
            opening = true;
            break;
        case BC_RECORD_VARIATION_END:
            bc_output_put(output, ')');
            break;
        }
        number_due = item->kind != BC_RECORD_MOVE && (number_due || item->kind != BC_RECORD_ANNOTATION);
    }
    const char *result = bc_result_word(record->game.result);
    put_token(output, &opening, result, bc_word_length(result), 0);
    bc_output_put(output, '\n');
}

enum bc_error bc_record_write(const struct bc_record *record, char *text, size_t capacity, size_t *length)
{
    struct bc_text_output output = {.capacity = capacity};
    output.text = text;
    for (size_t i = 0; i < record->tag_count; i++) {
        put_tag(&output, &record->tags[i]);
    }
    if (record->tag_count > 0) {
        bc_output_put(&output, '\n');
    }
    put_items(&output, record);
    *length = output.length;
    return output.length <= capacity ? BC_OK : BC_ERROR_NO_SPACE;
}

/* Tags that are being put together. */
struct tag_list {
    struct bc_record_memory memory;
    struct bc_record_tag *tags;
    size_t count;
};

static enum bc_error add_tag(struct tag_list *list, struct bc_record_tag tag)
{
    struct bc_record_tag *room = bc_record_memory_low(&list->memory, sizeof tag, false);
    if (room == NULL) {
        return BC_ERROR_NO_SPACE;
    }
    *room = tag;
    list->count++;
    return BC_OK;
}

/* Adds a tag of the reader's own, with a copy of its value, unless an error came before. */
static void add_own_tag(struct tag_list *list, const char *name, const char *value, enum bc_error *error)
{
    size_t length = bc_word_length(value);
    char *copy = *error == BC_OK ? bc_record_memory_high(&list->memory, length + 1) : NULL;
    if (copy == NULL) {
        *error = *error == BC_OK ? BC_ERROR_NO_SPACE : *error;
        return;
    }
    bc_append_word(copy, value);
    *error =
        add_tag(list, (struct bc_record_tag){
                          .name = name, .value = copy, .name_length = bc_word_length(name), .value_length = length});
}

static void add_number_tag(struct tag_list *list, const char *name, uint32_t number, enum bc_error *error)
{
    char digits[12];
    bc_append_number(digits, number);
    add_own_tag(list, name, digits, error);
}

/* Whether the reader would take a tag as it is, after those in the list. */
static bool tag_is_sound(const struct tag_list *list, const struct bc_record_tag *tag)
{
    bool sound = tag->name_length > 0 && !bc_record_tag_is_interpreted(tag->name, tag->name_length);
    for (size_t i = 0; i < tag->name_length; i++) {
        char c = bc_lower(tag->name[i]);
        sound = sound && ((c >= 'a' && c <= 'z') || bc_is_digit(c) || c == '_');
    }
    for (size_t i = 0; i < tag->value_length; i++) {
        char c = tag->value[i];
        sound = sound && (c == '\t' || ((unsigned char)c >= ' ' && c != '\x7f'));
    }
    for (size_t i = 0; i < list->count && sound; i++) {
        sound = !bc_record_same_name(tag, &list->tags[i]);
    }
    return sound;
}

static bool starts_at_board_start(const struct bc_game *game)
{
    struct bc_position start;
    bc_position_start(game->board, &start);
    return game->start.tigers == start.tigers && game->start.goats == start.goats && game->start.side == start.side &&
           game->start.goats_in_hand == start.goats_in_hand && game->start.turn == start.turn;
}

static enum bc_error add_tags(struct tag_list *list, const struct bc_game *game, const struct bc_record_tag *tags,
                              size_t tag_count)
{
    enum bc_error error = BC_OK;
    for (size_t i = 0; i < tag_count && error == BC_OK; i++) {
        error = tag_is_sound(list, &tags[i]) ? add_tag(list, tags[i]) : BC_ERROR_ARGUMENT;
    }
    if (game->board->description != bc_board_description(0)) {
        add_own_tag(list, "Board", game->board->description->name, &error);
    }
    add_number_tag(list, "GoatsToWin", game->rules.goats_to_win, &error);
    add_own_tag(list, "GoatStalemate", bc_stalemate_word((enum bc_stalemate)game->rules.goat_stalemate), &error);
    add_own_tag(list, "Repetition", bc_repetition_word((enum bc_repetition)game->rules.repetition), &error);
    add_number_tag(list, "QuietTurns", game->rules.quiet_turn_limit, &error);
    if (!starts_at_board_start(game)) {
        char position[BC_POSITION_TEXT_MAX];
        bc_position_write(game->board, &game->start, position);
        add_own_tag(list, "Position", position, &error);
    }
    add_own_tag(list, "Result", bc_result_word(game->result), &error);
    add_own_tag(list, "Termination", bc_ending_word(game->ending), &error);
    return error;
}

enum bc_error bc_record_from_game(const struct bc_game *game, const struct bc_record_tag *tags, size_t tag_count,
                                  void *memory, size_t size, struct bc_record *record)
{
    struct tag_list list = {0};
    bc_record_memory_init(&list.memory, memory, size);
    list.tags = bc_record_memory_low(&list.memory, 0, true);
    if (list.tags == NULL) {
        return BC_ERROR_NO_SPACE;
    }
    enum bc_error error = add_tags(&list, game, tags, tag_count);
    if (error != BC_OK) {
        return error;
    }
    if (list.count > BC_RECORD_TAGS_MAX || game->ply_count > BC_RECORD_PLIES_MAX) {
        return BC_ERROR_RECORD_LARGE;
    }
    struct bc_record_item *items = bc_record_memory_low(&list.memory, game->ply_count * sizeof *items, true);
    if (items == NULL) {
        return BC_ERROR_NO_SPACE;
    }
    uint32_t turn = game->start.turn;
    uint8_t side = game->start.side;
    for (size_t i = 0; i < game->ply_count; i++) {
        items[i] =
            (struct bc_record_item){.kind = BC_RECORD_MOVE, .move = game->plies[i].move, .turn = turn, .side = side};
        turn += side == BC_TIGERS && turn < BC_TURN_MAX ? 1 : 0;
        side ^= BC_TIGERS;
    }
    *record = (struct bc_record){
        .tags = list.tags, .items = items, .tag_count = list.count, .item_count = game->ply_count, .game = *game};
    return BC_OK;
}
