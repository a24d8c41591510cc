#include "baghchal/version.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void the_linked_library_has_the_version_of_its_header(void **state)
{
    (void)state;
    assert_string_equal(bc_version(), BC_VERSION);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_linked_library_has_the_version_of_its_header),
    };
    return cmocka_run_group_tests_name("rules version", tests, NULL, NULL);
}
