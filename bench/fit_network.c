/* Fits the evaluation's network to exact values, and writes its weights as C.
 *
 * bench_fit SAMPLES WEIGHTS.c [--epochs N] [--seed N]
 *
 * SAMPLES is what bench_samples wrote. The loss is the cross entropy between the odds that the network gives the goats and what the
 * position comes to (a draw counts half, less the loss of the best guess for it), lowered by Adam over batches, each sample under a chance
 * symmetry. Games whose number leaves 19 divided by 20 are kept apart: the error is measured on them, with the rounded weights that
 * are written. */
#include "engine/network.h"
#include "fitting.h"
#include "rules/point_sets.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 256, ACTIVE_MAX = NETWORK_POINTS + 2 };

static const float rate_first = 0.003F;
static const float rate_last = 0.00003F;
static const float second_limit = 1.98F; /* so that sums of the second layer fit */

/* The weights as they are learnt; all floats, so that the optimiser can take them as one array. */
struct learnt {
    float first[NETWORK_INPUTS][NETWORK_HIDDEN];
    float first_bias[NETWORK_HIDDEN];
    float second[2][NETWORK_SECOND][NETWORK_HIDDEN];
    float second_bias[2][NETWORK_SECOND];
    float output[2][NETWORK_SECOND];
    float output_bias[2];
};

enum { LEARNT_COUNT = sizeof(struct learnt) / sizeof(float) };

/* What one sample makes of the network. */
struct passage {
    unsigned active[ACTIVE_MAX]; /* inputs that are 1 */
    unsigned active_count;
    float sums[NETWORK_HIDDEN];
    float second_sums[NETWORK_SECOND];
};

struct fit {
    struct bc_board board;
    struct fitting_samples samples;
    uint64_t random;
    struct learnt weights;
    struct learnt slope;
    struct learnt mean;
    struct learnt square;
};

static void find_active(const struct bc_board *board, const struct sample *sample, unsigned symmetry,
                        struct passage *passage)
{
    const uint8_t *image = board->symmetries[symmetry];
    unsigned count = 0;
    for (bc_points points = sample->tigers; points != 0;) {
        passage->active[count++] = NETWORK_TIGERS + image[bc_points_take(&points)];
    }
    for (bc_points points = sample->goats; points != 0;) {
        passage->active[count++] = NETWORK_GOATS_AT + image[bc_points_take(&points)];
    }
    passage->active[count++] = (unsigned)NETWORK_IN_HAND + sample->goats_in_hand;
    passage->active[count++] = (unsigned)(NETWORK_LEFT + board->description->goats_to_win) - sample->goats_eaten;
    passage->active_count = count;
}

/* The logarithm of the goats' odds. */
static float pass(const struct learnt *weights, const struct sample *sample, struct passage *passage)
{
    unsigned side = sample->side;
    memcpy(passage->sums, weights->first_bias, sizeof passage->sums);
    for (unsigned i = 0; i < passage->active_count; i++) {
        const float *row = weights->first[passage->active[i]];
        for (unsigned j = 0; j < NETWORK_HIDDEN; j++) {
            passage->sums[j] += row[j];
        }
    }
    float odds = weights->output_bias[side];
    for (unsigned i = 0; i < NETWORK_SECOND; i++) {
        float sum = weights->second_bias[side][i];
        for (unsigned j = 0; j < NETWORK_HIDDEN; j++) {
            sum += weights->second[side][i][j] * fitting_cut(passage->sums[j]);
        }
        passage->second_sums[i] = sum;
        odds += weights->output[side][i] * fitting_cut(sum);
    }
    return odds;
}

/* Adds what a sample says about the slope of the loss; `error` is that of the odds. */
static void pass_back(const struct learnt *weights, struct learnt *slope, unsigned side, const struct passage *passage,
                      float error)
{
    float hidden_error[NETWORK_HIDDEN] = {0};
    slope->output_bias[side] += error;
    for (unsigned i = 0; i < NETWORK_SECOND; i++) {
        float sum = passage->second_sums[i];
        slope->output[side][i] += error * fitting_cut(sum);
        if (sum <= 0 || sum >= 1) {
            continue;
        }
        float second_error = error * weights->output[side][i];
        slope->second_bias[side][i] += second_error;
        for (unsigned j = 0; j < NETWORK_HIDDEN; j++) {
            slope->second[side][i][j] += second_error * fitting_cut(passage->sums[j]);
            hidden_error[j] += second_error * weights->second[side][i][j];
        }
    }
    for (unsigned j = 0; j < NETWORK_HIDDEN; j++) {
        hidden_error[j] = passage->sums[j] > 0 && passage->sums[j] < 1 ? hidden_error[j] : 0;
        slope->first_bias[j] += hidden_error[j];
    }
    for (unsigned i = 0; i < passage->active_count; i++) {
        float *row = slope->first[passage->active[i]];
        for (unsigned j = 0; j < NETWORK_HIDDEN; j++) {
            row[j] += hidden_error[j];
        }
    }
}

