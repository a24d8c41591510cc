/* Game records: tag pairs, numbered turns, comments, variations, annotations, result (docs/text-forms.md).
 *
 * A record is what one game's text holds, in the order in which it stands there: the tags, then a flat list of items
 * (moves, comments, annotations, and the two parentheses of a variation). Nothing but layout is lost between reading
 * and writing, and what bc_record_write() writes is read and written again as the same bytes.
 *
 * The text. Tag names are letters, digits and underscores; in a tag's value a backslash stands before a quote or a
 * backslash and nowhere else. Comments run from `{` to the next `}` and are kept byte for byte. Control characters
 * other than tab and line ends are refused everywhere, as are NUL bytes; bytes from 128 on are kept as they are in
 * comments and values. A UTF-8 byte order mark is skipped, and line ends may be LF or CR LF. Turn numbers may be
 * left out; where they stand they must be right, with one dot before a move of the goats and three before a move of
 * the tigers. The suffixes !, ?, !!, ??, !? and ?! of a move are the annotations 1 to 6. A variation replaces the
 * move before it and holds at least one move. Every move is checked, those of variations too. Each game ends with
 * its result.
 *
 * What follows from tags. Board names the board, Rules a named rule set; GoatsToWin, GoatStalemate, Repetition and
 * QuietTurns change single options of it; without any of them the default rules of the board hold. Position is the
 * start. No tag may occur twice.
 *
 * What the moves contradict. Once the moves of the main line end the game, the result, the Result tag and the
 * Termination tag must be theirs: neither `*` nor `unfinished`, nor an agreement or a resignation, can follow. Where
 * the moves leave the game open, a draw is an agreement, a win a resignation of the other side, and `*` is
 * unfinished; a Termination tag may say that or be absent, and nothing else. The Result tag, if there, must be the
 * result at the end. A contradiction is an error and the record is not handed out.
 *
 * Memory. The reader allocates nothing: it works in memory that the caller gives and fails with BC_ERROR_NO_SPACE if
 * that is too small. Tags and items of a record that was read point into the text and into that memory; both must
 * outlive it.
 *
 * Threads. Everything works on what it is handed. */
#ifndef BAGHCHAL_RECORD_H
#define BAGHCHAL_RECORD_H

#include <baghchal/game.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    BC_RECORD_TAGS_MAX = 128,        /* tags of a game */
    BC_RECORD_ITEMS_MAX = 1 << 20,   /* items of a game, turn numbers included */
    BC_RECORD_PLIES_MAX = 10000,     /* turns of the longest line of a game */
    BC_RECORD_DEPTH_MAX = 64,        /* variations within variations */
    BC_RECORD_ANNOTATION_MAX = 255,  /* the highest number behind a `$` */
    BC_RECORD_MEMORY_START = 262144, /* bytes that are enough for most games: a first size to try */
};

struct bc_record_tag {
    const char *name;
    const char *value; /* with its backslashes resolved; not ended by a NUL */
    size_t name_length;
    size_t value_length;
};

enum bc_record_item_kind {
    BC_RECORD_MOVE,
    BC_RECORD_COMMENT,
    BC_RECORD_ANNOTATION,
    BC_RECORD_VARIATION_BEGIN,
    BC_RECORD_VARIATION_END,
};

struct bc_record_item {
    const char *text; /* of a comment, without its braces; for the rest of a record that was read, where it stands */
    uint32_t length;  /* of that text */
    uint32_t turn;    /* of a move: the number of its turn */
    bc_move move;
    uint8_t side;       /* of a move: who made it */
    uint8_t kind;       /* enum bc_record_item_kind */
    uint8_t annotation; /* 0 to BC_RECORD_ANNOTATION_MAX */
};

struct bc_record {
    struct bc_record_tag *tags;
    struct bc_record_item *items;
    size_t tag_count;
    size_t item_count;
    struct bc_game game; /* the main line, played to its end, agreement and resignation included */
};

struct bc_record_reader {
    const struct bc_board *const *boards;
    size_t board_count;
    const char *text;
    size_t length;
    size_t offset;     /* where the next game begins */
    bool no_brace_end; /* no `}` follows from here on */
};

/* Begins to read a text. `boards` are the boards that a Board tag can name, boards[0] the one for games without that
 * tag; at least one. Boards and text must outlive the reader. */
void bc_record_reader_init(struct bc_record_reader *reader, const struct bc_board *const *boards, size_t board_count,
                           const char *text, size_t length);

/* Reads the next game into `memory`, `size` bytes of any alignment.
 *
 * BC_ERROR_RECORD_NONE: there is no further game. BC_ERROR_NO_SPACE: the memory is too small; the reader has not
 * moved, so that the call can be repeated with more. Any other error is a fault of the game: `offset` (may be NULL)
 * is set to its place in the text, and the next call goes on with the next game. That is what follows the result of
 * the faulty game, if its text could be divided into tags, items and result; else it begins at the next line that
 * starts with `[`, behind the tags of the faulty game.
 *
 * After BC_ERROR_RECORD_RESULT and BC_ERROR_RECORD_TERMINATION record->game tells what the game does come to.
 *
 * Errors: BC_ERROR_RECORD_*, BC_ERROR_BOARD_UNKNOWN, BC_ERROR_RULES_*, BC_ERROR_POSITION_*, BC_ERROR_MOVE_*,
 * BC_ERROR_GAME_OVER. */
enum bc_error bc_record_read(struct bc_record_reader *reader, void *memory, size_t size, struct bc_record *record,
                             size_t *offset);

/* The value's tag of a record, or NULL. The name is compared exactly. */
const struct bc_record_tag *bc_record_find_tag(const struct bc_record *record, const char *name);

/* Whether the reader gives a tag of this name a meaning: Board, Rules, GoatsToWin, GoatStalemate, Repetition,
 * QuietTurns, Position, Result and Termination. bc_record_from_game() writes those itself. */
bool bc_record_tag_is_interpreted(const char *name, size_t length);

/* Makes a record of a game: the given tags, then those that say board, rules, start, result and termination, and an
 * item for each turn. Tags and items are put into `memory`; the history stays where the game has it, and the given
 * tags where they are. BC_RECORD_MEMORY_START bytes are enough for games of up to 9000 turns with up to 64 tags.
 * Errors: BC_ERROR_NO_SPACE; BC_ERROR_RECORD_LARGE; BC_ERROR_ARGUMENT for a tag that the reader would interpret or
 * refuse, and for one that is there twice. */
enum bc_error bc_record_from_game(const struct bc_game *game, const struct bc_record_tag *tags, size_t tag_count,
                                  void *memory, size_t size, struct bc_record *record);

/* Writes a record: a line for each tag, a blank line, and the items on lines of at most 79 characters (a comment is
 * never broken, however long), the last one ended. No NUL follows. Games of one file are set apart by a blank line,
 * which is the caller's to write. `length` is set to the characters of the whole text even where it is longer than
 * `capacity`, so that a call with capacity 0 measures. Errors: BC_ERROR_NO_SPACE, what fits having been written. */
enum bc_error bc_record_write(const struct bc_record *record, char *text, size_t capacity, size_t *length);

#ifdef __cplusplus
}
#endif

#endif
