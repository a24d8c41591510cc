#include "server/client_message.h"

#include <baghchal/text.h>

#include <jansson.h>

#include <string.h>

/* A NUL is a character like others, so that what holds one is refused by what it was to be: a name as a bad name. */
enum { JSON_FLAGS = JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL };

static const char *const type_words[MESSAGE_TYPE_COUNT] = {
    [MESSAGE_HELLO] = "hello",   [MESSAGE_MOVE] = "move",     [MESSAGE_OFFER] = "offer", [MESSAGE_ANSWER] = "answer",
    [MESSAGE_RESIGN] = "resign", [MESSAGE_CANCEL] = "cancel", [MESSAGE_STATE] = "state", [MESSAGE_PING] = "ping",
};

/* Whether an object has no other fields than those named. */
static bool only_fields(json_t *object, const char *const *names)
{
    const char *key;
    json_t *value;
    json_object_foreach(object, key, value)
    {
        const char *const *name = names;
        while (*name != NULL && strcmp(*name, key) != 0) {
            name++;
        }
        if (*name == NULL) {
            return false;
        }
    }
    return true;
}

/* Reads a field that may be missing: 1 when it is there, 0 when not, -1 when it is something else. */
static int read_number(json_t *object, const char *name, uint64_t limit, uint64_t *number)
{
    json_t *value = json_object_get(object, name);
    if (value == NULL) {
        return 0;
    }
    if (!json_is_integer(value) || json_integer_value(value) < 0 || (uint64_t)json_integer_value(value) > limit) {
        return -1;
    }
    *number = (uint64_t)json_integer_value(value);
    return 1;
}

static int read_turn(json_t *object, const char *name, uint32_t *turn)
{
    uint64_t number = 0;
    int found = read_number(object, name, UINT32_MAX - 1, &number);
    if (found == 1) {
        *turn = (uint32_t)number;
    }
    return found;
}

/* The text of a field, "" where it is missing; NULL where it is something else or holds a NUL. */
static const char *read_word(json_t *object, const char *name)
{
    json_t *value = json_object_get(object, name);
    if (value == NULL) {
        return "";
    }
    if (!json_is_string(value) || strlen(json_string_value(value)) != json_string_length(value)) {
        return NULL;
    }
    return json_string_value(value);
}

static enum refusal read_move(const struct bc_board *board, json_t *object, struct hub_request *request,
                              enum bc_error *reason)
{
    const char *move = read_word(object, "move");
    if (read_turn(object, "ply", &request->ply) != 1 || read_turn(object, "line", &request->line) < 0 || move == NULL ||
        move[0] == '\0') {
        return REFUSAL_BAD_FIELD;
    }
    *reason = bc_move_read(board, move, strlen(move), &request->move);
    return *reason == BC_OK ? REFUSAL_NONE : REFUSAL_ILLEGAL_MOVE;
}

static enum refusal read_offer(json_t *object, struct hub_request *request)
{
    const char *offer = read_word(object, "offer");
    if (offer == NULL || read_turn(object, "ply", &request->ply) < 0) {
        return REFUSAL_BAD_FIELD;
    }
    request->offer = offer_kind_read(offer);
    return request->offer == OFFER_NONE ? REFUSAL_BAD_FIELD : REFUSAL_NONE;
}

static enum refusal read_answer(json_t *object, struct hub_request *request)
{
    const char *answer = read_word(object, "answer");
    if (answer == NULL || read_turn(object, "number", &request->number) != 1) {
        return REFUSAL_BAD_FIELD;
    }
    for (unsigned i = ANSWER_ACCEPT; i <= ANSWER_CANCEL; i++) {
        if (strcmp(answer, offer_answer_word(i)) == 0) {
            request->offer_answer = (enum offer_answer)i;
            return REFUSAL_NONE;
        }
    }
    return REFUSAL_BAD_FIELD;
}

static enum refusal read_name_and_claim(json_t *object, struct hub_request *request)
{
    json_t *name = json_object_get(object, "name");
    const char *claim = read_word(object, "claim");
    if ((name != NULL && !json_is_string(name)) || claim == NULL || (claim[0] != '\0' && !claim_well_formed(claim))) {
        return REFUSAL_BAD_FIELD;
    }
    if (name != NULL && !table_name_acceptable(json_string_value(name), json_string_length(name))) {
        return REFUSAL_BAD_NAME;
    }
    strncpy(request->name, name != NULL ? json_string_value(name) : "", sizeof request->name - 1);
    strncpy(request->claim, claim, sizeof request->claim - 1);
    return REFUSAL_NONE;
}

