/* record_league.c - creates the record of a league, or goes on with one.
 *
 * A record belongs to a league if it has the same schedule: a hash of the configuration's text. A
 * record that does not match is refused before anything in it is changed, and the message quotes
 * the first words in which the two configurations differ. The number of rounds, the name, the
 * reference and the sequential test are not part of the configuration: each run brings its own.
 */
#include "config.h"

#include "record/record_league.h"

#include "base/calendar.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/language.h"
#include "base/machine.h"
#include "base/needed.h"
#include "base/text.h"
#include "half/engine_spec.h"
#include "half/half_result.h"
#include "half/terms.h"
#include "half/verdict.h"
#include "pairing/format.h"
#include "pairing/game_id.h"
#include "pairing/schedule.h"
#include "pairing/sprt.h"
#include "pairing/tournament.h"
#include "record/query.h"
#include "record/record.h"
#include "record/record_parts.h"
#include "record/record_rows.h"
#include "record/record_said.h"
#include "record/record_schema.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void record_name_schedule(const char *config, char name[RECORD_SCHEDULE_SIZE]) {
    snprintf(name, RECORD_SCHEDULE_SIZE, "%016" PRIx64, text_hash(config));
}

/* ---- a new record ---------------------------------------------------------------------------- */

static bool add_league(struct record *record, const struct record_identity *league,
                       struct error *error) {
    char when[CALENDAR_TIME_SIZE], schedule[RECORD_SCHEDULE_SIZE];
    record_name_schedule(league->config, schedule);
    return query_write(
        record,
        "INSERT INTO league VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,"
        " NULL, NULL, ?)",
        VALUES(
            value_text(league->name), value_text(league->game), value_int(league->seats),
            value_int(league->halves), value_int(league->rounds), value_int((int64_t)league->seed),
            value_text(schedule), value_int_if(league->reference >= 0, league->reference + 1),
            value_text(PACKAGE_VERSION), value_text(calendar_now(when)), value_text(league->config),
            value_text(league->format), value_int(league->games), value_int(league->shard + 1),
            value_int(league->shards), value_int(league->round_boards)),
        error);
}

static bool add_engine(struct record *record, int number, const struct record_engine *engine,
                       struct error *error) {
    const struct engine_spec *spec = engine->spec;
    struct text options = {0}, terms = {0};
    for (int i = 0; i < spec->option_count; i++)
        if (!spec->option[i].tuned)
            text_addf(&options, "%s=%s\n", spec->option[i].name, spec->option[i].value);
    terms_write(spec, &terms);
    bool done =
        query_write(record,
                    "INSERT INTO engine (id, name, command, dir, options, limits, id_name,"
                    " id_author) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    VALUES(value_int(number + 1), value_text(spec->name), value_text(spec->command),
                           value_text(spec->dir), value_text(needed_text(&options)),
                           value_text(needed_text(&terms)), value_text(engine->id_name),
                           value_text(engine->id_author)),
                    error);
    text_free(&options);
    text_free(&terms);
    return done;
}

bool record_create_tables(struct record *record, struct error *error) {
    char header[96];
    snprintf(header, sizeof header, "PRAGMA application_id = %d; PRAGMA user_version = %d",
             RECORD_APPLICATION, RECORD_SCHEMA);
    return query_run(record, record_schema, error) &&
           record_make_later(record, LATER_SAID, error) && query_run(record, header, error);
}

/* Writes what may change from run to run without making it another league. */
static bool league_update(struct record *record, const struct record_identity *league,
                          struct error *error) {
    struct text sprt = {0};
    bool tested = league->sprt != NULL;
    if (tested)
        sprt_write(league->sprt, &sprt);
    bool done = query_write(record,
                            "UPDATE league SET rounds = ?, name = ?, reference = ?, scheduled = ?,"
                            " sprt = ?, worst = ?",
                            VALUES(value_int(league->rounds), value_text(league->name),
                                   value_int_if(league->reference >= 0, league->reference + 1),
                                   value_int(league->games),
                                   tested ? value_text(needed_text(&sprt)) : value_text(NULL),
                                   value_real_if(tested, tested ? league->sprt->worst : 0)),
                            error);
    text_free(&sprt);
    return done;
}

