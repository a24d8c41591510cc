#include "cli/match_interval.h"

#include <math.h>

/* The 97.5 % point of Student's distribution: the expansion of Abramowitz and Stegun, 26.7.5, which from 2 degrees of freedom on
 * is at most 3 % too small. */
static double student_point(double freedom)
{
    const double z = 1.959964;
    const double z3 = z * z * z;
    const double z5 = z3 * z * z;
    const double z7 = z5 * z * z;
    double first = (z3 + z) / 4;
    double second = (5 * z5 + 16 * z3 + 3 * z) / 96;
    double third = (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / 384;
    return z + (first + (second + third / freedom) / freedom) / freedom;
}

/* Student's interval, with one pair lost and one pair won added to the spread. Without them pairs that end alike, which is
 * common among few, would seem to prove that all pairs do; among many they weigh nothing. The same idea for wins and losses:
 * Agresti and Coull, Approximate is better than "exact" for interval estimation, 1998. */
double match_interval(unsigned pairs, double sum, double square_sum)
{
    double count = pairs + 2.0;
    double mean = (sum + 1) / count;
    double variance = (square_sum + 1 - count * mean * mean) / (count - 1);
    double half = student_point(count - 1) * sqrt(variance / count);
    double score = sum / pairs;
    return fmin(half, fmax(score, 1 - score));
}
