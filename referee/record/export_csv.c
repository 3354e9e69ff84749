/* export_csv.c - a record as import.h reads it: one row for each game of which a half was finished.
 */
#include "config.h"

#include "base/csv.h"
#include "base/language.h"
#include "referee/record/export.h"
#include "referee/record/import.h"
#include "referee/record/query.h"
#include "referee/record/record_league.h"
#include "referee/record/record_rows.h"

#include <stdlib.h>
#include <string.h>

struct writer {
    FILE *file;
    const struct league_row *league;
    int seats, halves;     /* columns of each */
    int written;           /* halves of this game */
    struct text end, half; /* the game's time, and the columns of its halves */
};

/* Columns of a half, in the order of add_half(). */
static void add_half_names(struct text *row, int half, int seats) {
    static const char *const names[] = {"termination", "text",   "at_fault", "plies",
                                        "moves",       "clocks", "finished"};
    text_addf(row, ",margin%d", half);
    for (int seat = 2; seat <= seats; seat++)
        text_addf(row, ",margin%d_%d", half, seat);
    text_addf(row, ",points%d", half);
    for (int seat = 2; seat <= seats; seat++)
        text_addf(row, ",points%d_%d", half, seat);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        text_addf(row, ",%s%d", names[i], half);
}

static bool write_names(const struct writer *writer, char *error) {
    struct text row = {0};
    text_add(&row, "id,source,game,player,opponent");
    for (int seat = 3; seat <= writer->seats; seat++)
        text_addf(&row, ",player%d", seat);
    text_add(&row, ",tournament,board,spelled,seed,time");
    for (int half = 1; half <= writer->halves; half++)
        add_half_names(&row, half, writer->seats);
    bool failed = row.failed;
    fprintf(writer->file, "%s\n", text_get(&row));
    text_free(&row);
    return failed ? error_set(error, _("out of memory")) : export_taken(writer->file, error);
}

static void add_field(struct text *row, const char *field) {
    text_add(row, ",");
    csv_add(row, field ? field : "");
}

static void add_number(struct text *row, bool known, int64_t number) {
    text_add(row, ",");
    if (known)
        text_add_number(row, number);
}

static bool add_half(void *context, const struct game_row *game, const struct half_result *half,
                     char *error) {
    struct writer *writer = context;
    struct text *row = &writer->half;
    if (half->number != writer->written + 1 || half->number > writer->halves)
        return error_set(error, _("game %lld: its halves are not numbered from 1 to %d"),
                         (long long)game->id, writer->halves);
    writer->written++;
    for (int i = 0; i < writer->seats; i++)
        add_number(row, i < game->seats, half->margin[i]);
    for (int i = 0; i < writer->seats; i++)
        add_number(row, half->pointed && i < game->seats, half->points[i]);
    add_field(row, half->termination);
    add_field(row, half->text);
    add_number(row, half->at_fault != MATCH_NOBODY, half->at_fault + 1);
    add_number(row, half->moves || half->plies > 0, half->plies);
    add_field(row, half->moves);
    add_field(row, half->clocks);
    add_field(row, half->finished);
    if (!half->finished || strcmp(half->finished, text_get(&writer->end)) > 0) {
        text_clear(&writer->end);
        text_add(&writer->end, half->finished ? half->finished : "");
    }
    return true;
}

static bool begin_game(void *context, const struct game_row *game, char *error) {
    struct writer *writer = context;
    (void)game;
    (void)error;
    text_clear(&writer->half);
    text_clear(&writer->end);
    writer->written = 0;
    return true;
}

static void add_game(const struct writer *writer, const struct game_row *game, struct text *row) {
    char source[EXPORT_SOURCE_SIZE], id[24];
    csv_add(row, export_id(game, id));
    add_field(row, export_source(writer->league, game, source));
    add_field(row, writer->league->game);
    for (int i = 0; i < writer->seats; i++)
        add_field(row, game->player[i]);
    text_add(row, game->tournament ? ",yes" : ",no");
    add_field(row, game->board_name);
    add_field(row, game->board_line);
    add_number(row, game->seeded, game->seed);
    add_field(row, text_get(&writer->end));
}

static bool write_game(void *context, const struct game_row *game, char *error) {
    struct writer *writer = context;
    struct text row = {0};
    if (writer->written == 0)
        return true;
    add_game(writer, game, &row);
    text_add(&row, text_get(&writer->half));
    for (int half = writer->written; half < writer->halves; half++)
        for (int i = 0; i < 2 * writer->seats + 7; i++)
            text_add(&row, ",");
    bool failed = row.failed || writer->half.failed || writer->end.failed;
    fprintf(writer->file, "%s\n", text_get(&row));
    text_free(&row);
    return failed ? error_set(error, _("out of memory")) : export_taken(writer->file, error);
}

bool export_csv(struct record *record, FILE *file, char *error) {
    struct league_row league;
    int64_t seats;
    if (!record_read_league(record, &league, error))
        return false;
    struct writer writer = {.file = file, .league = &league, .halves = league.halves};
    struct row_reader reader = {&writer, begin_game, add_half, write_game};
    bool done = query_ask(record,
                          "SELECT 2 + IFNULL(MAX((seat3 IS NOT NULL) + (seat4 IS NOT NULL)), 0)"
                          " FROM game",
                          NULL, &seats, error);
    writer.seats = (int)seats;
    done = done && write_names(&writer, error) && record_read_games(record, &reader, error);
    text_free(&writer.half);
    text_free(&writer.end);
    league_row_free(&league);
    return done;
}
