/* verify_schedule.c - the schedule that a league's configuration gives.
 *
 * The configuration of a league is all that decides its games. It must be the one that the tables
 * give, and then every game follows from its number: round, board, seats, seed. Games are read in
 * the order of their numbers, so that a tournament can follow them.
 */
#include "config.h"

#include "base/calendar.h"
#include "base/digest.h"
#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/random.h"
#include "base/text.h"
#include "games/game.h"
#include "grids/grid.h"
#include "half/engine_spec.h"
#include "half/moves.h"
#include "half/terms.h"
#include "pairing/format.h"
#include "pairing/game_id.h"
#include "pairing/opening_draw.h"
#include "pairing/schedule.h"
#include "pairing/standard.h"
#include "pairing/tournament.h"
#include "protocol/protocol.h"
#include "record/query.h"
#include "record/record_extra.h"
#include "record/record_rows.h"
#include "record/verify.h"
#include "record/verify_parts.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void verify_wrong(struct verify *verify, const char *format, ...) {
    struct error text, printable;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text.text, sizeof text.text, format, arguments);
    va_end(arguments);
    text_readable(printable.text, sizeof printable, text.text);
    fprintf(verify->file, "%s\n", printable.text);
    verify->count->wrong++;
}

enum {
    SLACK_SECONDS = 5,      /* clocks are set now and then, and times are whole seconds */
    AHEAD_SECONDS = 86400,  /* clocks of machines differ */
    WORD_BOARDS = 100000000 /* more are in no league */
};

struct verify_schedule {
    struct schedule schedule;
    const struct standard *standard; /* by which an engine is measured; NULL: by none */
    int *order;
    struct schedule_past *past;
    struct limits *limits; /* by engine */
    bool opens;            /* its games have openings */
    bool draws; /* by this rule; else they are from a file, of which only the digest is here */
    struct opening_rule rule;
    struct text drawing; /* the opening of an encounter */
    int64_t of;          /* which one, from 1; 0: none yet */
    int64_t began;       /* seconds: when the first run did */

    struct tournament *tournament; /* NULL: results decide nothing */
    int64_t first, end, wanted;    /* of its stage: numbers of games, and how many are needed */
    int64_t whole;                 /* of them, finished */
    int64_t all;                   /* games that are there of any stage */
    bool lost;                     /* the stages before are not here, or not finished */
    int64_t decides;               /* the encounter, from 1, that was last looked at, and whether */
    bool wants;                    /* its meeting was tied before its first leg */
    struct text meetings;          /* as the stage before in this round left them */

    struct schedule_entry entry; /* of the game that is read */
    bool placed;                 /* it is the game's */
    int halves, margin[GAME_PLAYERS_MAX];
    int64_t finished; /* seconds: the half before */

    int half, opening; /* that is read; moves of its opening */
    int64_t sum;       /* of its clocks: microseconds */
    int64_t left[GAME_PLAYERS_MAX], forgiven[GAME_PLAYERS_MAX];
    bool late, drawn; /* said of this half */
    struct random chance;
    uint32_t *choices; /* of chance */
    int room;          /* for as many */
};

void verify_schedule_free(struct verify_schedule *schedule) {
    if (!schedule)
        return;
    tournament_free(schedule->tournament);
    text_free(&schedule->meetings);
    text_free(&schedule->drawing);
    free(schedule->choices);
    free(schedule->limits);
    free(schedule->past);
    free(schedule->order);
    free(schedule);
}

/* ---- the configuration ----------------------------------------------------------------------- */

/* What is left of the configuration, and the line that the tables give for it. */
struct config {
    struct verify *verify;
    const char *at;
    struct text line;
    bool good;
};

static bool schedule_take(struct config *config, const char *text) {
    size_t length = strlen(text);
    bool there = strncmp(config->at, text, length) == 0;
    config->at += there ? length : 0;
    return there;
}

static bool starts(const struct config *config, const char *text) {
    return strncmp(config->at, text, strlen(text)) == 0;
}

/* A number below 2^31; -1: there is none. */
static int take_number(struct config *config) {
    size_t digits = strspn(config->at, "0123456789");
    int number = digits >= 1 && digits <= 9 ? (int)strtol(config->at, NULL, 10) : -1;
    config->at += number >= 0 ? digits : 0;
    return number;
}

