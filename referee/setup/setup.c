/* setup.c - completes and checks a setup: names, boards, engines, format, rounds, processors. The
 * order matters: each step uses what the ones before it have settled. */
#include "config.h"

#include "referee/setup/setup.h"

#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/text.h"
#include "base/values.h"
#include "games/game.h"
#include "half/terms.h"
#include "pairing/format.h"
#include "pairing/sprt.h"
#include "referee/engines/builtin.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void setup_init(struct setup *setup) {
    *setup = (struct setup){.format = formats[0],
                            .reference = -1,
                            .rounds = 1,
                            .concurrency = 1,
                            .seed = 1,
                            .shards = 1,
                            .info = true,
                            .recover = true};
}

void setup_free(struct setup *setup) {
    for (int i = 0; i < setup->engines; i++)
        setup_free_engine(&setup->engine[i]);
    for (int i = 0; i < setup->boards; i++)
        setup_board_free(&setup->board[i]);
    free(setup->engine);
    free(setup->board);
    free(setup->name);
    free(setup->record);
    free(setup->log);
    free(setup->tuning);
    free(setup->standard);
    free(setup->past);
    free(setup->joined);
    free(setup->game_keys);
    free(setup->grids);
    free(setup->gauntlet);
    free(setup->order);
    free(setup->reference_name);
    free(setup->file);
    free(setup->each);
    free(setup->sprt);
    setup_openings_free(&setup->openings);
}

/* ---- how engines meet ------------------------------------------------------------------------ */

/* Finds the reference: the engine of the given name, or the first that is the reference computer.
 */
static bool finish_reference(struct setup *setup, struct error *error) {
    const char *wanted = setup->reference_name ? setup->reference_name : "reference";
    char player[NAME_BYTES_MAX + 1];
    for (int i = 0; i < setup->engines; i++) {
        const struct engine_spec *spec = &setup->engine[i].spec;
        builtin_player(spec->command, player, sizeof player);
        bool is = strcmp(setup->reference_name ? spec->name : player, wanted) == 0;
        if (is && setup->reference < 0)
            setup->reference = i;
    }
    if (setup->reference_name && setup->reference < 0)
        return setup_fault(setup, "reference", error, _("no engine has the name %s"),
                           setup->reference_name);
    return true;
}

/* Moves an engine forward, to the champions before it. */
static bool add_champion(struct setup *setup, int engine, struct error *error) {
    int at = 0;
    while (setup->order[at] != engine)
        at++;
    if (at < setup->champions)
        return setup_fault(setup, "gauntlet", error, _("%s is given twice"),
                           setup->engine[engine].spec.name);
    memmove(&setup->order[setup->champions + 1], &setup->order[setup->champions],
            sizeof *setup->order * (size_t)(at - setup->champions));
    setup->order[setup->champions++] = engine;
    return true;
}

static bool name_champions(struct setup *setup, struct error *error) {
    char *names = needed(strdup(setup->gauntlet)), *rest = names;
    bool done = true;
    while (done && rest) {
        const char *name = value_trim(strsep(&rest, ","));
        int engine = setup_find_engine(setup, name);
        done = engine >= 0
                   ? add_champion(setup, engine, error)
                   : setup_fault(setup, "gauntlet", error, _("no engine has the name '%s'"), name);
    }
    free(names);
    return done;
}

static bool finish_gauntlet(struct setup *setup, struct error *error) {
    if (!setup->gauntlet && setup->reference < 0)
        return setup_fault(setup, "format", error,
                           _("a gauntlet without a reference needs the key gauntlet: the engine "
                             "that all others meet"));
    if (!(setup->gauntlet ? name_champions(setup, error)
                          : add_champion(setup, setup->reference, error)))
        return false;
    int others = setup->engines - setup->champions;
    return others >= setup->seats - 1 ||
           setup_fault(setup, setup->gauntlet ? "gauntlet" : "format", error,
                       ngettext("%d engine is left to meet the others, but a game needs %d",
                                "%d engines are left to meet the others, but a game needs %d",
                                (unsigned long)others),
                       others, setup->seats - 1);
}

static bool finish_rounds(struct setup *setup, struct error *error) {
    const struct format *format = setup->format;
    int rounds = format->rounds ? format->rounds(setup->engines) : setup->rounds;
    if (format->rounds_fixed && setup_given(setup, "rounds") && setup->rounds != rounds)
        return setup_fault(setup, "rounds", error,
                           ngettext("a %s of %d engines has %d round, not %d",
                                    "a %s of %d engines has %d rounds, not %d",
                                    (unsigned long)rounds),
                           format->name, setup->engines, rounds, setup->rounds);
    if (!setup_given(setup, "rounds"))
        setup->rounds = rounds;
    return true;
}

