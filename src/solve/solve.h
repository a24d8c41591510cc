/* The solver: the value of every position of a rule set, made in memory and handed over part by part.
 *
 * Two phases. The movement phase (hand empty) is solved by retrograde analysis, one number of eaten goats at a time, from
 * goats_to_win - 1 down to 0: values for both sides to move and the two distances *zero* (turns to the next capture or the end)
 * and *end* (turns to the end). The placement phase is one sweep backwards over the number of placed goats. Under a
 * quiet-turn limit a position of the movement phase whose *zero* exceeds the limit is a draw.
 *
 * Results leave through a sink, whose functions are called from the solver's threads, several at once, each for one tiger class
 * of solution/index.h. What a part points to is valid during the call only. An error that a sink returns stops the work and is
 * returned by bc_solve().
 *
 * bc_solve() owns its memory and threads and gives both back before it returns; nothing is global. Repetition is not looked
 * at: as a draw it never changes a value, and where it is forbidden no table can be exact. */
#ifndef BAGHCHAL_SOLVE_SOLVE_H
#define BAGHCHAL_SOLVE_SOLVE_H

#include "solution/index.h"

#include <baghchal/rules.h>

#include <stdatomic.h>

enum { BC_SOLVE_THREADS_MAX = 64 };

/* The kinds of code that do the work. All give the same results. */
enum bc_solve_path {
    BC_SOLVE_PATH_AUTO, /* the fastest that the machine has, unless the environment variable BAGHCHAL_SOLVE_PATH names one */
    BC_SOLVE_PATH_PORTABLE,
    BC_SOLVE_PATH_AVX2,
    BC_SOLVE_PATH_AVX512, /* with byte permutes (VBMI) and GFNI */
    BC_SOLVE_PATH_COUNT,
};

/* "auto", "portable", "avx2" or "avx512". */
const char *bc_solve_path_name(enum bc_solve_path path);

/* The path of a name, or BC_SOLVE_PATH_COUNT. */
enum bc_solve_path bc_solve_path_find(const char *name);

/* Whether this machine can run a path (true for BC_SOLVE_PATH_AUTO). */
bool bc_solve_path_available(enum bc_solve_path path);

/* The movement phase of one class with `eaten` goats eaten. Arrays run over all masks with `goats` bits by rank
 * (bc_index_rank()), canonical or not, first index by enum bc_side: who is to move. */
struct bc_solve_movement {
    unsigned thread; /* below the number of threads: calls with the same number never overlap */
    uint32_t class;
    uint8_t eaten;
    uint8_t goats;            /* on the board */
    uint32_t count;           /* bc_index_mask_count(index, goats) */
    const uint8_t *result[2]; /* enum bc_result: BC_RESULT_GOATS_WIN, _TIGERS_WIN or _DRAW */
    const uint16_t *zero[2];  /* turns; 0 for draws */
    const uint16_t *end[2];   /* turns; 0 for draws */
};

/* Words of a row of masks: a row holds 512 masks, with two planes side by side. */
enum {
    BC_SOLVE_ROW_MASKS = 512,
    BC_SOLVE_ROW_WORDS = 16,
};

/* The values with goats to move of one class once `placed` goats have been placed (goats in hand = goats of the board - placed).
 *
 * Row r holds masks 512 r to 512 r + 511 (boards with fewer than nine free points have one row): of rows[16 r] to [16 r + 7],
 * bit m of the 512 bits says that the tigers win with mask 512 r + m; of rows[16 r + 8] to [16 r + 15], that the goats do not win.
 * So both bits set: tigers win; only the second: draw; none: goats win. Only masks with least_goats to most_goats goats have
 * meaning: a mask with g goats has placed - g eaten. */
struct bc_solve_placement {
    unsigned thread;
    uint32_t class;
    uint8_t placed;
    uint8_t least_goats;
    uint8_t most_goats;
    const uint64_t *rows;
};

/* What is still there once the placement phase is solved: of every mask the values with no goat and with one goat eaten.
 *
 * Both planes hold the rows of class c, as in struct bc_solve_placement, from word c * class_words on. A mask with g goats has its
 * value with none eaten in planes[g % 2], with one eaten in the other. Masks with which no goat would be left in hand
 * have no meaning. */
struct bc_solve_kept {
    size_t class_words;
    const uint64_t *planes[2];
};

enum { BC_SOLVE_KEPT_EATEN = 2 }; /* the fewest eaten goats that are not kept */

