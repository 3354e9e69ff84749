/* merge.c - joins records into one. The records are attached one after the other to a new one and
 * copied by SQL; tables `engines`, `boards` and `matches` say which number of the part has become
 * which one here. */
#include "config.h"

#include "record/merge.h"

#include "base/error.h"
#include "base/language.h"
#include "base/output.h"
#include "base/text.h"
#include "base/values.h"
#include "pairing/game_id.h"
#include "pairing/schedule.h"
#include "record/query.h"
#include "record/record.h"
#include "record/record_analysis.h"
#include "record/record_extra.h"
#include "record/record_league.h"
#include "record/record_rows.h"
#include "record/record_said.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Text of a number that is a macro or an enumeration's value. */
#define EXTRA   "1000000000"
#define ENGINES "1000"
_Static_assert(EXTRA_GAMES == 1000000000 && SCHEDULE_ENGINES_MAX == 1000, "as the texts say");

struct merge {
    struct record *into;
    struct league_row league; /* of the first part */
    bool *present;            /* its shards that are among the parts, by their numbers from 1 */
    const char *path;         /* of the part that is looked at */
    bool said, visits;        /* it has what engines said, and what tree searches have tried */
    bool analysed;            /* it has what moves were worth */
};

static const char maps[] =
    "CREATE TEMP TABLE IF NOT EXISTS engines (old INTEGER PRIMARY KEY, new INTEGER);"
    "CREATE TEMP TABLE IF NOT EXISTS boards (old INTEGER PRIMARY KEY, new INTEGER);"
    "CREATE TEMP TABLE IF NOT EXISTS matches (old INTEGER PRIMARY KEY, new INTEGER UNIQUE);"
    "CREATE TEMP TABLE IF NOT EXISTS fresh (old INTEGER PRIMARY KEY, new INTEGER);";

/* Engines of the schedule have the same numbers everywhere, other players are known by name. */
static const char copy_players[] =
    "DELETE FROM engines; DELETE FROM boards; DELETE FROM matches; DELETE FROM fresh;"
    "INSERT INTO engine SELECT * FROM part.engine"
    " WHERE name NOT IN (SELECT name FROM engine) AND id <= " ENGINES ";"
    "CREATE TEMP TABLE guest AS SELECT * FROM part.engine"
    " WHERE name NOT IN (SELECT name FROM engine);"
    "UPDATE guest SET id = rowid + (SELECT MAX(" ENGINES ", IFNULL(MAX(id), 0)) FROM engine);"
    "INSERT INTO engine SELECT * FROM guest; DROP TABLE guest;"
    "INSERT INTO engines SELECT their.id, engine.id FROM part.engine AS their"
    " JOIN engine ON engine.name = their.name;";

/* Boards of the schedule keep their numbers; others are known by their names and sides. */
static const char copy_boards[] =
    "INSERT INTO board SELECT * FROM part.board"
    " WHERE id <= " EXTRA " AND id NOT IN (SELECT id FROM board);"
    "INSERT INTO boards SELECT id, id FROM part.board WHERE id <= " EXTRA ";"
    "CREATE TEMP TABLE guest AS SELECT * FROM part.board AS their WHERE id > " EXTRA
    " AND NOT EXISTS (SELECT 1 FROM board WHERE board.id > " EXTRA
    "  AND board.name = their.name AND board.spelled IS their.spelled);"
    "UPDATE guest SET id = rowid + (SELECT MAX(" EXTRA ", IFNULL(MAX(id), 0)) FROM board);"
    "INSERT INTO board SELECT * FROM guest; DROP TABLE guest;"
    "INSERT INTO boards SELECT their.id, board.id FROM part.board AS their"
    " JOIN board ON board.name = their.name AND board.spelled IS their.spelled"
    " WHERE their.id > " EXTRA " AND board.id > " EXTRA ";";

