/* verify.c - the order of the checks: SQLite's own, tables against each other by queries whose rows
 * are what is wrong, the schedule, then each game and half in order. Each fault found is printed as
 * a line, and the check goes on; only a file that cannot be read ends it. */
#include "config.h"

#include "record/verify.h"

#include "base/calendar.h"
#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/text.h"
#include "games/game.h"
#include "grids/grid.h"
#include "half/moves.h"
#include "half/said.h"
#include "half/verdict.h"
#include "pairing/format.h"
#include "pairing/game_id.h"
#include "pairing/schedule.h"
#include "pairing/sprt.h"
#include "record/query.h"
#include "record/record.h"
#include "record/record_analysis.h"
#include "record/record_extra.h"
#include "record/record_league.h"
#include "record/record_parts.h"
#include "record/record_rows.h"
#include "record/record_schema.h"
#include "record/replay.h"
#include "record/verify_parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- the file and its tables ----------------------------------------------------------------- */

enum { NAMED_MAX = 4 };

/* Each row of the answer is something wrong: its columns, of which there are NAMED_MAX at most, go
 * into the format `what`. */
static bool check_rows(struct verify *verify, const char *sql, const char *what,
                       struct error *error) {
    struct query query;
    query_open(&query, verify->record, sql, NULL);
    while (query_step(&query)) {
        const char *named[NAMED_MAX];
        for (int i = 0; i < NAMED_MAX; i++)
            named[i] = i < query_columns(&query) ? query_string(&query, i) : "";
        verify_wrong(verify, what, named[0], named[1], named[2], named[3]);
    }
    return query_close(&query, error);
}

/* SQLite's own checks. A damaged file cannot be queried. */
static bool check_file(struct verify *verify, struct error *error) {
    if (!check_rows(verify,
                    "SELECT integrity_check FROM pragma_integrity_check"
                    " WHERE integrity_check <> 'ok'",
                    _("the file: %s"), error))
        return false;
    if (verify->count->wrong > 0)
        return error_set(
            error,
            _("record %s is damaged; copy it elsewhere, then recover what can be read with: "
              "sqlite3 COPY .recover"),
            record_path(verify->record));
    return check_rows(
        verify, "SELECT \"table\", IFNULL(rowid, '?'), parent FROM pragma_foreign_key_check",
        _("table %s, row %s: it refers to a row of table %s that does not exist"), error);
}

/* Finds what no constraint of the tables forbids, but the referee never writes. */
struct table_check {
    const char *sql, *what;
};

