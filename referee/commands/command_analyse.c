/* command_analyse.c - `analyse`: what the moves of recorded games were worth, kept in the record.
 *
 * Each half is written as soon as it is done, so that the command can be killed at any time: the
 * next run goes on with the halves that are left. */
#include "config.h"

#include "analysis/judged_halves.h"
#include "base/affinity.h"
#include "base/calendar.h"
#include "base/error.h"
#include "base/language.h"
#include "base/list.h"
#include "base/needed.h"
#include "base/text.h"
#include "pairing/game_id.h"
#include "record/query.h"
#include "record/record.h"
#include "record/record_analysis.h"
#include "referee/commands/commands.h"
#include "results/skill.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { JOBS = JUDGE_OPTIONS, JSON, QUIET };

enum { JOBS_MAX = 256 };

struct analyse {
    struct record *record;
    struct judged_halves halves;
    char effort[ANALYSIS_WORDS_SIZE];
    bool asked; /* the effort was given, so that halves with another one are done again */
    bool json, quiet, shows; /* shows: progress, on a terminal */
    int64_t game;            /* the game that is asked for; 0: all */
    int half;                /* of that game; 0: all */
    int64_t *wanted;
    int done, refused;
    struct analysis_list list;
};

/* ---- the command line ------------------------------------------------------------------------ */

static bool analyse_read_effort(const struct arguments *arguments, struct analyse *analyse,
                                struct error *error) {
    const char *const *value = arguments->value;
    const struct judge_effort *effort = &analyse->halves.effort;
    if (!judge_read_effort(arguments, &analyse->halves.effort, error))
        return false;
    analyse->asked =
        value[JUDGE_OPTION_TIME] || value[JUDGE_OPTION_NODES] || value[JUDGE_OPTION_EXACT];
    if (value[JUDGE_OPTION_TIME]) /* 1 and 1.0 are one effort: what has it is not done again */
        snprintf(analyse->effort, sizeof analyse->effort, "time %.9g", (double)effort->time / 1e9);
    return true;
}

/* Names the effort as the record does. Only where a game can be solved, the name says which
 * positions are solved. */
static void analyse_name_effort(struct analyse *analyse, bool solved) {
    const struct judge_effort *effort = &analyse->halves.effort;
    if (*analyse->effort)
        return;
    if (solved && effort->exact)
        snprintf(analyse->effort, sizeof analyse->effort, "exact %d nodes %lld", effort->exact,
                 (long long)effort->nodes);
    else
        snprintf(analyse->effort, sizeof analyse->effort, "nodes %lld", (long long)effort->nodes);
}

static bool analyse_read_arguments(const struct arguments *arguments, struct analyse *analyse,
                                   struct error *error) {
    int processors = affinity_processors();
    analyse->json = arguments->value[JSON] != NULL;
    analyse->quiet = arguments->value[QUIET] != NULL;
    analyse->shows = !analyse->quiet && !analyse->json && isatty(STDERR_FILENO);
    return (arguments->words < 2 ||
            game_id_read(arguments->word[1], &analyse->game, &analyse->half, error)) &&
           analyse_read_effort(arguments, analyse, error) &&
           arguments_number(arguments, JOBS, 1, JOBS_MAX, processors > 0 ? processors : 1,
                            &analyse->halves.jobs, error);
}

/* ---- what is to be done ---------------------------------------------------------------------- */

/* Finds out whether the game of the record can be solved, and who is the reference. */
static bool analyse_look_at_league(struct analyse *analyse, struct error *error) {
    struct query row;
    char game[64] = "";
    query_open(&row, analyse->record, "SELECT game, reference FROM league", NULL);
    if (query_step(&row)) {
        query_copy(&row, 0, game, sizeof game);
        analyse->halves.reference = query_int64(&row, 1);
    }
    if (!query_close(&row, error))
        return false;
    const struct game *rules = game_find(game);
    if (!rules)
        return error_set(error, _("record %s: there is no game %s"), record_path(analyse->record),
                         game);
    bool solved = rules->default_grid != NULL;
    if (!solved && analyse->asked && analyse->halves.effort.exact)
        return error_set(error,
                         _("positions of %s cannot be solved, only searched: give --nodes "
                           "or --time"),
                         game);
    analyse_name_effort(analyse, solved);
    return true;
}

/* Finds halves whose moves and boards are known and that were not analysed with this effort. Those
 * of the most moves come first: one that is begun last keeps others waiting. */
static const char analyse_waiting[] =
    "FROM half JOIN game ON game.id = half.game JOIN board ON board.id = game.board"
    " WHERE half.moves IS NOT NULL AND spelled IS NOT NULL AND (?1 = 0 OR game.id = ?1)"
    " AND (?2 = 0 OR number = ?2)";

static bool analyse_find_halves(struct analyse *analyse, struct error *error) {
    struct query rows;
    struct text sql = {0};
    int room = 0;
    const char *known = !record_has_analysis(analyse->record) ? ""
                        : analyse->asked
                            ? " AND half.id NOT IN (SELECT half FROM analysed WHERE effort = ?3)"
                            : " AND half.id NOT IN (SELECT half FROM analysed)";
    text_addf(&sql, "SELECT half.id %s%s ORDER BY half.plies DESC, half.id", analyse_waiting,
              known);
    query_open(
        &rows, analyse->record, needed_text(&sql),
        VALUES(value_int(analyse->game), value_int(analyse->half), value_text(analyse->effort)));
    while (query_step(&rows)) {
        analyse->wanted = needed(
            list_grow(analyse->wanted, analyse->halves.count, &room, sizeof *analyse->wanted));
        analyse->wanted[analyse->halves.count++] = query_int64(&rows, 0);
    }
    text_free(&sql);
    return query_close(&rows, error);
}

