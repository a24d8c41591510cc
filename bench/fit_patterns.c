/* Fits the large network to exact values, and writes its weights as C.
 *
 * bench_fit_patterns SAMPLES WEIGHTS.c [--epochs N] [--seed N]
 *
 * As bench_fit does for the small one: SAMPLES is what bench_samples wrote, the loss the cross entropy between the odds that the
 * network gives the goats and what the position comes to, lowered by Adam over batches, each sample under a chance symmetry, and the
 * error is measured with the rounded weights on games kept apart. */
#include "engine/network.h"
#include "engine/pattern_network.h"
#include "fitting.h"
#include "rules/point_sets.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 1024, REPORT_BATCHES = 1024 };

static const float rate_first = 0.003F;
static const float rate_last = 0.00002F;
static const float first_limit = 3.9F; /* so that sums of the layers fit */
static const float second_limit = 1.98F;

typedef float hidden_row[PATTERN_HIDDEN];

/* The second layer and the output of one side and stage. */
struct learnt_head {
    hidden_row second[PATTERN_SECOND];
    float second_bias[PATTERN_SECOND];
    float output[PATTERN_SECOND];
    float output_bias;
    float unused[15]; /* keeps rows aligned */
};

/* The weights as they are learnt; all floats, so that the optimiser can take them as one array. */
struct learnt {
    hidden_row rows[PATTERN_ROWS];
    hidden_row in_hand[PATTERN_GOATS + 1];
    hidden_row left[PATTERN_LEFT_MAX + 1];
    struct learnt_head heads[2][PATTERN_STAGES];
};

enum {
    LEARNT_COUNT = sizeof(struct learnt) / sizeof(float),
    FIRST_COUNT = (PATTERN_ROWS + PATTERN_GOATS + 1 + PATTERN_LEFT_MAX + 1) * PATTERN_HIDDEN,
};

/* What one sample makes of the network. */
struct passage {
    unsigned rows[PATTERN_LINES];
    unsigned in_hand;
    unsigned left;
    hidden_row sums;
    hidden_row cut;
    float second_sums[PATTERN_SECOND];
};

struct fit {
    struct bc_board board;
    struct pattern_parts parts;
    struct fitting_samples samples;
    size_t learnt_count; /* samples to learn from; those kept apart come after them */
    bc_points images[BC_SYMMETRIES_MAX][PATTERN_RANKS][32];
    uint64_t random;
    struct learnt weights;
    struct learnt slope;
    struct learnt mean;
    struct learnt square;
};

static void make_images(struct fit *fit)
{
    for (unsigned s = 0; s < fit->board.symmetry_count; s++) {
        for (unsigned rank = 0; rank < PATTERN_RANKS; rank++) {
            for (unsigned mask = 0; mask < 32; mask++) {
                for (bc_points points = mask; points != 0;) {
                    unsigned point = rank * PATTERN_RANKS + bc_points_take(&points);
                    fit->images[s][rank][mask] |= bc_point_bit(fit->board.symmetries[s][point]);
                }
            }
        }
    }
}

static bc_points image_of(const struct fit *fit, unsigned symmetry, bc_points points)
{
    bc_points image = 0;
    for (unsigned rank = 0; rank < PATTERN_RANKS; rank++) {
        image |= fit->images[symmetry][rank][points >> rank * PATTERN_RANKS & 31U];
    }
    return image;
}

static unsigned digits_of(unsigned mask)
{
    static const uint8_t worth[PATTERN_RANKS] = {1, 3, 9, 27, 81};
    unsigned digits = 0;
    for (unsigned i = 0; i < PATTERN_RANKS; i++) {
        digits += (mask >> i & 1U) * worth[i];
    }
    return digits;
}

static void find_rows(const struct fit *fit, const struct sample *sample, unsigned symmetry, struct passage *passage)
{
    bc_points tigers = image_of(fit, symmetry, sample->tigers);
    bc_points goats = image_of(fit, symmetry, sample->goats);
    memset(passage->rows, 0, sizeof passage->rows);
    for (unsigned rank = 0; rank < PATTERN_RANKS; rank++) {
        unsigned shift = rank * PATTERN_RANKS;
        unsigned state = digits_of(tigers >> shift & 31U) + 2 * digits_of(goats >> shift & 31U);
        for (unsigned l = 0; l < PATTERN_LINES; l++) {
            passage->rows[l] += fit->parts.of[rank][state][l];
        }
    }
    passage->in_hand = sample->goats_in_hand;
    passage->left = (unsigned)fit->board.description->goats_to_win - sample->goats_eaten;
}