/* The line must come next. */
static bool take_line(struct config *config) {
    if (config->good && !schedule_take(config, text_get(&config->line))) {
        config->good = false;
        verify_wrong(config->verify, _("league: by its tables, its configuration should have: %s"),
                     text_get(&config->line));
    }
    text_clear(&config->line);
    return config->good;
}

/* "setgrid ..." of all boards that the configuration names; and what words have made. */
struct words {
    int cells;
    enum grid_surface surface;
    bool known;
};

static bool is_word_board(const struct verify_schedule *schedule, const struct words *words,
                          const char *game, int64_t number, const char *name, const char *line) {
    char word[SCHEDULE_WORD_SIZE];
    struct error ignored;
    schedule_word(&schedule->schedule, (int)number, word);
    struct grid *grid = grid_from_word(word, words->cells, words->surface, &ignored);
    char *made =
        grid ? protocol_write_grid(game, grid->name, grid->cells, (const int16_t(*)[3])grid->side)
             : NULL;
    bool is = made && strcmp(made, line) == 0 && strcmp(grid->name, name) == 0;
    free(made);
    grid_free(grid);
    return is;
}

/* The configuration does not name the size and the surface, but has the first board. */
static void find_words(const struct verify_schedule *schedule, struct words *words,
                       const char *game, const char *name, const char *line) {
    static const enum grid_surface surfaces[] = {GRID_TORUS, GRID_CYLINDER};
    const char *cells = strstr(line, " cells ");
    words->cells = cells ? atoi(cells + 7) : 0;
    for (size_t i = 0; !words->known && i < sizeof surfaces / sizeof *surfaces; i++) {
        words->surface = surfaces[i];
        words->known = is_word_board(schedule, words, game, 0, name, line);
    }
}

/* Boards in the order of their numbers: those of the list, then what words have made. */
static bool take_boards(struct config *config, struct verify_schedule *schedule,
                        struct error *error) {
    struct verify *verify = config->verify;
    bool by_words = schedule->schedule.source == SCHEDULE_WORDS;
    struct words words = {.known = false};
    struct query rows;
    query_open(&rows, verify->record,
               "SELECT id, name, spelled FROM board WHERE id <= ? ORDER BY id",
               VALUES(value_int(EXTRA_GAMES)));
    while (config->good && query_step(&rows)) {
        const char *name = query_string(&rows, 1), *line = query_string(&rows, 2);
        int64_t number = query_int64(&rows, 0);
        if (!by_words || number == 1) {
            text_addf(&config->line, "board %s: %s\n", name, line);
            schedule->schedule.list++;
            if (take_line(config) && by_words)
                find_words(schedule, &words, verify->league.game, name, line);
            if (schedule->standard && words.cells != schedule->standard->cells)
                verify_wrong(verify, _("league: %s has boards of %d cells, not of %d"),
                             schedule->standard->name, schedule->standard->cells, words.cells);
            config->good = config->good && number == schedule->schedule.list;
        } else if (number < 1 || number > WORD_BOARDS + 1 || !words.known ||
                   !is_word_board(schedule, &words, verify->league.game, number - 1, name, line)) {
            verify_wrong(verify, _("board %" PRId64 ": it is not the one that its word makes"),
                         number);
        }
    }
    return query_close(&rows, error);
}

/* The limits of an engine as its row has them: "movetime=20 margin=100". */
static void read_limits(const char *terms, struct limits *limits) {
    struct engine_spec spec = {.name = NULL};
    char word[FOLDERS_SIZE + 16];
    struct error ignored;
    terms_default(&spec);
    for (size_t length; *terms; terms += length + (terms[length] == ' ')) {
        length = strcspn(terms, " ");
        snprintf(word, sizeof word, "%.*s", (int)length, terms);
        char *value = strchr(word, '=');
        if (!value)
            continue;
        *value++ = '\0';
        int term = terms_find(word);
        if (term >= 0)
            terms_set(&spec, term, value, &ignored);
    }
    *limits = spec.limits;
}

/* "NAME=VALUE\n"... as the configuration has them. */
static void add_options(struct text *line, const char *options) {
    while (*options) {
        size_t length = strcspn(options, "\n"), name = strcspn(options, "=\n");
        text_addf(line, "  option %.*s = %.*s\n", (int)name, options,
                  (int)(length > name ? length - name - 1 : 0), options + name + (length > name));
        options += length + (options[length] == '\n');
    }
}

