/* encounters.c - notes rated games when their table is over. The row is made from what the
 * referee has just written, with the lower account first, and asks for a new fit of its game
 * (club_rated_game): nothing is fitted here. A return game joins the row of the first one. */
#include "config.h"

#include "club/store/tables/encounters.h"

#include "base/digest.h"
#include "base/error.h"
#include "club/store/schema.h"
#include "club/store/tables/table_file.h"
#include "club/store/weeks.h"
#include "games/game.h"
#include "record/query.h"

#include <stdio.h>
#include <stdlib.h>

enum { SEATS = 2, BOTH_BEGAN = -1 };

bool encounters_sit(struct club *club, const struct table_row *table, int64_t account,
                    const char *address, struct error *error) {
    char digest[DIGEST_SIZE];
    if (!address)
        return true;
    digest_line(digest, "triancey rated %s %s", club->source, address);
    return query_write(club->record, "INSERT OR REPLACE INTO club_rated_seat VALUES (?, ?, ?)",
                       VALUES(value_int(table->id), value_int(account), value_text(digest)), error);
}

bool encounters_scale(struct club *club, const char *name, bool *margins, int *worst,
                      struct error *error) {
    int players;
    const struct game *game = game_find(name);
    *margins = false;
    *worst = 1;
    if (!game)
        return true; /* a later version has written it */
    char *line = table_board_spell(game, "", "players 2", &players, error);
    const struct made_board *made =
        line ? boards_by_line(&club->boards, line, players, error) : NULL;
    if (made)
        *worst = made->board->worst;
    *margins = *worst > 1;
    free(line);
    return made != NULL;
}

/* ---- a table that is over -------------------------------------------------------------------- */

struct encounter_row {
    const char *game;
    int64_t first, second, finished;
    int began;
    double margin, score;
    char week[WEEK_NAME_SIZE];
    enum encounter_reason reason;
};

/* The ratings of a game are to be fitted again. */
static bool encounters_are_new(struct club *club, const char *game, struct error *error) {
    return query_write(club->record,
                       "INSERT INTO club_rated_game VALUES (?, 1, 0, 0)"
                       " ON CONFLICT (game) DO UPDATE SET version = version + 1",
                       VALUES(value_text(game)), error);
}

/* The margin of the first by halves; one on a larger board than the usual is no more than the worst
 * there. */
static bool encounters_add_up(struct club *club, const struct table_row *table, bool turned,
                              struct encounter_row *row, struct error *error) {
    bool margins;
    int worst, sum = 0, halves;
    const struct half_result *half = table_halves(club, table, &halves, error);
    for (int i = 0; i < halves; i++)
        sum += half[i].margin[turned];
    if (!half || !encounters_scale(club, table->game, &margins, &worst, error))
        return false;
    int most = worst * table->halves;
    row->margin = sum > most ? most : sum < -most ? -most : sum;
    row->score = sum > 0 ? 1 : sum < 0 ? 0 : 0.5;
    return true;
}

static bool encounters_find_reason(struct club *club, const struct table_row *table,
                                   struct encounter_row *row, struct error *error) {
    int64_t same, count;
    if (!query_ask(club->record,
                   "SELECT COUNT(*) = 2 AND MIN(address) = MAX(address) FROM club_rated_seat"
                   " WHERE tab = ?",
                   VALUES(value_int(table->id)), &same, error) ||
        !query_ask(club->record,
                   "SELECT COUNT(*) FROM club_encounter WHERE game = ? AND first = ?"
                   " AND second = ? AND week = ? AND reason = 0",
                   VALUES(value_text(row->game), value_int(row->first), value_int(row->second),
                          value_text(row->week)),
                   &count, error))
        return false;
    row->reason = same                         ? ENCOUNTER_ONE_ADDRESS
                  : count >= ENCOUNTERS_A_WEEK ? ENCOUNTER_TOO_MANY
                                               : ENCOUNTER_COUNTS;
    return true;
}

/* The encounter at which the other side has begun, and which misses this game; 0: there is none. */
static bool encounters_find_other(struct club *club, const struct encounter_row *row, int64_t *id,
                                  struct error *error) {
    *id = 0;
    return row->began == BOTH_BEGAN ||
           query_ask(club->record,
                     "SELECT id FROM club_encounter WHERE game = ? AND first = ? AND second = ?"
                     " AND began = ? AND tables = 1 AND finished >= ? ORDER BY finished LIMIT 1",
                     VALUES(value_text(row->game), value_int(row->first), value_int(row->second),
                            value_int(1 - row->began),
                            value_int(row->finished - ENCOUNTER_RETURN_MS)),
                     id, error);
}

static bool encounters_write(struct club *club, const struct encounter_row *row, int64_t other,
                             struct error *error) {
    bool one_address = row->reason == ENCOUNTER_ONE_ADDRESS;
    return other ? query_write(club->record,
                               "UPDATE club_encounter SET began = -1, tables = 2,"
                               " margin = (margin + ?2) / 2, score = (score + ?3) / 2,"
                               " finished = ?4, reason = IFNULL(?5, reason) WHERE id = ?1",
                               VALUES(value_int(other), value_real_if(true, row->margin),
                                      value_real_if(true, row->score), value_int(row->finished),
                                      value_int_if(one_address, ENCOUNTER_ONE_ADDRESS)),
                               error)
                 : query_write(club->record,
                               "INSERT INTO club_encounter (game, first, second, began, tables,"
                               " margin, score, week, finished, reason)"
                               " VALUES (?, ?, ?, ?, 1, ?, ?, ?, ?, ?)",
                               VALUES(value_text(row->game), value_int(row->first),
                                      value_int(row->second), value_int(row->began),
                                      value_real_if(true, row->margin),
                                      value_real_if(true, row->score), value_text(row->week),
                                      value_int(row->finished), value_int(row->reason)),
                               error);
}

bool encounters_note(struct club *club, const struct table_row *table, int64_t now,
                     struct error *error) {
    int64_t one = table->seat[0].account, two = table->seat[1].account, other;
    bool turned = one > two;
    if (!table->rated || table->players != SEATS || !one || !two || one == two)
        return true; /* an account is gone, or they were merged */
    struct encounter_row row = {.game = table->game,
                                .first = turned ? two : one,
                                .second = turned ? one : two,
                                .finished = now,
                                .began = table->halves > 1 ? BOTH_BEGAN : !turned};
    weeks_name(now, row.week);
    return encounters_add_up(club, table, turned, &row, error) &&
           encounters_find_reason(club, table, &row, error) &&
           encounters_find_other(club, &row, &other, error) &&
           encounters_write(club, &row, other, error) &&
           schema_note_accounts(club->record, one, two, error) &&
           encounters_are_new(club, table->game, error);
}
