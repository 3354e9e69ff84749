/* fuzz_league.c - libFuzzer: any bytes as a league file and, after a line of "====", as the file of
 * openings that it may name (FUZZ_OPENINGS). What is taken is a league whose schedule has
 * engines and boards that are there, and is the same league when it is read again; what is refused
 * says where. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/text.h"
#include "games/game.h"
#include "pairing/format.h"
#include "referee/setup/setup.h"
#include "tests/tools/fuzz_help.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

#define FUZZ_OPENINGS FUZZ_FILE_FOLDER "201"
#define PARTED        "\n====\n"

enum { ENTRIES = 50 }; /* that are looked at, from either end */

static void check_entry(const struct setup *setup, const struct schedule *schedule,
                        int64_t number) {
    struct schedule_entry entry = schedule_get(schedule, number);
    bool good = entry.number == number && entry.round >= 0 && entry.round < setup->rounds &&
                entry.board >= 0 && entry.seats == setup->seats && entry.leg >= 0;
    if (setup->source != SCHEDULE_WORDS)
        good = good && entry.board < setup->boards;
    for (int seat = 0; good && seat < entry.seats && !format_is_paired(setup->format); seat++) {
        good = entry.engine[seat] >= 0 && entry.engine[seat] < setup->engines;
        for (int other = 0; good && other < seat; other++)
            good = entry.engine[other] != entry.engine[seat];
    }
    if (!good)
        fuzz_fail("a game that cannot be played", setup->name);
}

static void check_schedule(const struct setup *setup) {
    struct schedule schedule = setup_schedule(setup);
    int64_t count = schedule_count(&schedule);
    if (count < 1 || count > SCHEDULE_GAMES_MAX || setup->engines < setup->seats ||
        setup->engines > SCHEDULE_ENGINES_MAX || setup->shard < 0 || setup->shard >= setup->shards)
        fuzz_fail("no league", setup->name);
    for (int64_t i = 0; i < count && i < ENTRIES; i++) {
        check_entry(setup, &schedule, i);
        check_entry(setup, &schedule, count - 1 - i);
    }
}

/* Returns whether it is taken. */
static bool read_league(const char *path, struct text *written) {
    struct error error = {.text = ""};
    struct setup setup;
    setup_init(&setup);
    bool good = setup_read(&setup, path, &error) && setup_finish(&setup, &error);
    if (good) {
        check_schedule(&setup);
        setup_write(&setup, written);
    } else if (!strstr(error.text, path) &&
               !(setup.openings.path && strstr(error.text, setup.openings.path))) {
        fuzz_fail("refused without a word of where", error.text);
    }
    setup_free(&setup);
    return good;
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    const unsigned char *part = memmem(data, size, PARTED, strlen(PARTED));
    size_t first = part ? (size_t)(part - data) + 1 : size;
    const unsigned char *behind = part ? part + strlen(PARTED) : data + size;
    struct text once = {0}, again = {0};
    const char *path = fuzz_file(0, data, first);
    if (strcmp(fuzz_file(1, behind, (size_t)(data + size - behind)), FUZZ_OPENINGS) != 0)
        abort();
    if (read_league(path, &once) &&
        (!read_league(path, &again) || strcmp(text_get(&once), text_get(&again)) != 0))
        fuzz_fail("another league when it is read again", text_get(&once));
    text_free(&once);
    text_free(&again);
    return 0;
}
