/* A small board solved into a temporary folder, for tests that read it. */
#ifndef BAGHCHAL_TESTS_SOLVED_BOARD_H
#define BAGHCHAL_TESTS_SOLVED_BOARD_H

#include "solution/temporary_folder.h"
#include "solve/make_solution.h"

#include <baghchal/solution.h>

struct solved_board {
    struct bc_board board;
    struct bc_rules rules;
    struct bc_index *index;
    char folder[TEMPORARY_PATH_MAX];
};

/* Solves a board by its number in the library's list; `rules` may be NULL for its default. Returns what bc_make_solution() did, or
 * another error. */
static inline enum bc_error solved_board_make(struct solved_board *solved, size_t number, const struct bc_rules *rules)
{
    enum bc_error error = bc_board_init(&solved->board, bc_board_description(number));
    solved->rules = rules != NULL ? *rules : bc_rules_default(&solved->board);
    if (error == BC_OK) {
        error = bc_index_create(&solved->board, &solved->index);
    }
    struct bc_solve_result *result = calloc(1, sizeof *result);
    struct bc_manifest *manifest = calloc(1, sizeof *manifest);
    if (error == BC_OK && (result == NULL || manifest == NULL || !temporary_folder_make(solved->folder))) {
        error = BC_ERROR_MEMORY;
    }
    struct bc_make_options options = {.folder = solved->folder, .solve = {.rules = solved->rules, .threads = 2}};
    if (error == BC_OK) {
        error = bc_make_solution(solved->index, &options, result, manifest);
    }
    free(result);
    free(manifest);
    return error;
}

static inline void solved_board_remove(struct solved_board *solved)
{
    bc_index_destroy(solved->index);
    temporary_folder_remove(solved->folder);
}

/* Reads a file of the folder into memory that the caller frees; NULL when it cannot be read. */
static inline uint8_t *solved_board_read(const struct solved_board *solved, const char *name, size_t *size)
{
    char path[TEMPORARY_PATH_MAX + 64];
    (void)snprintf(path, sizeof path, "%s/%s", solved->folder, name);
    FILE *file = fopen(path, "rb");
    if (file == NULL || fseek(file, 0, SEEK_END) != 0) {
        return NULL;
    }
    long length = ftell(file);
    uint8_t *bytes = length < 0 ? NULL : malloc((size_t)length + 1);
    rewind(file);
    if (bytes != NULL && fread(bytes, 1, (size_t)length, file) != (size_t)length) {
        free(bytes);
        bytes = NULL;
    }
    (void)fclose(file);
    *size = (size_t)length;
    return bytes;
}

/* Puts other bytes in the place of a file. Returns whether that worked. */
static inline bool solved_board_write(const struct solved_board *solved, const char *name, const uint8_t *bytes,
                                      size_t size)
{
    char path[TEMPORARY_PATH_MAX + 64];
    (void)snprintf(path, sizeof path, "%s/%s", solved->folder, name);
    FILE *file = fopen(path, "wb");
    bool written = file != NULL && fwrite(bytes, 1, size, file) == size;
    return file != NULL && fclose(file) == 0 && written;
}

#endif