static bool take_engines(struct config *config, struct verify_schedule *schedule,
                         struct error *error) {
    struct query rows;
    query_open(&rows, config->verify->record,
               "SELECT id, name, command, dir, limits, options, kind FROM engine WHERE id <= ?"
               " ORDER BY id",
               VALUES(value_int(SCHEDULE_ENGINES_MAX)));
    while (config->good && query_step(&rows)) {
        int number = schedule->schedule.engines++;
        text_addf(&config->line, "engine %s: %s\n  dir %s\n  %s\n", query_string(&rows, 1),
                  query_string(&rows, 2), query_string(&rows, 3), query_string(&rows, 4));
        add_options(&config->line, query_string(&rows, 5));
        take_line(config);
        config->good = config->good && query_int64(&rows, 0) == number + 1;
        if (config->good && strcmp(query_string(&rows, 6), PLAYER_ENGINE) != 0)
            verify_wrong(config->verify, _("engine %d: it is said to be no program"), number + 1);
        schedule->limits =
            needed(realloc(schedule->limits, (size_t)(number + 1) * sizeof *schedule->limits));
        read_limits(query_string(&rows, 4), &schedule->limits[number]);
    }
    return query_close(&rows, error);
}

/* ---- the schedule ---------------------------------------------------------------------------- */

/* Whether the names of these champions are what stands there; they are put in front. Names may have
 * blanks in them, so that one may be the beginning of another. */
static bool find_champions(struct verify *verify, struct verify_schedule *schedule,
                           const char *names) {
    struct schedule *of = &schedule->schedule;
    struct query row;
    struct error ignored;
    while (*names) {
        int best = -1;
        size_t longest = 0;
        query_open(&row, verify->record, "SELECT id, name FROM engine WHERE id <= ? ORDER BY id",
                   VALUES(value_int(of->engines)));
        while (query_step(&row)) {
            const char *name = query_string(&row, 1);
            size_t length = strlen(name);
            if (length > longest && *names == ' ' && strncmp(names + 1, name, length) == 0 &&
                strchr(" ", names[1 + length])) {
                best = query_int(&row, 0) - 1;
                longest = length;
            }
        }
        query_close(&row, &ignored);
        int at = of->champions;
        while (at < of->engines && schedule->order[at] != best)
            at++;
        if (best < 0 || at == of->engines)
            return false;
        memmove(&schedule->order[of->champions + 1], &schedule->order[of->champions],
                sizeof *schedule->order * (size_t)(at - of->champions));
        schedule->order[of->champions++] = best;
        names += 1 + longest;
    }
    return true;
}

/* What setups are refused for (setup.c), so that the schedule may be asked for any game. */
static bool is_possible(const struct verify_schedule *schedule) {
    const struct schedule *of = &schedule->schedule;
    const struct format *format = of->format;
    const struct schedule_past *last = NULL;
    if (of->seats < 2 || of->engines < of->seats || of->rounds < 1 || of->boards < 1 ||
        of->list < 1 || (of->source == SCHEDULE_ALL && of->boards != of->list) ||
        (of->source == SCHEDULE_DRAW && of->boards > of->list) ||
        (format->seats && of->seats != format->seats) ||
        (format->engines_max && of->engines > format->engines_max) ||
        (format->rounds_fixed && of->rounds != format->rounds(of->engines)) ||
        (format->keys & FORMAT_GAUNTLET &&
         (of->champions < 1 || of->engines - of->champions < of->seats - 1)))
        return false;
    for (int i = 0; i < of->pasts; i++) {
        const struct schedule_past *past = &of->past[i];
        if (!format->row || past->engines < of->seats || past->engines >= of->engines ||
            past->rounds < 1 || past->rounds > of->rounds ||
            (last && (past->engines <= last->engines || past->rounds < last->rounds)))
            return false;
        last = past;
    }
    return schedule_count(of) <= SCHEDULE_GAMES_MAX;
}

