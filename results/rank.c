/* rank.c - makes the ranking of a week from the halves of a record.
 *
 * The week is found by an index of the times when halves were finished. One pass over the
 * tournament games against the reference then keeps the best margins of each player, in order, so
 * that no other game need be remembered. Past weeks are rankings of their own, each found from the
 * one after it.
 */
#include "config.h"

#include "results/rank.h"

#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/text.h"
#include "record/query.h"
#include "record/record.h"
#include "record/record_games.h"
#include "results/skill.h"

#include <stdlib.h>
#include <string.h>

static const char newest_query[] =
    "SELECT half.finished FROM half JOIN game ON game.id = half.game"
    " WHERE half.finished <= ?2 AND game.tournament AND"
    "  (seat1 = ?1 OR seat2 = ?1 OR seat3 = ?1 OR seat4 = ?1) AND ?3 ="
    "  (SELECT COUNT(*) FROM half AS other WHERE other.game = game.id AND other.finished <= ?2)"
    " ORDER BY half.finished DESC LIMIT 1";

/* A ranking that is being made. */
struct reading {
    struct record *record;
    struct ranking *ranking;
    int64_t reference;
    int halves, seats;
    char at[CALENDAR_TIME_SIZE];
};

void rank_free(struct ranking *ranking) {
    for (int i = 0; i < ranking->count; i++)
        free(ranking->row[i].best);
    free(ranking->row);
    ranking->row = NULL;
    ranking->count = 0;
}

static bool read_league(struct reading *reading, struct error *error) {
    struct ranking *ranking = reading->ranking;
    struct query query;
    query_open(&query, reading->record,
               "SELECT league.name, game, halves, engine.id, engine.name, players"
               " FROM league LEFT JOIN engine ON engine.id = reference",
               NULL);
    bool found = query_step(&query);
    if (found) {
        query_copy(&query, 0, ranking->league, sizeof ranking->league);
        query_copy(&query, 1, ranking->game, sizeof ranking->game);
        reading->halves = query_int(&query, 2);
        reading->reference = query_int64(&query, 3);
        reading->seats = query_int(&query, 5);
        query_copy(&query, 4, ranking->reference, sizeof ranking->reference);
    }
    if (!query_close(&query, error))
        return false;
    if (!found)
        return error_set(error, _("record %s: its table league is empty"),
                         record_path(reading->record));
    const char *path = record_path(reading->record);
    return reading->reference != 0 ||
           error_set(
               error,
               _("record %s has no reference computer to measure players against: 'import FILE.csv "
                 "--into %s --reference NAME' adds it, even if all games are already there"),
               path, path);
}

/* ---- the week -------------------------------------------------------------------------------- */

static bool find_newest(struct reading *reading, struct error *error) {
    struct query query;
    query_open(
        &query, reading->record, newest_query,
        VALUES(value_int(reading->reference), value_text(reading->at), value_int(reading->halves)));
    bool found = query_step(&query), readable = found && calendar_is_time(query_string(&query, 0));
    if (readable)
        calendar_week_of(query_string(&query, 0), &reading->ranking->week);
    if (!query_close(&query, error))
        return false;
    if (!found)
        return error_set(error, _("record %s: no tournament game against %s is finished"),
                         record_path(reading->record), reading->ranking->reference);
    return readable || error_set(error, _("record %s: the time of a half cannot be read"),
                                 record_path(reading->record));
}

static bool find_week(struct reading *reading, const struct rank_request *request,
                      struct error *error) {
    struct ranking *ranking = reading->ranking;
    if (request->at)
        snprintf(reading->at, sizeof reading->at, "%s", request->at);
    else
        calendar_now(reading->at);
    if (!(request->week ? calendar_read_week(request->week, &ranking->week, error)
                        : find_newest(reading, error)))
        return false;
    ranking->provisional = strcmp(reading->at, ranking->week.end) < 0;
    return true;
}

/* ---- the games ------------------------------------------------------------------------------- */

static struct rank_row *find_row(struct ranking *ranking, int64_t engine) {
    for (int i = 0; i < ranking->count; i++)
        if (ranking->row[i].engine == engine)
            return &ranking->row[i];
    size_t size = sizeof *ranking->row * (size_t)(ranking->count + 1);
    ranking->row = needed(realloc(ranking->row, size));
    struct rank_row *row = &ranking->row[ranking->count++];
    *row = (struct rank_row){.engine = engine};
    row->best = needed(calloc((size_t)ranking->best, sizeof *row->best));
    return row;
}

/* Inserts a margin among the best of a player; the worst of them drops out if there are too many.
 */
static void count_margin(const struct ranking *ranking, struct rank_row *row, double margin) {
    row->games++;
    if (ranking->provisional) {
        row->counted++;
        row->total += margin;
        return;
    }
    int last = (int)row->counted;
    if (last == ranking->best) {
        if (margin <= row->best[--last])
            return;
        row->total -= row->best[last];
        row->counted--;
    }
    row->counted++;
    row->total += margin;
    for (; last > 0 && row->best[last - 1] < margin; last--)
        row->best[last] = row->best[last - 1];
    row->best[last] = margin;
}

/* How lucky the opponent of the reference was in a game, 0 if that is not asked for. */
static bool find_luck(const struct reading *reading, const struct record_game *game, double *luck,
                      struct error *error) {
    bool known = true;
    *luck = 0;
    if (!reading->ranking->skill)
        return true;
    if (!skill_read_luck(reading->record, game->number + 1, luck, &known, error))
        return false;
    return known ||
           error_set(error, _("game %lld was not analysed: 'triancey-referee analyse %s' does it"),
                     (long long)game->number + 1, record_path(reading->record));
}

