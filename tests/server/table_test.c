/* Live tables: seats, turns, offers, takebacks, rematches, without any network. */
#include "cmocka_all.h"

#include "server/table.h"
#include "server/table_json.h"

#include <baghchal/text.h>

#include <jansson.h>
#include <string.h>

static struct bc_board board;
static const char goats_secret[] = "goats-secret-goats-secret-goats-secret-gggg";
static const char tigers_secret[] = "tigers-secret-tigers-secret-tigers-secret-t";

enum { NOW = 1000000 };

static bc_move move_of(const char *text)
{
    bc_move move = BC_MOVE_NONE;
    assert_int_equal(bc_move_read(&board, text, strlen(text), &move), BC_OK);
    return move;
}

static void make(struct table *table, const char *rules, const char *start, unsigned maker, bool computer)
{
    struct bc_position position;
    struct table_plan plan = {.name = "Asha", .maker = (uint8_t)maker, .computer = computer, .level = 3};
    assert_int_equal(bc_rules_read(&board, rules, strlen(rules), &plan.rules, NULL), BC_OK);
    if (start != NULL) {
        assert_int_equal(bc_position_read(&board, start, strlen(start), &position, NULL), BC_OK);
        plan.start = &position;
    }
    secret_hash(maker == BC_GOATS ? goats_secret : tigers_secret, SECRET_LENGTH, plan.secret_hash);
    assert_int_equal(table_init(table, &board, &plan, 42, NOW), BC_OK);
}

static enum refusal sit(struct table *table, const char *secret, int holder, unsigned *side, bool *repeated)
{
    uint8_t hash[SECRET_HASH_SIZE];
    secret_hash(secret, SECRET_LENGTH, hash);
    return table_sit(table, "Bir", hash, holder, side, repeated);
}

static enum refusal just_sit(struct table *table, const char *secret, int holder)
{
    unsigned side = 0;
    bool repeated = false;
    return sit(table, secret, holder, &side, &repeated);
}

/* A table at which two people sit; goats made it. */
static void make_started(struct table *table, const char *rules, const char *start)
{
    make(table, rules, start, BC_GOATS, false);
    assert_int_equal(just_sit(table, tigers_secret, TABLE_NO_SIDE), REFUSAL_NONE);
}

static enum refusal try_move(struct table *table, unsigned side, const char *text, uint32_t ply, uint32_t line,
                             bool *repeated)
{
    enum bc_error reason = BC_OK;
    return table_move(table, side, ply, line, move_of(text), NOW, repeated, &reason);
}

static void play(struct table *table, const char *text)
{
    bool repeated = false;
    assert_int_equal(
        try_move(table, table->game.position.side, text, (uint32_t)table->game.ply_count, table->line, &repeated),
        REFUSAL_NONE);
    assert_false(repeated);
}

static enum refusal offer(struct table *table, unsigned side, enum offer_kind kind, int64_t now)
{
    int64_t wait = 0;
    bool rematch = false;
    return table_make_offer(table, side, kind, TABLE_PRESENT, now, &wait, &rematch);
}

static enum refusal answer(struct table *table, unsigned side, uint32_t number, enum offer_answer what)
{
    bool rematch = false;
    return table_answer_offer(table, side, number, what, NOW, &rematch);
}

static void a_table_for_a_friend_waits_and_starts_when_the_friend_sits_down(void **state)
{
    (void)state;
    struct table table;
    bool repeated = false;
    make(&table, "nepal", NULL, BC_TIGERS, false);
    assert_int_equal(table.status, TABLE_WAITING);
    assert_int_equal(try_move(&table, BC_TIGERS, "a1-a2", 0, 0, &repeated), REFUSAL_NOT_STARTED);
    assert_int_equal(just_sit(&table, goats_secret, TABLE_NO_SIDE), REFUSAL_NONE);
    assert_int_equal(table.status, TABLE_PLAYING);
    assert_int_equal(table.seats[BC_GOATS].kind, SEAT_PLAYER);
    assert_string_equal(table.seats[BC_GOATS].name, "Bir");
    table_free(&table);
}

