/* The board: a description as data, and the tables that follow from it.
 *
 * A description names the points with their places, the lines drawn, each a sequence of points, where the tigers start and
 * how many goats wait. Everything else is derived by bc_board_init(): neighbours are consecutive points of a line, jumps are
 * consecutive triples, and the symmetries are the permutations of points that keep the set of lines. Nothing outside a
 * description knows the shape of a board.
 *
 * A point is a number from 0 to point_count - 1; a set of points is a mask with bit p for point p. On the boards here, point 0
 * is a1, the lower left, and numbers rise along the rank first: on the standard board b1 is 1, a2 is 5 and e5 is 24.
 *
 * A bc_board is plain memory of the caller (about 70 KiB), needs no clean-up, and after bc_board_init() is only read, by any
 * number of threads. It refers to its description, which must outlive it. */
#ifndef BAGHCHAL_BOARD_H
#define BAGHCHAL_BOARD_H

#include <baghchal/error.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    BC_POINTS_MAX = 32,      /* points of a board */
    BC_LINES_MAX = 32,       /* lines of a board */
    BC_LINE_LENGTH_MAX = 8,  /* points of a line */
    BC_SYMMETRIES_MAX = 16,  /* symmetries of a board */
    BC_MOVES_MAX = 256,      /* directed steps and jumps of a board together, so moves of any position */
    BC_STEP_SHIFTS_MAX = 62, /* differences of two points' numbers */
};

/* A set of points: bit p stands for point p. */
typedef uint32_t bc_points;

/* Where a point lies: file and rank counted from 0, the lower left. */
struct bc_place {
    uint8_t file; /* 0 to 25, named a to z */
    uint8_t rank; /* 0 to 8, named 1 to 9 */
};

/* A line as drawn: `length` points (2 to BC_LINE_LENGTH_MAX), each the neighbour of the one before. */
struct bc_line {
    uint8_t length;
    uint8_t points[BC_LINE_LENGTH_MAX];
};

struct bc_board_description {
    const char *name; /* a word, such as "standard" */
    uint8_t point_count;
    uint8_t line_count;
    uint8_t goat_count;   /* goats in hand at the start */
    uint8_t goats_to_win; /* the usual number of eaten goats by which the tigers win */
    bc_points tigers;     /* where the tigers start */
    const struct bc_place *places;
    const struct bc_line *lines;
};

/* A jump from the point it is listed under. */
struct bc_jump {
    uint8_t over;
    uint8_t to;
};

/* All steps, or all jumps, whose points differ alike: one shift of a whole mask takes every piece of `from` along. For a
 * step, `to` is the difference and `over` is 0; for a jump both count from the point that it starts from. */
struct bc_shift {
    bc_points from;
    int8_t over;
    int8_t to;
};

struct bc_board {
    const struct bc_board_description *description;
    uint8_t point_count;
    uint8_t tiger_count;
    uint8_t goat_count;
    uint8_t symmetry_count;    /* at least 1; symmetry 0 is the identity */
    uint8_t rank_count;        /* ranks from 0 to rank_count - 1 */
    bc_points points;          /* all points of the board */
    uint16_t step_count;       /* directed steps */
    uint16_t jump_count;       /* directed jumps */
    uint16_t step_shift_count; /* used entries of step_shifts */
    uint16_t jump_shift_count; /* used entries of jump_shifts */
    bc_points neighbours[BC_POINTS_MAX];
    uint16_t jump_first[BC_POINTS_MAX + 1]; /* jumps from p: jumps[jump_first[p]] up to jumps[jump_first[p + 1] - 1] */
    struct bc_jump jumps[BC_MOVES_MAX];
    struct bc_shift step_shifts[BC_STEP_SHIFTS_MAX];
    struct bc_shift jump_shifts[BC_MOVES_MAX];
    uint8_t symmetries[BC_SYMMETRIES_MAX][BC_POINTS_MAX]; /* symmetry s takes point p to symmetries[s][p] */
    uint8_t inverse[BC_SYMMETRIES_MAX];                   /* the symmetry that undoes symmetry s */
    bc_points symmetry_bytes[BC_SYMMETRIES_MAX][4][256];  /* image of byte b of a mask under symmetry s */
    uint64_t tiger_keys[BC_POINTS_MAX];                   /* for hashing: a tiger on point p */
    uint64_t goat_keys[BC_POINTS_MAX];                    /* a goat on point p */
    uint64_t hand_keys[BC_POINTS_MAX + 1];                /* so many goats in hand */
    uint64_t side_key;                                    /* tigers to move */
};

/* The boards that the library knows: the standard one first, then the small ones: "4x4" (no diagonals, 12 goats, 3 to win)
 * and "3x3" (4 goats, 1 to win). Returns NULL at the end of the list. */
const struct bc_board_description *bc_board_description(size_t index);

/* Finds the description by its name, of `length` characters. Errors: BC_ERROR_BOARD_UNKNOWN. */
enum bc_error bc_board_find(const char *name, size_t length, const struct bc_board_description **description);

/* Derives the tables of a board. Errors: BC_ERROR_BOARD_SIZE, _PLACE, _LINE, _JUMP or _PIECES; the board is then not to be
 * used. A board must leave an empty point when all its pieces but one goat are down, so that goats can always be placed. */
enum bc_error bc_board_init(struct bc_board *board, const struct bc_board_description *description);

/* bc_board_init() for the standard board, which cannot fail. */
void bc_board_init_standard(struct bc_board *board);

/* The goat that a jump from one point to another passes over, or -1 where no line has such a jump. */
int bc_board_over(const struct bc_board *board, unsigned from, unsigned to);

/* The point at a place, or -1. */
int bc_board_point_at(const struct bc_board *board, unsigned file, unsigned rank);

/* The image of a set of points under a symmetry (0 to symmetry_count - 1). */
static inline bc_points bc_board_transform(const struct bc_board *board, unsigned symmetry, bc_points points)
{
    const bc_points(*bytes)[256] = board->symmetry_bytes[symmetry];
    return bytes[0][points & 255U] | bytes[1][points >> 8 & 255U] | bytes[2][points >> 16 & 255U] |
           bytes[3][points >> 24];
}

#ifdef __cplusplus
}
#endif

#endif