/* Games of the schedule keep their numbers, others are known by source and foreign_id. */
static const char map_games[] =
    "INSERT INTO matches SELECT id, id FROM part.game WHERE foreign_id IS NULL;"
    "INSERT INTO matches SELECT their.id, game.id FROM part.game AS their"
    " JOIN game ON game.source IS their.source AND game.foreign_id = their.foreign_id"
    " WHERE their.foreign_id IS NOT NULL;"
    "INSERT INTO matches SELECT id, ROW_NUMBER() OVER (ORDER BY id) +"
    "  (SELECT MAX(" EXTRA ", IFNULL(MAX(id), 0)) FROM game)"
    " FROM part.game AS their WHERE id NOT IN (SELECT old FROM matches);";

static const char clashing_board[] =
    "SELECT board.id FROM board JOIN part.board AS their ON their.id = board.id"
    " WHERE board.id <= " EXTRA
    " AND (board.name, board.spelled) IS NOT (their.name, their.spelled) LIMIT 1";

/* How the rounds of a Swiss league or a knockout ended: these are not dealt out. And who played. */
static const char copy_meetings[] =
    "INSERT OR IGNORE INTO meeting SELECT * FROM part.meeting;"
    "INSERT OR IGNORE INTO run SELECT * FROM part.run ORDER BY rowid;"
    "INSERT OR IGNORE INTO program SELECT run, (SELECT new FROM engines WHERE old = engine), "
    "digest,"
    " id_name FROM part.program";

/* A game of the part as it would stand here. */
#define THEIR_GAME                                                                                 \
    "matches.new AS id, their.round, CASE WHEN foreign_id IS NULL THEN pair ELSE matches.new END," \
    " leg, (SELECT new FROM boards WHERE old = their.board), seed,"                                \
    " (SELECT new FROM engines WHERE old = seat1), (SELECT new FROM engines WHERE old = seat2),"   \
    " (SELECT new FROM engines WHERE old = seat3), (SELECT new FROM engines WHERE old = seat4),"   \
    " tournament, source, foreign_id, opening FROM part.game AS their JOIN matches ON old = "      \
    "their.id"
#define GAME_COLUMNS                                                                               \
    "id, round, pair, leg, board, seed, seat1, seat2, seat3, seat4, tournament, source, "          \
    "foreign_id, opening"

static const char clashing_game[] =
    "SELECT id FROM (SELECT " THEIR_GAME " WHERE matches.new IN (SELECT id FROM game)"
    " EXCEPT SELECT " GAME_COLUMNS " FROM game) LIMIT 1";

static const char copy_games[] =
    "INSERT INTO game (" GAME_COLUMNS ") SELECT " THEIR_GAME
    " WHERE matches.new NOT IN (SELECT id FROM game) ORDER BY matches.new";

/* All but the times, and the text of a forfeit, which may name some. */
static const char clashing_half[] =
    "SELECT half.id FROM part.half AS their JOIN matches ON old = their.game"
    " JOIN half ON half.id = matches.new * " HALF_ID_ROOM_SQL " + their.number"
    " WHERE (half.margin1, half.margin2, half.margin3, half.margin4, half.points1, half.points2,"
    "  half.points3, half.points4, half.termination, half.at_fault, half.plies, half.moves)"
    " IS NOT (their.margin1, their.margin2, their.margin3, their.margin4, their.points1,"
    "  their.points2, their.points3, their.points4, their.termination, their.at_fault,"
    "  their.plies, their.moves) LIMIT 1";

static const char copy_halves[] =
    "INSERT INTO fresh SELECT their.id, matches.new * " HALF_ID_ROOM_SQL
    " + their.number FROM part.half AS their"
    " JOIN matches ON old = their.game"
    " WHERE matches.new * " HALF_ID_ROOM_SQL " + their.number NOT IN (SELECT id FROM half);"
    "INSERT INTO half (id, game, " HALF_COLUMNS ", moves_hash) SELECT fresh.new,"
    " fresh.new / " HALF_ID_ROOM_SQL ", " HALF_COLUMNS ", moves_hash"
    " FROM fresh JOIN part.half AS their ON their.id = fresh.old ORDER BY fresh.new;"
    "INSERT INTO fault (half, engine, kind, text) SELECT fresh.new,"
    "  (SELECT new FROM engines WHERE old = their.engine), kind, text"
    " FROM part.fault AS their JOIN fresh ON fresh.old = their.half ORDER BY their.id;";