static void the_creator_keeps_the_seat_and_cannot_take_the_other(void **state)
{
    (void)state;
    struct table table;
    make(&table, "nepal", NULL, BC_GOATS, false);
    assert_int_equal(table_seat_of(&table, goats_secret, SECRET_LENGTH), BC_GOATS);
    assert_int_equal(just_sit(&table, tigers_secret, BC_GOATS), REFUSAL_OWN_TABLE);
    assert_int_equal(table.status, TABLE_WAITING);
    table_free(&table);
}

static void a_taken_seat_is_refused_but_the_same_request_again_gets_the_same_seat(void **state)
{
    (void)state;
    struct table table;
    unsigned side = 9;
    bool repeated = false;
    make_started(&table, "nepal", NULL);
    assert_int_equal(just_sit(&table, "stranger-stranger-stranger-stranger-strange", TABLE_NO_SIDE),
                     REFUSAL_SEAT_TAKEN);
    assert_int_equal(sit(&table, tigers_secret, TABLE_NO_SIDE, &side, &repeated), REFUSAL_NONE);
    assert_true(repeated);
    assert_int_equal(side, BC_TIGERS);
    table_free(&table);
}

static void a_wrong_secret_opens_no_seat(void **state)
{
    (void)state;
    struct table table;
    char almost[sizeof goats_secret];
    make(&table, "nepal", NULL, BC_GOATS, false);
    memcpy(almost, goats_secret, sizeof almost);
    almost[SECRET_LENGTH - 1] ^= 1;
    assert_int_equal(table_seat_of(&table, almost, SECRET_LENGTH), TABLE_NO_SIDE);
    assert_int_equal(table_seat_of(&table, "", 0), TABLE_NO_SIDE);
    assert_int_equal(table_seat_of(&table, tigers_secret, SECRET_LENGTH), TABLE_NO_SIDE);
    table_free(&table);
}

static void a_cancelled_or_expired_invitation_cannot_be_taken(void **state)
{
    (void)state;
    struct table table;
    make(&table, "nepal", NULL, BC_GOATS, false);
    assert_int_equal(table_cancel(&table, BC_GOATS), REFUSAL_NONE);
    assert_int_equal(just_sit(&table, tigers_secret, TABLE_NO_SIDE), REFUSAL_TABLE_CANCELLED);
    table_free(&table);
    make(&table, "nepal", NULL, BC_GOATS, false);
    assert_false(table_expire(&table, table.expires - 1));
    assert_true(table_expire(&table, table.expires));
    assert_int_equal(just_sit(&table, tigers_secret, TABLE_NO_SIDE), REFUSAL_TABLE_EXPIRED);
    assert_int_equal(table_cancel(&table, BC_GOATS), REFUSAL_TABLE_EXPIRED);
    table_free(&table);
    make_started(&table, "nepal", NULL);
    assert_int_equal(table_cancel(&table, BC_GOATS), REFUSAL_ALREADY_STARTED);
    assert_false(table_expire(&table, INT64_MAX));
    table_free(&table);
}

static void the_same_move_sent_a_hundred_times_counts_once(void **state)
{
    (void)state;
    struct table table;
    make_started(&table, "nepal", NULL);
    play(&table, "c3");
    for (int i = 0; i < 100; i++) {
        bool repeated = false;
        assert_int_equal(try_move(&table, BC_GOATS, "c3", 0, 0, &repeated), REFUSAL_NONE);
        assert_true(repeated);
    }
    assert_int_equal(table.game.ply_count, 1);
    table_free(&table);
}

static void a_move_for_another_turn_is_stale(void **state)
{
    (void)state;
    struct table table;
    bool repeated = false;
    make_started(&table, "nepal", NULL);
    assert_int_equal(try_move(&table, BC_GOATS, "c3", 5, 0, &repeated), REFUSAL_STALE);
    play(&table, "c3");
    assert_int_equal(try_move(&table, BC_GOATS, "c4", 0, 0, &repeated), REFUSAL_STALE);
    assert_int_equal(try_move(&table, BC_GOATS, "c4", 1, 0, &repeated), REFUSAL_NOT_YOUR_TURN);
    /* The other side cannot pass off the same move as its own. */
    assert_int_equal(try_move(&table, BC_TIGERS, "c3", 0, 0, &repeated), REFUSAL_STALE);
    table_free(&table);
}