/* Adds the engines that have joined since the last run, and the configuration with them. */
static bool add_joined(struct record *record, const struct record_identity *league,
                       struct error *error) {
    char schedule[RECORD_SCHEDULE_SIZE];
    int64_t count = 0;
    record_name_schedule(league->config, schedule);
    bool done = query_ask(record, "SELECT COUNT(*) FROM engine", NULL, &count, error) &&
                query_write(record, "UPDATE league SET config = ?, schedule = ?",
                            VALUES(value_text(league->config), value_text(schedule)), error);
    for (int i = (int)count; done && i < league->engines; i++)
        done = add_engine(record, i, &league->engine[i], error);
    return done;
}

static bool league_fill(struct record *record, const struct record_identity *league,
                        struct error *error) {
    if (!record_create_tables(record, error))
        return false;
    for (int i = 0; i < league->engines; i++)
        if (!add_engine(record, i, &league->engine[i], error))
            return false;
    for (int i = 0; i < league->boards; i++)
        if (!record_add_board(record, i, &league->board[i], error))
            return false;
    return add_league(record, league, error) && league_update(record, league, error);
}

/* ---- an existing record ---------------------------------------------------------------------- */

enum { EXCERPT_BYTES = 72 };

/* Where two lines differ, in whole words: from `start` in both, up to an end in each. */
struct difference {
    const char *line[2];
    size_t start, end[2];
};

/* Whether a text has a line. The last one of either needs no newline. */
static bool has_line(const char *text, const char *line) {
    size_t length = strcspn(line, "\n"), there;
    for (; *text; text += there + (text[there] == '\n')) {
        there = strcspn(text, "\n");
        if (there == length && memcmp(text, line, length) == 0)
            return true;
    }
    return false;
}

/* Whether two lines say the same kind of thing: by their first word, or both by `key=value`. */
static bool are_alike(const char *one, const char *two) {
    one += strspn(one, " ");
    two += strspn(two, " ");
    size_t length = strcspn(one, " =\n"), other = strcspn(two, " =\n");
    return (one[length] == '=' && two[other] == '=') ||
           (length == other && memcmp(one, two, length) == 0);
}

/* Finds the words that differ. They take in the word before them, unless they explain themselves,
 * as `nodes=5` does. */
static void compare_words(struct difference *found) {
    const char *one = found->line[0], *two = found->line[1];
    size_t start = 0, *end = found->end;
    for (size_t i = 0; i < end[0] && i < end[1] && one[i] == two[i]; i++)
        start = one[i] == ' ' ? i + 1 : start;
    size_t last = 0; /* equal bytes at the end, in whole words */
    for (size_t i = 1; i <= end[0] - start && i <= end[1] - start; i++) {
        const char *here = one + end[0] - i, *there = two + end[1] - i;
        if (*here != *there)
            break;
        if ((here == one + start || here[-1] == ' ') && (there == two + start || there[-1] == ' '))
            last = i;
    }
    end[0] -= last;
    end[1] -= last;
    if (!memchr(one + start, '=', end[0] - start) && !memchr(two + start, '=', end[1] - start))
        for (start -= start > 0; start > 0 && one[start - 1] != ' '; start--)
            continue;
    found->start = start;
}

static void excerpt(char out[EXCERPT_BYTES], const struct difference *found, int which) {
    char text[EXCERPT_BYTES];
    const char *line = found->line[which] + found->start;
    size_t length = found->end[which] > found->start ? found->end[which] - found->start : 0;
    snprintf(text, sizeof text, "%.*s", (int)length, line);
    for (length = strlen(text); length > 0 && text[length - 1] == ' ';)
        text[--length] = '\0';
    text_readable(out, EXCERPT_BYTES, text + strspn(text, " "));
}

/* Quotes the first line in which two configurations differ, with the engine that it belongs to:
 * lines of an engine begin with blanks. A line that only one of the two has is quoted whole. */
