#include "solve/make_solution.h"

#include "solve/download_writer.h"
#include "solve/movement_writer.h"
#include "solve/placement_writer.h"
#include "solve/solution_folder.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Shares of the whole time, from a run of the standard game: see docs/measurements.md. */
#define PACKING_SHARE 0.5

/* Sizes per entry of the standard game, rounded up: see docs/measurements.md. */
enum {
    MOVEMENT_BITS_AN_ENTRY = 10,   /* both distances, one side */
    PLACEMENT_ENTRIES_A_BYTE = 24, /* on disk */
    STASH_ENTRIES_A_BYTE = 9,      /* in memory, while the placement phase is solved: of those that the stash takes */
};

struct maker {
    struct bc_movement_writer movement;
    struct bc_download_writer download;
    struct bc_layer_stash stash;
    const struct bc_index *index;
    const struct bc_make_options *options;
    const struct bc_solve_options *solve; /* what bc_solve() gets */
    const struct bc_solution_folder *folder;
    struct bc_manifest *manifest;
    double solve_share;
};

static uint64_t movement_entries(const struct bc_index *index, const struct bc_solve_options *options)
{
    uint64_t entries = 0;
    for (unsigned eaten = 0; eaten < options->rules.goats_to_win; ++eaten) {
        entries += 2ULL * index->class_count * bc_index_mask_count(index, index->board->goat_count - eaten);
    }
    return entries;
}

/* Of all numbers of eaten goats from `eaten` on: the masks that leave a goat in hand. */
static uint64_t placement_entries(const struct bc_index *index, const struct bc_solve_options *options, unsigned eaten)
{
    uint64_t masks = 0;
    unsigned goats = index->board->goat_count;
    for (; !options->movement_only && eaten < options->rules.goats_to_win; ++eaten) {
        for (unsigned on_board = 0; on_board + eaten < goats && on_board <= index->free_count; ++on_board) {
            masks += bc_index_mask_count(index, on_board);
        }
    }
    return masks * index->class_count;
}

uint64_t bc_make_disk_estimate(const struct bc_index *index, const struct bc_solve_options *options)
{
    return movement_entries(index, options) * MOVEMENT_BITS_AN_ENTRY / 8 +
           placement_entries(index, options, 0) / PLACEMENT_ENTRIES_A_BYTE + (1 << 20);
}

static uint64_t stash_bytes(const struct bc_index *index, const struct bc_solve_options *options)
{
    return placement_entries(index, options, BC_SOLVE_KEPT_EATEN) / STASH_ENTRIES_A_BYTE;
}

uint64_t bc_make_memory_estimate(const struct bc_index *index, const struct bc_solve_options *options)
{
    struct bc_solve_options solve = *options;
    solve.sink_bytes = stash_bytes(index, options);
    return bc_solve_memory(index, &solve);
}

static enum bc_error take_movement(void *context, const struct bc_solve_movement *part)
{
    struct maker *maker = context;
    bc_download_writer_add(&maker->download, part);
    return bc_movement_writer_add(&maker->movement, part);
}

static enum bc_error take_placement(void *context, const struct bc_solve_placement *part)
{
    struct maker *maker = context;
    return bc_layer_stash_add(&maker->stash, part);
}

static void report(const struct maker *maker, enum bc_make_stage stage, unsigned number, double done)
{
    if (maker->options->progress != NULL) {
        struct bc_make_progress progress = {.stage = stage, .number = number, .done = done};
        maker->options->progress(maker->options->progress_context, &progress);
    }
}

static void report_solving(void *context, const struct bc_solve_progress *progress)
{
    const struct maker *maker = context;
    report(maker, progress->placement ? BC_MAKE_PLACEMENT : BC_MAKE_MOVEMENT, progress->number,
           progress->done * maker->solve_share);
}

static void report_packing(void *context, double done)
{
    const struct maker *maker = context;
    report(maker, BC_MAKE_PACKING, 0, maker->solve_share + done * (1 - maker->solve_share));
}

