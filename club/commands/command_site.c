/* command_site.c - `site`: the operator's commands, also while the club is served. */
#include "config.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/json.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/values.h"
#include "club/commands/commands.h"
#include "club/store/accounts.h"
#include "club/store/club.h"
#include "club/store/ratings/analysis.h"
#include "club/store/ratings/marks.h"
#include "club/store/weeks.h"
#include "record/query.h"
#include "record/record.h"
#include "record/record_extra.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Each command has this option first. */
enum { DATA, MORE };
enum { PERSON_SHOWN = 24 }; /* columns of a name */
#define DATA_OPTION                                                                                \
    {                                                                                              \
        "data", N_("DIR"), .about = N_("where club.db is, if not in the current folder"),          \
                           .values = "*"                                                           \
    }

/* ---- parts ----------------------------------------------------------------------------------- */

static bool site_join(const struct arguments *arguments, struct club *club, struct error *error) {
    const char *data = arguments->value[DATA];
    char *path = needed_string("%s/club.db", data ? data : ".");
    bool done = club_join(club, path, error);
    free(path);
    return done;
}

/* Finds an account by its name or, since a name begins with a letter, by its number. */
static enum club_answer site_find(struct club *club, const char *name, struct account *account,
                                  struct error *error) {
    int64_t id;
    enum club_answer answer = value_number(name, 1, INT64_MAX, &id)
                                  ? account_read(club, id, account, error)
                                  : account_find(club, name, account, error);
    if (answer == CLUB_UNKNOWN)
        error_set(error, _("nobody is called %s"), name);
    return answer;
}

static int site_end(struct club *club, enum club_answer answer) {
    club_close(club);
    return answer == CLUB_DONE ? EXIT_FINE : EXIT_FAILED;
}

/* Ends the object, prints it and frees it. */
static void print_json(struct json *json) {
    json_close(json, '}');
    puts(needed_text(&json->text));
    text_free(&json->text);
}

/* What a command has to do its work. */
struct work {
    struct club club;
    struct account account; /* that the first word names, of commands for one */
    struct arguments *arguments;
    char **word; /* its words */
    struct error *error;
    const atomic_int *stop;
};

typedef enum club_answer site_act(struct work *work);

static int do_work(struct arguments *arguments, const atomic_int *stop, bool named, site_act *act) {
    struct work work = {
        .arguments = arguments, .word = arguments->word, .error = &arguments->error, .stop = stop};
    enum club_answer answer = CLUB_DONE;
    if (!site_join(arguments, &work.club, work.error))
        return EXIT_FAILED;
    if (named)
        answer = site_find(&work.club, work.word[0], &work.account, work.error);
    return site_end(&work.club, answer == CLUB_DONE ? act(&work) : answer);
}