static bool tell_difference(const struct record *record, const char *there, const char *wanted,
                            struct error *error) {
    const char *owner = "", *now = wanted, *was = there;
    char old[EXCERPT_BYTES], new[EXCERPT_BYTES], whose[EXCERPT_BYTES] = "";
    for (size_t length; *was && *now; was += length + 1, now += length + 1) {
        length = strcspn(was, "\n");
        if (length != strcspn(now, "\n") || memcmp(was, now, length) != 0 || !was[length])
            break;
        owner = now[0] == ' ' ? owner : now;
    }
    struct difference found = {.line = {was, now}, .end = {strcspn(was, "\n"), strcspn(now, "\n")}};
    bool added = !*was || has_line(now, was), removed = !*now || has_line(was, now);
    if (added != removed && !are_alike(was, now))
        found.end[removed] = 0;
    else
        compare_words(&found);
    excerpt(old, &found, 0);
    excerpt(new, &found, 1);
    if ((was[0] == ' ' && *old) || (now[0] == ' ' && *new))
        snprintf(whose, sizeof whose, "%.*s: ", (int)strcspn(owner, ":\n"), owner);
    const char *path = record_path(record);
    if (!*old)
        return error_set(error,
                         _("record %s belongs to another league: %sit does not have \"%s\"; name "
                           "another file with --record, or move this one away"),
                         path, whose, new);
    if (!*new)
        return error_set(error,
                         _("record %s belongs to another league: %sit has \"%s\", which is missing "
                           "now; name another file with --record, or move this one away"),
                         path, whose, old);
    return error_set(
        error,
        _("record %s belongs to another league: %sit has \"%s\", now it is \"%s\"; name "
          "another file with --record, or move this one away"),
        path, whose, old, new);
}

/* A record of one shard cannot go on with another. */
static bool compare_shards(struct record *record, const struct league_row *there,
                           const struct record_identity *league, struct error *error) {
    return (there->shard == league->shard + 1 && there->shards == league->shards) ||
           error_set(error,
                     _("record %s belongs to shard %d/%d of this league (1/1 is all of it), not to "
                       "%d/%d"),
                     record_path(record), there->shard, there->shards, league->shard + 1,
                     league->shards);
}

/* No game that was played may fall out of the league. */
static bool compare_rounds(struct record *record, const struct record_identity *league,
                           struct error *error) {
    int64_t played = 0;
    if (!query_ask(record, "SELECT COALESCE(MAX(round), 0) FROM game", NULL, &played, error))
        return false;
    return league->rounds >= played ||
           error_set(error,
                     _("record %s has games of round %" PRId64 " already: rounds must be at least "
                       "that, not %d"),
                     record_path(record), played, league->rounds);
}

/* Whether the record is of this league, and the league has no fewer rounds. Changes nothing. */
static bool league_compare(struct record *record, const struct record_identity *league,
                           struct error *error) {
    char schedule[RECORD_SCHEDULE_SIZE];
    struct league_row there;
    if (!record_read_league(record, &there, error))
        return false;
    record_name_schedule(league->config, schedule);
    bool joined = league->joined && strcmp(there.config, league->joined) == 0;
    bool same = joined || strcmp(there.schedule, schedule) == 0 ||
                tell_difference(record, there.config, league->config, error);
    same = same && compare_shards(record, &there, league, error) &&
           compare_rounds(record, league, error);
    league_row_free(&there);
    return same;
}

/* Whether the engines are the programs that they were in the run before this one. */
static bool compare_programs(struct record *record, const struct record_identity *league,
                             struct error *error) {
    bool same = true;
    struct query row;
    for (int i = 0; same && i < league->engines && !league->replaced; i++) {
        query_open(&row, record,
                   "SELECT digest FROM program JOIN run ON run.id = program.run WHERE engine = ?"
                   " ORDER BY run.rowid DESC LIMIT 1",
                   VALUES(value_int(i + 1)));
        bool other =
            query_step(&row) && strcmp(query_string(&row, 0), league->engine[i].digest) != 0;
        same =
            query_close(&row, error) &&
            (!other || error_set(error,
                                 _("record %s: the program of engine %s has changed since the last "
                                   "run; --replaced continues with it, and the record notes it"),
                                 record_path(record), league->engine[i].spec->name));
    }
    return same;
}