static struct bc_layer_counts counts_of(const struct bc_solve_counts *counts)
{
    return (struct bc_layer_counts){.positions = counts->goats_win + counts->tigers_win + counts->draws,
                                    .goats_win = counts->goats_win,
                                    .tigers_win = counts->tigers_win,
                                    .draws = counts->draws};
}

static void fill_manifest(const struct bc_index *index, const struct bc_solve_options *options,
                          const struct bc_solve_result *result, struct bc_manifest *manifest)
{
    unsigned goats = index->board->goat_count;
    for (unsigned eaten = options->rules.goats_to_win; eaten-- > 0;) {
        for (unsigned side = 2; side-- > 0;) {
            const struct bc_solve_movement_counts *counts = &result->movement[eaten][side];
            struct bc_movement_layer *layer = &manifest->movement[manifest->movement_count++];
            layer->counts = counts_of(&counts->counts);
            layer->eaten = (uint8_t)eaten;
            layer->side = (uint8_t)side;
            memcpy(layer->longest_zero, counts->longest_zero, sizeof layer->longest_zero);
            memcpy(layer->longest_end, counts->longest_end, sizeof layer->longest_end);
        }
    }
    for (unsigned placed = options->movement_only ? 0 : goats; placed-- > 0;) {
        for (unsigned eaten = 0; eaten < options->rules.goats_to_win && eaten <= placed; ++eaten) {
            struct bc_placement_layer *layer = &manifest->placement[manifest->placement_count++];
            layer->counts = counts_of(&result->placement[placed][eaten][BC_GOATS]);
            layer->eaten = (uint8_t)eaten;
            layer->placed = (uint8_t)placed;
        }
    }
    manifest->start = result->start;
}

static void list_file(struct maker *maker, const char *name, uint64_t size, uint64_t hash)
{
    struct bc_manifest_file *file = &maker->manifest->files[maker->manifest->file_count++];
    memcpy(file->name, name, strlen(name) + 1);
    file->size = size;
    file->hash = hash;
}

static enum bc_error check_room(const struct bc_index *index, const struct bc_solve_options *options,
                                const struct bc_solution_folder *folder)
{
    uint64_t limit = options->memory_limit != 0 ? options->memory_limit : bc_solve_memory_available();
    if (bc_make_memory_estimate(index, options) > limit) {
        return BC_ERROR_MEMORY;
    }
    return bc_solution_folder_check_space(folder, bc_make_disk_estimate(index, options));
}

/* The small form of the movement phase is packed beside the placement table. */
struct download_job {
    struct maker *maker;
    uint64_t size;
    uint64_t hash;
    enum bc_error error;
};

static void *write_download(void *argument)
{
    struct download_job *job = argument;
    struct maker *maker = job->maker;
    char path[BC_SOLUTION_PATH_MAX];
    job->error = bc_solution_folder_new_file(maker->folder, BC_MOVEMENT_WEB_NAME, path);
    if (job->error == BC_OK) {
        job->error = bc_download_writer_write(&maker->download, path, maker->solve->threads, &job->size, &job->hash);
    }
    return NULL;
}

static enum bc_error write_placement(struct maker *maker, const struct bc_solve_kept *kept)
{
    uint64_t size = 0;
    uint64_t hash = 0;
    char path[BC_SOLUTION_PATH_MAX];
    struct bc_placement_watch watch = {.cancel = maker->solve->cancel, .progress = report_packing, .context = maker};
    enum bc_error error = bc_solution_folder_new_file(maker->folder, BC_PLACEMENT_TABLE_NAME, path);
    if (error == BC_OK) {
        error = bc_write_placement(&maker->stash, kept, maker->index, &maker->solve->rules, path, &watch, &size, &hash);
    }
    if (error == BC_OK) {
        list_file(maker, BC_PLACEMENT_TABLE_NAME, size, hash);
    }
    return error;
}

