/* What the fitting programs share: samples, chance, rounding, numbers written as C. */
#ifndef BENCH_FITTING_H
#define BENCH_FITTING_H

#include "sample.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct fitting_samples {
    struct sample *samples; /* to be freed */
    size_t count;
};

/* Reads a file of bench_samples. */
bool fitting_read(struct fitting_samples *samples, const char *path);

/* Whether a sample is kept apart to measure the error. */
bool fitting_kept_apart(const struct sample *sample);

/* 1 for a position won for the goats, 0 for the tigers, one half for a draw. */
float fitting_target(const struct sample *sample);

uint32_t fitting_random(uint64_t *state);

/* An even chance between -limit and limit. */
float fitting_chance(uint64_t *state, float limit);

/* A weight cut to the range 0 to 1. */
float fitting_cut(float value);

int fitting_rounded(float value, int one);

/* The error of scores on samples kept apart. */
struct fitting_error {
    double loss;
    size_t count;
    size_t right;
};

/* Counts a sample to which a network gave a score, in units of `scale` for each factor e in the goats' odds. */
void fitting_count(struct fitting_error *error, const struct sample *sample, double score, double scale);

void fitting_print(const struct fitting_error *error);

void fitting_write(FILE *file, const int16_t *numbers, size_t count);
void fitting_write_long(FILE *file, const int32_t *numbers, size_t count);

/* Reads the command line of a fitting program: SAMPLES WEIGHTS.c [--epochs N] [--seed N]. Numbers not given stay as they are. If it is
 * wrong, says how `name` is used. */
bool fitting_read_options(const char *name, int argc, char **argv, uint64_t *epochs, uint64_t *seed);

#endif
