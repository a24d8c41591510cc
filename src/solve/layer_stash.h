/* Where finished placement layers wait until all layers of a class are there.
 *
 * The solver hands over one number of placed goats after the other; the table keeps one number of eaten goats together. With
 * p placed, a mask of g goats has p - g eaten, so each layer contributes some masks to every array of the table. What
 * the solver's own planes keep to the end (struct bc_solve_kept: none or one goat eaten) is left there: packed it
 * would take as much room as all else. The rest of a layer of a class is kept as two streams of words, "tigers win" and
 * "goats do not win", of only those masks that it has, packed fast; bc_layer_stash_collect() unpacks all layers of a
 * class and lays the masks in their places. */
#ifndef BAGHCHAL_SOLVE_LAYER_STASH_H
#define BAGHCHAL_SOLVE_LAYER_STASH_H

#include "solve/solve.h"

#include <zstd.h>

struct bc_layer_packet {
    uint8_t *bytes;
    uint32_t size;
    uint32_t raw_size;
};

/* One thread's scratch memory. */
struct bc_stash_worker {
    ZSTD_CCtx *pack;
    ZSTD_DCtx *unpack;
    uint8_t *raw;    /* both streams of all layers of a class */
    uint8_t *packed; /* room for it packed */
    size_t raw_capacity;
    size_t packed_capacity;
};

struct bc_layer_stash {
    unsigned free_points;
    unsigned goat_count;
    unsigned goats_to_win;
    uint32_t class_count;
    uint32_t word_count; /* 64-bit words of one plane of a class */
    uint8_t *word_goats; /* set bits of each word's number */
    bool squeezes;       /* the machine has fast bit extraction (BMI2) */
    unsigned worker_count;
    struct bc_stash_worker *workers;
    struct bc_layer_packet *packets; /* placed * class_count + class */
};

/* Errors: BC_ERROR_MEMORY. */
enum bc_error bc_layer_stash_init(struct bc_layer_stash *stash, const struct bc_index *index,
                                  const struct bc_rules *rules, unsigned worker_count);
void bc_layer_stash_free(struct bc_layer_stash *stash);

/* Keeps a layer of a class. Calls with different `thread` numbers may overlap. Errors: BC_ERROR_MEMORY. */
enum bc_error bc_layer_stash_add(struct bc_layer_stash *stash, const struct bc_solve_placement *part);

/* Lays out all layers of a class, with what the solver kept, and lets go of them. `planes` holds goats_to_win * 2 *
 * word_count words, all written here: for each number of eaten goats the plane "tigers win", then "goats do not win".
 * Masks that no layer has become 0. */
enum bc_error bc_layer_stash_collect(struct bc_layer_stash *stash, unsigned worker, uint32_t class,
                                     const struct bc_solve_kept *kept, uint64_t *planes);

/* Bytes of packed layers now kept. */
uint64_t bc_layer_stash_size(const struct bc_layer_stash *stash);

#endif
