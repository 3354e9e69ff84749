/* defaults.h - what a person has set for all that they do: engines by name, the language, the look
 * of boards. It is in $XDG_CONFIG_HOME/triancey/defaults.ini; triancey-defaults(5) describes it.
 * What a command line says goes before it. */
#ifndef TRIANCEY_REFEREE_ARGUMENTS_DEFAULTS_H
#define TRIANCEY_REFEREE_ARGUMENTS_DEFAULTS_H

#include "draw/draw_svg.h"

#include <stdbool.h>
#include <stdio.h>

struct engine_spec;
struct error;

/* Reads the file, and sets the language. Once, before there are threads; without a file nothing is
 * set. False and a message, which begins with the file and the line. */
bool defaults_load(struct error *error);

/* The engine of this name; NULL: there is none. It is complete, and stays until the program
 * ends. */
const struct engine_spec *defaults_engine(const char *name);

/* The names of the engines, one a line. */
void defaults_print_engines(FILE *file);

/* Whether boards are drawn in ASCII: an option says so, or the file does. */
bool defaults_ascii(const char *option);

/* The theme of pictures. */
enum svg_theme defaults_theme(void);

#endif
