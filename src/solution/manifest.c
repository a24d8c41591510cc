#include "solution/manifest.h"

#include <baghchal/solution.h>

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

const char *bc_value_word(enum bc_result result)
{
    switch (result) {
    case BC_RESULT_GOATS_WIN:
        return "goats";
    case BC_RESULT_TIGERS_WIN:
        return "tigers";
    case BC_RESULT_DRAW:
        return "draw";
    case BC_RESULT_NONE:
        break;
    }
    return "none";
}

static const char *side_word(unsigned side)
{
    return side == BC_TIGERS ? "tigers" : "goats";
}

const struct bc_manifest_file *bc_manifest_file(const struct bc_manifest *manifest, const char *name)
{
    for (size_t i = 0; i < manifest->file_count; ++i) {
        if (strcmp(manifest->files[i].name, name) == 0) {
            return &manifest->files[i];
        }
    }
    return NULL;
}

/* --- writing --- */

struct sink {
    char *text;
    size_t capacity;
    size_t length;
    bool full;
};

__attribute__((format(printf, 2, 3))) static void say(struct sink *sink, const char *format, ...)
{
    if (sink->full) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(sink->text + sink->length, sink->capacity - sink->length, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= sink->capacity - sink->length) {
        sink->full = true;
        return;
    }
    sink->length += (size_t)length;
}

static void say_counts(struct sink *sink, const struct bc_layer_counts *counts)
{
    say(sink, " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64, counts->positions, counts->goats_win, counts->tigers_win,
        counts->draws);
}

size_t bc_manifest_write(const struct bc_manifest *manifest, char *text, size_t capacity)
{
    struct sink sink = {.text = text, .capacity = capacity};
    say(&sink, "baghchal-solution %d\n", BC_MANIFEST_VERSION);
    say(&sink, "board %s\n", manifest->board);
    say(&sink, "goats-to-win %u\n", manifest->rules.goats_to_win);
    say(&sink, "goat-stalemate %s\n", bc_stalemate_word((enum bc_stalemate)manifest->rules.goat_stalemate));
    say(&sink, "quiet-turns %u\n", manifest->rules.quiet_turn_limit);
    say(&sink, "start %s\n", bc_value_word((enum bc_result)manifest->start));
    for (size_t i = 0; i < manifest->file_count; ++i) {
        const struct bc_manifest_file *file = &manifest->files[i];
        say(&sink, "file %s %" PRIu64 " %016" PRIx64 "\n", file->name, file->size, file->hash);
    }
    for (size_t i = 0; i < manifest->movement_count; ++i) {
        const struct bc_movement_layer *layer = &manifest->movement[i];
        say(&sink, "movement %u %s", layer->eaten, side_word(layer->side));
        say_counts(&sink, &layer->counts);
        say(&sink, " zero %u %u end %u %u\n", layer->longest_zero[0], layer->longest_zero[1], layer->longest_end[0],
            layer->longest_end[1]);
    }
    for (size_t i = 0; i < manifest->placement_count; ++i) {
        const struct bc_placement_layer *layer = &manifest->placement[i];
        say(&sink, "placement %u %u", layer->eaten, layer->placed);
        say_counts(&sink, &layer->counts);
        say(&sink, "\n");
    }
    uint64_t hash = XXH3_64bits(text, sink.length);
    say(&sink, "checksum %016" PRIx64 "\n", hash);
    return sink.full ? 0 : sink.length;
}

/* --- reading --- */

struct source {
    const char *at;
    const char *end;
    bool bad;
};

/* Takes `word` if the text goes on with it. */
static bool take(struct source *source, const char *word)
{
    size_t length = strlen(word);
    if (source->bad || (size_t)(source->end - source->at) < length || memcmp(source->at, word, length) != 0) {
        return false;
    }
    source->at += length;
    return true;
}

static void expect(struct source *source, const char *word)
{
    if (!take(source, word)) {
        source->bad = true;
    }
}

