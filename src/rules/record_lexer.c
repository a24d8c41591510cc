/* Divides the text of game records into tags, items and results. */
#include "record_lexer.h"

#include "characters.h"

void bc_record_memory_init(struct bc_record_memory *memory, void *bytes, size_t size)
{
    memory->low = bytes;
    memory->high = size > 0 ? memory->low + size : memory->low;
}

static size_t memory_left(const struct bc_record_memory *memory)
{
    return (size_t)(memory->high - memory->low);
}

void *bc_record_memory_low(struct bc_record_memory *memory, size_t size, bool align)
{
    const size_t alignment = _Alignof(max_align_t);
    size_t gap = align ? (alignment - (uintptr_t)memory->low % alignment) % alignment : 0;
    if (memory->low == NULL || gap > memory_left(memory) || size > memory_left(memory) - gap) {
        return NULL;
    }
    void *room = memory->low + gap;
    memory->low += gap + size;
    return room;
}

char *bc_record_memory_high(struct bc_record_memory *memory, size_t size)
{
    if (size > memory_left(memory)) {
        return NULL;
    }
    memory->high -= size;
    return (char *)memory->high;
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_control(char c)
{
    return (unsigned char)c < ' ' || c == '\x7f';
}

static bool is_word(char c)
{
    return bc_is_digit(c) || (bc_lower(c) >= 'a' && bc_lower(c) <= 'z');
}

size_t bc_record_skip_space(const char *text, size_t length, size_t at)
{
    while (at < length && is_space(text[at])) {
        at++;
    }
    return at;
}

bool bc_record_result_read(const char *text, size_t length, enum bc_result *result)
{
    for (unsigned i = BC_RESULT_NONE; i <= BC_RESULT_DRAW; i++) {
        if (bc_word_equal(text, length, bc_result_word((enum bc_result)i))) {
            *result = (enum bc_result)i;
            return true;
        }
    }
    return false;
}

/* The state of dividing one game. */
struct lexer {
    struct bc_record_reader *reader;
    struct bc_record_memory *memory;
    struct bc_record_text *record;
    const char *text;
    size_t length;
    size_t at;
    struct bc_record_fault *fault;
    size_t line_begin; /* moves before the present line: those it shares with the line it replaces a part of */
    size_t line_end;   /* moves up to here */
    size_t depth;
    struct outer_line {
        size_t begin;
        size_t end;
        size_t offset;
    } outer[BC_RECORD_DEPTH_MAX];
};

static enum bc_error fail(struct lexer *lexer, enum bc_error error, size_t offset)
{
    lexer->fault->offset = offset;
    lexer->fault->resume = lexer->at;
    return error;
}

/* The character here, or a NUL at the end; a NUL of the text is refused wherever it stands, so the two need not be
 * told apart. */
static char here(const struct lexer *lexer)
{
    return lexer->at < lexer->length ? lexer->text[lexer->at] : '\0';
}

static void skip_blanks(struct lexer *lexer)
{
    while (here(lexer) == ' ' || here(lexer) == '\t') {
        lexer->at++;
    }
}

/* The value between two quotes; the first one is behind us. */
static enum bc_error read_value(struct lexer *lexer, struct bc_record_tag *tag)
{
    size_t start = lexer->at;
    size_t backslashes = 0;
    while (here(lexer) != '"') {
        if (here(lexer) == '\\') {
            lexer->at++;
            backslashes++;
            if (here(lexer) != '"' && here(lexer) != '\\') {
                return fail(lexer, BC_ERROR_RECORD_TAG, lexer->at - 1);
            }
        }
        if (lexer->at == lexer->length || here(lexer) == '\n' || here(lexer) == '\r') {
            return fail(lexer, BC_ERROR_RECORD_TAG, lexer->at);
        }
        if (is_control(here(lexer)) && here(lexer) != '\t') {
            return fail(lexer, BC_ERROR_RECORD_CONTROL, lexer->at);
        }
        lexer->at++;
    }
    tag->value = lexer->text + start;
    tag->value_length = lexer->at - start - backslashes;
    if (backslashes > 0) {
        char *value = bc_record_memory_high(lexer->memory, tag->value_length);
        if (value == NULL) {
            return BC_ERROR_NO_SPACE;
        }
        tag->value = value;
        for (size_t i = start; i < lexer->at; i++) {
            i += lexer->text[i] == '\\' ? 1 : 0;
            *value++ = lexer->text[i];
        }
    }
    lexer->at++;
    return BC_OK;
}

/* A tag pair from its `[` to its `]`. */
static enum bc_error read_tag(struct lexer *lexer)
{
    struct bc_record_tag tag = {0};
    if (lexer->record->tag_count == BC_RECORD_TAGS_MAX) {
        return fail(lexer, BC_ERROR_RECORD_LARGE, lexer->at);
    }
    lexer->at++;
    skip_blanks(lexer);
    size_t start = lexer->at;
    while (is_word(here(lexer)) || here(lexer) == '_') {
        lexer->at++;
    }
    tag.name = lexer->text + start;
    tag.name_length = lexer->at - start;
    skip_blanks(lexer);
    if (tag.name_length == 0 || here(lexer) != '"') {
        return fail(lexer, BC_ERROR_RECORD_TAG, lexer->at);
    }
    lexer->at++;
    enum bc_error error = read_value(lexer, &tag);
    if (error != BC_OK) {
        return error;
    }
    skip_blanks(lexer);
    if (here(lexer) != ']') {
        return fail(lexer, BC_ERROR_RECORD_TAG, lexer->at);
    }
    lexer->at++;
    struct bc_record_tag *room = bc_record_memory_low(lexer->memory, sizeof tag, false);
    if (room == NULL) {
        return BC_ERROR_NO_SPACE;
    }
    *room = tag;
    lexer->record->tag_count++;
    return BC_OK;
}

static enum bc_error read_tags(struct lexer *lexer)
{
    lexer->record->tags = bc_record_memory_low(lexer->memory, 0, true);
    if (lexer->record->tags == NULL) {
        return BC_ERROR_NO_SPACE;
    }
    for (;;) {
        lexer->at = bc_record_skip_space(lexer->text, lexer->length, lexer->at);
        if (here(lexer) != '[') {
            return BC_OK;
        }
        enum bc_error error = read_tag(lexer);
        if (error != BC_OK) {
            return error;
        }
    }
}

/* Adds the item whose text goes from `start` to the present place, with a turn number or an annotation where it has
 * one. */
static enum bc_error add_item(struct lexer *lexer, unsigned kind, size_t start, uint32_t turn, unsigned annotation)
{
    if (lexer->record->item_count == BC_RECORD_ITEMS_MAX || lexer->at - start > UINT32_MAX) {
        return fail(lexer, BC_ERROR_RECORD_LARGE, start);
    }
    struct bc_record_item *item = bc_record_memory_low(lexer->memory, sizeof *item, false);
    if (item == NULL) {
        return BC_ERROR_NO_SPACE;
    }
    *item = (struct bc_record_item){.text = lexer->text + start,
                                    .length = (uint32_t)(lexer->at - start),
                                    .turn = turn,
                                    .kind = (uint8_t)kind,
                                    .annotation = (uint8_t)annotation};
    lexer->record->item_count++;
    return BC_OK;
}

static enum bc_error read_comment(struct lexer *lexer)
{
    size_t start = lexer->at++;
    while (!lexer->reader->no_brace_end && lexer->at < lexer->length && here(lexer) != '}') {
        if (is_control(here(lexer)) && !is_space(here(lexer))) {
            return fail(lexer, BC_ERROR_RECORD_CONTROL, lexer->at);
        }
        lexer->at++;
    }
    if (here(lexer) != '}') {
        lexer->reader->no_brace_end = true;
        lexer->at = start + 1;
        return fail(lexer, BC_ERROR_RECORD_COMMENT, start);
    }
    enum bc_error error = add_item(lexer, BC_RECORD_COMMENT, start + 1, 0, 0);
    lexer->at++;
    return error;
}

static enum bc_error read_annotation(struct lexer *lexer)
{
    size_t start = lexer->at++;
    uint32_t number = 0;
    if (!bc_read_number(lexer->text, lexer->length, &lexer->at, BC_RECORD_ANNOTATION_MAX, &number)) {
        return fail(lexer, BC_ERROR_RECORD_ANNOTATION, start);
    }
    return add_item(lexer, BC_RECORD_ANNOTATION, start, 0, number);
}

/* The suffix of a move, if it has one: !, ?, !!, ??, !? and ?! are the annotations 1 to 6. */
static enum bc_error read_suffix(struct lexer *lexer)
{
    size_t start = lexer->at;
    while (here(lexer) == '!' || here(lexer) == '?') {
        lexer->at++;
    }
    if (lexer->at == start) {
        return BC_OK;
    }
    if (lexer->at - start > 2) {
        return fail(lexer, BC_ERROR_RECORD_SYNTAX, start);
    }
    char first = lexer->text[start];
    char last = lexer->text[lexer->at - 1];
    unsigned annotation = lexer->at - start == 1 ? 1 : first == last ? 3 : 5;
    annotation += first == '?' ? 1 : 0;
    return add_item(lexer, BC_RECORD_ANNOTATION, start, 0, annotation);
}

static enum bc_error read_move(struct lexer *lexer)
{
    size_t start = lexer->at;
    while (is_word(here(lexer)) || here(lexer) == '-') {
        lexer->at++;
    }
    if (++lexer->line_end > lexer->record->longest_line) {
        lexer->record->longest_line = lexer->line_end;
    }
    if (lexer->line_end > BC_RECORD_PLIES_MAX) {
        return fail(lexer, BC_ERROR_RECORD_LARGE, start);
    }
    enum bc_error error = add_item(lexer, BC_RECORD_MOVE, start, 0, 0);
    return error == BC_OK ? read_suffix(lexer) : error;
}

static enum bc_error begin_variation(struct lexer *lexer)
{
    if (lexer->line_end == lexer->line_begin) {
        return fail(lexer, BC_ERROR_RECORD_VARIATION_BEGIN, lexer->at);
    }
    if (lexer->depth == BC_RECORD_DEPTH_MAX) {
        return fail(lexer, BC_ERROR_RECORD_DEPTH, lexer->at);
    }
    lexer->outer[lexer->depth++] =
        (struct outer_line){.begin = lexer->line_begin, .end = lexer->line_end, .offset = lexer->at};
    lexer->line_begin = --lexer->line_end;
    lexer->at++;
    return add_item(lexer, BC_RECORD_VARIATION_BEGIN, lexer->at - 1, 0, 0);
}

static enum bc_error end_variation(struct lexer *lexer)
{
    if (lexer->depth == 0) {
        return fail(lexer, BC_ERROR_RECORD_VARIATION_END, lexer->at);
    }
    if (lexer->line_end == lexer->line_begin) {
        return fail(lexer, BC_ERROR_RECORD_VARIATION_EMPTY, lexer->at);
    }
    lexer->depth--;
    lexer->line_begin = lexer->outer[lexer->depth].begin;
    lexer->line_end = lexer->outer[lexer->depth].end;
    lexer->at++;
    return add_item(lexer, BC_RECORD_VARIATION_END, lexer->at - 1, 0, 0);
}

/* What begins with a digit: a turn number, or the result, which ends the game. */
static enum bc_error read_number_or_result(struct lexer *lexer, bool *ended)
{
    size_t start = lexer->at;
    while (is_word(here(lexer)) || here(lexer) == '-' || here(lexer) == '/') {
        lexer->at++;
    }
    if (here(lexer) != '.') {
        lexer->record->result_offset = start;
        *ended = bc_record_result_read(lexer->text + start, lexer->at - start, &lexer->record->result);
        return *ended ? BC_OK : fail(lexer, BC_ERROR_RECORD_SYNTAX, start);
    }
    size_t end = start;
    uint32_t number = 0;
    if (!bc_read_number(lexer->text, lexer->length, &end, BC_TURN_MAX, &number)) {
        return fail(lexer, BC_ERROR_RECORD_NUMBER, start);
    }
    if (end != lexer->at) {
        return fail(lexer, BC_ERROR_RECORD_SYNTAX, start);
    }
    while (here(lexer) == '.') {
        lexer->at++;
    }
    size_t dots = lexer->at - end;
    if (dots != 1 && dots != 3) {
        return fail(lexer, BC_ERROR_RECORD_DOTS, end);
    }
    return add_item(lexer, BC_RECORD_NUMBER, start, number, (unsigned)dots);
}

/* One item, or the result. */
static enum bc_error read_item(struct lexer *lexer, bool *ended)
{
    char c = here(lexer);
    if (lexer->at == lexer->length || c == '[') {
        return lexer->depth > 0 ? fail(lexer, BC_ERROR_RECORD_VARIATION_OPEN, lexer->outer[lexer->depth - 1].offset)
                                : fail(lexer, BC_ERROR_RECORD_NO_RESULT, lexer->at);
    }
    switch (c) {
    case '{':
        return read_comment(lexer);
    case '$':
        return read_annotation(lexer);
    case '(':
        return begin_variation(lexer);
    case ')':
        return end_variation(lexer);
    case '*':
        lexer->record->result = BC_RESULT_NONE;
        lexer->record->result_offset = lexer->at++;
        *ended = true;
        return BC_OK;
    default:
        break;
    }
    if (bc_is_digit(c)) {
        return read_number_or_result(lexer, ended);
    }
    if (is_word(c)) {
        return read_move(lexer);
    }
    return fail(lexer, is_control(c) ? BC_ERROR_RECORD_CONTROL : BC_ERROR_RECORD_SYNTAX, lexer->at);
}

enum bc_error bc_record_divide(struct bc_record_reader *reader, struct bc_record_memory *memory,
                               struct bc_record_text *record, size_t *end, struct bc_record_fault *fault)
{
    struct lexer lexer = {.reader = reader,
                          .memory = memory,
                          .record = record,
                          .text = reader->text,
                          .length = reader->length,
                          .at = reader->offset,
                          .fault = fault};
    *record = (struct bc_record_text){0};
    *fault = (struct bc_record_fault){.in_tags = true};
    enum bc_error error = read_tags(&lexer);
    if (error != BC_OK) {
        return error;
    }
    fault->in_tags = false;
    record->items = bc_record_memory_low(memory, 0, true);
    if (record->items == NULL) {
        return BC_ERROR_NO_SPACE;
    }
    for (bool ended = false; !ended && error == BC_OK;) {
        lexer.at = bc_record_skip_space(lexer.text, lexer.length, lexer.at);
        error = read_item(&lexer, &ended);
    }
    if (lexer.depth > 0 && (error == BC_OK || error == BC_ERROR_RECORD_NO_RESULT)) {
        error = fail(&lexer, BC_ERROR_RECORD_VARIATION_OPEN, lexer.outer[lexer.depth - 1].offset);
    }
    *end = lexer.at;
    return error;
}

static size_t next_line(const struct bc_record_reader *reader, size_t at)
{
    while (at < reader->length && reader->text[at] != '\n') {
        at++;
    }
    return at < reader->length ? at + 1 : at;
}

size_t bc_record_resume(const struct bc_record_reader *reader, const struct bc_record_fault *fault)
{
    size_t at = fault->resume;
    bool tags = fault->in_tags;
    if (tags || (at > 0 && reader->text[at - 1] != '\n')) {
        at = next_line(reader, at);
    }
    while (at < reader->length) {
        char c = reader->text[at];
        if (c == '[' && !tags) {
            return at;
        }
        tags = tags && (c == '[' || is_space(c));
        at = next_line(reader, at);
    }
    return at;
}
