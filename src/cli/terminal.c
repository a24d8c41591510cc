#include "cli/terminal.h"

#include <curses.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>

static const int ending_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
static const int crash_signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

enum {
    ENDING_COUNT = sizeof ending_signals / sizeof ending_signals[0],
    CRASH_COUNT = sizeof crash_signals / sizeof crash_signals[0],
};

/* One terminal a program: what it was before, and what has come in. Written before the handlers are set, but for `ending_signal`. */
static struct termios former_mode;
static char farewell[256];
static size_t farewell_length;
static sigset_t awaited;
static struct sigaction former_actions[ENDING_COUNT];
static SCREEN *screen;
static volatile sig_atomic_t ending_signal;

static void note_ending(int number)
{
    ending_signal = number;
}

static void restore_and_crash(int number)
{
    (void)!write(STDOUT_FILENO, farewell, farewell_length);
    (void)tcsetattr(STDIN_FILENO, TCSANOW, &former_mode);
    (void)raise(number);
}

static void add_farewell(const char *sequence)
{
    if (sequence == NULL) {
        return;
    }
    int length = snprintf(farewell + farewell_length, sizeof farewell - farewell_length, "%s", sequence);
    if (length > 0 && (size_t)length < sizeof farewell - farewell_length) {
        farewell_length += (size_t)length;
    }
}

/* A capability of the terminal, or NULL. */
static const char *capability(const char *name)
{
    char copy[16];
    (void)snprintf(copy, sizeof copy, "%s", name);
    const char *sequence = tigetstr(copy);
    return (intptr_t)sequence == -1 ? NULL : sequence;
}

static void set_handlers(void)
{
    struct sigaction action = {.sa_handler = note_ending};
    (void)sigemptyset(&action.sa_mask);
    (void)sigemptyset(&awaited);
    for (unsigned i = 0; i < ENDING_COUNT; i++) {
        (void)sigaction(ending_signals[i], NULL, &former_actions[i]);
        /* What the program was started to ignore (nohup) stays ignored. */
        if (former_actions[i].sa_handler != SIG_IGN) {
            (void)sigaction(ending_signals[i], &action, NULL);
        }
        (void)sigaddset(&awaited, ending_signals[i]);
    }
    (void)sigaddset(&awaited, SIGWINCH);
    action.sa_handler = restore_and_crash;
    action.sa_flags = (int)SA_RESETHAND | SA_NODEFER;
    for (unsigned i = 0; i < CRASH_COUNT; i++) {
        struct sigaction present;
        if (sigaction(crash_signals[i], NULL, &present) == 0 && present.sa_handler == SIG_DFL) {
            (void)sigaction(crash_signals[i], &action, NULL);
        }
    }
}

bool terminal_enter(void)
{
    if (tcgetattr(STDIN_FILENO, &former_mode) != 0) {
        return false;
    }
    (void)fflush(stdout);
    screen = newterm(NULL, stdout, stdin);
    if (screen == NULL) {
        return false;
    }
    (void)set_term(screen);
    (void)cbreak();
    (void)noecho();
    (void)nonl();
    (void)intrflush(stdscr, FALSE);
    (void)keypad(stdscr, TRUE);
    (void)nodelay(stdscr, TRUE);
    (void)set_escdelay(200);
    (void)mousemask(ALL_MOUSE_EVENTS, NULL);
    (void)mouseinterval(0);
    farewell_length = 0;
    add_farewell("\033[?1000l\033[?1006l");
    add_farewell(capability("sgr0"));
    add_farewell(capability("rmcup"));
    add_farewell(capability("cnorm"));
    add_farewell("\r\n");
    ending_signal = 0;
    set_handlers();
    return true;
}

void terminal_leave(void)
{
    (void)endwin();
    delscreen(screen);
    screen = NULL;
    for (unsigned i = 0; i < ENDING_COUNT; i++) {
        (void)sigaction(ending_signals[i], &former_actions[i], NULL);
    }
    if (ending_signal != 0) {
        (void)signal(ending_signal, SIG_DFL);
        (void)raise(ending_signal);
    }
}

enum terminal_event terminal_wait(int milliseconds)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    struct timespec limit = {.tv_sec = milliseconds / 1000, .tv_nsec = (long)(milliseconds % 1000) * 1000000};
    sigset_t former_mask;
    (void)sigprocmask(SIG_BLOCK, &awaited, &former_mask);
    int ready = ending_signal != 0 ? 0 : ppoll(&input, 1, milliseconds < 0 ? NULL : &limit, &former_mask);
    (void)sigprocmask(SIG_SETMASK, &former_mask, NULL);
    if (ending_signal != 0) {
        return TERMINAL_END;
    }
    if (ready == 0) {
        return TERMINAL_TIMEOUT;
    }
    if (ready > 0 && (input.revents & (POLLHUP | POLLERR | POLLNVAL)) != 0) {
        return TERMINAL_END;
    }
    /* An interrupted wait counts as a key: the new size of the window is read as one. */
    return TERMINAL_KEY;
}
