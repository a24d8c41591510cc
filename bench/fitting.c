#include "fitting.h"

#include <baghchal/rules.h>

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { KEPT_APART = 20 };

bool fitting_kept_apart(const struct sample *sample)
{
    return sample->game % KEPT_APART == KEPT_APART - 1;
}

float fitting_target(const struct sample *sample)
{
    if (sample->result == BC_RESULT_DRAW) {
        return 0.5F;
    }
    return sample->result == BC_RESULT_GOATS_WIN ? 1.0F : 0.0F;
}

uint32_t fitting_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (uint32_t)(*state >> 32);
}

float fitting_chance(uint64_t *state, float limit)
{
    return limit * ((float)(fitting_random(state) % 2001) - 1000.0F) / 1000.0F;
}

float fitting_cut(float value)
{
    value = value > 0 ? value : 0;
    return value < 1 ? value : 1;
}

int fitting_rounded(float value, int one)
{
    return (int)lrintf(value * (float)one);
}

void fitting_count(struct fitting_error *error, const struct sample *sample, double score, double scale)
{
    double share = fmin(fmax(1 / (1 + exp(-score / scale)), 1e-6), 1 - 1e-6);
    double target = (double)fitting_target(sample);
    error->loss -=
        target * log(share) + (1 - target) * log(1 - share) + (sample->result == BC_RESULT_DRAW ? log(2) : 0);
    error->right += (share > 0.75) == (target > 0.75) && (share < 0.25) == (target < 0.25);
    error->count++;
}

void fitting_print(const struct fitting_error *error)
{
    double count = error->count > 0 ? (double)error->count : 1;
    printf("%zu samples kept apart: loss %.4f, value guessed right %.2f %%\n", error->count, error->loss / count,
           100.0 * (double)error->right / count);
}

void fitting_write(FILE *file, const int16_t *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        fprintf(file, "%s%d,%s", i % 32 == 0 ? "    " : "", numbers[i], i % 32 == 31 || i + 1 == count ? "\n" : "");
    }
}

void fitting_write_long(FILE *file, const int32_t *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        fprintf(file, "%s%d,%s", i % 16 == 0 ? "    " : "", numbers[i], i % 16 == 15 || i + 1 == count ? "\n" : "");
    }
}

bool fitting_read(struct fitting_samples *samples, const char *path)
{
    *samples = (struct fitting_samples){0};
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return false;
    }
    size_t capacity = 0;
    for (;;) {
        if (samples->count == capacity) {
            capacity = capacity == 0 ? 1 << 20 : 2 * capacity;
            struct sample *larger = reallocarray(samples->samples, capacity, sizeof *larger);
            if (larger == NULL) {
                break;
            }
            samples->samples = larger;
        }
        size_t got =
            fread(samples->samples + samples->count, sizeof *samples->samples, capacity - samples->count, file);
        if (got == 0) {
            break;
        }
        samples->count += got;
    }
    bool all = feof(file) != 0;
    (void)fclose(file);
    return all && samples->count > 0;
}

static bool read_number(const char *text, uint64_t *number)
{
    char *end;
    errno = 0;
    *number = strtoull(text, &end, 10);
    return errno == 0 && end != text && *end == '\0' && *number > 0;
}

bool fitting_read_options(const char *name, int argc, char **argv, uint64_t *epochs, uint64_t *seed)
{
    bool right = argc >= 3;
    for (int i = 3; i < argc && right; i += 2) {
        uint64_t *target = strcmp(argv[i], "--epochs") == 0 ? epochs : strcmp(argv[i], "--seed") == 0 ? seed : NULL;
        right = target != NULL && i + 1 < argc && read_number(argv[i + 1], target);
    }
    if (!right) {
        fprintf(stderr, "Usage: %s SAMPLES WEIGHTS.c [--epochs N] [--seed N]\n", name);
    }
    return right;
}