/* The logarithm of the goats' odds. */
static float pass(const struct learnt *weights, const struct learnt_head *head, struct passage *passage)
{
    for (unsigned j = 0; j < PATTERN_HIDDEN; j++) {
        passage->sums[j] = weights->in_hand[passage->in_hand][j] + weights->left[passage->left][j];
    }
    for (unsigned l = 0; l < PATTERN_LINES; l++) {
        const float *row = weights->rows[passage->rows[l]];
        for (unsigned j = 0; j < PATTERN_HIDDEN; j++) {
            passage->sums[j] += row[j];
        }
    }
    for (unsigned j = 0; j < PATTERN_HIDDEN; j++) {
        passage->cut[j] = fminf(fmaxf(passage->sums[j], 0), 1);
    }
    float odds = head->output_bias;
    for (unsigned i = 0; i < PATTERN_SECOND; i++) {
        float sum = 0;
        for (unsigned j = 0; j < PATTERN_HIDDEN; j++) {
            sum += head->second[i][j] * passage->cut[j];
        }
        passage->second_sums[i] = sum + head->second_bias[i];
        odds += head->output[i] * fitting_cut(passage->second_sums[i]);
    }
    return odds;
}

/* Adds what a sample says about the slope of the loss; `error` is that of the odds. */
static void pass_back(const struct learnt_head *head, struct learnt *slope, struct learnt_head *head_slope,
                      const struct passage *passage, float error)
{
    hidden_row hidden_error = {0};
    head_slope->output_bias += error;
    for (unsigned i = 0; i < PATTERN_SECOND; i++) {
        float sum = passage->second_sums[i];
        head_slope->output[i] += error * fitting_cut(sum);
        if (sum <= 0 || sum >= 1) {
            continue;
        }
        float second_error = error * head->output[i];
        head_slope->second_bias[i] += second_error;
        for (unsigned j = 0; j < PATTERN_HIDDEN; j++) {
            head_slope->second[i][j] += second_error * passage->cut[j];
            hidden_error[j] += second_error * head->second[i][j];
        }
    }
    for (unsigned j = 0; j < PATTERN_HIDDEN; j++) {
        hidden_error[j] = passage->sums[j] > 0 && passage->sums[j] < 1 ? hidden_error[j] : 0;
        slope->in_hand[passage->in_hand][j] += hidden_error[j];
        slope->left[passage->left][j] += hidden_error[j];
    }
    for (unsigned l = 0; l < PATTERN_LINES; l++) {
        float *row = slope->rows[passage->rows[l]];
        for (unsigned j = 0; j < PATTERN_HIDDEN; j++) {
            row[j] += hidden_error[j];
        }
    }
}

static void begin(struct fit *fit)
{
    struct learnt *weights = &fit->weights;
    float *first = &weights->rows[0][0];
    for (unsigned i = 0; i < FIRST_COUNT; i++) {
        first[i] = fitting_chance(&fit->random, 0.15F);
    }
    for (unsigned left = 0; left <= PATTERN_LEFT_MAX; left++) {
        for (unsigned j = 0; j < PATTERN_HIDDEN; j++) {
            weights->left[left][j] += 0.4F;
        }
    }
    for (unsigned h = 0; h < 2 * PATTERN_STAGES; h++) {
        struct learnt_head *head = &weights->heads[0][0] + h;
        for (unsigned i = 0; i < PATTERN_SECOND; i++) {
            head->second_bias[i] = 0.3F;
            head->output[i] = fitting_chance(&fit->random, 0.3F);
            for (unsigned j = 0; j < PATTERN_HIDDEN; j++) {
                head->second[i][j] = fitting_chance(&fit->random, 0.25F);
            }
        }
    }
}

static void limit(float *numbers, unsigned count, float most)
{
    for (unsigned i = 0; i < count; i++) {
        numbers[i] = fminf(fmaxf(numbers[i], -most), most);
    }
}

