/* contest_file.h - contests as the club's file has them. All that writes is done within a
 * transaction.
 */
#ifndef TRIANCEY_CLUB_STORE_CONTESTS_CONTEST_FILE_H
#define TRIANCEY_CLUB_STORE_CONTESTS_CONTEST_FILE_H

#include "base/digest.h"
#include "base/secret.h"
#include "club/store/club.h"
#include "club/store/person_name.h"

#include <stdbool.h>
#include <stdint.h>

struct error;

enum {
    CONTEST_PLAYERS_MAX = 256,
    CONTEST_ROUNDS_MAX = 40,
    CONTEST_BATCHES_MAX = 2000, /* rounds of an arena, each of a pair or more */
    CONTEST_MINUTES_MAX = 24 * 60,
    CONTEST_SCORE_MAX = 9999,
    CONTEST_TITLE_MAX = 60,  /* characters */
    CONTEST_CODE_DIGITS = 8, /* of 31 characters: 2^39 codes */
    CONTESTS_OF_ACCOUNT_MAX = 20,
    CONTEST_LOG_MAX = 5000, /* entries */
    CONTEST_WORD_SIZE = 80
};

enum {
    CONTEST_TITLE_SIZE = 4 * CONTEST_TITLE_MAX + 1,
    CONTEST_CODE_SIZE = CONTEST_CODE_DIGITS + 1
};

#define CONTEST_CLASS_MS (INT64_C(14) * 24 * 3600 * 1000)
#define CONTEST_KEPT_MS  (INT64_C(400) * 24 * 3600 * 1000) /* after its last change */

enum { CONTEST_NOBODY = -1 };

enum contest_format { CONTEST_SWISS, CONTEST_ROUNDROBIN, CONTEST_KNOCKOUT, CONTEST_ARENA };
enum contest_state { CONTEST_ENTRY, CONTEST_RUNS, CONTEST_OVER };
enum contest_presence { CONTEST_HERE, CONTEST_ABSENT, CONTEST_WITHDRAWN };

/* How a pairing stands. From PAIRING_AGREED on it has its result. */
enum pairing_state {
    PAIRING_OPEN,
    PAIRING_SAID,    /* by one of the two */
    PAIRING_DIFFERS, /* they say different things */
    PAIRING_AGREED,
    PAIRING_DECIDED, /* by the organiser */
    PAIRING_TABLE,   /* played on the site */
    PAIRING_WALKOVER,
    PAIRING_BYE,
    PAIRING_VOID /* neither of the two has come */
};

struct contest_player {
    int64_t id, account;         /* account 0: none */
    char name[PERSON_NAME_SIZE]; /* "": a deleted account */
    char team[PERSON_NAME_SIZE]; /* "": none */
    char hash[DIGEST_SIZE];      /* of the key of somebody without account; "": none */
    enum contest_presence presence;
    int64_t seen; /* when the player's device last asked; 0: never */
};

struct contest_pairing {
    int64_t id;
    int round, board; /* both from 1 */
    int player[2];    /* places in the list of players; [1] CONTEST_NOBODY: a bye */
    enum pairing_state state;
    bool has_said[2];
    int said[2][2];          /* by each seat, the scores of both seats */
    int score[2];            /* of a result that is played or decided */
    int winner;              /* a seat, or CONTEST_NOBODY */
    char table[SECRET_SIZE]; /* where it is played on the site; "": over the board */
    int deciders;            /* tables before this one that were tied; at every other one the two
                                have changed seats */
};

/* A contest as the file has it. Empty: all zero. */
struct contest {
    int64_t id, owner; /* owner 0: the operator */
    char name[SECRET_SIZE];
    char title[CONTEST_TITLE_SIZE];
    enum contest_format format;
    bool class, public, by_hand; /* by_hand: rounds after the first wait for the organiser */
    bool held;                   /* a round was taken back: the next one waits, too */
    int rounds, minutes; /* rounds 0: as many as the format has with the players that come */
    char game[CONTEST_WORD_SIZE], grid[CONTEST_WORD_SIZE]; /* game "": over the board */
    int64_t clock, increment;
    char secret[DIGEST_SIZE], code[CONTEST_CODE_SIZE];
    enum contest_state state;
    int round, places; /* the last round that was paired; places of an all-play-all */
    int64_t created, begun, changed;
    struct contest_player *player;
    int players, player_room;
    struct contest_pairing *pairing; /* in the order of rounds and boards */
    int pairings, pairing_room;
};

void contest_free(struct contest *contest);

/* The words of formats, states and so on, for programs. */
extern const char *const contest_format_name[],
    *const contest_state_name[], *const contest_presence_name[], *const contest_pairing_name[];

/* Reads a contest by its name or, if that is NULL, by its code, in place of what was there.
 * CLUB_UNKNOWN: there is none. */
enum club_answer contest_load(struct club *club, const char *name, const char *code,
                              struct contest *contest, struct error *error);

/* Adds a contest, and gives it its number; writes its row. */
bool contest_add_row(struct club *club, struct contest *contest, struct error *error);
bool contest_write(struct club *club, struct contest *contest, int64_t now, struct error *error);

/* Adds a player to the file and to the list, and writes one. `name` is NULL where it stays. */
bool contest_add_player(struct club *club, struct contest *contest,
                        const struct contest_player *player, const struct person_name *name,
                        struct error *error);
bool contest_write_player(struct club *club, const struct contest_player *player,
                          const struct person_name *name, struct error *error);

/* Takes a player out who has no pairing. */
bool contest_drop_player(struct club *club, struct contest *contest, int player,
                         struct error *error);

/* Whether a name looks like that of a player (but this one, 0: none). */
enum club_answer contest_check_name(struct club *club, const struct contest *contest,
                                    const struct person_name *name, int64_t but,
                                    struct error *error);

/* Adds pairings to the file and to the list; writes one; takes those of a round out. */
bool contest_add_pairings(struct club *club, struct contest *contest,
                          const struct contest_pairing *pairing, int count, struct error *error);
bool contest_write_pairing(struct club *club, const struct contest_pairing *pairing,
                           struct error *error);
bool contest_drop_round(struct club *club, struct contest *contest, int round, struct error *error);

/* Adds "contests": those that an account (0: none) organises or plays in, and public ones, the
 * newest first. */
bool contests_add_list(struct club *club, int64_t account, const struct page_request *page,
                       int64_t *total, struct json *json, struct error *error);

/* Adds "log", the oldest entry first: what was done, in which round and at which board, with whom,
 * and what it was before and after. */
bool contest_add_log(struct club *club, const struct contest *contest, struct json *json,
                     struct error *error);

#endif
