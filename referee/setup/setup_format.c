/* setup_format.c - how engines meet: formats, the boards of a round, shards; see setup.h. */
#include "config.h"

#include "base/language.h"
#include "base/random.h"
#include "base/values.h"
#include "referee/pairing/format.h"
#include "referee/pairing/schedule.h"
#include "referee/setup/setup_parts.h"
#include "referee/setup/slurm.h"

#include <stdlib.h>
#include <string.h>

enum { ROUND_BOARDS_MAX = 10000, SHARDS_MAX = 100000 };

/* A part of the league's seed that the schedule does not use. */
#define PART_SEEDING (UINT64_C(3) << 62)

/* ---- keys ------------------------------------------------------------------------------------ */

void setup_print_formats(FILE *file) {
    for (int i = 0; formats[i]; i++)
        fprintf(file, "%s\n", formats[i]->name);
}

bool setup_set_format(struct setup *setup, const char *value, char *error) {
    struct text names = {0};
    const struct format *format = format_find(value);
    if (format) {
        setup->format = format;
        return true;
    }
    format_add_names(0, &names);
    error_set(error, _("format must be %s, not '%s'"), text_get(&names), value);
    text_free(&names);
    return false;
}

bool setup_set_gauntlet(struct setup *setup, const char *value, char *error) {
    return value_copy(&setup->gauntlet, value, error);
}

bool setup_set_seeding(struct setup *setup, const char *value, char *error) {
    setup->draw_seeding = strcmp(value, "draw") == 0;
    if (setup->draw_seeding || strcmp(value, "order") == 0)
        return true;
    return error_set(error, _("seeding must be order or draw, not '%s'"), value);
}

bool setup_set_boards(struct setup *setup, const char *value, char *error) {
    static const char draw[] = "draw:", words[] = "words:";
    setup->round_boards = 0;
    setup->source = SCHEDULE_ALL;
    if (strcmp(value, "all") == 0)
        return true;
    if (strncmp(value, draw, strlen(draw)) == 0)
        setup->source = SCHEDULE_DRAW;
    else if (strncmp(value, words, strlen(words)) == 0)
        setup->source = SCHEDULE_WORDS;
    else
        return error_set(error, _("boards must be all, draw:N or words:N, not '%s'"), value);
    const char *number = strchr(value, ':') + 1;
    return setup_read_count(_("the N of boards"), number, ROUND_BOARDS_MAX, &setup->round_boards,
                            error);
}

bool setup_set_word_cells(struct setup *setup, const char *value, char *error) {
    return setup_read_count("word_cells", value, GRID_CELLS_MAX, &setup->word_cells, error);
}

