/* Deriving a board's tables from its description. */
#include <baghchal/board.h>

#include "point_sets.h"

/* Step 1: points have places of their own, within the range of names. */
static enum bc_error derive_points(struct bc_board *board)
{
    const struct bc_board_description *description = board->description;
    unsigned count = description->point_count;
    if (count < 2 || count > BC_POINTS_MAX) {
        return BC_ERROR_BOARD_SIZE;
    }
    board->point_count = description->point_count;
    board->points = count == BC_POINTS_MAX ? ~(bc_points)0 : bc_point_bit(count) - 1;
    for (unsigned p = 0; p < count; p++) {
        struct bc_place place = description->places[p];
        if (place.file > 25 || place.rank > 8) {
            return BC_ERROR_BOARD_PLACE;
        }
        for (unsigned q = 0; q < p; q++) {
            if (description->places[q].file == place.file && description->places[q].rank == place.rank) {
                return BC_ERROR_BOARD_PLACE;
            }
        }
        if (place.rank >= board->rank_count) {
            board->rank_count = (uint8_t)(place.rank + 1);
        }
    }
    return BC_OK;
}

/* Step 2: the pieces fit, and a goat can always be placed. */
static enum bc_error derive_pieces(struct bc_board *board)
{
    const struct bc_board_description *description = board->description;
    unsigned tigers = bc_points_count(description->tigers);
    unsigned goats = description->goat_count;
    if (tigers == 0 || goats == 0 || (description->tigers & ~board->points) != 0 || goats > BC_POINTS_MAX ||
        tigers + goats > board->point_count || description->goats_to_win == 0 || description->goats_to_win > goats) {
        return BC_ERROR_BOARD_PIECES;
    }
    board->tiger_count = (uint8_t)tigers;
    board->goat_count = description->goat_count;
    return BC_OK;
}

static bool line_is_sound(const struct bc_line *line, unsigned point_count)
{
    if (line->length < 2 || line->length > BC_LINE_LENGTH_MAX) {
        return false;
    }
    bc_points seen = 0;
    for (unsigned i = 0; i < line->length; i++) {
        if (line->points[i] >= point_count || (seen & bc_point_bit(line->points[i])) != 0) {
            return false;
        }
        seen |= bc_point_bit(line->points[i]);
    }
    return true;
}

/* Adds a jump to the list under its starting point; the same jump drawn twice counts once. */
static enum bc_error add_jump(struct bc_jump *list, unsigned *count, unsigned over, unsigned to)
{
    for (unsigned i = 0; i < *count; i++) {
        if (list[i].to == to) {
            return list[i].over == over ? BC_OK : BC_ERROR_BOARD_JUMP;
        }
    }
    unsigned place = *count;
    while (place > 0 && list[place - 1].to > to) {
        list[place] = list[place - 1];
        place--;
    }
    list[place].over = (uint8_t)over;
    list[place].to = (uint8_t)to;
    (*count)++;
    return BC_OK;
}

/* All jumps from one point, ordered by where they lead. */
static enum bc_error derive_jumps_from(const struct bc_board_description *description, unsigned from,
                                       struct bc_jump *list, unsigned *count)
{
    for (unsigned l = 0; l < description->line_count; l++) {
        const struct bc_line *line = &description->lines[l];
        for (unsigned i = 0; i < line->length; i++) {
            if (line->points[i] != from) {
                continue;
            }
            enum bc_error error = BC_OK;
            if (i + 2 < line->length) {
                error = add_jump(list, count, line->points[i + 1], line->points[i + 2]);
            }
            if (error == BC_OK && i >= 2) {
                error = add_jump(list, count, line->points[i - 1], line->points[i - 2]);
            }
            if (error != BC_OK) {
                return error;
            }
        }
    }
    return BC_OK;
}

