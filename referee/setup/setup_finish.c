/* setup_finish.c - from what was said about a league to what can be played; see setup.h. */
#include "config.h"

#include "base/language.h"
#include "base/names.h"
#include "base/values.h"
#include "referee/engines/builtin.h"
#include "referee/engines/terms.h"
#include "referee/setup/setup_parts.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

bool setup_fault(const struct setup *setup, const char *key, char *error, const char *format, ...) {
    char why[REFEREE_ERROR_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    if (setup->file && !key)
        return error_set(error, "%s: %s", setup->file, why);
    if (setup->file && !setup_retold(setup, key))
        return error_set(error, _("%s: [league] %s: %s"), setup->file, key, why);
    return error_set(error, "%s%s%s", key ? key : "", key ? ": " : "", why);
}

/* The name of an engine that was not given one: its player, or its program. */
static bool name_engine(struct engine_spec *spec, char *error) {
    char name[NAME_BYTES_MAX + 1];
    builtin_player(spec->command, name, sizeof name);
    if (!*name) {
        char **words = words_split(spec->command, error);
        if (!words)
            return false;
        const char *slash = strrchr(words[0], '/');
        snprintf(name, sizeof name, "%s", slash ? slash + 1 : words[0]);
        free(words);
    }
    return name_check(name, error) && value_copy(&spec->name, name, error);
}

static bool check_command(const struct engine_spec *spec, char *error) {
    char **words = builtin_command(spec->command, error);
    free(words);
    return words != NULL;
}

bool setup_finish_engine(struct setup *setup, struct setup_engine *engine, char *error) {
    char why[REFEREE_ERROR_SIZE];
    struct engine_spec *spec = &engine->spec;
    if (!spec->command)
        return spec->name
                   ? setup_fault(setup, NULL, error, _("engine %s has no cmd"), spec->name)
                   : setup_fault(setup, NULL, error, _("an engine has neither name nor cmd"));
    if (!check_command(spec, why))
        return setup_fault(setup, NULL, error, _("engine %s: cmd: %s"),
                           spec->name ? spec->name : spec->command, why);
    if (!spec->name && !name_engine(spec, why))
        return setup_fault(setup, NULL, error, _("engine %s needs a name: %s"), spec->command, why);
    terms_inherit(spec, &setup->each);
    return spec->ponder == PONDER_NO || !setup->affinity ||
           setup_fault(setup, NULL, error,
                       _("engine %s: ponder and affinity exclude each other: it would think on its "
                         "opponent's processor"),
                       spec->name);
}

static bool has_twin(const struct setup *setup, const struct setup_engine *engine,
                     const char *name) {
    for (int i = 0; i < setup->engines; i++) {
        const struct setup_engine *other = &setup->engine[i];
        if (other != engine && other->spec.name && strcmp(other->spec.name, name) == 0)
            return true;
    }
    return false;
}

bool setup_tell_apart(const struct setup *setup, struct setup_engine *engine, char *error) {
    enum { NUMBER_BYTES = 11 }; /* with its hyphen */
    char name[NAME_BYTES_MAX + 1];
    snprintf(name, sizeof name, "%s", engine->spec.name);
    for (int number = 2; has_twin(setup, engine, name); number++)
        snprintf(name, sizeof name, "%.*s-%d", NAME_BYTES_MAX - NUMBER_BYTES, engine->spec.name,
                 number);
    return value_copy(&engine->spec.name, name, error);
}

static bool finish_engines(struct setup *setup, char *error) {
    if (setup->engines < setup->seats)
        return setup_fault(setup, NULL, error,
                           ngettext("at least %d engines are needed, there is %d",
                                    "at least %d engines are needed, there are %d",
                                    (unsigned long)setup->engines),
                           setup->seats, setup->engines);
    for (int i = 0; i < setup->engines; i++) {
        const struct engine_spec *spec = &setup->engine[i].spec;
        if (!setup_finish_engine(setup, &setup->engine[i], error))
            return false;
        for (int j = 0; j < i; j++)
            if (strcmp(setup->engine[j].spec.name, spec->name) == 0)
                return setup_fault(setup, NULL, error,
                                   _("two engines have the name %s: give them name=..."),
                                   spec->name);
    }
    return true;
}

/* The engine of that name, or the first that is the reference computer. */
static bool finish_reference(struct setup *setup, char *error) {
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

enum { SPRT_GAMES = 1000000 }; /* at most, if nobody says how many rounds */

/* Formats come before: the rounds are counted by the schedule. */
static bool finish_sprt(struct setup *setup, char *error) {
    if (!setup->tested)
        return true;
    struct schedule round = setup_schedule(setup);
    if (setup->engines != 2 || setup->seats != 2)
        return setup_fault(setup, "sprt", error,
                           _("a sequential test is for two engines, there are %d"), setup->engines);
    if (format_is_paired(setup->format))
        return setup_fault(setup, "sprt", error, _("a sequential test is not for format = %s"),
                           setup->format->name);
    if (setup->shards > 1)
        return setup_fault(setup, "sprt", error,
                           _("a sequential test is for a whole match, not for a shard of it"));
    for (int i = 0; i < setup->boards; i++)
        setup->sprt.worst =
            fmax(setup->sprt.worst, (double)setup->board[i].board->worst * setup->game->halves);
    if (!setup_given(setup, "rounds")) {
        round.rounds = 1;
        int64_t count = schedule_games(&round);
        setup->rounds = count < SPRT_GAMES ? (int)(SPRT_GAMES / count) : 1;
    }
    return true;
}

bool setup_finish(struct setup *setup, char *error) {
    if (!setup->game && !setup_set(setup, "game", GAME_DEFAULT, true, error))
        return false;
    if (!setup->name && !value_copy(&setup->name, "match", error))
        return false;
    return setup_finish_boards(setup, error) && finish_engines(setup, error) &&
           finish_reference(setup, error) && setup_finish_format(setup, error) &&
           setup_finish_shard(setup, error) && finish_sprt(setup, error);
}

struct schedule setup_schedule(const struct setup *setup) {
    return (struct schedule){.seats = setup->seats,
                             .format = setup->format,
                             .engines = setup->engines,
                             .rounds = setup->rounds,
                             .order = setup->order,
                             .champions = setup->champions,
                             .source = setup->source,
                             .list = setup->boards,
                             .boards = setup->round_boards,
                             .halves = setup->game->halves,
                             .seed = setup->seed};
}

/* How engines meet, and on which boards. */
static void write_format(const struct setup *setup, struct text *text) {
    static const char *const sources[] = {
        [SCHEDULE_ALL] = "all", [SCHEDULE_DRAW] = "draw", [SCHEDULE_WORDS] = "words"};
    text_addf(text, "format %s", setup->format->name);
    for (int i = 0; i < setup->champions; i++)
        text_addf(text, " %s", setup->engine[setup->order[i]].spec.name);
    if (setup->draw_seeding)
        text_add(text, " seeding draw");
    text_addf(text, "\nboards %s:%d\n", sources[setup->source], setup->round_boards);
}

void setup_write(const struct setup *setup, struct text *text) {
    text_addf(text, "game %s players %d halves %d seed %llu\n", setup->game->name, setup->seats,
              setup->game->halves, (unsigned long long)setup->seed);
    write_format(setup, text);
    for (int i = 0; i < setup->boards; i++)
        text_addf(text, "board %s: %s\n", setup->board[i].name, setup->board[i].board_line);
    for (int i = 0; i < setup->engines; i++) {
        const struct engine_spec *spec = &setup->engine[i].spec;
        text_addf(text, "engine %s: %s\n  dir %s\n  ", spec->name, spec->command,
                  spec->dir ? spec->dir : "");
        terms_write(spec, text);
        text_add(text, "\n");
        for (int k = 0; k < spec->option_count; k++)
            text_addf(text, "  option %s = %s\n", spec->option[k].name, spec->option[k].value);
    }
}