static const char copy_visits[] =
    "INSERT INTO main.visits (half, ply, moves) SELECT fresh.new, ply, moves"
    " FROM part.visits JOIN fresh ON fresh.old = half";

static const char copy_said[] =
    "INSERT INTO said (half, ply, margin, bound, depth, nodes, time, pv) SELECT fresh.new, ply,"
    " margin, bound, depth, nodes, time, pv FROM part.said JOIN fresh ON fresh.old = half";

/* What moves were worth, of halves of which that is not known yet. */
static const char copy_analysis[] =
    "CREATE TEMP TABLE news AS SELECT their.half AS old, matches.new * " HALF_ID_ROOM_SQL
    " + their.half % " HALF_ID_ROOM_SQL " AS new FROM part.analysed AS their"
    " JOIN matches ON matches.old = their.half / " HALF_ID_ROOM_SQL ";"
    "DELETE FROM news WHERE new IN (SELECT half FROM analysed);"
    "INSERT INTO main.analysed SELECT new, effort, referee, finished"
    " FROM news JOIN part.analysed AS their ON their.half = old WHERE new IN (SELECT id FROM half);"
    "INSERT INTO main.analysis SELECT new, ply, seat, empty, legal, margin, bound, moved, "
    "moved_bound,"
    " best_count, best, ties, ties_sum, ties_margin"
    " FROM news JOIN part.analysis AS their ON their.half = old WHERE new IN (SELECT id FROM half);"
    "DROP TABLE news";

/* The parts' faults in the order of halves, as one referee would have written them. */
static const char order_faults[] =
    "CREATE TEMP TABLE sorted AS SELECT half, engine, kind, text FROM fault ORDER BY half, id;"
    "DELETE FROM fault; INSERT INTO fault (half, engine, kind, text) SELECT * FROM sorted;"
    "DROP TABLE sorted;";

/* ---- one part -------------------------------------------------------------------------------- */

/* The part as a read-only address for SQLite: what has a meaning there is written in hexadecimal,
 * no host is named (it would take what follows two slashes for one), and no database in memory, as
 * "file::memory:" would. */
static void write_address(struct text *address, const char *path) {
    text_add(address, *path == '/' ? "file://" : "file:./");
    for (const char *c = path; *c; c++)
        if (strchr("%?#", *c))
            text_addf(address, "%%%02x", (unsigned char)*c);
        else
            text_add_bytes(address, c, 1);
    text_add(address, "?mode=ro");
}

static bool attach(struct merge *merge, struct error *error) {
    struct text address = {0};
    write_address(&address, merge->path);
    bool done = address.failed ? error_memory(error)
                               : query_write(merge->into, "ATTACH ? AS part",
                                             VALUES(value_grown(&address)), error);
    text_free(&address);
    return done;
}

/* What a query finds, games or halves, is not the same in the part: it must find nothing. */
static bool refuse_clash(struct merge *merge, const char *sql, bool halves, const char *what,
                         struct error *error) {
    int64_t found;
    return query_ask(merge->into, sql, NULL, &found, error) &&
           (found == 0 || error_set(error, what, merge->path, halves ? half_id_game(found) : found,
                                    half_id_half(found)));
}

static bool copy_part(struct merge *merge, struct error *error) {
    struct record *into = merge->into;
    return query_run(into, copy_players, error) && query_run(into, copy_boards, error) &&
           refuse_clash(merge, clashing_board, false,
                        _("%s: board %" PRId64 " differs from an earlier record"), error) &&
           query_run(into, map_games, error) &&
           refuse_clash(merge, clashing_game, false,
                        _("%s: game %" PRId64 " differs from an earlier record"), error) &&
           query_run(into, copy_games, error) &&
           refuse_clash(merge, clashing_half, true,
                        _("%s: game %" PRId64 ", half %d differs from an earlier record"), error) &&
           query_run(into, copy_halves, error) &&
           (!merge->said || query_run(into, copy_said, error)) &&
           (!merge->visits ||
            (record_make_visits(into, error) && query_run(into, copy_visits, error))) &&
           (!merge->analysed ||
            (record_make_analysis(into, error) && query_run(into, copy_analysis, error))) &&
           query_run(into, copy_meetings, error);
}

