/* A position with its exact value, as bench_samples writes it and bench_fit reads it, in the machine's own byte order. */
#ifndef BENCH_SAMPLE_H
#define BENCH_SAMPLE_H

#include <stdint.h>

struct sample {
    uint32_t tigers;
    uint32_t goats;
    uint8_t side;
    uint8_t goats_in_hand;
    uint8_t goats_eaten;
    uint8_t result; /* enum bc_result */
    uint32_t game;  /* games are numbered: those of the last twentieth are kept apart to measure the error */
};

#endif
