/* The weights of the evaluation, from the goats' view, in hundredths of a goat. X(name, placement, movement): the first weight
 * holds with all goats in hand, the second with none, and in between they are mixed by the share of goats still in hand. */
#ifndef BAGHCHAL_ENGINE_EVALUATION_WEIGHTS_H
#define BAGHCHAL_ENGINE_EVALUATION_WEIGHTS_H

/* clang-format off */
#define EVALUATION_TERMS(X) \
    X(CONSTANT,                 20,   0) /* always 1 */ \
    X(GOATS_EATEN,            -100, -70) /* how many */ \
    X(LAST_BUT_ONE_GOAT,       -40, -40) /* 1 when two more goats lose the game */ \
    X(LAST_GOAT,              -120,-120) /* 1 when one more goat does */ \
    X(ONE_TRAPPED,              20,  25) /* 1 when exactly so many tigers are trapped */ \
    X(TWO_TRAPPED,              50,  60) \
    X(THREE_TRAPPED,           110, 130) \
    X(ALL_TRAPPED,             300, 400) \
    X(TIGER_STEPS,              -2,  -3) /* steps open to tigers */ \
    X(TIGER_TARGETS,            -2,  -3) /* points that a step of a tiger reaches */ \
    X(TIGER_REGION,             -2,  -3) /* empty points that tigers reach by steps alone */ \
    X(CLOSED_POINTS,            10,  12) /* empty points that they do not */ \
    X(OPEN_JUMPS,               -4,  -5) /* jumps over a goat between two points of the tigers' region, tigers' own included */ \
    X(THREAT_TO_MOVE,          -80, -90) /* 1 when a tiger can eat and the tigers are to move */ \
    X(MORE_THREATS_TO_MOVE,    -12, -12) /* further goats that can be eaten then */ \
    X(THREAT_WAITING,          -12, -15) /* the same with the goats to move */ \
    X(MORE_THREATS_WAITING,    -60, -60) \
    X(GOAT_STEPS,                0,   2) /* steps open to goats, once the hand is empty */ \
    X(GOATS_TO_MOVE,            10,   0) /* 1 when it is the goats' turn */ \
    X(GOATS_CORNER,              6,   2) /* goats by kind of point: on the standard board a1, */ \
    X(GOATS_KNIGHT_POINT,        8,   0) /* b1, */ \
    X(GOATS_EDGE_MIDDLE,         8,   0) /* c1, */ \
    X(GOATS_INNER_MIDDLE,       -2,   0) /* c2, */ \
    X(GOATS_INNER_CORNER,       -6,   0) /* b2, */ \
    X(GOATS_CENTRE,             -8,   0) /* c3 */ \
    X(TIGERS_CORNER,             8,  10) /* tigers by kind of point */ \
    X(TIGERS_KNIGHT_POINT,       6,   8) \
    X(TIGERS_EDGE_MIDDLE,        0,   0) \
    X(TIGERS_INNER_MIDDLE,       0,   0) \
    X(TIGERS_INNER_CORNER,      -2,  -2) \
    X(TIGERS_CENTRE,           -10,  -8)
/* clang-format on */

#endif