static const struct table_check table_checks[] = {
    {"SELECT half.game, number FROM half, league WHERE number NOT BETWEEN 1 AND halves",
     N_("game %s, half %s: there is no such half")},
    {"SELECT game, number FROM half WHERE number > 1 AND NOT EXISTS"
     " (SELECT 1 FROM half AS before WHERE before.id = half.id - 1)",
     N_("game %s, half %s: the previous half is missing")},
    {"SELECT id FROM game"
     " WHERE seat1 IN (seat2, seat3, seat4) OR seat2 IN (seat3, seat4) OR seat3 = seat4",
     N_("game %s: a player has two seats")},
    {"SELECT id FROM game WHERE (seat4 IS NOT NULL AND seat3 IS NULL) OR"
     " (seat3 IS NOT NULL AND seat2 IS NULL)",
     N_("game %s: a seat without a player is followed by a seat with one")},
    {"SELECT half.game, number FROM half JOIN game ON game.id = half.game WHERE"
     " (seat2 IS NULL AND COALESCE(margin2, points2) IS NOT NULL) OR"
     " (seat3 IS NULL AND COALESCE(margin3, points3) IS NOT NULL) OR"
     " (seat4 IS NULL AND COALESCE(margin4, points4) IS NOT NULL)",
     N_("game %s, half %s: a seat without a player has a margin or points")},
    {"SELECT pair FROM game WHERE round > 0 GROUP BY pair"
     " HAVING COUNT(DISTINCT board) > 1 OR COUNT(DISTINCT seed) > 1 OR COUNT(DISTINCT leg) <"
     " COUNT(*) OR COUNT(DISTINCT round) > 1 OR COUNT(DISTINCT IFNULL(opening, '')) > 1",
     N_("pair %s: its legs differ in more than the seats")},
    {"SELECT fault.id FROM fault JOIN half ON half.id = fault.half"
     " JOIN game ON game.id = half.game"
     " WHERE engine NOT IN (seat1, IFNULL(seat2, 0), IFNULL(seat3, 0), IFNULL(seat4, 0))",
     N_("fault %s: its engine did not play that game")},
    /* A part of a league lacks the faults of other parts, so only whole leagues are checked. */
    {"SELECT game.id, number FROM half JOIN game ON game.id = half.game"
     " WHERE termination = 'withdrawn' AND foreign_id IS NULL"
     " AND (SELECT COUNT(*) FROM game WHERE foreign_id IS NULL) >="
     " (SELECT scheduled FROM league)"
     " AND CAST(SUBSTR(text, INSTR(text, ' is withdrawn after ') + 20) AS INTEGER)"
     " NOT BETWEEN 1 AND (SELECT COUNT(*) FROM fault WHERE kind <> 'warning'"
     " AND (engine = CASE at_fault WHEN 1 THEN seat1 WHEN 2 THEN seat2 WHEN 3 THEN seat3"
     " WHEN 4 THEN seat4 END OR (at_fault IS NULL AND engine IN (seat1, seat2, seat3, seat4))))",
     N_("game %s, half %s: an engine is withdrawn that has not had so many faults")},
    {"SELECT id, started FROM run WHERE strftime('%Y-%m-%dT%H:%M:%SZ', started, '+0 days') IS NOT "
     "started"
     " OR id GLOB '*[^0-9a-f]*' OR LENGTH(id) <> 16",
     N_("run %s: its name or its time '%s' is impossible")},
    {"SELECT run, engine FROM program WHERE digest GLOB '*[^-0-9a-f ]*'"
     " OR LENGTH(digest) NOT IN (1, 3, 64, 66, 129)",
     N_("run %s: the digest of engine %s is impossible")},
    {"SELECT id FROM engine WHERE id IN (SELECT seat1 FROM game WHERE foreign_id IS NULL)"
     " AND EXISTS (SELECT 1 FROM run) AND id NOT IN (SELECT engine FROM program)",
     N_("engine %s: it has played, but no run has its program")},
    {"SELECT meeting.round, number FROM meeting, league"
     " WHERE typeof(meeting.round) <> 'integer' OR meeting.round NOT BETWEEN 1 AND rounds"
     " OR typeof(margin1) <> 'integer' OR margin1 NOT BETWEEN -999999999 AND 999999999"
     " OR typeof(margin2) <> 'integer' OR margin2 NOT BETWEEN -999999999 AND 999999999",
     N_("round %s, meeting %s: its round or a margin is impossible")},
    {"SELECT * FROM (SELECT 'league' AS name, id, name AS text FROM league"
     " UNION ALL SELECT 'engine', id, name FROM engine"
     " UNION ALL SELECT 'board', id, name FROM board)"
     " WHERE text GLOB '*[' || char(1) || '-' || char(31) || char(127) || ']*'",
     N_("table %s, row %s: its name has control characters")},
    {NULL, NULL},
};

#define COUNTS(column)                                                                             \
    "(" column " IS NULL OR (typeof(" column ") = 'integer' AND " column " >= 0))"

_Static_assert(SAID_PLIES_MAX == 10000 && SAID_MARGIN_MAX == 10000000 && SAID_PV_SIZE == 400,
               "as the text says");