/* A row of a command that does `act`; `named`: its first word is an account. */
#define PART(part, named, act, ...)                                                                \
    static int run_##part(struct arguments *arguments, const atomic_int *stop) {                   \
        return do_work(arguments, stop, named, act);                                               \
    }                                                                                              \
    static const struct command part = {.run = run_##part, __VA_ARGS__};

/* ---- accounts -------------------------------------------------------------------------------- */

static enum club_answer ban_account(struct work *work) {
    enum club_answer answer =
        account_ban(&work->club, work->account.id, work->word[1], work->error);
    if (answer == CLUB_DONE)
        printf(_("%s may not play any more, and none of their games count.\n"), work->account.name);
    return answer;
}

static enum club_answer rename_account(struct work *work) {
    struct account *account = &work->account;
    enum club_answer answer = account_rename(&work->club, account->id, work->word[1], work->error);
    if (answer == CLUB_DONE)
        answer = account_read(&work->club, account->id, account, work->error);
    if (answer == CLUB_DONE)
        printf(_("The name is %s now.\n"), account->name);
    return answer;
}

static enum club_answer classify(struct work *work) {
    enum account_class class;
    if (!account_class_read(work->word[1], &class)) {
        error_set(work->error, _("the class is human, engine or helped"));
        return CLUB_INVALID;
    }
    enum club_answer answer = account_classify(&work->club, work->account.id, class, work->error);
    if (answer == CLUB_DONE)
        printf(_("%s is ranked in the class %s, with all games.\n"), work->account.name,
               work->word[1]);
    return answer;
}

static enum club_answer merge_accounts(struct work *work) {
    const struct account *from = &work->account;
    struct account to;
    enum club_answer answer = site_find(&work->club, work->word[1], &to, work->error);
    if (answer == CLUB_DONE)
        answer = account_join(&work->club, from->id, to.id, work->error);
    if (answer == CLUB_DONE)
        printf(_("The games of %s are %s's now; the account %s is gone.\n"), from->name, to.name,
               from->name);
    return answer;
}

/* Gives the account another recovery code in place of the old one; devices stay signed in. */
static enum club_answer renew_code(struct work *work) {
    char code[RECOVERY_CODE_SIZE];
    enum club_answer answer = account_renew(&work->club, work->account.id, code, work->error);
    if (answer == CLUB_DONE)
        printf(_("The recovery code of %s is %s now; it is shown once.\n"), work->account.name,
               code);
    return answer;
}

static enum club_answer show_account(struct work *work) {
    struct json json = json_new_object();
    enum club_answer answer = account_export(&work->club, work->account.id, &json, work->error);
    if (answer == CLUB_DONE)
        print_json(&json);
    else
        text_free(&json.text);
    return answer;
}

/* The ban of an account, or that of a name whose account is gone. */
static enum club_answer lift_ban(struct work *work) {
    struct club *club = &work->club;
    struct account account;
    struct error none;
    enum club_answer answer = site_find(club, work->word[0], &account, work->error);
    if (answer == CLUB_DONE) {
        answer = account_ban(club, account.id, NULL, work->error);
        if (answer == CLUB_DONE)
            printf(_("%s may play, and all of their games count.\n"), account.name);
    } else if (account_unbar(club, work->word[0], &none) == CLUB_DONE) {
        printf(_("The name %s is free again.\n"), work->word[0]);
        answer = CLUB_DONE;
    }
    return answer;
}

/* ---- the club -------------------------------------------------------------------------------- */

/* A row of `stats`: the key is the same in JSON. ?1 is the week that runs. */
static const struct figure {
    const char *key, *about, *sql;
} figures[] = {
    {"people", N_("accounts of people"),
     "SELECT COUNT(*) FROM club_account WHERE kind = '" PLAYER_HUMAN "'"},
    {"engines", N_("accounts of engines"),
     "SELECT COUNT(*) FROM club_account WHERE kind = '" PLAYER_ENGINE "'"},
    {"helped", N_("accounts of people with help"),
     "SELECT COUNT(*) FROM club_account WHERE kind = '" PLAYER_HELPED "'"},
    {"banned", N_("banned accounts"), "SELECT COUNT(banned) FROM club_account"},
    {"devices", N_("devices signed in"), "SELECT COUNT(*) FROM club_device"},
    {"week_players", N_("players this week"),
     "SELECT COUNT(DISTINCT account) FROM club_game JOIN club_table ON club_table.id = tab"
     " WHERE week = ?1"},
    {"week_games", N_("games begun this week"),
     "SELECT COUNT(*) FROM club_game JOIN club_table ON club_table.id = tab WHERE week = ?1"},
    {"week_over", N_("games of this week that are over"),
     "SELECT COUNT(*) FROM club_game JOIN club_table ON club_table.id = tab"
     " WHERE week = ?1 AND state = 2"},
    {"open", N_("halves in progress"),
     "SELECT COUNT(*) FROM club_table WHERE state = 1 AND ends IS NOT NULL"},
    {"weeks", N_("weeks that are over"), "SELECT COUNT(*) FROM club_week WHERE closed"},
    {"games", N_("games that count, of all weeks"), "SELECT SUM(games) FROM club_week_score"},
    {"halves", N_("halves in the record"), "SELECT COUNT(*) FROM half"},
    {"bytes", N_("bytes of the file"),
     "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"}};
enum { FIGURES = sizeof figures / sizeof *figures };

/* All figures are those of one moment, so that they fit each other. */
static bool read_figures(struct club *club, const char *week, int64_t number[FIGURES],
                         struct error *error) {
    bool done = true;
    if (!query_begin_reading(club->record, error))
        return false;
    for (int i = 0; done && i < FIGURES; i++)
        done = query_ask(club->record, figures[i].sql, VALUES(value_text(week)), &number[i], error);
    return query_end_reading(club->record, done);
}

static void print_figures(const int64_t number[FIGURES]) {
    for (int i = 0; i < FIGURES; i++) {
        text_print_left(stdout, 44, _(figures[i].about));
        printf(" %12lld\n", (long long)number[i]);
    }
}

static void print_figures_json(const char *week, const int64_t number[FIGURES]) {
    struct json json = json_new_object();
    json_string(&json, "week", week);
    for (int i = 0; i < FIGURES; i++)
        json_integer(&json, figures[i].key, number[i]);
    print_json(&json);
}

enum { JSON = MORE };

static enum club_answer print_stats(struct work *work) {
    int64_t number[FIGURES];
    char week[WEEK_NAME_SIZE];
    weeks_name(clock_wall_us() / 1000, week);
    bool done = read_figures(&work->club, week, number, work->error);
    if (done && work->arguments->value[JSON])
        print_figures_json(week, number);
    else if (done)
        print_figures(number);
    return club_done(done);
}

static enum club_answer make_backup(struct work *work) {
    bool done = record_backup(work->club.record, work->word[0], work->stop, work->error);
    if (done)
        printf(_("%s is a copy of the club, with all of its secrets.\n"), work->word[0]);
    return club_done(done);
}

/* ---- analysis -------------------------------------------------------------------------------- */

static bool analyse_half(struct club *club, struct analyst *analyst, const struct unanalysed *half,
                         struct error *error) {
    struct analysis *found = needed(malloc(sizeof *found));
    bool done = analyst_look(analyst, text_get(&half->line), half->half, text_get(&half->moves),
                             found, error) &&
                analysis_write(club, half, found, error);
    free(found);
    return done;
}

/* The engine is started once there is something to be done. */
static bool analyse_all(struct club *club, int64_t until, const atomic_int *stop, int64_t *halves,
                        struct error *error) {
    struct analyst *analyst = NULL;
    struct unanalysed half = {.game = 0};
    bool done;
    while ((done = analysis_next(club, &half, error)) && half.game != 0 &&
           clock_wall_us() / 1000 < until && !atomic_load(stop)) {
        if (!analyst)
            analyst = analyst_start(stop, error);
        done = analyst && analyse_half(club, analyst, &half, error);
        if (!done)
            break;
        ++*halves;
    }
    unanalysed_free(&half);
    analyst_end(analyst);
    return done;
}

enum { SECONDS = MORE, SECONDS_MAX = 7 * 24 * 3600 };

static int run_analyse(struct arguments *arguments, const atomic_int *stop) {
    struct error *error = &arguments->error;
    struct club club;
    int seconds;
    int64_t halves = 0;
    if (!arguments_number(arguments, SECONDS, 1, SECONDS_MAX, SECONDS_MAX, &seconds, error))
        return EXIT_USAGE;
    if (!site_join(arguments, &club, error))
        return EXIT_FAILED;
    bool done =
        analyse_all(&club, clock_wall_us() / 1000 + (int64_t)seconds * 1000, stop, &halves, error);
    printf(ngettext("%lld half was analysed.\n", "%lld halves were analysed.\n",
                    (unsigned long)halves),
           (long long)halves);
    int number = atomic_load(stop);
    int status = site_end(&club, club_done(done));
    return number ? EXIT_SIGNAL + number : status;
}

/* ---- the clock ------------------------------------------------------------------------------- */

static enum club_answer confirm_clock(struct work *work) {
    char utc[CALENDAR_TIME_SIZE];
    int64_t now = clock_wall_us() / 1000;
    bool done = club_clock_confirm(&work->club, now, work->error);
    if (done)
        printf(_("The club believes the clock of this machine, which shows %s.\n"),
               club_time(now, utc));
    return club_done(done);
}

/* ---- drand ----------------------------------------------------------------------------------- */

enum { BEACON_BYTES = 4096 };

/* ROUND:HEX, or a file with that or with drand's own answer, an object with "round" and
 * "randomness". */
static bool read_beacon(const char *word, int64_t *round, char randomness[DIGEST_SIZE],
                        struct error *error) {
    char text[BEACON_BYTES] = "", number[24] = "";
    FILE *file = strchr(word, ':') ? NULL : fopen(word, "r");
    if (file) {
        text[fread(text, 1, sizeof text - 1, file)] = '\0';
        fclose(file);
    } else {
        snprintf(text, sizeof text, "%s", word);
    }
    const char *first = strstr(text, "\"round\""), *second = strstr(text, "\"randomness\"");
    bool good = first && second
                    ? sscanf(first, "\"round\" :%23[ 0-9]", number) == 1 &&
                          sscanf(second, "\"randomness\" : \"%64[0-9a-f]\"", randomness) == 1
                    : sscanf(text, "%23[0-9]:%64[0-9a-f]", number, randomness) == 2;
    return (good && value_number(value_trim(number), 1, INT64_MAX, round)) ||
           error_set(error, _("%s: neither ROUND:HEX nor a file with a round of drand"), word);
}

static enum club_answer mix_beacon(struct work *work) {
    struct club_week week;
    int64_t now = clock_wall_us() / 1000, round;
    char randomness[DIGEST_SIZE] = "", utc[CALENDAR_TIME_SIZE];
    bool given = work->arguments->words > 0;
    if (given && !read_beacon(work->word[0], &round, randomness, work->error))
        return CLUB_INVALID;
    if (!weeks_read_next(&work->club, now, &week, work->error))
        return CLUB_UNKNOWN;
    if (!given) {
        printf(_("Week %s takes round %lld of drand, which is public at %s:\n"), week.name,
               (long long)week.round, club_time(week_round_time(week.round), utc));
        printf("%s%lld\n", WEEK_SOURCE, (long long)week.round);
        return CLUB_DONE;
    }
    enum club_answer answer = weeks_set_beacon(&work->club, now, round, randomness, work->error);
    if (answer == CLUB_DONE)
        printf(_("The randomness of round %lld is mixed into week %s.\n"), (long long)round,
               week.name);
    return answer;
}

/* ---- names ----------------------------------------------------------------------------------- */

static void print_refused(void *context, int64_t id, const char *name, const char *why) {
    ++*(int64_t *)context;
    printf("%lld ", (long long)id);
    text_print_left(stdout, PERSON_SHOWN, name);
    printf(" %s\n", why);
}

static enum club_answer check_names(struct work *work) {
    int64_t count = 0;
    bool done = account_refused_names(&work->club, print_refused, &count, work->error);
    if (done)
        printf(ngettext("%lld account has a name that would be refused now.\n",
                        "%lld accounts have names that would be refused now.\n",
                        (unsigned long)count),
               (long long)count);
    return club_done(done);
}

/* ---- a week ---------------------------------------------------------------------------------- */

static enum club_answer check_week(struct work *work) {
    struct week_checked checked;
    if (work->arguments->words == 0)
        return check_names(work);
    record_set_cancel(work->club.record, work->stop);
    bool done =
        week_check(&work->club, work->word[0], clock_wall_us() / 1000, &checked, work->error);
    if (done)
        printf(_("Week %s is what its secret says: halves %lld, moves of the computer %lld.\n"),
               work->word[0], (long long)checked.halves, (long long)checked.moves);
    if (done && checked.round)
        printf(_("The randomness of drand's round %lld is mixed in; the round must have this "
                 "one:\n%s\n"),
               (long long)checked.round, checked.randomness);
    if (done && checked.late)
        puts(
            _("Its secret was drawn after its beginning, so nobody could know the digest before."));
    return club_done(done);
}

/* ---- marks ----------------------------------------------------------------------------------- */

static void print_marks(const struct marks *marks) {
    printf(ngettext("%lld game of people was examined", "%lld games of people were examined",
                    (unsigned long)marks->games),
           (long long)marks->games);
    printf(ngettext("; %d game or week agrees with the solver more often than people do.\n",
                    "; %d games or weeks agree with the solver more often than people do.\n",
                    (unsigned long)marks->count),
           marks->count);
    if (marks->count == 0)
        return;
    text_print_left(stdout, PERSON_SHOWN, _("player"));
    printf(" %-8s %10s %9s %5s %9s %9s\n", _("week"), _("game"), _("decisions"), _("best"),
           _("expected"), _("chance"));
    for (int i = 0; i < marks->count; i++) {
        const struct mark *mark = &marks->mark[i];
        text_print_left(stdout, PERSON_SHOWN, mark->name);
        char game[24];
        snprintf(game, sizeof game, "%lld", (long long)mark->game);
        printf(" %-8s %10s %9d %5d %9.1f %9.1e\n", mark->week, mark->game ? game : "",
               mark->decisions, mark->hits, mark->expected, mark->chance);
    }
}

static void print_marks_json(const struct marks *marks) {
    struct json json = json_new_object();
    json_integer(&json, "games", marks->games);
    json_integer(&json, "people", marks->people);
    json_real(&json, "strongest", marks->strongest);
    json_open(&json, "marks", '[');
    for (int i = 0; i < marks->count; i++) {
        const struct mark *mark = &marks->mark[i];
        json_open(&json, NULL, '{');
        json_integer_if(&json, "account", mark->account != 0, mark->account);
        json_string(&json, "name", mark->name);
        json_string(&json, "week", mark->week);
        json_integer_if(&json, "record", mark->game != 0, mark->game);
        json_integer(&json, "decisions", mark->decisions);
        json_integer(&json, "best", mark->hits);
        json_real(&json, "expected", mark->expected);
        json_real(&json, "chance", mark->chance);
        json_close(&json, '}');
    }
    json_close(&json, ']');
    print_json(&json);
}

static enum club_answer list_marks(struct work *work) {
    struct marks marks;
    record_set_cancel(work->club.record, work->stop);
    bool done = marks_read(&work->club, &marks, work->error);
    if (done && work->arguments->value[JSON])
        print_marks_json(&marks);
    else if (done)
        print_marks(&marks);
    free(marks.mark);
    return club_done(done);
}

/* ---- the commands ---------------------------------------------------------------------------- */

PART(stats, false, print_stats, .name = "site stats",
     .summary = N_("print how large and how busy the club is"),
     .option = {DATA_OPTION, [JSON] = {"json", .about = N_("for programs: one object")}})

PART(show, true, show_account, .name = "site show",
     .summary = N_("print everything kept about an account, as JSON"),
     .words = {N_("NAME"), NULL, 1, 1}, .option = {DATA_OPTION})

PART(ban, true, ban_account, .name = "site ban",
     .summary = N_("ban an account; its owner can read the reason"),
     .words = {N_("NAME REASON"), NULL, 2, 2},
     .about = N_("Bars an account from playing, and takes its games out of all rankings."),
     .option = {DATA_OPTION})

PART(unban, false, lift_ban, .name = "site unban",
     .summary = N_("lift a ban: all games count again"), .words = {N_("NAME"), NULL, 1, 1},
     .about = N_("Lifts the ban of an account, or frees the name of one that was deleted while it "
                 "was\nbanned."),
     .option = {DATA_OPTION})

PART(rename_part, true, rename_account, .name = "site rename",
     .summary = N_("give an account another name"), .words = {N_("NAME NEW"), NULL, 2, 2},
     .option = {DATA_OPTION})

PART(class_part, true, classify, .name = "site class",
     .summary = N_("rank an account as human, engine or helped"),
     .words = {N_("NAME CLASS"), "human engine helped", 2, 2},
     .about = N_("Moves an account with all of its games to the ranking of another class: human,\n"
                 "engine, or helped (a person with the help of a program)."),
     .option = {DATA_OPTION})

PART(merge, true, merge_accounts, .name = "site merge",
     .summary = N_("merge two accounts of one person"), .words = {N_("NAME INTO"), NULL, 2, 2},
     .about = N_("Gives the games of an account to another one and deletes it. If both have played "
                 "a\nboard of a week, only the game of the account that stays counts."),
     .option = {DATA_OPTION})

PART(recover, true, renew_code, .name = "site recover",
     .summary = N_("draw a new recovery code for somebody"), .words = {N_("NAME"), NULL, 1, 1},
     .option = {DATA_OPTION})

PART(backup, false, make_backup, .name = "site backup",
     .summary = N_("copy the club as it is at this moment"), .words = {N_("FILE.db"), "*.db", 1, 1},
     .option = {DATA_OPTION})

static const struct command analyse = {
    .name = "site analyse",
    .summary = N_("analyse the moves of finished games"),
    .about = N_("Analyses the games of past weeks, the newest first, with the lowest\npriority. A "
                "site that is served starts it by itself."),
    .option = {DATA_OPTION, [SECONDS] = {"seconds", N_("N"),
                                         .about = N_("start no other half after that time")}},
    .run = run_analyse,
};

PART(marks_part, false, list_marks, .name = "site marks",
     .summary = N_("list games that agree with the solver too often"),
     .about = N_(
         "Lists games and whole weeks of people whose moves agree with the solver so often that\na "
         "very strong person would do so only once in 10,000 games. This is not a proof."),
     .option = {DATA_OPTION, [JSON] = {"json", .about = N_("for programs: one object")}})

PART(check, false, check_week, .name = "site check",
     .summary = N_("compare a past week with its secret, or names with the rule"),
     .words = {N_("[WEEK]"), NULL, 0, 1},
     .about = N_("Compares a past week, such as 2010-44, with its secret: the digest that "
                 "was\npublished before, the boards, and each move of the computer in each game.\n"
                 "Without a week, lists accounts whose names would be refused now, each with its\n"
                 "number, by which the other commands find it."),
     .option = {DATA_OPTION})

PART(clock_part, false, confirm_clock, .name = "site clock",
     .summary = N_("say that the clock of this machine is right"),
     .about = N_(
         "A site that others reach does not believe a clock that is suddenly more than four hours\n"
         "ahead, since it could close a week before its end. Its log says so. This command says\n"
         "that the clock is right; a running site follows within ten seconds."),
     .option = {DATA_OPTION})

PART(beacon, false, mix_beacon, .name = "site beacon",
     .summary = N_("mix public randomness into the next week"),
     .words = {N_("[ROUND:HEX|FILE]"), "*", 0, 1},
     .about = N_(
         "Mixes a round of drand, which nobody could know when the digest of the next week was\n"
         "published, into the boards and seeds of that week. Give it as ROUND:HEX, or a file\n"
         "with drand's answer, between Sunday 18:00 and Monday 00:00 UTC. Without it, prints\n"
         "which round that is, and where to get it."),
     .option = {DATA_OPTION})

static const struct command *const parts[] = {
    &stats,  &show,    &ban,        &unban, &rename_part, &class_part, &merge, &recover,
    &backup, &analyse, &marks_part, &check, &clock_part,  &beacon,     NULL};

const struct command command_site = {
    .name = "site",
    .summary = N_("the operator's commands, also while the club is served"),
    .parts = parts};