/* Notes when and where this run begins, and with which programs. */
static bool add_run(struct record *record, const struct record_identity *league,
                    struct error *error) {
    struct machine machine;
    char when[CALENDAR_TIME_SIZE], what[512], id[RECORD_SCHEDULE_SIZE];
    machine_describe(&machine);
    calendar_now(when);
    snprintf(what, sizeof what, "%s %s %d %" PRId64, when, machine.host, (int)getpid(), clock_us());
    record_name_schedule(what, id);
    bool done = query_write(record, "INSERT INTO run VALUES (?, ?, ?, ?, ?, ?)",
                            VALUES(value_text(id), value_text(when), value_text(PACKAGE_VERSION),
                                   value_text(machine.host), value_text(machine.processor),
                                   value_text(machine.kernel)),
                            error);
    for (int i = 0; done && i < league->engines; i++) {
        const struct query_value program[] = {value_text(id),
                                              value_int(i + 1),
                                              value_text(league->engine[i].digest),
                                              value_text(league->engine[i].id_name),
                                              {0}};
        done = query_write(record, "INSERT INTO program VALUES (?, ?, ?, ?)", program, error);
    }
    return done;
}

static bool begin_run(struct record *record, bool fresh, const struct record_identity *league,
                      struct error *error) {
    if (!fresh && league->joined && !add_joined(record, league, error))
        return false;
    return (fresh ? league_fill(record, league, error) : league_update(record, league, error)) &&
           record_make_later(record, LATER_SAID, error) && add_run(record, league, error);
}

struct record *record_open(const char *path, const struct record_identity *league,
                           struct error *error) {
    bool fresh;
    struct record *record = record_take(path, &fresh, error);
    if (record &&
        (fresh ||
         (league_compare(record, league, error) && compare_programs(record, league, error))) &&
        record_own(record, error) && query_begin_writing(record, error) &&
        query_end_writing(record, begin_run(record, fresh, league, error), error))
        return record;
    record_close(record);
    return NULL;
}

/* ---- what the record says of itself ---------------------------------------------------------- */

static char *copy_at(const struct query *row, int column) {
    return needed(strdup(query_string(row, column)));
}

static void fill_league(struct league_row *league, const struct query *row) {
    *league = (struct league_row){.name = copy_at(row, 0),
                                  .game = copy_at(row, 1),
                                  .schedule = copy_at(row, 2),
                                  .referee = copy_at(row, 3),
                                  .started = copy_at(row, 4),
                                  .config = copy_at(row, 5),
                                  .players = query_int(row, 6),
                                  .halves = query_int(row, 7),
                                  .rounds = query_int(row, 8),
                                  .seed = query_int64(row, 9),
                                  .reference = query_int64(row, 10),
                                  .scheduled = query_int64(row, 11),
                                  .shard = query_int(row, 12),
                                  .shards = query_int(row, 13),
                                  .format = copy_at(row, 14),
                                  .boards = query_int(row, 15)};
}

bool record_read_league(struct record *record, struct league_row *league, struct error *error) {
    struct query query;
    *league = (struct league_row){0};
    query_open(&query, record,
               "SELECT name, game, schedule, referee, started, config, players,"
               " halves, rounds, seed, reference, scheduled, shard, shards, format, boards"
               " FROM league",
               NULL);
    bool found = query_step(&query);
    if (found)
        fill_league(league, &query);
    return query_close(&query, error) &&
           (found ||
            error_set(error, _("record %s: its table league is empty"), record_path(record)));
}

void league_row_free(struct league_row *league) {
    free(league->name);
    free(league->game);
    free(league->schedule);
    free(league->referee);
    free(league->started);
    free(league->config);
    free(league->format);
    *league = (struct league_row){0};
}

/* ---- its secret ------------------------------------------------------------------------------ */

static bool add_secret(struct record *record, const char *secret, struct error *error) {
    return record_make_later(record, LATER_SECRET, error) &&
           query_write(record, "INSERT INTO secret VALUES (1, ?) ON CONFLICT DO NOTHING",
                       VALUES(value_text(secret)), error);
}

bool record_tell_secret(struct record *record, const char *secret, struct error *error) {
    return query_begin_writing(record, error) &&
           query_end_writing(record, add_secret(record, secret, error), error);
}