/* A game or half that is named must be there, with its moves. */
static bool analyse_check_named(struct analyse *analyse, struct error *error) {
    struct text sql = {0};
    int64_t found = 0;
    text_addf(&sql, "SELECT COUNT(*) %s", analyse_waiting);
    bool asked =
        query_ask(analyse->record, needed_text(&sql),
                  VALUES(value_int(analyse->game), value_int(analyse->half)), &found, error);
    text_free(&sql);
    if (!asked || found > 0)
        return asked;
    if (!analyse->game)
        return error_set(error, _("record %s: there is no half whose moves and board are known"),
                         record_path(analyse->record));
    return analyse->half
               ? error_set(error,
                           _("game %lld, half %d: it is not recorded, or its moves or its board "
                             "are not known"),
                           (long long)analyse->game, analyse->half)
               : error_set(error,
                           _("game %lld: it is not recorded, or its moves or its board are not "
                             "known"),
                           (long long)analyse->game);
}

/* ---- doing it -------------------------------------------------------------------------------- */

static void analyse_progress(const struct analyse *analyse) {
    if (analyse->shows)
        fprintf(stderr, "\r%d/%d", analyse->done + analyse->refused, analyse->halves.count);
}

static bool analyse_take(void *context, const struct judged_half *half, struct error *error) {
    struct analyse *analyse = context;
    struct analysis_list *list = &analyse->list;
    judged_half_list(half, list);
    list->there = true;
    snprintf(list->effort, sizeof list->effort, "%s", analyse->effort);
    snprintf(list->referee, sizeof list->referee, "%s", PACKAGE_VERSION);
    calendar_now(list->finished);
    if (!record_check_place(analyse->record, error) ||
        !record_write_analysis(analyse->record, half->id, list, error))
        return false;
    analyse->done++;
    analyse_progress(analyse);
    return true;
}

static void analyse_refuse(void *context, int64_t half, const char *why) {
    struct analyse *analyse = context;
    (void)half;
    fprintf(stderr, "%s%s\n", analyse->shows && analyse->done + analyse->refused ? "\n" : "", why);
    analyse->refused++;
}

/* Opens the record; makes no new file. Only the table of analyses is written, so that a signature
 * of the record stays valid. */
static bool analyse_open(struct analyse *analyse, const char *path, struct error *error) {
    bool fresh;
    if (access(path, F_OK) != 0)
        return error_set_kind(error, error_kind_of(errno), _("cannot read the record %s: %s"), path,
                              strerror(errno));
    analyse->record = record_take(path, &fresh, error);
    if (!analyse->record || !fresh)
        return analyse->record && record_own(analyse->record, error);
    return error_set(error, _("record %s: it is empty"), path);
}

static bool analyse_judge(struct analyse *analyse, struct error *error) {
    analyse->halves.record = analyse->record;
    analyse->halves.half = analyse->wanted;
    analyse->halves.context = analyse;
    analyse->halves.take = analyse_take;
    analyse->halves.refuse = analyse_refuse;
    analyse_progress(analyse);
    bool done = judged_halves(&analyse->halves, error);
    if (analyse->shows)
        fputc('\n', stderr);
    return done;
}

static int analyse_run(struct arguments *arguments, const atomic_int *stop) {
    struct error *error = &arguments->error;
    struct analyse analyse = {.halves = {.stop = stop}};
    if (!analyse_read_arguments(arguments, &analyse, error))
        return EXIT_USAGE;
    bool done = analyse_open(&analyse, arguments->word[0], error) &&
                analyse_look_at_league(&analyse, error) && analyse_check_named(&analyse, error) &&
                analyse_find_halves(&analyse, error) && analyse_judge(&analyse, error) &&
                (analyse.quiet ||
                 skill_show(analyse.record,
                            &(struct skill_request){.game = analyse.game, .half = analyse.half},
                            analyse.json, stdout, error));
    record_close(analyse.record);
    analysis_list_free(&analyse.list);
    free(analyse.wanted);
    if (!done && atomic_load(stop))
        error_set(error, _("interrupted; the same command continues from here"));
    return done && analyse.refused == 0 ? EXIT_FINE : EXIT_FAILED;
}

const struct command command_analyse = {
    .name = "analyse",
    .summary = N_("what the moves of recorded games were worth"),
    .words = {N_("FILE.db [GAME[.HALF]]"), "*.db", 1, 2},
    .about =
        N_("Judges the moves of recorded games: what each position and move was worth, the best "
           "moves, what\nwas lost, and which moves turned the result. It is kept in the record, "
           "where replay, export and report\nfind it; halves that were judged before are not "
           "judged again. Then the players are compared."),
    .option = {JUDGE_OPTION_ROWS,
               [JOBS] = {"jobs", N_("N"),
                         .about = N_("how many halves at the same time (as many as there are "
                                     "processors)")},
               [JSON] = {"json", .about = N_("the comparison as one JSON object")},
               [QUIET] = {"quiet", .about = N_("print nothing but errors")}},
    .run = analyse_run,
};