static uint64_t take_number(struct source *source, uint64_t limit)
{
    uint64_t value = 0;
    const char *start = source->at;
    while (!source->bad && source->at < source->end && *source->at >= '0' && *source->at <= '9') {
        unsigned digit = (unsigned)(*source->at - '0');
        if (value > (limit - digit) / 10) {
            source->bad = true;
            return 0;
        }
        value = value * 10 + digit;
        ++source->at;
    }
    if (source->at == start) {
        source->bad = true;
    }
    return value;
}

static uint64_t take_hash(struct source *source)
{
    uint64_t value = 0;
    if (source->bad || source->end - source->at < 16) {
        source->bad = true;
        return 0;
    }
    for (unsigned i = 0; i < 16; ++i) {
        char c = *source->at++;
        unsigned digit = c >= '0' && c <= '9'   ? (unsigned)(c - '0')
                         : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10
                                                : 16;
        if (digit == 16) {
            source->bad = true;
            return 0;
        }
        value = value << 4 | digit;
    }
    return value;
}

/* Takes characters up to the next space or line end. */
static void take_word(struct source *source, char *word, size_t capacity)
{
    size_t length = 0;
    while (!source->bad && source->at<source->end && * source->at> ' ' && *source->at < 127) {
        if (length + 1 == capacity) {
            source->bad = true;
            return;
        }
        word[length++] = *source->at++;
    }
    if (length == 0) {
        source->bad = true;
    }
    word[length] = '\0';
}

/* One of up to three words; its number is returned. */
static unsigned take_choice(struct source *source, const char *const words[3])
{
    for (unsigned i = 0; i < 3; ++i) {
        if (words[i] != NULL && take(source, words[i])) {
            return i;
        }
    }
    source->bad = true;
    return 0;
}

static void take_counts(struct source *source, struct bc_layer_counts *counts)
{
    uint64_t *const fields[] = {&counts->positions, &counts->goats_win, &counts->tigers_win, &counts->draws};
    for (unsigned i = 0; i < 4; ++i) {
        expect(source, " ");
        *fields[i] = take_number(source, UINT64_MAX);
    }
}

static void take_file(struct source *source, struct bc_manifest *manifest)
{
    if (manifest->file_count == BC_MANIFEST_FILES_MAX) {
        source->bad = true;
        return;
    }
    struct bc_manifest_file *file = &manifest->files[manifest->file_count++];
    take_word(source, file->name, sizeof file->name);
    expect(source, " ");
    file->size = take_number(source, UINT64_MAX);
    expect(source, " ");
    file->hash = take_hash(source);
    expect(source, "\n");
    if (strchr(file->name, '/') != NULL) {
        source->bad = true;
    }
}

static void take_movement(struct source *source, struct bc_manifest *manifest)
{
    static const char *const sides[3] = {"goats", "tigers"};
    if (manifest->movement_count == sizeof manifest->movement / sizeof manifest->movement[0]) {
        source->bad = true;
        return;
    }
    struct bc_movement_layer *layer = &manifest->movement[manifest->movement_count++];
    layer->eaten = (uint8_t)take_number(source, BC_POINTS_MAX);
    expect(source, " ");
    layer->side = (uint8_t)take_choice(source, sides);
    take_counts(source, &layer->counts);
    expect(source, " zero ");
    layer->longest_zero[0] = (uint16_t)take_number(source, UINT16_MAX);
    expect(source, " ");
    layer->longest_zero[1] = (uint16_t)take_number(source, UINT16_MAX);
    expect(source, " end ");
    layer->longest_end[0] = (uint16_t)take_number(source, UINT16_MAX);
    expect(source, " ");
    layer->longest_end[1] = (uint16_t)take_number(source, UINT16_MAX);
    expect(source, "\n");
}

static void take_placement(struct source *source, struct bc_manifest *manifest)
{
    if (manifest->placement_count == sizeof manifest->placement / sizeof manifest->placement[0]) {
        source->bad = true;
        return;
    }
    struct bc_placement_layer *layer = &manifest->placement[manifest->placement_count++];
    layer->eaten = (uint8_t)take_number(source, BC_POINTS_MAX);
    expect(source, " ");
    layer->placed = (uint8_t)take_number(source, BC_POINTS_MAX);
    take_counts(source, &layer->counts);
    expect(source, "\n");
}

