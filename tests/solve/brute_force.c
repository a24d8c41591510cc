#include "solve/brute_force.h"

#include <stdlib.h>
#include <string.h>

static uint64_t key_of(const struct bc_position *position)
{
    return (uint64_t)position->tigers << 40 | (uint64_t)position->goats << 8 | (uint64_t)position->goats_in_hand << 1 |
           position->side;
}

static uint32_t slot_of(const struct brute *brute, const struct bc_position *position)
{
    uint64_t key = key_of(position);
    uint32_t slot = (uint32_t)(key * UINT64_C(0x9E3779B97F4A7C15) >> 32) & (brute->table_size - 1);
    while (brute->table[slot] != 0 && key_of(&brute->entries[brute->table[slot] - 1].position) != key) {
        slot = (slot + 1) & (brute->table_size - 1);
    }
    return slot;
}

struct brute_entry *brute_find(const struct brute *brute, const struct bc_position *position)
{
    struct bc_position canonical;
    bc_position_canonical(brute->board, position, &canonical);
    uint32_t number = brute->table[slot_of(brute, &canonical)];
    return number == 0 ? NULL : &brute->entries[number - 1];
}

static void add(struct brute *brute, bc_points tigers, bc_points goats, unsigned hand, enum bc_side side)
{
    struct bc_position position = {.tigers = tigers, .goats = goats, .side = (uint8_t)side, .turn = 1};
    struct bc_position canonical;
    position.goats_in_hand = (uint8_t)hand;
    position.goats_eaten = (uint8_t)(brute->board->goat_count - hand - (unsigned)__builtin_popcount(goats));
    bc_position_canonical(brute->board, &position, &canonical);
    if (canonical.tigers != tigers || canonical.goats != goats) {
        return;
    }
    uint32_t slot = slot_of(brute, &canonical);
    brute->entries[brute->count] = (struct brute_entry){.position = canonical};
    brute->table[slot] = ++brute->count;
}

/* Lists the positions with `placed` goats placed; counts them only, without symmetry, while there is no table. */
static uint64_t list(struct brute *brute, unsigned placed)
{
    const struct bc_board *board = brute->board;
    uint64_t count = 0;
    for (bc_points tigers = 0; tigers <= board->points; ++tigers) {
        if ((unsigned)__builtin_popcount(tigers) != board->tiger_count) {
            continue;
        }
        bc_points open = board->points & ~tigers;
        for (bc_points goats = open;; goats = (goats - 1) & open) {
            unsigned on_board = (unsigned)__builtin_popcount(goats);
            if (on_board <= placed && placed - on_board <= brute->rules.goats_to_win) {
                for (unsigned side = 0; side < 2 && brute->table != NULL; ++side) {
                    add(brute, tigers, goats, board->goat_count - placed, (enum bc_side)side);
                }
                count += 2;
            }
            if (goats == 0) {
                break;
            }
        }
    }
    return count;
}

static enum bc_result won_by(unsigned side)
{
    return side == BC_GOATS ? BC_RESULT_GOATS_WIN : BC_RESULT_TIGERS_WIN;
}

/* What the moves of an unfinished position come to, by results with a distance below `distance` (of one metric; NULL-metric
 * positions, those of the placement phase, have no distance). */
static enum bc_result look(const struct brute *brute, const struct brute_entry *entry, unsigned distance, bool zero)
{
    struct bc_move_list list;
    bool all_lost = true;
    struct bc_position position = entry->position;
    bc_position_moves(brute->board, &position, &list);
    for (unsigned n = 0; n < list.count; ++n) {
        struct bc_undo undo;
        bc_position_make(brute->board, &position, list.moves[n], &undo);
        const struct brute_entry *next = brute_find(brute, &position);
        bc_position_unmake(&position, list.moves[n], &undo);
        if (next == NULL) {
            abort();
        }
        bool known = next->result == BC_RESULT_GOATS_WIN || next->result == BC_RESULT_TIGERS_WIN;
        if (known && !(zero && bc_move_captures(list.moves[n]))) {
            unsigned of_next = zero ? next->zero : next->end;
            known = of_next < distance;
        }
        if (known && next->result == won_by(position.side)) {
            return won_by(position.side);
        }
        all_lost = all_lost && known && next->result == won_by(1U - position.side);
    }
    return all_lost ? won_by(1U - entry->position.side) : BC_RESULT_NONE;
}

