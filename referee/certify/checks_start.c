/* checks_start.c - how an engine says who it is, gets ready, and takes its options. */
#include "config.h"

#include "referee/certify/check.h"

#include "base/language.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static bool check_handshake(struct check_run *run) {
    char id[256];
    return announced_read(run, id, sizeof id) && check_ready(run);
}

static bool check_again(struct check_run *run) {
    bool ended;
    char *line;
    check_say(run, "tgi");
    while ((line = check_line(run, PATIENCE_MS, &ended)))
        if (strcmp(line, "tgiok") == 0)
            return check_ready(run);
    return check_fail(run, _("a second tgi is not answered"));
}

/* Checks that nothing comes unasked. */
static bool check_silent(struct check_run *run) {
    bool ended;
    check_say(run, "%s", check_board(run)->board_line);
    if (!check_ready(run))
        return false;
    char *line = check_line(run, QUIET_MS, &ended);
    if (line || ended)
        return check_fail(run, line ? _("unexpected '%.200s'") : _("it ended unexpectedly: %.200s"),
                          line ? line : check_end(run));
    return true;
}

static bool check_many_ready(struct check_run *run) {
    enum { TIMES = 1000 };
    struct text lines = {0};
    for (int i = 0; i < TIMES; i++)
        text_add(&lines, "isready\n");
    check_send(run, text_get(&lines), lines.length, "isready, a thousand times");
    text_free(&lines);
    for (int i = 0; i < TIMES; i++)
        if (!check_expect(run, "readyok", PATIENCE_MS))
            return false;
    return check_ready(run);
}

/* Whether an option takes a value, which has no answer. */
static bool sets(struct check_run *run, const struct option *option, const char *value) {
    check_say(run, "setoption name %s value %s", option->name, value);
    return check_ready(run);
}

static bool sets_not(struct check_run *run, const struct option *option, const char *value) {
    check_say(run, "setoption name %s value %s", option->name, value);
    return check_refused(run, NULL);
}

/* Whether each option that has a value takes its default; `lower`: under its name in small letters.
 */
static bool sets_all(struct check_run *run, bool lower) {
    bool good = true;
    for (int i = 0; good && i < run->announced.options; i++) {
        struct option option = run->announced.option[i];
        for (char *letter = option.name; lower && *letter; letter++)
            if (*letter >= 'A' && *letter <= 'Z')
                *letter = (char)(*letter - 'A' + 'a');
        good = strcmp(option.type, "button") == 0 || sets(run, &option, option.standard);
    }
    return good;
}

static bool check_defaults(struct check_run *run) {
    return run->announced.options ? sets_all(run, false)
                                  : check_skip(run, _("no options are announced"));
}

/* Writes number + more as text; false: it would overflow. */
static bool write_beside(int64_t number, int more, char value[32]) {
    int64_t beside;
    if (__builtin_add_overflow(number, more, &beside))
        return false;
    snprintf(value, 32, "%" PRId64, beside);
    return true;
}

static bool check_bounds(struct check_run *run) {
    int checked = 0;
    for (int i = 0; i < run->announced.options; i++) {
        const struct option *option = &run->announced.option[i];
        bool good = true;
        if (strcmp(option->type, "spin") == 0) {
            char value[32];
            good = write_beside(option->min, 0, value) && sets(run, option, value) &&
                   (!write_beside(option->min, -1, value) || sets_not(run, option, value)) &&
                   (!write_beside(option->max, 1, value) || sets_not(run, option, value)) &&
                   sets_not(run, option, "some") && sets(run, option, option->standard);
        } else if (strcmp(option->type, "check") == 0) {
            good = sets(run, option, "true") && sets(run, option, "false") &&
                   sets_not(run, option, "perhaps") && sets(run, option, option->standard);
        } else if (strcmp(option->type, "combo") == 0) {
            good = sets_not(run, option, "none-of-these");
        } else {
            continue;
        }
        if (!good)
            return false;
        checked++;
    }
    return checked > 0 || check_skip(run, _("no option with bounds is announced"));
}

static bool check_option_names(struct check_run *run) {
    check_say(run, "setoption name NoSuchOption value 1");
    return check_refused(run, NULL) && sets_all(run, true);
}

const struct check checks_of_start[] = {
    {"handshake", "4", N_("tgi: name, author, version, games, features and options"),
     N_("Answer tgi with well-formed lines of section 4 only, and end with tgiok."),
     .run = check_handshake},
    {"tgi-again", "4", N_("a second tgi is answered, too"),
     N_("A GUI may ask again at any time; give the same answer."), .run = check_again},
    {"silence", "1", N_("nothing comes unasked"),
     N_("Write logs to standard error, and answers only to what asks for one."),
     .run = check_silent},
    {"isready", "4", N_("each isready gets its readyok, even several in a row"),
     N_("Read whole lines from what has arrived, not one line for each read."),
     .run = check_many_ready},
    {"option-defaults", "4", N_("every option takes its default"),
     N_("setoption has no answer, unless it is an error."), .run = check_defaults},
    {"option-bounds", "4", N_("values of options are checked"),
     N_("Answer a value out of bounds with error range, and keep the old one."),
     .run = check_bounds},
    {"option-names", "4", N_("names of options: an unknown one is refused, case is ignored"),
     N_("Compare names of options without regard to the case of letters."),
     .run = check_option_names},
    {0}};
