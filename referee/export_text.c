/* export_text.c - a record for people: who played whom, how it ended, each move and its time. */
#include "config.h"

#include "referee/export.h"
#include "referee/match.h"
#include "referee/record_rows.h"

#include <stdlib.h>
#include <string.h>

enum { MOVES_A_LINE = 8 };

/* Texts of a record come from engines and files: they must not speak to the terminal. */
static void print(FILE *file, const char *before, const char *text) {
    char printable[512];
    text_printable(printable, sizeof printable, text ? text : "?");
    fprintf(file, "%s%s", before, printable);
}

static bool print_game(void *context, const struct game_row *game, char *error) {
    FILE *file = context;
    (void)error;
    fprintf(file, "\ngame %lld", (long long)game->id);
    if (game->foreign_id) {
        print(file, ", known as ", game->foreign_id);
        if (game->source && *game->source)
            print(file, " of ", game->source);
    } else {
        fprintf(file, ", round %d", game->round);
    }
    if (game->board_name && *game->board_name)
        print(file, ", board ", game->board_name);
    if (game->seeded)
        fprintf(file, ", seed %lld", (long long)game->seed);
    fprintf(file, "%s\n ", game->tournament ? "" : ", no tournament game");
    for (int i = 0; i < game->seats; i++) {
        fprintf(file, "%s seat %d:", i ? "," : "", i + 1);
        print(file, " ", game->player[i]);
    }
    fprintf(file, "\n");
    return true;
}

/* Moves side by side, each with its milliseconds. */
static void print_moves(FILE *file, const char *moves, const char *clocks) {
    for (int i = 0; *moves; i++) {
        int length = (int)strcspn(moves, " ");
        fprintf(file, "%s%.*s", i % MOVES_A_LINE ? "  " : i ? "\n    " : "    ", length, moves);
        moves += length + (moves[length] == ' ');
        char *end;
        long long took = clocks ? strtoll(clocks, &end, 10) : 0;
        if (clocks && end != clocks) {
            fprintf(file, " (%.3f)", (double)took / 1000);
            clocks = end;
        }
    }
    fprintf(file, "\n");
}

static bool print_half(void *context, const struct game_row *game, const struct half_row *half,
                       char *error) {
    FILE *file = context;
    (void)error;
    fprintf(file, "  half %d:", half->number);
    for (int i = 0; i < game->seats; i++)
        fprintf(file, " %+d", half->margin[i]);
    for (int i = 0; half->pointed && i < game->seats; i++)
        fprintf(file, "%s%d", i ? " " : ", points ", half->points[i]);
    if (half->termination && *half->termination)
        print(file, ", ", half->termination);
    if (half->at_fault != MATCH_NOBODY)
        fprintf(file, " of seat %d", half->at_fault + 1);
    if (half->text && *half->text)
        print(file, ": ", half->text);
    if (half->moves)
        fprintf(file, ", %d moves", half->plies);
    print(file, ", ", half->finished);
    fprintf(file, "\n");
    if (half->moves && *half->moves)
        print_moves(file, half->moves, half->clocks);
    return true;
}

bool export_text(struct record *record, FILE *file, char *error) {
    struct league_row league;
    if (!record_read_league(record, &league, error))
        return false;
    print(file, "", league.name);
    print(file, ": ", league.game);
    print(file, ", begun ", league.started);
    fprintf(file, "\nmoves have their milliseconds in brackets\n");
    league_row_free(&league);
    struct row_reader reader = {file, print_game, print_half, NULL};
    return record_read_games(record, &reader, error);
}
