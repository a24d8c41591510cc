/* How far the score of a match may be from the one that endless play would come to. */
#ifndef CLI_MATCH_INTERVAL_H
#define CLI_MATCH_INTERVAL_H

/* Half the width of the 95 % confidence interval of a mean score, from `pairs` scores between 0 and 1 (at least one) that are
 * independent of each other, their sum and the sum of their squares. Never 0; at most what leaves room for every score from 0
 * to 1. */
double match_interval(unsigned pairs, double sum, double square_sum);

#endif
