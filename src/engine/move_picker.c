#include "engine/move_picker.h"

#include "rules/point_sets.h"

enum stage { STAGE_TABLE, STAGE_JUMPS, STAGE_KILLERS, STAGE_QUIET, STAGE_DONE };

/* What ordering a goat's move by safety is worth, on the scale of the history. */
enum { GOAT_SAVED = 6000, GOAT_BLOCKS = 6000, GOAT_GIVEN = 12000 };

void move_picker_init(struct move_picker *picker, const struct bc_board *board, const struct search_position *position,
                      const move_history *history, bc_move table_move, const bc_move killers[KILLERS],
                      bool captures_only)
{
    picker->board = board;
    picker->position = position;
    picker->history = history;
    picker->table_move = search_position_allows(board, position, table_move) ? table_move : BC_MOVE_NONE;
    picker->count = 0;
    picker->next = 0;
    picker->stage = STAGE_TABLE;
    for (unsigned i = 0; i < KILLERS; i++) {
        picker->killers[i] = captures_only ? BC_MOVE_NONE : killers[i];
    }
    if (picker->killers[1] == picker->killers[0]) {
        picker->killers[1] = BC_MOVE_NONE;
    }
    if (captures_only) {
        picker->table_move = BC_MOVE_NONE;
        picker->history = NULL;
    }
}

static void add(struct move_picker *picker, bc_move move, int32_t order)
{
    picker->moves[picker->count] = move;
    picker->orders[picker->count++] = order;
}

/* Jumps, ordered by how many neighbours of the landing point are empty: room to go on. */
static void list_jumps(struct move_picker *picker)
{
    const struct bc_board *board = picker->board;
    const struct search_position *position = picker->position;
    bc_points empty = search_position_empty(board, position);
    for (unsigned i = 0; i < board->jump_shift_count; i++) {
        const struct bc_shift *shift = &board->jump_shifts[i];
        bc_points from = position->tigers & shift->from & bc_points_back(position->goats, shift->over) &
                         bc_points_back(empty, shift->to);
        while (from != 0) {
            unsigned point = bc_points_take(&from);
            unsigned to = (unsigned)((int)point + shift->to);
            add(picker, bc_move_jump(point, (unsigned)((int)point + shift->over), to),
                (int32_t)bc_points_count(board->neighbours[to] & empty));
        }
    }
}

static void list_tiger_steps(struct move_picker *picker, bc_points empty)
{
    for (bc_points tigers = picker->position->tigers; tigers != 0;) {
        unsigned from = bc_points_take(&tigers);
        for (bc_points targets = picker->board->neighbours[from] & empty; targets != 0;) {
            unsigned to = bc_points_take(&targets);
            add(picker, bc_move_step(from, to), (*picker->history)[BC_TIGERS][from][to]);
        }
    }
}

/* What the goats must know before they move. */
struct goat_dangers {
    bc_points victims;  /* goats that can be eaten now */
    bc_points landings; /* where those jumps lead */
    bc_points exposed;  /* empty points on which a goat could be eaten at once */
};

static struct goat_dangers dangers_of(const struct bc_board *board, const struct search_position *position,
                                      bc_points empty)
{
    struct goat_dangers dangers = {0};
    for (unsigned i = 0; i < board->jump_shift_count; i++) {
        const struct bc_shift *shift = &board->jump_shifts[i];
        bc_points from = position->tigers & shift->from & bc_points_back(empty, shift->to);
        bc_points over = bc_points_forth(from, shift->over);
        dangers.exposed |= over & empty;
        from &= bc_points_back(position->goats, shift->over);
        dangers.victims |= over & position->goats;
        dangers.landings |= bc_points_forth(from, shift->to);
    }
    return dangers;
}

