#include "plain_perft.h"

#include <string.h>

enum { SIDE = 5, DIRECTIONS = 8 };

struct jump {
    uint8_t over;
    uint8_t to;
};

static uint8_t neighbour_count[PLAIN_POINTS];
static uint8_t neighbours[PLAIN_POINTS][DIRECTIONS];
static uint8_t jump_count[PLAIN_POINTS];
static struct jump jumps[PLAIN_POINTS][DIRECTIONS];

static int on_board(int row, int column)
{
    return row >= 0 && row < SIDE && column >= 0 && column < SIDE;
}

void plain_perft_prepare(void)
{
    for (int point = 0; point < PLAIN_POINTS; ++point) {
        int row = point / SIDE;
        int column = point % SIDE;
        neighbour_count[point] = 0;
        jump_count[point] = 0;
        for (int down = -1; down <= 1; ++down) {
            for (int right = -1; right <= 1; ++right) {
                int diagonal = down != 0 && right != 0;
                if ((down == 0 && right == 0) || (diagonal && (row + column) % 2 != 0)) {
                    continue;
                }
                if (on_board(row + down, column + right)) {
                    uint8_t next = (uint8_t)(point + SIDE * down + right);
                    neighbours[point][neighbour_count[point]++] = next;
                    if (on_board(row + 2 * down, column + 2 * right)) {
                        struct jump jump = {next, (uint8_t)(next + SIDE * down + right)};
                        jumps[point][jump_count[point]++] = jump;
                    }
                }
            }
        }
    }
}

void plain_position_start(struct plain_position *position)
{
    memset(position->board, PLAIN_EMPTY, sizeof position->board);
    position->board[0] = PLAIN_TIGER;
    position->board[SIDE - 1] = PLAIN_TIGER;
    position->board[PLAIN_POINTS - SIDE] = PLAIN_TIGER;
    position->board[PLAIN_POINTS - 1] = PLAIN_TIGER;
    position->goats_in_hand = PLAIN_GOATS;
    position->goats_eaten = 0;
    position->tigers_to_move = 0;
}

/* The optimiser would put the test for a leaf into the caller. One call a leaf is what this generator is to stand
 * for; the benchmark is built with and without. */
#ifdef PLAIN_PERFT_CALLS_EACH_LEAF
#define CALLED __attribute__((noinline))
#else
#define CALLED
#endif

static uint64_t after_goat_turns(struct plain_position *position, int depth)
{
    uint64_t leaves = 0;
    uint8_t *board = position->board;
    position->tigers_to_move = 1;
    if (position->goats_in_hand > 0) {
        --position->goats_in_hand;
        for (int to = 0; to < PLAIN_POINTS; ++to) {
            if (board[to] == PLAIN_EMPTY) {
                board[to] = PLAIN_GOAT;
                leaves += plain_perft(position, depth - 1);
                board[to] = PLAIN_EMPTY;
            }
        }
        ++position->goats_in_hand;
    } else {
        for (int from = 0; from < PLAIN_POINTS; ++from) {
            if (board[from] != PLAIN_GOAT) {
                continue;
            }
            board[from] = PLAIN_EMPTY;
            for (int i = 0; i < neighbour_count[from]; ++i) {
                int to = neighbours[from][i];
                if (board[to] == PLAIN_EMPTY) {
                    board[to] = PLAIN_GOAT;
                    leaves += plain_perft(position, depth - 1);
                    board[to] = PLAIN_EMPTY;
                }
            }
            board[from] = PLAIN_GOAT;
        }
    }
    position->tigers_to_move = 0;
    return leaves;
}

static uint64_t after_tiger_turns(struct plain_position *position, int depth)
{
    uint64_t leaves = 0;
    uint8_t *board = position->board;
    position->tigers_to_move = 0;
    for (int from = 0; from < PLAIN_POINTS; ++from) {
        if (board[from] != PLAIN_TIGER) {
            continue;
        }
        board[from] = PLAIN_EMPTY;
        for (int i = 0; i < neighbour_count[from]; ++i) {
            int to = neighbours[from][i];
            if (board[to] == PLAIN_EMPTY) {
                board[to] = PLAIN_TIGER;
                leaves += plain_perft(position, depth - 1);
                board[to] = PLAIN_EMPTY;
            }
        }
        for (int i = 0; i < jump_count[from]; ++i) {
            struct jump jump = jumps[from][i];
            if (board[jump.over] == PLAIN_GOAT && board[jump.to] == PLAIN_EMPTY) {
                board[jump.over] = PLAIN_EMPTY;
                board[jump.to] = PLAIN_TIGER;
                ++position->goats_eaten;
                leaves += plain_perft(position, depth - 1);
                --position->goats_eaten;
                board[jump.to] = PLAIN_EMPTY;
                board[jump.over] = PLAIN_GOAT;
            }
        }
        board[from] = PLAIN_TIGER;
    }
    position->tigers_to_move = 1;
    return leaves;
}

CALLED uint64_t plain_perft(struct plain_position *position, int depth)
{
    if (depth == 0) {
        return 1;
    }
    if (position->goats_eaten >= PLAIN_GOATS_TO_WIN) {
        return 0;
    }
    return position->tigers_to_move ? after_tiger_turns(position, depth) : after_goat_turns(position, depth);
}