static void a_move_decided_before_a_takeback_does_not_count_after_it(void **state)
{
    (void)state;
    struct table table;
    bool repeated = false;
    make_started(&table, "nepal", NULL);
    play(&table, "c3");
    assert_int_equal(offer(&table, BC_GOATS, OFFER_TAKEBACK, NOW), REFUSAL_NONE);
    assert_int_equal(answer(&table, BC_TIGERS, table.offer.number, ANSWER_ACCEPT), REFUSAL_NONE);
    assert_int_equal(table.game.ply_count, 0);
    assert_int_equal(table.line, 1);
    assert_int_equal(try_move(&table, BC_GOATS, "c3", 0, 0, &repeated), REFUSAL_STALE);
    assert_int_equal(try_move(&table, BC_GOATS, "c3", 0, 1, &repeated), REFUSAL_NONE);
    table_free(&table);
}

static void an_illegal_move_is_refused_with_its_reason(void **state)
{
    (void)state;
    struct table table;
    bool repeated = false;
    enum bc_error reason = BC_OK;
    make_started(&table, "nepal", NULL);
    play(&table, "c3");
    play(&table, "a1-a2");
    assert_int_equal(table_move(&table, BC_GOATS, 2, 0, move_of("c3-c4"), NOW, &repeated, &reason),
                     REFUSAL_ILLEGAL_MOVE);
    assert_int_equal(reason, BC_ERROR_MOVE_GOATS_IN_HAND);
    assert_int_equal(table.game.ply_count, 2);
    table_free(&table);
}

static void five_goats_end_the_game_at_once(void **state)
{
    (void)state;
    struct table table;
    bool repeated = false;
    make_started(&table, "nepal", "T3T/5/5/1G3/T3T t 15 4 0 10");
    play(&table, "a1xc3");
    assert_int_equal(table.status, TABLE_FINISHED);
    assert_int_equal(table.game.ending, BC_ENDING_CAPTURED);
    assert_int_equal(try_move(&table, BC_GOATS, "b2", 1, 0, &repeated), REFUSAL_GAME_OVER);
    /* Sent again after the end, the last move still counts as made. */
    assert_int_equal(try_move(&table, BC_TIGERS, "a1xc3", 0, 0, &repeated), REFUSAL_NONE);
    assert_true(repeated);
    table_free(&table);
}

static void an_offer_dies_with_the_next_move(void **state)
{
    (void)state;
    struct table table;
    make_started(&table, "nepal", NULL);
    play(&table, "c3");
    assert_int_equal(offer(&table, BC_GOATS, OFFER_DRAW, NOW), REFUSAL_NONE);
    uint32_t number = table.offer.number;
    play(&table, "a1-a2");
    assert_int_equal(table.offer.kind, OFFER_NONE);
    assert_int_equal(answer(&table, BC_TIGERS, number, ANSWER_ACCEPT), REFUSAL_OFFER_GONE);
    assert_int_equal(table.status, TABLE_PLAYING);
    table_free(&table);
}

static void an_offer_swapped_at_the_last_moment_is_not_accepted(void **state)
{
    (void)state;
    struct table table;
    make_started(&table, "nepal", NULL);
    play(&table, "c3");
    assert_int_equal(offer(&table, BC_GOATS, OFFER_TAKEBACK, NOW), REFUSAL_NONE);
    uint32_t seen = table.offer.number;
    assert_int_equal(answer(&table, BC_GOATS, seen, ANSWER_CANCEL), REFUSAL_NONE);
    assert_int_equal(offer(&table, BC_GOATS, OFFER_DRAW, NOW), REFUSAL_NONE);
    assert_int_equal(answer(&table, BC_TIGERS, seen, ANSWER_ACCEPT), REFUSAL_OFFER_GONE);
    assert_int_equal(table.game.result, BC_RESULT_NONE);
    assert_int_equal(answer(&table, BC_TIGERS, table.offer.number, ANSWER_ACCEPT), REFUSAL_NONE);
    assert_int_equal(table.game.ending, BC_ENDING_AGREEMENT);
    table_free(&table);
}