struct bc_solve_sink {
    void *context;
    /* Either may be NULL. For one eaten number, or one placed number, every class comes once, in no certain order; all
     * classes of one number come before the next: eaten from goats_to_win - 1 down to 0, then placed from one less than
     * the board's goats down to 0 (with all goats placed the position belongs to the movement phase). */
    enum bc_error (*movement)(void *context, const struct bc_solve_movement *part);
    enum bc_error (*placement)(void *context, const struct bc_solve_placement *part);
    /* May be NULL. Called once, last, from the thread that called bc_solve(); bc_solve_family() does not call it. */
    enum bc_error (*kept)(void *context, const struct bc_solve_kept *kept);
};

struct bc_solve_progress {
    bool placement; /* the phase: movement first */
    uint8_t number; /* eaten (movement) or placed (placement) goats of the part being worked on */
    double done;    /* estimated share of all work, 0 to 1 */
};

struct bc_solve_options {
    struct bc_rules rules;
    bool movement_only;
    bool without_end;      /* do not make *end* (the sink gets NULL for it) */
    bool count_placement;  /* fill in the counts of the placement phase */
    unsigned threads;      /* 0: as many as the machine has processors */
    uint64_t memory_limit; /* bytes; 0: what the machine can give now */
    uint64_t sink_bytes;   /* that the sink comes to hold in the placement phase, to be counted in bc_solve_memory() */
    enum bc_solve_path path;
    struct bc_solve_sink sink;
    /* Called now and then from the thread that called bc_solve(); may be NULL. */
    void (*progress)(void *context, const struct bc_solve_progress *progress);
    void *progress_context;
    const atomic_bool *cancel; /* set by anyone to stop the work soon (BC_ERROR_CANCELLED); may be NULL */
};

/* Numbers of positions inequivalent under the board's symmetries, for one side to move. */
struct bc_solve_counts {
    uint64_t goats_win;
    uint64_t tigers_win;
    uint64_t draws;
};

struct bc_solve_movement_counts {
    struct bc_solve_counts counts;
    /* Longest distances of positions won by the goats and by the tigers, by enum bc_result - 1; 0 where there are none. */
    uint16_t longest_zero[2];
    uint16_t longest_end[2];
};

/* About 70 KiB. */
struct bc_solve_result {
    enum bc_solve_path path; /* the one used */
    bool limit_matters;      /* some position is a draw only because of the quiet-turn limit */
    uint8_t start;           /* enum bc_result of the start; BC_RESULT_NONE with movement_only */
    uint64_t memory;         /* the bytes that were planned for: bc_solve_memory() */
    struct bc_solve_movement_counts movement[BC_POINTS_MAX + 1][2];            /* [eaten][side] */
    struct bc_solve_counts placement[BC_POINTS_MAX + 1][BC_POINTS_MAX + 1][2]; /* [placed][eaten][side], if asked for */
};

/* The bytes that bc_solve() may come to use with these options, with options->sink_bytes: most in one of its phases. */
uint64_t bc_solve_memory(const struct bc_index *index, const struct bc_solve_options *options);

/* The bytes that this process can still get: the system's available memory or what control groups leave, whichever is less;
 * UINT64_MAX where that cannot be found out. */
uint64_t bc_solve_memory_available(void);

/* Solves a rule set. Errors: BC_ERROR_RULES_VALUE, _BOARD; BC_ERROR_ARGUMENT for a path that the machine does not have, or a
 * board with more than 125 pairs of neighbours or moves of the tigers;
 * BC_ERROR_MEMORY if bc_solve_memory() exceeds the limit or memory runs out; BC_ERROR_CANCELLED; BC_ERROR_THREAD; what a
 * sink returned. */
enum bc_error bc_solve(const struct bc_index *index, const struct bc_solve_options *options,
                       struct bc_solve_result *result);

/* Rule sets that differ only in what stuck goats mean and in whether there is a quiet-turn limit share most of their work: the
 * tiers of the movement phase before the first in which goats can be stuck, or in which the limit makes a draw of a win. */
enum {
    BC_SOLVE_FAMILY_SIZE = 4,
    BC_SOLVE_FAMILY_DRAW = 1,      /* in the number of a member: stuck goats draw, else the tigers win */
    BC_SOLVE_FAMILY_UNLIMITED = 2, /* no quiet-turn limit, else that of the options */
};

struct bc_solve_family {
    unsigned wanted; /* mask of members */
    void *context;
    /* Called for each wanted member once it is solved, from the calling thread. An error stops the work. */
    enum bc_error (*solved)(void *context, const struct bc_rules *rules, const struct bc_solve_result *result);
};

/* The bytes that bc_solve_family() may come to use. */
uint64_t bc_solve_family_memory(const struct bc_index *index, const struct bc_solve_options *options);

/* Solves the wanted members of the family of options->rules. *end* is not made and no sink is called; otherwise as bc_solve(). */
enum bc_error bc_solve_family(const struct bc_index *index, const struct bc_solve_options *options,
                              const struct bc_solve_family *family);

#endif