enum bc_error bc_manifest_read(const char *text, size_t length, struct bc_manifest *manifest)
{
    static const char *const stalemates[3] = {"tigers", "draw"};
    static const char *const values[3] = {"goats", "tigers", "draw"};
    struct source source = {.at = text, .end = text + length};
    memset(manifest, 0, sizeof *manifest);
    if (!take(&source, "baghchal-solution ")) {
        return BC_ERROR_SOLUTION_MANIFEST;
    }
    uint64_t version = take_number(&source, UINT32_MAX);
    if (!source.bad && version != BC_MANIFEST_VERSION) {
        return BC_ERROR_SOLUTION_VERSION;
    }
    expect(&source, "\nboard ");
    take_word(&source, manifest->board, sizeof manifest->board);
    expect(&source, "\ngoats-to-win ");
    manifest->rules.goats_to_win = (uint8_t)take_number(&source, BC_POINTS_MAX);
    expect(&source, "\ngoat-stalemate ");
    manifest->rules.goat_stalemate =
        take_choice(&source, stalemates) == 0 ? BC_STALEMATE_TIGERS_WIN : BC_STALEMATE_DRAW;
    manifest->rules.repetition = BC_REPETITION_DRAW;
    expect(&source, "\nquiet-turns ");
    manifest->rules.quiet_turn_limit = (uint16_t)take_number(&source, UINT16_MAX);
    expect(&source, "\nstart ");
    manifest->start =
        take(&source, "none") ? (uint8_t)BC_RESULT_NONE : (uint8_t)(BC_RESULT_GOATS_WIN + take_choice(&source, values));
    expect(&source, "\n");
    while (take(&source, "file ")) {
        take_file(&source, manifest);
    }
    while (take(&source, "movement ")) {
        take_movement(&source, manifest);
    }
    while (take(&source, "placement ")) {
        take_placement(&source, manifest);
    }
    size_t covered = (size_t)(source.at - text);
    expect(&source, "checksum ");
    uint64_t hash = take_hash(&source);
    expect(&source, "\n");
    if (source.bad || source.at != source.end) {
        return BC_ERROR_SOLUTION_MANIFEST;
    }
    return hash == XXH3_64bits(text, covered) ? BC_OK : BC_ERROR_SOLUTION_CHECKSUM;
}

/* Reads a whole file of at most BC_MANIFEST_SIZE_MAX bytes. */
static enum bc_error read_text(int descriptor, char *text, size_t *length)
{
    *length = 0;
    for (;;) {
        ssize_t got = read(descriptor, text + *length, BC_MANIFEST_SIZE_MAX - *length);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return BC_ERROR_SOLUTION_UNREADABLE;
        }
        if (got == 0) {
            return BC_OK;
        }
        *length += (size_t)got;
        if (*length == BC_MANIFEST_SIZE_MAX) {
            return BC_ERROR_SOLUTION_MANIFEST;
        }
    }
}

enum bc_error bc_manifest_load(const char *folder, struct bc_manifest *manifest)
{
    char path[BC_SOLUTION_PATH_MAX];
    int written = snprintf(path, sizeof path, "%s/%s", folder, BC_MANIFEST_NAME);
    if (written < 0 || (size_t)written >= sizeof path) {
        return BC_ERROR_SOLUTION_PATH;
    }
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        return errno == ENOENT || errno == ENOTDIR ? BC_ERROR_SOLUTION_MISSING : BC_ERROR_SOLUTION_UNREADABLE;
    }
    char *text = malloc(BC_MANIFEST_SIZE_MAX);
    size_t length = 0;
    enum bc_error error = text == NULL ? BC_ERROR_MEMORY : read_text(descriptor, text, &length);
    if (error == BC_OK) {
        error = bc_manifest_read(text, length, manifest);
    }
    free(text);
    close(descriptor);
    return error;
}
