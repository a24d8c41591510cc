#include "engine/search_position.h"

#include "rules/point_sets.h"

/* The next of a fixed sequence of well mixed words (splitmix64). */
static uint64_t next_key(uint64_t *state)
{
    *state += UINT64_C(0x9E3779B97F4A7C15);
    uint64_t word = *state;
    word = (word ^ word >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    word = (word ^ word >> 27) * UINT64_C(0x94D049BB133111EB);
    return word ^ word >> 31;
}

void search_board_init(struct search_board *tables, const struct bc_board *board)
{
    uint64_t state = UINT64_C(0xBA60C4A1);
    uint64_t keys[2][BC_POINTS_MAX];
    for (unsigned side = 0; side < 2; side++) {
        for (unsigned p = 0; p < BC_POINTS_MAX; p++) {
            keys[side][p] = next_key(&state);
        }
    }
    unsigned symmetry_count = board->symmetry_count < IMAGES ? board->symmetry_count : IMAGES;
    for (unsigned side = 0; side < 2; side++) {
        for (unsigned p = 0; p < board->point_count; p++) {
            for (unsigned s = 0; s < IMAGES; s++) {
                tables->piece_keys[side][p][s] = keys[side][board->symmetries[s < symmetry_count ? s : 0][p]];
            }
        }
    }
    for (unsigned i = 0; i <= BC_POINTS_MAX; i++) {
        tables->hand_keys[i] = next_key(&state);
    }
    for (unsigned i = 0; i < QUIET_KEYS; i++) {
        tables->quiet_keys[i] = next_key(&state);
    }
    tables->side_key = next_key(&state);
    tables->board = board;
}

static void flip_piece(const struct search_board *tables, struct search_position *position, unsigned side,
                       unsigned point)
{
    const uint64_t *keys = tables->piece_keys[side][point];
    for (unsigned s = 0; s < IMAGES; s++) {
        position->images[s] ^= keys[s];
    }
}

void search_position_from(const struct search_board *tables, const struct bc_position *position,
                          struct search_position *result)
{
    *result = (struct search_position){.tigers = position->tigers,
                                       .goats = position->goats,
                                       .quiet_turns = position->quiet_turns,
                                       .side = position->side,
                                       .goats_in_hand = position->goats_in_hand,
                                       .goats_eaten = position->goats_eaten};
    for (bc_points tigers = position->tigers; tigers != 0;) {
        flip_piece(tables, result, BC_TIGERS, bc_points_take(&tigers));
    }
    for (bc_points goats = position->goats; goats != 0;) {
        flip_piece(tables, result, BC_GOATS, bc_points_take(&goats));
    }
}

void search_position_to(const struct search_board *tables, const struct search_position *position,
                        struct bc_position *result)
{
    *result = (struct bc_position){.tigers = position->tigers,
                                   .goats = position->goats,
                                   .side = position->side,
                                   .goats_in_hand = position->goats_in_hand,
                                   .goats_eaten = position->goats_eaten,
                                   .quiet_turns = position->quiet_turns,
                                   .turn = 1};
    result->hash = bc_position_hash(tables->board, result);
}

void search_position_after(const struct search_board *tables, const struct search_position *position, bc_move move,
                           struct search_position *after)
{
    *after = *position;
    unsigned from = bc_move_from(move);
    unsigned to = bc_move_to(move);
    after->quiet_turns = 0;
    if (position->side == BC_TIGERS) {
        after->tigers ^= bc_point_bit(from) ^ bc_point_bit(to);
        flip_piece(tables, after, BC_TIGERS, from);
        flip_piece(tables, after, BC_TIGERS, to);
        if (bc_move_captures(move)) {
            unsigned over = bc_move_over(move);
            after->goats ^= bc_point_bit(over);
            after->goats_eaten++;
            flip_piece(tables, after, BC_GOATS, over);
        } else if (position->goats_in_hand == 0 && position->quiet_turns < BC_QUIET_TURNS_MAX) {
            after->quiet_turns = (uint16_t)(position->quiet_turns + 1);
        }
    } else if (from == to) {
        after->goats ^= bc_point_bit(to);
        after->goats_in_hand--;
        flip_piece(tables, after, BC_GOATS, to);
    } else {
        after->goats ^= bc_point_bit(from) ^ bc_point_bit(to);
        flip_piece(tables, after, BC_GOATS, from);
        flip_piece(tables, after, BC_GOATS, to);
        if (position->quiet_turns < BC_QUIET_TURNS_MAX) {
            after->quiet_turns = (uint16_t)(position->quiet_turns + 1);
        }
    }
    after->side ^= 1U;
}

static bool tigers_have_move(const struct bc_board *board, bc_points tigers, bc_points goats, bc_points empty)
{
    for (bc_points rest = tigers; rest != 0;) {
        if ((board->neighbours[bc_points_take(&rest)] & empty) != 0) {
            return true;
        }
    }
    for (unsigned i = 0; i < board->jump_shift_count; i++) {
        const struct bc_shift *shift = &board->jump_shifts[i];
        if ((tigers & shift->from & bc_points_back(goats, shift->over) & bc_points_back(empty, shift->to)) != 0) {
            return true;
        }
    }
    return false;
}

bool search_position_has_move(const struct bc_board *board, const struct search_position *position)
{
    bc_points empty = search_position_empty(board, position);
    if (position->side == BC_TIGERS) {
        return tigers_have_move(board, position->tigers, position->goats, empty);
    }
    if (position->goats_in_hand != 0) {
        return empty != 0;
    }
    while (empty != 0) {
        if ((board->neighbours[bc_points_take(&empty)] & position->goats) != 0) {
            return true;
        }
    }
    return false;
}

bool search_position_allows(const struct bc_board *board, const struct search_position *position, bc_move move)
{
    if (move == BC_MOVE_NONE) {
        return false;
    }
    struct bc_position plain = {.tigers = position->tigers,
                                .goats = position->goats,
                                .side = position->side,
                                .goats_in_hand = position->goats_in_hand};
    return bc_position_check_move(board, &plain, move) == BC_OK;
}

uint64_t search_position_key(const struct search_board *tables, const struct search_position *position,
                             unsigned quiet_turn_limit, unsigned *symmetry)
{
    uint64_t key = position->images[0];
    unsigned best = 0;
    for (unsigned s = 1; s < IMAGES; s++) {
        bool smaller = position->images[s] < key;
        key = smaller ? position->images[s] : key;
        best = smaller ? s : best;
    }
    *symmetry = best < tables->board->symmetry_count ? best : 0;
    key ^= tables->hand_keys[position->goats_in_hand];
    if (position->side == BC_TIGERS) {
        key ^= tables->side_key;
    }
    if (quiet_turn_limit != 0 && position->goats_in_hand == 0) {
        unsigned left = position->quiet_turns < quiet_turn_limit ? quiet_turn_limit - position->quiet_turns : 0;
        if (left < QUIET_KEYS) {
            key ^= tables->quiet_keys[left];
        }
    }
    return key;
}