static const struct table_check said_checks[] = {
    {"SELECT half.game, number, said.ply FROM said JOIN half ON half.id = said.half WHERE NOT"
     " (typeof(said.ply) = 'integer' AND said.ply BETWEEN 1 AND MIN(plies, 10000))",
     N_("game %s, half %s: a report of an engine is about move %s, which does not exist")},
    {"SELECT half.game, number, said.ply FROM said JOIN half ON half.id = said.half WHERE NOT"
     " (" COUNTS("depth") " AND " COUNTS("nodes") " AND " COUNTS(
         "time") " AND (margin IS NULL OR (typeof(margin) = 'integer' AND margin BETWEEN -10000000 "
                 "AND 10000000))"
                 " AND (bound IS NULL OR (margin NOT NULL AND bound IN ('exact', 'lower', "
                 "'upper')))"
                 " AND (pv IS NULL OR (typeof(pv) = 'text' AND LENGTH(CAST(pv AS BLOB)) BETWEEN 1 "
                 "AND 399"
                 "  AND pv NOT GLOB '*[^ -~]*' AND pv NOT GLOB '*  *' AND TRIM(pv) = pv)))",
     N_("game %s, half %s, move %s: no engine can have said what is recorded there")},
    {NULL, NULL},
};

static const struct table_check visits_checks[] = {
    {"SELECT half.game, number, visits.ply FROM visits JOIN half ON half.id = visits.half"
     " LEFT JOIN said ON said.half = visits.half AND said.ply = visits.ply WHERE said.ply IS NULL"
     " OR NOT (typeof(visits.moves) = 'text' AND LENGTH(CAST(visits.moves AS BLOB)) BETWEEN 1 AND "
     "1999"
     "  AND visits.moves NOT GLOB '*[^ -~]*')",
     N_("game %s, half %s, move %s: no engine can have said what is recorded there")},
    {NULL, NULL},
};

#define WITHIN(column, least, most)                                                                \
    "(typeof(" column ") = 'integer' AND " column " BETWEEN " least " AND " most ")"
#define MARGIN(column)       WITHIN(column, "-10000000", "10000000")
#define BOUND(column)        "(" column " IS NULL OR " column " IN ('exact', 'lower', 'upper'))"
#define UNLESS(good, column) " WHEN NOT (" good ") THEN '" column "'"

/* The last column names the one that is wrong. check_move() asks the rules about the rest. */
/* clang-format off */
static const struct table_check analysis_checks[] = {
    {"SELECT half.game, number, analysed.half, 'finished' FROM analysed"
     " JOIN half ON half.id = analysed.half"
     " WHERE strftime('%Y-%m-%dT%H:%M:%SZ', analysed.finished, '+0 days') IS NOT analysed.finished",
     N_("game %s, half %s: table analysed, row %s: its column '%s' is impossible")},
    {"SELECT * FROM (SELECT half.game, number, analysis.ply, CASE"
     UNLESS(WITHIN("analysis.ply", "1", "MIN(plies, 10000)"), "ply")
     UNLESS(WITHIN("seat", "1", "2 + (seat3 IS NOT NULL) + (seat4 IS NOT NULL)"), "seat")
     UNLESS("empty IS NULL OR " WITHIN("empty", "1", "1048576"), "empty")
     UNLESS(WITHIN("legal", "1", "1048576"), "legal")
     UNLESS(MARGIN("margin"), "margin")
     UNLESS(BOUND("bound"), "bound")
     UNLESS(MARGIN("moved") " AND moved <= margin", "moved")
     UNLESS(BOUND("moved_bound"), "moved_bound")
     UNLESS(WITHIN("best_count", "1", "legal"), "best_count")
     UNLESS("typeof(best) = 'text' AND best NOT GLOB '*[^ -~]*' AND LENGTH(best) < 256", "best")
     UNLESS("ties IS NULL OR " WITHIN("ties", "1", "legal"), "ties")
     UNLESS("ties IS NULL OR " WITHIN("ties_sum", "-10000000 * ties", "10000000 * ties"),
            "ties_sum")
     UNLESS("ties IS NULL OR " MARGIN("ties_margin"), "ties_margin")
     " END AS wrong FROM analysis JOIN half ON half.id = analysis.half"
     " JOIN game ON game.id = half.game) WHERE wrong IS NOT NULL",
     N_("game %s, half %s, move %s: its analysis is impossible: the column '%s'")},
    {NULL, NULL},
};
/* clang-format on */

