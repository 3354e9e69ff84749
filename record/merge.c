/* merge.c - joins records into one. The records are attached one after the other to a new one and
 * copied by the statements of merging.sql. */
#include "config.h"

#include "record/merge.h"

#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/output.h"
#include "base/text.h"
#include "base/values.h"
#include "pairing/game_id.h"
#include "pairing/schedule.h"
#include "record/query.h"
#include "record/record.h"
#include "record/record_extra.h"
#include "record/record_league.h"
#include "record/record_parts.h"
#include "record/record_rows.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

_Static_assert(EXTRA_GAMES == 1000000000 && SCHEDULE_ENGINES_MAX == 1000 && HALF_ID_ROOM == 16,
               "as merging.sql says");

struct merge {
    struct record *into;
    struct league_row league; /* of the first part */
    bool *present;            /* its shards that are among the parts, by their numbers from 1 */
    const char *path;         /* of the part that is looked at */
    bool has[LATER_TABLES];
};

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
    bool done = query_write(merge->into, "ATTACH ? AS part",
                            VALUES(value_text(needed_text(&address))), error);
    text_free(&address);
    return done;
}

/* Refuses the part if a query finds anything: a board or a game, or with `halves` a half, that is
 * not as it is here. */
static bool refuse_clash(struct merge *merge, const char *sql, bool halves, const char *what,
                         struct error *error) {
    int64_t found;
    return query_ask(merge->into, sql, NULL, &found, error) &&
           (found == 0 || error_set(error, what, merge->path, halves ? half_id_game(found) : found,
                                    half_id_half(found)));
}

/* Copies the later tables, but for signatures, which are of the part alone, and the secret. */
static bool copy_later(struct merge *merge, struct error *error) {
    static const char *const copy[LATER_TABLES] = {[LATER_SAID] = merge_copy_said,
                                                   [LATER_VISITS] = merge_copy_visits,
                                                   [LATER_ANALYSED] = "", /* with LATER_ANALYSIS */
                                                   [LATER_ANALYSIS] = merge_copy_analysis};
    for (enum later_table table = 0; table < LATER_TABLES; table++)
        if (merge->has[table] && copy[table] &&
            !(record_make_later(merge->into, table, error) &&
              query_run(merge->into, copy[table], error)))
            return false;
    return true;
}

static bool copy_part(struct merge *merge, struct error *error) {
    struct record *into = merge->into;
    return query_run(into, merge_copy_players, error) &&
           query_run(into, merge_copy_boards, error) &&
           refuse_clash(merge, merge_clashing_board, false,
                        _("%s: board %" PRId64 " differs from an earlier record"), error) &&
           query_run(into, merge_matches, error) &&
           refuse_clash(merge, merge_clashing_game, false,
                        _("%s: game %" PRId64 " differs from an earlier record"), error) &&
           query_run(into, merge_copy_games, error) &&
           refuse_clash(merge, merge_clashing_half, true,
                        _("%s: game %" PRId64 ", half %d differs from an earlier record"), error) &&
           query_run(into, merge_copy_halves, error) && copy_later(merge, error) &&
           query_run(into, merge_copy_meetings, error);
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
    if (record)
        memcpy(merge->has, record->has, sizeof merge->has);
    record_close(record);
    return done && check_league(merge, part, error);
}

static void note_shard(struct merge *merge, const struct league_row *part) {
    if (!merge->present)
        merge->present = needed(calloc((size_t)part->shards + 1, sizeof *merge->present));
    if (part->shard >= 1 && part->shard <= part->shards)
        merge->present[part->shard] = true;
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
    if (!read_part(merge, &part, error)) {
        league_row_free(&part);
        return false;
    }
    note_shard(merge, &part);
    if (first)
        merge->league = part;
    else
        league_row_free(&part);
    return take_part(merge, first, error);
}

bool merge_add(struct record *into, const char *path, struct error *error) {
    struct merge merge = {.into = into, .path = path};
    struct league_row part = {0};
    bool done = read_part(&merge, &part, error) && query_run(into, merge_maps, error) &&
                take_part(&merge, false, error);
    league_row_free(&part);
    return done;
}

bool merge_order(struct record *into, struct error *error) {
    return query_begin_writing(into, error) &&
           query_end_writing(into, query_run(into, merge_order_faults, error), error);
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
        !record_create_tables(merge->into, error) || !query_run(merge->into, merge_maps, error))
        return false;
    for (int i = 0; i < count; i++) {
        merge->path = paths[i];
        if (!add_part(merge, error))
            return false;
    }
    return (partial || check_whole(merge, error)) &&
           query_run(merge->into, merge_order_faults, error) &&
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
    char *folder = needed_string("%s/triancey-XXXXXX", parent && *parent ? parent : "/tmp");
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
    if (count == 1)
        return record_read(paths[0], error);
    char *folder = make_folder(error);
    if (!folder)
        return NULL;
    char *path = needed_string("%s/merged.db", folder);
    if (merge_records(paths, count, path, true, stop, &counted, error)) {
        record = record_read(path, error);
        unlink(path);
    }
    rmdir(folder);
    free(folder);
    free(path);
    return record;
}