static bool finish_format(struct setup *setup, struct error *error) {
    const struct format *format = setup->format;
    setup->order = needed(calloc((size_t)setup->engines, sizeof *setup->order));
    for (int i = 0; i < setup->engines; i++)
        setup->order[i] = i;
    if (!setup_check_use(setup, error))
        return false;
    if (format->seats && setup->seats != format->seats)
        return setup_fault(setup, "format", error, _("%s is for games of two players, not of %d"),
                           format->name, setup->seats);
    if (format->engines_max && setup->engines > format->engines_max)
        return setup_fault(setup, "format", error, _("%s is for at most %d engines, not %d"),
                           format->name, format->engines_max, setup->engines);
    if (setup->draw_seeding)
        schedule_draw_order(setup->seed, setup->engines, setup->order);
    if ((format->keys & FORMAT_GAUNTLET && !finish_gauntlet(setup, error)) ||
        !finish_rounds(setup, error))
        return false;
    struct schedule schedule = setup_schedule(setup);
    return schedule_count(&schedule) <= SCHEDULE_GAMES_MAX ||
           error_set(error, _("more than %d games: that is too many for one league"),
                     SCHEDULE_GAMES_MAX);
}

/* A shard has a record of its own: the given name is that of the whole league. */
static bool name_record(struct setup *setup, struct error *error) {
    const char *whole = setup->record ? setup->record : setup->name;
    size_t length = strlen(whole);
    if (length > 3 && strcmp(whole + length - 3, ".db") == 0)
        length -= 3;
    return value_write(&setup->record, error, "%.*s.%d-of-%d.db", (int)length, whole,
                       setup->shard + 1, setup->shards);
}

static bool finish_shard(struct setup *setup, struct error *error) {
    struct schedule schedule = setup_schedule(setup);
    if (!setup_given(setup, "shard"))
        return true;
    if (format_is_paired(setup->format))
        return setup_fault(setup, "shard", error,
                           _("a league of format %s cannot be dealt out: its rounds depend on all "
                             "earlier results"),
                           setup->format->name);
    if (schedule_shard_games(&schedule, setup->shard, setup->shards) == 0)
        return setup_fault(setup, "shard", error,
                           _("nothing is left for shard %d: the league has %lld games"),
                           setup->shard + 1, (long long)schedule_shard_games(&schedule, 0, 1));
    return name_record(setup, error);
}

enum { SPRT_GAMES = 1000000 }; /* at most, if the number of rounds is not given */

/* Completes a sequential test. The format is settled, so the schedule can count the games of a
 * round. */
static bool finish_sprt(struct setup *setup, struct error *error) {
    if (!setup->sprt)
        return true;
    struct schedule round = setup_schedule(setup);
    if (setup->engines != 2 || setup->seats != 2)
        return setup_fault(setup, "sprt", error, _("a sequential test is for two engines, not %d"),
                           setup->engines);
    if (format_is_paired(setup->format))
        return setup_fault(setup, "sprt", error, _("a sequential test is not for format = %s"),
                           setup->format->name);
    if (setup->shards > 1)
        return setup_fault(setup, "sprt", error,
                           _("a sequential test is for a whole match, not for a shard of it"));
    for (int i = 0; i < setup->boards; i++)
        setup->sprt->worst =
            fmax(setup->sprt->worst, (double)setup->board[i].board->worst * setup->game->halves);
    if (!setup_given(setup, "rounds")) {
        round.rounds = 1;
        int64_t count = schedule_games(&round);
        setup->rounds = count < SPRT_GAMES ? (int)(SPRT_GAMES / count) : 1;
    }
    return true;
}

/* The threads of an engine, by the option that usually sets them. */
static int threads_of(const struct engine_spec *spec) {
    int64_t threads = 1;
    for (int i = 0; i < spec->option_count; i++)
        if (strcmp(spec->option[i].name, "Threads") == 0)
            value_number(spec->option[i].value, 1, PROCESSORS_MAX, &threads);
    return (int)threads;
}

int setup_threads(const struct setup *setup) {
    int most = 1, second = 0;
    bool ponders = false;
    for (int i = 0; i < setup->engines; i++) {
        int threads = threads_of(&setup->engine[i].spec);
        ponders |= setup->engine[i].spec.ponder != PONDER_NO;
        second = threads > most ? most : threads > second ? threads : second;
        most = threads > most ? threads : most;
    }
    return setup->affinity ? 1 : ponders ? most + second : most;
}

static bool finish_processors(struct setup *setup, struct error *error) {
    bool chosen = setup_given(setup, "cpus");
    int processors = affinity_count(chosen ? &setup->cpus : NULL);
    if (chosen && processors == 0)
        return setup_fault(setup, "cpus", error,
                           affinity_nth(0) < 0
                               ? _("this system cannot choose the processors to play on")
                               : _("the referee is not allowed to run on any of these processors"));
    int room = processors / setup_threads(setup);
    if (setup->concurrency == 0)
        setup->concurrency = room > 0 ? room : 1;
    return true;
}

