/* analyse_query.h - a line that `triancey-engine analyse` reads: a position or a half and how
 * it is to be judged, or that queries are cancelled. */
#ifndef TRIANCEY_ENGINE_ANALYSE_QUERY_H
#define TRIANCEY_ENGINE_ANALYSE_QUERY_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/asked.h"

struct error;
struct protocol_parser;

/* A position or a half that is asked about, or a cancellation. */
struct query {
    char *id; /* NULL: none. Of a cancellation: the queries to cancel; NULL: all */
    int line; /* its number in the input */
    int64_t priority;
    struct judge_effort effort;
    int lines; /* how many of the best moves are wanted */
    bool half; /* each move of the half is to be judged, not the position after it */
    struct asked asked;
};

/* What a line is: empty or a comment; a query; the cancellation of queries; anything else is wrong,
 * with a message. */
enum query_kind { QUERY_NONE, QUERY_ASKED, QUERY_CANCEL, QUERY_WRONG };

/* Reads a line, in place; `usual` is the effort if the line names none. The caller frees the query,
 * which may be NULL, whatever the line is. */
enum query_kind query_read(struct protocol_parser *parser, const struct judge_effort *usual,
                           char *line, struct query **query, struct error *error);
void query_free(struct query *query);

#endif