static bool movement_of(const struct brute *brute, const struct brute_entry *entry, unsigned eaten)
{
    return entry->position.goats_in_hand == 0 && entry->position.goats_eaten == eaten &&
           eaten < brute->rules.goats_to_win;
}

/* Values and *zero* of the movement positions with `eaten` goats eaten; those with more are known. */
static void solve_zero(struct brute *brute, unsigned eaten)
{
    unsigned limit = brute->rules.quiet_turn_limit;
    bool more = true;
    for (unsigned distance = 1; more && (limit == 0 || distance <= limit); ++distance) {
        more = distance < 3;
        for (uint32_t n = 0; n < brute->first[1]; ++n) {
            struct brute_entry *entry = &brute->entries[n];
            if (!movement_of(brute, entry, eaten) || entry->result != BC_RESULT_NONE) {
                continue;
            }
            enum bc_result result = look(brute, entry, distance, true);
            if (result != BC_RESULT_NONE) {
                entry->result = (uint8_t)result;
                entry->zero = (uint16_t)distance;
                entry->end = UINT16_MAX;
                more = true;
            }
        }
    }
    for (uint32_t n = 0; n < brute->first[1]; ++n) {
        if (movement_of(brute, &brute->entries[n], eaten) && brute->entries[n].result == BC_RESULT_NONE) {
            brute->entries[n].result = BC_RESULT_DRAW;
        }
    }
}

static void solve_end(struct brute *brute)
{
    bool unknown = true;
    for (unsigned distance = 1; unknown; ++distance) {
        unknown = false;
        for (uint32_t n = 0; n < brute->first[1]; ++n) {
            struct brute_entry *entry = &brute->entries[n];
            if (entry->position.goats_in_hand == 0 && entry->end == UINT16_MAX) {
                unknown = true;
                if (look(brute, entry, distance, false) == (enum bc_result)entry->result) {
                    entry->end = (uint16_t)distance;
                }
            }
        }
    }
}

/* The placement positions with goats to move or tigers to move, once all that follow are known. */
static void solve_placement(struct brute *brute, unsigned hand, enum bc_side side)
{
    for (uint32_t n = 0; n < brute->count; ++n) {
        struct brute_entry *entry = &brute->entries[n];
        if (entry->position.goats_in_hand == hand && entry->position.side == side && entry->result == BC_RESULT_NONE) {
            enum bc_result result = look(brute, entry, UINT32_MAX, false);
            entry->result = (uint8_t)(result == BC_RESULT_NONE ? BC_RESULT_DRAW : result);
        }
    }
}

void brute_make(struct brute *brute, const struct bc_board *board, const struct bc_rules *rules, unsigned least_placed)
{
    uint64_t count = 0;
    *brute = (struct brute){.board = board, .rules = *rules};
    for (unsigned placed = least_placed; placed <= board->goat_count; ++placed) {
        count += list(brute, placed);
    }
    brute->table_size = 1;
    while (brute->table_size < count) {
        brute->table_size *= 2;
    }
    brute->table = calloc(brute->table_size, sizeof *brute->table);
    brute->entries = calloc(count, sizeof *brute->entries);
    if (brute->table == NULL || brute->entries == NULL) {
        abort();
    }
    for (unsigned placed = board->goat_count + 1U; placed-- > least_placed;) {
        brute->first[board->goat_count - placed] = brute->count;
        list(brute, placed);
        brute->first[board->goat_count - placed + 1U] = brute->count;
    }
    for (uint32_t n = 0; n < brute->count; ++n) {
        enum bc_result result;
        if (bc_rules_ending(board, rules, &brute->entries[n].position, &result) != BC_ENDING_NONE) {
            brute->entries[n].result = (uint8_t)result;
        }
    }
    for (unsigned eaten = rules->goats_to_win; eaten-- > 0;) {
        solve_zero(brute, eaten);
    }
    solve_end(brute);
    for (unsigned hand = 1; hand <= board->goat_count - least_placed; ++hand) {
        solve_placement(brute, hand, BC_GOATS);
        solve_placement(brute, hand, BC_TIGERS);
    }
}

void brute_free(struct brute *brute)
{
    free(brute->entries);
    free(brute->table);
}