/* One step of Adam. */
static void step(struct fit *fit, uint64_t number, float rate)
{
    float *weights = (float *)&fit->weights;
    float *slope = (float *)&fit->slope;
    float *mean = (float *)&fit->mean;
    float *square = (float *)&fit->square;
    float mean_share = 1 / (1 - powf(0.9F, (float)number));
    float square_share = 1 / (1 - powf(0.999F, (float)number));
    for (unsigned i = 0; i < LEARNT_COUNT; i++) {
        mean[i] = 0.9F * mean[i] + 0.1F * slope[i];
        square[i] = 0.999F * square[i] + 0.001F * slope[i] * slope[i];
        weights[i] -= rate * (mean[i] * mean_share) / (sqrtf(square[i] * square_share) + 1e-8F);
        slope[i] = 0;
    }
    limit(weights, FIRST_COUNT, first_limit);
    for (unsigned h = 0; h < 2 * PATTERN_STAGES; h++) {
        limit(&(&fit->weights.heads[0][0] + h)->second[0][0], PATTERN_SECOND * PATTERN_HIDDEN, second_limit);
    }
}

/* Puts the samples to learn from first, those kept apart last. */
static void part_samples(struct fit *fit)
{
    size_t end = fit->samples.count;
    for (size_t i = 0; i < end;) {
        struct sample sample = fit->samples.samples[i];
        if (fitting_kept_apart(&sample)) {
            fit->samples.samples[i] = fit->samples.samples[--end];
            fit->samples.samples[end] = sample;
        } else {
            i++;
        }
    }
    fit->learnt_count = end;
}

static void learn(struct fit *fit, uint64_t epochs)
{
    uint64_t steps = fit->learnt_count / BATCH * epochs;
    float loss = 0;
    for (uint64_t number = 1; number <= steps; number++) {
        for (unsigned i = 0; i < BATCH; i++) {
            const struct sample *sample =
                &fit->samples.samples[(uint64_t)fitting_random(&fit->random) * fit->learnt_count >> 32];
            unsigned stage = pattern_stage(sample->goats_in_hand);
            struct passage passage;
            find_rows(fit, sample, fitting_random(&fit->random) % fit->board.symmetry_count, &passage);
            const struct learnt_head *head = &fit->weights.heads[sample->side][stage];
            float odds = pass(&fit->weights, head, &passage);
            float error = 1 / (1 + expf(-odds)) - fitting_target(sample);
            loss += error * error;
            pass_back(head, &fit->slope, &fit->slope.heads[sample->side][stage], &passage, error / BATCH);
        }
        float left = 1 - (float)number / (float)steps;
        step(fit, number, rate_first * left + rate_last);
        if (number % REPORT_BATCHES == 0) {
            fprintf(stderr, "batch %llu of %llu: mean square error %.5f\n", (unsigned long long)number,
                    (unsigned long long)steps, (double)(loss / (BATCH * REPORT_BATCHES)));
            loss = 0;
        }
    }
}

static void round_row(const float *numbers, int16_t *rounded, unsigned count, int one)
{
    for (unsigned i = 0; i < count; i++) {
        rounded[i] = (int16_t)fitting_rounded(numbers[i], one);
    }
}

static void round_weights(const struct learnt *weights, struct pattern_weights *result)
{
    round_row(&weights->rows[0][0], &result->rows[0][0], PATTERN_ROWS * PATTERN_HIDDEN, NETWORK_ONE);
    round_row(&weights->in_hand[0][0], &result->in_hand[0][0], (PATTERN_GOATS + 1) * PATTERN_HIDDEN, NETWORK_ONE);
    round_row(&weights->left[0][0], &result->left[0][0], (PATTERN_LEFT_MAX + 1) * PATTERN_HIDDEN, NETWORK_ONE);
    for (unsigned side = 0; side < 2; side++) {
        for (unsigned stage = 0; stage < PATTERN_STAGES; stage++) {
            const struct learnt_head *head = &weights->heads[side][stage];
            round_row(&head->second[0][0], &result->second[side][stage][0][0], PATTERN_SECOND * PATTERN_HIDDEN,
                      NETWORK_SECOND_ONE);
            round_row(head->output, result->output[side][stage], PATTERN_SECOND, NETWORK_SCALE * NETWORK_OUTPUT_ONE);
            for (unsigned i = 0; i < PATTERN_SECOND; i++) {
                result->second_bias[side][stage][i] =
                    fitting_rounded(head->second_bias[i], NETWORK_ONE * NETWORK_SECOND_ONE);
            }
            result->output_bias[side][stage] =
                fitting_rounded(head->output_bias, NETWORK_SCALE * NETWORK_OUTPUT_ONE * NETWORK_ONE);
        }
    }
}

