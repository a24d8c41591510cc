/* The files of the page, read into memory once, with their compressed twins.
 *
 * FILE.gz and FILE.br beside a file are its compressed forms. Files under assets/ have names that change with their contents and are kept by
 * browsers for ever; all others are asked for again each time, by their entity tag. Read-only after loading. */
#ifndef BAGHCHAL_SERVER_STATIC_FILES_H
#define BAGHCHAL_SERVER_STATIC_FILES_H

#include <stdbool.h>
#include <stddef.h>

enum static_encoding { STATIC_PLAIN, STATIC_GZIP, STATIC_BROTLI, STATIC_ENCODING_COUNT };

struct static_file {
    char *path; /* with a slash in front */
    const char *type;
    bool immutable;
    struct {
        char *data; /* NULL where there is no such form */
        size_t size;
        char tag[24]; /* quoted */
    } forms[STATIC_ENCODING_COUNT];
};

struct static_files {
    struct static_file *files; /* sorted by path */
    size_t count;
    size_t capacity;
};

/* Reads a folder. Errors: false and a sentence; nothing is to be freed then. */
bool static_files_load(struct static_files *files, const char *folder, char *message, size_t size);
void static_files_free(struct static_files *files);

/* The file at a path such as /assets/x.js, or NULL. */
const struct static_file *static_files_find(const struct static_files *files, const char *path);

/* The best form that an Accept-Encoding field allows. */
enum static_encoding static_file_choose(const struct static_file *file, const char *accepted);

#endif
