#include "solve/discovery_log.h"

#include <stdlib.h>

void log_start(struct discovery_log *log, bool forget)
{
    log->before = log->last;
    log->last = log->size;
    if (forget && log->before > 0) {
        log->size -= log->before;
        log->last -= log->before;
        memmove(log->words, log->words + log->before, log->size * sizeof *log->words);
        log->before = 0;
    }
}

/* Makes room for `more` words. */
static enum bc_error grow(struct discovery_log *log, size_t more)
{
    size_t needed = log->size + more;
    if (needed <= log->capacity) {
        return BC_OK;
    }
    size_t capacity = needed + log->capacity / 2 + 1024;
    uint16_t *words = realloc(log->words, capacity * sizeof *words);
    if (words == NULL) {
        return BC_ERROR_MEMORY;
    }
    log->words = words;
    log->capacity = capacity;
    return BC_OK;
}

enum bc_error log_add(struct discovery_log *log, unsigned distance, uint32_t row, bool goats_win,
                      const uint64_t bits[8], unsigned count)
{
    enum bc_error error = grow(log, 2 * (3 + LOG_DENSE_WORDS));
    if (error != BC_OK) {
        return error;
    }
    uint16_t *words = log->words + log->size;
    if (log->last == log->size) {
        *words++ = (uint16_t)distance;
        *words++ = 0;
        *words++ = LOG_MARK;
    }
    *words++ = (uint16_t)row;
    *words++ = (uint16_t)(row >> 16 | (goats_win ? 0x8000U : 0U));
    *words++ = (uint16_t)count;
    if (count > LOG_SPARSE_MAX) {
        memcpy(words, bits, 64);
        words += LOG_DENSE_WORDS;
    } else {
        for (unsigned w = 0; w < 8; ++w) {
            for (uint64_t rest = bits[w]; rest != 0; rest &= rest - 1) {
                *words++ = (uint16_t)(w << 6 | (unsigned)__builtin_ctzll(rest));
            }
        }
    }
    log->size = (size_t)(words - log->words);
    return BC_OK;
}

enum bc_error log_append(struct discovery_log *log, const struct discovery_log *from)
{
    enum { MARK_WORDS = 3 };
    if (from->last == from->size) {
        return BC_OK;
    }
    size_t count = from->size - from->last - MARK_WORDS;
    enum bc_error error = grow(log, count);
    if (error == BC_OK) {
        memcpy(log->words + log->size, from->words + from->last + MARK_WORDS, count * sizeof *log->words);
        log->size += count;
    }
    return error;
}

void log_free(struct discovery_log *log)
{
    free(log->words);
    *log = (struct discovery_log){0};
}
