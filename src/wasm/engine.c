/* The computer player for a browser's Worker: it searches the module's game and chooses a move as its level would. */
#include "wasm/module.h"

#include <baghchal/engine_level.h>

/* The module's surroundings lend a clock, in milliseconds. */
__attribute__((import_module("host"), import_name("milliseconds"))) double host_milliseconds(void);

/* The linker puts this symbol where static memory ends. */
extern unsigned char __heap_base;

static struct bc_engine *engine;

static uint64_t milliseconds(void *context)
{
    (void)context;
    return (uint64_t)host_milliseconds();
}

/* Lays the engine out in new memory behind the static memory, with this much of it for positions already searched. To be
 * called once. */
enum bc_error MODULE_EXPORT(engine_start)(unsigned table_bytes)
{
    enum { PAGE = 65536 };
    if (engine != NULL) {
        return BC_OK;
    }
    size_t size = bc_engine_memory(1, table_bytes);
    uintptr_t start = ((uintptr_t)&__heap_base + 63) & ~(uintptr_t)63;
    size_t have = __builtin_wasm_memory_size(0) * PAGE;
    size_t need = start + size;
    if (need > have && __builtin_wasm_memory_grow(0, (need - have + PAGE - 1) / PAGE) == SIZE_MAX) {
        return BC_ERROR_MEMORY;
    }
    return bc_engine_init((void *)start, size, &module_board, 1, &engine);
}

/* Chooses a move at a level (1 to 8, 9 for the strongest play) for the side to move; the seed makes its chance. Minus the
 * error where there is no move. */
int MODULE_EXPORT(engine_choose)(unsigned level, unsigned seed)
{
    if (engine == NULL) {
        return -(int)BC_ERROR_MEMORY;
    }
    static const struct bc_engine_host host = {.milliseconds = milliseconds};
    struct bc_level_choice choice;
    enum bc_error error = bc_level_choose(engine, &module_game, level, seed, &host, &choice);
    return error == BC_OK ? choice.move : -(int)error;
}
