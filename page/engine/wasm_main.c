/* wasm_main.c - triancey-engine in a browser: its host hands over lines of the protocol and gets
 * those that are printed (engine.js). */
#include <stdbool.h>

#include "engine/engine.h"
#include "page/engine/catalogue.h"
#include "protocol/line.h"

#define EXPORT(name) __attribute__((export_name(#name)))

/* Makes the engine. False: no memory. */
EXPORT(begin) bool wasm_begin(void);

/* Where a line is to be put, ended by a zero byte, and how many bytes it may have besides. */
EXPORT(line) char *wasm_line(void);
EXPORT(line_bytes) int wasm_line_bytes(void);

/* Handles the line that was put there; returns once a search that it has started is over. False:
 * the engine was told to quit. */
EXPORT(handle) bool wasm_handle(void);

static struct engine engine;
static char line[LINE_BYTES_MAX + 1];

bool wasm_begin(void) {
    catalogue_load("/catalogue");
    return engine_init(&engine);
}

char *wasm_line(void) {
    return line;
}

int wasm_line_bytes(void) {
    return LINE_BYTES_MAX;
}

bool wasm_handle(void) {
    engine_line(&engine, line);
    return !engine.quit;
}