static void begin(struct fit *fit)
{
    struct learnt *weights = &fit->weights;
    for (unsigned i = 0; i < NETWORK_INPUTS; i++) {
        for (unsigned j = 0; j < NETWORK_HIDDEN; j++) {
            weights->first[i][j] = fitting_chance(&fit->random, 0.2F);
        }
    }
    for (unsigned j = 0; j < NETWORK_HIDDEN; j++) {
        weights->first_bias[j] = 0.4F;
    }
    for (unsigned side = 0; side < 2; side++) {
        for (unsigned i = 0; i < NETWORK_SECOND; i++) {
            weights->second_bias[side][i] = 0.3F;
            weights->output[side][i] = fitting_chance(&fit->random, 0.3F);
            for (unsigned j = 0; j < NETWORK_HIDDEN; j++) {
                weights->second[side][i][j] = fitting_chance(&fit->random, 0.3F);
            }
        }
    }
}

/* One step of Adam. */
static void step(struct fit *fit, uint64_t number, float rate)
{
    float *weights = &fit->weights.first[0][0];
    const float *slope = &fit->slope.first[0][0];
    float *mean = &fit->mean.first[0][0];
    float *square = &fit->square.first[0][0];
    float mean_share = 1 - powf(0.9F, (float)number);
    float square_share = 1 - powf(0.999F, (float)number);
    for (unsigned i = 0; i < LEARNT_COUNT; i++) {
        mean[i] = 0.9F * mean[i] + 0.1F * slope[i];
        square[i] = 0.999F * square[i] + 0.001F * slope[i] * slope[i];
        weights[i] -= rate * (mean[i] / mean_share) / (sqrtf(square[i] / square_share) + 1e-8F);
    }
    float *second = &fit->weights.second[0][0][0];
    for (unsigned i = 0; i < 2 * NETWORK_SECOND * NETWORK_HIDDEN; i++) {
        second[i] = fminf(fmaxf(second[i], -second_limit), second_limit);
    }
}

static void learn(struct fit *fit, uint64_t epochs)
{
    uint64_t steps = fit->samples.count / BATCH * epochs;
    for (uint64_t number = 1; number <= steps; number++) {
        memset(&fit->slope, 0, sizeof fit->slope);
        for (unsigned i = 0; i < BATCH;) {
            const struct sample *sample =
                &fit->samples.samples[(uint64_t)fitting_random(&fit->random) * fit->samples.count >> 32];
            if (fitting_kept_apart(sample)) {
                continue;
            }
            struct passage passage;
            find_active(&fit->board, sample, fitting_random(&fit->random) % fit->board.symmetry_count, &passage);
            float odds = pass(&fit->weights, sample, &passage);
            float error = 1 / (1 + expf(-odds)) - fitting_target(sample);
            pass_back(&fit->weights, &fit->slope, sample->side, &passage, error / BATCH);
            i++;
        }
        float left = 1 - (float)number / (float)steps;
        step(fit, number, rate_first * left + rate_last);
        if (number % (fit->samples.count / BATCH) == 0) {
            fprintf(stderr, "epoch %llu of %llu\n", (unsigned long long)(number / (fit->samples.count / BATCH)),
                    (unsigned long long)epochs);
        }
    }
}

