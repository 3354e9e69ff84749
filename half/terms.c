/* terms.c - the terms on which engines play, in one table.
 *
 * A row says where in struct engine_spec its value is. Most values are numbers, which the table
 * alone can read, check and write; the others have functions of their own. What inherits, writes or
 * explains terms walks over the table, so that a new term needs one row.
 */
#include "config.h"

#include "half/terms.h"

#include "base/error.h"
#include "base/language.h"
#include "base/text.h"
#include "base/values.h"
#include "half/engine_spec.h"

#include <stdlib.h>
#include <string.h>

#define MEBIBYTE      INT64_C(1048576)
#define MILLISECOND   INT64_C(1000)
#define SECOND        INT64_C(1000000)
#define DAY_MS        INT64_C(86400000)
#define NODES_MAX     INT64_C(1000000000000000)
#define CLOCK_MAX     (1000 * 86400.0)
#define INCREMENT_MAX 86400.0

enum kind {
    SEARCH, /* bounds the search: a field of `go` */
    LIMIT,  /* another limit */
    SILENT, /* a limit that decides no game */
    HOST    /* how the engine is run */
};

struct term {
    const char *name, *about;
    enum kind kind;
    size_t at, size;            /* in struct engine_spec: an int64_t, unless there are functions */
    int64_t factor;             /* the stored number is this many times the written one */
    int64_t min, max, standard; /* of the written number; its default, 0: none */
    const char *unit;
    bool (*read)(struct engine_spec *spec, const char *text, struct error *error);
    void (*write)(const struct engine_spec *spec, struct text *text); /* after NAME= */
};

/* ---- terms that are not numbers -------------------------------------------------------------- */

/* Seconds with decimals, up to `stop`. */
static bool read_seconds(const char *value, char stop, double max, int64_t *us, char **end) {
    size_t length = strspn(value, "0123456789.");
    if (length == 0 || value[length] != stop)
        return false; /* what strtod() would also accept: hexadecimal, exponents, names */
    double seconds = strtod(value, end);
    if (*end == value || **end != stop || !(seconds >= 0 && seconds <= max))
        return false;
    *us = (int64_t)(seconds * (double)SECOND + 0.5);
    return true;
}

static bool read_clock(struct engine_spec *spec, const char *text, struct error *error) {
    struct clock_limit *clock = &spec->limits.clock;
    char *end;
    const char *plus = strchr(text, '+');
    clock->increment = 0;
    return (read_seconds(text, plus ? '+' : '\0', CLOCK_MAX, &clock->time, &end) &&
            (!plus || read_seconds(plus + 1, '\0', INCREMENT_MAX, &clock->increment, &end)) &&
            clock->time >= MILLISECOND) ||
           error_set(error,
                     _("tc must be SECONDS or SECONDS+INCREMENT, such as 10+0.1 (at least 0.001 "
                       "seconds), not '%s'"),
                     text);
}

static void write_clock(const struct engine_spec *spec, struct text *text) {
    const struct clock_limit *clock = &spec->limits.clock;
    text_addf(text, "%.6f+%.6f", (double)clock->time / (double)SECOND,
              (double)clock->increment / (double)SECOND);
}

static bool read_restart(struct engine_spec *spec, const char *text, struct error *error) {
    return value_choice("restart", text, &spec->restart, error);
}

static const char *const sandboxes[] = {[SANDBOX_NO] = "no",
                                        [SANDBOX_AUTO] = "auto",
                                        [SANDBOX_YES] = "yes",
                                        [SANDBOX_LANDLOCK] = "landlock",
                                        [SANDBOX_BWRAP] = "bwrap"};

static bool read_sandbox(struct engine_spec *spec, const char *text, struct error *error) {
    for (size_t i = 0; i < sizeof sandboxes / sizeof *sandboxes; i++)
        if (strcmp(text, sandboxes[i]) == 0) {
            spec->resources.sandbox = (enum sandbox_kind)i;
            return true;
        }
    return error_set(error, _("sandbox must be yes, no, auto, landlock or bwrap, not '%s'"), text);
}

static void write_sandbox(const struct engine_spec *spec, struct text *text) {
    text_add(text, sandboxes[spec->resources.sandbox]);
}

/* Reads names of variables, separated by commas; a star at the beginning or the end of a name
 * stands for anything. */
