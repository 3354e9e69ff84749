/* chance_words.c - moves of chance in words. A move is a kind, a colon and a piece, or "?" for a
 * hidden piece. Pieces are gathered while the kind stays the same; when it changes, a line is
 * written. */
#include "config.h"

#include "prompt/chance_words.h"

#include "base/language.h"
#include "base/text.h"
#include "games/game.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Moves of one kind in a row. */
struct row {
    char kind[GAME_MOVE_TEXT]; /* "deal", or "show:2": with its seat */
    struct text pieces;
    unsigned long count; /* of `pieces` */
    bool hidden;         /* there are more, which cannot be seen */
};

/* The seat of a kind; 0: it has none. */
static int seat_of(const char *kind) {
    const char *colon = strchr(kind, ':');
    return colon ? colon[1] - '0' : 0;
}

static void add_dealt(const struct row *row, struct text *to) {
    if (row->pieces.length > 0 && row->hidden)
        text_addf(to,
                  ngettext("Dealt: %s; the other hands are hidden.\n",
                           "Dealt: %s; the other hands are hidden.\n", row->count),
                  text_get(&row->pieces));
    else if (row->pieces.length > 0)
        text_addf(to, ngettext("Dealt: %s.\n", "Dealt: %s.\n", row->count), text_get(&row->pieces));
    else
        text_add(to, _("The pieces are dealt.\n"));
}

/* Adds which pieces are left in a hand at the end of a deal, and what they cost: the digits on them
 * are added up. */
static void add_left(int seat, const char *pieces, struct text *to) {
    int points = 0;
    for (const char *at = pieces; *at; at++)
        points += *at >= '0' && *at <= '9' ? *at - '0' : 0;
    text_addf(to,
              ngettext("Left in the hand of seat %d: %s, %d point.\n",
                       "Left in the hand of seat %d: %s, %d points.\n", (unsigned long)points),
              seat, pieces, points);
}

static void end_row(struct row *row, struct text *to) {
    const char *kind = row->kind, *pieces = text_get(&row->pieces);
    if (strcmp(kind, "deal") == 0)
        add_dealt(row, to);
    else if (strcmp(kind, "draw") == 0 && *pieces)
        text_addf(to, _("Drawn: %s.\n"), pieces);
    else if (strcmp(kind, "draw") == 0)
        text_add(to, _("A piece is drawn.\n"));
    else if (strncmp(kind, "first:", 6) == 0)
        text_addf(to, _("Seat %d begins, with %s.\n"), seat_of(kind), pieces);
    else if (strncmp(kind, "show:", 5) == 0)
        add_left(seat_of(kind), pieces, to);
    else if (*kind)
        text_addf(to, "%s:%s\n", kind, pieces);
    text_clear(&row->pieces);
    row->count = 0;
    row->hidden = false;
}

/* Adds a move to the row, or ends the row and begins another if the move is of another kind. The
 * kind is what stands before the last colon. */
static void add_move(struct row *row, const char *move, struct text *to) {
    const char *colon = strrchr(move, ':');
    size_t length = colon ? (size_t)(colon - move) : 0;
    if (strncmp(row->kind, move, length) != 0 || row->kind[length]) {
        end_row(row, to);
        snprintf(row->kind, sizeof row->kind, "%.*s", (int)length, move);
    }
    if (strcmp(colon ? colon + 1 : move, "?") == 0) {
        row->hidden = true;
    } else {
        text_add_word(&row->pieces, colon ? colon + 1 : move);
        row->count++;
    }
}

void chance_words_add(const char *moves, struct text *to) {
    struct row row = {.kind = ""};
    char move[GAME_MOVE_TEXT];
    for (int used = 0; sscanf(moves, "%63s%n", move, &used) == 1; moves += used)
        add_move(&row, move, to);
    end_row(&row, to);
    text_free(&row.pieces);
}
