/* A folder that a test may fill. */
#ifndef BAGHCHAL_TESTS_TEMPORARY_FOLDER_H
#define BAGHCHAL_TESTS_TEMPORARY_FOLDER_H

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TEMPORARY_PATH_MAX = 256 };

/* Makes a folder of a new name. Returns whether that worked. */
static inline bool temporary_folder_make(char path[TEMPORARY_PATH_MAX])
{
    const char *parent = getenv("TMPDIR");
    (void)snprintf(path, TEMPORARY_PATH_MAX, "%s/baghchal-test-XXXXXX", parent != NULL ? parent : "/tmp");
    return mkdtemp(path) != NULL;
}

/* Removes the folder and the files in it. */
static inline void temporary_folder_remove(const char *path)
{
    DIR *listing = opendir(path);
    for (struct dirent *entry = listing == NULL ? NULL : readdir(listing); entry != NULL; entry = readdir(listing)) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            (void)unlinkat(dirfd(listing), entry->d_name, 0);
        }
    }
    if (listing != NULL) {
        (void)closedir(listing);
    }
    (void)rmdir(path);
}

#endif