/* "before 2 engines 4 rounds": what the league was before engines joined. */
static bool take_pasts(struct config *config, struct verify_schedule *schedule) {
    while (schedule_take(config, "before ")) {
        int engines = take_number(config);
        bool good = schedule_take(config, " engines ");
        int rounds = take_number(config);
        if (!good || rounds < 0 || !schedule_take(config, " rounds\n"))
            return false;
        schedule->past = needed(realloc(schedule->past, (size_t)(schedule->schedule.pasts + 1) *
                                                            sizeof *schedule->past));
        schedule->past[schedule->schedule.pasts++] = (struct schedule_past){engines, rounds};
    }
    return true;
}

static bool take_source(struct config *config, struct schedule *schedule) {
    static const char *const sources[] = {[SCHEDULE_ALL] = "boards all:",
                                          [SCHEDULE_DRAW] = "boards draw:",
                                          [SCHEDULE_WORDS] = "boards words:"};
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
        if (schedule_take(config, sources[i])) {
            schedule->source = (enum schedule_source)i;
            schedule->boards = take_number(config);
            return schedule_take(config, "\n");
        }
    return false;
}

/* As setup_write() has written them. */
static bool take_openings(struct config *config, struct verify_schedule *schedule) {
    struct opening_rule *rule = &schedule->rule;
    *rule = (struct opening_rule){.bound = -1};
    schedule->opens = schedule_take(config, "openings ");
    schedule->draws = schedule->opens && !starts(config, "file:");
    bool good = true;
    if (!schedule->draws) {
        config->at += schedule->opens ? strcspn(config->at, "\n") + 1 : 0;
        return true;
    }
    if (schedule_take(config, "random:")) {
        rule->plies = take_number(config);
        good = rule->plies > 0 && schedule_take(config, ":");
        rule->count = take_number(config);
    } else if (schedule_take(config, "archipelago:") && !schedule_take(config, "-1")) {
        rule->bound = take_number(config);
        good = rule->bound >= 0;
    }
    rule->shuffled = schedule_take(config, " draw");
    return good && rule->count >= 0 && schedule_take(config, "\n");
}

/* The archipelago of the first board is that of all. */
static bool find_plies(struct verify *verify, struct verify_schedule *schedule,
                       struct error *error) {
    const struct made_board *first = NULL;
    struct query row;
    struct error ignored;
    query_open(&row, verify->record, "SELECT spelled FROM board WHERE id = 1", NULL);
    if (query_step(&row))
        first = boards_by_line(&verify->boards, query_string(&row, 0), schedule->schedule.seats,
                               &ignored);
    if (first)
        schedule->rule.plies = opening_archipelago(first->board);
    return query_close(&row, error);
}

/* The order of the engines, from what follows the name of the format: " seeding draw", or the names
 * of champions. */
static bool put_in_order(struct verify *verify, struct verify_schedule *schedule,
                         const char *words) {
    struct schedule *of = &schedule->schedule;
    schedule->order = needed(calloc((size_t)of->engines + 1, sizeof *schedule->order));
    for (int i = 0; i < of->engines; i++)
        schedule->order[i] = i;
    of->order = schedule->order;
    if (of->format->keys & FORMAT_SEEDING && strcmp(words, " seeding draw") == 0)
        schedule_draw_order(of->seed, of->engines, schedule->order);
    else if (*words)
        return of->format->keys & FORMAT_GAUNTLET && find_champions(verify, schedule, words);
    return true;
}

/* "measure NAME", where an engine is measured by a standard: the lines after it must be those of
 * the standard; its seed is the published one, or follows from a secret whose digest stands
 * here. */
static bool take_standard(struct config *config, struct verify_schedule *schedule,
                          struct error *error) {
    struct verify *verify = config->verify;
    uint64_t seed = (uint64_t)verify->league.seed;
    char digest[DIGEST_SIZE], secret[RECORD_SECRET_SIZE], now[DIGEST_SIZE];
    size_t length = strcspn(config->at, "\n");
    schedule->standard = standard_read(config->at, seed, digest);
    config->at += length + (config->at[length] == '\n');
    if (!schedule->standard)
        verify_wrong(verify, _("league: it is not the measurement that it says it is, or one of a "
                               "version that is not known here"));
    if (!schedule->standard || !*digest)
        return true;
    if (!record_read_secret(verify->record, secret, error))
        return false;
    digest_text(secret, now);
    verify->count->untold = !*secret;
    if (*secret && strcmp(digest, now) != 0)
        verify_wrong(verify, _("league: its secret does not have the digest that was said before"));
    else if (*secret && seed != standard_seed(schedule->standard, secret))
        verify_wrong(verify, _("league: its boards do not follow from its secret"));
    return true;
}

