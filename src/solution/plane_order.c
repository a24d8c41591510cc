#include "solution/plane_order.h"

enum { WORD_BITS = 6, BITS_MAX = 32 };

/* The bits of a word whose number has this bit clear. */
static const uint64_t clear_bits[WORD_BITS] = {0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F,
                                               0x00FF00FF00FF00FF, 0x0000FFFF0000FFFF, 0x00000000FFFFFFFF};

bool bc_plane_order_check(const uint8_t *order, unsigned bits)
{
    uint64_t seen = 0;
    for (unsigned i = 0; i < bits; ++i) {
        if (order[i] >= bits) {
            return false;
        }
        seen |= (uint64_t)1 << order[i];
    }
    return seen == ((uint64_t)1 << bits) - 1;
}

/* Swaps two bits of the masks, low < high, both within a word. */
static void swap_within_words(uint64_t *plane, uint32_t words, unsigned low, unsigned high)
{
    unsigned shift = (1U << high) - (1U << low);
    uint64_t moved = ~clear_bits[low] & clear_bits[high];
    for (uint32_t i = 0; i < words; ++i) {
        uint64_t change = (plane[i] >> shift ^ plane[i]) & moved;
        plane[i] ^= change ^ change << shift;
    }
}

/* The same where the higher bit chooses the word. */
static void swap_across_words(uint64_t *plane, uint32_t words, unsigned low, unsigned high)
{
    uint32_t step = (uint32_t)1 << (high - WORD_BITS);
    unsigned shift = 1U << low;
    for (uint32_t first = 0; first < words; first += 2 * step) {
        for (uint32_t i = first; i < first + step; ++i) {
            uint64_t change = (plane[i] >> shift ^ plane[i + step]) & clear_bits[low];
            plane[i + step] ^= change;
            plane[i] ^= change << shift;
        }
    }
}

/* The same where both bits choose the word. */
static void swap_words(uint64_t *plane, uint32_t words, unsigned low, unsigned high)
{
    uint32_t small = (uint32_t)1 << (low - WORD_BITS);
    uint32_t large = (uint32_t)1 << (high - WORD_BITS);
    for (uint32_t first = 0; first < words; first += 2 * large) {
        for (uint32_t second = first; second < first + large; second += 2 * small) {
            for (uint32_t i = second; i < second + small; ++i) {
                uint64_t kept = plane[i + small];
                plane[i + small] = plane[i + large];
                plane[i + large] = kept;
            }
        }
    }
}

static void swap_bits(uint64_t *plane, unsigned bits, unsigned low, unsigned high)
{
    uint32_t words = bits > WORD_BITS ? (uint32_t)1 << (bits - WORD_BITS) : 1;
    if (high < WORD_BITS) {
        swap_within_words(plane, words, low, high);
    } else if (low < WORD_BITS) {
        swap_across_words(plane, words, low, high);
    } else {
        swap_words(plane, words, low, high);
    }
}

void bc_plane_order_apply(const uint8_t *order, unsigned bits, uint64_t *plane)
{
    uint8_t at[BITS_MAX]; /* the bit that now stands at each place */
    for (unsigned i = 0; i < bits; ++i) {
        at[i] = (uint8_t)i;
    }
    for (unsigned i = 0; i < bits; ++i) {
        unsigned from = i;
        while (from + 1 < bits && at[from] != order[i]) {
            ++from;
        }
        if (from != i) {
            swap_bits(plane, bits, i, from);
            at[from] = at[i];
            at[i] = order[i];
        }
    }
}

void bc_plane_order_undo(const uint8_t *order, unsigned bits, uint64_t *plane)
{
    uint8_t inverse[BITS_MAX];
    for (unsigned i = 0; i < bits; ++i) {
        inverse[order[i]] = (uint8_t)i;
    }
    bc_plane_order_apply(inverse, bits, plane);
}