static enum refusal read_opponent(json_t *object, struct table_plan *plan)
{
    const char *opponent = read_word(object, "opponent");
    const char *level = read_word(object, "level");
    if (opponent == NULL || level == NULL) {
        return REFUSAL_BAD_FIELD;
    }
    plan->computer = strcmp(opponent, "computer") == 0;
    if (!plan->computer) {
        return (opponent[0] != '\0' && strcmp(opponent, "friend") != 0) || level[0] != '\0' ? REFUSAL_BAD_FIELD
                                                                                            : REFUSAL_NONE;
    }
    plan->level = (uint8_t)level_read(level[0] == '\0' ? "3" : level);
    return plan->level == 0 ? REFUSAL_BAD_FIELD : REFUSAL_NONE;
}

static enum refusal read_side(json_t *object, struct table_plan *plan)
{
    const char *side = read_word(object, "side");
    if (side == NULL) {
        return REFUSAL_BAD_FIELD;
    }
    if (strcmp(side, "random") == 0) {
        uint8_t toss = 0;
        (void)random_bytes(&toss, sizeof toss);
        plan->maker = toss & 1;
        return REFUSAL_NONE;
    }
    plan->maker = strcmp(side, "tigers") == 0 ? BC_TIGERS : BC_GOATS;
    return side[0] == '\0' || strcmp(side, "goats") == 0 || strcmp(side, "tigers") == 0 ? REFUSAL_NONE
                                                                                        : REFUSAL_BAD_FIELD;
}

static enum refusal read_plan(const struct bc_board *board, json_t *object, struct hub_request *request,
                              enum bc_error *reason)
{
    struct table_plan *plan = &request->plan;
    const char *rules = read_word(object, "rules");
    const char *position = read_word(object, "position");
    if (rules == NULL || position == NULL) {
        return REFUSAL_BAD_FIELD;
    }
    enum refusal refusal = read_opponent(object, plan);
    if (refusal == REFUSAL_NONE) {
        refusal = read_side(object, plan);
    }
    if (refusal == REFUSAL_NONE) {
        refusal = read_name_and_claim(object, request);
    }
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    plan->rules = bc_rules_default(board);
    *reason = rules[0] == '\0' ? BC_OK : bc_rules_read(board, rules, strlen(rules), &plan->rules, NULL);
    if (*reason != BC_OK) {
        return REFUSAL_BAD_RULES;
    }
    if (position[0] != '\0') {
        *reason = bc_position_read(board, position, strlen(position), &request->start, NULL);
        plan->start = &request->start;
    }
    return *reason == BC_OK ? REFUSAL_NONE : REFUSAL_BAD_POSITION;
}

static enum refusal read_hello(json_t *object, struct client_message *message, struct hub_request *request)
{
    const char *seat = read_word(object, "seat");
    int since = read_number(object, "since", INT64_MAX, &message->since);
    message->has_since = since == 1;
    if (seat == NULL || since < 0) {
        return REFUSAL_BAD_FIELD;
    }
    request->kind = HUB_JOIN;
    request->has_secret = seat[0] != '\0';
    if (request->has_secret && strlen(seat) != SECRET_LENGTH) {
        return REFUSAL_SEAT_UNKNOWN;
    }
    strncpy(request->secret, seat, sizeof request->secret - 1);
    return REFUSAL_NONE;
}

