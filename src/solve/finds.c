#include "solve/finds.h"

#include <stdlib.h>
#include <string.h>

enum { FEWEST_MASKS = 64, FEWEST_DISTANCES = 16 };

enum bc_error mask_list_add(struct mask_list *list, const uint32_t *masks, size_t count)
{
    if (count == 0) {
        return BC_OK;
    }
    if (list->size + count > list->capacity) {
        size_t capacity = list->size + count + list->capacity / 4 + FEWEST_MASKS;
        uint32_t *larger = realloc(list->masks, capacity * sizeof *larger);
        if (larger == NULL) {
            return BC_ERROR_MEMORY;
        }
        list->masks = larger;
        list->capacity = capacity;
    }
    memcpy(list->masks + list->size, masks, count * sizeof *masks);
    list->size += count;
    return BC_OK;
}

void mask_list_free(struct mask_list *list)
{
    free(list->masks);
    *list = (struct mask_list){0};
}

/* Drops what is farther back than the last distance. */
static void forget_all_but_last(struct finds *finds)
{
    uint32_t keep_from = finds->distances < 2 ? 0 : finds->ends[2 * (size_t)(finds->distances - 1) - 1];
    uint32_t dropped = keep_from - finds->forgotten;
    if (dropped > 0) {
        finds->size -= dropped;
        memmove(finds->masks, finds->masks + dropped, finds->size * sizeof *finds->masks);
        finds->forgotten = keep_from;
    }
}

enum bc_error finds_add(struct finds *finds, const uint32_t *masks, uint32_t tigers, uint32_t goats, bool forget)
{
    if (finds->distances == finds->capacity) {
        uint32_t capacity = finds->capacity * 2 + FEWEST_DISTANCES;
        uint32_t *ends = realloc(finds->ends, 2 * (size_t)capacity * sizeof *ends);
        if (ends == NULL) {
            return BC_ERROR_MEMORY;
        }
        finds->ends = ends;
        finds->capacity = capacity;
    }
    if (forget) {
        forget_all_but_last(finds);
    }
    uint32_t *ends = finds->ends + 2 * (size_t)finds->distances++;
    ends[0] = finds->forgotten + finds->size + tigers;
    ends[1] = ends[0] + goats;
    if (tigers + goats > 0) {
        memcpy(finds->masks + finds->size, masks, (size_t)(tigers + goats) * sizeof *masks);
        finds->size += tigers + goats;
    }
    return BC_OK;
}

struct front finds_at(const struct finds *finds, unsigned distance)
{
    if (distance >= finds->distances) {
        return (struct front){.masks = finds->masks};
    }
    const uint32_t *ends = finds->ends + 2 * (size_t)distance;
    uint32_t begin = distance == 0 ? 0 : ends[-1];
    return (struct front){
        .masks = finds->masks + (ends[1] == begin ? 0 : begin - finds->forgotten),
        .tigers = ends[0] - begin,
        .goats = ends[1] - ends[0],
    };
}

void finds_free(struct finds *finds)
{
    free(finds->ends);
    *finds = (struct finds){0};
}