static bool check_each(struct verify *verify, const struct table_check *check,
                       struct error *error) {
    while (check->sql && check_rows(verify, check->sql, _(check->what), error))
        check++;
    return !check->sql;
}

static bool check_fault_words(struct verify *verify, struct error *error) {
    struct query query;
    query_open(&query, verify->record, "SELECT rowid, kind FROM fault", NULL);
    while (query_step(&query))
        if (verdict_find(query_string(&query, 1)) == VERDICT_COUNT)
            verify_wrong(verify, _("fault %s: there is no fault '%s'"), query_string(&query, 0),
                         query_string(&query, 1));
    return query_close(&query, error);
}

/* Tables that others have added, such as those of a club, are allowed. */
static bool count_others(struct verify *verify, struct error *error) {
    struct text ours = {0};
    text_add(&ours, record_schema);
    for (int i = 0; i < LATER_TABLES; i++)
        text_add(&ours, later_tables[i].sql);
    bool done = query_ask(verify->record,
                          "SELECT COUNT(*) FROM sqlite_schema WHERE type IN ('table', 'view')"
                          " AND name NOT LIKE 'sqlite_%' AND INSTR(?, sql) = 0",
                          VALUES(value_text(needed_text(&ours))), &verify->count->others, error);
    text_free(&ours);
    return done;
}

static bool check_tables(struct verify *verify, struct error *error) {
    return check_each(verify, table_checks, error) && check_fault_words(verify, error) &&
           (!verify->record->has[LATER_SAID] || check_each(verify, said_checks, error)) &&
           (!verify->record->has[LATER_VISITS] || check_each(verify, visits_checks, error)) &&
           (!verify->record->has[LATER_ANALYSED] || check_each(verify, analysis_checks, error)) &&
           count_others(verify, error);
}

/* ---- the schedule ---------------------------------------------------------------------------- */

/* The name of the schedule follows from the configuration of the league. */
static void check_league(struct verify *verify) {
    const struct league_row *league = &verify->league;
    char name[RECORD_SCHEDULE_SIZE];
    record_name_schedule(league->config, name);
    if ((*league->schedule || *league->config) && strcmp(league->schedule, name) != 0)
        verify_wrong(verify,
                     _("league: its configuration does not match the name of its schedule"));
    verify->game = game_find(league->game);
    if (!verify->game)
        verify_wrong(verify, _("league: there is no game '%s'"), league->game);
    else if (verify->game->halves != league->halves)
        verify_wrong(verify,
                     ngettext("league: %s has %d half, not %d", "league: %s has %d halves, not %d",
                              (unsigned long)verify->game->halves),
                     league->game, verify->game->halves, league->halves);
    if (*league->format && !format_find(league->format))
        verify_wrong(verify, _("league: there is no format '%s'"), league->format);
    if (!calendar_is_time(league->started))
        verify_wrong(verify, _("league: it began at '%s', which is not a time"), league->started);
}

/* The sequential test that ends the league, if there is one. */
static bool check_test(struct verify *verify, struct error *error) {
    struct query query;
    struct sprt sprt = {0};
    struct error why = {.text = ""};
    query_open(&query, verify->record, "SELECT sprt FROM league WHERE sprt IS NOT NULL", NULL);
    if (query_step(&query) && !sprt_read(&sprt, query_string(&query, 0), &why))
        verify_wrong(verify, _("league: its test: %s"), why.text);
    return query_close(&query, error);
}

/* Whether a pair belongs to another shard, as far as the record tells how the league was dealt out.
 */
static bool is_other_shard(const struct verify *verify, int64_t pair, int legs) {
    const struct league_row *league = &verify->league;
    int64_t encounters = league->scheduled / legs / (league->rounds > 0 ? league->rounds : 1);
    if (league->shards < 2 || league->boards < 1 || encounters < league->boards)
        return false;
    return schedule_deal((uint64_t)league->seed, encounters / league->boards, league->boards,
                         pair - 1, league->shards) != league->shard - 1;
}