static void nobody_accepts_an_own_offer_or_cancels_that_of_another(void **state)
{
    (void)state;
    struct table table;
    make_started(&table, "nepal", NULL);
    play(&table, "c3");
    assert_int_equal(offer(&table, BC_GOATS, OFFER_DRAW, NOW), REFUSAL_NONE);
    assert_int_equal(answer(&table, BC_GOATS, table.offer.number, ANSWER_ACCEPT), REFUSAL_OFFER_GONE);
    assert_int_equal(answer(&table, BC_TIGERS, table.offer.number, ANSWER_CANCEL), REFUSAL_OFFER_GONE);
    assert_int_equal(offer(&table, BC_TIGERS, OFFER_DRAW, NOW), REFUSAL_OFFER_OPEN);
    table_free(&table);
}

static void an_offer_that_came_to_nothing_is_remembered_with_its_answer(void **state)
{
    (void)state;
    struct table table;
    make_started(&table, "nepal", NULL);
    play(&table, "c3");
    assert_int_equal(table.closed_offer.kind, OFFER_NONE);
    assert_int_equal(offer(&table, BC_GOATS, OFFER_TAKEBACK, NOW), REFUSAL_NONE);
    uint32_t number = table.offer.number;
    assert_int_equal(answer(&table, BC_GOATS, number, ANSWER_CANCEL), REFUSAL_NONE);
    assert_int_equal(table.closed_offer.number, number);
    assert_int_equal(table.closed_offer.by, BC_GOATS);
    assert_int_equal(table.closed_by, ANSWER_CANCEL);
    assert_int_equal(offer(&table, BC_TIGERS, OFFER_DRAW, NOW), REFUSAL_NONE);
    assert_int_equal(answer(&table, BC_GOATS, table.offer.number, ANSWER_DECLINE), REFUSAL_NONE);
    assert_int_equal(table.closed_offer.kind, OFFER_DRAW);
    assert_int_equal(table.closed_offer.by, BC_TIGERS);
    assert_int_equal(table.closed_by, ANSWER_DECLINE);
    table_free(&table);
}

static void offer_spam_has_to_wait(void **state)
{
    (void)state;
    struct table table;
    int64_t wait = 0;
    bool rematch = false;
    make_started(&table, "nepal", NULL);
    play(&table, "c3");
    assert_int_equal(offer(&table, BC_GOATS, OFFER_DRAW, NOW), REFUSAL_NONE);
    assert_int_equal(answer(&table, BC_TIGERS, table.offer.number, ANSWER_DECLINE), REFUSAL_NONE);
    assert_int_equal(table_make_offer(&table, BC_GOATS, OFFER_DRAW, TABLE_PRESENT, NOW + 1000, &wait, &rematch),
                     REFUSAL_OFFER_COOLING);
    assert_int_equal(wait, LIMIT_OFFER_WAIT - 1000);
    /* The other side is not held back by it. */
    assert_int_equal(offer(&table, BC_TIGERS, OFFER_DRAW, NOW + 1000), REFUSAL_NONE);
    assert_int_equal(answer(&table, BC_TIGERS, table.offer.number, ANSWER_CANCEL), REFUSAL_NONE);
    assert_int_equal(offer(&table, BC_GOATS, OFFER_DRAW, NOW + LIMIT_OFFER_WAIT), REFUSAL_NONE);
    table_free(&table);
}

static void a_takeback_restores_hand_eaten_quiet_and_repetition(void **state)
{
    (void)state;
    struct table table;
    make_started(&table, "nepal,goats=20", "TTT1T/5/5/1G3/GGGGG g 0 14 7 40");
    struct bc_position before = table.game.position;
    size_t occurrences = bc_game_occurrences(&table.game, NULL, 0);
    play(&table, "b2-b3");
    play(&table, "e5-d5");
    assert_int_equal(table.game.position.quiet_turns, 9);
    assert_int_equal(offer(&table, BC_GOATS, OFFER_TAKEBACK, NOW), REFUSAL_NONE);
    assert_int_equal(answer(&table, BC_TIGERS, table.offer.number, ANSWER_ACCEPT), REFUSAL_NONE);
    assert_memory_equal(&table.game.position, &before, sizeof before);
    assert_int_equal(bc_game_occurrences(&table.game, NULL, 0), occurrences);
    table_free(&table);
}

