/* The computer player for a browser's Worker: it searches the module's game and chooses a move as its level would. */
#include "wasm/module.h"

#include <baghchal/engine_level.h>
#include <baghchal/engine_solution.h>

/* The module's surroundings lend a clock, in milliseconds. */
__attribute__((import_module("host"), import_name("milliseconds"))) double host_milliseconds(void);

/* The linker puts this symbol where static memory ends. */
extern unsigned char __heap_base;

static struct bc_engine *engine;
static struct bc_level_choice choice;
static struct bc_movement_tables *tables;

/* Memory that is taken once and used again. */
static struct {
    uint8_t *start;
    size_t size;
} file, unpacked;

static uint64_t milliseconds(void *context)
{
    (void)context;
    return (uint64_t)host_milliseconds();
}

/* New memory behind everything, never given back; NULL when there is none. */
static void *take_memory(size_t size)
{
    enum { PAGE = 65536, ALIGNMENT = 64 };
    static uintptr_t end;
    uintptr_t start = end != 0 ? end : (uintptr_t)&__heap_base;
    start = (start + ALIGNMENT - 1) & ~(uintptr_t)(ALIGNMENT - 1);
    size_t have = __builtin_wasm_memory_size(0) * PAGE;
    if (size > SIZE_MAX - PAGE - start) {
        return NULL;
    }
    size_t need = start + size;
    if (need > have && __builtin_wasm_memory_grow(0, (need - have + PAGE - 1) / PAGE) == SIZE_MAX) {
        return NULL;
    }
    end = need;
    return (void *)start;
}

/* Lays the engine out for the module's board, with this much memory for positions already searched. To be called once. */
enum bc_error MODULE_EXPORT(engine_start)(unsigned table_bytes)
{
    if (engine != NULL) {
        return BC_OK;
    }
    size_t size = bc_engine_memory(1, table_bytes);
    void *memory = take_memory(size);
    return memory == NULL ? BC_ERROR_MEMORY : bc_engine_init(memory, size, &module_board, 1, &engine);
}

/* Chooses a move at a level (1 to 8, 9 for `perfect`) for the side to move; the seed makes its chance. Minus the error where
 * there is no move. */
int MODULE_EXPORT(engine_choose)(unsigned level, unsigned seed)
{
    if (engine == NULL) {
        return -(int)BC_ERROR_MEMORY;
    }
    static const struct bc_engine_host host = {.milliseconds = milliseconds};
    bool ask = tables != NULL && module_game.rules.repetition != BC_REPETITION_FORBIDDEN;
    if (ask) {
        struct bc_rules solved = bc_movement_tables_rules(tables);
        solved.repetition = module_game.rules.repetition;
        ask = bc_rules_equal(&solved, &module_game.rules);
    }
    bc_engine_set_movement_tables(engine, ask && level == BC_LEVEL_PERFECT ? tables : NULL);
    enum bc_error error = bc_level_choose(engine, &module_game, level, seed, &host, &choice);
    return error == BC_OK ? choice.move : -(int)error;
}

/* Searches the game from an empty table up to a depth or so many nodes (0 for no such limit), without a clock and without tables: the same
 * answer everywhere. Returns the move, or minus the error. */
int MODULE_EXPORT(engine_search)(unsigned depth, unsigned nodes)
{
    if (engine == NULL) {
        return -(int)BC_ERROR_MEMORY;
    }
    struct bc_engine_limits limits = {.depth = depth, .nodes = nodes, .without_tables = true};
    struct bc_engine_result result;
    bc_engine_clear(engine);
    enum bc_error error = bc_engine_search(engine, &module_game, &limits, NULL, &result);
    if (error != BC_OK) {
        return -(int)error;
    }
    choice = (struct bc_level_choice){.move = result.best,
                                      .score = result.report.lines[0].score,
                                      .nodes = result.report.nodes,
                                      .depth = result.report.depth};
    return choice.move;
}

/* About the last move that was chosen or searched for. */

/* For the side to move, as in baghchal/engine.h. */
int MODULE_EXPORT(engine_score)(void)
{
    return choice.score;
}

int MODULE_EXPORT(engine_depth)(void)
{
    return (int)choice.depth;
}

double MODULE_EXPORT(engine_nodes)(void)
{
    return (double)choice.nodes;
}

/* Whether the move keeps the exact value. */
int MODULE_EXPORT(engine_from_tables)(void)
{
    return choice.from_tables;
}

/* Memory for the bytes of a file of movement tables, to be put there before tables_open(); NULL when there is none. */
uint8_t *MODULE_EXPORT(tables_file)(unsigned size)
{
    if (size > file.size) {
        file.start = take_memory(size);
        file.size = file.start != NULL ? size : 0;
    }
    return file.start;
}

/* Unpacks the file, of this size, for `perfect` to ask in games under its rules. */
enum bc_error MODULE_EXPORT(tables_open)(unsigned size)
{
    tables = NULL;
    if (file.start == NULL || size > file.size) {
        return BC_ERROR_ARGUMENT;
    }
    size_t need = bc_movement_tables_memory(&module_board, file.start, size);
    if (need > unpacked.size) {
        unpacked.start = take_memory(need);
        unpacked.size = unpacked.start != NULL ? need : 0;
        if (unpacked.start == NULL) {
            return BC_ERROR_MEMORY;
        }
    }
    return bc_movement_tables_open(&module_board, NULL, file.start, size, unpacked.start, unpacked.size, &tables);
}
