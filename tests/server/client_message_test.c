/* What clients write: bodies and messages, well formed and otherwise. */
#include "cmocka_all.h"

#include "server/client_message.h"

#include <string.h>

static struct bc_board board;

static enum refusal read_message(const char *text, struct client_message *message, struct hub_request *request)
{
    enum bc_error reason = BC_OK;
    memset(request, 0, sizeof *request);
    return client_message_read(&board, text, strlen(text), message, request, &reason);
}

static enum refusal read_body(enum hub_request_kind kind, const char *text, struct hub_request *request)
{
    enum bc_error reason = BC_OK;
    memset(request, 0, sizeof *request);
    request->kind = kind;
    return client_body_read(&board, text, strlen(text), request, &reason);
}

static void messages_are_read(void **state)
{
    (void)state;
    struct client_message message;
    struct hub_request request;
    assert_int_equal(read_message("{\"type\":\"hello\"}", &message, &request), REFUSAL_NONE);
    assert_int_equal(message.type, MESSAGE_HELLO);
    assert_false(request.has_secret);
    assert_int_equal(read_message("{\"type\":\"hello\",\"seat\":\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\","
                                  "\"since\":7}",
                                  &message, &request),
                     REFUSAL_NONE);
    assert_true(request.has_secret);
    assert_true(message.has_since && message.since == 7);
    assert_int_equal(
        read_message("{\"type\":\"move\",\"request\":3,\"ply\":2,\"line\":1,\"move\":\"A1XC3\"}", &message, &request),
        REFUSAL_NONE);
    assert_int_equal(request.kind, HUB_MOVE);
    assert_int_equal(request.ply, 2);
    assert_int_equal(request.line, 1);
    assert_true(message.has_request && message.request == 3);
    assert_int_equal(read_message("{\"type\":\"answer\",\"number\":4,\"answer\":\"decline\"}", &message, &request),
                     REFUSAL_NONE);
    assert_int_equal(request.offer_answer, ANSWER_DECLINE);
    assert_int_equal(read_message("{\"type\":\"ping\"}", &message, &request), REFUSAL_NONE);
}

static void messages_with_faults_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        enum refusal refusal;
    } faults[] = {
        {"", REFUSAL_BAD_JSON},
        {"[]", REFUSAL_BAD_JSON},
        {"{\"type\":\"ping\"", REFUSAL_BAD_JSON},
        {"{\"type\":\"ping\",\"type\":\"ping\"}", REFUSAL_BAD_JSON},
        {"{\"type\":\"ping\\u0000\"}", REFUSAL_BAD_FIELD},
        {"{}", REFUSAL_BAD_FIELD},
        {"{\"type\":7}", REFUSAL_BAD_FIELD},
        {"{\"type\":\"dance\"}", REFUSAL_BAD_FIELD},
        {"{\"type\":\"ping\",\"extra\":1}", REFUSAL_BAD_FIELD},
        {"{\"type\":\"ping\",\"request\":-1}", REFUSAL_BAD_FIELD},
        {"{\"type\":\"ping\",\"request\":1.5}", REFUSAL_BAD_FIELD},
        {"{\"type\":\"move\",\"move\":\"c3\"}", REFUSAL_BAD_FIELD},
        {"{\"type\":\"move\",\"ply\":0}", REFUSAL_BAD_FIELD},
        {"{\"type\":\"move\",\"ply\":-1,\"move\":\"c3\"}", REFUSAL_BAD_FIELD},
        {"{\"type\":\"move\",\"ply\":99999999999,\"move\":\"c3\"}", REFUSAL_BAD_FIELD},
        {"{\"type\":\"move\",\"ply\":0,\"move\":\"z9\"}", REFUSAL_ILLEGAL_MOVE},
        {"{\"type\":\"offer\",\"offer\":\"peace\"}", REFUSAL_BAD_FIELD},
        {"{\"type\":\"answer\",\"number\":1,\"answer\":\"perhaps\"}", REFUSAL_BAD_FIELD},
        {"{\"type\":\"hello\",\"seat\":\"short\"}", REFUSAL_SEAT_UNKNOWN},
        {"{\"type\":\"hello\",\"since\":\"x\"}", REFUSAL_BAD_FIELD},
    };
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        struct client_message message;
        struct hub_request request;
        assert_string_equal(refusal_word(read_message(faults[i].text, &message, &request)),
                            refusal_word(faults[i].refusal));
    }
}

