/* The file of baghchal/movement.h: a header, then one packed stream for each number of eaten goats.
 *
 * Header, little-endian: the magic "BAGHCHAL"; format version (32 bits); kind 3 (32); the board's name (24 bytes); goats to
 * win, goat stalemate (8 each), quiet-turn limit (16); size of each stream (32 each), from goats to win - 1 eaten goats down
 * to 0; the FNV-1a of the streams (64); the FNV-1a of the header before (64). The streams follow. movement_code.h tells
 * what they hold. */
#ifndef BAGHCHAL_SOLUTION_MOVEMENT_DOWNLOAD_H
#define BAGHCHAL_SOLUTION_MOVEMENT_DOWNLOAD_H

#include "solution/movement_code.h"

#include <baghchal/movement.h>

enum {
    BC_DOWNLOAD_VERSION = 1,
    BC_DOWNLOAD_KIND = 3,
    BC_DOWNLOAD_ENTRIES_MAX = 1 << 28, /* larger movement phases have no such file */
};

/* Bytes of the header. */
size_t bc_download_header_size(unsigned goats_to_win);

/* The entries of all numbers of eaten goats together, or 0 where that exceeds BC_DOWNLOAD_ENTRIES_MAX. */
size_t bc_download_entries(const struct bc_index *index, unsigned goats_to_win);

/* Fills in the header. `sizes` and `streams` go from goats to win - 1 eaten goats down to 0. */
void bc_download_header(const struct bc_index *index, const struct bc_rules *rules, const uint8_t *const *streams,
                        const size_t *sizes, uint8_t *header);

#endif