static void round_weights(const struct learnt *weights, struct network_weights *result)
{
    for (unsigned j = 0; j < NETWORK_HIDDEN; j++) {
        for (unsigned i = 0; i < NETWORK_INPUTS; i++) {
            result->first[i][j] = (int16_t)fitting_rounded(weights->first[i][j], NETWORK_ONE);
        }
        result->first_bias[j] = (int16_t)fitting_rounded(weights->first_bias[j], NETWORK_ONE);
    }
    for (unsigned side = 0; side < 2; side++) {
        for (unsigned i = 0; i < NETWORK_SECOND; i++) {
            for (unsigned j = 0; j < NETWORK_HIDDEN; j++) {
                result->second[side][i][j] = (int16_t)fitting_rounded(weights->second[side][i][j], NETWORK_SECOND_ONE);
            }
            result->second_bias[side][i] =
                fitting_rounded(weights->second_bias[side][i], NETWORK_ONE * NETWORK_SECOND_ONE);
            result->output[side][i] =
                (int16_t)fitting_rounded(weights->output[side][i], NETWORK_SCALE * NETWORK_OUTPUT_ONE);
        }
        result->output_bias[side] =
            fitting_rounded(weights->output_bias[side], NETWORK_SCALE * NETWORK_OUTPUT_ONE * NETWORK_ONE);
    }
}

/* The error of the rounded weights on the samples kept apart. */
static void print_error(const struct fit *fit, const struct network_weights *weights)
{
    struct bc_rules rules = bc_rules_default(&fit->board);
    struct fitting_error error = {0};
    for (size_t i = 0; i < fit->samples.count; i++) {
        const struct sample *sample = &fit->samples.samples[i];
        if (!fitting_kept_apart(sample)) {
            continue;
        }
        struct search_position position = {.tigers = sample->tigers,
                                           .goats = sample->goats,
                                           .side = sample->side,
                                           .goats_in_hand = sample->goats_in_hand,
                                           .goats_eaten = sample->goats_eaten};
        fitting_count(&error, sample, network_evaluate(weights, &rules, &position), NETWORK_SCALE);
    }
    fitting_print(&error);
}

static bool write_weights(const char *path, const struct network_weights *weights)
{
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        return false;
    }
    fputs("/* The weights of the network, made by bench_fit: see docs/measurements.md. */\n"
          "#include \"engine/network.h\"\n\n"
          "/* clang-format off */\n"
          "const struct network_weights network_weights = {\n"
          "    .first = {\n",
          file);
    for (unsigned i = 0; i < NETWORK_INPUTS; i++) {
        fputs("      {\n", file);
        fitting_write(file, weights->first[i], NETWORK_HIDDEN);
        fputs("      },\n", file);
    }
    fputs("    },\n    .first_bias = {\n", file);
    fitting_write(file, weights->first_bias, NETWORK_HIDDEN);
    fputs("    },\n    .second = {\n", file);
    for (unsigned side = 0; side < 2; side++) {
        fputs("      {\n", file);
        for (unsigned i = 0; i < NETWORK_SECOND; i++) {
            fputs("       {\n", file);
            fitting_write(file, weights->second[side][i], NETWORK_HIDDEN);
            fputs("       },\n", file);
        }
        fputs("      },\n", file);
    }
    fputs("    },\n    .second_bias = {\n", file);
    for (unsigned side = 0; side < 2; side++) {
        fputs("      {\n", file);
        fitting_write_long(file, weights->second_bias[side], NETWORK_SECOND);
        fputs("      },\n", file);
    }
    fputs("    },\n    .output = {\n", file);
    for (unsigned side = 0; side < 2; side++) {
        fputs("      {\n", file);
        fitting_write(file, weights->output[side], NETWORK_SECOND);
        fputs("      },\n", file);
    }
    fputs("    },\n    .output_bias = {\n", file);
    fitting_write_long(file, weights->output_bias, 2);
    fputs("    },\n};\n/* clang-format on */\n", file);
    return fclose(file) == 0;
}

int main(int argc, char **argv)
{
    static struct fit fit;
    static struct network_weights weights;
    uint64_t epochs = 40;
    uint64_t seed = 1;
    if (!fitting_read_options("bench_fit", argc, argv, &epochs, &seed)) {
        return 2;
    }
    fit.random = UINT64_C(88172645463325252) + seed;
    bc_board_init_standard(&fit.board);
    if (!fitting_read(&fit.samples, argv[1])) {
        fprintf(stderr, "bench_fit: %s: no samples\n", argv[1]);
        return 1;
    }
    begin(&fit);
    learn(&fit, epochs);
    round_weights(&fit.weights, &weights);
    print_error(&fit, &weights);
    int status = write_weights(argv[2], &weights) ? 0 : 1;
    free(fit.samples.samples);
    return status;
}
