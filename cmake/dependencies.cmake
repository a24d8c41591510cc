# The libraries the project stands on, each named once. cmake/install.cmake repeats those of the library (not of the
# program) for its users.

set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)
find_package(PkgConfig REQUIRED)

# The solution's files: compressed blocks and their checksums.
pkg_check_modules(zstd REQUIRED IMPORTED_TARGET libzstd)
pkg_check_modules(xxhash REQUIRED IMPORTED_TARGET libxxhash)
# The program: the full-screen board, and JSON.
pkg_check_modules(ncursesw REQUIRED IMPORTED_TARGET ncursesw)
pkg_check_modules(jansson REQUIRED IMPORTED_TARGET jansson)

# Running the program takes no test framework: where it is missing only the tests are left out, and ctest then fails for want of any.
if(BAGHCHAL_TESTS)
    pkg_check_modules(cmocka IMPORTED_TARGET cmocka)
endif()