/* Step 3: neighbours and jumps from the lines. */
static enum bc_error derive_lines(struct bc_board *board)
{
    const struct bc_board_description *description = board->description;
    if (description->line_count > BC_LINES_MAX) {
        return BC_ERROR_BOARD_SIZE;
    }
    for (unsigned l = 0; l < description->line_count; l++) {
        const struct bc_line *line = &description->lines[l];
        if (!line_is_sound(line, board->point_count)) {
            return BC_ERROR_BOARD_LINE;
        }
        for (unsigned i = 0; i + 1 < line->length; i++) {
            board->neighbours[line->points[i]] |= bc_point_bit(line->points[i + 1]);
            board->neighbours[line->points[i + 1]] |= bc_point_bit(line->points[i]);
        }
    }
    unsigned steps = 0;
    unsigned jumps = 0;
    for (unsigned p = 0; p < board->point_count; p++) {
        struct bc_jump list[2 * BC_LINES_MAX];
        unsigned count = 0;
        enum bc_error error = derive_jumps_from(description, p, list, &count);
        if (error != BC_OK) {
            return error;
        }
        steps += bc_points_count(board->neighbours[p]);
        if (steps + jumps + count > BC_MOVES_MAX) {
            return BC_ERROR_BOARD_SIZE;
        }
        board->jump_first[p] = (uint16_t)jumps;
        for (unsigned i = 0; i < count; i++) {
            board->jumps[jumps++] = list[i];
        }
    }
    for (unsigned p = board->point_count; p <= BC_POINTS_MAX; p++) {
        board->jump_first[p] = (uint16_t)jumps;
    }
    board->step_count = (uint16_t)steps;
    board->jump_count = (uint16_t)jumps;
    return BC_OK;
}

static void add_shift(struct bc_shift *shifts, uint16_t *count, unsigned from, int over, int to)
{
    unsigned i = 0;
    while (i < *count && (shifts[i].over != over || shifts[i].to != to)) {
        i++;
    }
    if (i == *count) {
        shifts[i].from = 0;
        shifts[i].over = (int8_t)over;
        shifts[i].to = (int8_t)to;
        (*count)++;
    }
    shifts[i].from |= bc_point_bit(from);
}

/* Step 4: steps and jumps gathered by the differences of their points. */
static void derive_shifts(struct bc_board *board)
{
    for (unsigned from = 0; from < board->point_count; from++) {
        bc_points targets = board->neighbours[from];
        while (targets != 0) {
            add_shift(board->step_shifts, &board->step_shift_count, from, 0, (int)bc_points_take(&targets) - (int)from);
        }
        for (unsigned j = board->jump_first[from]; j < board->jump_first[from + 1]; j++) {
            add_shift(board->jump_shifts, &board->jump_shift_count, from, (int)board->jumps[j].over - (int)from,
                      (int)board->jumps[j].to - (int)from);
        }
    }
}

/* Whether a permutation takes every line to a line, read in either direction. As there are as many images as lines, the set
 * of lines is then kept (no line is drawn twice, or both copies are). */
static bool keeps_lines(const struct bc_board *board, const uint8_t *image)
{
    const struct bc_board_description *description = board->description;
    for (unsigned l = 0; l < description->line_count; l++) {
        const struct bc_line *line = &description->lines[l];
        bool found = false;
        for (unsigned m = 0; m < description->line_count && !found; m++) {
            const struct bc_line *other = &description->lines[m];
            if (other->length != line->length) {
                continue;
            }
            bool forward = true;
            bool backward = true;
            for (unsigned i = 0; i < line->length; i++) {
                forward = forward && image[line->points[i]] == other->points[i];
                backward = backward && image[line->points[i]] == other->points[line->length - 1U - i];
            }
            found = forward || backward;
        }
        if (!found) {
            return false;
        }
    }
    return true;
}

/* Whether point p may go to point q, given where the points before p went: neighbours stay neighbours. */
static bool may_go(const struct bc_board *board, const uint8_t *image, bc_points used, unsigned p, unsigned q)
{
    if ((used & bc_point_bit(q)) != 0 ||
        bc_points_count(board->neighbours[p]) != bc_points_count(board->neighbours[q]) ||
        board->jump_first[p + 1] - board->jump_first[p] != board->jump_first[q + 1] - board->jump_first[q]) {
        return false;
    }
    for (unsigned i = 0; i < p; i++) {
        bool near = (board->neighbours[p] & bc_point_bit(i)) != 0;
        bool image_near = (board->neighbours[q] & bc_point_bit(image[i])) != 0;
        if (near != image_near) {
            return false;
        }
    }
    return true;
}

