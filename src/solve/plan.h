/* Tiger moves as permutations of index bits.
 *
 * A mask has row bits (9 and up) and low bits (0 to 8: the 512 masks of a row). With a tiger move from a position of class `c` the
 * goats stay, so their bits are only renumbered: by the move, which frees one point and fills another, and by the symmetry
 * that leads to the representative of the class arrived at. Each bit of the mask before (the target: where values are collected) is one bit
 * of the mask after (the source: where values are read). Two or three bits are fixed: the point moved to is empty before, the
 * point left is empty after, a goat eaten is there before and not after. The fixed bits are paired up, so that the whole is
 * a permutation of all bits, and what it does to impossible masks is masked off.
 *
 * `cross` target row bits come from source low bits and as many source row bits go to target low bits. So rows are
 * moved in groups of 2^cross that differ in those bits only. A group's masks have 9 + cross local bits: the low bits, then the
 * crossing row bits. Everything else is row address arithmetic. */
#ifndef BAGHCHAL_SOLVE_PLAN_H
#define BAGHCHAL_SOLVE_PLAN_H

#include "solution/index.h"

enum {
    LOW_BITS = 9,
    ROW_BITS_MAX = 15,
    LOCAL_BITS_MAX = 2 * LOW_BITS,
    NO_BIT = 255,
};

/* A plan's local permutation for registers of 512 masks whose bytes can be permuted freely (an index bit of 3 and up is a
 * byte bit) and whose 8 x 8 bit squares can be transposed (bits 0 to 2 change places with 3 to 5).
 *
 * With crossing bits: first the bits that leave the row are brought to the top (the first to bit 8, the next to 7 ...), then each is
 * exchanged with a bit of the row's number between pairs of rows, then all bits are put in place. Each of these two
 * permutations is a byte permutation, then `transpositions` times a transposition and another byte permutation. */
enum { WIDE_CROSS_MAX = 3, WIDE_BYTE_BITS = 6, WIDE_INNER_BITS = 3, WIDE_PERMUTATIONS_MAX = 6 };

struct wide_plan {
    uint8_t transpositions[2]; /* before and after the exchange, 0 to 2 each */
    bool reorder;              /* after all, bit i below 3 is taken from inner_from[i] */
    bool copy;                 /* nothing is permuted */
    bool possible;             /* false with more crossing bits than WIDE_CROSS_MAX */
    uint8_t inner_from[WIDE_INNER_BITS];
    uint8_t byte_from[WIDE_PERMUTATIONS_MAX]
                     [WIDE_BYTE_BITS]; /* byte bit b comes from byte bit [b], for each permutation in turn */
};

struct plan {
    uint32_t source; /* the class after the move */
    uint8_t cross;   /* crossing row bits */
    bool jump;
    uint8_t flipped;       /* local source bit that is 0 where the target's is 1 (a jump's goat), or NO_BIT */
    uint8_t low_zero;      /* target low bit that must be 0 (the point moved to), or NO_BIT if that is a row bit */
    uint8_t low_one;       /* target low bit that must be 1 (the goat eaten), or NO_BIT */
    uint32_t row_fixed;    /* target row bits with fixed values, */
    uint32_t row_value;    /* and those values */
    uint32_t cross_target; /* the crossing target row bits */
    uint32_t cross_source;
    uint8_t from[LOCAL_BITS_MAX];   /* local target bit i is local source bit from[i]; crossing bits by rising number */
    uint8_t row_from[ROW_BITS_MAX]; /* source row bit of a target row bit, NO_BIT for crossing and fixed ones */
    struct wide_plan wide;
};

/* The same move for single masks. */
struct mask_plan {
    uint8_t image[BC_POINTS_MAX]; /* source bit i is target bit image[i] */
    uint8_t to;                   /* target bit that must be 0: the point moved to */
    uint8_t over;                 /* target bit that must be 1: the goat eaten; NO_BIT for a step */
    uint8_t left;                 /* source bit that must be 0: the point left */
    uint8_t eaten;                /* source bit that must be 0: where the goat eaten was; NO_BIT for a step */
};

struct plans {
    uint32_t *first;      /* class c: plans first[c] to first[c + 1] - 1, steps before jumps */
    uint32_t *first_jump; /* the first of them that is a jump */
    struct plan *plans;
    struct mask_plan *mask_plans;
    uint32_t *sources;  /* of each plan, as in the plan: close together, to be looked through fast */
    uint32_t *order;    /* of class c from first[c] on: its plans, those first that fill most for what they cost */
    unsigned row_bits;  /* at most ROW_BITS_MAX */
    uint32_t row_count; /* rows of a class */
};

/* Works out plan->wide from plan->from. */
void wide_plan_make(struct plan *plan);

/* Makes the plans of all classes. Errors: BC_ERROR_MEMORY. */
enum bc_error plans_create(const struct bc_index *index, struct plans *plans);
void plans_destroy(struct plans *plans);

#endif
