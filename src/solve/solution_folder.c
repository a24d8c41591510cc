#include "solve/solution_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#define LOCK_NAME "lock"
#define NEW_SUFFIX ".new"

static enum bc_error write_error(void)
{
    return errno == ENOSPC || errno == EDQUOT ? BC_ERROR_SOLUTION_DISK_FULL : BC_ERROR_SOLUTION_WRITE;
}

/* Makes the folder and every missing one above it. */
static enum bc_error make_folders(char *path)
{
    for (char *at = path + 1;; ++at) {
        if (*at != '/' && *at != '\0') {
            continue;
        }
        char kept = *at;
        *at = '\0';
        int failed = mkdir(path, 0777) != 0 && errno != EEXIST;
        *at = kept;
        if (failed) {
            return write_error();
        }
        if (kept == '\0') {
            return BC_OK;
        }
    }
}

static bool ends_in(const char *name, const char *suffix)
{
    size_t length = strlen(name);
    size_t wanted = strlen(suffix);
    return length > wanted && strcmp(name + length - wanted, suffix) == 0;
}

/* Removes unpublished files of this or an earlier attempt. */
static void remove_leftovers(const struct bc_solution_folder *folder)
{
    int descriptor = dup(folder->descriptor);
    DIR *listing = descriptor < 0 ? NULL : fdopendir(descriptor);
    if (listing == NULL) {
        if (descriptor >= 0) {
            close(descriptor);
        }
        return;
    }
    rewinddir(listing);
    for (struct dirent *entry = readdir(listing); entry != NULL; entry = readdir(listing)) {
        if (ends_in(entry->d_name, NEW_SUFFIX)) {
            unlinkat(folder->descriptor, entry->d_name, 0);
        }
    }
    closedir(listing);
}

enum bc_error bc_solution_folder_open(struct bc_solution_folder *folder, const char *path)
{
    folder->descriptor = -1;
    folder->lock = -1;
    size_t length = strlen(path);
    if (length == 0 || length >= sizeof folder->path) {
        return BC_ERROR_SOLUTION_PATH;
    }
    memcpy(folder->path, path, length + 1);
    enum bc_error error = make_folders(folder->path);
    if (error != BC_OK) {
        return error;
    }
    folder->descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder->descriptor < 0) {
        return BC_ERROR_SOLUTION_WRITE;
    }
    folder->lock = openat(folder->descriptor, LOCK_NAME, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (folder->lock < 0) {
        error = write_error();
    } else if (flock(folder->lock, LOCK_EX | LOCK_NB) != 0) {
        error = errno == EWOULDBLOCK ? BC_ERROR_SOLUTION_LOCKED : BC_ERROR_SOLUTION_WRITE;
    }
    if (error != BC_OK) {
        if (folder->lock >= 0) {
            close(folder->lock);
        }
        close(folder->descriptor);
        folder->descriptor = -1;
        folder->lock = -1;
        return error;
    }
    remove_leftovers(folder);
    return BC_OK;
}

enum bc_error bc_solution_folder_check_space(const struct bc_solution_folder *folder, uint64_t bytes)
{
    struct statvfs status;
    if (fstatvfs(folder->descriptor, &status) != 0) {
        return BC_ERROR_SOLUTION_WRITE;
    }
    return bytes / status.f_frsize < status.f_bavail ? BC_OK : BC_ERROR_SOLUTION_DISK_FULL;
}

enum bc_error bc_solution_folder_new_file(const struct bc_solution_folder *folder, const char *name, char *path)
{
    int length = snprintf(path, BC_SOLUTION_PATH_MAX, "%s/%s%s", folder->path, name, NEW_SUFFIX);
    return length < 0 || length >= BC_SOLUTION_PATH_MAX ? BC_ERROR_SOLUTION_PATH : BC_OK;
}

static enum bc_error give_name(const struct bc_solution_folder *folder, const char *name)
{
    char new_name[BC_MANIFEST_FILE_NAME_MAX + sizeof NEW_SUFFIX];
    int length = snprintf(new_name, sizeof new_name, "%s%s", name, NEW_SUFFIX);
    if (length < 0 || (size_t)length >= sizeof new_name) {
        return BC_ERROR_SOLUTION_PATH;
    }
    return renameat(folder->descriptor, new_name, folder->descriptor, name) == 0 ? BC_OK : write_error();
}

static enum bc_error write_text(int descriptor, const char *text, size_t length)
{
    while (length > 0) {
        ssize_t put = write(descriptor, text, length);
        if (put < 0 && errno == EINTR) {
            continue;
        }
        if (put < 0) {
            return write_error();
        }
        text += put;
        length -= (size_t)put;
    }
    return fsync(descriptor) == 0 ? BC_OK : write_error();
}

static enum bc_error write_manifest(const struct bc_solution_folder *folder, const struct bc_manifest *manifest)
{
    char *text = malloc(BC_MANIFEST_SIZE_MAX);
    if (text == NULL) {
        return BC_ERROR_MEMORY;
    }
    enum bc_error error = BC_ERROR_ARGUMENT;
    size_t length = bc_manifest_write(manifest, text, BC_MANIFEST_SIZE_MAX);
    if (length > 0) {
        int descriptor =
            openat(folder->descriptor, BC_MANIFEST_NAME NEW_SUFFIX, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
        error = descriptor < 0 ? write_error() : write_text(descriptor, text, length);
        if (descriptor >= 0) {
            close(descriptor);
        }
    }
    free(text);
    return error;
}

enum bc_error bc_solution_folder_publish(struct bc_solution_folder *folder, const struct bc_manifest *manifest)
{
    if (unlinkat(folder->descriptor, BC_MANIFEST_NAME, 0) != 0 && errno != ENOENT) {
        return write_error();
    }
    if (fsync(folder->descriptor) != 0) {
        return write_error();
    }
    enum bc_error error = BC_OK;
    for (size_t i = 0; i < manifest->file_count && error == BC_OK; ++i) {
        error = give_name(folder, manifest->files[i].name);
    }
    if (error == BC_OK) {
        error = write_manifest(folder, manifest);
    }
    if (error == BC_OK && fsync(folder->descriptor) != 0) {
        error = write_error();
    }
    if (error == BC_OK) {
        error = give_name(folder, BC_MANIFEST_NAME);
    }
    if (error == BC_OK && fsync(folder->descriptor) != 0) {
        error = write_error();
    }
    return error;
}

void bc_solution_folder_close(struct bc_solution_folder *folder)
{
    if (folder->descriptor < 0) {
        return;
    }
    remove_leftovers(folder);
    close(folder->lock);
    close(folder->descriptor);
    folder->descriptor = -1;
    folder->lock = -1;
}
