/* The terminal as a whole screen, by ncurses: entered once, left on every way out.
 *
 * Signals that end the program (interrupt, quit, termination, hang-up) are only noted, and terminal_wait() reports them: none is missed,
 * whenever it comes. If the program crashes the terminal is put back before the signal takes its course. */
#ifndef CLI_TERMINAL_H
#define CLI_TERMINAL_H

#include <stdbool.h>

enum terminal_event {
    TERMINAL_KEY,     /* terminal_key() has something */
    TERMINAL_TIMEOUT, /* so many milliseconds have passed */
    TERMINAL_END,     /* a signal asks the program to end, or the terminal is gone */
};

/* Takes the screen. Returns false, the terminal being as before, if it cannot be used so. */
bool terminal_enter(void);

/* Puts the terminal back. If a signal asked for the end, the program ends here by that signal. */
void terminal_leave(void);

/* Waits for a key or the mouse, at most `milliseconds`; -1 for no limit. */
enum terminal_event terminal_wait(int milliseconds);

#endif
