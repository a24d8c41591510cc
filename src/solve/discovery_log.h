/* What retrograde analysis found for one class and one side, in the order of distance.
 *
 * A log is a run of 16-bit words: for each distance at which something was found a mark (distance, 0, 65535), then for each row
 * with new positions a head (low and high part of the row, the winner in the top bit, count) and the masks: `count` numbers below 512
 * in rising order, or all 512 bits if there are more than LOG_SPARSE_MAX. The entries of the last distance are the frontier of the
 * analysis; the whole is the distances of the class. */
#ifndef BAGHCHAL_SOLVE_DISCOVERY_LOG_H
#define BAGHCHAL_SOLVE_DISCOVERY_LOG_H

#include <baghchal/error.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum {
    LOG_SPARSE_MAX = 28,
    LOG_DENSE_WORDS = 32,
    LOG_MARK = 65535,
};

struct discovery_log {
    uint16_t *words;
    size_t size;
    size_t capacity;
    size_t before; /* where the entries of the distance before the last begin; `last` if it had none */
    size_t last;   /* where the entries of the last distance begin; `size` if it had none */
};

/* An entry as it stands in the log. */
struct discovery {
    uint32_t row;
    uint16_t count;
    bool goats_win; /* else the tigers do */
    const uint16_t *masks;
};

/* Starts the next distance. If `forget` is set, only the entries of the distance that was the last are kept. */
void log_start(struct discovery_log *log, bool forget);

/* Adds the new positions of a row; `bits` are not all zero, `count` are set. Errors: BC_ERROR_MEMORY. */
enum bc_error log_add(struct discovery_log *log, unsigned distance, uint32_t row, bool goats_win,
                      const uint64_t bits[8], unsigned count);

/* Adds the entries of another log's last distance, without their mark. Errors: BC_ERROR_MEMORY. */
enum bc_error log_append(struct discovery_log *log, const struct discovery_log *from);

void log_free(struct discovery_log *log);

/* Reads the mark at `at`, if there is one, and steps over it. */
static inline bool log_read_mark(const struct discovery_log *log, size_t *at, unsigned *distance)
{
    if (log->words[*at + 2] != LOG_MARK) {
        return false;
    }
    *distance = log->words[*at];
    *at += 3;
    return true;
}

/* Reads the entry at `at` and steps over it. */
static inline struct discovery log_read(const struct discovery_log *log, size_t *at)
{
    const uint16_t *words = log->words + *at;
    struct discovery found = {
        .row = words[0] | (uint32_t)(words[1] & 0x7FFFU) << 16,
        .goats_win = words[1] >> 15 != 0,
        .count = words[2],
        .masks = words + 3,
    };
    *at += 3U + (found.count > LOG_SPARSE_MAX ? (size_t)LOG_DENSE_WORDS : found.count);
    return found;
}

/* The bits of an entry. */
static inline void discovery_bits(const struct discovery *found, uint64_t bits[8])
{
    if (found->count > LOG_SPARSE_MAX) {
        memcpy(bits, found->masks, 64);
        return;
    }
    memset(bits, 0, 64);
    for (unsigned n = 0; n < found->count; ++n) {
        bits[found->masks[n] >> 6] |= UINT64_C(1) << (found->masks[n] & 63U);
    }
}

#endif
