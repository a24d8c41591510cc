/* Settings by file, environment and one by one. */
#include "cmocka_all.h"

#include "server/settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_SIZE = 64, MESSAGE_SIZE = 256 };

static void write_file(char path[PATH_SIZE], const char *text)
{
    (void)snprintf(path, PATH_SIZE, "/tmp/baghchal-settings-XXXXXX");
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, text, strlen(text)), (ssize_t)strlen(text));
    assert_int_equal(close(file), 0);
}

static void defaults_listen_on_this_machine_only(void **state)
{
    (void)state;
    struct settings settings;
    assert_true(settings_init(&settings));
    assert_string_equal(settings.address, "127.0.0.1");
    assert_int_equal(settings.port, 8080);
    assert_true(settings.solve);
    settings_free(&settings);
}

static void a_file_sets_everything(void **state)
{
    (void)state;
    struct settings settings;
    char path[PATH_SIZE];
    char message[MESSAGE_SIZE] = "";
    write_file(path, "# for example.org\n\nport = 9000\n origin=https://a.example, https://b.example\nsolve = no\n"
                     "trusted-proxy = 127.0.0.1\nthreads=0");
    assert_true(settings_init(&settings));
    assert_true(settings_read_file(&settings, path, message, sizeof message));
    assert_int_equal(settings.port, 9000);
    assert_int_equal(settings.origin_count, 2);
    assert_string_equal(settings.origins[1], "https://b.example");
    assert_false(settings.solve);
    assert_int_equal(settings.trusted_proxy_count, 1);
    assert_int_equal(settings.threads, 0);
    settings_free(&settings);
    assert_int_equal(unlink(path), 0);
}

static void faults_in_a_file_name_its_line(void **state)
{
    (void)state;
    static const char *const texts[] = {"port = 1\nporte = 2\n",
                                        "port = 1\nport = 70000\n",
                                        "port = 1\nport\n",
                                        "port = 1\nsolve = maybe\n",
                                        "port = 1\ndata =\n",
                                        "port = 1\norigin = https://a.example/\n",
                                        "port = 1\norigin = https://a.example, b.example\n",
                                        "port = 1\norigin = https://A.example\n"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct settings settings;
        char path[PATH_SIZE];
        char message[MESSAGE_SIZE] = "";
        write_file(path, texts[i]);
        assert_true(settings_init(&settings));
        assert_false(settings_read_file(&settings, path, message, sizeof message));
        assert_non_null(strstr(message, ":2: "));
        settings_free(&settings);
        assert_int_equal(unlink(path), 0);
    }
}

static void the_environment_is_read(void **state)
{
    (void)state;
    struct settings settings;
    char message[MESSAGE_SIZE] = "";
    assert_true(settings_init(&settings));
    assert_int_equal(setenv("BAGHCHAL_CONNECTIONS_PER_ADDRESS", "77", 1), 0);
    assert_int_equal(setenv("BAGHCHAL_PORT", "9001", 1), 0);
    assert_true(settings_read_environment(&settings, message, sizeof message));
    assert_int_equal(settings.connections_per_address, 77);
    assert_int_equal(settings.port, 9001);
    assert_int_equal(setenv("BAGHCHAL_PORT", "x", 1), 0);
    assert_false(settings_read_environment(&settings, message, sizeof message));
    assert_non_null(strstr(message, "port"));
    assert_int_equal(unsetenv("BAGHCHAL_PORT"), 0);
    assert_int_equal(unsetenv("BAGHCHAL_CONNECTIONS_PER_ADDRESS"), 0);
    settings_free(&settings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_listen_on_this_machine_only),
        cmocka_unit_test(a_file_sets_everything),
        cmocka_unit_test(faults_in_a_file_name_its_line),
        cmocka_unit_test(the_environment_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
