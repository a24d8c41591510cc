/* Probing a solution: bench_probe FOLDER [COUNT].
 *
 * Times single probes of random positions of the standard board and prints median, mean and 99th percentile in microseconds:
 * movement positions with all movement blocks in memory, placement positions (goats to move) with the file's pages dropped from the
 * system's cache before each probe, beside that a plain read of one page, with the file's pages in the system's cache but the block not unpacked, and with the block
 * unpacked. Each includes what a caller pays: checking the position and finding its class and block. */
#include <baghchal/solution.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum {
    DEFAULT_COUNT = 20000,
    COLD_COUNT = 2000,
    SMALL_CACHE = 1,
};

#define WHOLE_CACHE ((size_t)5 << 28)

static uint64_t state = 1;

static uint64_t draw_number(void)
{
    uint64_t z = state += 0x9E3779B97F4A7C15;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    return z ^ z >> 31;
}

static double microseconds(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return 1e6 * (double)time.tv_sec + 1e-3 * (double)time.tv_nsec;
}

static bc_points draw_points(bc_points from, unsigned count)
{
    bc_points chosen = 0;
    while (count > 0) {
        bc_points point = (bc_points)1 << (draw_number() % BC_POINTS_MAX);
        if ((from & point & ~chosen) != 0) {
            chosen |= point;
            --count;
        }
    }
    return chosen;
}

static void draw_position(const struct bc_board *board, unsigned goats_to_win, bool placement,
                          struct bc_position *position)
{
    *position = (struct bc_position){.side = BC_GOATS};
    position->goats_eaten = (uint8_t)(draw_number() % goats_to_win);
    unsigned rest = board->goat_count - position->goats_eaten;
    unsigned goats = placement ? (unsigned)(draw_number() % rest) : rest;
    position->goats_in_hand = (uint8_t)(rest - goats);
    if (!placement) {
        position->side = (uint8_t)(draw_number() & 1);
    }
    position->tigers = draw_points(board->points, board->tiger_count);
    position->goats = draw_points(board->points & ~position->tigers, goats);
    position->turn = bc_position_earliest_turn(board, position);
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

static void report(const char *what, double *times, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; ++i) {
        sum += times[i];
    }
    qsort(times, count, sizeof *times, compare);
    printf("%s\tmedian %.2f\tmean %.2f\t99 %% %.2f\n", what, times[count / 2], sum / (double)count,
           times[count * 99 / 100]);
}

static double probe_time(struct bc_solution *solution, const struct bc_position *position)
{
    struct bc_probe probe;
    double start = microseconds(CLOCK_MONOTONIC);
    enum bc_error error = bc_solution_probe(solution, position, &probe);
    double time = microseconds(CLOCK_MONOTONIC) - start;
    if (error != BC_OK) {
        fprintf(stderr, "bench_probe: %s\n", bc_error_text(error));
        exit(1);
    }
    return time;
}

static struct bc_solution *must_open(const char *folder, const struct bc_board *board, size_t cache)
{
    struct bc_solution *solution = NULL;
    enum bc_error error = bc_solution_open(folder, board, NULL, cache, &solution);
    if (error != BC_OK) {
        fprintf(stderr, "bench_probe: %s: %s\n", folder, bc_error_text(error));
        exit(1);
    }
    return solution;
}

static int must_open_file(const char *folder, const char *name)
{
    char path[BC_SOLUTION_PATH_MAX];
    int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    int descriptor = length < 0 || (size_t)length >= sizeof path ? -1 : open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        fprintf(stderr, "bench_probe: %s/%s cannot be read\n", folder, name);
        exit(1);
    }
    return descriptor;
}

/* Movement positions: the second round finds every block unpacked. */
static void bench_movement(const char *folder, const struct bc_board *board, double *times, size_t count)
{
    struct bc_solution *solution = must_open(folder, board, WHOLE_CACHE);
    unsigned goats_to_win = bc_solution_rules(solution).goats_to_win;
    struct bc_position *positions = malloc(count * sizeof *positions);
    if (positions == NULL) {
        exit(1);
    }
    for (size_t i = 0; i < count; ++i) {
        draw_position(board, goats_to_win, false, &positions[i]);
        (void)probe_time(solution, &positions[i]);
    }
    double start = microseconds(CLOCK_THREAD_CPUTIME_ID);
    for (size_t i = 0; i < count; ++i) {
        struct bc_probe probe;
        (void)bc_solution_probe(solution, &positions[i], &probe);
    }
    printf("movement, in memory, together\tmean %.3f of processor time\n",
           (microseconds(CLOCK_THREAD_CPUTIME_ID) - start) / (double)count);
    for (size_t i = 0; i < count; ++i) {
        times[i] = probe_time(solution, &positions[i]);
    }
    report("movement, in memory", times, count);
    free(positions);
    bc_solution_close(solution);
}

/* The yardstick of a cold probe: reading one page of the same file from the disk. */
static void bench_plain_reads(int file, double *times, size_t count)
{
    enum { PAGE = 4096 };
    static char page[PAGE];
    off_t pages = lseek(file, 0, SEEK_END) / PAGE;
    (void)posix_fadvise(file, 0, 0, POSIX_FADV_RANDOM);
    for (size_t i = 0; i < count && pages > 0; ++i) {
        off_t at = (off_t)(draw_number() % (uint64_t)pages) * PAGE;
        (void)posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
        double start = microseconds(CLOCK_MONOTONIC);
        if (pread(file, page, PAGE, at) != PAGE) {
            exit(1);
        }
        times[i] = microseconds(CLOCK_MONOTONIC) - start;
    }
    report("a page of that file, from the disk", times, count);
}

static void bench_placement(const char *folder, const struct bc_board *board, double *times, size_t count)
{
    struct bc_solution *solution = must_open(folder, board, SMALL_CACHE);
    unsigned goats_to_win = bc_solution_rules(solution).goats_to_win;
    int file = must_open_file(folder, "placement.table");
    struct bc_position position;
    size_t cold = count < COLD_COUNT ? count : COLD_COUNT;
    for (size_t i = 0; i < cold; ++i) {
        draw_position(board, goats_to_win, true, &position);
        (void)posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
        times[i] = probe_time(solution, &position);
    }
    report("placement, from the disk", times, cold);
    bench_plain_reads(file, times, cold);
    for (off_t at = 0;; at += 1 << 20) {
        static char buffer[1 << 20];
        if (pread(file, buffer, sizeof buffer, at) <= 0) {
            break;
        }
    }
    for (size_t i = 0; i < count; ++i) {
        draw_position(board, goats_to_win, true, &position);
        times[i] = probe_time(solution, &position);
    }
    report("placement, from the system's cache", times, count);
    for (size_t i = 0; i < count; ++i) {
        draw_position(board, goats_to_win, true, &position);
        (void)probe_time(solution, &position);
        times[i] = probe_time(solution, &position);
    }
    report("placement, block unpacked", times, count);
    close(file);
    bc_solution_close(solution);
}

int main(int argc, char **argv)
{
    static struct bc_board board;
    size_t count = argc > 2 ? strtoul(argv[2], NULL, 10) : DEFAULT_COUNT;
    if (argc < 2 || argc > 3 || count == 0 || bc_board_init(&board, bc_board_description(0)) != BC_OK) {
        fputs("usage: bench_probe FOLDER [COUNT]\n", stderr);
        return 2;
    }
    double *times = malloc(count * sizeof *times);
    if (times == NULL) {
        return 1;
    }
    bench_movement(argv[1], &board, times, count);
    bench_placement(argv[1], &board, times, count);
    free(times);
    return 0;
}
