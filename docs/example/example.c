/* Plays the moves given as arguments from the start of the game, or a short opening if there are none, and says what the
 * game has come to. */
#include <baghchal/baghchal.h>

#include <stdio.h>
#include <string.h>

enum { TURNS_MAX = 1000 };

static struct bc_board board;
static struct bc_ply history[TURNS_MAX];

/* Plays one move; false, with the reason on standard error, if it is not to be played. */
static int play(struct bc_game *game, const char *text)
{
    bc_move move = BC_MOVE_NONE;
    enum bc_error error = bc_move_read(&board, text, strlen(text), &move);
    if (error == BC_OK) {
        error = bc_game_play(game, move);
    }
    if (error != BC_OK) {
        fprintf(stderr, "%s: %s\n", text, bc_error_text(error));
    }
    return error == BC_OK;
}

static void describe(const struct bc_game *game)
{
    char text[BC_POSITION_TEXT_MAX];
    bc_position_write(&board, &game->position, text);
    printf("position  %s\n", text);
    printf("result    %s, %s\n", bc_result_word(game->result), bc_ending_word(game->ending));

    struct bc_move_list list;
    bc_game_moves(game, &list);
    printf("moves    ");
    for (unsigned i = 0; i < list.count; i++) {
        char move[BC_MOVE_TEXT_MAX];
        bc_move_write(&board, list.moves[i], move);
        printf(" %s", move);
    }
    printf("\n");
}

int main(int argc, char **argv)
{
    printf("libbaghchal %s\n", bc_version());

    bc_board_init_standard(&board);
    struct bc_rules rules = bc_rules_default(&board);
    struct bc_game game;
    enum bc_error error = bc_game_init(&game, &board, &rules, NULL, history, TURNS_MAX);
    if (error != BC_OK) {
        fprintf(stderr, "%s\n", bc_error_text(error));
        return 1;
    }

    static const char *const opening[] = {"c1", "a1-b1", "b2", "b1-a1", "d2", "a1xc3"};
    for (int i = 1; i < argc; i++) {
        if (!play(&game, argv[i])) {
            return 1;
        }
    }
    for (size_t i = 0; argc == 1 && i < sizeof opening / sizeof opening[0]; i++) {
        if (!play(&game, opening[i])) {
            return 1;
        }
    }
    describe(&game);
    return 0;
}
