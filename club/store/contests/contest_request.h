/* contest_request.h - a request about a contest (contest.h says what each of them needs), and its
 * way through a transaction.
 */
#ifndef TRIANCEY_CLUB_STORE_CONTESTS_CONTEST_REQUEST_H
#define TRIANCEY_CLUB_STORE_CONTESTS_CONTEST_REQUEST_H

#include "club/store/club.h"
#include "club/store/contests/contest_file.h"

#include <stdbool.h>
#include <stdint.h>

struct account;
struct error;

/* Who asks. */
struct contest_person {
    const struct account *account; /* NULL: none */
    bool operator;
    const char *key; /* of a player without account, or NULL; any text may come */
};

struct contest_request {
    const struct contest_person *who;
    const char *name, *code;   /* of the contest */
    const char *player, *team; /* names */
    const char *slip, *title;
    int64_t number;   /* of a player or a pairing */
    const int *score; /* of both seats */
    int presence, round, winner;
    bool force;
    int64_t now;
    struct contest *contest; /* filled in */

    /* For the sources of contest.h: the act is for the organiser alone; and the answer after which
     * all that was written is rolled back, CLUB_DONE: none. */
    bool organises;
    enum club_answer refused;
};

typedef enum club_answer contest_act(struct club *club, struct contest_request *request,
                                     struct error *error);

/* Finds the contest and does what is requested within a transaction. */
enum club_answer contest_run(struct club *club, struct contest_request *request, contest_act *act,
                             struct error *error);

/* Defines a function of contest.h: contest_run() of an act, perhaps for the organiser alone. */
#define CONTEST_ACT(name, act, for_organiser)                                                      \
    enum club_answer name(struct club *club, struct contest_request *request,                      \
                          struct error *error) {                                                   \
        request->organises = for_organiser;                                                        \
        return contest_run(club, request, act, error);                                             \
    }

/* The place of a player with this number; CLUB_UNKNOWN: there is none. */
enum club_answer contest_take_player(const struct contest *contest, int64_t number, int *place,
                                     struct error *error);

bool contest_is_organiser(const struct contest *contest, const struct contest_person *who);

/* The person's place among the players, or CONTEST_NOBODY. */
int contest_find_player(const struct contest *contest, const struct contest_person *who);

/* ---- how a contest goes on: contest_advance.c ------------------------------------------------ */

/* Rounds are added, results are noted, and what follows from a change by itself. For the sources of
 * contest.h, within a transaction. */

enum { CONTEST_RESULT_SIZE = 24 };

/* A result as the log has it: "12:9", "+:-" if one has not come; "" if there is none. Returns
 * `text`. */
const char *contest_write_result(const struct contest_pairing *pairing,
                                 char text[CONTEST_RESULT_SIZE]);

/* An entry of the log. */
struct contest_note {
    const char *by; /* NULL: the one who asks, as organiser or player */
    const char *what, *before, *after;
    int64_t who;                           /* a player's number, 0: none that is left */
    const struct contest_pairing *pairing; /* its round, board and first player; NULL: the last
                                              round, and `who` */
};
#define NOTE(...) ((struct contest_note){__VA_ARGS__})

/* Adds an entry to the log; beyond CONTEST_LOG_MAX nothing is added. The second adds what the two
 * players of a pairing have said. */
bool contest_note(struct club *club, const struct contest_request *request,
                  struct contest_note note, struct error *error);
bool contest_note_said(struct club *club, const struct contest_request *request, const char *by,
                       const char *what, const struct contest_pairing *pairing,
                       struct error *error);

/* Adds the next round, on the site with its tables; *count is how many pairings it has.
 * CLUB_CONFLICT: somebody may not play, and all that was written must be taken back. */
enum club_answer contest_add_round(struct club *club, struct contest_request *request, int *count,
                                   struct error *error);

/* How many players are here. */
int contest_count_here(const struct contest *contest);

/* The contest is over; the log says by whom it was ended (`by` of a note). */
enum club_answer contest_close(struct club *club, struct contest_request *request, const char *by,
                               struct error *error);

/* After something has changed: pairs the next round if all results are in and nothing holds it,
 * pairs those who are free in an arena, ends the contest after the last round. */
enum club_answer contest_advance(struct club *club, struct contest_request *request,
                                 struct error *error);

/* A player has gone: the other one wins their open pairing over the board, if there is one. */
bool contest_forfeit(struct club *club, struct contest_request *request, int player,
                     struct error *error);

/* ---- the pairings of a contest on the site as tables: contest_table.c ------------------------ */

/* They are opened with both players, and read when they are over. Within a transaction. */

/* The key of a guest's seat at a pairing's table, which follows from the contest's secret. */
void contest_seat_key(const struct contest *contest, const struct contest_pairing *pairing,
                      int seat, char key[DIGEST_SIZE]);

/* Opens the table of a pairing, and notes its name there. CLUB_CONFLICT: one of the players may not
 * play now; what was written must be taken back. */
enum club_answer contest_open_table(struct club *club, const struct contest *contest,
                                    struct contest_pairing *pairing, int64_t now,
                                    struct error *error);

/* Whether a table with this game, board and clock could be opened. */
enum club_answer contest_try_table(struct club *club, const struct contest *contest,
                                   const struct account *account, int64_t now, struct error *error);

/* Takes the result of a table that is over. *over false: it is not. A table that is gone had no
 * game: neither player has come. */
bool contest_table_result(struct club *club, struct contest_pairing *pairing, bool *over,
                          struct error *error);

/* ---- who meets whom, and who stands where: contest_rounds.c ---------------------------------- */

/* Pure functions of the results so far, by the formats of pairing/. */

static inline bool pairing_is_over(const struct contest_pairing *pairing) {
    return pairing->state >= PAIRING_AGREED;
}

/* How many rounds the contest has with its number of players; an arena has 0. */
int contest_rounds(const struct contest *contest);

/* Whether all results of the last round are in; in an arena, all results. */
bool contest_all_in(const struct contest *contest);

/* Fills in the pairings of the next round: round, board, players, and how they stand. There is room
 * for as many as there are players. In an arena, players who are free are paired, at boards that
 * are free; there may be none. Returns how many. */
int contest_make_round(const struct contest *contest, struct contest_pairing *next);

/* Points are halves, 2 for a win; `place` is shared by those who are equal. */
struct contest_standing {
    int player, place, points, buchholz, won, drawn, lost, byes;
    int64_t margin;
};

/* Fills in a row for each player, the best first; there is room for all. */
void contest_stand(const struct contest *contest, struct contest_standing *row);

/* A team has the sum of its players' points. contest_teams() fills in the teams, the best first,
 * and returns how many there are; `team` has room for as many as there are players. */
struct contest_team {
    const char *name;
    int points, players, place;
    int64_t margin;
};
int contest_teams(const struct contest *contest, const struct contest_standing *row,
                  struct contest_team *team);

#endif