bool record_read_secret(struct record *record, char secret[RECORD_SECRET_SIZE],
                        struct error *error) {
    secret[0] = '\0';
    return !record->has[LATER_SECRET] || query_ask_text(record, "SELECT word FROM secret", NULL,
                                                        secret, RECORD_SECRET_SIZE, error);
}

bool record_count_faults(struct record *record, int64_t *count, int engines, struct error *error) {
    struct query faults;
    query_open(&faults, record,
               "SELECT engine, COUNT(*) FROM fault WHERE kind <> 'warning' GROUP BY engine", NULL);
    while (query_step(&faults)) {
        int engine = query_int(&faults, 0) - 1;
        if (engine >= 0 && engine < engines)
            count[engine] += query_int64(&faults, 1);
    }
    return query_close(&faults, error);
}

/* ---- writing --------------------------------------------------------------------------------- */

bool record_add_board(struct record *record, int number, const struct record_board *board,
                      struct error *error) {
    return query_write(
        record, "INSERT INTO board VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        VALUES(value_int(number + 1), value_text(board->name), value_text(board->line)), error);
}

static bool league_add_game(struct record *record, const struct schedule_entry *entry,
                            const char *opening, struct error *error) {
    struct query_value values[7 + GAME_PLAYERS_MAX + 1] = {
        value_int(game_id(entry->number)), value_int(entry->round + 1),
        value_int(entry->pair + 1),        value_int(entry->leg + 1),
        value_int(entry->board + 1),       value_int((int64_t)entry->seed)};
    for (int i = 0; i < GAME_PLAYERS_MAX; i++)
        values[6 + i] = value_int_if(i < entry->seats, entry->engine[i] + 1);
    values[6 + GAME_PLAYERS_MAX] = value_text(opening && *opening ? opening : NULL);
    return query_write(
        record,
        "INSERT INTO game (id, round, pair, leg, board, seed, seat1, seat2, seat3,"
        " seat4, opening) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        values, error);
}

static bool add_finished_half(struct record *record, const struct schedule_entry *entry,
                              const struct match_result *result, struct error *error) {
    int64_t half = half_id(game_id(entry->number), result->half.number);
    if (!league_add_game(record, entry, result->half.opening, error) ||
        !record_add_half_row(record, game_id(entry->number), entry->seats, &result->half, error))
        return false;
    for (int i = 0; i < result->faults; i++) {
        const struct fault *fault = &result->fault[i].fault;
        if (!record_add_fault(record, half, entry->engine[result->fault[i].seat] + 1,
                              verdict_name(fault->verdict), fault->text, error))
            return false;
    }
    return record_add_said(record, half, &result->said, error);
}

bool record_half(struct record *record, const struct schedule_entry *entry,
                 const struct match_result *result, struct error *error) {
    return record_check_place(record, error) && query_begin_writing(record, error) &&
           query_end_writing(record, add_finished_half(record, entry, result, error), error);
}

static struct query_value value_engine(int engine) {
    return value_int_if(engine != MEETING_NOBODY, engine + 1);
}

static bool write_meeting(struct record *record, int number, const struct meeting *meeting,
                          struct error *error) {
    return query_write(record, "INSERT OR REPLACE INTO meeting VALUES (?, ?, ?, ?, ?, ?, ?)",
                       VALUES(value_int(meeting->round + 1), value_int(number),
                              value_engine(meeting->engine[0]), value_engine(meeting->engine[1]),
                              value_int(meeting->margin[0]), value_int(meeting->margin[1]),
                              value_engine(meeting->winner)),
                       error);
}

static bool write_meetings(struct record *record, const struct tournament *tournament,
                           struct error *error) {
    const struct meeting *meeting;
    int count = tournament_meetings(tournament, &meeting);
    for (int i = 0; i < count; i++)
        if (!write_meeting(record, i + 1, &meeting[i], error))
            return false;
    return true;
}

bool record_meetings(struct record *record, const struct tournament *tournament,
                     struct error *error) {
    return query_begin_writing(record, error) &&
           query_end_writing(record, write_meetings(record, tournament, error), error);
}