static void list_goat_moves(struct move_picker *picker, bc_points empty)
{
    const struct bc_board *board = picker->board;
    const struct search_position *position = picker->position;
    struct goat_dangers dangers = dangers_of(board, position, empty);
    int32_t orders[BC_POINTS_MAX];
    for (bc_points targets = empty; targets != 0;) {
        unsigned to = bc_points_take(&targets);
        bc_points bit = bc_point_bit(to);
        orders[to] =
            ((dangers.landings & bit) != 0 ? GOAT_BLOCKS : 0) - ((dangers.exposed & bit) != 0 ? GOAT_GIVEN : 0);
    }
    if (position->goats_in_hand > 0) {
        while (empty != 0) {
            unsigned to = bc_points_take(&empty);
            add(picker, bc_move_place(to), orders[to] + (*picker->history)[BC_GOATS][to][to]);
        }
        return;
    }
    for (bc_points goats = position->goats; goats != 0;) {
        unsigned from = bc_points_take(&goats);
        int32_t saved = (dangers.victims & bc_point_bit(from)) != 0 ? GOAT_SAVED : 0;
        for (bc_points targets = board->neighbours[from] & empty; targets != 0;) {
            unsigned to = bc_points_take(&targets);
            add(picker, bc_move_step(from, to), saved + orders[to] + (*picker->history)[BC_GOATS][from][to]);
        }
    }
}

static void list_quiet(struct move_picker *picker)
{
    bc_points empty = search_position_empty(picker->board, picker->position);
    if (picker->position->side == BC_TIGERS) {
        list_tiger_steps(picker, empty);
    } else {
        list_goat_moves(picker, empty);
    }
}

/* Takes the first of the moves with the highest order out of the list. */
static bc_move take_best(struct move_picker *picker)
{
    unsigned best = picker->next;
    for (unsigned i = picker->next + 1; i < picker->count; i++) {
        if (picker->orders[i] > picker->orders[best]) {
            best = i;
        }
    }
    bc_move move = picker->moves[best];
    picker->moves[best] = picker->moves[picker->next];
    picker->orders[best] = picker->orders[picker->next];
    picker->next++;
    return move;
}

static bool is_killer(const struct move_picker *picker, bc_move move)
{
    return move == picker->killers[0] || move == picker->killers[1];
}

/* The best listed move that was not tried before it was listed. */
static bc_move next_listed(struct move_picker *picker)
{
    while (picker->next < picker->count) {
        bc_move move = take_best(picker);
        if (move != picker->table_move && (bc_move_captures(move) || !is_killer(picker, move))) {
            return move;
        }
    }
    return BC_MOVE_NONE;
}

/* The next killer that is a move here; those that are none are forgotten, so that the list does not leave them out. */
static bc_move next_killer(struct move_picker *picker)
{
    while (picker->next < KILLERS) {
        bc_move *killer = &picker->killers[picker->next++];
        if (*killer != picker->table_move && !bc_move_captures(*killer) &&
            search_position_allows(picker->board, picker->position, *killer)) {
            return *killer;
        }
        *killer = BC_MOVE_NONE;
    }
    return BC_MOVE_NONE;
}

bc_move move_picker_next(struct move_picker *picker)
{
    bc_move move = BC_MOVE_NONE;
    if (picker->stage == STAGE_TABLE) {
        picker->stage = STAGE_JUMPS;
        if (picker->position->side == BC_TIGERS) {
            list_jumps(picker);
        }
        move = picker->table_move;
    }
    if (move == BC_MOVE_NONE && picker->stage == STAGE_JUMPS) {
        move = next_listed(picker);
        if (move == BC_MOVE_NONE) {
            picker->stage = picker->history != NULL ? STAGE_KILLERS : STAGE_DONE;
            picker->next = 0;
        }
    }
    if (move == BC_MOVE_NONE && picker->stage == STAGE_KILLERS) {
        move = next_killer(picker);
        if (move == BC_MOVE_NONE) {
            picker->stage = STAGE_QUIET;
            picker->count = 0;
            picker->next = 0;
            list_quiet(picker);
        }
    }
    if (move == BC_MOVE_NONE && picker->stage == STAGE_QUIET) {
        move = next_listed(picker);
    }
    return move;
}

void move_history_add(move_history *history, unsigned side, bc_move move, int amount)
{
    int16_t *entry = &(*history)[side][bc_move_from(move)][bc_move_to(move)];
    int magnitude = amount < 0 ? -amount : amount;
    *entry = (int16_t)(*entry + amount - *entry * magnitude / HISTORY_LIMIT);
}