/* Line by line, as setup_write() has written it. False and a message: memory, or the record cannot
 * be read. */
static bool read_config(struct config *config, struct verify_schedule *schedule,
                        struct error *error) {
    struct verify *verify = config->verify;
    const struct league_row *league = &verify->league;
    struct schedule *of = &schedule->schedule;
    if (starts(config, "measure ") && !take_standard(config, schedule, error))
        return false;
    text_addf(&config->line, "game %s players %d halves %d seed %" PRIu64 "\nformat %s",
              league->game, league->players, league->halves, (uint64_t)league->seed,
              league->format);
    if (!take_line(config))
        return true;
    size_t length = strcspn(config->at, "\n");
    char *words = needed(strndup(config->at, length));
    config->at += length + (config->at[length] == '\n');
    config->good =
        take_source(config, of) && take_pasts(config, schedule) && take_openings(config, schedule);
    bool done = take_boards(config, schedule, error) && take_engines(config, schedule, error);
    if (schedule->draws && !schedule->rule.plies)
        done = done && find_plies(verify, schedule, error);
    of->past = schedule->past;
    config->good = config->good && (!*config->at || starts(config, "tune ")) &&
                   put_in_order(verify, schedule, words) && is_possible(schedule);
    free(words);
    return done;
}

/* Compares other columns in the row of the league with its schedule. */
static void compare_league(struct verify *verify, const struct schedule *schedule) {
    const struct league_row *league = &verify->league;
    if ((league->boards && league->boards != schedule->boards) ||
        league->scheduled != schedule_games(schedule))
        verify_wrong(verify,
                     _("league: its configuration gives %" PRId64 " games, on %d boards in "
                       "each round, not %" PRId64 " on %d"),
                     schedule_games(schedule), schedule->boards, league->scheduled, league->boards);
}

static int64_t seconds_of(const char *time) {
    return time && calendar_is_time(time) ? calendar_seconds(time) : 0;
}

/* When it can have been played: from its first run on. */
static bool read_runs(struct verify *verify, struct verify_schedule *schedule,
                      struct error *error) {
    int64_t started = seconds_of(verify->league.started);
    struct query row;
    query_open(&row, verify->record, "SELECT MIN(started), MAX(started) FROM run", NULL);
    if (query_step(&row)) {
        int64_t last = seconds_of(query_text(&row, 1));
        schedule->began = seconds_of(query_text(&row, 0));
        if (last && started > last + SLACK_SECONDS)
            verify_wrong(verify, _("league: it began after the last of its runs"));
    }
    if (!schedule->began)
        schedule->began = started;
    return query_close(&row, error);
}

static bool begin_stage(struct verify_schedule *schedule) {
    if (!tournament_advance(schedule->tournament))
        return false;
    tournament_stage(schedule->tournament, &schedule->first, &schedule->end);
    schedule->wanted = schedule->whole = 0;
    for (int64_t i = schedule->first; i < schedule->end; i++) {
        struct schedule_entry entry = schedule_get(&schedule->schedule, i);
        schedule->wanted += tournament_wants(schedule->tournament, &entry);
    }
    return true;
}

bool verify_schedule_begin(struct verify *verify, struct error *error) {
    const struct league_row *league = &verify->league;
    const struct format *format = format_find(league->format);
    struct config config = {.verify = verify, .at = league->config, .good = true};
    if (!*league->config || !format)
        return true; /* it has no schedule, or that was said */
    struct verify_schedule *schedule = needed(calloc(1, sizeof *schedule));
    schedule->schedule = (struct schedule){.format = format,
                                           .seats = league->players,
                                           .rounds = league->rounds,
                                           .halves = league->halves,
                                           .seed = (uint64_t)league->seed};
    int64_t before = verify->count->wrong;
    bool done = read_config(&config, schedule, error);
    needed_text(&config.line);
    text_free(&config.line);
    if (done && !config.good && verify->count->wrong == before)
        verify_wrong(verify, _("league: no league has its configuration"));
    if (done && config.good) {
        compare_league(verify, &schedule->schedule);
        done = read_runs(verify, schedule, error);
        if (done) {
            if (format_is_paired(format)) {
                schedule->tournament = tournament_new(&schedule->schedule);
                begin_stage(schedule);
            }
            verify->schedule = schedule;
            return true;
        }
    }
    verify_schedule_free(schedule);
    return done;
}