static bool read_environment(struct engine_spec *spec, const char *text, struct error *error) {
    size_t length = strlen(text);
    if (length >= NAMES_SIZE || strpbrk(text, "= \t"))
        return error_set(error,
                         _("environment must be names of variables, separated by commas, not '%s'"),
                         text);
    memcpy(spec->resources.environment, text, length + 1);
    return true;
}

static void write_environment(const struct engine_spec *spec, struct text *text) {
    text_add(text, spec->resources.environment);
}

static bool read_folders(struct engine_spec *spec, const char *text, struct error *error) {
    size_t length = strlen(text);
    bool whole = true;
    for (const char *at = text; at; at = strchr(at, ':') ? strchr(at, ':') + 1 : NULL)
        whole = whole && *at == '/';
    if (length >= FOLDERS_SIZE || !whole)
        return error_set(error, _("folders must be absolute paths, separated by colons, not '%s'"),
                         text);
    memcpy(spec->resources.folders, text, length + 1);
    return true;
}

static void write_folders(const struct engine_spec *spec, struct text *text) {
    text_add(text, spec->resources.folders);
}

static bool read_hold(struct engine_spec *spec, const char *text, struct error *error) {
    return value_choice("hold", text, &spec->hold, error);
}

static bool read_ponder(struct engine_spec *spec, const char *text, struct error *error) {
    bool ponders;
    if (!value_choice("ponder", text, &ponders, error))
        return false;
    spec->ponder = ponders ? PONDER_MUST : PONDER_NO;
    return true;
}

static void write_yes(const struct engine_spec *spec, struct text *text) {
    (void)spec;
    text_add(text, "yes");
}

/* ---- the table ------------------------------------------------------------------------------- */

#define IN(field)         offsetof(struct engine_spec, field), sizeof((struct engine_spec *)0)->field
#define MS(min, standard) MILLISECOND, min, DAY_MS, standard, N_("milliseconds"), NULL, NULL
#define OWN(read, write)  0, 0, 0, 0, NULL, read, write

static const struct term table[] = {
    {"movetime", N_("milliseconds for a move"), SEARCH, IN(limits.movetime), MS(1, 0)},
    {"tc", N_("SECONDS+INCREMENT: a clock for each half"), SEARCH, IN(limits.clock),
     OWN(read_clock, write_clock)},
    {"nodes", N_("positions to visit for a move"), SEARCH, IN(limits.nodes), 1, 1, NODES_MAX, 0,
     N_("nodes"), NULL, NULL},
    {"depth", N_("plies to look ahead"), SEARCH, IN(limits.depth), 1, 1, 10000, 0, N_("plies"),
     NULL, NULL},
    {"margin", N_("milliseconds by which a time may be exceeded (100)"), LIMIT, IN(limits.margin),
     MS(0, 100)},
    {"cap", N_("milliseconds for a move if no time limit is set (60000)"), LIMIT, IN(limits.cap),
     MS(1, 60000)},
    {"start", N_("milliseconds for the start and the handshake (10000)"), LIMIT, IN(limits.start),
     MS(1, 10000)},
    {"wait", N_("milliseconds for any other answer: isready, score (10000)"), LIMIT,
     IN(limits.wait), MS(1, 10000)},
    {"quit", N_("milliseconds to end after quit (1000)"), SILENT, IN(limits.quit), MS(0, 1000)},
    {"memory", N_("MiB that all processes of the engine may use"), HOST, IN(resources.memory),
     MEBIBYTE, 1, 1 << 24, 0, N_("MiB"), NULL, NULL},
    {"cpu_time", N_("seconds of processor time for each process"), HOST, IN(resources.cpu_time), 1,
     1, 1000 * 86400, 0, N_("seconds"), NULL, NULL},
    {"processes", N_("how many processes it may have at the same time (100 in a sandbox)"), HOST,
     IN(resources.processes), 1, 1, 1000000, 0, N_("processes"), NULL, NULL},
    {"files", N_("files that each process may have open"), HOST, IN(resources.files), 1, 3, 1000000,
     0, N_("files"), NULL, NULL},
    {"disk", N_("MiB for each file that it writes, and for its scratch folder (1024)"), HOST,
     IN(resources.disk), MEBIBYTE, 1, 1 << 24, 0, N_("MiB"), NULL, NULL},
    {"sandbox", N_("yes, no, auto, landlock or bwrap: runs in a sandbox (no)"), HOST,
     IN(resources.sandbox), OWN(read_sandbox, write_sandbox)},
    {"folders", N_("PATH:PATH...: what else it may read in a sandbox"), HOST, IN(resources.folders),
     OWN(read_folders, write_folders)},
    {"environment", N_("NAME,NAME...: variables that it gets in addition to the usual ones"), HOST,
     IN(resources.environment), OWN(read_environment, write_environment)},
    {"restart", N_("yes: a new process for each game (no)"), HOST, IN(restart),
     OWN(read_restart, write_yes)},
    {"hold", N_("yes: it is stopped while others are to move (no)"), HOST, IN(hold),
     OWN(read_hold, write_yes)},
    {"ponder", N_("yes: it thinks on the opponent's time (no)"), HOST, IN(ponder),
     OWN(read_ponder, write_yes)},
};

