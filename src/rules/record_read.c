/* Reads game records: what their tags mean, whether their moves are legal, and whether they end as they say. */
#include <baghchal/text.h>

#include "characters.h"
#include "record_lexer.h"
#include "rules_option.h"

static const char *const interpreted_tags[] = {"Board",      "Rules",    "GoatsToWin", "GoatStalemate", "Repetition",
                                               "QuietTurns", "Position", "Result",     "Termination"};

bool bc_record_tag_is_interpreted(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof interpreted_tags / sizeof interpreted_tags[0]; i++) {
        if (bc_word_equal(name, length, interpreted_tags[i])) {
            return true;
        }
    }
    return false;
}

static const struct bc_record_tag *find_tag(const struct bc_record_tag *tags, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++) {
        if (bc_word_equal(tags[i].name, tags[i].name_length, name)) {
            return &tags[i];
        }
    }
    return NULL;
}

const struct bc_record_tag *bc_record_find_tag(const struct bc_record *record, const char *name)
{
    return find_tag(record->tags, record->tag_count, name);
}

void bc_record_reader_init(struct bc_record_reader *reader, const struct bc_board *const *boards, size_t board_count,
                           const char *text, size_t length)
{
    bool mark = length >= 3 && text[0] == '\xEF' && text[1] == '\xBB' && text[2] == '\xBF';
    *reader = (struct bc_record_reader){
        .boards = boards, .board_count = board_count, .text = text, .length = length, .offset = mark ? 3 : 0};
}

/* A record being read. */
struct reading {
    const struct bc_record_reader *reader;
    const struct bc_record_text *text;
    const struct bc_board *board;
    struct bc_rules rules;
    struct bc_position start;
    struct bc_game game;
    size_t offset; /* of the fault */
};

static const struct bc_record_tag *tag_of(const struct reading *reading, const char *name)
{
    return find_tag(reading->text->tags, reading->text->tag_count, name);
}

/* Where the value of a tag stands in the text. */
static size_t value_offset(const struct reading *reading, const struct bc_record_tag *tag)
{
    size_t at = (size_t)(tag->name - reading->reader->text) + tag->name_length;
    while (reading->reader->text[at] != '"') {
        at++;
    }
    return at + 1;
}

static enum bc_error bad_value(struct reading *reading, const struct bc_record_tag *tag, enum bc_error error)
{
    reading->offset = value_offset(reading, tag);
    return error;
}

static enum bc_error find_board(struct reading *reading)
{
    const struct bc_record_tag *tag = tag_of(reading, "Board");
    reading->board = reading->reader->boards[0];
    if (tag == NULL) {
        return BC_OK;
    }
    for (size_t i = 0; i < reading->reader->board_count; i++) {
        reading->board = reading->reader->boards[i];
        if (bc_word_equal(tag->value, tag->value_length, reading->board->description->name)) {
            return BC_OK;
        }
    }
    return bad_value(reading, tag, BC_ERROR_BOARD_UNKNOWN);
}

/* The named set, with its name and nothing else. */
static enum bc_error find_named_rules(struct reading *reading)
{
    reading->rules = bc_rules_default(reading->board);
    const struct bc_record_tag *tag = tag_of(reading, "Rules");
    if (tag == NULL) {
        return BC_OK;
    }
    for (size_t i = 0; bc_rules_named(i) != NULL; i++) {
        if (bc_word_equal(tag->value, tag->value_length, bc_rules_named(i)->name)) {
            enum bc_error error = bc_rules_read(reading->board, tag->value, tag->value_length, &reading->rules, NULL);
            return error == BC_OK ? BC_OK : bad_value(reading, tag, error);
        }
    }
    return bad_value(reading, tag, BC_ERROR_RULES_NAME);
}

static enum bc_error find_rules(struct reading *reading)
{
    static const char *const options[][2] = {
        {"GoatsToWin", "goats"}, {"GoatStalemate", "stalemate"}, {"Repetition", "repetition"}, {"QuietTurns", "quiet"}};
    enum bc_error error = find_named_rules(reading);
    for (size_t i = 0; i < sizeof options / sizeof options[0] && error == BC_OK; i++) {
        const struct bc_record_tag *tag = tag_of(reading, options[i][0]);
        if (tag != NULL) {
            error = bc_rules_option_read(options[i][1], bc_word_length(options[i][1]), tag->value, tag->value_length,
                                         &reading->rules);
            if (error == BC_OK) {
                error = bc_rules_check(reading->board, &reading->rules);
            }
            if (error != BC_OK) {
                return bad_value(reading, tag, error);
            }
        }
    }
    return error;
}

