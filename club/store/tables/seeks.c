/* seeks.c - tables that wait in the lobby, and challenges. A row of club_seek marks a table that
 * waits. The row goes when the last seat is taken or, by a trigger, with its table. Challenges are
 * counted by rows of their own, which outlive them for a day, so that a declined challenge still
 * counts. */
#include "config.h"

#include "club/store/tables/seeks.h"

#include "base/error.h"
#include "base/language.h"
#include "club/store/accounts.h"
#include "club/store/table_terms.h"
#include "club/store/tables/table_play.h"
#include "record/query.h"

#include <string.h>

/* ---- the lobby ------------------------------------------------------------------------------- */

/* The person who waits has sat down first. */
#define SEEK_SELECT                                                                                \
    "SELECT club_table.name, game, grid, CASE WHEN LENGTH(line) < 240 THEN line ELSE '' END,"      \
    " players, (SELECT COUNT(*) FROM club_table_seat AS free WHERE free.tab = club_table.id"       \
    "  AND free.sitter = 0),"                                                                      \
    " clock, increment, days, rated, lot, first.seat, mine.account, club_account.name,"            \
    " club_table.created, EXISTS (SELECT 1 FROM club_table_opening AS opening"                     \
    "  WHERE opening.tab = club_table.id) FROM club_seek JOIN club_table ON club_table.id = "      \
    "club_seek.tab"                                                                                \
    " JOIN club_table_step AS first ON first.tab = club_table.id AND first.number = 1"             \
    " JOIN club_table_seat AS mine ON mine.tab = club_table.id AND mine.seat = first.seat"         \
    " LEFT JOIN club_account ON club_account.id = mine.account"                                    \
    " WHERE club_seek.account IS NULL AND state = 0"

static void seek_read_row(const struct query *row, struct seek *seek) {
    *seek = (struct seek){.players = query_int(row, 4),
                          .free = query_int(row, 5),
                          .clock = query_int64(row, 6),
                          .increment = query_int64(row, 7),
                          .days = query_int(row, 8),
                          .rated = query_int(row, 9) != 0,
                          .lot = query_int(row, 10) != 0,
                          .seat = query_int(row, 11),
                          .account = query_int64(row, 12),
                          .created = query_int64(row, 14),
                          .from_position = query_int(row, 15) != 0};
    query_copy(row, 0, seek->table, sizeof seek->table);
    query_copy(row, 1, seek->game, sizeof seek->game);
    query_copy(row, 2, seek->grid, sizeof seek->grid);
    query_copy(row, 3, seek->line, sizeof seek->line);
    query_copy(row, 13, seek->name, sizeof seek->name);
}

bool seeks_each(struct club *club, void (*each)(void *context, const struct seek *seek),
                void *context, struct error *error) {
    struct query query;
    struct seek seek;
    query_keep(&query, club->record, SEEK_SELECT " ORDER BY club_table.id", NULL);
    while (query_step(&query)) {
        seek_read_row(&query, &seek);
        each(context, &seek);
    }
    return query_close(&query, error);
}

enum club_answer seek_read(struct club *club, const char *table, struct seek *seek,
                           struct error *error) {
    struct query query;
    query_keep(&query, club->record, SEEK_SELECT " AND club_table.name = ?",
               VALUES(value_text(table)));
    bool found = query_step(&query);
    if (found)
        seek_read_row(&query, seek);
    if (!query_close(&query, error))
        return CLUB_FAILED;
    return found ? CLUB_DONE
                 : club_refuse(CLUB_UNKNOWN, error, _("this seat is not offered any more"));
}

/* ---- how many there may be ------------------------------------------------------------------- */

static enum club_answer check_seeks(struct club *club, const struct table_request *request,
                                    struct error *error) {
    static const struct club_limit limits[] = {
        {"SELECT COUNT(*) FROM club_seek WHERE account IS NULL", SEEKS_MAX,
         N_("%d people wait in the lobby: take one of their seats")},
        {"SELECT COUNT(*) FROM club_table_seat AS mine JOIN club_seek USING (tab)"
         " WHERE mine.account = ? AND club_seek.account IS NULL",
         SEEKS_OF_ACCOUNT_MAX,
         N_("you wait at %d tables in the lobby; withdraw one of them first")},
    };
    const struct account *account = request->who->account;
    if (!account) /* all guests of an address share its number */
        return club_check_limits(club, limits, 1, NULL, error);
    return club_check_limits(club, limits, 2, VALUES(value_int(account->id)), error);
}

/* Anybody but oneself may be challenged. Challenges that were declined within a day count, too. */
static enum club_answer check_challenges(struct club *club, const struct table_request *request,
                                         const struct account *other, struct error *error) {
    static const struct club_limit limits[] = {
        {"SELECT COUNT(*) FROM club_challenge WHERE owner = ?1", CHALLENGES_OF_DAY_MAX,
         N_("you have challenged people %d times within a day; wait until tomorrow")},
        {"SELECT COUNT(*) FROM club_challenge WHERE owner = ?1 AND account = ?2",
         CHALLENGES_OF_PAIR_MAX,
         N_("you have challenged this person %d times within a day; wait until tomorrow")},
        {"SELECT COUNT(*) FROM club_table_seat AS mine JOIN club_seek USING (tab)"
         " WHERE mine.account = ?1 AND club_seek.account IS NOT NULL",
         CHALLENGES_OF_ACCOUNT_MAX,
         N_("%d people have not answered your challenges; wait, or withdraw one")},
        {"SELECT COUNT(*) FROM club_seek WHERE account = ?2", CHALLENGES_TO_ACCOUNT_MAX,
         N_("%d challenges wait for this person; try again later")},
    };
    return query_write(club->record, "DELETE FROM club_challenge WHERE at <= ?",
                       VALUES(value_int(request->now - TABLE_DAY_MS)), error)
               ? club_check_limits(
                     club, limits, 4,
                     VALUES(value_int(request->who->account->id), value_int(other->id)), error)
               : CLUB_FAILED;
}

