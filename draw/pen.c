/* pen.c - the colours of drawings, and their lines. */
#include "config.h"

#include "draw/pen.h"

const struct pen_scheme pen_light = {.paper = "#ffffff",
                                     .ink = "#22262e",
                                     .edge = "#5b6472",
                                     .tint = {[PICTURE_EMPTY] = {"#eef0f4", "#dfe4ee", "#3a4250"},
                                              [PICTURE_LIGHT] = {"#f4f1e8", "#fff8dc", "#3a4250"},
                                              [PICTURE_DARK] = {"#c3c9d4", "#d5dcea", "#22262e"},
                                              [PICTURE_YELLOW] = {"#f5c842", "#ffe48c", "#2b2200"},
                                              [PICTURE_RED] = {"#b8322c", "#e05e54", "#ffffff"},
                                              [PICTURE_WHITE] = {"#ffffff", "#fff8dc", "#22262e"},
                                              [PICTURE_BLUE] = {"#2f62b8", "#5c8fe6", "#ffffff"},
                                              [PICTURE_GREEN] = {"#2c8a50", "#4fb878", "#ffffff"}}};

const struct pen_scheme pen_dark = {.paper = "#181b20",
                                    .ink = "#e8ebf0",
                                    .edge = "#8d97a8",
                                    .tint = {[PICTURE_EMPTY] = {"#2c323c", "#414b5c", "#d5dae3"},
                                             [PICTURE_LIGHT] = {"#5d6676", "#77829a", "#ffffff"},
                                             [PICTURE_DARK] = {"#2c323c", "#414b5c", "#d5dae3"},
                                             [PICTURE_YELLOW] = {"#dcae2c", "#ffdf7a", "#241c00"},
                                             [PICTURE_RED] = {"#a32b26", "#d65a50", "#ffffff"},
                                             [PICTURE_WHITE] = {"#d9d9d3", "#ffffff", "#1d1d1d"},
                                             [PICTURE_BLUE] = {"#2b59a6", "#5c8fe6", "#ffffff"},
                                             [PICTURE_GREEN] = {"#27794a", "#4fb878", "#ffffff"}}};

const struct pen_stroke pen_strokes[PEN_LINES] = {
    [PEN_LINE] = {2, 0, 0}, [PEN_SEAM] = {4, 10, 8}, [PEN_RIM] = {5, 0, 0},
    [PEN_RING] = {4, 0, 0}, [PEN_DOTS] = {4, 2, 7},
};
