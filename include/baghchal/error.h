/* Every error that the library can report, made from one list of names and texts.
 *
 * Functions that can fail return `enum bc_error`; BC_OK is 0. The library never prints, exits or aborts on bad input. The
 * texts are static, in English, without a final full stop, and safe to read from any thread. */
#ifndef BAGHCHAL_ERROR_H
#define BAGHCHAL_ERROR_H

#ifdef __cplusplus
extern "C" {
#endif

#define BC_ERROR_LIST(X)                                                                            \
    X(OK, "no error")                                                                               \
    X(ARGUMENT, "an argument is out of its range")                                                  \
    X(NO_SPACE, "the memory given is too small")                                                    \
    X(CANCELLED, "the work was cancelled")                                                          \
    X(THREAD, "a thread could not be started")                                                      \
    /* board descriptions */                                                                        \
    X(BOARD_SIZE, "the board has too few or too many points, lines, steps or jumps")                \
    X(BOARD_PLACE, "two points of the board share a place, or a place is out of range")             \
    X(BOARD_LINE, "a line of the board names an unknown point or a point twice")                    \
    X(BOARD_JUMP, "two jumps of the board share their ends but not the point between")              \
    X(BOARD_PIECES, "the board does not hold its tigers and goats")                                 \
    X(BOARD_UNKNOWN, "no board has that name")                                                      \
    /* moves */                                                                                     \
    X(GAME_OVER, "the game is over")                                                                \
    X(MOVE_SYNTAX, "this is not a move")                                                            \
    X(MOVE_POINT, "the board has no such point")                                                    \
    X(MOVE_NO_LINE, "no line leads from the one point to the other")                                \
    X(MOVE_OCCUPIED, "the point is not empty")                                                      \
    X(MOVE_EMPTY, "no piece stands on the point that the move starts from")                         \
    X(MOVE_OTHER_SIDE, "the piece belongs to the other side")                                       \
    X(MOVE_GOATS_IN_HAND, "goats on the board may not move until all goats have been placed")       \
    X(MOVE_HAND_EMPTY, "no goat is left to place")                                                  \
    X(MOVE_TIGER_PLACED, "tigers are not placed")                                                   \
    X(MOVE_GOAT_JUMPS, "goats do not jump")                                                         \
    X(MOVE_NOTHING_TO_EAT, "a tiger jumps only over a goat")                                        \
    X(MOVE_REPEATS, "the move would bring back an earlier position, which these rules forbid")      \
    /* positions */                                                                                 \
    X(POSITION_SYNTAX, "this is not a position")                                                    \
    X(POSITION_RANKS, "the position does not have the board's number of ranks")                     \
    X(POSITION_RANK_LENGTH, "a rank does not have the board's number of points")                    \
    X(POSITION_PIECE, "a rank holds a character that is no piece and no digit from 1 to 9")         \
    X(POSITION_TIGERS, "the position does not have the board's number of tigers")                   \
    X(POSITION_GOATS, "goats on the board, in hand and eaten do not add up to the number of goats") \
    X(POSITION_SIDE, "there is no such side to move")                                               \
    X(POSITION_COUNT, "a count of the position is missing, malformed or out of range")              \
    X(POSITION_PHASE, "there are quiet turns while goats are in hand")                              \
    X(POSITION_TRAILING, "something follows the position")                                          \
    /* rule sets */                                                                                 \
    X(RULES_NAME, "no rule set or option has that name")                                            \
    X(RULES_VALUE, "the option of the rule set cannot have that value")                             \
    X(RULES_BOARD, "the board does not have that many goats")                                       \
    /* games */                                                                                     \
    X(HISTORY_FULL, "the game is longer than the memory given for its history")                     \
    X(TAKE_BACK, "fewer turns than that have been made")                                            \
    /* the engine */                                                                                \
    X(LEVEL, "a level is a number from 1 to 8, or perfect")                                         \
    /* game records */                                                                              \
    X(RECORD_NONE, "there is no further game")                                                      \
    X(RECORD_SYNTAX, "this is no move, number, comment, variation, annotation or result")           \
    X(RECORD_LARGE, "the game has more tags, items or turns than a record may have")                \
    X(RECORD_TAG, "this is not a tag pair")                                                         \
    X(RECORD_TAG_TWICE, "the tag is there twice")                                                   \
    X(RECORD_COMMENT, "the comment is not closed")                                                  \
    X(RECORD_CONTROL, "a control character stands in the text")                                     \
    X(RECORD_ANNOTATION, "an annotation is a number from 0 to 255")                                 \
    X(RECORD_NUMBER, "this is not the number of the turn")                                          \
    X(RECORD_DOTS, "one dot goes before a move of the goats, three before a move of the tigers")    \
    X(RECORD_VARIATION_BEGIN, "there is no move that the variation could replace")                  \
    X(RECORD_VARIATION_END, "there is no variation to close")                                       \
    X(RECORD_VARIATION_EMPTY, "the variation has no moves")                                         \
    X(RECORD_VARIATION_OPEN, "the variation is not closed")                                         \
    X(RECORD_DEPTH, "variations are nested too deeply")                                             \
    X(RECORD_NO_RESULT, "the game does not end with its result")                                    \
    X(RECORD_RESULT_TAG, "the Result tag does not agree with the result at the end")                \
    X(RECORD_RESULT_WORD, "a result is one of 1-0, 0-1, 1/2-1/2 and *")                             \
    X(RECORD_RESULT, "the moves lead to another result")                                            \
    X(RECORD_TERMINATION_WORD, "no game ends with a termination of that name")                      \
    X(RECORD_TERMINATION, "the moves and the result do not agree with the termination")             \
    /* foreign text forms */                                                                        \
    X(DIALECT_BOARD, "this form knows only the standard board")                                     \
    X(DIALECT_TURNS, "the number of turns does not fit the goats on the board and in hand")         \
    X(DIALECT_FIELD, "this is no field of the form, or it is there twice")                          \
    X(DIALECT_NUMBER, "this is not the number of the side's last move")                             \
    X(DIALECT_LAST_MOVE, "the last move cannot have led to the position")                           \
    X(DIALECT_START, "this form cannot say from which position a game starts")                      \
    X(DIALECT_NO_TURNS, "this form cannot hold a game without turns")                               \
    /* solutions */                                                                                 \
    X(MEMORY, "there is not enough memory")                                                         \
    X(SOLUTION_PATH, "the path is too long, or neither XDG_DATA_HOME nor HOME is set")              \
    X(SOLUTION_MISSING, "the folder holds no finished solution")                                    \
    X(SOLUTION_UNREADABLE, "the solution cannot be read")                                           \
    X(SOLUTION_MANIFEST, "the solution's manifest is damaged")                                      \
    X(SOLUTION_FORMAT, "a file of the solution is not a table")                                     \
    X(SOLUTION_VERSION, "the solution has another format version than this program reads")          \
    X(SOLUTION_BOARD, "the solution is for another board")                                          \
    X(SOLUTION_RULES, "the solution is for other rules")                                            \
    X(SOLUTION_HISTORY, "where repetition is forbidden values depend on the game's history")        \
    X(SOLUTION_TRUNCATED, "a file of the solution is missing or too short")                         \
    X(SOLUTION_CHECKSUM, "a file of the solution is damaged: a checksum differs")                   \
    X(SOLUTION_DAMAGED, "a file of the solution is damaged: a block does not unpack")               \
    X(SOLUTION_READ, "a file of the solution could not be read")                                    \
    X(SOLUTION_PLACEMENT, "the solution holds only the movement phase")                             \
    X(SOLUTION_LOCKED, "another program is solving into this folder")                               \
    X(SOLUTION_WRITE, "the solution's folder cannot be written")                                    \
    X(SOLUTION_DISK_FULL, "there is not enough room on the disk")

enum bc_error {
#define BC_ERROR_NAME(name, text) BC_ERROR_##name,
    BC_ERROR_LIST(BC_ERROR_NAME)
#undef BC_ERROR_NAME
        BC_ERROR_COUNT,
    BC_OK = BC_ERROR_OK
};

/* The text of an error; for a number that is none, "unknown error". */
const char *bc_error_text(enum bc_error error);

/* The name of an error in the list above, such as "MOVE_NO_LINE"; for a number that is none, "UNKNOWN". */
const char *bc_error_name(enum bc_error error);

#ifdef __cplusplus
}
#endif

#endif
