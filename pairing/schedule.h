/* schedule.h - which engines meet, where and with which seed: a pure function of a few numbers.
 *
 * A league has rounds; in a round groups of engines meet, each on every board of the round. A game
 * of several halves changes who begins inside itself, and the seats change from round to round; a
 * game of one half is played once for each seat, as legs in which the seats rotate, on the same
 * board with the same seed. Nothing is stored: entry i is computed from i, so that a league can be
 * resumed or dealt out to several machines. Rounds come first, so that more of them may be added
 * later.
 *
 * The format (format.h) says which engines meet; where that depends on the results of the round
 * before, tournament.h does. In a format with deciders each round keeps numbers free for them,
 * which only tied meetings play.
 */
#ifndef TRIANCEY_PAIRING_SCHEDULE_H
#define TRIANCEY_PAIRING_SCHEDULE_H

#include "games/game.h"
#include <stdbool.h>
#include <stdint.h>

enum {
    SCHEDULE_ENGINES_MAX = 1000,    /* of one league */
    SCHEDULE_GAMES_MAX = 100000000, /* games of a league */
    SCHEDULE_WORD_SIZE = 16         /* bytes of a word, with the final zero */
};

/* Where the boards of a round come from. */
enum schedule_source {
    SCHEDULE_ALL,  /* the whole list, in order */
    SCHEDULE_DRAW, /* some of the list, drawn by the seed in each round */
    SCHEDULE_WORDS /* new ones, made from words of the seed */
};

struct format;

/* What a league was before engines joined it: its engines are the first ones of the later league.
 */
struct schedule_past {
    int engines, rounds;
};

struct schedule {
    const struct format *format;
    int seats; /* of one game: 2 to GAME_PLAYERS_MAX, and at most as many as engines */
    int engines, rounds;
    const int *order; /* the engines: champions first, or by seeding; NULL: as they are */
    int champions;    /* how many, where the format has any */
    enum schedule_source source;
    int list;   /* boards in the list */
    int boards; /* in a round */
    int halves; /* of one game */
    uint64_t seed;
    /* What the league was each time that engines joined it, oldest first; only in formats with
     * row() (format.h). The games that it had by then keep their numbers; the meetings that the new
     * engines bring come after them, round by round. Engines and rounds never get fewer. */
    const struct schedule_past *past;
    int pasts;
    /* Swiss pairs among people, by engine; NULL: all play, and all are of different teams. Who is
     * absent has no meeting in the next round; those with the same team, a number from 1, meet only
     * if they must. */
    const bool *absent;
    const int *team;
};

struct schedule_entry {
    int64_t number; /* from 0 */
    int round;      /* from 0 */
    int meeting;    /* in its round, from 0 */
    int64_t pair;   /* legs of one encounter share it; from 0 through the whole league */
    int board;      /* its number: in the list, or of a word through the whole league */
    int leg;        /* from 0 */
    int decider;    /* 0: none, else which one */
    int seats;
    int engine[GAME_PLAYERS_MAX]; /* by seat; not filled in where results decide */
    uint64_t seed;                /* of the encounter: the same for all its legs */
};

/* How many numbers there are: of games, and of deciders that may never be played. Larger numbers
 * than SCHEDULE_GAMES_MAX are not distinguished. */
int64_t schedule_count(const struct schedule *schedule);

/* How many games are played in any case: without deciders. */
int64_t schedule_games(const struct schedule *schedule);

/* The entry with a number below schedule_count(). */
struct schedule_entry schedule_get(const struct schedule *schedule, int64_t number);

/* Puts the engines of a group on their seats: the first on seat `turn` and on from there with each
 * leg. Where there are more than two seats the order round the table is reversed in odd turns. */
void schedule_seat(struct schedule_entry *entry, const int *member, int turn);

/* The number of the first game of a round, or of a decider of it; it ends where the next begins. */
int64_t schedule_first(const struct schedule *schedule, int round, int decider);

/* The seed of an encounter (from 0), from the seed of the league. */
uint64_t schedule_seed(uint64_t seed, int64_t pair);

/* What an engine is given as seed in a half (from 1), and what chance is drawn from: below 2^63. */
uint64_t schedule_engine_seed(const struct schedule_entry *entry, int engine, int half);
uint64_t schedule_chance_seed(const struct schedule_entry *entry, int half);

/* Puts the engines of a league in the order that its seed draws. */
void schedule_draw_order(uint64_t seed, int engines, int *order);

/* The word that a board is made from. */
void schedule_word(const struct schedule *schedule, int board, char word[SCHEDULE_WORD_SIZE]);

/* Which of the shards plays an encounter, from 0, and how many games a shard has. Whole encounters
 * are dealt out one by one, as cards of which each round is a pack, in an order that the seed
 * shuffles: the meetings of a round are permuted, and from one meeting to the next the boards move
 * on by one place, in an order that is drawn again as soon as each has had every place. So each
 * shard has every board and every pair of engines about equally often, whatever their numbers. For
 * formats whose rounds are alike and have no deciders. */
int schedule_shard(const struct schedule *schedule, int64_t pair, int shards);

/* The part of an encounter, for this many meetings and boards in a round. */
int schedule_deal(uint64_t seed, int64_t meetings, int64_t boards, int64_t pair, int shards);
int64_t schedule_shard_games(const struct schedule *schedule, int shard, int shards);

#endif
