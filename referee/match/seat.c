/* seat.c - see seat.h. */
#include "config.h"

#include "referee/match/seat.h"

#include <stdarg.h>
#include <stdio.h>

void seat_warn(struct seat *seat, const char *format, ...) {
    char text[FAULT_TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (seat->warnings++ == 0)
        fault_set(&seat->warning, VERDICT_WARNING, "%s", text);
}
