/* wasm_main.c - triancey-engine in a browser: its host hands over lines of the protocol and gets
 * those that are printed (engine.js). One more line judges a half:
 *
 *     analyse EXACT NODES; setgrid ...; position ...
 *
 * Each move whose loss is known is answered as by `triancey-engine analyse`, the last one first; at
 * the end comes {"judged":N}, or {"error":TEXT}. */
#include <inttypes.h>
#include <libintl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/json.h"
#include "engine/asked.h"
#include "engine/engine.h"
#include "engine/players.h"
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

/* ---- halves judged --------------------------------------------------------------------------- */

struct half_asked {
    struct asked asked;
    int moves;
};

static bool print_line(struct json *json) {
    json_close(json, '}');
    return json_write(json, stdout) && fflush(stdout) == 0;
}

static bool print_judged(void *context, int step, const struct judged *judged) {
    struct half_asked *half = context;
    if (!judged_is_known(judged))
        return true;
    half->moves++;
    struct json json = json_new_object();
    asked_add_judged(&half->asked, step, judged, &json);
    return print_line(&json);
}

/* The effort, and where the lines of the protocol begin. */
static bool read_effort(char *text, struct judge_effort *effort, char **setgrid, char **position,
                        struct error *error) {
    *effort = (struct judge_effort){.time = INT64_MAX};
    strsep(&text, " ");
    if (sscanf(text, "%d %" SCNu64, &effort->exact, &effort->nodes) == 2 && strsep(&text, ";") &&
        (*setgrid = strsep(&text, ";")) && (*position = text))
        return effort->exact <= JUDGE_EXACT_MAX ||
               error_set(error, "at most %d empty cells can be solved", JUDGE_EXACT_MAX);
    return error_set(error, "it is not analyse EXACT NODES; setgrid ...; position ...");
}

static bool judge_asked(char *text, struct half_asked *half, struct error *error) {
    struct judge_setting setting = {.player = player_table[0], .threads = 1};
    char *setgrid, *position;
    if (!read_effort(text, &setting.effort, &setgrid, &position, error) ||
        !asked_read(engine.parser, setgrid, position, &half->asked, error) ||
        !judge_can(&setting, half->asked.board, error))
        return false;
    struct judge *judge = judge_new(&setting);
    bool done = judge && judge_half(judge, half->asked.board, half->asked.step, half->asked.count,
                                    print_judged, half);
    judge_free(judge);
    return done || error_memory(error);
}

static void answer_asked(char *text) {
    struct half_asked half = {.moves = 0};
    struct error error = {.text = ""};
    struct json json = json_new_object();
    bool done = judge_asked(text, &half, &error);
    if (done)
        json_integer(&json, "judged", half.moves);
    else
        json_string(&json, "error", error.text);
    print_line(&json);
    asked_free(&half.asked);
}

/* ---- what is exported ------------------------------------------------------------------------ */

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
    if (strncmp(line, "analyse ", strlen("analyse ")) == 0)
        answer_asked(line);
    else
        engine_line(&engine, line);
    return !engine.quit;
}