/* Whether a game has the number that its pair and leg give; the leg is one of `legs`. */
static bool is_numbered(const struct game_row *game, int legs) {
    return game->pair >= 1 && game->pair <= INT64_MAX / legs &&
           game->id == (game->pair - 1) * legs + game->leg;
}

static void check_scheduled(struct verify *verify, const struct game_row *game) {
    const struct league_row *league = &verify->league;
    uint64_t seed = schedule_seed((uint64_t)league->seed, game->pair > 0 ? game->pair - 1 : 0);
    int legs = league->halves > 1 ? 1 : league->players;
    if (!*league->schedule)
        verify_wrong(verify,
                     _("game %" PRId64 ": it belongs to a schedule, but the league has none"),
                     game->id);
    else if (game->round < 1 || (league->rounds > 0 && game->round > league->rounds))
        verify_wrong(verify, _("game %" PRId64 ": there is no round %d"), game->id, game->round);
    else if (game->leg < 1 || game->leg > legs || !is_numbered(game, legs))
        verify_wrong(verify, _("game %" PRId64 ": it is not leg %d of pair %" PRId64), game->id,
                     game->leg, game->pair);
    else if (game->seats != league->players)
        verify_wrong(verify,
                     ngettext("game %" PRId64 ": it has %d seat, not %d",
                              "game %" PRId64 ": it has %d seats, not %d",
                              (unsigned long)game->seats),
                     game->id, game->seats, league->players);
    else if (!game->seeded || (uint64_t)game->seed != seed)
        verify_wrong(verify, _("game %" PRId64 ": its seed is not that of pair %" PRId64), game->id,
                     game->pair);
    else if (is_other_shard(verify, game->pair, legs))
        verify_wrong(verify, _("game %" PRId64 ": it belongs to another shard"), game->id);
}

/* ---- games and halves ------------------------------------------------------------------------ */

static bool check_game(void *context, const struct game_row *game, struct error *error) {
    struct verify *verify = context;
    verify->count->games++;
    if (!game->foreign_id) {
        check_scheduled(verify, game);
        if (verify->schedule && !verify_schedule_game(verify, game, error))
            return false;
    } else if (game->id <= EXTRA_GAMES || game->round != 0 || !game->source)
        verify_wrong(verify,
                     _("game %" PRId64 ": it belongs to no schedule, but is not marked as such"),
                     game->id);
    verify->board_error.text[0] = '\0';
    const struct made_board *made =
        game->board_line
            ? boards_by_line(&verify->boards, game->board_line, game->seats, &verify->board_error)
            : NULL;
    verify->board = made && made->board->game == verify->game ? made->board : NULL;
    if (made && !verify->board)
        error_set(&verify->board_error, _("its board is for %s"), made->board->game->name);
    if (verify->board_error.text[0] && verify->board_error.kind == ERROR_MEMORY) {
        *error = verify->board_error;
        return false;
    }
    if (verify->board_error.text[0])
        verify_wrong(verify, _("game %" PRId64 ": %s"), game->id, verify->board_error.text);
    return true;
}

/* A forfeit has a fault of the same kind, unless it is of an engine that was withdrawn for the
 * faults of other halves. */
static bool check_fault(struct verify *verify, const struct game_row *game,
                        const struct half_result *half, struct error *error) {
    int64_t there;
    if (!query_ask(verify->record,
                   "SELECT 1 FROM fault WHERE half = ? AND kind = ? AND engine = ? AND text = ?",
                   VALUES(value_int(half_id(game->id, half->number)), value_text(half->termination),
                          value_int(game->engine[half->at_fault]), value_text(half->text)),
                   &there, error))
        return false;
    if (!there)
        verify_wrong(verify, _("game %" PRId64 ", half %d: no fault '%s' of seat %d is recorded"),
                     game->id, half->number, half->termination ? half->termination : "",
                     half->at_fault + 1);
    return true;
}