static enum refusal read_typed(const struct bc_board *board, json_t *object, struct client_message *message,
                               struct hub_request *request, enum bc_error *reason)
{
    static const char *const fields[MESSAGE_TYPE_COUNT][6] = {
        [MESSAGE_HELLO] = {"type", "seat", "since"},
        [MESSAGE_MOVE] = {"type", "request", "ply", "line", "move"},
        [MESSAGE_OFFER] = {"type", "request", "offer", "ply"},
        [MESSAGE_ANSWER] = {"type", "request", "number", "answer"},
        [MESSAGE_RESIGN] = {"type", "request"},
        [MESSAGE_CANCEL] = {"type", "request"},
        [MESSAGE_STATE] = {"type", "request"},
        [MESSAGE_PING] = {"type", "request"},
    };
    static const enum hub_request_kind kinds[MESSAGE_TYPE_COUNT] = {
        [MESSAGE_HELLO] = HUB_JOIN,    [MESSAGE_MOVE] = HUB_MOVE,     [MESSAGE_OFFER] = HUB_OFFER,
        [MESSAGE_ANSWER] = HUB_ANSWER, [MESSAGE_RESIGN] = HUB_RESIGN, [MESSAGE_CANCEL] = HUB_CANCEL,
        [MESSAGE_STATE] = HUB_READ,    [MESSAGE_PING] = HUB_READ,
    };
    if (!only_fields(object, fields[message->type])) {
        return REFUSAL_BAD_FIELD;
    }
    request->kind = kinds[message->type];
    switch (message->type) {
    case MESSAGE_HELLO:
        return read_hello(object, message, request);
    case MESSAGE_MOVE:
        return read_move(board, object, request, reason);
    case MESSAGE_OFFER:
        return read_offer(object, request);
    case MESSAGE_ANSWER:
        return read_answer(object, request);
    case MESSAGE_RESIGN:
    case MESSAGE_CANCEL:
    case MESSAGE_STATE:
    case MESSAGE_PING:
    case MESSAGE_TYPE_COUNT:
    default:
        return REFUSAL_NONE;
    }
}

enum refusal client_message_read(const struct bc_board *board, const char *text, size_t length,
                                 struct client_message *message, struct hub_request *request, enum bc_error *reason)
{
    *message = (struct client_message){.type = MESSAGE_TYPE_COUNT};
    *reason = BC_OK;
    json_t *object = json_loadb(text, length, JSON_FLAGS, NULL);
    if (!json_is_object(object)) {
        json_decref(object);
        return REFUSAL_BAD_JSON;
    }
    uint64_t number = 0;
    int has_request = read_number(object, "request", INT64_MAX, &number);
    message->has_request = has_request == 1;
    message->request = (int64_t)number;
    const char *type = read_word(object, "type");
    for (unsigned i = 0; type != NULL && i < MESSAGE_TYPE_COUNT; i++) {
        if (strcmp(type, type_words[i]) == 0) {
            message->type = (enum client_message_type)i;
        }
    }
    enum refusal refusal = REFUSAL_BAD_FIELD;
    if (has_request >= 0 && message->type != MESSAGE_TYPE_COUNT) {
        refusal = read_typed(board, object, message, request, reason);
    }
    json_decref(object);
    return refusal;
}

static enum refusal read_body(const struct bc_board *board, json_t *object, struct hub_request *request,
                              enum bc_error *reason)
{
    static const char *const make_fields[] = {"opponent", "level", "side", "rules", "position", "name", "claim", NULL};
    static const char *const sit_fields[] = {"name", "claim", NULL};
    static const char *const move_fields[] = {"ply", "line", "move", NULL};
    static const char *const offer_fields[] = {"offer", "ply", NULL};
    static const char *const answer_fields[] = {"number", "answer", NULL};
    static const char *const no_fields[] = {NULL};
    switch (request->kind) {
    case HUB_MAKE:
        return only_fields(object, make_fields) ? read_plan(board, object, request, reason) : REFUSAL_BAD_FIELD;
    case HUB_SIT:
        return only_fields(object, sit_fields) ? read_name_and_claim(object, request) : REFUSAL_BAD_FIELD;
    case HUB_MOVE:
        return only_fields(object, move_fields) ? read_move(board, object, request, reason) : REFUSAL_BAD_FIELD;
    case HUB_OFFER:
        return only_fields(object, offer_fields) ? read_offer(object, request) : REFUSAL_BAD_FIELD;
    case HUB_ANSWER:
        return only_fields(object, answer_fields) ? read_answer(object, request) : REFUSAL_BAD_FIELD;
    case HUB_READ:
    case HUB_JOIN:
    case HUB_RESIGN:
    case HUB_CANCEL:
    default:
        return only_fields(object, no_fields) ? REFUSAL_NONE : REFUSAL_BAD_FIELD;
    }
}

enum refusal client_body_read(const struct bc_board *board, const char *text, size_t length,
                              struct hub_request *request, enum bc_error *reason)
{
    *reason = BC_OK;
    json_t *object = length == 0 ? json_object() : json_loadb(text, length, JSON_FLAGS, NULL);
    enum refusal refusal = REFUSAL_BAD_JSON;
    if (json_is_object(object)) {
        refusal = read_body(board, object, request, reason);
    }
    json_decref(object);
    return refusal;
}