/* The first part says what the league is; the others must be of the same. */
static bool check_league(struct merge *merge, const struct league_row *part, struct error *error) {
    const struct league_row *first = &merge->league;
    if (!first->name)
        return true;
    if (strcmp(part->game, first->game) != 0)
        return error_set(error, _("%s: its game is %s, but that of the previous record is %s"),
                         merge->path, part->game, first->game);
    if (strcmp(part->schedule, first->schedule) != 0)
        return error_set(error, _("%s: it belongs to another league: '%s', schedule %s, not %s"),
                         merge->path, part->name, *part->schedule ? part->schedule : "none",
                         *first->schedule ? first->schedule : "none");
    return (part->rounds == first->rounds && part->shards == first->shards) ||
           error_set(error, _("%s: its rounds and shards are %d and %d, not %d and %d"),
                     merge->path, part->rounds, part->shards, first->rounds, first->shards);
}

static bool read_part(struct merge *merge, struct league_row *part, struct error *error) {
    struct record *record = record_read(merge->path, error);
    bool done = record && record_read_league(record, part, error);
    merge->said = record && record_has_said(record);
    merge->visits = record && record_has_visits(record);
    merge->analysed = record && record_has_analysis(record);
    record_close(record);
    return done && check_league(merge, part, error);
}

static bool note_shard(struct merge *merge, const struct league_row *part, struct error *error) {
    if (!merge->present)
        merge->present = calloc((size_t)part->shards + 1, sizeof *merge->present);
    if (!merge->present)
        return error_memory(error);
    if (part->shard >= 1 && part->shard <= part->shards)
        merge->present[part->shard] = true;
    return true;
}

/* Copies the part, once it is known to be of the league. */
static bool take_part(struct merge *merge, bool first, struct error *error) {
    struct error ignored;
    if (!attach(merge, error))
        return false;
    bool done = query_begin_writing(merge->into, error) &&
                query_end_writing(
                    merge->into,
                    (!first || query_run(merge->into,
                                         "INSERT INTO league SELECT * FROM part.league", error)) &&
                        copy_part(merge, error),
                    error);
    return query_run(merge->into, "DETACH part", done ? error : &ignored) && done;
}

static bool add_part(struct merge *merge, struct error *error) {
    struct league_row part = {0};
    bool first = !merge->league.name;
    if (!read_part(merge, &part, error) || !note_shard(merge, &part, error)) {
        league_row_free(&part);
        return false;
    }
    if (first)
        merge->league = part;
    else
        league_row_free(&part);
    return take_part(merge, first, error);
}

bool merge_add(struct record *into, const char *path, struct error *error) {
    struct merge merge = {.into = into, .path = path};
    struct league_row part = {0};
    bool done = read_part(&merge, &part, error) && query_run(into, maps, error) &&
                take_part(&merge, false, error);
    league_row_free(&part);
    return done;
}

