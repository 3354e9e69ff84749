/* progress.h - the progress of a league while it is played.
 *
 * On a terminal it is one line that is rewritten: games done and to do, rate, time left, and who
 * leads; in a match of two engines the mean margin of the first and the state of its sequential
 * test. Elsewhere it is a line for each game; for programs a JSON object for each half and each
 * game, and for each move if that is wanted; with --quiet nothing. Not safe for threads: callers
 * take turns.
 */
#ifndef TRIANCEY_REFEREE_LEAGUE_PROGRESS_H
#define TRIANCEY_REFEREE_LEAGUE_PROGRESS_H

#include "games/game.h"
#include "pairing/schedule.h"
#include "pairing/trial.h"
#include "referee/match/match.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct record_game;
struct setup;

/* In JSON hidden hands are masked, as for the public, unless they are to be revealed. */
enum progress_kind {
    PROGRESS_QUIET,
    PROGRESS_LINES,
    PROGRESS_LIVE,
    PROGRESS_JSON,
    PROGRESS_REVEALED
};

/* The kind for people that suits a stream. */
enum progress_kind progress_choose(bool quiet, FILE *file);

struct progress {
    enum progress_kind kind;
    FILE *file;
    const struct setup *setup;
    struct schedule schedule;
    bool match; /* two engines play against each other, and the trial follows them */
    struct trial trial;
    int64_t games, done, done_before;
    int64_t started, shown; /* clock_us() */
    struct progress_total {
        int64_t games, margin;
    } * total; /* of each engine, against the reference if there is one; repeated games once */
    struct repeats seen;
    int64_t unopened; /* halves for which no opening could be found */
};

/* A finished game: its halves' margins, how they ended, and who was at fault in them. */
struct progress_game {
    const struct schedule_entry *entry;
    const char *board;
    int total[GAME_PLAYERS_MAX]; /* margin of each seat, over all halves */
    struct repeats_whole same;   /* by which repeated games are recognised */
    int margin[GAME_HALVES_MAX][GAME_PLAYERS_MAX];
    const char *termination[GAME_HALVES_MAX];     /* NULL where it was played in an earlier run */
    int at_fault[GAME_HALVES_MAX];                /* a seat, or MATCH_NOBODY */
    char fault[GAME_HALVES_MAX][FAULT_TEXT_SIZE]; /* what was wrong, for people; "": nothing */
};

void progress_begin(struct progress *progress, enum progress_kind kind, FILE *file,
                    const struct setup *setup);

/* Counts a game that the record had already: game_queue_new() calls it with the progress. */
void progress_found(void *progress, const struct record_game *game);

/* Play begins: all games that the record had have been counted. */
void progress_start(struct progress *progress);

/* For programs, where the setup asks for moves: a half begins, with the margins so far by seat and
 * the position if one is spelled out, and a move is made in it. `text` is the move as the
 * public sees it. */
bool progress_shows_moves(const struct progress *progress);
void progress_begin_half(struct progress *progress, const struct schedule_entry *entry,
                         const char *board, const struct match_half *match);
void progress_move(struct progress *progress, const struct schedule_entry *entry, int half, int ply,
                   const char *text, const struct match_move *move);

void progress_half(struct progress *progress, const struct schedule_entry *entry, const char *board,
                   const struct match_result *result);
void progress_game(struct progress *progress, const struct progress_game *game);

/* Tells the user something about the run as a whole. */
void progress_note(const struct progress *progress, const char *text);

/* Games per second in this run, 0 while that is unknown; and the seconds that the other games will
 * take, negative while that is unknown. Games that are being played count as half done, so that the
 * first of many at the same time does not seem slow. */
double progress_rate(const struct progress *progress, int64_t now);
double progress_left(const struct progress *progress, int64_t now);

/* Ends the line and frees. */
void progress_end(struct progress *progress);

#endif
