/* cmocka with the headers it needs before it. */
#ifndef BAGHCHAL_TESTS_CMOCKA_ALL_H
#define BAGHCHAL_TESTS_CMOCKA_ALL_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#endif
