/* Rule sets: names, text form, and the end of the game without history. */
#include <baghchal/rules.h>

#include "characters.h"
#include "rules_option.h"

/* Shared rules, "Options". */
static const struct bc_named_rules named_rules[] = {
    {"nepal",
     "the usual table: five goats to win, the third repetition and 100 quiet turns are draws",
     {5, BC_STALEMATE_TIGERS_WIN, BC_REPETITION_DRAW, 100}},
    {"four", "as nepal, four goats to win", {4, BC_STALEMATE_TIGERS_WIN, BC_REPETITION_DRAW, 100}},
    {"six", "as nepal, six goats to win", {6, BC_STALEMATE_TIGERS_WIN, BC_REPETITION_DRAW, 100}},
    {"spiralogics", "as nepal, goats without a move draw", {5, BC_STALEMATE_DRAW, BC_REPETITION_DRAW, 100}},
    {"no-repeat",
     "as nepal, repetition is forbidden, no limit of quiet turns",
     {5, BC_STALEMATE_TIGERS_WIN, BC_REPETITION_FORBIDDEN, 0}},
    {"all-goats", "as nepal, all twenty goats to win", {20, BC_STALEMATE_TIGERS_WIN, BC_REPETITION_DRAW, 100}},
};

enum { NAMED_COUNT = sizeof named_rules / sizeof named_rules[0], STANDARD_GOATS_TO_WIN = 5, STANDARD_GOATS = 20 };

const struct bc_named_rules *bc_rules_named(size_t index)
{
    return index < NAMED_COUNT ? &named_rules[index] : NULL;
}

/* A named set on a board: where the set has the standard board's usual goal, or all of its goats, so it has on others. */
static struct bc_rules on_board(const struct bc_board *board, struct bc_rules rules)
{
    if (rules.goats_to_win == STANDARD_GOATS_TO_WIN) {
        rules.goats_to_win = board->description->goats_to_win;
    } else if (rules.goats_to_win == STANDARD_GOATS) {
        rules.goats_to_win = board->goat_count;
    }
    return rules;
}

struct bc_rules bc_rules_default(const struct bc_board *board)
{
    return on_board(board, named_rules[0].rules);
}

enum bc_error bc_rules_check(const struct bc_board *board, const struct bc_rules *rules)
{
    if (rules->goats_to_win < 1 || rules->goat_stalemate > BC_STALEMATE_DRAW ||
        rules->repetition > BC_REPETITION_NONE) {
        return BC_ERROR_RULES_VALUE;
    }
    return rules->goats_to_win > board->goat_count ? BC_ERROR_RULES_BOARD : BC_OK;
}

bool bc_rules_equal(const struct bc_rules *a, const struct bc_rules *b)
{
    return a->goats_to_win == b->goats_to_win && a->goat_stalemate == b->goat_stalemate &&
           a->repetition == b->repetition && a->quiet_turn_limit == b->quiet_turn_limit;
}

const char *bc_ending_word(enum bc_ending ending)
{
    static const char *const words[BC_ENDING_COUNT] = {"unfinished", "captured", "trapped",   "stuck",
                                                       "repetition", "quiet",    "agreement", "resignation"};
    return (unsigned)ending < BC_ENDING_COUNT ? words[ending] : "unknown";
}

const char *bc_result_word(enum bc_result result)
{
    static const char *const words[] = {"*", "1-0", "0-1", "1/2-1/2"};
    return (unsigned)result <= BC_RESULT_DRAW ? words[result] : "?";
}

const char *bc_stalemate_word(enum bc_stalemate stalemate)
{
    return stalemate == BC_STALEMATE_DRAW ? "draw" : "tigers";
}

const char *bc_repetition_word(enum bc_repetition repetition)
{
    static const char *const words[] = {"draw", "forbidden", "none"};
    return (unsigned)repetition <= BC_REPETITION_NONE ? words[repetition] : "unknown";
}

static bool read_value_number(const char *text, size_t length, uint32_t maximum, uint32_t *value)
{
    size_t at = 0;
    return bc_read_number(text, length, &at, maximum, value) && at == length;
}

enum bc_error bc_rules_option_read(const char *key, size_t key_length, const char *value, size_t value_length,
                                   struct bc_rules *rules)
{
    uint32_t number = 0;
    if (bc_word_equal(key, key_length, "goats")) {
        if (!read_value_number(value, value_length, BC_POINTS_MAX, &number) || number == 0) {
            return BC_ERROR_RULES_VALUE;
        }
        rules->goats_to_win = (uint8_t)number;
        return BC_OK;
    }
    if (bc_word_equal(key, key_length, "quiet")) {
        if (!read_value_number(value, value_length, BC_QUIET_TURNS_MAX, &number)) {
            return BC_ERROR_RULES_VALUE;
        }
        rules->quiet_turn_limit = (uint16_t)number;
        return BC_OK;
    }
    if (bc_word_equal(key, key_length, "stalemate")) {
        for (unsigned i = BC_STALEMATE_TIGERS_WIN; i <= BC_STALEMATE_DRAW; i++) {
            if (bc_word_equal(value, value_length, bc_stalemate_word((enum bc_stalemate)i))) {
                rules->goat_stalemate = (uint8_t)i;
                return BC_OK;
            }
        }
        return BC_ERROR_RULES_VALUE;
    }
    if (bc_word_equal(key, key_length, "repetition")) {
        for (unsigned i = BC_REPETITION_DRAW; i <= BC_REPETITION_NONE; i++) {
            if (bc_word_equal(value, value_length, bc_repetition_word((enum bc_repetition)i))) {
                rules->repetition = (uint8_t)i;
                return BC_OK;
            }
        }
        return BC_ERROR_RULES_VALUE;
    }
    return BC_ERROR_RULES_NAME;
}

