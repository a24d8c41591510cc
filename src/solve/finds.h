/* What retrograde analysis found for one class and one side: masks in the order of distance; of one distance, first those won by the
 * tigers, then those won by the goats. The masks of the last distance are the frontier of the analysis; all together are the distances
 * of the class. */
#ifndef BAGHCHAL_SOLVE_FINDS_H
#define BAGHCHAL_SOLVE_FINDS_H

#include <baghchal/error.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct mask_list {
    uint32_t *masks;
    size_t size;
    size_t capacity;
};

/* Adds masks at the end. Errors: BC_ERROR_MEMORY. */
enum bc_error mask_list_add(struct mask_list *list, const uint32_t *masks, size_t count);
void mask_list_free(struct mask_list *list);

struct finds {
    uint32_t *masks;    /* memory of the caller's, with room for all that may be found */
    uint32_t size;      /* masks that stand there */
    uint32_t forgotten; /* and that stood before them */
    uint32_t *ends; /* by distance two: where the tigers' wins end and where the goats' do, forgotten ones counted */
    uint32_t distances; /* that `ends` knows */
    uint32_t capacity;
};

/* Masks with one distance. */
struct front {
    const uint32_t *masks;
    uint32_t tigers; /* how many of them the tigers win: the first */
    uint32_t goats;  /* and the goats */
};

/* Adds the finds of the next distance, of which the first `tigers` are won by the tigers. If `forget` is set, only the last two distances
 * are kept. Errors: BC_ERROR_MEMORY. */
enum bc_error finds_add(struct finds *finds, const uint32_t *masks, uint32_t tigers, uint32_t goats, bool forget);

/* The finds at a distance that is not forgotten; none beyond the last. */
struct front finds_at(const struct finds *finds, unsigned distance);

/* Frees all but the masks. */
void finds_free(struct finds *finds);

#endif