/* Adds a game if it was finished, with all its halves, in the week. Times are ordered as texts are.
 */
static bool count_game(const struct reading *reading, const struct record_game *game,
                       struct error *error) {
    const struct calendar_week *week = &reading->ranking->week;
    const char *finished = game->finished;
    if (!game->whole || strcmp(finished, reading->at) > 0 || strcmp(finished, week->end) >= 0 ||
        strcmp(finished, week->begin) < 0)
        return true;
    double luck;
    if (!find_luck(reading, game, &luck, error))
        return false;
    for (int i = 0; i < game->seats; i++) {
        int64_t engine = game->engine[i] + 1;
        if (engine != reading->reference)
            count_margin(reading->ranking, find_row(reading->ranking, engine),
                         game->margin[i] - luck);
    }
    return true;
}

static bool rank_read_games(const struct reading *reading, struct error *error) {
    struct record_games walk = {
        .reference = reading->reference, .seats = reading->seats, .halves = reading->halves};
    struct error failure = {.text = ""}, ignored;
    bool good = true;
    record_games_open(&walk, reading->record);
    while (good && record_games_next(&walk, error))
        good = count_game(reading, &walk.game, &failure);
    if (record_games_close(&walk, good ? error : &ignored) && good)
        return true;
    if (!good)
        *error = failure;
    return false;
}

/* ---- the table ------------------------------------------------------------------------------- */

static bool read_names(const struct reading *reading, struct error *error) {
    for (int i = 0; i < reading->ranking->count; i++) {
        struct rank_row *row = &reading->ranking->row[i];
        if (!query_ask_text(reading->record,
                            "SELECT IFNULL((SELECT name FROM engine WHERE id = ?), '?')",
                            VALUES(value_int(row->engine)), row->name, sizeof row->name, error))
            return false;
    }
    return true;
}

/* For players with equally many games counted, the order of totals is that of averages. */
static int compare_rows(const void *a, const void *b) {
    const struct rank_row *first = a, *second = b;
    if (first->counted != second->counted)
        return first->counted > second->counted ? -1 : 1;
    if (first->total != second->total)
        return first->total > second->total ? -1 : 1;
    return strcmp(first->name, second->name);
}

bool rank_read(struct record *record, const struct rank_request *request, struct ranking *ranking,
               struct error *error) {
    *ranking = (struct ranking){.best = request->best, .skill = request->skill};
    struct reading reading = {.record = record, .ranking = ranking};
    if (!read_league(&reading, error) || !find_week(&reading, request, error) ||
        !rank_read_games(&reading, error) || !read_names(&reading, error)) {
        rank_free(ranking);
        return false;
    }
    if (ranking->count > 0)
        qsort(ranking->row, (size_t)ranking->count, sizeof *ranking->row, compare_rows);
    return true;
}

bool rank_shares(const struct ranking *ranking, int row) {
    const struct rank_row *a = &ranking->row[row], *b = a - 1;
    return row > 0 && a->counted == b->counted && a->total == b->total;
}

int rank_first(const struct ranking *ranking) {
    int count = ranking->count > 0;
    while (count < ranking->count && rank_shares(ranking, count))
        count++;
    return count;
}

void rank_rule(const struct ranking *ranking, char end, struct text *text) {
    size_t begin = text->length;
    if (ranking->skill)
        text_add(text, _("A game counts with its margin without luck.\n"));
    text_add(text, _("Ordered by the number of games counted, then by the average.\n"));
    if (ranking->provisional)
        text_addf(text,
                  ngettext("When the week is over, the best %d game of each player counts.\n",
                           "When the week is over, the best %d games of each player count.\n",
                           (unsigned long)ranking->best),
                  ranking->best);
    else
        text_addf(text,
                  ngettext("The week is over: the best %d game of each player counted.\n",
                           "The week is over: the best %d games of each player counted.\n",
                           (unsigned long)ranking->best),
                  ranking->best);
    for (size_t i = begin; i < text->length; i++)
        if (text->bytes[i] == '\n')
            text->bytes[i] = end;
}

/* ---- past weeks ------------------------------------------------------------------------------ */

/* The newest week before another one in which a tournament game was finished, if there is one. */
static bool week_before(struct record *record, const struct calendar_week *week,
                        struct calendar_week *before, bool *found, struct error *error) {
    struct ranking ranking = {.count = 0};
    struct reading reading = {.record = record, .ranking = &ranking};
    struct query query;
    if (!read_league(&reading, error))
        return false;
    *found = calendar_write(calendar_seconds(week->begin) - 1, reading.at);
    query_open(
        &query, record, newest_query,
        VALUES(value_int(reading.reference), value_text(reading.at), value_int(reading.halves)));
    *found = *found && query_step(&query) && calendar_is_time(query_string(&query, 0));
    if (*found)
        calendar_week_of(query_string(&query, 0), before);
    return query_close(&query, error);
}

bool rank_past(struct record *record, const struct rank_request *request,
               const struct ranking *newest, rank_visitor *visit, void *context,
               struct error *error) {
    struct calendar_week week = newest->week;
    bool done = true, found = true;
    for (int i = 0; i < RANK_PAST_WEEKS && done && found; i++) {
        char name[16];
        struct ranking ranking;
        struct rank_request other = {.week = name, .best = request->best, .at = request->at};
        snprintf(name, sizeof name, "%04d-%02d", week.year, week.week);
        done = rank_read(record, &other, &ranking, error);
        if (done && !ranking.provisional && ranking.count > 0)
            visit(context, &ranking);
        if (done)
            rank_free(&ranking);
        struct calendar_week later = week;
        done = done && week_before(record, &later, &week, &found, error);
    }
    return done;
}
