/* Small operations on sets of points. */
#ifndef BAGHCHAL_RULES_POINT_SETS_H
#define BAGHCHAL_RULES_POINT_SETS_H

#include <baghchal/board.h>

static inline unsigned bc_points_count(bc_points points)
{
#if defined(__x86_64__) && !defined(__POPCNT__)
    /* The portable instruction set has no population count, and the compiler would call a function that looks up tables. */
    points -= points >> 1 & 0x55555555U;
    points = (points & 0x33333333U) + (points >> 2 & 0x33333333U);
    return ((points + (points >> 4)) & 0x0F0F0F0FU) * 0x01010101U >> 24;
#else
    return (unsigned)__builtin_popcount(points);
#endif
}

/* The lowest point of a set that is not empty. */
static inline unsigned bc_points_first(bc_points points)
{
    return (unsigned)__builtin_ctz(points);
}

/* Takes the lowest point out of a set that is not empty and returns it. */
static inline unsigned bc_points_take(bc_points *points)
{
    unsigned point = bc_points_first(*points);
    *points &= *points - 1;
    return point;
}

static inline bc_points bc_point_bit(unsigned point)
{
    return (bc_points)1 << point;
}

/* The points p of the board for which p + difference is in the set. */
static inline bc_points bc_points_back(bc_points points, int difference)
{
    return difference >= 0 ? points >> difference : points << -difference;
}

/* The points p + difference for p in the set. */
static inline bc_points bc_points_forth(bc_points points, int difference)
{
    return bc_points_back(points, -difference);
}

#endif
