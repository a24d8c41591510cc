/* The engine protocol: lines of any kind, in pieces of any size, with searches under way. Whatever comes, the session answers and ends. */
#include "cli/engine_lines.h"
#include "require.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PIECE_MAX = 64, SIZE_MAX_TRIED = 8192 };

/* Options that only cost memory, threads or a look at files. */
static bool is_costly(const char *line, size_t length)
{
    static const char *const words[] = {"Hash", "Threads", "Tables", "Solve"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (memmem(line, length, words[i], strlen(words[i])) != NULL) {
            return true;
        }
    }
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static bool silenced;
    static struct engine_session session;
    if (!silenced) {
        /* What the sessions say would drown the fuzzer's own words, which go to standard error. */
        REQUIRE(freopen("/dev/null", "w", stdout) != NULL && setenv("XDG_DATA_HOME", "/nonexistent", 1) == 0);
        silenced = true;
    }
    if (size < 2 || size > SIZE_MAX_TRIED || is_costly((const char *)data, size)) {
        return 0;
    }
    REQUIRE(engine_session_open(&session, bc_board_description(data[0] % 3), 1) == BC_OK);
    session.settings.make_tables = false;
    struct engine_lines lines = {0};
    size_t piece = data[1] % PIECE_MAX + 1U;
    bool goes_on = true;
    for (size_t at = 2; goes_on && at < size;) {
        size_t room = 0;
        char *to = engine_lines_room(&lines, &room);
        REQUIRE(to != NULL && room > 0);
        size_t count = piece < room ? piece : room;
        count = count < size - at ? count : size - at;
        memcpy(to, data + at, count);
        at += count;
        goes_on = engine_lines_take(&lines, count, &session);
    }
    if (goes_on) {
        (void)engine_lines_end(&lines, &session);
    }
    engine_lines_free(&lines);
    engine_session_close(&session);
    return 0;
}
