/* contest_file.c - contests in the file. A contest is read whole, since pairing needs all of it:
 * at most 256 players, and half as many pairings a round. Nothing of it stays in memory after a
 * request, so there is nothing to keep in step with the file. Numbers that become indexes are
 * checked here, once. */
#include "config.h"

#include "club/store/contests/contest_file.h"

#include "base/error.h"
#include "base/language.h"
#include "base/list.h"
#include "base/needed.h"
#include "record/query.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const contest_format_name[] = {"swiss", "roundrobin", "knockout", "arena", NULL};
const char *const contest_state_name[] = {"entry", "runs", "over"};
const char *const contest_presence_name[] = {"here", "absent", "withdrawn", NULL};
const char *const contest_pairing_name[] = {"open",  "said",     "differs", "agreed", "decided",
                                            "table", "walkover", "bye",     "void"};

void contest_free(struct contest *contest) {
    free(contest->player);
    free(contest->pairing);
    *contest = (struct contest){0};
}

/* ---- reading --------------------------------------------------------------------------------- */

static bool contest_damaged(const struct contest *contest, struct error *error) {
    return error_set(error, _("the contest %s is damaged in the file"), contest->name);
}

static void keep_player(struct contest *contest, const struct contest_player *player) {
    contest->player =
        needed(list_grow(contest->player, contest->players, &contest->player_room, sizeof *player));
    contest->player[contest->players++] = *player;
}

static void keep_pairing(struct contest *contest, const struct contest_pairing *pairing) {
    contest->pairing = needed(
        list_grow(contest->pairing, contest->pairings, &contest->pairing_room, sizeof *pairing));
    contest->pairing[contest->pairings++] = *pairing;
}

static bool load_players(struct club *club, struct contest *contest, struct error *error) {
    struct query rows;
    bool good = true;
    query_keep(
        &rows, club->record,
        "SELECT id, account, IFNULL((SELECT name FROM club_account WHERE id = account), name),"
        " team, hash, presence, seen FROM club_contest_player WHERE contest = ? ORDER BY id",
        VALUES(value_int(contest->id)));
    while (good && query_step(&rows)) {
        struct contest_player player = {.id = query_int64(&rows, 0),
                                        .account = query_int64(&rows, 1),
                                        .presence = (enum contest_presence)query_int(&rows, 5),
                                        .seen = query_int64(&rows, 6)};
        query_copy(&rows, 2, player.name, sizeof player.name);
        query_copy(&rows, 3, player.team, sizeof player.team);
        query_copy(&rows, 4, player.hash, sizeof player.hash);
        good = (contest->players < CONTEST_PLAYERS_MAX && query_int(&rows, 5) >= CONTEST_HERE &&
                query_int(&rows, 5) <= CONTEST_WITHDRAWN) ||
               contest_damaged(contest, error);
        if (good)
            keep_player(contest, &player);
    }
    return query_close(&rows, error) && good;
}

/* The place of a player, by number; CONTEST_NOBODY: there is none. */
static int place_of(const struct contest *contest, int64_t id) {
    for (int i = 0; i < contest->players; i++)
        if (contest->player[i].id == id)
            return i;
    return CONTEST_NOBODY;
}

static void read_pairing(const struct contest *contest, const struct query *row,
                         struct contest_pairing *pairing) {
    *pairing = (struct contest_pairing){
        .id = query_int64(row, 0),
        .round = query_int(row, 1),
        .board = query_int(row, 2),
        .player = {place_of(contest, query_int64(row, 3)),
                   query_is_null(row, 4) ? CONTEST_NOBODY : place_of(contest, query_int64(row, 4))},
        .state = (enum pairing_state)query_int(row, 5),
        .score = {query_int(row, 10), query_int(row, 11)},
        .winner = query_is_null(row, 12) ? CONTEST_NOBODY : query_int(row, 12),
        .deciders = query_int(row, 14)};
    for (int seat = 0; seat < 2; seat++) {
        pairing->has_said[seat] = !query_is_null(row, 6 + 2 * seat);
        for (int k = 0; k < 2; k++)
            pairing->said[seat][k] = query_int(row, 6 + 2 * seat + k);
    }
    query_copy(row, 13, pairing->table, sizeof pairing->table);
}

