#include "rules/naive_moves.h"

static bool inside(const struct naive_position *position, int file, int rank)
{
    return file >= 0 && file < position->size && rank >= 0 && rank < position->size;
}

/* Whether a line is drawn from a point in a direction. */
static bool line_drawn(const struct naive_position *position, int file, int rank, int dx, int dy)
{
    if (dx == 0 || dy == 0) {
        return true;
    }
    return position->diagonals && (file + rank) % 2 == 0; /* counting from 0 or from 1 makes no difference to the sum */
}

static int moves_of_piece(const struct naive_position *position, int file, int rank, struct naive_move *moves)
{
    int count = 0;
    int size = position->size;
    char piece = position->grid[rank][file];
    for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
            if ((dx == 0 && dy == 0) || !inside(position, file + dx, rank + dy) ||
                !line_drawn(position, file, rank, dx, dy)) {
                continue;
            }
            char next = position->grid[rank + dy][file + dx];
            if (next == '.') {
                moves[count++] = (struct naive_move){rank * size + file, -1, (rank + dy) * size + file + dx};
            } else if (piece == 'T' && next == 'G' && inside(position, file + 2 * dx, rank + 2 * dy) &&
                       position->grid[rank + 2 * dy][file + 2 * dx] == '.') {
                moves[count++] = (struct naive_move){rank * size + file, (rank + dy) * size + file + dx,
                                                     (rank + 2 * dy) * size + file + 2 * dx};
            }
        }
    }
    return count;
}

int naive_moves(const struct naive_position *position, struct naive_move *moves)
{
    int count = 0;
    for (int rank = 0; rank < position->size; rank++) {
        for (int file = 0; file < position->size; file++) {
            char content = position->grid[rank][file];
            int point = rank * position->size + file;
            if (!position->tigers_to_move && position->goats_in_hand > 0) {
                if (content == '.') {
                    moves[count++] = (struct naive_move){point, -1, point};
                }
            } else if (content == (position->tigers_to_move ? 'T' : 'G')) {
                count += moves_of_piece(position, file, rank, moves + count);
            }
        }
    }
    return count;
}