bool merge_order(struct record *into, struct error *error) {
    return query_begin_writing(into, error) &&
           query_end_writing(into, query_run(into, order_faults, error), error);
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* The shards that are not among the parts. */
static void name_missing(const struct merge *merge, struct text *text) {
    int missing = 0;
    for (int shard = 1; shard <= merge->league.shards; shard++)
        if (!merge->present[shard] && ++missing <= 10)
            text_addf(text, "%s%d/%d", missing == 1 ? "" : ", ", shard, merge->league.shards);
    if (missing > 10)
        text_addf(text, _(" and %d more"), missing - 10);
}

/* All games of the schedule, finished. */
static bool check_whole(struct merge *merge, struct error *error) {
    static const char finished[] =
        "SELECT COUNT(*) FROM (SELECT 1 FROM half JOIN game ON game.id = half.game"
        " WHERE foreign_id IS NULL GROUP BY half.game"
        " HAVING COUNT(*) = (SELECT halves FROM league))";
    int64_t games_done;
    if (!query_ask(merge->into, finished, NULL, &games_done, error))
        return false;
    if (games_done >= merge->league.scheduled)
        return true;
    struct text missing = {0};
    name_missing(merge, &missing);
    if (missing.length == 0)
        error_set(error,
                  _("%" PRId64 " of %" PRId64 " games finished; finish the others first, or "
                    "give --partial to merge what is there"),
                  games_done, merge->league.scheduled);
    else
        error_set(error,
                  _("%" PRId64 " of %" PRId64
                    " games finished; no record has shard %s; --partial merges what is there"),
                  games_done, merge->league.scheduled, text_get(&missing));
    text_free(&missing);
    return false;
}

static bool merge_fill(struct merge *merge, char *const *paths, int count, bool partial,
                       struct error *error) {
    if (!query_run(merge->into, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF", error) ||
        !record_create_tables(merge->into, error) || !query_run(merge->into, maps, error))
        return false;
    for (int i = 0; i < count; i++) {
        merge->path = paths[i];
        if (!add_part(merge, error))
            return false;
    }
    return (partial || check_whole(merge, error)) && query_run(merge->into, order_faults, error) &&
           query_run(merge->into, "UPDATE league SET shard = 1, shards = 1", error);
}

static bool merge_write_file(const char *temporary, char *const *paths, int count, bool partial,
                             const atomic_int *stop, struct merge_count *counted,
                             struct error *error) {
    bool fresh;
    struct merge merge = {.into = record_take(temporary, &fresh, error)};
    record_set_cancel(merge.into, stop);
    bool done = merge.into && merge_fill(&merge, paths, count, partial, error) &&
                query_ask(merge.into, "SELECT COUNT(*) FROM game", NULL, &counted->games, error) &&
                query_ask(merge.into, "SELECT COUNT(*) FROM game WHERE foreign_id IS NULL", NULL,
                          &counted->played, error);
    counted->scheduled = merge.league.scheduled;
    record_close(merge.into);
    league_row_free(&merge.league);
    free(merge.present);
    return done;
}

bool merge_records(char *const *paths, int count, const char *into, bool partial,
                   const atomic_int *stop, struct merge_count *counted, struct error *error) {
    struct output output;
    *counted = (struct merge_count){0};
    if (access(into, F_OK) == 0)
        return error_set(error, _("%s already exists: choose another name, or move it away"), into);
    if (!output_begin(&output, into, error))
        return false;
    bool done = merge_write_file(output.temporary, paths, count, partial, stop, counted, error) &&
                output_finish(&output, error);
    output_drop(&output);
    return done;
}

/* A folder of our own for temporary files, to be freed; NULL and a message. */
static char *make_folder(struct error *error) {
    const char *parent = getenv("TMPDIR");
    char *folder = NULL;
    if (!value_write(&folder, error, "%s/triancey-XXXXXX", parent && *parent ? parent : "/tmp"))
        return NULL;
    if (mkdtemp(folder))
        return folder;
    error_set_kind(error, error_kind_of(errno), _("cannot make the folder %s: %s"), folder,
                   strerror(errno));
    free(folder);
    return NULL;
}

/* What is open stays readable without its name, and nothing is left however the program ends. */
struct record *merge_open(char *const *paths, int count, const atomic_int *stop,
                          struct error *error) {
    struct merge_count counted;
    struct record *record = NULL;
    char *path = NULL;
    if (count == 1)
        return record_read(paths[0], error);
    char *folder = make_folder(error);
    if (folder && value_write(&path, error, "%s/merged.db", folder) &&
        merge_records(paths, count, path, true, stop, &counted, error)) {
        record = record_read(path, error);
        unlink(path);
    }
    if (folder)
        rmdir(folder);
    free(folder);
    free(path);
    return record;
}
