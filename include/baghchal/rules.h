/* Rule sets: the options that players use, the named sets, and the end of the game as far as one position shows it. */
#ifndef BAGHCHAL_RULES_H
#define BAGHCHAL_RULES_H

#include <baghchal/position.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What it means that goats without goats in hand have no move. */
enum bc_stalemate {
    BC_STALEMATE_TIGERS_WIN,
    BC_STALEMATE_DRAW,
};

enum bc_repetition {
    BC_REPETITION_DRAW,      /* the third time is a draw */
    BC_REPETITION_FORBIDDEN, /* a move that brings back an earlier arrangement is not legal */
    BC_REPETITION_NONE,
};

struct bc_rules {
    uint8_t goats_to_win;      /* 1 to the board's number of goats */
    uint8_t goat_stalemate;    /* enum bc_stalemate */
    uint8_t repetition;        /* enum bc_repetition */
    uint16_t quiet_turn_limit; /* turns of both sides together without a capture that make a draw; 0 for no limit */
};

enum bc_result {
    BC_RESULT_NONE,       /* "*" */
    BC_RESULT_GOATS_WIN,  /* "1-0" */
    BC_RESULT_TIGERS_WIN, /* "0-1" */
    BC_RESULT_DRAW,       /* "1/2-1/2" */
};

/* Why a game ended. */
enum bc_ending {
    BC_ENDING_NONE,
    BC_ENDING_CAPTURED,
    BC_ENDING_TRAPPED,
    BC_ENDING_STUCK,
    BC_ENDING_REPETITION,
    BC_ENDING_QUIET,
    BC_ENDING_AGREEMENT,
    BC_ENDING_RESIGNATION,
    BC_ENDING_COUNT,
};

struct bc_named_rules {
    const char *name;
    const char *description; /* a line of English */
    struct bc_rules rules;
};

/* The named sets, "nepal" (the default) first: nepal, four, six, spiralogics, no-repeat, all-goats. NULL after the last. */
const struct bc_named_rules *bc_rules_named(size_t index);

/* The default rules of a board: "nepal" with the board's usual number of goats to win. */
struct bc_rules bc_rules_default(const struct bc_board *board);

/* Checks that the options have values and that the board has so many goats. Errors: BC_ERROR_RULES_VALUE, _BOARD. */
enum bc_error bc_rules_check(const struct bc_board *board, const struct bc_rules *rules);

/* Reads a rule set: a name, options, or a name and then options, separated by commas: "four", "goats=7,quiet=0",
 * "no-repeat,goats=6". Options: goats=1..N, stalemate=tigers|draw, repetition=draw|forbidden|none, quiet=0..65535. Without a
 * name the options change the board's default rules; on another board than the standard one a named set that does not itself
 * say otherwise keeps the board's usual number of goats to win. `offset` (may be NULL) is set to where an error was found.
 * Errors: BC_ERROR_RULES_NAME, _VALUE, _BOARD. */
enum bc_error bc_rules_read(const struct bc_board *board, const char *text, size_t length, struct bc_rules *rules,
                            size_t *offset);

enum { BC_RULES_TEXT_MAX = 96 };

/* Writes the shortest text that bc_rules_read() reads back: a name where one fits, else a name and the options that differ.
 * `text` holds BC_RULES_TEXT_MAX characters. Returns the length without the final NUL. */
size_t bc_rules_write(const struct bc_board *board, const struct bc_rules *rules, char *text);

bool bc_rules_equal(const struct bc_rules *a, const struct bc_rules *b);

/* The end of the game as far as a position shows it, without history: captured, trapped, stuck, quiet, in this order. Sets
 * `result` (may be NULL). Here a side has a move whenever bc_position_has_move() says so. */
enum bc_ending bc_rules_ending(const struct bc_board *board, const struct bc_rules *rules,
                               const struct bc_position *position, enum bc_result *result);

/* The end of the game when `side` is to move and has no legal move: trapped or stuck. */
enum bc_ending bc_rules_without_move(const struct bc_rules *rules, enum bc_side side, enum bc_result *result);

/* The words of game records: "captured", "trapped", "stuck", "repetition", "quiet", "agreement", "resignation"; "unfinished"
 * for BC_ENDING_NONE. */
const char *bc_ending_word(enum bc_ending ending);

/* "*", "1-0" (the goats win), "0-1" or "1/2-1/2". */
const char *bc_result_word(enum bc_result result);

/* "tigers" or "draw"; "draw", "forbidden" or "none". */
const char *bc_stalemate_word(enum bc_stalemate stalemate);
const char *bc_repetition_word(enum bc_repetition repetition);

#ifdef __cplusplus
}
#endif

#endif
