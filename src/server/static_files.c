#include "server/static_files.h"
#include "server/http_reader.h"

#include <xxhash.h>

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FILE_SIZE_MAX = 64 * 1024 * 1024, DEPTH_MAX = 8 };

static const struct {
    const char *ending;
    const char *type;
} types[] = {
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".mjs", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".json", "application/json"},
    {".webmanifest", "application/manifest+json"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".ico", "image/x-icon"},
    {".wasm", "application/wasm"},
    {".woff2", "font/woff2"},
    {".txt", "text/plain; charset=utf-8"},
};

static bool ends_with(const char *text, const char *ending)
{
    size_t length = strlen(text);
    size_t size = strlen(ending);
    return length > size && strcmp(text + length - size, ending) == 0;
}

static const char *type_of(const char *path)
{
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (ends_with(path, types[i].ending)) {
            return types[i].type;
        }
    }
    return "application/octet-stream";
}

static bool read_file(const char *path, char **data, size_t *size)
{
    FILE *file = fopen(path, "rbe");
    struct stat status;
    if (file == NULL) {
        return false;
    }
    bool good = fstat(fileno(file), &status) == 0 && S_ISREG(status.st_mode) && status.st_size <= FILE_SIZE_MAX;
    *size = good ? (size_t)status.st_size : 0;
    *data = good ? malloc(*size + 1) : NULL;
    good = *data != NULL && fread(*data, 1, *size, file) == *size;
    (void)fclose(file);
    if (!good) {
        free(*data);
        *data = NULL;
    }
    return good;
}

static struct static_file *entry(struct static_files *files, const char *path)
{
    for (size_t i = 0; i < files->count; i++) {
        if (strcmp(files->files[i].path, path) == 0) {
            return &files->files[i];
        }
    }
    if (files->count == files->capacity) {
        size_t capacity = files->capacity == 0 ? 64 : files->capacity * 2;
        struct static_file *grown = realloc(files->files, capacity * sizeof *grown);
        if (grown == NULL) {
            return NULL;
        }
        files->files = grown;
        files->capacity = capacity;
    }
    struct static_file *file = &files->files[files->count];
    *file = (struct static_file){.path = strdup(path), .type = type_of(path)};
    file->immutable = strncmp(path, "/assets/", 8) == 0;
    if (file->path == NULL) {
        return NULL;
    }
    files->count++;
    return file;
}

static bool add(struct static_files *files, const char *full, const char *path)
{
    char name[PATH_MAX];
    enum static_encoding form = ends_with(path, ".gz")   ? STATIC_GZIP
                                : ends_with(path, ".br") ? STATIC_BROTLI
                                                         : STATIC_PLAIN;
    (void)snprintf(name, sizeof name, "%s", path);
    if (form != STATIC_PLAIN) {
        name[strlen(name) - 3] = '\0';
    }
    struct static_file *file = entry(files, name);
    if (file == NULL || !read_file(full, &file->forms[form].data, &file->forms[form].size)) {
        return false;
    }
    (void)snprintf(file->forms[form].tag, sizeof file->forms[form].tag, "\"%016llx%d\"",
                   (unsigned long long)XXH3_64bits(file->forms[form].data, file->forms[form].size), (int)form);
    return true;
}

static bool load_folder(struct static_files *files, const char *folder, const char *below, int depth)
{
    DIR *directory = opendir(folder);
    if (directory == NULL || depth > DEPTH_MAX) {
        if (directory != NULL) {
            (void)closedir(directory);
        }
        return false;
    }
    bool good = true;
    struct dirent *item;
    while (good && (item = readdir(directory)) != NULL) {
        char full[PATH_MAX];
        char path[PATH_MAX];
        struct stat status;
        if (item->d_name[0] == '.') {
            continue;
        }
        if (snprintf(full, sizeof full, "%s/%s", folder, item->d_name) >= (int)sizeof full ||
            snprintf(path, sizeof path, "%s/%s", below, item->d_name) >= (int)sizeof path || stat(full, &status) != 0) {
            good = false;
        } else if (S_ISDIR(status.st_mode)) {
            good = load_folder(files, full, path, depth + 1);
        } else if (S_ISREG(status.st_mode)) {
            good = add(files, full, path);
        }
    }
    (void)closedir(directory);
    return good;
}

static int compare(const void *a, const void *b)
{
    return strcmp(((const struct static_file *)a)->path, ((const struct static_file *)b)->path);
}

bool static_files_load(struct static_files *files, const char *folder, char *message, size_t size)
{
    *files = (struct static_files){0};
    errno = 0;
    if (!load_folder(files, folder, "", 0)) {
        (void)snprintf(message, size, "%s: %s", folder, errno != 0 ? strerror(errno) : "a file cannot be read");
        static_files_free(files);
        return false;
    }
    if (files->count > 0) {
        qsort(files->files, files->count, sizeof *files->files, compare);
    }
    if (static_files_find(files, "/index.html") == NULL) {
        (void)snprintf(message, size, "%s: there is no index.html", folder);
        static_files_free(files);
        return false;
    }
    return true;
}

void static_files_free(struct static_files *files)
{
    for (size_t i = 0; i < files->count; i++) {
        free(files->files[i].path);
        for (unsigned form = 0; form < STATIC_ENCODING_COUNT; form++) {
            free(files->files[i].forms[form].data);
        }
    }
    free(files->files);
    *files = (struct static_files){0};
}

const struct static_file *static_files_find(const struct static_files *files, const char *path)
{
    size_t low = 0;
    size_t high = files->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(files->files[middle].path, path);
        if (order == 0) {
            return files->files[middle].forms[STATIC_PLAIN].data == NULL ? NULL : &files->files[middle];
        }
        if (order < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return NULL;
}

enum static_encoding static_file_choose(const struct static_file *file, const char *accepted)
{
    if (file->forms[STATIC_BROTLI].data != NULL && http_field_has(accepted, "br")) {
        return STATIC_BROTLI;
    }
    return file->forms[STATIC_GZIP].data != NULL && http_field_has(accepted, "gzip") ? STATIC_GZIP : STATIC_PLAIN;
}