/* ---- tournaments ----------------------------------------------------------------------------- */

static void write_meetings(const struct tournament *tournament, struct text *text) {
    const struct meeting *meeting;
    int count = tournament_meetings(tournament, &meeting);
    text_clear(text);
    for (int i = 0; i < count; i++)
        text_addf(text, "%d %d %d %" PRId64 " %" PRId64 " %d\n", i + 1, meeting[i].engine[0] + 1,
                  meeting[i].engine[1] + 1, meeting[i].margin[0], meeting[i].margin[1],
                  meeting[i].winner + 1);
}

static bool read_meetings(struct record *record, int round, struct text *text,
                          struct error *error) {
    struct query rows;
    query_open(&rows, record,
               "SELECT number, engine1, IFNULL(engine2, 0), margin1, margin2, IFNULL(winner, 0)"
               " FROM meeting WHERE round = ? ORDER BY number",
               VALUES(value_int(round)));
    while (query_step(&rows)) {
        for (int i = 0; i < 6; i++)
            text_addf(text, "%s%" PRId64, i ? " " : "", query_int64(&rows, i));
        text_add(text, "\n");
    }
    return query_close(&rows, error);
}

/* The rows of a round (from 1) are one text or the other. */
static bool check_meetings(struct verify *verify, int round, const char *one, const char *other,
                           struct error *error) {
    struct text found = {0};
    bool done = read_meetings(verify->record, round, &found, error);
    const char *text = needed_text(&found);
    if (done && strcmp(text, one) != 0 && strcmp(text, other) != 0)
        verify_wrong(verify, _("round %d: its meetings are not those that its games give"), round);
    text_free(&found);
    return done;
}

/* Goes on to the stage of a game. *there: it is reached, or an earlier one is not here at all, as
 * in a part of a league. */
static bool reach(struct verify *verify, int64_t number, bool *there, struct error *error) {
    struct verify_schedule *schedule = verify->schedule;
    const char *meetings;
    bool done = true;
    *there = true;
    while (done && !schedule->lost && number >= schedule->end) {
        int round = tournament_round(schedule->tournament);
        if (schedule->whole < schedule->wanted) {
            *there = schedule->all == 0;
            schedule->lost = true;
            break;
        }
        write_meetings(schedule->tournament, &schedule->meetings);
        meetings = needed_text(&schedule->meetings);
        schedule->lost = !begin_stage(schedule);
        if (schedule->lost)
            return true;
        if (tournament_round(schedule->tournament) > round) {
            done = check_meetings(verify, round + 1, meetings, meetings, error);
            text_clear(&schedule->meetings);
        }
    }
    return done;
}

/* ---- games ----------------------------------------------------------------------------------- */

bool verify_schedule_game(struct verify *verify, const struct game_row *game, struct error *error) {
    struct verify_schedule *schedule = verify->schedule;
    int64_t number = game_number(game->id);
    bool there = true;
    schedule->placed = false;
    if (number < 0 || number >= schedule_count(&schedule->schedule)) {
        verify_wrong(verify, _("game %" PRId64 ": the schedule has no such game"), game->id);
        return true;
    }
    struct schedule_entry *entry = &schedule->entry;
    *entry = schedule_get(&schedule->schedule, number);
    if (schedule->tournament && !reach(verify, number, &there, error))
        return false;
    bool seated = !schedule->tournament || !schedule->lost;
    schedule->placed = true;
    schedule->all++;
    schedule->halves = 0;
    schedule->finished = 0;
    memset(schedule->margin, 0, sizeof schedule->margin);
    if (!there) {
        verify_wrong(verify, _("game %" PRId64 ": games of the round before it are missing"),
                     game->id);
    } else if (seated && schedule->tournament) {
        if (schedule->decides != entry->pair + 1)
            schedule->wants = tournament_wants(schedule->tournament, entry);
        schedule->decides = entry->pair + 1;
        if (!schedule->wants) {
            verify_wrong(verify, _("game %" PRId64 ": it decides a meeting that is not tied"),
                         game->id);
            schedule->placed = false;
            return true;
        }
        tournament_seat(schedule->tournament, entry);
    }
    if (game->round != entry->round + 1 || game->board != entry->board + 1)
        verify_wrong(verify, _("game %" PRId64 ": by the schedule it is in round %d, on board %d"),
                     game->id, entry->round + 1, entry->board + 1);
    for (int i = 0; i < game->seats && i < entry->seats; i++)
        if (seated && game->engine[i] != entry->engine[i] + 1) {
            verify_wrong(
                verify,
                _("game %" PRId64 ": by the schedule, engine %d is in seat %d, not %" PRId64),
                game->id, entry->engine[i] + 1, i + 1, game->engine[i]);
            schedule->placed = false;
        }
    for (int i = 0; i < entry->seats && !seated; i++)
        entry->engine[i] = game->engine[i] <= schedule->schedule.engines && game->engine[i] > 0
                               ? (int)game->engine[i] - 1
                               : 0;
    if (!game->tournament || game->source)
        verify_wrong(verify, _("game %" PRId64 ": it has a source, or does not count"), game->id);
    if (game->opening && !schedule->opens)
        verify_wrong(verify, _("game %" PRId64 ": it has an opening, but the league has none"),
                     game->id);
    return true;
}

