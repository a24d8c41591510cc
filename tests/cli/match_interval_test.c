/* How often the interval of a match holds the true score, by brute force over everything that few pairs of games can come to. */
#include "cli/match_interval.h"

#include <math.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { SCORES = 5, PAIRS_MAX = 12 };

static const double scores[SCORES] = {0, 0.25, 0.5, 0.75, 1};

/* How likely a pair has each of the scores. */
static const double chances[][SCORES] = {
    {0.2, 0.2, 0.2, 0.2, 0.2}, {0, 0, 1, 0, 0},     {0, 0.05, 0.9, 0.05, 0}, {0, 0, 0.05, 0.1, 0.85},
    {0, 0, 0, 0.02, 0.98},     {0.5, 0, 0, 0, 0.5}, {0.25, 0, 0.5, 0, 0.25}, {0.7, 0.2, 0.1, 0, 0},
};

/* Pairs that were played: how likely this course is, and their sums. */
struct course {
    double chance;
    double sum;
    double square_sum;
};

static double true_score(const double chance[SCORES])
{
    double mean = 0;
    for (unsigned i = 0; i < SCORES; i++) {
        mean += chance[i] * scores[i];
    }
    return mean;
}

/* How likely the interval holds the true score, when `left` of `pairs` pairs are still to be played, with scores from `from` on: the
 * order does not matter, so that each set of scores is looked at once. */
static double coverage(const double chance[SCORES], unsigned pairs, unsigned left, unsigned from, struct course course)
{
    if (left == 0) {
        double distance = fabs(course.sum / pairs - true_score(chance));
        return distance <= match_interval(pairs, course.sum, course.square_sum) + 1e-9 ? course.chance : 0;
    }
    double total = 0;
    for (unsigned score = from; score < SCORES; score++) {
        struct course next = course;
        for (unsigned times = 1; times <= left; times++) {
            next.chance *= chance[score] * (left - times + 1) / times;
            next.sum += scores[score];
            next.square_sum += scores[score] * scores[score];
            total += next.chance > 0 ? coverage(chance, pairs, left - times, score + 1, next) : 0;
        }
    }
    return total;
}

/* Wilson's interval for plain wins and losses falls to 87.5 % too. */
static void the_interval_of_few_pairs_holds_the_true_score_nearly_as_often_as_it_says(void **state)
{
    (void)state;
    for (unsigned pairs = 1; pairs <= PAIRS_MAX; pairs++) {
        for (size_t i = 0; i < sizeof chances / sizeof chances[0]; i++) {
            assert_true(coverage(chances[i], pairs, pairs, 0, (struct course){.chance = 1}) > 0.87);
        }
    }
}

static void one_pair_says_nothing(void **state)
{
    (void)state;
    for (unsigned i = 0; i < SCORES; i++) {
        double reach = fmax(scores[i], 1 - scores[i]);
        assert_true(match_interval(1, scores[i], scores[i] * scores[i]) > 0.9 * reach);
    }
}

static void pairs_that_all_end_alike_leave_an_interval_that_shrinks_with_their_number(void **state)
{
    (void)state;
    double before = 1;
    for (unsigned pairs = 2; pairs <= 1000; pairs++) {
        double half = match_interval(pairs, 0.5 * pairs, 0.25 * pairs);
        assert_true(half > 0 && half <= before);
        before = half;
    }
}

static void the_interval_of_many_pairs_is_the_usual_one(void **state)
{
    (void)state;
    const unsigned pairs = 1000; /* each score 200 times: mean 0.5, variance 0.125 */
    double half = match_interval(pairs, 500, 375);
    double usual = 1.96 * sqrt(0.125 / pairs);
    assert_true(fabs(half - usual) < 0.01 * usual);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_interval_of_few_pairs_holds_the_true_score_nearly_as_often_as_it_says),
        cmocka_unit_test(one_pair_says_nothing),
        cmocka_unit_test(pairs_that_all_end_alike_leave_an_interval_that_shrinks_with_their_number),
        cmocka_unit_test(the_interval_of_many_pairs_is_the_usual_one),
    };
    return cmocka_run_group_tests_name("the interval of a match", tests, NULL, NULL);
}
