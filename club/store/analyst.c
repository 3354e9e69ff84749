/* analyst.c - see analyst.h. The dialogue is that of the protocol: `go solve` or `go nodes N` with
 * MultiPV, whose last report has the margin of each move.
 */
#include "config.h"

#include "club/store/analyst.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/language.h"
#include "club/store/analysis.h"
#include "half/engine_spec.h"
#include "half/moves.h"
#include "half/terms.h"
#include "protocol/protocol.h"
#include "referee/engines/engine_client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

/* Nobody waits for it: a position may take long on a busy machine. */
enum { PATIENCE_US = 60 * 1000000, LEAST_PRIORITY = 19 };

/* Placements of Selacata during which few moves may be left on a board that is nearly empty. */
enum { ARCHIPELAGO = 10 };

/* What the last report says of a move. */
struct line {
    char move[GAME_MOVE_TEXT];
    int margin;
    bool exact;
};

struct analyst {
    struct engine_spec spec;
    struct engine_option option[3];
    struct engine_client *client;
    struct text line; /* of the board that it was given */
    struct line report[ANALYSED_MAX];
    int reported, legal, ply;
};

/* ---- begin and end --------------------------------------------------------------------------- */

static bool fail(const struct analyst *analyst, struct error *error) {
    const struct fault *fault = &analyst->client->lines.fault;
    return error_set(error, _("the engine that analyses: %s"), fault->shown);
}

/* If setting the priority is forbidden, it stays as it is. */
static bool start(struct analyst *analyst) {
    (void)setpriority(PRIO_PROCESS, 0, LEAST_PRIORITY);
    return client_start(analyst->client) == VERDICT_OK;
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
    if (!analyst->client)
        error_memory(error);
    else if (start(analyst))
        return analyst;
    else
        fail(analyst, error);
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

/* The first line of a report makes it a new one. */
static void read_info(struct analyst *analyst, const struct protocol_message *message) {
    const struct protocol_value *value = message->value;
    if (!value[INFO_MARGIN].given || !value[INFO_PV].given)
        return;
    int64_t rank = value[INFO_MULTIPV].given ? value[INFO_MULTIPV].number[0] : 1;
    if (rank == 1)
        analyst->reported = 0;
    if (rank != analyst->reported + 1 || rank > ANALYSED_MAX)
        return;
    struct line *line = &analyst->report[analyst->reported++];
    snprintf(line->move, sizeof line->move, "%s", value[INFO_PV].text);
    line->margin = (int)value[INFO_MARGIN].number[0];
    line->exact = value[INFO_BOUND].given && strcmp(value[INFO_BOUND].text, "exact") == 0;
}

static void count_legal(struct analyst *analyst, const struct protocol_message *message) {
    analyst->legal = 0;
    for (const char *word = message->value[0].text; word;
         word = protocol_next_word(&message->value[0], word))
        analyst->legal++;
}

/* Reads what comes until this answer. False: the engine's fault. */
static bool await(struct analyst *analyst, enum protocol_id wanted) {
    struct engine_lines *lines = &analyst->client->lines;
    struct protocol_message message;
    struct protocol_error ignored;
    char *text;
    lines_begin(lines, clock_us() + PATIENCE_US);
    for (;;) {
        enum verdict verdict = lines_next(lines, &text);
        if (verdict != VERDICT_OK) {
            if (verdict == VERDICT_STALL)
                fault_set(&lines->fault, VERDICT_STALL, N_("no answer in time"));
            return false;
        }
        if (protocol_parse(analyst->client->parser, PROTOCOL_FROM_ENGINE, text, &message,
                           &ignored) != PROTOCOL_OK ||
            !message.command)
            continue;
        if (message.id == TGI_ERROR) {
            fault_set(&lines->fault, VERDICT_PROTOCOL, N_("malformed answer: %s (%s)"), "error",
                      message.value[0].given ? message.value[0].text : "");
            return false;
        }
        if (message.id == TGI_INFO)
            read_info(analyst, &message);
        if (message.id == TGI_LEGAL_ANSWER)
            count_legal(analyst, &message);
        if (message.id == wanted)
            return true;
    }
}

/* The margins of all moves of the position, or of one alone. */
static bool search(struct analyst *analyst, const char *only) {
    struct engine_lines *lines = &analyst->client->lines;
    char go[80 + GAME_MOVE_TEXT], how[32] = " solve";
    if (analyst->ply < ARCHIPELAGO || analyst->legal > ANALYST_EXACT)
        snprintf(how, sizeof how, " nodes %d", ANALYST_NODES);
    snprintf(go, sizeof go, "go%s%s%s", how, only ? " searchmoves " : "", only ? only : "");
    analyst->reported = 0;
    lines_say(lines, go);
    return await(analyst, TGI_BESTMOVE);
}

static const struct line *find_line(const struct analyst *analyst, const char *move) {
    for (int i = 0; i < analyst->reported; i++)
        if (strcmp(analyst->report[i].move, move) == 0)
            return &analyst->report[i];
    return NULL;
}

/* A move that leads to the same position as another one has no line of its own: it is asked for
 * alone. */
static bool judge(struct analyst *analyst, int ply, const char *played, struct analysis *analysis) {
    struct engine_lines *lines = &analyst->client->lines;
    struct analysed_move *move = &analysis->move[analysis->count];
    analyst->ply = ply;
    lines_say(lines, "legal");
    if (!await(analyst, TGI_LEGAL_ANSWER) || !search(analyst, NULL))
        return false;
    if (analyst->reported == 0)
        return true; /* nothing to choose */
    const struct line best = analyst->report[0];
    *move = (struct analysed_move){.ply = ply, .moves = analyst->reported};
    snprintf(move->best, sizeof move->best, "%s", best.move);
    for (int i = 0; i < analyst->reported; i++)
        move->best_moves += analyst->report[i].margin == best.margin;
    const struct line *line = find_line(analyst, played);
    if (!line && (!search(analyst, played) || !(line = find_line(analyst, played))))
        return lines->fault.verdict == VERDICT_OK;
    move->exact = best.exact && line->exact;
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
            good = judge(analyst, ply, reader.text, analysis);
        lines_say_move(lines, reader.text);
    }
    return good || fail(analyst, error);
}