enum { TERMS = sizeof table / sizeof *table };

static int64_t number_of(const struct engine_spec *spec, const struct term *term) {
    int64_t number;
    memcpy(&number, (const char *)spec + term->at, sizeof number);
    return number;
}

static void set_number(struct engine_spec *spec, const struct term *term, int64_t number) {
    number *= term->factor;
    memcpy((char *)spec + term->at, &number, sizeof number);
}

static bool is_stated(const struct engine_spec *spec, const struct term *term) {
    return spec->stated >> (term - table) & 1;
}

/* Whether there is anything: not all bytes are 0. */
static bool is_set(const struct engine_spec *spec, const struct term *term) {
    const char *bytes = (const char *)spec + term->at;
    for (size_t i = 0; i < term->size; i++)
        if (bytes[i])
            return true;
    return false;
}

int terms_find(const char *key) {
    for (int i = 0; i < TERMS; i++)
        if (strcmp(table[i].name, key) == 0)
            return i;
    return -1;
}

const char *terms_name(int term) {
    return term < TERMS ? table[term].name : NULL;
}

const char *terms_about(int term) {
    return term < TERMS ? table[term].about : NULL;
}

const char *terms_values(int term) {
    if (table[term].write == write_sandbox)
        return "yes no auto landlock bwrap";
    return table[term].write == write_yes ? "yes no" : NULL;
}

void terms_default(struct engine_spec *spec) {
    for (const struct term *term = table; term < table + TERMS; term++)
        if (term->standard)
            set_number(spec, term, term->standard);
}

bool terms_set(struct engine_spec *spec, int number, const char *text, struct error *error) {
    const struct term *term = &table[number];
    int64_t got;
    spec->stated |= UINT64_C(1) << number;
    if (term->read)
        return term->read(spec, text, error);
    if (!value_number(text, term->min, term->max, &got))
        return error_set(error, _("%s must be a whole number of %s from %lld to %lld, not '%s'"),
                         term->name, _(term->unit), (long long)term->min, (long long)term->max,
                         text);
    set_number(spec, term, got);
    return true;
}

void terms_inherit(struct engine_spec *spec, const struct engine_spec *all) {
    bool searches = false, ponders = spec->ponder == PONDER_MUST;
    for (const struct term *term = table; term < table + TERMS; term++)
        searches |= term->kind == SEARCH && is_stated(spec, term);
    for (const struct term *term = table; term < table + TERMS; term++)
        if (!is_stated(spec, term) && !(term->kind == SEARCH && searches))
            memcpy((char *)spec + term->at, (const char *)all + term->at, term->size);
    if (spec->ponder == PONDER_MUST && !ponders)
        spec->ponder = PONDER_IF_ABLE;
}

/* Terms of the host come first, as configurations in records have them. */
void terms_write(const struct engine_spec *spec, struct text *text) {
    const char *blank = "";
    for (int host = 1; host >= 0; host--)
        for (const struct term *term = table; term < table + TERMS; term++) {
            if ((term->kind == HOST) != host || term->kind == SILENT ||
                (!term->standard && !is_set(spec, term)))
                continue;
            text_addf(text, "%s%s=", blank, term->name);
            blank = " ";
            if (term->write)
                term->write(spec, text);
            else
                text_add_number(text, number_of(spec, term) / term->factor);
        }
}

void terms_write_go(const struct engine_spec *spec, struct text *text) {
    for (const struct term *term = table; term < table + TERMS; term++)
        if (term->kind == SEARCH && !term->read && is_set(spec, term)) {
            text_addf(text, " %s ", term->name);
            text_add_number(text, number_of(spec, term) / term->factor);
        }
}
