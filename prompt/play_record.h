/* play_record.h - tournament games of the prompt in a record, for the weekly ranking.
 *
 * They are games outside the schedule (record_extra.h) with the source "prompt" and the id of the
 * saved game, so that each half is added once, however often it is submitted.
 *
 * The record notes each move of the half that is open, in a table of its own (prompt_game). So a
 * copy of the saved game cannot be used to try a line twice: a copy that has fewer moves than the
 * record, or other ones, is refused. A club's file takes no such games; they are played on its
 * site.
 */
#ifndef TRIANCEY_PROMPT_PLAY_RECORD_H
#define TRIANCEY_PROMPT_PLAY_RECORD_H

#include "games/game.h"

#include <stdbool.h>

struct error;
struct saved_game;

/* Who sat where. */
struct play_record_table {
    const struct game *game;
    const char *board_name, *board_line;
    int seats;
    const char *name[GAME_PLAYERS_MAX];
    bool person[GAME_PLAYERS_MAX];
    const char *id_name; /* what the engine calls itself, if there is one */
};

/* Whether the record (saved->league) can take the game: asked before it begins, and before it goes
 * on. A record that does not exist is made. False and a message. */
bool play_record_prepare(const struct saved_game *saved, const struct play_record_table *table,
                         struct error *error);

/* Notes the moves of a half (from 1) that is open. False and a message. */
bool play_record_note(const struct saved_game *saved, int half, struct error *error);

/* Whether a submitted game counts. */
enum play_record {
    PLAY_RECORD_COUNTS,
    PLAY_RECORD_OTHER, /* the same game differs in the record: this copy of it does not count */
    PLAY_RECORD_FAILED /* nothing was added */
};

/* Adds all halves that are over and not in the record yet. If the record has no reference, the
 * engine becomes it. A message unless the game counts. */
enum play_record play_record_add(const struct saved_game *saved,
                                 const struct play_record_table *table, struct error *error);

#endif