static bool pairing_is_sound(const struct contest *contest, const struct contest_pairing *pairing,
                             bool bye) {
    return pairing->player[0] >= 0 && (bye || pairing->player[1] >= 0) &&
           pairing->player[0] != pairing->player[1] && pairing->round >= 1 &&
           pairing->round <= contest->round && pairing->board >= 1 &&
           pairing->state >= PAIRING_OPEN && pairing->state <= PAIRING_VOID &&
           pairing->winner >= CONTEST_NOBODY && pairing->winner <= 1 &&
           (!bye || (pairing->state == PAIRING_BYE && pairing->winner == 0));
}

static bool load_pairings(struct club *club, struct contest *contest, struct error *error) {
    struct query rows;
    bool good = true;
    query_keep(&rows, club->record,
               "SELECT id, round, board, player1, player2, state, said11, said12, said21, said22,"
               " score1, score2, winner, tab, deciders FROM club_contest_pairing WHERE contest = ?"
               " ORDER BY round, id",
               VALUES(value_int(contest->id)));
    while (good && query_step(&rows)) {
        struct contest_pairing pairing;
        read_pairing(contest, &rows, &pairing);
        good = pairing_is_sound(contest, &pairing, query_is_null(&rows, 4)) ||
               contest_damaged(contest, error);
        if (good)
            keep_pairing(contest, &pairing);
    }
    return query_close(&rows, error) && good;
}

#define CONTEST_COLUMNS                                                                            \
    "SELECT id, name, owner, title, format, class, public, by_hand, held, rounds, minutes, game,"  \
    " grid, clock, increment, secret, code, state, round, places, created, begun, changed"         \
    " FROM club_contest WHERE "

static bool contest_read_row(const struct query *row, struct contest *contest) {
    contest->id = query_int64(row, 0);
    query_copy(row, 1, contest->name, sizeof contest->name);
    contest->owner = query_int64(row, 2);
    query_copy(row, 3, contest->title, sizeof contest->title);
    contest->format = (enum contest_format)query_int(row, 4);
    contest->class = query_int(row, 5);
    contest->public = query_int(row, 6);
    contest->by_hand = query_int(row, 7);
    contest->held = query_int(row, 8);
    contest->rounds = query_int(row, 9);
    contest->minutes = query_int(row, 10);
    query_copy(row, 11, contest->game, sizeof contest->game);
    query_copy(row, 12, contest->grid, sizeof contest->grid);
    contest->clock = query_int64(row, 13);
    contest->increment = query_int64(row, 14);
    query_copy(row, 15, contest->secret, sizeof contest->secret);
    query_copy(row, 16, contest->code, sizeof contest->code);
    contest->state = (enum contest_state)query_int(row, 17);
    contest->round = query_int(row, 18);
    contest->places = query_int(row, 19);
    contest->created = query_int64(row, 20);
    contest->begun = query_int64(row, 21);
    contest->changed = query_int64(row, 22);
    return contest->format >= CONTEST_SWISS && contest->format <= CONTEST_ARENA &&
           contest->state >= CONTEST_ENTRY && contest->state <= CONTEST_OVER &&
           contest->rounds >= 0 && contest->rounds <= CONTEST_ROUNDS_MAX && contest->places >= 0 &&
           contest->places <= CONTEST_PLAYERS_MAX && contest->round >= 0 &&
           contest->round <= CONTEST_BATCHES_MAX;
}

enum club_answer contest_load(struct club *club, const char *name, const char *code,
                              struct contest *contest, struct error *error) {
    struct query row;
    contest_free(contest);
    query_keep(&row, club->record, name ? CONTEST_COLUMNS "name = ?" : CONTEST_COLUMNS "code = ?",
               VALUES(value_text(name ? name : code)));
    bool there = query_step(&row), good = !there || contest_read_row(&row, contest);
    if (!query_close(&row, error))
        return CLUB_FAILED;
    if (!there)
        return club_refuse(CLUB_UNKNOWN, error,
                           name ? _("there is no such tournament")
                                : _("no tournament has this code: look at it once more"));
    if (good ? load_players(club, contest, error) && load_pairings(club, contest, error)
             : contest_damaged(contest, error))
        return CLUB_DONE;
    contest_free(contest);
    return CLUB_FAILED;
}

/* ---- the contest ----------------------------------------------------------------------------- */