/* Finishes the movement table and writes the others; without `kept` there is no placement phase. */
static enum bc_error write_tables(struct maker *maker, const struct bc_solve_kept *kept)
{
    uint64_t size = 0;
    uint64_t hash = 0;
    enum bc_error error = bc_movement_writer_finish(&maker->movement, &size, &hash);
    if (error != BC_OK) {
        return error;
    }
    list_file(maker, BC_MOVEMENT_TABLE_NAME, size, hash);
    struct download_job job = {.maker = maker};
    pthread_t thread;
    bool started = pthread_create(&thread, NULL, write_download, &job) == 0;
    if (kept != NULL) {
        error = write_placement(maker, kept);
    }
    if (started) {
        pthread_join(thread, NULL);
    } else {
        write_download(&job);
    }
    error = error != BC_OK ? error : job.error;
    if (error == BC_OK && job.size != 0) {
        list_file(maker, BC_MOVEMENT_WEB_NAME, job.size, job.hash);
    }
    return error;
}

static enum bc_error take_kept(void *context, const struct bc_solve_kept *kept)
{
    return write_tables(context, kept);
}

/* Solves into the open writers and writes the tables: those of the placement phase while the solver still has its planes. */
static enum bc_error solve_and_write(struct maker *maker, struct bc_solution_folder *folder,
                                     struct bc_solve_result *result)
{
    enum bc_error error = bc_solve(maker->index, maker->solve, result);
    if (error == BC_OK && maker->solve->movement_only) {
        error = write_tables(maker, NULL);
    }
    if (error != BC_OK) {
        bc_movement_writer_abandon(&maker->movement);
        return error;
    }
    fill_manifest(maker->index, maker->solve, result, maker->manifest);
    return bc_solution_folder_publish(folder, maker->manifest);
}

enum bc_error bc_make_solution(const struct bc_index *index, const struct bc_make_options *options,
                               struct bc_solve_result *result, struct bc_manifest *manifest)
{
    struct maker *maker = calloc(1, sizeof *maker);
    if (maker == NULL) {
        return BC_ERROR_MEMORY;
    }
    maker->index = index;
    maker->options = options;
    maker->manifest = manifest;
    maker->solve_share = options->solve.movement_only ? 1.0 : 1.0 - PACKING_SHARE;
    struct bc_solve_options solve = options->solve;
    solve.rules.repetition = BC_REPETITION_DRAW;
    if (solve.threads == 0) {
        long processors = sysconf(_SC_NPROCESSORS_ONLN);
        solve.threads = processors < 1                      ? 1
                        : processors > BC_SOLVE_THREADS_MAX ? BC_SOLVE_THREADS_MAX
                                                            : (unsigned)processors;
    }
    solve.count_placement = true;
    solve.sink_bytes = stash_bytes(index, &solve);
    solve.sink.context = maker;
    solve.sink.movement = take_movement;
    solve.sink.placement = solve.movement_only ? NULL : take_placement;
    solve.sink.kept = solve.movement_only ? NULL : take_kept;
    solve.progress = report_solving;
    solve.progress_context = maker;
    maker->solve = &solve;

    memset(manifest, 0, sizeof *manifest);
    const char *board = index->board->description->name;
    memcpy(manifest->board, board, strnlen(board, sizeof manifest->board - 1));
    manifest->rules = solve.rules;

    struct bc_solution_folder folder;
    maker->folder = &folder;
    enum bc_error error = bc_rules_check(index->board, &solve.rules);
    if (error == BC_OK) {
        error = bc_solution_folder_open(&folder, options->folder);
    }
    if (error != BC_OK) {
        free(maker);
        return error;
    }
    char path[BC_SOLUTION_PATH_MAX];
    error = check_room(index, &solve, &folder);
    if (error == BC_OK) {
        error = bc_solution_folder_new_file(&folder, BC_MOVEMENT_TABLE_NAME, path);
    }
    if (error == BC_OK && !solve.movement_only) {
        error = bc_layer_stash_init(&maker->stash, index, &solve.rules, solve.threads);
    }
    if (error == BC_OK) {
        error = bc_download_writer_open(&maker->download, index, &solve.rules);
    }
    if (error == BC_OK) {
        error = bc_movement_writer_open(&maker->movement, path, index, &solve.rules, solve.threads);
    }
    if (error == BC_OK) {
        error = solve_and_write(maker, &folder, result);
    }
    bc_download_writer_free(&maker->download);
    bc_layer_stash_free(&maker->stash);
    bc_solution_folder_close(&folder);
    free(maker);
    return error;
}
