/* analyse_query.h - a line that `triancey-engine analyse` reads: a position and how it is to be
 * judged, or that queries are cancelled. */
#ifndef TRIANCEY_ENGINE_ANALYSE_QUERY_H
#define TRIANCEY_ENGINE_ANALYSE_QUERY_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/judge/judge.h"

struct error;
struct grid;
struct protocol_parser;

enum { QUERY_NODES_MAX = 1000000000, QUERY_SECONDS_MAX = 86400 };

/* What is done for a position if nothing is asked for, as by `triancey-referee analyse`. */
enum { QUERY_EXACT = 26, QUERY_NODES = 20000 };

/* A position that is asked about. */
struct query {
    struct query *next;
    char *id; /* NULL: none; of a cancellation those that are cancelled, NULL: all */
    int line;
    int64_t priority;
    struct judge_effort effort;
    int lines;
    struct grid *grid;
    struct game_board *board;
    struct game_state state;
};

/* What a line is: nothing (empty, or a comment); a query; the cancellation of some; none of these,
 * with a message. */
enum query_kind { QUERY_NONE, QUERY_ASKED, QUERY_CANCEL, QUERY_WRONG };

/* Reads a line, in place; `usual` is the effort if the line names none. The query, which may be
 * NULL, is to be freed whatever the line is. */
enum query_kind query_read(struct protocol_parser *parser, const struct judge_effort *usual,
                           char *line, struct query **query, struct error *error);
void query_free(struct query *query);

/* Seconds as an effort has them. False and a message. */
bool query_seconds(double seconds, int64_t *time, struct error *error);

#endif
