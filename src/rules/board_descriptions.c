/* The boards that the library knows, as data. */
#include <baghchal/board.h>

#include "characters.h"

/* The standard board: files a to e, ranks 1 to 5; diagonals pass through the points whose file and rank add up to an even
 * number (shared rules, "Board"). */
static const struct bc_place standard_places[25] = {
    {0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}, /* a1 to e1: points 0 to 4 */
    {0, 1}, {1, 1}, {2, 1}, {3, 1}, {4, 1}, /* a2 to e2: points 5 to 9 */
    {0, 2}, {1, 2}, {2, 2}, {3, 2}, {4, 2}, /* a3 to e3: points 10 to 14 */
    {0, 3}, {1, 3}, {2, 3}, {3, 3}, {4, 3}, /* a4 to e4: points 15 to 19 */
    {0, 4}, {1, 4}, {2, 4}, {3, 4}, {4, 4}, /* a5 to e5: points 20 to 24 */
};

static const struct bc_line standard_lines[16] = {
    {5, {0, 1, 2, 3, 4}},      {5, {5, 6, 7, 8, 9}},      {5, {10, 11, 12, 13, 14}},
    {5, {15, 16, 17, 18, 19}}, {5, {20, 21, 22, 23, 24}}, /* ranks */
    {5, {0, 5, 10, 15, 20}},   {5, {1, 6, 11, 16, 21}},   {5, {2, 7, 12, 17, 22}},
    {5, {3, 8, 13, 18, 23}},   {5, {4, 9, 14, 19, 24}}, /* files */
    {5, {0, 6, 12, 18, 24}},   {5, {4, 8, 12, 16, 20}}, /* long diagonals */
    {3, {2, 6, 10}},           {3, {2, 8, 14}},           {3, {10, 16, 22}},
    {3, {14, 18, 22}}, /* short diagonals */
};

static const struct bc_place small_places[16] = {
    {0, 0}, {1, 0}, {2, 0}, {3, 0}, /* a1 to d1 */
    {0, 1}, {1, 1}, {2, 1}, {3, 1}, /* a2 to d2 */
    {0, 2}, {1, 2}, {2, 2}, {3, 2}, /* a3 to d3 */
    {0, 3}, {1, 3}, {2, 3}, {3, 3}, /* a4 to d4 */
};

static const struct bc_line small_lines[8] = {
    {4, {0, 1, 2, 3}},  {4, {4, 5, 6, 7}},  {4, {8, 9, 10, 11}}, {4, {12, 13, 14, 15}}, /* ranks */
    {4, {0, 4, 8, 12}}, {4, {1, 5, 9, 13}}, {4, {2, 6, 10, 14}}, {4, {3, 7, 11, 15}},   /* files */
};

static const struct bc_place tiny_places[9] = {
    {0, 0}, {1, 0}, {2, 0}, /* a1 to c1 */
    {0, 1}, {1, 1}, {2, 1}, /* a2 to c2 */
    {0, 2}, {1, 2}, {2, 2}, /* a3 to c3 */
};

static const struct bc_line tiny_lines[8] = {
    {3, {0, 1, 2}}, {3, {3, 4, 5}}, {3, {6, 7, 8}}, /* ranks */
    {3, {0, 3, 6}}, {3, {1, 4, 7}}, {3, {2, 5, 8}}, /* files */
    {3, {0, 4, 8}}, {3, {2, 4, 6}},                 /* diagonals */
};

/* clang-format off */
static const struct bc_board_description descriptions[] = {
    {"standard", 25, 16, 20, 5, 1U << 0 | 1U << 4 | 1U << 20 | 1U << 24, standard_places, standard_lines},
    {"4x4", 16, 8, 12, 3, 1U << 0 | 1U << 3 | 1U << 12 | 1U << 15, small_places, small_lines},
    {"3x3", 9, 8, 4, 1, 1U << 0 | 1U << 2 | 1U << 6 | 1U << 8, tiny_places, tiny_lines},
};
/* clang-format on */

const struct bc_board_description *bc_board_description(size_t index)
{
    return index < sizeof descriptions / sizeof descriptions[0] ? &descriptions[index] : NULL;
}

enum bc_error bc_board_find(const char *name, size_t length, const struct bc_board_description **description)
{
    for (size_t i = 0; bc_board_description(i) != NULL; i++) {
        if (bc_word_equal(name, length, bc_board_description(i)->name)) {
            *description = bc_board_description(i);
            return BC_OK;
        }
    }
    return BC_ERROR_BOARD_UNKNOWN;
}
