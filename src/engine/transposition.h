/* The transposition table: what earlier visits found out about positions, shared by all threads without locks.
 *
 * A bucket of four entries fills a cache line. An entry is two words: the data, and the key xored with the data. Threads read
 * and write the words separately; a reader that catches halves of two entries sees a key that is not its own and takes the
 * entry for empty.
 *
 * The data word: move in bits 0 to 15 (as seen from the image that the key belongs to), score in 16 to 31, static evaluation
 * in 32 to 47, depth in 48 to 55, bound in 56 and 57, generation in 58 to 63. Win and loss scores are stored as distances from
 * the entry's position, not from the root.
 *
 * A new entry takes the place of one with the same key, else of the one with the least depth, where each generation (each
 * search) of age counts as four turns of depth. An exact entry is not displaced by a much shallower bound of the same position. */
#ifndef BAGHCHAL_ENGINE_TRANSPOSITION_H
#define BAGHCHAL_ENGINE_TRANSPOSITION_H

#include <baghchal/engine.h>

#include <stdatomic.h>

enum { TRANSPOSITION_BUCKET = 4 };

enum transposition_bound {
    BOUND_NONE = 0,
    BOUND_UPPER = 1, /* the score is at most that */
    BOUND_LOWER = 2, /* at least that */
    BOUND_EXACT = 3,
};

struct transposition_entry {
    _Atomic uint64_t check;
    _Atomic uint64_t data;
};

struct transposition_table {
    struct transposition_entry *entries;
    uint64_t bucket_count; /* below 2^32 */
    unsigned generation;
};

struct transposition_hit {
    bc_move move;
    int score;
    int evaluation;
    int depth;
    enum transposition_bound bound;
};

/* Makes a table in `size` bytes of memory aligned to 64 bytes; at least one bucket's worth. */
void transposition_init(struct transposition_table *table, void *memory, size_t size);

void transposition_clear(struct transposition_table *table);

/* Begins a new generation. */
void transposition_age(struct transposition_table *table);

bool transposition_find(const struct transposition_table *table, uint64_t key, unsigned ply,
                        struct transposition_hit *hit);

void transposition_store(struct transposition_table *table, uint64_t key, unsigned ply,
                         const struct transposition_hit *found);

/* Asks the memory for the bucket of a key that will soon be looked up. */
static inline void transposition_prefetch(const struct transposition_table *table, uint64_t key)
{
    __builtin_prefetch(table->entries + ((key & UINT32_MAX) * table->bucket_count >> 32) * TRANSPOSITION_BUCKET);
}

/* How much of a sample of the table the present generation fills, in thousandths. */
unsigned transposition_full(const struct transposition_table *table);

#endif
