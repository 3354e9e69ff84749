/* live.h - the games of a league while they are played, for programs that follow them: a small file
 * beside the record, RECORD.live.
 *
 * The referee that plays writes it, at most ten times a second and only when there is news: all
 * halves that are being played at that moment, each with its moves until now. It never grows beyond
 * them. A finished half is in the record before it disappears here. Nothing waits for the disk, and
 * errors with this file never end a league.
 *
 * The referee holds a lock on the whole file (system_lock()) as long as it lives, and removes it at
 * its end. A file without a lock was left by a referee that was killed, and is ignored.
 *
 * The file is text in UTF-8, a JSON object a line. The first is the head, the last holds the
 * FNV-1a hash (64 bits, as 16 hexadecimal digits) of all bytes before it, so that a reader who
 * meets a half-written file notices it and reads again. Between them is a line for each half:
 *
 *     {"live":2,"league":"Spring","schedule":"7c31...","halves":1}
 *     {"game":17,"half":2,"round":3,"board":4,"board_name":"crepe","seats":["a","b"],
 *      "carry":[12,-12],"begun":"2025-11-22T16:46:40.000Z","moved":"2025-11-22T16:46:41.250Z",
 *      "moves":["12","7"],"clocks_us":[90,5]}
 *     {"end":"91c2f0aa53d10b6e"}
 *
 * Games, halves, rounds and boards count from 1 as in the record; "schedule" is that of its league.
 * "carry" are the margins of the halves before, by seat. "begun" and "moved" (the last move; the
 * beginning if there is none) are right to a tenth of a second. Moves and clocks are those of
 * half_json.h. Where hands are hidden, moves are written as the public sees them: a
 * player could read this file.
 */
#ifndef TRIANCEY_RECORD_LIVE_H
#define TRIANCEY_RECORD_LIVE_H

#include "base/calendar.h"
#include "games/game.h"

#include <stdint.h>

struct error;
struct live;

#define LIVE_SUFFIX ".live"

enum { LIVE_VERSION = 2, LIVE_BYTES_MAX = 1 << 20, LIVE_HALVES_MAX = 4096 };

/* A half that is being played. While it is written, its texts belong to the caller of live_play()
 * and must last until live_over(); when it is read, they belong to struct live_seen. */
struct live_half {
    int64_t game; /* game, half, round and board count from 1 */
    int half, round;
    int64_t board;
    const char *board_name;
    int seats;
    const char *player[GAME_PLAYERS_MAX];
    int carry[GAME_PLAYERS_MAX];
    char begun[CALENDAR_MOMENT_SIZE], moved[CALENDAR_MOMENT_SIZE]; /* filled in by the writer */
    const char *moves, *clocks; /* as moves.h has them; filled in by the writer, too */
};

/* ---- writing --------------------------------------------------------------------------------- */

/* Begins the file of a record that this process alone writes, with room for this many tables, and
 * starts a thread that writes it. A file of that name that is not ours is left alone. NULL and a
 * message. */
struct live *live_begin(const char *record, const char *league, const char *schedule, int tables,
                        struct error *error);

/* Removes the file. NULL is allowed here and below, and does nothing. */
void live_end(struct live *live);

/* Report what happens at a table (from 0): a half begins, a move, its end. Each table has one
 * thread that does so. */
void live_play(struct live *live, int table, const struct live_half *half);
void live_move(struct live *live, int table, const char *move, int64_t took);
void live_over(struct live *live, int table);

/* ---- reading --------------------------------------------------------------------------------- */

/* What was read of a file; begin with an empty struct. Texts are checked: UTF-8 without control
 * characters, moves of visible ASCII, as many clocks as moves. */
struct live_seen {
    char *league, *schedule;
    struct live_half *half;
    int halves;
    int64_t stamp[3]; /* of the file that was read, to see whether it has changed */
};

enum live_answer {
    LIVE_NEWS, /* it was read */
    LIVE_SAME, /* no news, or the file is just being written: the struct keeps what it had */
    LIVE_NONE  /* no referee plays here: the struct is empty */
};

/* Reads the file beside a record; any program may have written it. Does not wait. `before`, an
 * empty struct or NULL, gets what had been read until now if something else replaces it. */
enum live_answer live_read(struct live_seen *seen, const char *record, struct live_seen *before);
void live_seen_free(struct live_seen *seen);

#endif
