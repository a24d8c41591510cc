/* Names, ids, secrets and claims. */
#include "cmocka_all.h"

#include "server/table.h"

#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static bool acceptable(const char *name)
{
    return table_name_acceptable(name, strlen(name));
}

static void names_in_latin_and_devanagari_are_taken(void **state)
{
    (void)state;
    assert_true(acceptable(""));
    assert_true(acceptable("Asha O'Neill"));
    assert_true(acceptable("लक्ष्मी प्रसाद"));
    assert_true(acceptable("\xE0\xA4\x95\xE2\x80\x8D\xE0\xA4\xB7")); /* with a zero-width joiner */
    assert_true(acceptable("1234567890123456789012345678901234567890"));
}

static void names_that_are_too_long_are_refused(void **state)
{
    (void)state;
    char long_name[200];
    memset(long_name, 'a', sizeof long_name);
    assert_false(acceptable("12345678901234567890123456789012345678901"));
    assert_false(table_name_acceptable(long_name, sizeof long_name));
}

static void names_that_trouble_their_surroundings_are_refused(void **state)
{
    (void)state;
    assert_false(acceptable("a\nb"));
    assert_false(acceptable("a\x7F"));
    /* NOLINTBEGIN(misc-misleading-bidirectional): written as bytes */
    assert_false(acceptable("\xE2\x80\xAE")); /* right-to-left override */
    assert_false(acceptable("\xE2\x81\xA6")); /* isolate */
    /* NOLINTEND(misc-misleading-bidirectional) */
    assert_false(acceptable("\xC2\x85"));     /* a control character beyond ASCII */
    assert_false(acceptable("\xEF\xBB\xBF")); /* byte order mark */
}

static void names_that_are_not_utf_8_are_refused(void **state)
{
    (void)state;
    assert_false(acceptable("\xFF"));
    assert_false(acceptable("\xC3"));
    assert_false(acceptable("\xC0\xAF"));         /* overlong */
    assert_false(acceptable("\xED\xA0\x80"));     /* surrogate */
    assert_false(acceptable("\xF4\x90\x80\x80")); /* beyond the last code point */
}

static void ids_are_written_and_read(void **state)
{
    (void)state;
    for (int i = 0; i < 1000; i++) {
        uint64_t id = table_id_new();
        uint64_t read = 0;
        char text[TABLE_ID_LENGTH + 1];
        assert_true(id != 0);
        table_id_write(id, text);
        assert_int_equal(strlen(text), TABLE_ID_LENGTH);
        assert_true(table_id_read(text, TABLE_ID_LENGTH, &read));
        assert_true(read == id);
    }
}

static void texts_that_are_no_ids_are_refused(void **state)
{
    (void)state;
    uint64_t id = 0;
    assert_false(table_id_read("", 0, &id));
    assert_false(table_id_read("00000000001", 11, &id));
    assert_false(table_id_read("000000000000", 12, &id));
    assert_false(table_id_read("00000000000i", 12, &id));
    assert_false(table_id_read("ABCDEFGHJKMN", 12, &id));
    assert_false(table_id_read("0000000000\0001", 12, &id));
}

static void secrets_are_long_and_never_the_same(void **state)
{
    (void)state;
    char a[SECRET_LENGTH + 1];
    char b[SECRET_LENGTH + 1];
    assert_true(secret_new(a));
    assert_true(secret_new(b));
    assert_int_equal(strlen(a), 43); /* 256 bits at 6 a character */
    assert_string_not_equal(a, b);
}

/* Whether comparing with a hash of which only one half may be read ends in a fault. */
static bool reads_all(uint8_t *pages, size_t page_size, bool first_half)
{
    /* The readable page lies before the forbidden one; the other way round for the second half. */
    uint8_t *half =
        first_half ? pages + page_size - SECRET_HASH_SIZE / 2 : pages + 2 * page_size - SECRET_HASH_SIZE / 2;
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        uint8_t other[SECRET_HASH_SIZE] = {0};
        other[first_half ? 0 : SECRET_HASH_SIZE - 1] = 1; /* differs at once, from whichever end one looks */
        (void)signal(SIGSEGV, SIG_DFL);
        (void)prctl(PR_SET_DUMPABLE, 0);
        (void)close(STDERR_FILENO); /* a sanitizer would tell about the fault */
        (void)mprotect(pages + page_size, page_size, PROT_NONE);
        _exit(secret_hash_equal(half, other) ? 1 : 0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return !WIFEXITED(status) || WEXITSTATUS(status) > 1;
}

static void comparing_secrets_looks_at_every_byte_wherever_they_differ(void **state)
{
    (void)state;
    size_t page_size = (size_t)sysconf(_SC_PAGESIZE);
    uint8_t *pages = mmap(NULL, 3 * page_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(pages != MAP_FAILED);
    assert_true(secret_hash_equal(pages, pages + SECRET_HASH_SIZE));
    assert_true(reads_all(pages, page_size, true));
    assert_true(reads_all(pages, page_size, false));
    assert_int_equal(munmap(pages, 3 * page_size), 0);
}

static void the_same_claim_leads_to_the_same_secret_at_the_same_seat_only(void **state)
{
    (void)state;
    static const char claim[] = "0123456789abcdefghijkl";
    char a[SECRET_LENGTH + 1];
    char b[SECRET_LENGTH + 1];
    secret_from_claim(claim, 1, 0, a);
    secret_from_claim(claim, 1, 0, b);
    assert_string_equal(a, b);
    secret_from_claim(claim, 1, 1, b);
    assert_string_not_equal(a, b);
    secret_from_claim(claim, 2, 0, b);
    assert_string_not_equal(a, b);
    assert_true(table_id_from_claim(claim) == table_id_from_claim(claim));
    assert_true(claim_well_formed(claim));
    assert_false(claim_well_formed("short"));
    assert_false(claim_well_formed("0123456789abcdefghij !"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_in_latin_and_devanagari_are_taken),
        cmocka_unit_test(names_that_are_too_long_are_refused),
        cmocka_unit_test(names_that_trouble_their_surroundings_are_refused),
        cmocka_unit_test(names_that_are_not_utf_8_are_refused),
        cmocka_unit_test(ids_are_written_and_read),
        cmocka_unit_test(texts_that_are_no_ids_are_refused),
        cmocka_unit_test(secrets_are_long_and_never_the_same),
        cmocka_unit_test(comparing_secrets_looks_at_every_byte_wherever_they_differ),
        cmocka_unit_test(the_same_claim_leads_to_the_same_secret_at_the_same_seat_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
