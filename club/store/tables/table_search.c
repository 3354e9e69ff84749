/* table_search.c - tables at which an engine is to move. Such a table has no deadline; that is
 * how it is found. The position may have changed while the engine thought, so its answer is taken
 * only if half, seat and number of moves are those that it was asked about. */
#include "config.h"

#include "club/store/tables/table_search.h"

#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "club/store/tables/table_play.h"
#include "half/moves.h"
#include "record/query.h"

#include <stdlib.h>
#include <string.h>

bool table_searches(struct club *club,
                    void (*each)(void *context, const char *table, int64_t person), void *context,
                    struct error *error) {
    struct query query;
    const int64_t never = TABLE_NEVER;
    query_keep(&query, club->record,
               "SELECT name, (SELECT account FROM club_table_seat WHERE tab = id AND sitter = 1)"
               " FROM club_table WHERE deadline = ? AND state = 1 ORDER BY since, id",
               VALUES(value_int(never)));
    while (query_step(&query))
        each(context, query_string(&query, 0), query_int64(&query, 1));
    return query_close(&query, error);
}

/* ---- asking ---------------------------------------------------------------------------------- */

void table_search_free(struct table_search *search) {
    free(search->line);
    text_free(&search->start);
    text_free(&search->moves);
    *search = (struct table_search){.line = NULL};
}

static bool waits_for_engine(const struct table_row *table) {
    return table->state == TABLE_OPEN && table->turn >= 0 &&
           table->seat[table->turn].sitter == SITTER_ENGINE;
}

static bool add_carry(struct club *club, const struct table_row *table, struct table_search *search,
                      struct error *error) {
    int halves;
    const struct half_result *half = table_halves(club, table, &halves, error);
    for (int i = 0; i < halves; i++)
        for (int k = 0; k < table->players; k++)
            search->carry[k] += half[i].margin[k];
    return half != NULL;
}

static bool table_search_fill(struct club *club, const struct table_row *table,
                              struct table_search *search, struct error *error) {
    const struct table_position *position = table_now(club, table, table->turn, error);
    if (!position || !add_carry(club, table, search, error))
        return false;
    memcpy(search->table, table->name, sizeof search->table);
    for (int i = 0; i < table->players; i++)
        if (table->seat[i].sitter == SITTER_PERSON)
            search->person = table->seat[i].account;
    memcpy(search->engine, table->seat[table->turn].engine, sizeof search->engine);
    search->line = needed(strdup(table->line));
    search->players = table->players;
    search->half = table->half;
    search->seat = table->turn;
    search->plies = position->half.plies;
    search->seed = table_seed(table, table->half, table->turn);
    text_add(&search->moves, table_words(position, table->turn));
    if (table->opening)
        opening_position(position->half.board, table->half, table->opening, &search->start);
    return (!search->moves.failed && !search->start.failed) || error_memory(error);
}

enum club_answer table_search_read(struct club *club, const char *name, struct table_search *search,
                                   struct error *error) {
    struct table_row table;
    table_search_free(search);
    enum club_answer answer = table_find(club, name, &table, error);
    if (answer == CLUB_DONE && !waits_for_engine(&table))
        answer = club_refuse(CLUB_CONFLICT, error, _("it is not this player's turn"));
    if (answer == CLUB_DONE && !table_search_fill(club, &table, search, error))
        answer = CLUB_FAILED;
    table_row_free(&table);
    return answer;
}

/* ---- answering ------------------------------------------------------------------------------- */

/* The moves that it was asked about must be those that are there. */
static enum club_answer table_search_take(struct club *club, const struct table_search *search,
                                          struct table_reply *reply, struct table_row *table,
                                          struct error *error) {
    struct error why;
    uint32_t move;
    enum club_answer answer = table_find(club, search->table, table, error);
    if (answer != CLUB_DONE)
        return answer;
    bool waits =
        waits_for_engine(table) && table->half == search->half && table->turn == search->seat;
    struct table_position *position = waits ? table_now(club, table, table->turn, error) : NULL;
    if (waits && !position)
        return CLUB_FAILED;
    if (!waits || position->half.plies != search->plies)
        return club_refuse(CLUB_CONFLICT, error, _("it is not this player's turn"));
    if (!reply->move)
        return club_done(table_forfeit(club, table, search->seat, reply->verdict, reply->text,
                                       reply->now, error));
    reply->lost = table_judge(position, table->turn, reply->move, &move, &why) != CLUB_DONE;
    if (!reply->lost)
        return club_done(table_play(club, table, position, move, reply->took, reply->now, error));
    if (!table_forfeit(club, table, search->seat, VERDICT_ILLEGAL, why.text, reply->now, error))
        return CLUB_FAILED;
    *error = why;
    return CLUB_DONE;
}

enum club_answer table_search_answer(struct club *club, const struct table_search *search,
                                     struct table_reply *reply, struct error *error) {
    struct table_row table = {.id = 0};
    if (!club_begin(club, error))
        return CLUB_FAILED;
    enum club_answer answer =
        club_end(club, table_search_take(club, search, reply, &table, error), error);
    table_row_free(&table);
    return answer;
}