static enum club_answer check_challenge(struct club *club, struct table_request *request,
                                        struct error *error) {
    struct account other;
    if (!request->who->account)
        return club_refuse(CLUB_FORBIDDEN, error, _("sign in to challenge somebody"));
    if (request->table.players != 2)
        return club_refuse(CLUB_INVALID, error, _("only a game of two can be a challenge"));
    enum club_answer answer = account_find(club, request->offer->person, &other, error);
    if (answer != CLUB_DONE)
        return answer;
    if (other.id == request->who->account->id)
        return club_refuse(CLUB_INVALID, error, _("you cannot challenge yourself"));
    if (other.banned)
        return club_refuse(CLUB_CONFLICT, error, _("%s may not play at present"), other.name);
    request->table.kept_for = other.id;
    return check_challenges(club, request, &other, error);
}

enum club_answer seek_check(struct club *club, struct table_request *request, struct error *error) {
    const struct table_offer *offer = request->offer;
    struct table_row *table = &request->table;
    if (offer->engine)
        return CLUB_DONE;
    table->shown = offer->shown;
    table->lot = (offer->shown || offer->person) && offer->seat == TABLE_ANY_SEAT;
    if (offer->person)
        return check_challenge(club, request, error);
    return offer->shown ? check_seeks(club, request, error) : CLUB_DONE;
}

/* ---- begin and end --------------------------------------------------------------------------- */

bool seek_add(struct club *club, const struct table_request *request, struct error *error) {
    const struct table_row *table = &request->table;
    if (!table->shown && !table->kept_for)
        return true;
    return query_write(club->record, "INSERT INTO club_seek (tab, account, lot) VALUES (?, ?, ?)",
                       VALUES(value_int(table->id),
                              value_int_if(table->kept_for != 0, table->kept_for),
                              value_int(table->lot)),
                       error) &&
           (!table->kept_for ||
            query_write(club->record,
                        "INSERT INTO club_challenge (owner, account, at) VALUES (?, ?, ?)",
                        VALUES(value_int(request->who->account->id), value_int(table->kept_for),
                               value_int(request->now)),
                        error));
}

bool seek_end(struct club *club, struct table_row *table, struct error *error) {
    if (!table->shown && !table->kept_for)
        return true;
    table->shown = table->lot = false;
    table->kept_for = 0;
    return query_write(club->record, "DELETE FROM club_seek WHERE tab = ?",
                       VALUES(value_int(table->id)), error);
}

/* A key may be at one seat only, even for a moment, so all seats are cleared first. */
bool seek_draw_lots(struct club *club, struct table_row *table, struct error *error) {
    struct table_seat drawn[GAME_PLAYERS_MAX];
    const int lot = table_lot(table);
    if (!table->lot || lot == 0)
        return true;
    for (int i = 0; i < table->players; i++)
        drawn[(i + lot) % table->players] = table->seat[i];
    memset(table->seat, 0, sizeof table->seat);
    for (int i = 0; i < table->players; i++)
        if (!table_write_seat(club, table, i, error))
            return false;
    memcpy(table->seat, drawn, sizeof drawn[0] * (size_t)table->players);
    for (int i = 0; i < table->players; i++)
        if (!table_write_seat(club, table, i, error))
            return false;
    return true;
}

static enum club_answer close_waiting(struct club *club, struct table_request *request,
                                      struct error *error) {
    int64_t first;
    struct table_row *table = &request->table;
    const struct account *account = request->who->account;
    if (!query_ask(club->record, "SELECT seat FROM club_table_step WHERE tab = ? AND number = 1",
                   VALUES(value_int(table->id)), &first, error))
        return CLUB_FAILED;
    if (request->seat == GAME_PUBLIC && !(account && table->kept_for == account->id))
        return club_refuse(CLUB_FORBIDDEN, error, _("you have no seat at this table"));
    if (table->state != TABLE_WAITING)
        return club_refuse(CLUB_CONFLICT, error, _("the game has begun"));
    if (request->seat != GAME_PUBLIC && request->seat != first)
        return club_refuse(CLUB_FORBIDDEN, error, _("somebody else has opened this table"));
    if (!table_remove(club, table, error))
        return CLUB_FAILED;
    table->id = 0;
    return CLUB_DONE;
}

TABLE_ACT(tables_close, table_request_find, close_waiting)

bool seek_drop(struct club *club, const char *table, struct error *error) {
    struct table_row row;
    enum club_answer answer = table_find(club, table, &row, error);
    bool done = answer != CLUB_FAILED;
    if (answer == CLUB_DONE && row.state == TABLE_WAITING && row.shown)
        done = table_remove(club, &row, error);
    table_row_free(&row);
    return done;
}