void verify_schedule_game_end(struct verify *verify) {
    struct verify_schedule *schedule = verify->schedule;
    if (!schedule->tournament || schedule->lost || !schedule->placed ||
        schedule->halves < verify->league.halves)
        return;
    tournament_add(schedule->tournament, &schedule->entry, schedule->margin);
    schedule->whole++;
}

bool verify_schedule_end(struct verify *verify, struct error *error) {
    struct verify_schedule *schedule = verify->schedule;
    struct text now = {0};
    int round = 0;
    bool done = true;
    if (schedule->lost)
        return true;
    if (schedule->tournament) {
        round = tournament_round(schedule->tournament) + 1;
        if (schedule->whole == schedule->wanted)
            write_meetings(schedule->tournament, &now);
        else
            text_add(&now, text_get(&schedule->meetings));
        done = check_meetings(verify, round, needed_text(&now), needed_text(&schedule->meetings),
                              error);
        text_free(&now);
    }
    int64_t beyond = 0;
    done = done && query_ask(verify->record, "SELECT COUNT(*) FROM meeting WHERE round > ?",
                             VALUES(value_int(round)), &beyond, error);
    if (done && beyond > 0)
        verify_wrong(verify, _("there are meetings of rounds that were not played"));
    return done;
}

/* ---- halves ---------------------------------------------------------------------------------- */

static void check_times(struct verify *verify, int64_t game, const struct half_result *half) {
    struct verify_schedule *schedule = verify->schedule;
    char now[CALENDAR_TIME_SIZE];
    int64_t finished = seconds_of(half->finished);
    int64_t before = schedule->finished ? schedule->finished : schedule->began;
    if (!finished)
        return; /* that was said */
    if (finished < before - SLACK_SECONDS)
        verify_wrong(verify,
                     schedule->finished
                         ? _("game %" PRId64 ", half %d: it was finished before the previous half")
                         : _("game %" PRId64 ", half %d: it was finished before the league began"),
                     game, half->number);
    else if (finished > seconds_of(calendar_now(now)) + AHEAD_SECONDS)
        verify_wrong(verify, _("game %" PRId64 ", half %d: it was finished in the future"), game,
                     half->number);
    else if (schedule->sum / 1000000 > finished - before + SLACK_SECONDS)
        verify_wrong(verify,
                     _("game %" PRId64 ", half %d: its moves took %" PRId64
                       " seconds, for which there was no time"),
                     game, half->number, schedule->sum / 1000000);
    schedule->finished = finished;
}

/* The legs of an encounter have the same one. */
void verify_schedule_opening(struct verify *verify, const struct game_row *game,
                             const struct half_result *half) {
    struct verify_schedule *schedule = verify->schedule;
    const struct schedule_entry *entry = &schedule->entry;
    if (!schedule->draws || schedule->halves > 0)
        return;
    if (schedule->of != entry->pair + 1)
        opening_draw(&schedule->rule, schedule->schedule.seed, entry, verify->board,
                     schedule_chance_seed(entry, half->number), &schedule->drawing);
    schedule->of = entry->pair + 1;
    if (strcmp(game->opening ? game->opening : "", text_get(&schedule->drawing)) != 0)
        verify_wrong(verify, _("game %" PRId64 ": its opening is not the one that was drawn: %s"),
                     game->id, text_get(&schedule->drawing));
}