static size_t find_character(const char *text, size_t from, size_t to, char c)
{
    while (from < to && text[from] != c) {
        from++;
    }
    return from;
}

enum bc_error bc_rules_read(const struct bc_board *board, const char *text, size_t length, struct bc_rules *rules,
                            size_t *offset)
{
    struct bc_rules result = bc_rules_default(board);
    size_t place = 0;
    size_t *error_at = offset != NULL ? offset : &place;
    for (size_t start = 0; start <= length;) {
        size_t end = find_character(text, start, length, ',');
        size_t equals = find_character(text, start, end, '=');
        *error_at = start;
        if (equals == end) {
            size_t i = 0;
            while (i < NAMED_COUNT && !bc_word_equal(text + start, end - start, named_rules[i].name)) {
                i++;
            }
            if (i == NAMED_COUNT || start != 0) {
                return BC_ERROR_RULES_NAME;
            }
            result = on_board(board, named_rules[i].rules);
        } else {
            enum bc_error error =
                bc_rules_option_read(text + start, equals - start, text + equals + 1, end - equals - 1, &result);
            if (error == BC_ERROR_RULES_VALUE) {
                *error_at = equals + 1;
            }
            if (error != BC_OK) {
                return error;
            }
        }
        start = end + 1;
    }
    *error_at = 0;
    enum bc_error error = bc_rules_check(board, &result);
    if (error == BC_OK) {
        *rules = result;
    }
    return error;
}

static unsigned differences(const struct bc_rules *a, const struct bc_rules *b)
{
    return (unsigned)(a->goats_to_win != b->goats_to_win) + (unsigned)(a->goat_stalemate != b->goat_stalemate) +
           (unsigned)(a->repetition != b->repetition) + (unsigned)(a->quiet_turn_limit != b->quiet_turn_limit);
}

size_t bc_rules_write(const struct bc_board *board, const struct bc_rules *rules, char *text)
{
    struct bc_rules base = on_board(board, named_rules[0].rules);
    size_t best = 0;
    for (size_t i = 1; i < NAMED_COUNT; i++) {
        struct bc_rules candidate = on_board(board, named_rules[i].rules);
        if (differences(&candidate, rules) < differences(&base, rules)) {
            base = candidate;
            best = i;
        }
    }
    char *at = bc_append_word(text, named_rules[best].name);
    if (base.goats_to_win != rules->goats_to_win) {
        at = bc_append_number(bc_append_word(at, ",goats="), rules->goats_to_win);
    }
    if (base.goat_stalemate != rules->goat_stalemate) {
        at = bc_append_word(bc_append_word(at, ",stalemate="),
                            bc_stalemate_word((enum bc_stalemate)rules->goat_stalemate));
    }
    if (base.repetition != rules->repetition) {
        at = bc_append_word(bc_append_word(at, ",repetition="),
                            bc_repetition_word((enum bc_repetition)rules->repetition));
    }
    if (base.quiet_turn_limit != rules->quiet_turn_limit) {
        at = bc_append_number(bc_append_word(at, ",quiet="), rules->quiet_turn_limit);
    }
    return (size_t)(at - text);
}

enum bc_ending bc_rules_ending(const struct bc_board *board, const struct bc_rules *rules,
                               const struct bc_position *position, enum bc_result *result)
{
    enum bc_result ignored;
    enum bc_result *outcome = result != NULL ? result : &ignored;
    if (position->goats_eaten >= rules->goats_to_win) {
        *outcome = BC_RESULT_TIGERS_WIN;
        return BC_ENDING_CAPTURED;
    }
    if (!bc_position_has_move(board, position)) {
        return bc_rules_without_move(rules, (enum bc_side)position->side, outcome);
    }
    if (rules->quiet_turn_limit != 0 && position->goats_in_hand == 0 &&
        position->quiet_turns >= rules->quiet_turn_limit) {
        *outcome = BC_RESULT_DRAW;
        return BC_ENDING_QUIET;
    }
    *outcome = BC_RESULT_NONE;
    return BC_ENDING_NONE;
}

enum bc_ending bc_rules_without_move(const struct bc_rules *rules, enum bc_side side, enum bc_result *result)
{
    if (side == BC_TIGERS) {
        *result = BC_RESULT_GOATS_WIN;
        return BC_ENDING_TRAPPED;
    }
    *result = rules->goat_stalemate == BC_STALEMATE_DRAW ? BC_RESULT_DRAW : BC_RESULT_TIGERS_WIN;
    return BC_ENDING_STUCK;
}