bool contest_add_row(struct club *club, struct contest *contest, struct error *error) {
    if (!query_write(club->record,
                     "INSERT INTO club_contest (name, owner, title, format, class, public,"
                     " by_hand, rounds, minutes, game, grid, clock, increment, secret, code,"
                     " created, changed, held, state, round, places, begun) VALUES"
                     " (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?16,"
                     " 0, 0, 0, 0, 0)",
                     VALUES(value_text(contest->name), value_int_if(contest->owner, contest->owner),
                            value_text(contest->title), value_int(contest->format),
                            value_int(contest->class), value_int(contest->public),
                            value_int(contest->by_hand), value_int(contest->rounds),
                            value_int(contest->minutes), value_text(contest->game),
                            value_text(contest->grid), value_int(contest->clock),
                            value_int(contest->increment), value_text(contest->secret),
                            value_text(contest->code), value_int(contest->created)),
                     error))
        return false;
    contest->id = query_new_id(club->record);
    return true;
}

bool contest_write(struct club *club, struct contest *contest, int64_t now, struct error *error) {
    contest->changed = now;
    return query_write(club->record,
                       "UPDATE club_contest SET held = ?2, state = ?3, round = ?4, places = ?5,"
                       " begun = ?6, changed = ?7 WHERE id = ?1",
                       VALUES(value_int(contest->id), value_int(contest->held),
                              value_int(contest->state), value_int(contest->round),
                              value_int(contest->places), value_int(contest->begun),
                              value_int(contest->changed)),
                       error);
}

/* ---- players --------------------------------------------------------------------------------- */

enum club_answer contest_check_name(struct club *club, const struct contest *contest,
                                    const struct person_name *name, int64_t but,
                                    struct error *error) {
    char like[PERSON_NAME_SIZE];
    if (!query_ask_text(club->record,
                        "SELECT name FROM club_contest_player WHERE contest = ? AND id <> ?"
                        " AND (look = ? OR folded = ?)",
                        VALUES(value_int(contest->id), value_int(but), value_text(name->look),
                               value_text(name->folded)),
                        like, sizeof like, error))
        return CLUB_FAILED;
    return *like ? club_refuse(CLUB_CONFLICT, error,
                               _("the name %s looks like %s, who plays here: choose another one"),
                               name->text, like)
                 : CLUB_DONE;
}

bool contest_add_player(struct club *club, struct contest *contest,
                        const struct contest_player *player, const struct person_name *name,
                        struct error *error) {
    struct contest_player added = *player;
    if (!query_write(club->record,
                     "INSERT INTO club_contest_player (contest, account, name, look, folded, team,"
                     " hash, presence, seen) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                     VALUES(value_int(contest->id), value_int_if(player->account, player->account),
                            value_text(name->text), value_text(name->look),
                            value_text(name->folded), value_text(player->team),
                            value_text(*player->hash ? player->hash : NULL),
                            value_int(player->presence), value_int(player->seen)),
                     error))
        return false;
    added.id = query_new_id(club->record);
    snprintf(added.name, sizeof added.name, "%s", name->text);
    keep_player(contest, &added);
    return true;
}

bool contest_write_player(struct club *club, const struct contest_player *player,
                          const struct person_name *name, struct error *error) {
    return query_write(club->record,
                       "UPDATE club_contest_player SET team = ?2, presence = ?3, seen = ?4"
                       " WHERE id = ?1",
                       VALUES(value_int(player->id), value_text(player->team),
                              value_int(player->presence), value_int(player->seen)),
                       error) &&
           (!name || query_write(club->record,
                                 "UPDATE club_contest_player SET name = ?2, look = ?3, folded = ?4"
                                 " WHERE id = ?1",
                                 VALUES(value_int(player->id), value_text(name->text),
                                        value_text(name->look), value_text(name->folded)),
                                 error));
}

bool contest_drop_player(struct club *club, struct contest *contest, int player,
                         struct error *error) {
    if (!query_write(club->record, "DELETE FROM club_contest_player WHERE id = ?",
                     VALUES(value_int(contest->player[player].id)), error))
        return false;
    memmove(&contest->player[player], &contest->player[player + 1],
            (size_t)(--contest->players - player) * sizeof *contest->player);
    for (int i = 0; i < contest->pairings; i++)
        for (int k = 0; k < 2; k++)
            contest->pairing[i].player[k] -= contest->pairing[i].player[k] > player;
    return true;
}

/* ---- pairings -------------------------------------------------------------------------------- */

bool contest_add_pairings(struct club *club, struct contest *contest,
                          const struct contest_pairing *pairing, int count, struct error *error) {
    bool good = true;
    for (int i = 0; good && i < count; i++) {
        struct contest_pairing added = pairing[i];
        int second = added.player[1];
        good = query_write(
            club->record,
            "INSERT INTO club_contest_pairing (contest, round, board, player1,"
            " player2, state, winner, tab, score1, score2)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, 0)",
            VALUES(value_int(contest->id), value_int(added.round), value_int(added.board),
                   value_int(contest->player[added.player[0]].id),
                   value_int_if(second >= 0, second >= 0 ? contest->player[second].id : 0),
                   value_int(added.state), value_int_if(added.winner >= 0, added.winner),
                   value_text(added.table)),
            error);
        added.id = query_new_id(club->record);
        if (good)
            keep_pairing(contest, &added);
    }
    return good;
}