/* Step 5: the symmetries, by search over permutations point by point. Trying images in rising order finds the identity first. */
static enum bc_error derive_symmetries(struct bc_board *board)
{
    uint8_t image[BC_POINTS_MAX] = {0};
    uint8_t next[BC_POINTS_MAX] = {0}; /* the image to try next for each point */
    bc_points used = 0;
    unsigned p = 0;
    for (;;) {
        unsigned q = next[p];
        while (q < board->point_count && !may_go(board, image, used, p, q)) {
            q++;
        }
        if (q == board->point_count) {
            if (p == 0) {
                return BC_OK;
            }
            p--;
            used &= ~bc_point_bit(image[p]);
            continue;
        }
        image[p] = (uint8_t)q;
        next[p] = (uint8_t)(q + 1);
        if (p + 1U < board->point_count) {
            used |= bc_point_bit(q);
            p++;
            next[p] = 0;
        } else if (keeps_lines(board, image)) {
            if (board->symmetry_count == BC_SYMMETRIES_MAX) {
                return BC_ERROR_BOARD_SIZE;
            }
            for (unsigned i = 0; i < board->point_count; i++) {
                board->symmetries[board->symmetry_count][i] = image[i];
            }
            board->symmetry_count++;
        }
    }
}

/* Step 6: for each symmetry its inverse and the images of whole bytes of a mask. */
static void derive_symmetry_tables(struct bc_board *board)
{
    for (unsigned s = 0; s < board->symmetry_count; s++) {
        const uint8_t *image = board->symmetries[s];
        for (unsigned t = 0; t < board->symmetry_count; t++) {
            bool undoes = true;
            for (unsigned p = 0; p < board->point_count; p++) {
                undoes = undoes && board->symmetries[t][image[p]] == p;
            }
            if (undoes) {
                board->inverse[s] = (uint8_t)t;
            }
        }
        for (unsigned byte = 0; byte < 4; byte++) {
            for (unsigned bits = 1; bits < 256; bits++) {
                unsigned point = 8 * byte + bc_points_first(bits);
                bc_points rest = board->symmetry_bytes[s][byte][bits & (bits - 1)];
                board->symmetry_bytes[s][byte][bits] =
                    rest | (point < board->point_count ? bc_point_bit(image[point]) : 0);
            }
        }
    }
}

/* The next number of the splitmix64 sequence (Steele, Lea and Flood 2014). */
static uint64_t next_key(uint64_t *state)
{
    uint64_t z = *state += 0x9E3779B97F4A7C15U;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9U;
    z = (z ^ z >> 27) * 0x94D049BB133111EBU;
    return z ^ z >> 31;
}

/* Step 7: the keys of hashes, the same for every board. */
static void derive_keys(struct bc_board *board)
{
    uint64_t state = 20;
    for (unsigned p = 0; p < BC_POINTS_MAX; p++) {
        board->tiger_keys[p] = next_key(&state);
        board->goat_keys[p] = next_key(&state);
    }
    for (unsigned hand = 0; hand <= BC_POINTS_MAX; hand++) {
        board->hand_keys[hand] = next_key(&state);
    }
    board->side_key = next_key(&state);
}

enum bc_error bc_board_init(struct bc_board *board, const struct bc_board_description *description)
{
    *board = (struct bc_board){.description = description};
    enum bc_error error = derive_points(board);
    if (error == BC_OK) {
        error = derive_pieces(board);
    }
    if (error == BC_OK) {
        error = derive_lines(board);
    }
    if (error == BC_OK) {
        derive_shifts(board);
        error = derive_symmetries(board);
    }
    if (error == BC_OK) {
        derive_symmetry_tables(board);
        derive_keys(board);
    }
    return error;
}

void bc_board_init_standard(struct bc_board *board)
{
    (void)bc_board_init(board, bc_board_description(0));
}

int bc_board_over(const struct bc_board *board, unsigned from, unsigned to)
{
    if (from >= board->point_count) {
        return -1;
    }
    for (unsigned j = board->jump_first[from]; j < board->jump_first[from + 1]; j++) {
        if (board->jumps[j].to == to) {
            return board->jumps[j].over;
        }
    }
    return -1;
}

int bc_board_point_at(const struct bc_board *board, unsigned file, unsigned rank)
{
    for (unsigned p = 0; p < board->point_count; p++) {
        if (board->description->places[p].file == file && board->description->places[p].rank == rank) {
            return (int)p;
        }
    }
    return -1;
}