static void a_new_table_has_defaults(void **state)
{
    (void)state;
    struct hub_request request;
    struct bc_rules rules = bc_rules_default(&board);
    assert_int_equal(read_body(HUB_MAKE, "", &request), REFUSAL_NONE);
    assert_true(bc_rules_equal(&request.plan.rules, &rules));
    assert_false(request.plan.computer);
    assert_int_equal(request.plan.maker, BC_GOATS);
    assert_null(request.plan.start);
}

static void a_new_table_is_read(void **state)
{
    (void)state;
    struct hub_request request;
    assert_int_equal(
        read_body(HUB_MAKE,
                  "{\"opponent\":\"computer\",\"level\":\"perfect\",\"side\":\"tigers\",\"rules\":\"goats=6\","
                  "\"position\":\"T3T/5/2G2/5/T3T t 19 0 0 1\",\"name\":\"आशा\"}",
                  &request),
        REFUSAL_NONE);
    assert_true(request.plan.computer);
    assert_int_equal(request.plan.level, TABLE_LEVEL_PERFECT);
    assert_int_equal(request.plan.maker, BC_TIGERS);
    assert_int_equal(request.plan.rules.goats_to_win, 6);
    assert_ptr_equal(request.plan.start, &request.start);
    assert_int_equal(request.start.goats_in_hand, 19);
}

static void bodies_with_faults_are_refused(void **state)
{
    (void)state;
    static const struct {
        enum hub_request_kind kind;
        const char *text;
        enum refusal refusal;
    } faults[] = {
        {HUB_MAKE, "nonsense", REFUSAL_BAD_JSON},
        {HUB_MAKE, "{\"opponent\":\"stranger\"}", REFUSAL_BAD_FIELD},
        {HUB_MAKE, "{\"opponent\":\"friend\",\"level\":\"3\"}", REFUSAL_BAD_FIELD},
        {HUB_MAKE, "{\"opponent\":\"computer\",\"level\":\"9\"}", REFUSAL_BAD_FIELD},
        {HUB_MAKE, "{\"opponent\":\"computer\",\"level\":3}", REFUSAL_BAD_FIELD},
        {HUB_MAKE, "{\"side\":\"both\"}", REFUSAL_BAD_FIELD},
        {HUB_MAKE, "{\"rules\":\"chess\"}", REFUSAL_BAD_RULES},
        {HUB_MAKE, "{\"rules\":\"goats=21\"}", REFUSAL_BAD_RULES},
        {HUB_MAKE, "{\"position\":\"T3T/5\"}", REFUSAL_BAD_POSITION},
        {HUB_MAKE, "{\"name\":\"a\\nb\"}", REFUSAL_BAD_NAME},
        {HUB_MAKE, "{\"name\":\"a\\u0000b\"}", REFUSAL_BAD_NAME},
        {HUB_SIT, "{\"name\":\"\\u0000\"}", REFUSAL_BAD_NAME},
        {HUB_SIT, "{\"name\\u0000\":\"a\"}", REFUSAL_BAD_JSON},
        {HUB_MAKE, "{\"side\":\"goats\\u0000\"}", REFUSAL_BAD_FIELD},
        {HUB_MAKE, "{\"claim\":\"short\"}", REFUSAL_BAD_FIELD},
        {HUB_SIT, "{\"name\":7}", REFUSAL_BAD_FIELD},
        {HUB_MOVE, "{}", REFUSAL_BAD_FIELD},
        {HUB_RESIGN, "{\"x\":1}", REFUSAL_BAD_FIELD},
    };
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        struct hub_request request;
        assert_string_equal(refusal_word(read_body(faults[i].kind, faults[i].text, &request)),
                            refusal_word(faults[i].refusal));
    }
}

static int set_up(void **state)
{
    (void)state;
    bc_board_init_standard(&board);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_are_read),
        cmocka_unit_test(messages_with_faults_are_refused),
        cmocka_unit_test(a_new_table_has_defaults),
        cmocka_unit_test(a_new_table_is_read),
        cmocka_unit_test(bodies_with_faults_are_refused),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
