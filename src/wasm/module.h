/* What the parts of the WebAssembly module share: one board, one game on it, and a buffer through which texts pass.
 *
 * A module instance is one game. Whoever needs two games makes two instances; a Worker has its own. The page reads and writes
 * the buffer in the module's memory: it puts a text there and calls a function with the text's length, or calls a function and
 * reads as many characters as it returned. Functions answer with numbers; those that can fail return an enum bc_error, and those
 * that return a length or a move return minus the error. */
#ifndef BAGHCHAL_WASM_MODULE_H
#define BAGHCHAL_WASM_MODULE_H

#include <baghchal/game.h>

/* Makes a function callable from JavaScript under its own name. */
#define MODULE_EXPORT(name) __attribute__((export_name(#name))) name

enum {
    MODULE_PLIES_MAX = 16384,    /* turns of the longest game */
    MODULE_BUFFER_SIZE = 262144, /* bytes */
};

extern struct bc_board module_board;
extern struct bc_game module_game;
extern char module_buffer[MODULE_BUFFER_SIZE];

#endif
