/* A solution's folder while it is being made.
 *
 * A lock file keeps two programs from solving into one folder. Everything is written under names that end in ".new"; publishing
 * takes the old manifest away, gives the files their names, and writes the new manifest last. So at any moment a
 * manifest stands only beside the files that it describes, and what a killed program leaves behind are ".new" files that
 * the next one removes. */
#ifndef BAGHCHAL_SOLVE_SOLUTION_FOLDER_H
#define BAGHCHAL_SOLVE_SOLUTION_FOLDER_H

#include <baghchal/solution.h>

#include "solution/manifest.h"

struct bc_solution_folder {
    char path[BC_SOLUTION_PATH_MAX];
    int descriptor; /* of the folder */
    int lock;
};

/* Makes the folder and those above it where missing, locks it, and removes what an earlier attempt left. Errors:
 * BC_ERROR_SOLUTION_PATH, _WRITE, _LOCKED, _DISK_FULL. */
enum bc_error bc_solution_folder_open(struct bc_solution_folder *folder, const char *path);

/* Whether the disk has room for so many more bytes. Errors: BC_ERROR_SOLUTION_DISK_FULL, BC_ERROR_SOLUTION_WRITE. */
enum bc_error bc_solution_folder_check_space(const struct bc_solution_folder *folder, uint64_t bytes);

/* The path under which a file is to be written until it is published. `path` holds BC_SOLUTION_PATH_MAX characters. */
enum bc_error bc_solution_folder_new_file(const struct bc_solution_folder *folder, const char *name, char *path);

/* Publishes the files that the manifest lists. Errors: BC_ERROR_SOLUTION_WRITE, _DISK_FULL, BC_ERROR_MEMORY. */
enum bc_error bc_solution_folder_publish(struct bc_solution_folder *folder, const struct bc_manifest *manifest);

/* Removes what was not published and gives up the lock. */
void bc_solution_folder_close(struct bc_solution_folder *folder);

#endif