bool verify_schedule_is_seated(const struct verify *verify) {
    return verify->schedule && verify->schedule->placed;
}

void verify_schedule_half(struct verify *verify, const struct game_row *game,
                          const struct half_result *half) {
    struct verify_schedule *schedule = verify->schedule;
    schedule->half = half->number;
    schedule->opening = game->opening ? moves_count(opening_moves(game->opening)) : 0;
    schedule->sum = 0;
    schedule->late = schedule->drawn = false;
    schedule->halves++;
    random_seed(&schedule->chance, schedule_chance_seed(&schedule->entry, half->number));
    for (int i = 0; i < game->seats; i++) {
        const struct limits *limits = &schedule->limits[schedule->entry.engine[i]];
        schedule->left[i] = limits->clock.time;
        schedule->forgiven[i] = limits->margin;
        schedule->margin[i] += half->margin[i];
    }
}

/* As a seat allows it (engine_seat.c); the margin of a clock is there once. */
static bool is_late(struct verify_schedule *schedule, const struct replay_move *move) {
    const struct limits *limits = &schedule->limits[schedule->entry.engine[move->turn]];
    int64_t *left = &schedule->left[move->turn], *forgiven = &schedule->forgiven[move->turn];
    int64_t by_move = limits->movetime ? limits->movetime + limits->margin : INT64_MAX;
    if (!limits->clock.time)
        return move->took > (limits->movetime ? by_move : limits->cap);
    int64_t by_clock = *left + *forgiven;
    if (move->took > *left)
        *forgiven -= move->took - *left;
    *left = (move->took < *left ? *left - move->took : 0) + limits->clock.increment;
    return move->took > (by_clock < by_move ? by_clock : by_move);
}

/* What chance draws follows from the seed; what an opening has drawn stands. */
static bool is_drawn(struct verify_schedule *schedule, const struct replay_move *move) {
    const struct game_board *board = move->board;
    if (schedule->room < board->moves_max) {
        free(schedule->choices);
        schedule->choices = needed(malloc(sizeof *schedule->choices * (size_t)board->moves_max));
        schedule->room = board->moves_max;
    }
    uint32_t count = (uint32_t)board->game->moves(board, move->before, schedule->choices);
    uint32_t drawn = schedule->choices[random_below(&schedule->chance, count)];
    return drawn == move->move || move->ply <= schedule->opening;
}

void verify_schedule_move(struct verify *verify, const struct replay_move *move) {
    struct verify_schedule *schedule = verify->schedule;
    bool played = move->turn >= 0 && move->ply > schedule->opening;
    int64_t game = game_id(schedule->entry.number);
    if (move->took > 0 && schedule->sum < INT64_MAX - move->took)
        schedule->sum += move->took;
    if (!schedule->late && (played ? is_late(schedule, move) : move->took > 0)) {
        schedule->late = true;
        verify_wrong(
            verify,
            _("game %" PRId64 ", half %d: move %d took %.3f seconds, which was not allowed"), game,
            schedule->half, move->ply, (double)move->took / 1e6);
    }
    if (!schedule->drawn && move->turn == GAME_CHANCE && !is_drawn(schedule, move)) {
        schedule->drawn = true;
        verify_wrong(verify, _("game %" PRId64 ", half %d: chance did not draw move %d"), game,
                     schedule->half, move->ply);
    }
}

void verify_schedule_half_end(struct verify *verify, const struct game_row *game,
                              const struct half_result *half) {
    if (!half->moves || !half->clocks || !half->pointed)
        verify_wrong(verify,
                     _("game %" PRId64 ", half %d: its moves, clocks or points are missing"),
                     game->id, half->number);
    if (half->at_fault == MATCH_NOBODY && half->plies > 0 && half->text && *half->text)
        verify_wrong(verify, _("game %" PRId64 ", half %d: it says '%s', but no seat is at fault"),
                     game->id, half->number, half->text);
    check_times(verify, game->id, half);
}
