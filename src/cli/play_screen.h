/* The full-screen form of play, between its two files: what is on the screen, and what the player is doing with it. */
#ifndef CLI_PLAY_SCREEN_H
#define CLI_PLAY_SCREEN_H

#include "cli/board_picture.h"
#include "cli/play.h"

enum { INPUT_MAX = 256, NO_POINT = -1 };

/* Where things are, found anew from the size of the window. */
struct layout {
    int width;
    int height;
    bool fits; /* otherwise only a notice is shown */
    bool large_pieces;
    struct picture_style style;
    int board_x; /* the picture's first column and row */
    int board_y;
    int panel_x;
    int panel_y;
    int panel_width;
    int panel_height;
};

struct play_screen {
    struct play *play;
    struct layout layout;
    struct picture picture;
    int cursor;   /* a point */
    int selected; /* a point, or NO_POINT */
    char input[INPUT_MAX];
    size_t input_length;
    const char *question; /* a yes or no that must be answered first, or NULL */
    char question_text[MESSAGE_MAX];
    struct action if_yes;
    struct action if_no; /* ACTION_NONE: nothing */
    struct lines notice; /* shown over the board until a key is pressed; no lines: nothing shown */
    size_t scroll;       /* rows by which the list of moves is moved back */
    bool thinking;       /* a player that is no person was told to begin */
};

/* Prepares the colours; once after terminal_enter(). */
void screen_start_colours(bool colour);

/* Finds the places for the present size of the window. */
void screen_lay_out(struct play_screen *screen);

/* Draws all. */
void screen_draw(struct play_screen *screen);

/* The point at a place of the screen, or NO_POINT. */
int screen_point_at(const struct play_screen *screen, int x, int y);

#endif