static void print_error(const struct fit *fit, const struct pattern_weights *weights)
{
    struct bc_rules rules = bc_rules_default(&fit->board);
    struct fitting_error errors[2] = {0};
    for (size_t i = fit->learnt_count; i < fit->samples.count; i++) {
        const struct sample *sample = &fit->samples.samples[i];
        struct search_position position = {.tigers = sample->tigers,
                                           .goats = sample->goats,
                                           .side = sample->side,
                                           .goats_in_hand = sample->goats_in_hand,
                                           .goats_eaten = sample->goats_eaten};
        fitting_count(&errors[0], sample, pattern_evaluate(weights, &fit->parts, &rules, &position), NETWORK_SCALE);
        fitting_count(&errors[1], sample, network_evaluate(&network_weights, &rules, &position), NETWORK_SCALE);
    }
    printf("large network: ");
    fitting_print(&errors[0]);
    printf("small network: ");
    fitting_print(&errors[1]);
}

/* Writes rows of `width` numbers, each in braces. */
static void write_rows(FILE *file, const int16_t *numbers, unsigned rows, unsigned width)
{
    for (unsigned i = 0; i < rows; i++) {
        fputs("   {\n", file);
        fitting_write(file, numbers + (size_t)i * width, width);
        fputs("   },\n", file);
    }
}

static void write_heads(FILE *file, const struct pattern_weights *weights)
{
    fputs("  },\n  .second = {\n", file);
    for (unsigned side = 0; side < 2; side++) {
        fputs("   {\n", file);
        for (unsigned stage = 0; stage < PATTERN_STAGES; stage++) {
            fputs("   {\n", file);
            write_rows(file, &weights->second[side][stage][0][0], PATTERN_SECOND, PATTERN_HIDDEN);
            fputs("   },\n", file);
        }
        fputs("   },\n", file);
    }
    fputs("  },\n  .second_bias = {\n", file);
    for (unsigned side = 0; side < 2; side++) {
        fputs("   {\n", file);
        for (unsigned stage = 0; stage < PATTERN_STAGES; stage++) {
            fputs("   {\n", file);
            fitting_write_long(file, weights->second_bias[side][stage], PATTERN_SECOND);
            fputs("   },\n", file);
        }
        fputs("   },\n", file);
    }
    fputs("  },\n  .output = {\n", file);
    for (unsigned side = 0; side < 2; side++) {
        fputs("   {\n", file);
        write_rows(file, &weights->output[side][0][0], PATTERN_STAGES, PATTERN_SECOND);
        fputs("   },\n", file);
    }
    fputs("  },\n  .output_bias = {\n", file);
    for (unsigned side = 0; side < 2; side++) {
        fputs("   {\n", file);
        fitting_write_long(file, weights->output_bias[side], PATTERN_STAGES);
        fputs("   },\n", file);
    }
}

static bool write_weights(const char *path, const struct pattern_weights *weights)
{
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        return false;
    }
    fputs("/* The weights of the large network, made by bench_fit_patterns: see docs/measurements.md. */\n"
          "#include \"engine/pattern_network.h\"\n\n"
          "/* clang-format off */\n"
          "const struct pattern_weights pattern_weights = {\n"
          "  .rows = {\n",
          file);
    write_rows(file, &weights->rows[0][0], PATTERN_ROWS, PATTERN_HIDDEN);
    fputs("  },\n  .in_hand = {\n", file);
    write_rows(file, &weights->in_hand[0][0], PATTERN_GOATS + 1, PATTERN_HIDDEN);
    fputs("  },\n  .left = {\n", file);
    write_rows(file, &weights->left[0][0], PATTERN_LEFT_MAX + 1, PATTERN_HIDDEN);
    write_heads(file, weights);
    fputs("  },\n};\n/* clang-format on */\n", file);
    return fclose(file) == 0;
}

int main(int argc, char **argv)
{
    static struct fit fit;
    static struct pattern_weights weights;
    uint64_t epochs = 10;
    uint64_t seed = 1;
    if (!fitting_read_options("bench_fit_patterns", argc, argv, &epochs, &seed)) {
        return 2;
    }
    fit.random = UINT64_C(88172645463325252) + seed;
    bc_board_init_standard(&fit.board);
    pattern_parts_init(&fit.parts, &fit.board);
    make_images(&fit);
    if (!fitting_read(&fit.samples, argv[1])) {
        fprintf(stderr, "bench_fit_patterns: %s: cannot be read\n", argv[1]);
        free(fit.samples.samples);
        return 1;
    }
    part_samples(&fit);
    begin(&fit);
    learn(&fit, epochs);
    round_weights(&fit.weights, &weights);
    print_error(&fit, &weights);
    int status = write_weights(argv[2], &weights) ? 0 : 1;
    free(fit.samples.samples);
    return status;
}
