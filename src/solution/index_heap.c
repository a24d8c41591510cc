/* Indices on the heap. */
#include "solution/index.h"

#include <stdlib.h>

enum bc_error bc_index_create(const struct bc_board *board, struct bc_index **index)
{
    *index = NULL;
    size_t size = bc_index_memory(board);
    if (size == 0) {
        return BC_ERROR_ARGUMENT;
    }
    void *memory = malloc(size);
    if (memory == NULL) {
        return BC_ERROR_MEMORY;
    }
    *index = bc_index_place(board, memory);
    return BC_OK;
}

void bc_index_destroy(struct bc_index *index)
{
    free(index);
}