bool contest_write_pairing(struct club *club, const struct contest_pairing *pairing,
                           struct error *error) {
    const bool *has = pairing->has_said;
    return query_write(
        club->record,
        "UPDATE club_contest_pairing SET state = ?2, said11 = ?3, said12 = ?4,"
        " said21 = ?5, said22 = ?6, score1 = ?7, score2 = ?8, winner = ?9,"
        " tab = ?10, deciders = ?11 WHERE id = ?1",
        VALUES(value_int(pairing->id), value_int(pairing->state),
               value_int_if(has[0], pairing->said[0][0]), value_int_if(has[0], pairing->said[0][1]),
               value_int_if(has[1], pairing->said[1][0]), value_int_if(has[1], pairing->said[1][1]),
               value_int(pairing->score[0]), value_int(pairing->score[1]),
               value_int_if(pairing->winner >= 0, pairing->winner), value_text(pairing->table),
               value_int(pairing->deciders)),
        error);
}

bool contest_drop_round(struct club *club, struct contest *contest, int round,
                        struct error *error) {
    const struct query_value values[] = {value_int(contest->id), value_int(round), {0}};
    while (contest->pairings && contest->pairing[contest->pairings - 1].round == round)
        contest->pairings--;
    return query_write(club->record,
                       "DELETE FROM club_contest_pairing WHERE contest = ? AND round = ?", values,
                       error);
}

/* ---- the log --------------------------------------------------------------------------------- */

bool contest_add_log(struct club *club, const struct contest *contest, struct json *json,
                     struct error *error) {
    return club_add_rows(club, "log",
                         "SELECT at, by, what, NULLIF(name, '') AS who,"
                         " NULLIF(before, '') AS before, NULLIF(after, '') AS after,"
                         " NULLIF(log.round, 0) AS round, NULLIF(log.board, 0) AS board"
                         " FROM club_contest_log AS log"
                         " LEFT JOIN club_contest_player AS player ON player.id = who"
                         " WHERE log.contest = ? ORDER BY number",
                         VALUES(value_int(contest->id)), json, error);
}

/* ---- lists ----------------------------------------------------------------------------------- */

/* A contest whose row is damaged is in no list. Asking for it by its name tells how. */
#define CONTESTS_OF                                                                                \
    " FROM club_contest AS one WHERE format BETWEEN 0 AND 3 AND state BETWEEN 0 AND 2"             \
    " AND (owner = ?1 OR (public AND NOT class)"                                                   \
    "  OR id IN (SELECT contest FROM club_contest_player WHERE account = ?1))"

bool contests_add_list(struct club *club, int64_t account, const struct page_request *page,
                       int64_t *total, struct json *json, struct error *error) {
    const int64_t mine = account ? account : -1;
    return query_ask(club->record, "SELECT COUNT(*)" CONTESTS_OF, VALUES(value_int(mine)), total,
                     error) &&
           club_add_rows(
               club, "contests",
               "SELECT name AS contest, title, CASE format WHEN 0 THEN ?4 WHEN 1 THEN ?5"
               "  WHEN 2 THEN ?6 WHEN 3 THEN ?7 END AS format,"
               " CASE state WHEN 0 THEN ?8 WHEN 1 THEN ?9 WHEN 2 THEN ?10 END AS state, round,"
               " (SELECT COUNT(*) FROM club_contest_player WHERE contest = one.id) AS players,"
               " NULLIF(game, '') AS game, IFNULL(owner = ?1, 0) AS \"organiser?\","
               " EXISTS (SELECT 1 FROM club_contest_player WHERE contest = one.id"
               "  AND account = ?1) AS \"plays?\", created" CONTESTS_OF
               " ORDER BY one.state = 2, id DESC LIMIT ?2 OFFSET ?3",
               VALUES(value_int(mine), value_int(page->count), value_int(page->from),
                      value_text(contest_format_name[0]), value_text(contest_format_name[1]),
                      value_text(contest_format_name[2]), value_text(contest_format_name[3]),
                      value_text(contest_state_name[0]), value_text(contest_state_name[1]),
                      value_text(contest_state_name[2])),
               json, error);
}