/* The moves_hash of a half, by which repeated games are found, must follow from its moves. */
static bool check_hash(struct verify *verify, const struct game_row *game,
                       const struct half_result *half, struct error *error) {
    int64_t same;
    uint64_t hash = half_moves_hash(half);
    if (!query_ask(verify->record, "SELECT 1 FROM half WHERE id = ? AND moves_hash IS ?",
                   VALUES(value_int(half_id(game->id, half->number)),
                          value_int_if(hash != 0, (int64_t)hash)),
                   &same, error))
        return false;
    if (!same)
        verify_wrong(verify,
                     _("game %" PRId64 ", half %d: its moves_hash is not that of its moves"),
                     game->id, half->number);
    return true;
}

/* Checks a half whose board is not known by its sides: whether its margins are possible. */
static bool check_margins(struct verify *verify, const struct game_row *game,
                          const struct half_result *half, struct error *error) {
    if (!verify->game)
        return true;
    const struct made_board *named =
        game->board_line || !game->board_name
            ? NULL
            : boards_of_library(&verify->boards, verify->game, game->board_name, game->seats);
    return replay_check_margins(named ? named->board : NULL, verify->game, half, game->seats,
                                error);
}

/* A half that is replayed, with the worth of its moves as the record has it. */
struct judged {
    struct verify *verify;
    const struct game_row *game;
    int half;
    bool seated;
    struct analysis_list list;
    uint32_t *moves; /* room for all legal ones; NULL: the half was not analysed */
};