static void a_takeback_takes_the_askers_last_turn_and_what_came_after(void **state)
{
    (void)state;
    struct table table;
    make_started(&table, "nepal", NULL);
    assert_int_equal(offer(&table, BC_TIGERS, OFFER_TAKEBACK, NOW), REFUSAL_NOTHING_TO_TAKE_BACK);
    play(&table, "c3");
    assert_int_equal(offer(&table, BC_TIGERS, OFFER_TAKEBACK, NOW), REFUSAL_NOTHING_TO_TAKE_BACK);
    play(&table, "a1-a2");
    play(&table, "c4");
    assert_int_equal(offer(&table, BC_TIGERS, OFFER_TAKEBACK, NOW), REFUSAL_NONE);
    assert_int_equal(answer(&table, BC_GOATS, table.offer.number, ANSWER_ACCEPT), REFUSAL_NONE);
    assert_int_equal(table.game.ply_count, 1);
    assert_int_equal(table.game.position.side, BC_TIGERS);
    table_free(&table);
}

static void third_repetition_not_in_a_row_is_a_draw_and_the_start_counts(void **state)
{
    (void)state;
    static const char *const circle[] = {"b2-b3", "e5-d5", "b3-b2", "d5-e5"};
    struct table table;
    /* A game set up with an empty hand counts its start as the first time. */
    make_started(&table, "nepal,goats=20", "TTT1T/5/5/1G3/GGGGG g 0 14 0 40");
    for (int i = 0; i < 4; i++) {
        play(&table, circle[i]);
    }
    assert_int_equal(bc_game_occurrences(&table.game, NULL, 0), 2);
    play(&table, "b2-c3"); /* away, and back by another way */
    play(&table, "e5-d5");
    play(&table, "c3-b2");
    assert_int_equal(table.game.result, BC_RESULT_NONE);
    play(&table, "d5-e5");
    assert_int_equal(table.status, TABLE_FINISHED);
    assert_int_equal(table.game.ending, BC_ENDING_REPETITION);
    table_free(&table);
}

static void against_the_computer_takebacks_are_free_even_after_the_end(void **state)
{
    (void)state;
    struct table table;
    make(&table, "nepal", "T3T/5/5/1G3/T3T g 15 4 0 10", BC_GOATS, true);
    assert_int_equal(table.status, TABLE_PLAYING);
    play(&table, "c1");
    assert_true(table_awaits_computer(&table));
    play(&table, "a1xc3");
    assert_int_equal(table.status, TABLE_FINISHED);
    assert_false(table_awaits_computer(&table));
    assert_int_equal(offer(&table, BC_GOATS, OFFER_TAKEBACK, NOW), REFUSAL_NONE);
    assert_int_equal(table.status, TABLE_PLAYING);
    assert_int_equal(table.game.ply_count, 0);
    assert_int_equal(table.game.position.goats_eaten, 4);
    assert_int_equal(offer(&table, BC_GOATS, OFFER_DRAW, NOW), REFUSAL_OFFER_NOT_NOW);
    table_free(&table);
}

static void a_rematch_changes_sides_and_keeps_both_secrets(void **state)
{
    (void)state;
    struct table table;
    struct table rematch;
    bool wanted = false;
    int64_t wait = 0;
    make_started(&table, "four", NULL);
    assert_int_equal(offer(&table, BC_GOATS, OFFER_REMATCH, NOW), REFUSAL_OFFER_NOT_NOW);
    assert_int_equal(table_resign(&table, BC_GOATS), REFUSAL_NONE);
    assert_int_equal(table_make_offer(&table, BC_TIGERS, OFFER_REMATCH, TABLE_PRESENT, NOW, &wait, &wanted),
                     REFUSAL_NONE);
    assert_false(wanted);
    assert_int_equal(table_answer_offer(&table, BC_GOATS, table.offer.number, ANSWER_ACCEPT, NOW, &wanted),
                     REFUSAL_NONE);
    assert_true(wanted);
    assert_int_equal(table_init_rematch(&rematch, &table, 43, NOW), BC_OK);
    table.rematch = 43;
    assert_int_equal(table_seat_of(&rematch, goats_secret, SECRET_LENGTH), BC_TIGERS);
    assert_int_equal(table_seat_of(&rematch, tigers_secret, SECRET_LENGTH), BC_GOATS);
    assert_true(rematch.previous == table.id);
    assert_true(bc_rules_equal(&rematch.game.rules, &table.game.rules));
    assert_int_equal(offer(&table, BC_TIGERS, OFFER_REMATCH, NOW), REFUSAL_OFFER_NOT_NOW);
    table_free(&rematch);
    table_free(&table);
}