/* A league that was given no name is named after its file, and a record after its league. */
static bool name_by_file(struct setup *setup, struct error *error) {
    const char *slash = strrchr(setup->file, '/');
    const char *file = slash ? slash + 1 : setup->file, *dot = strrchr(file, '.');
    size_t length = dot && dot != file ? (size_t)(dot - file) : strlen(file);
    if (!setup->name && (!value_write(&setup->name, error, "%.*s", (int)length, file) ||
                         !name_check(setup->name, error)))
        return error_reword(error, _("%s: [league] name: %s"), setup->file, error->text);
    return setup->record || value_write(&setup->record, error, "%s.db", setup->name);
}

static bool finish_names(struct setup *setup, struct error *error) {
    if (setup->file)
        return name_by_file(setup, error);
    return setup->name || value_copy(&setup->name, "match", error);
}

bool setup_finish(struct setup *setup, struct error *error) {
    if (!setup->game && !setup_set(setup, "game", GAME_DEFAULT, true, error))
        return false;
    return finish_names(setup, error) && setup_finish_boards(setup, error) &&
           setup_finish_engines(setup, error) && finish_reference(setup, error) &&
           finish_format(setup, error) && finish_shard(setup, error) && finish_sprt(setup, error) &&
           setup_openings_finish(setup, error) && finish_processors(setup, error);
}

bool setup_is_possible_past(const struct setup *setup, int engines, int rounds) {
    const struct schedule_past none = {0, 1},
                               *last = setup->pasts ? &setup->past[setup->pasts - 1] : &none;
    return setup->format->row && engines > last->engines && engines < setup->engines &&
           rounds >= last->rounds;
}

void setup_add_past(struct setup *setup, int engines, int rounds) {
    setup->past = needed(realloc(setup->past, sizeof *setup->past * (size_t)(setup->pasts + 1)));
    setup->past[setup->pasts++] = (struct schedule_past){engines, rounds};
}

/* Writes the openings; nothing if there are none. */
static void write_openings(const struct setup_openings *openings, struct text *text) {
    static const char *const kinds[] = {NULL, "random", "archipelago", "file"};
    if (openings->kind == OPENINGS_NONE)
        return;
    text_addf(text, "openings %s", kinds[openings->kind]);
    if (openings->kind == OPENINGS_RANDOM)
        text_addf(text, ":%d:%d", openings->plies, openings->count);
    if (openings->kind == OPENINGS_ARCHIPELAGO)
        text_addf(text, ":%d", openings->bound);
    if (openings->kind == OPENINGS_FILE) { /* its contents count, not its path */
        struct text all = {0};
        for (int i = 0; i < openings->entries; i++)
            text_addf(&all, "%s: %s\n", openings->entry[i].board ? openings->entry[i].board : "",
                      openings->entry[i].opening);
        text_addf(text, ":%016" PRIx64, text_hash(needed_text(&all)));
        text_free(&all);
    }
    text_addf(text, "%s\n", openings->draw ? " draw" : "");
}

/* Writes how engines meet, and on which boards. */
static void write_format(const struct setup *setup, struct text *text) {
    static const char *const sources[] = {
        [SCHEDULE_ALL] = "all", [SCHEDULE_DRAW] = "draw", [SCHEDULE_WORDS] = "words"};
    text_addf(text, "format %s", setup->format->name);
    for (int i = 0; i < setup->champions; i++)
        text_addf(text, " %s", setup->engine[setup->order[i]].spec.name);
    if (setup->draw_seeding)
        text_add(text, " seeding draw");
    text_addf(text, "\nboards %s:%d\n", sources[setup->source], setup->round_boards);
    for (int i = 0; i < setup->pasts; i++)
        text_addf(text, "before %d engines %d rounds\n", setup->past[i].engines,
                  setup->past[i].rounds);
}

void setup_write(const struct setup *setup, struct text *text) {
    text_add(text, setup->standard ? setup->standard : "");
    text_addf(text, "game %s players %d halves %d seed %llu\n", setup->game->name, setup->seats,
              setup->game->halves, (unsigned long long)setup->seed);
    write_format(setup, text);
    write_openings(&setup->openings, text);
    for (int i = 0; i < setup->boards; i++)
        text_addf(text, "board %s: %s\n", setup->board[i].name, setup->board[i].board_line);
    for (int i = 0; i < setup->engines; i++) {
        const struct engine_spec *spec = &setup->engine[i].spec;
        text_addf(text, "engine %s: %s\n  dir %s\n  ", spec->name, spec->command,
                  spec->dir ? spec->dir : "");
        terms_write(spec, text);
        text_add(text, "\n");
        for (int k = 0; k < spec->option_count; k++)
            if (!spec->option[k].tuned)
                text_addf(text, "  option %s = %s\n", spec->option[k].name, spec->option[k].value);
    }
    text_add(text, setup->tuning ? setup->tuning : "");
    needed_text(text);
}
