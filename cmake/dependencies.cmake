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
# The server: the loop, the database, hashes and random secrets, WebSocket frames. llhttp comes as sources: see
# src/server.
pkg_check_modules(libuv REQUIRED IMPORTED_TARGET libuv)
pkg_check_modules(sqlite3 REQUIRED IMPORTED_TARGET sqlite3)
pkg_check_modules(nettle REQUIRED IMPORTED_TARGET nettle)
find_library(WSLAY_LIBRARY wslay REQUIRED)

# Running the program takes no test framework: where it is missing only the tests are left out, and ctest then fails
# for want of any.
if(BAGHCHAL_TESTS)
    pkg_check_modules(cmocka IMPORTED_TARGET cmocka)
endif()
