/* export_text.c - prints a record for people: who played whom, how it ended, each move and its
 * time. */
#include "config.h"

#include "record/export_parts.h"

#include "base/language.h"
#include "base/text.h"
#include "half/half_result.h"
#include "half/moves.h"
#include "record/record_league.h"
#include "record/record_rows.h"

enum { MOVES_A_LINE = 8, PRINTABLE_SIZE = 512 };

struct text_writer {
    FILE *file;
    const struct game *game; /* NULL: not known */
};

/* Makes a text safe to print: texts of a record come from engines and files, and must not control
 * the terminal. */
static const char *printable(const char *text, char to[PRINTABLE_SIZE]) {
    text_readable(to, PRINTABLE_SIZE, text ? text : "?");
    return to;
}

static bool print_game(void *context, const struct game_row *game, struct error *error) {
    FILE *file = ((const struct text_writer *)context)->file;
    char text[PRINTABLE_SIZE];
    (void)error;
    fprintf(file, _("\ngame %lld"), (long long)game->id);
    if (game->foreign_id) {
        fprintf(file, _(", known as %s"), printable(game->foreign_id, text));
        if (game->source && *game->source)
            fprintf(file, _(" of %s"), printable(game->source, text));
    } else {
        fprintf(file, _(", round %d"), game->round);
    }
    if (game->board_name && *game->board_name)
        fprintf(file, _(", board %s"), printable(game->board_name, text));
    if (game->seeded)
        fprintf(file, _(", seed %lld"), (long long)game->seed);
    fprintf(file, "%s\n ", game->tournament ? "" : _(", not a tournament game"));
    for (int i = 0; i < game->seats; i++) {
        fputs(i ? ", " : " ", file);
        fprintf(file, _("seat %d: %s"), i + 1, printable(game->player[i], text));
    }
    fprintf(file, "\n");
    return true;
}

/* Prints moves side by side, each with its milliseconds. */
static void print_moves(FILE *file, const char *moves, const char *clocks) {
    struct moves_reader reader = moves_read(moves, clocks);
    while (moves_next(&reader)) {
        bool first = reader.ply % MOVES_A_LINE == 1;
        char word[PRINTABLE_SIZE], text[PRINTABLE_SIZE];
        int length = reader.length < PRINTABLE_SIZE ? (int)reader.length : PRINTABLE_SIZE - 1;
        snprintf(word, sizeof word, "%.*s", length, reader.word);
        fprintf(file, "%s%s",
                !first           ? "  "
                : reader.ply > 1 ? "\n    "
                                 : "    ",
                printable(word, text));
        if (reader.took >= 0)
            fprintf(file, " (%.3f)", (double)reader.took / 1000);
    }
    fprintf(file, "\n");
}

static bool print_half(void *context, const struct game_row *game, const struct half_result *half,
                       struct error *error) {
    const struct text_writer *writer = context;
    FILE *file = writer->file;
    char text[PRINTABLE_SIZE];
    fprintf(file, _("  half %d:"), half->number);
    for (int i = 0; i < game->seats; i++)
        fprintf(file, " %+d", half->margin[i]);
    for (int i = 0; half->pointed && i < game->seats; i++)
        fprintf(file, "%s%d", i ? " " : _(", points "), half->points[i]);
    if (half->termination && *half->termination)
        fprintf(file, ", %s", half_end_shown(writer->game, printable(half->termination, text)));
    if (half->at_fault != MATCH_NOBODY)
        fprintf(file, _(" of seat %d"), half->at_fault + 1);
    if (half->text && *half->text)
        fprintf(file, "%s%s", _(": "), printable(half->text, text));
    if (half->moves)
        fprintf(file, ngettext(", %d move", ", %d moves", (unsigned long)half->plies), half->plies);
    fprintf(file, ", %s\n", printable(half->finished, text));
    if (half->moves && *half->moves)
        print_moves(file, half->moves, half->clocks);
    return export_is_taken(file, error);
}

bool export_write_text(struct record *record, FILE *file, struct error *error) {
    struct league_row league;
    if (!record_read_league(record, &league, error))
        return false;
    char name[PRINTABLE_SIZE], game[PRINTABLE_SIZE], started[PRINTABLE_SIZE];
    fprintf(file, _("%s: %s, begun %s\n"), printable(league.name, name),
            printable(league.game, game), printable(league.started, started));
    fputs(_("the milliseconds of each move are in brackets\n"), file);
    struct text_writer writer = {file, game_find(league.game)};
    league_row_free(&league);
    struct row_reader reader = {&writer, print_game, print_half, NULL};
    return record_read_games(record, &reader, error);
}