static void a_game_cannot_be_set_up_where_it_has_already_ended(void **state)
{
    (void)state;
    static const char start[] = "T3T/5/5/5/T3T g 15 5 0 10";
    struct table table;
    struct bc_position position;
    struct table_plan plan = {.name = "", .rules = bc_rules_default(&board), .start = &position};
    assert_int_equal(bc_position_read(&board, start, sizeof start - 1, &position, NULL), BC_OK);
    assert_int_equal(table_init(&table, &board, &plan, 1, NOW), BC_ERROR_GAME_OVER);
}

static void a_table_is_written_as_json_that_can_be_read(void **state)
{
    (void)state;
    struct table table;
    struct text_buffer text = {0};
    make_started(&table, "no-repeat", NULL);
    strcpy(table.seats[BC_GOATS].name, "<script>\"\\");
    play(&table, "c3");
    table_write_json(&text, &table);
    assert_false(text.failed);
    json_t *object = json_loadb(text.data, text.length, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(object);
    json_t *goats = json_object_get(json_object_get(object, "seats"), "goats");
    assert_string_equal(json_string_value(json_object_get(goats, "name")), "<script>\"\\");
    assert_int_equal(json_integer_value(json_object_get(object, "ply")), 1);
    assert_string_equal(json_string_value(json_object_get(object, "to_move")), "tigers");
    assert_null(memchr(text.data, '<', text.length));
    json_decref(object);
    text_buffer_free(&text);
    table_free(&table);
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
        cmocka_unit_test(a_table_for_a_friend_waits_and_starts_when_the_friend_sits_down),
        cmocka_unit_test(the_creator_keeps_the_seat_and_cannot_take_the_other),
        cmocka_unit_test(a_taken_seat_is_refused_but_the_same_request_again_gets_the_same_seat),
        cmocka_unit_test(a_wrong_secret_opens_no_seat),
        cmocka_unit_test(a_cancelled_or_expired_invitation_cannot_be_taken),
        cmocka_unit_test(the_same_move_sent_a_hundred_times_counts_once),
        cmocka_unit_test(a_move_for_another_turn_is_stale),
        cmocka_unit_test(a_move_decided_before_a_takeback_does_not_count_after_it),
        cmocka_unit_test(an_illegal_move_is_refused_with_its_reason),
        cmocka_unit_test(five_goats_end_the_game_at_once),
        cmocka_unit_test(an_offer_dies_with_the_next_move),
        cmocka_unit_test(an_offer_swapped_at_the_last_moment_is_not_accepted),
        cmocka_unit_test(nobody_accepts_an_own_offer_or_cancels_that_of_another),
        cmocka_unit_test(an_offer_that_came_to_nothing_is_remembered_with_its_answer),
        cmocka_unit_test(offer_spam_has_to_wait),
        cmocka_unit_test(a_takeback_restores_hand_eaten_quiet_and_repetition),
        cmocka_unit_test(a_takeback_takes_the_askers_last_turn_and_what_came_after),
        cmocka_unit_test(third_repetition_not_in_a_row_is_a_draw_and_the_start_counts),
        cmocka_unit_test(against_the_computer_takebacks_are_free_even_after_the_end),
        cmocka_unit_test(a_rematch_changes_sides_and_keeps_both_secrets),
        cmocka_unit_test(a_game_cannot_be_set_up_where_it_has_already_ended),
        cmocka_unit_test(a_table_is_written_as_json_that_can_be_read),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
