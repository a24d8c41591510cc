#include "cli/match_player.h"

#include "cli/command.h"

#include <baghchal/text.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    MATCH_MEGABYTES = 16,
    START_MILLISECONDS = 10000, /* for a program to introduce itself */
    PATIENCE_MILLISECONDS = 5000,
    ARGUMENTS_MAX = 32,
};

static uint64_t next_random(uint64_t *state)
{
    *state += UINT64_C(0x9E3779B97F4A7C15);
    uint64_t word = *state;
    word = (word ^ word >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    word = (word ^ word >> 27) * UINT64_C(0x94D049BB133111EB);
    return word ^ word >> 31;
}

/* Reads "NAME=NUMBER". */
static bool read_amount(const char *text, const char *name, unsigned long maximum, unsigned long *number)
{
    size_t length = strlen(name);
    if (strncmp(text, name, length) != 0 || text[length] != '=' || text[length + 1] < '0' || text[length + 1] > '9') {
        return false;
    }
    char *end;
    *number = strtoul(text + length + 1, &end, 10);
    return *end == '\0' && *number >= 1 && *number <= maximum;
}

static bool open_program(struct match_player *player, const struct match_settings *settings)
{
    char *arguments[ARGUMENTS_MAX + 1];
    size_t count = 0;
    char *words = strdup(player->name);
    if (words == NULL) {
        return false;
    }
    char *rest = words;
    for (char *word; count < ARGUMENTS_MAX && (word = strsep(&rest, " \t")) != NULL;) {
        if (*word != '\0') {
            arguments[count++] = word;
        }
    }
    arguments[count] = NULL;
    bool opened = count > 0 && engine_process_open(&player->process, arguments, START_MILLISECONDS);
    free(words);
    if (!opened) {
        (void)complain("match", "'%s' is no level and no program that speaks the engine protocol", player->name);
        return false;
    }
    char line[64 + BC_RULES_TEXT_MAX] = "setoption name Rules value ";
    (void)bc_rules_write(settings->board, &settings->rules, line + strlen(line));
    return engine_process_say(&player->process, line);
}

bool match_player_open(struct match_player *player, const char *name, const struct match_settings *settings)
{
    unsigned long amount = 0;
    *player = (struct match_player){.name = name, .kind = PLAYER_PROGRAM};
    if (strcmp(name, "random") == 0) {
        player->kind = PLAYER_RANDOM;
    } else if (strcmp(name, "greedy") == 0) {
        player->kind = PLAYER_GREEDY;
    } else if (bc_level_read(name, strlen(name), &player->level) == BC_OK) {
        player->kind = PLAYER_LEVEL;
    } else if (read_amount(name, "nodes", UINT32_MAX, &amount)) {
        player->kind = PLAYER_SEARCH;
        player->limits.nodes = amount;
    } else if (read_amount(name, "movetime", INT32_MAX, &amount)) {
        player->kind = PLAYER_SEARCH;
        player->limits.hard_milliseconds = (uint32_t)amount;
    }
    if (player->kind == PLAYER_PROGRAM) {
        return open_program(player, settings);
    }
    if (player->kind == PLAYER_LEVEL || player->kind == PLAYER_SEARCH) {
        enum bc_error error = thinker_open(&player->thinker, settings->board, MATCH_MEGABYTES, 1);
        if (error != BC_OK) {
            (void)complain("match", "%s", bc_error_text(error));
            return false;
        }
        if (player->level == BC_LEVEL_PERFECT) {
            (void)thinker_ask_tables(&player->thinker, settings->board, &settings->rules, NULL);
            if (settings->make_tables && thinker_make_tables(&player->thinker, settings->board, &settings->rules)) {
                (void)complain("match", "the tables for these rules are being made; until they are ready perfect plays "
                                        "by search");
            }
        }
    }
    return true;
}

void match_player_close(struct match_player *player)
{
    if (player->kind == PLAYER_PROGRAM) {
        engine_process_close(&player->process);
    } else if (player->kind == PLAYER_LEVEL || player->kind == PLAYER_SEARCH) {
        thinker_close(&player->thinker);
    }
    free(player->milliseconds);
}

bool match_player_begin(struct match_player *player, uint64_t seed)
{
    char rest[8];
    player->random = seed;
    if (player->kind == PLAYER_LEVEL) {
        const char *news = thinker_news(&player->thinker, thinker_look_for_tables(&player->thinker));
        if (news != NULL) {
            (void)complain("match", "%s", news);
        }
    }
    switch (player->kind) {
    case PLAYER_LEVEL:
    case PLAYER_SEARCH:
        bc_engine_clear(player->thinker.engine);
        return true;
    case PLAYER_PROGRAM:
        if (engine_process_say(&player->process, "newgame") && engine_process_say(&player->process, "isready") &&
            engine_process_await(&player->process, "readyok", START_MILLISECONDS, rest, sizeof rest)) {
            return true;
        }
        (void)complain("match", "'%s' does not answer", player->name);
        return false;
    case PLAYER_RANDOM:
    case PLAYER_GREEDY:
        break;
    }
    return true;
}

static bool tigers_can_eat(const struct bc_board *board, const struct bc_position *position)
{
    struct bc_position tigers_turn = *position;
    tigers_turn.side = BC_TIGERS;
    struct bc_move_list moves;
    bc_position_moves(board, &tigers_turn, &moves);
    for (unsigned i = 0; i < moves.count; i++) {
        if (bc_move_captures(moves.moves[i])) {
            return true;
        }
    }
    return false;
}

/* What one ply shows of a move: higher is better. */
static int greedy_worth(const struct bc_game *game, bc_move move)
{
    if (game->position.side == BC_TIGERS) {
        return bc_move_captures(move);
    }
    struct bc_position after = game->position;
    struct bc_undo undo;
    bc_position_make(game->board, &after, move, &undo);
    return tigers_can_eat(game->board, &after) ? 0 : 1;
}

static bc_move simple_move(struct match_player *player, const struct bc_game *game)
{
    struct bc_move_list moves;
    bc_game_moves(game, &moves);
    bc_move chosen = BC_MOVE_NONE;
    int best = -1;
    unsigned equals = 0;
    for (unsigned i = 0; i < moves.count; i++) {
        int worth = player->kind == PLAYER_GREEDY ? greedy_worth(game, moves.moves[i]) : 0;
        equals = worth > best ? 1 : equals + (worth == best);
        if (worth > best || (worth == best && next_random(&player->random) % equals == 0)) {
            chosen = moves.moves[i];
            best = worth;
        }
    }
    return chosen;
}

static bool engine_move(struct match_player *player, const struct bc_game *game, bc_move *move)
{
    struct bc_engine_host host = thinker_host(&player->thinker);
    thinker_judge_for(&player->thinker, player->kind == PLAYER_LEVEL ? player->level : 0);
    enum bc_error error;
    if (player->kind == PLAYER_LEVEL) {
        struct bc_level_choice choice;
        error = bc_level_choose(player->thinker.engine, game, player->level, player->random, &host, &choice);
        *move = choice.move;
    } else {
        struct bc_engine_result result;
        error = bc_engine_search(player->thinker.engine, game, &player->limits, &host, &result);
        *move = result.best;
    }
    if (error != BC_OK) {
        (void)complain("match", "%s: %s", player->name, bc_error_text(error));
    }
    return error == BC_OK;
}

static void note_time(struct match_player *player, double milliseconds)
{
    player->milliseconds_longest =
        milliseconds > player->milliseconds_longest ? milliseconds : player->milliseconds_longest;
    if (player->moves == player->milliseconds_capacity) {
        size_t capacity = player->moves == 0 ? 1024 : (size_t)player->moves * 2;
        double *larger = reallocarray(player->milliseconds, capacity, sizeof *larger);
        if (larger == NULL) {
            return;
        }
        player->milliseconds = larger;
        player->milliseconds_capacity = capacity;
    }
    player->milliseconds[player->moves++] = milliseconds;
}

bool match_player_move(struct match_player *player, const struct match_settings *settings, const struct bc_game *game,
                       bc_move *move)
{
    struct timespec before;
    struct timespec after;
    bool moved = true;
    (void)clock_gettime(CLOCK_MONOTONIC, &before);
    switch (player->kind) {
    case PLAYER_RANDOM:
    case PLAYER_GREEDY:
        *move = simple_move(player, game);
        break;
    case PLAYER_LEVEL:
    case PLAYER_SEARCH:
        moved = engine_move(player, game, move);
        break;
    case PLAYER_PROGRAM:
        moved = engine_process_move(&player->process, game, settings->move_milliseconds, PATIENCE_MILLISECONDS, move);
        if (!moved) {
            (void)complain("match", "'%s' gives no move", player->name);
        }
        break;
    }
    (void)clock_gettime(CLOCK_MONOTONIC, &after);
    note_time(player, (double)(after.tv_sec - before.tv_sec) * 1e3 + (double)(after.tv_nsec - before.tv_nsec) * 1e-6);
    if (moved && bc_game_check_move(game, *move) != BC_OK) {
        (void)complain("match", "'%s' makes a move that is not legal", player->name);
        moved = false;
    }
    return moved;
}

static int compare(const void *a, const void *b)
{
    double difference = *(const double *)a - *(const double *)b;
    return (difference > 0) - (difference < 0);
}

double match_player_median(struct match_player *player)
{
    if (player->moves == 0) {
        return 0;
    }
    qsort(player->milliseconds, player->moves, sizeof *player->milliseconds, compare);
    return player->milliseconds[player->moves / 2];
}
