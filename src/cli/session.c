#include "cli/session.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 256 };

/* Gives the game room for one more turn. */
static enum bc_error reserve(struct session *session)
{
    struct bc_game *game = &session->game;
    if (game->ply_count < game->ply_capacity) {
        return BC_OK;
    }
    size_t capacity = game->ply_capacity < FIRST_CAPACITY ? FIRST_CAPACITY : 2 * game->ply_capacity;
    struct bc_ply *plies = calloc(capacity, sizeof *plies);
    bc_move *undone = reallocarray(session->undone, capacity, sizeof *undone);
    if (undone != NULL) {
        session->undone = undone;
    }
    if (plies == NULL || undone == NULL) {
        free(plies);
        return BC_ERROR_NO_SPACE;
    }
    struct bc_ply *old = game->plies;
    enum bc_error error = bc_game_set_history(game, plies, capacity);
    free(error == BC_OK ? old : plies);
    return error;
}

enum bc_error session_init(struct session *session, const struct bc_board_description *description,
                           const struct bc_rules *rules, const struct bc_position *position)
{
    memset(session, 0, sizeof *session);
    enum bc_error error = bc_board_init(&session->board, description);
    if (error == BC_OK) {
        error = bc_game_init(&session->game, &session->board, rules, position, NULL, 0);
    }
    return error;
}

enum bc_error session_init_from_record(struct session *session, const struct bc_record *record)
{
    const struct bc_game *game = &record->game;
    enum bc_error error = session_init(session, game->board->description, &game->rules, &game->start);
    for (size_t i = 0; i < game->ply_count && error == BC_OK; i++) {
        error = session_play(session, game->plies[i].move);
    }
    for (size_t i = 0; i < record->tag_count && error == BC_OK; i++) {
        const struct bc_record_tag *tag = &record->tags[i];
        if (!bc_record_tag_is_interpreted(tag->name, tag->name_length)) {
            char *name = strndup(tag->name, tag->name_length);
            char *value = strndup(tag->value, tag->value_length);
            error = name != NULL && value != NULL ? session_set_tag(session, name, value) : BC_ERROR_NO_SPACE;
            free(name);
            free(value);
        }
    }
    if (error != BC_OK) {
        session_free(session);
        return error;
    }
    session->game.result = game->result;
    session->game.ending = game->ending;
    return BC_OK;
}

void session_free(struct session *session)
{
    for (size_t i = 0; i < session->tag_count; i++) {
        free(session->tags[i].name);
        free(session->tags[i].value);
    }
    free(session->tags);
    free(session->undone);
    free(session->game.plies);
    session->tags = NULL;
    session->tag_count = 0;
    session->undone = NULL;
    session->game.plies = NULL;
}

static struct session_tag *find_tag(const struct session *session, const char *name)
{
    for (size_t i = 0; i < session->tag_count; i++) {
        if (strcmp(session->tags[i].name, name) == 0) {
            return &session->tags[i];
        }
    }
    return NULL;
}

enum bc_error session_set_tag(struct session *session, const char *name, const char *value)
{
    char *value_copy = strdup(value);
    if (value_copy == NULL) {
        return BC_ERROR_NO_SPACE;
    }
    struct session_tag *tag = find_tag(session, name);
    if (tag != NULL) {
        free(tag->value);
        tag->value = value_copy;
        return BC_OK;
    }
    char *name_copy = strdup(name);
    struct session_tag *tags = reallocarray(session->tags, session->tag_count + 1, sizeof *tags);
    if (tags != NULL) {
        session->tags = tags;
    }
    if (name_copy == NULL || tags == NULL) {
        free(name_copy);
        free(value_copy);
        return BC_ERROR_NO_SPACE;
    }
    tags[session->tag_count++] = (struct session_tag){name_copy, value_copy};
    return BC_OK;
}

const char *session_tag(const struct session *session, const char *name)
{
    const struct session_tag *tag = find_tag(session, name);
    return tag != NULL ? tag->value : NULL;
}

void session_remove_tag(struct session *session, const char *name)
{
    struct session_tag *tag = find_tag(session, name);
    if (tag != NULL) {
        free(tag->name);
        free(tag->value);
        struct session_tag *last = &session->tags[--session->tag_count];
        memmove(tag, tag + 1, (size_t)((char *)last - (char *)tag));
    }
}

enum bc_error session_play(struct session *session, bc_move move)
{
    enum bc_error error = bc_game_check_move(&session->game, move);
    if (error == BC_OK) {
        error = reserve(session);
    }
    if (error == BC_OK) {
        error = bc_game_play(&session->game, move);
    }
    if (error != BC_OK) {
        return error;
    }
    session->draw_offered = false;
    if (session->undone_count > 0 && session->undone[session->undone_count - 1] == move) {
        session->undone_count--;
    } else {
        session->undone_count = 0;
    }
    return BC_OK;
}

size_t session_take_back(struct session *session, size_t count)
{
    struct bc_game *game = &session->game;
    size_t taken = 0;
    session->draw_offered = false;
    if (count > 0 && (game->ending == BC_ENDING_AGREEMENT || game->ending == BC_ENDING_RESIGNATION)) {
        (void)bc_game_take_back(game, 0);
        taken++;
    }
    for (; taken < count && game->ply_count > 0; taken++) {
        session->undone[session->undone_count++] = game->plies[game->ply_count - 1].move;
        (void)bc_game_take_back(game, 1);
    }
    return taken;
}

size_t session_redo(struct session *session, size_t count)
{
    size_t made = 0;
    while (made < count && session->undone_count > 0 &&
           session_play(session, session->undone[session->undone_count - 1]) == BC_OK) {
        made++;
    }
    return made;
}

enum bc_error session_agree_draw(struct session *session)
{
    session->draw_offered = false;
    return bc_game_agree_draw(&session->game);
}

enum bc_error session_resign(struct session *session, enum bc_side side)
{
    session->draw_offered = false;
    return bc_game_resign(&session->game, side);
}
