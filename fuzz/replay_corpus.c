/*
 * Feeds files to a fuzz target once each, for builds without libFuzzer. Arguments are files or folders; a folder gives
 * every regular file in it. Exits 1 when something cannot be read; a target that finds a fault does not return.
 */
#include <dirent.h>
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { INPUT_SIZE_LIMIT = 16 * 1024 * 1024 };

static int complain(const char *path)
{
    fprintf(stderr, "%s: %s\n", path, strerror(errno));
    return 1;
}

/* Reads the whole file into memory of exactly its size, so that reading past the end is seen by the address
 * sanitizer. */
static int replay_file(const char *path, size_t size, unsigned *replayed)
{
    if (size > INPUT_SIZE_LIMIT) {
        errno = EFBIG;
        return complain(path);
    }
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return complain(path);
    }
    uint8_t *data = malloc(size == 0 ? 1 : size);
    if (data == NULL || fread(data, 1, size, file) != size) {
        int result = complain(path);
        free(data);
        fclose(file);
        return result;
    }
    fclose(file);
    LLVMFuzzerTestOneInput(data, size);
    free(data);
    ++*replayed;
    return 0;
}

static int replay_folder(const char *path, unsigned *replayed)
{
    struct dirent **entries = NULL;
    int count = scandir(path, &entries, NULL, alphasort);
    if (count < 0) {
        return complain(path);
    }
    int result = 0;
    for (int i = 0; i < count; ++i) {
        char inner[4096];
        struct stat status;
        int length = snprintf(inner, sizeof inner, "%s/%s", path, entries[i]->d_name);
        free(entries[i]);
        if (length < 0 || (size_t)length >= sizeof inner) {
            errno = ENAMETOOLONG;
            result |= complain(path);
        } else if (stat(inner, &status) != 0) {
            result |= complain(inner);
        } else if (S_ISREG(status.st_mode)) {
            result |= replay_file(inner, (size_t)status.st_size, replayed);
        }
    }
    free(entries);
    return result;
}

int main(int argc, char **argv)
{
    unsigned replayed = 0;
    int result = 0;
    for (int i = 1; i < argc; ++i) {
        struct stat status;
        if (stat(argv[i], &status) != 0) {
            result |= complain(argv[i]);
        } else if (S_ISDIR(status.st_mode)) {
            result |= replay_folder(argv[i], &replayed);
        } else {
            result |= replay_file(argv[i], (size_t)status.st_size, &replayed);
        }
    }
    printf("%u inputs replayed\n", replayed);
    if (replayed == 0) {
        fputs("no input was replayed\n", stderr);
        result = 1;
    }
    return result;
}
