/* The words that tables are described in, and which texts can be names. */
#include "server/table.h"

#include <string.h>

static const char *const status_words[TABLE_STATUS_COUNT] = {"waiting", "playing", "finished", "cancelled", "expired"};
static const char *const kind_words[SEAT_KIND_COUNT] = {"open", "player", "computer"};
static const char *const offer_words[OFFER_KIND_COUNT] = {"", "draw", "takeback", "rematch"};
static const char *const answer_words[] = {
    [ANSWER_ACCEPT] = "accept", [ANSWER_DECLINE] = "decline", [ANSWER_CANCEL] = "cancel"};
static const char *const level_words[] = {"", "1", "2", "3", "4", "5", "6", "7", "8", "perfect"};

const char *table_status_word(unsigned status)
{
    return status_words[status];
}

const char *seat_kind_word(unsigned kind)
{
    return kind_words[kind];
}

const char *offer_kind_word(unsigned kind)
{
    return offer_words[kind];
}

const char *offer_answer_word(unsigned answer)
{
    return answer_words[answer];
}

const char *side_word(unsigned side)
{
    return side == BC_GOATS ? "goats" : "tigers";
}

const char *level_word(unsigned level)
{
    return level_words[level];
}

enum offer_kind offer_kind_read(const char *word)
{
    for (unsigned kind = OFFER_DRAW; kind < OFFER_KIND_COUNT; kind++) {
        if (strcmp(word, offer_words[kind]) == 0) {
            return (enum offer_kind)kind;
        }
    }
    return OFFER_NONE;
}

unsigned level_read(const char *word)
{
    for (unsigned level = 1; level <= TABLE_LEVEL_PERFECT; level++) {
        if (strcmp(word, level_words[level]) == 0) {
            return level;
        }
    }
    return 0;
}

/* The next character of a UTF-8 text, or -1 where the bytes are none (overlong forms and surrogates included). */
static int32_t next_character(const unsigned char **at, const unsigned char *end)
{
    static const int32_t smallest[5] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *p = *at;
    int size = *p < 0x80                 ? 1
               : *p >= 0xC2 && *p < 0xE0 ? 2
               : *p >= 0xE0 && *p < 0xF0 ? 3
               : *p >= 0xF0 && *p < 0xF5 ? 4
                                         : 0;
    if (size == 0 || end - p < size) {
        return -1;
    }
    int32_t value = size == 1 ? *p : *p & (0x7F >> size);
    for (int i = 1; i < size; i++) {
        if ((p[i] & 0xC0) != 0x80) {
            return -1;
        }
        value = value << 6 | (p[i] & 0x3F);
    }
    *at = p + size;
    return value < smallest[size] || value > 0x10FFFF || (value >= 0xD800 && value < 0xE000) ? -1 : value;
}

/* Control characters, line and paragraph separators, and everything that turns the direction of what stands around it. Zero-width
 * joiners are fine: Devanagari needs them. */
static bool troubles_its_surroundings(int32_t character)
{
    return character < 0x20 || (character >= 0x7F && character < 0xA0) || character == 0x061C || character == 0x200B ||
           character == 0x200E || character == 0x200F || (character >= 0x2028 && character <= 0x202E) ||
           (character >= 0x2060 && character <= 0x206F) || character == 0xFEFF ||
           (character >= 0xE0000 && character <= 0xE007F);
}

bool table_name_acceptable(const char *name, size_t length)
{
    if (length > LIMIT_NAME_BYTES) {
        return false;
    }
    const unsigned char *at = (const unsigned char *)name;
    const unsigned char *end = at + length;
    unsigned letters = 0;
    while (at < end) {
        int32_t character = next_character(&at, end);
        if (character < 0 || troubles_its_surroundings(character) || ++letters > LIMIT_NAME_LETTERS) {
            return false;
        }
    }
    return true;
}