/* Checks the moves that are said to be the best. */
static void check_best(const struct judged *judged, const struct replay_move *move,
                       const struct analysis_row *row) {
    const struct game_board *board = move->board;
    char best[ANALYSIS_BEST_SIZE], *rest;
    struct error why;
    int count = 0;
    snprintf(best, sizeof best, "%s", row->best);
    for (char *word = strtok_r(best, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        uint32_t read;
        count++;
        if (!board->game->parse(board, move->before, word, &read) ||
            board->game->refuse(board, move->before, read, &why))
            verify_wrong(
                judged->verify,
                _("game %" PRId64
                  ", half %d, move %d: its analysis calls %s the best, which is not legal"),
                judged->game->id, judged->half, move->ply, word);
    }
    if (count > row->best_count)
        verify_wrong(judged->verify,
                     _("game %" PRId64
                       ", half %d, move %d: its analysis names %d best moves, but counts %d"),
                     judged->game->id, judged->half, move->ply, count, row->best_count);
}

/* Estimates may be beyond the margins that are possible; what is proved may not. */
static void check_proved(const struct judged *judged, const struct replay_move *move, int margin,
                         enum said_bound bound) {
    if (bound != SAID_ESTIMATE && (margin < -move->board->worst || margin > move->board->worst))
        verify_wrong(judged->verify,
                     _("game %" PRId64 ", half %d, move %d: its analysis proves a margin of %d; on "
                       "this board it is at most %d"),
                     judged->game->id, judged->half, move->ply, margin, move->board->worst);
}

static bool check_move(void *context, const struct replay_move *move) {
    const struct judged *judged = context;
    struct verify *verify = judged->verify;
    const struct analysis_row *row = analysis_list_find(&judged->list, move->ply);
    if (judged->seated)
        verify_schedule_move(verify, move);
    if (!row)
        return true;
    int legal = move->board->game->moves(move->board, move->before, judged->moves);
    if (row->seat != move->turn)
        verify_wrong(verify,
                     _("game %" PRId64
                       ", half %d, move %d: its analysis is of seat %d, which had not the turn"),
                     judged->game->id, judged->half, move->ply, row->seat + 1);
    if (row->legal != legal)
        verify_wrong(verify,
                     _("game %" PRId64
                       ", half %d, move %d: its analysis counts %d legal moves, but there were %d"),
                     judged->game->id, judged->half, move->ply, row->legal, legal);
    if (move->board->grid && row->empty > move->board->grid->cells)
        verify_wrong(
            verify,
            _("game %" PRId64
              ", half %d, move %d: its analysis counts %d empty cells, but the board has %d cells"),
            judged->game->id, judged->half, move->ply, row->empty, move->board->grid->cells);
    check_proved(judged, move, row->margin, row->bound);
    check_proved(judged, move, row->moved, row->moved_bound);
    check_best(judged, move, row);
    return true;
}

/* Plays a half again. False and what is wrong with it. */
static bool check_moves(struct judged *judged, const struct half_result *half,
                        struct error *error) {
    const struct game_board *board = judged->verify->board;
    if (judged->list.count)
        judged->moves = needed(malloc(sizeof *judged->moves * (size_t)board->moves_max));
    bool good = replay_check_moves(board, half, judged->game->seats, check_move, judged, error);
    free(judged->moves);
    return good;
}

static bool check_half(void *context, const struct game_row *game, const struct half_result *half,
                       struct error *error) {
    struct verify *verify = context;
    bool ruled = verify->board != NULL;
    bool seated = !game->foreign_id && verify_schedule_is_seated(verify);
    verify->count->halves++;
    verify->count->bare += !ruled || !half->moves;
    if (half->number < 1 || half->number > verify->league.halves)
        return true; /* check_tables() has reported it */
    if (seated && ruled)
        verify_schedule_opening(verify, game, half);
    if (seated)
        verify_schedule_half(verify, game, half);
    struct judged judged = {verify, game, half->number, seated, {.there = false}, NULL};
    if (!record_read_analysis(verify->record, half_id(game->id, half->number), half->plies,
                              &judged.list, error)) {
        analysis_list_free(&judged.list);
        return false;
    }
    bool good =
        ruled ? check_moves(&judged, half, error) : check_margins(verify, game, half, error);
    analysis_list_free(&judged.list);
    if (!good) {
        if (error->kind == ERROR_MEMORY)
            return false;
        verify_wrong(verify, _("game %" PRId64 ", half %d: %s"), game->id, half->number,
                     error->text);
    }
    if (game->opening && half->moves && half->plies > 0 &&
        !moves_begin_with(half->moves, opening_moves(game->opening)))
        verify_wrong(verify,
                     _("game %" PRId64 ", half %d: it does not begin with the opening of the game"),
                     game->id, half->number);
    if (!half->finished || !calendar_is_time(half->finished))
        verify_wrong(verify,
                     _("game %" PRId64 ", half %d: the time when it was finished is missing"),
                     game->id, half->number);
    if (seated)
        verify_schedule_half_end(verify, game, half);
    bool blamed =
        half->at_fault >= 0 && half->at_fault < game->seats &&
        (!half->termination || strcmp(half->termination, verdict_name(VERDICT_WITHDRAWN)) != 0);
    return check_hash(verify, game, half, error) &&
           (!blamed || game->foreign_id || check_fault(verify, game, half, error));
}

static bool end_game(void *context, const struct game_row *game, struct error *error) {
    struct verify *verify = context;
    (void)error;
    if (!game->foreign_id && verify_schedule_is_seated(verify))
        verify_schedule_game_end(verify);
    return true;
}

static bool check_all(struct verify *verify, struct error *error) {
    struct row_reader reader = {verify, check_game, check_half, end_game};
    if (!check_file(verify, error) || !record_read_league(verify->record, &verify->league, error))
        return false;
    check_league(verify);
    return check_test(verify, error) && check_tables(verify, error) &&
           verify_schedule_begin(verify, error) &&
           record_read_games(verify->record, &reader, error) &&
           (!verify->schedule || verify_schedule_end(verify, error));
}

bool verify_record(struct record *record, FILE *file, struct verify_count *count,
                   struct error *error) {
    struct verify verify = {.record = record, .file = file, .count = count};
    *count = (struct verify_count){0};
    bool done =
        query_begin_reading(record, error) && query_end_reading(record, check_all(&verify, error));
    boards_free(&verify.boards);
    verify_schedule_free(verify.schedule);
    league_row_free(&verify.league);
    return done;
}