static enum bc_error find_start(struct reading *reading)
{
    bc_position_start(reading->board, &reading->start);
    const struct bc_record_tag *tag = tag_of(reading, "Position");
    if (tag == NULL) {
        return BC_OK;
    }
    size_t inner = 0;
    enum bc_error error = bc_position_read(reading->board, tag->value, tag->value_length, &reading->start, &inner);
    if (error != BC_OK) {
        reading->offset = value_offset(reading, tag) + inner;
    }
    return error;
}

bool bc_record_same_name(const struct bc_record_tag *a, const struct bc_record_tag *b)
{
    size_t same = 0;
    while (same < a->name_length && same < b->name_length && a->name[same] == b->name[same]) {
        same++;
    }
    return same == a->name_length && same == b->name_length;
}

static enum bc_error refuse_doubles(struct reading *reading)
{
    const struct bc_record_text *text = reading->text;
    for (size_t i = 1; i < text->tag_count; i++) {
        for (size_t j = 0; j < i; j++) {
            const struct bc_record_tag *a = &text->tags[j];
            const struct bc_record_tag *b = &text->tags[i];
            if (bc_record_same_name(a, b)) {
                reading->offset = (size_t)(b->name - reading->reader->text);
                return BC_ERROR_RECORD_TAG_TWICE;
            }
        }
    }
    return BC_OK;
}

/* What the tags say, up to the start of the game. */
static enum bc_error interpret_tags(struct reading *reading)
{
    enum bc_error error = refuse_doubles(reading);
    if (error == BC_OK) {
        error = find_board(reading);
    }
    if (error == BC_OK) {
        error = find_rules(reading);
    }
    return error == BC_OK ? find_start(reading) : error;
}

/* The line that a variation interrupts. Of its history the variation overwrites only the move that it replaces. */
struct interrupted_line {
    struct bc_position position;
    struct bc_ply last;
    size_t ply_count;
    enum bc_result result;
    enum bc_ending ending;
};

static void interrupt_line(struct bc_game *game, struct interrupted_line *line)
{
    *line = (struct interrupted_line){.position = game->position,
                                      .last = game->plies[game->ply_count - 1],
                                      .ply_count = game->ply_count,
                                      .result = game->result,
                                      .ending = game->ending};
    bc_position_unmake(&game->position, line->last.move, &line->last.undo);
    game->ply_count--;
    game->result = BC_RESULT_NONE;
    game->ending = BC_ENDING_NONE; /* or no move could have been made */
}

static void resume_line(struct bc_game *game, const struct interrupted_line *line)
{
    game->position = line->position;
    game->ply_count = line->ply_count;
    game->plies[line->ply_count - 1] = line->last;
    game->result = line->result;
    game->ending = line->ending;
}

static enum bc_error check_number(const struct bc_game *game, const struct bc_record_item *item)
{
    if (item->turn != game->position.turn) {
        return BC_ERROR_RECORD_NUMBER;
    }
    return item->annotation == (game->position.side == BC_GOATS ? 1 : 3) ? BC_OK : BC_ERROR_RECORD_DOTS;
}

static enum bc_error play_item(struct bc_game *game, struct bc_record_item *item)
{
    item->turn = game->position.turn;
    item->side = game->position.side;
    enum bc_error error = bc_move_read(game->board, item->text, item->length, &item->move);
    return error == BC_OK ? bc_game_play(game, item->move) : error;
}

/* Plays all lines, and takes the turn numbers out of the items. */
static enum bc_error play_items(struct reading *reading, struct bc_record_item *items, size_t count, size_t *kept)
{
    struct interrupted_line lines[BC_RECORD_DEPTH_MAX];
    size_t depth = 0;
    *kept = 0;
    for (size_t i = 0; i < count; i++) {
        struct bc_record_item *item = &items[i];
        enum bc_error error = BC_OK;
        if (item->kind == BC_RECORD_MOVE) {
            error = play_item(&reading->game, item);
        } else if (item->kind == BC_RECORD_VARIATION_BEGIN) {
            interrupt_line(&reading->game, &lines[depth++]);
        } else if (item->kind == BC_RECORD_VARIATION_END && depth > 0) {
            resume_line(&reading->game, &lines[--depth]);
        } else if (item->kind == BC_RECORD_NUMBER) {
            error = check_number(&reading->game, item);
        }
        if (error != BC_OK) {
            reading->offset = (size_t)(item->text - reading->reader->text);
            return error;
        }
        if (item->kind != BC_RECORD_NUMBER) {
            items[(*kept)++] = *item;
        }
    }
    return BC_OK;
}