bool setup_set_shard(struct setup *setup, const char *value, char *error) {
    char text[32];
    const char *slash = strchr(value, '/');
    int shard = 0, shards = 0;
    if (strcmp(value, "slurm") == 0)
        return slurm_shard(&setup->shard, &setup->shards, error);
    snprintf(text, sizeof text, "%.*s", (int)(slash ? slash - value : 0), value);
    if (!slash || !setup_read_count(_("the N of shard"), slash + 1, SHARDS_MAX, &shards, error) ||
        !setup_read_count(_("the K of shard"), text, shards, &shard, error))
        return error_set(error,
                         _("shard must be K/N with K from 1 to N, and N at most %d, or slurm; not "
                           "'%s'"),
                         SHARDS_MAX, value);
    setup->shard = shard - 1;
    setup->shards = shards;
    return true;
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* A key that the format does not use is a mistake. */
static bool check_use(const struct setup *setup, const char *key, unsigned use, char *error) {
    if (setup->format->keys & use || !setup_given(setup, key))
        return true;
    struct text names = {0};
    format_add_names(use, &names);
    setup_fault(setup, key, error, _("only for format = %s"), text_get(&names));
    text_free(&names);
    return false;
}

static int find_engine(const struct setup *setup, const char *name) {
    for (int i = 0; i < setup->engines; i++)
        if (strcmp(setup->engine[i].spec.name, name) == 0)
            return i;
    return -1;
}

/* Moves an engine forward, to the champions before it. */
static bool add_champion(struct setup *setup, int engine, char *error) {
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

static bool name_champions(struct setup *setup, char *error) {
    char *names = strdup(setup->gauntlet), *rest = names;
    bool done = names != NULL || error_set(error, _("out of memory"));
    while (done && rest) {
        const char *name = value_trim(strsep(&rest, ","));
        int engine = find_engine(setup, name);
        done = engine >= 0
                   ? add_champion(setup, engine, error)
                   : setup_fault(setup, "gauntlet", error, _("no engine has the name '%s'"), name);
    }
    free(names);
    return done;
}

static bool finish_gauntlet(struct setup *setup, char *error) {
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
                       ngettext("%d engine is left to meet the others, a game needs %d",
                                "%d engines are left to meet the others, a game needs %d",
                                (unsigned long)others),
                       others, setup->seats - 1);
}

static void draw_seeding(struct setup *setup) {
    struct random random;
    random_seed(&random, random_mix(setup->seed, PART_SEEDING));
    for (int i = setup->engines - 1; i > 0; i--) {
        int other = (int)random_below(&random, (uint32_t)i + 1), kept = setup->order[i];
        setup->order[i] = setup->order[other];
        setup->order[other] = kept;
    }
}

static bool finish_rounds(struct setup *setup, char *error) {
    const struct format *format = setup->format;
    int rounds = format->rounds ? format->rounds(setup->engines) : setup->rounds;
    if (format->rounds_fixed && setup_given(setup, "rounds") && setup->rounds != rounds)
        return setup_fault(setup, "rounds", error, _("a %s of %d engines has %d, not %d"),
                           format->name, setup->engines, rounds, setup->rounds);
    if (!setup_given(setup, "rounds"))
        setup->rounds = rounds;
    return true;
}

static bool check_size(const struct setup *setup, char *error) {
    struct schedule schedule = setup_schedule(setup);
    return schedule_count(&schedule) <= SCHEDULE_GAMES_MAX ||
           error_set(error, _("more than %d games: that is too many for one league"),
                     SCHEDULE_GAMES_MAX);
}

bool setup_finish_format(struct setup *setup, char *error) {
    const struct format *format = setup->format;
    setup->order = calloc((size_t)setup->engines, sizeof *setup->order);
    if (!setup->order)
        return error_set(error, _("out of memory"));
    for (int i = 0; i < setup->engines; i++)
        setup->order[i] = i;
    if (!check_use(setup, "gauntlet", FORMAT_GAUNTLET, error) ||
        !check_use(setup, "seeding", FORMAT_SEEDING, error))
        return false;
    if (format_is_paired(format) && setup->seats != 2)
        return setup_fault(setup, "format", error, _("%s is for games of two players, not of %d"),
                           format->name, setup->seats);
    if (format->engines_max && setup->engines > format->engines_max)
        return setup_fault(setup, "format", error, _("%s is for at most %d engines, not %d"),
                           format->name, format->engines_max, setup->engines);
    if (setup->draw_seeding)
        draw_seeding(setup);
    return (!(format->keys & FORMAT_GAUNTLET) || finish_gauntlet(setup, error)) &&
           finish_rounds(setup, error) && check_size(setup, error);
}

/* A shard has a record of its own: what was said is that of the whole league. */
static bool name_record(struct setup *setup, char *error) {
    const char *whole = setup->record ? setup->record : setup->name;
    size_t length = strlen(whole);
    struct text record = {0};
    if (length > 3 && strcmp(whole + length - 3, ".db") == 0)
        length -= 3;
    text_add_bytes(&record, whole, length);
    text_addf(&record, ".%d-of-%d.db", setup->shard + 1, setup->shards);
    bool done = (!record.failed && value_copy(&setup->record, text_get(&record), error)) ||
                error_set(error, _("out of memory"));
    text_free(&record);
    return done;
}

bool setup_finish_shard(struct setup *setup, char *error) {
    struct schedule schedule = setup_schedule(setup);
    if (!setup_given(setup, "shard"))
        return true;
    if (format_is_paired(setup->format))
        return setup_fault(setup, "shard", error,
                           _("a league of format %s cannot be dealt out: its rounds depend on all "
                             "results before"),
                           setup->format->name);
    if (schedule_shard_games(&schedule, setup->shard, setup->shards) == 0)
        return setup_fault(setup, "shard", error,
                           _("nothing is left for shard %d: the league has %lld games"),
                           setup->shard + 1, (long long)schedule_shard_games(&schedule, 0, 1));
    return name_record(setup, error);
}
