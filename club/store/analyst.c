/* analyst.c - see analyst.h. The dialogue is that of the protocol: `go solve` or `go nodes N` with
 * MultiPV, whose last report has the margin of each move.
 */
#include "config.h"

#include "club/store/analyst.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/language.h"
#include "base/wait.h"
#include "club/store/analysis.h"
#include "half/engine_spec.h"
#include "half/moves.h"
#include "half/terms.h"
#include "referee/engines/engine_client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Nobody waits for it: a position may take long on a busy machine. */
enum { PATIENCE_US = 60 * 1000000, NICENESS = 19 };

/* Placements of Selacata during which few moves may be left on a board that is nearly empty. */
enum { ARCHIPELAGO = 10 };

struct analyst {
    struct engine_spec spec;
    struct engine_option option[3];
    struct engine_client *client;
    struct text line;                 /* of the board that it was given */
    struct said report[ANALYSED_MAX]; /* the last one, a line for each move */
    int reported, legal, ply;
};

/* ---- begin and end --------------------------------------------------------------------------- */

static bool analyst_fail(const struct analyst *analyst, struct error *error) {
    const struct fault *fault = &analyst->client->lines.fault;
    return error_set(error, _("the engine that analyses: %s"), fault->shown);
}

struct analyst *analyst_start(const atomic_int *stop, struct error *error) {
    static const struct engine_option option[3] = {
        {.name = (char *)"MultiPV", .value = (char *)"256"},
        {.name = (char *)"Hash", .value = (char *)"64"},
        {.name = (char *)"Threads", .value = (char *)"1"}};
    struct analyst *analyst = calloc(1, sizeof *analyst);
    if (!analyst)
        return error_null_memory(error);
    memcpy(analyst->option, option, sizeof option);
    analyst->spec = (struct engine_spec){.name = (char *)"analyst",
                                         .command = (char *)"builtin:search",
                                         .option_count = 3,
                                         .option = analyst->option};
    terms_default(&analyst->spec);
    analyst->client = client_new(&analyst->spec, stop, NULL, 0);
    if (!analyst->client) {
        error_memory(error);
    } else {
        analyst->client->said = analyst->report;
        analyst->client->said_room = ANALYSED_MAX;
        wait_nicely(NICENESS);
        if (client_start(analyst->client) == VERDICT_OK)
            return analyst;
        analyst_fail(analyst, error);
    }
    analyst_end(analyst);
    return NULL;
}

void analyst_end(struct analyst *analyst) {
    if (!analyst)
        return;
    client_free(analyst->client);
    text_free(&analyst->line);
    free(analyst);
}

/* ---- a position ------------------------------------------------------------------------------ */

/* Asks for the legal moves, which are counted. False: the engine's fault. */
static bool count_legal(struct analyst *analyst) {
    struct protocol_message message;
    if (client_ask(analyst->client, "legal", TGI_LEGAL_ANSWER, PATIENCE_US, &message) != VERDICT_OK)
        return false;
    analyst->legal = message.value[0].count;
    return true;
}

/* The margins of all moves of the position, or of one alone. */
static bool search(struct analyst *analyst, const char *only) {
    struct protocol_message message;
    struct engine_client *client = analyst->client;
    char go[80 + GAME_MOVE_TEXT], how[32] = " solve";
    if (analyst->ply < ARCHIPELAGO || analyst->legal > ANALYST_EXACT)
        snprintf(how, sizeof how, " nodes %d", ANALYST_NODES);
    snprintf(go, sizeof go, "go%s%s%s", how, only ? " searchmoves " : "", only ? only : "");
    analyst->reported = 0;
    if (client_ask(client, go, TGI_BESTMOVE, PATIENCE_US, &message) != VERDICT_OK)
        return false;
    while (analyst->reported < client->said_count && analyst->report[analyst->reported].valued &&
           analyst->report[analyst->reported].pv[0])
        analyst->reported++;
    return true;
}

static const struct said *find_line(const struct analyst *analyst, const char *move) {
    char first[GAME_MOVE_TEXT];
    for (int i = 0; i < analyst->reported; i++)
        if (said_move(&analyst->report[i], first) && strcmp(first, move) == 0)
            return &analyst->report[i];
    return NULL;
}

/* A move that leads to the same position as another one has no line of its own: it is asked for
 * alone. */
static bool analyst_judge(struct analyst *analyst, int ply, const char *played,
                          struct analysis *analysis) {
    struct analysed_move *move = &analysis->move[analysis->count];
    analyst->ply = ply;
    if (!count_legal(analyst) || !search(analyst, NULL))
        return false;
    if (analyst->reported == 0)
        return true; /* nothing to choose */
    const struct said best = analyst->report[0];
    *move = (struct analysed_move){.ply = ply, .moves = analyst->reported};
    said_move(&best, move->best);
    for (int i = 0; i < analyst->reported; i++)
        move->best_moves += analyst->report[i].margin == best.margin;
    const struct said *line = find_line(analyst, played);
    if (!line && (!search(analyst, played) || !(line = find_line(analyst, played))))
        return analyst->client->lines.fault.verdict == VERDICT_OK;
    move->exact = best.bound == SAID_EXACT && line->bound == SAID_EXACT;
    move->loss = best.margin > line->margin ? best.margin - line->margin : 0;
    analysis->count++;
    return true;
}

/* ---- a half ---------------------------------------------------------------------------------- */

static void say_half(struct analyst *analyst, const char *line, int half) {
    struct engine_lines *lines = &analyst->client->lines;
    char newgame[40];
    if (strcmp(text_get(&analyst->line), line) != 0) {
        text_clear(&analyst->line);
        text_add(&analyst->line, line);
        lines_say(lines, line);
    }
    snprintf(newgame, sizeof newgame, "newgame half %d seed 1", half);
    lines_say(lines, newgame);
}

bool analyst_look(struct analyst *analyst, const char *line, int half, const char *moves,
                  struct analysis *analysis, struct error *error) {
    struct engine_lines *lines = &analyst->client->lines;
    struct moves_reader reader = moves_read(moves, NULL);
    bool good = true;
    analysis->count = 0;
    say_half(analyst, line, half);
    for (int ply = 0; good && moves_next(&reader) && analysis->count < ANALYSED_MAX; ply++) {
        if ((ply + half - 1) % 2 == 0)
            good = analyst_judge(analyst, ply, reader.text, analysis);
        lines_say_move(lines, reader.text);
    }
    return good || analyst_fail(analyst, error);
}