void bc_record_end_by_players(struct bc_game *game, enum bc_result result)
{
    if (game->ending != BC_ENDING_NONE) {
        return;
    }
    if (result == BC_RESULT_DRAW) {
        (void)bc_game_agree_draw(game);
    } else if (result != BC_RESULT_NONE) {
        (void)bc_game_resign(game, result == BC_RESULT_GOATS_WIN ? BC_TIGERS : BC_GOATS);
    }
}

static bool read_ending(const struct bc_record_tag *tag, enum bc_ending *ending)
{
    for (unsigned i = BC_ENDING_NONE; i < BC_ENDING_COUNT; i++) {
        if (bc_word_equal(tag->value, tag->value_length, bc_ending_word((enum bc_ending)i))) {
            *ending = (enum bc_ending)i;
            return true;
        }
    }
    return false;
}

/* Whether the record ends as its moves do. */
static enum bc_error check_end(struct reading *reading)
{
    const struct bc_record_tag *result_tag = tag_of(reading, "Result");
    const struct bc_record_tag *termination_tag = tag_of(reading, "Termination");
    enum bc_result result = BC_RESULT_NONE;
    enum bc_ending ending = BC_ENDING_NONE;
    if (result_tag != NULL && !bc_record_result_read(result_tag->value, result_tag->value_length, &result)) {
        return bad_value(reading, result_tag, BC_ERROR_RECORD_RESULT_WORD);
    }
    if (termination_tag != NULL && !read_ending(termination_tag, &ending)) {
        return bad_value(reading, termination_tag, BC_ERROR_RECORD_TERMINATION_WORD);
    }
    bc_record_end_by_players(&reading->game, reading->text->result);
    if (reading->game.result != reading->text->result) {
        reading->offset = reading->text->result_offset;
        return BC_ERROR_RECORD_RESULT;
    }
    if (result_tag != NULL && result != reading->game.result) {
        return bad_value(reading, result_tag, BC_ERROR_RECORD_RESULT_TAG);
    }
    if (termination_tag != NULL && ending != reading->game.ending) {
        return bad_value(reading, termination_tag, BC_ERROR_RECORD_TERMINATION);
    }
    return BC_OK;
}

static enum bc_error interpret(struct reading *reading, struct bc_record_memory *memory, struct bc_record *record)
{
    enum bc_error error = interpret_tags(reading);
    if (error != BC_OK) {
        return error;
    }
    size_t plies = reading->text->longest_line;
    struct bc_ply *history = bc_record_memory_low(memory, plies * sizeof *history, true);
    if (history == NULL) {
        return BC_ERROR_NO_SPACE;
    }
    error = bc_game_init(&reading->game, reading->board, &reading->rules, &reading->start, history, plies);
    if (error == BC_OK) {
        error = play_items(reading, reading->text->items, reading->text->item_count, &record->item_count);
    }
    return error == BC_OK ? check_end(reading) : error;
}

enum bc_error bc_record_read(struct bc_record_reader *reader, void *memory, size_t size, struct bc_record *record,
                             size_t *offset)
{
    reader->offset = bc_record_skip_space(reader->text, reader->length, reader->offset);
    if (reader->offset == reader->length) {
        return BC_ERROR_RECORD_NONE;
    }
    struct bc_record_memory room;
    bc_record_memory_init(&room, memory, size);
    struct bc_record_text text;
    struct bc_record_fault fault;
    size_t end = 0;
    enum bc_error error = bc_record_divide(reader, &room, &text, &end, &fault);
    if (error == BC_ERROR_NO_SPACE) {
        return error;
    }
    if (error != BC_OK) {
        end = bc_record_resume(reader, &fault);
    } else {
        struct reading reading = {.reader = reader, .text = &text};
        *record = (struct bc_record){.tags = text.tags, .tag_count = text.tag_count, .items = text.items};
        error = interpret(&reading, &room, record);
        if (error == BC_ERROR_NO_SPACE) {
            return error;
        }
        record->game = reading.game;
        fault.offset = reading.offset;
    }
    if (error != BC_OK && offset != NULL) {
        *offset = fault.offset;
    }
    reader->offset = end;
    return error;
}
