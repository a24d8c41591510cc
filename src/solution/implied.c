#include "solution/implied.h"

#include <string.h>

/* A placement on x takes away the captures that land on x and adds those that pass over x. So every placement leaves a capture if there
 * are captures with two different landings; with one landing, if placing there makes another; with none, if
 * placing anywhere makes one. */
bool bc_every_placement_loses_a_goat(const struct bc_board *board, bc_points tigers, bc_points goats)
{
    bc_points empty = board->points & ~(tigers | goats);
    bc_points landings = 0; /* of captures there are now */
    bc_points opened = 0;   /* empty points that a jump to an empty point passes over */
    for (bc_points rest = tigers; rest != 0; rest &= rest - 1) {
        unsigned from = (unsigned)__builtin_ctz(rest);
        for (unsigned i = board->jump_first[from]; i < board->jump_first[from + 1]; ++i) {
            bc_points over = (bc_points)1 << board->jumps[i].over;
            bc_points to = (bc_points)1 << board->jumps[i].to;
            if ((empty & to) != 0) {
                landings |= (goats & over) != 0 ? to : 0;
                opened |= empty & over;
            }
        }
    }
    if (landings == 0) {
        return (empty & ~opened) == 0;
    }
    return (landings & (landings - 1)) != 0 || (landings & opened) != 0;
}

/* The tigers' jumps of a class between points that goats can stand on, as bits of a mask. */
struct class_jumps {
    unsigned count;
    struct {
        uint8_t over;
        uint8_t to;
    } jumps[BC_MOVES_MAX];
};

static void find_jumps(const struct bc_index *index, uint32_t class, struct class_jumps *found)
{
    const struct bc_board *board = index->board;
    const struct bc_index_class *entry = &index->classes[class];
    uint8_t bit_of[BC_POINTS_MAX];
    memset(bit_of, BC_POINTS_MAX, sizeof bit_of);
    for (unsigned i = 0; i < index->free_count; ++i) {
        bit_of[entry->points[i]] = (uint8_t)i;
    }
    found->count = 0;
    for (bc_points rest = entry->tigers; rest != 0; rest &= rest - 1) {
        unsigned from = (unsigned)__builtin_ctz(rest);
        for (unsigned i = board->jump_first[from]; i < board->jump_first[from + 1]; ++i) {
            uint8_t over = bit_of[board->jumps[i].over];
            uint8_t to = bit_of[board->jumps[i].to];
            if (over != BC_POINTS_MAX && to != BC_POINTS_MAX) {
                found->jumps[found->count].over = over;
                found->jumps[found->count].to = to;
                ++found->count;
            }
        }
    }
}

void bc_every_placement_loses_a_goat_words(const struct bc_index *index, uint32_t class, uint64_t *words)
{
    static const uint64_t low[6] = {0xAAAAAAAAAAAAAAAA, 0xCCCCCCCCCCCCCCCC, 0xF0F0F0F0F0F0F0F0,
                                    0xFF00FF00FF00FF00, 0xFFFF0000FFFF0000, 0xFFFFFFFF00000000};
    struct class_jumps jumps;
    find_jumps(index, class, &jumps);
    unsigned free_count = index->free_count;
    uint32_t word_count = free_count > 6 ? (uint32_t)1 << (free_count - 6) : 1;
    uint64_t goat[BC_POINTS_MAX]; /* a bit for each of 64 masks: does a goat stand on this point? */
    memcpy(goat, low, sizeof low);
    for (uint32_t word = 0; word < word_count; ++word) {
        for (unsigned i = 6; i < free_count; ++i) {
            goat[i] = 0 - (uint64_t)(word >> (i - 6) & 1);
        }
        uint64_t lands[BC_POINTS_MAX] = {0};
        uint64_t opened[BC_POINTS_MAX] = {0};
        for (unsigned i = 0; i < jumps.count; ++i) {
            unsigned over = jumps.jumps[i].over;
            unsigned to = jumps.jumps[i].to;
            lands[to] |= goat[over] & ~goat[to];
            opened[over] |= ~goat[over] & ~goat[to];
        }
        uint64_t one = 0;
        uint64_t two = 0;
        uint64_t renewed = 0;
        uint64_t everywhere = ~(uint64_t)0;
        for (unsigned i = 0; i < free_count; ++i) {
            two |= one & lands[i];
            one |= lands[i];
            renewed |= lands[i] & opened[i];
            everywhere &= goat[i] | opened[i];
        }
        words[word] = two | (one & renewed) | (~one & everywhere);
    }
}
