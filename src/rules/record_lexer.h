/* The first half of reading a game record: from text to tags, items and a result, with no knowledge of the rules. */
#ifndef BAGHCHAL_RULES_RECORD_LEXER_H
#define BAGHCHAL_RULES_RECORD_LEXER_H

#include <baghchal/record.h>

/* Memory handed out from both ends: arrays grow from the low end, one at a time, single pieces come from the high
 * one. Where the memory is a null pointer nothing fits, not even nothing. */
struct bc_record_memory {
    unsigned char *low;
    unsigned char *high;
};

/* One more kind of item, which the reader takes out again: a turn number. `turn` is the number, `annotation` the
 * dots. */
enum { BC_RECORD_NUMBER = BC_RECORD_VARIATION_END + 1 };

struct bc_record_text {
    struct bc_record_tag *tags;
    struct bc_record_item *items;
    size_t tag_count;
    size_t item_count;
    size_t longest_line; /* moves of the main line or of the longest line through a variation */
    size_t result_offset;
    enum bc_result result;
};

/* Where the text could not be divided. */
struct bc_record_fault {
    size_t offset; /* what to report */
    size_t resume; /* from here on the next game is to be sought */
    bool in_tags;
};

void bc_record_memory_init(struct bc_record_memory *memory, void *bytes, size_t size);

/* Room for `size` more bytes from the low end, aligned for tags, items and plies if `align`; NULL if there is none. */
void *bc_record_memory_low(struct bc_record_memory *memory, size_t size, bool align);

/* Room for `size` characters from the high end; NULL if there is none. */
char *bc_record_memory_high(struct bc_record_memory *memory, size_t size);

/* The words `*`, `1-0`, `0-1` and `1/2-1/2`. False if the text is none of them. */
bool bc_record_result_read(const char *text, size_t length, enum bc_result *result);

/* Ends a game that its moves have left open as its result says: by agreement or resignation, or not at all. */
void bc_record_end_by_players(struct bc_game *game, enum bc_result result);

/* Whether two tags have the same name. */
bool bc_record_same_name(const struct bc_record_tag *a, const struct bc_record_tag *b);

size_t bc_record_skip_space(const char *text, size_t length, size_t at);

/* Divides the game that begins at reader->offset, where there is something other than white space. On success *end
 * is the place behind its result; on an error other than BC_ERROR_NO_SPACE `fault` is filled in. Verifies that
 * parentheses pair and that each variation has a move to replace and a move of its own. */
enum bc_error bc_record_divide(struct bc_record_reader *reader, struct bc_record_memory *memory,
                               struct bc_record_text *record, size_t *end, struct bc_record_fault *fault);

/* Where the game after a faulty one begins. */
size_t bc_record_resume(const struct bc_record_reader *reader, const struct bc_record_fault *fault);

#endif
