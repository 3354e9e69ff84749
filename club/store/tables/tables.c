/* tables.c - opening and joining tables. All checks come before the table is written. Whoever
 * sends a request again with the same key finds the table that the first one opened: a key has
 * one seat at most, which the file enforces. */
#include "config.h"

#include "club/store/tables/tables.h"

#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/text.h"
#include "club/store/accounts.h"
#include "club/store/table_terms.h"
#include "club/store/tables/encounters.h"
#include "club/store/tables/seeks.h"
#include "club/store/tables/table_play.h"
#include "club/store/tables/table_request.h"
#include "games/position.h"
#include "half/half.h"
#include "record/query.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what may be opened ---------------------------------------------------------------------- */

static enum club_answer check_clock(struct club *club, struct table_request *request,
                                    struct error *error) {
    const struct table_offer *offer = request->offer;
    (void)club;
    if (offer->days) {
        if (offer->clock || offer->increment)
            return club_refuse(CLUB_INVALID, error, _("a table has a clock or days, not both"));
        if (offer->days < 1 || offer->days > TABLE_DAYS_MAX)
            return club_refuse(CLUB_INVALID, error, _("a move may take from 1 to %d days"),
                               TABLE_DAYS_MAX);
        return CLUB_DONE;
    }
    if (!offer->clock)
        return club_refuse(CLUB_INVALID, error, _("a table needs a clock, or days for each move"));
    if (offer->clock < TABLE_CLOCK_MIN_MS || offer->clock > TABLE_CLOCK_MAX_MS)
        return club_refuse(CLUB_INVALID, error, _("a clock must have from %d to %d seconds"),
                           (int)(TABLE_CLOCK_MIN_MS / 1000), (int)(TABLE_CLOCK_MAX_MS / 1000));
    if (offer->increment < 0 || offer->increment > TABLE_INCREMENT_MAX_MS)
        return club_refuse(CLUB_INVALID, error, _("a move may add up to %d seconds to a clock"),
                           (int)(TABLE_INCREMENT_MAX_MS / 1000));
    return CLUB_DONE;
}

/* Guests have a key, and people have an account or are guests. */
static enum club_answer check_key(struct club *club, struct table_request *request,
                                  struct error *error) {
    if (request->who->key && !*request->hash)
        return club_refuse(CLUB_INVALID, error,
                           _("the key of a seat needs %d digits, 0 to 9 and a to f"),
                           DIGEST_DIGITS);
    if (!request->who->key && !request->who->account)
        return club_refuse(CLUB_INVALID, error,
                           _("sign in, or send a key for the seat of a guest"));
    return table_check_ban(club, request, error);
}

/* Whether there may be one more. */
static enum club_answer check_room(struct club *club, struct table_request *request,
                                   struct error *error) {
    static const struct club_limit of_guests = {
        "SELECT COUNT(*) FROM club_table WHERE state < 2", TABLES_OF_GUESTS_MAX,
        N_("there are %d tables already; no more can be opened now")};
    static const struct club_limit of_account[] = {
        {"SELECT COUNT(*) FROM club_table_seat JOIN club_table ON id = tab"
         " WHERE account = ? AND state < 2 AND ends IS NULL",
         TABLES_OF_ACCOUNT_MAX, N_("you sit at %d tables; finish one of these games first")},
        {"SELECT COUNT(*) FROM club_table_seat AS mine JOIN club_table ON id = tab"
         " WHERE account = ? AND state < 2 AND EXISTS (SELECT 1 FROM"
         " club_table_seat AS other WHERE other.tab = mine.tab AND sitter = 2)",
         TABLES_WITH_ENGINES_MAX,
         N_("you play %d games against engines; finish one of them first")},
    };
    const struct account *account = request->who->account;
    if (!account)
        return club_check_limits(club, &of_guests, 1, NULL, error);
    return club_check_limits(club, of_account, request->offer && request->offer->engine ? 2 : 1,
                             VALUES(value_int(account->id)), error);
}

/* Only the games of two accounts of one class, so that each class has ratings of its own. */
static enum club_answer check_rated(struct club *club, struct table_request *request,
                                    struct error *error) {
    const struct table_row *table = &request->table;
    const struct account *account = request->who->account;
    struct account other;
    if (!table->rated)
        return CLUB_DONE;
    if (table->players != 2 || (request->offer && request->offer->engine))
        return club_refuse(CLUB_INVALID, error, _("only games between two people are rated"));
    if (table->opening)
        return club_refuse(CLUB_INVALID, error, _("a game from a position is not rated"));
    if (!account)
        return club_refuse(CLUB_FORBIDDEN, error, _("sign in to play a rated game"));
    for (int i = 0; i < table->players; i++) {
        if (!table->seat[i].account)
            continue;
        enum club_answer answer = account_read(club, table->seat[i].account, &other, error);
        if (answer != CLUB_DONE)
            return answer;
        if (other.class != account->class)
            return club_refuse(CLUB_FORBIDDEN, error,
                               _("%s is of another class: only games within a class are rated"),
                               other.name);
    }
    return CLUB_DONE;
}

/* ---- opening --------------------------------------------------------------------------------- */

/* The position, as an opening that every half can begin at. Where hands are hidden, its words would
 * show them. */
static bool set_opening(struct club *club, struct table_request *request, const struct game *game,
                        struct error *error) {
    struct table_row *table = &request->table;
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                                  " =.,*:?-";
    const char *position = request->offer->position;
    const struct made_board *made =
        boards_by_line(&club->boards, table->line, table->players, error);
    struct text opening = {0};
    struct half half;
    if (!made)
        return false;
    if (game->guess)
        return error_set(error, _("hands are hidden in %s, so it cannot begin at a position"),
                         game->name);
    if (strlen(position) >= POSITION_SIZE || strspn(position, letters) < strlen(position) ||
        strstr(position, " moves"))
        return error_set(error, _("a position consists of words KEY=VALUE"));
    text_addf(&opening, "at %s", position);
    table->opening = needed(opening.bytes);
    for (int i = 1; i <= table->halves; i++) {
        if (!half_begin_at(&half, made->board, i, table->opening, NULL, error))
            return false;
        if (half_turn(&half) == GAME_OVER)
            return error_set(error, _("the half is over in this position"));
    }
    return true;
}

/* Fills in the game, its board, and who may play there. */
static enum club_answer set_game(struct club *club, struct table_request *request,
                                 struct error *error) {
    const struct table_offer *offer = request->offer;
    struct table_row *table = &request->table;
    char shown[TABLE_GAME_SIZE];
    const struct game *game = game_find(offer->game);
    text_printable(shown, sizeof shown, offer->game);
    if (!game)
        return club_refuse(CLUB_INVALID, error, _("there is no game '%s'"), shown);
    if (game->players_max < 2)
        return club_refuse(CLUB_INVALID, error, _("%s is a game for one player"), game->name);
    table->line = table_board_spell(game, offer->grid, offer->keys, &table->players, error);
    if (!table->line)
        return CLUB_INVALID;
    snprintf(table->game, sizeof table->game, "%s", game->name);
    snprintf(table->grid, sizeof table->grid, "%s",
             *offer->grid || !game->default_grid ? offer->grid : game->default_grid);
    table->halves = game->halves;
    if (offer->position && !set_opening(club, request, game, error))
        return CLUB_INVALID;
    if (offer->seat < TABLE_ANY_SEAT || offer->seat >= table->players)
        return club_refuse(CLUB_INVALID, error, _("seats are numbered 1 to %d"), table->players);
    return CLUB_DONE;
}

static enum club_answer set_engines(struct club *club, struct table_request *request,
                                    struct error *error) {
    const char *engine = request->offer->engine;
    bool reference = engine && strcmp(engine, TABLE_REFERENCE) == 0;
    (void)club;
    if (!engine)
        return CLUB_DONE;
    if (!*engine || strlen(engine) >= TABLE_ENGINE_SIZE)
        return club_refuse(CLUB_INVALID, error, _("there is no such engine"));
    if (reference && !game_find(request->table.game)->default_grid)
        return club_refuse(CLUB_INVALID, error, _("the reference computer does not play %s"),
                           request->table.game);
    if (!reference && !request->who->account)
        return club_refuse(CLUB_FORBIDDEN, error, _("sign in to play against an engine"));
    for (int i = 0; i < request->table.players; i++) {
        struct table_seat *seat = &request->table.seat[i];
        if (i == request->seat)
            continue;
        seat->sitter = reference ? SITTER_REFERENCE : SITTER_ENGINE;
        snprintf(seat->engine, sizeof seat->engine, "%s", engine);
    }
    return CLUB_DONE;
}

static void sit_down(struct table_request *request) {
    struct table_seat *seat = &request->table.seat[request->seat];
    seat->sitter = SITTER_PERSON;
    seat->account = request->who->account ? request->who->account->id : 0;
    memcpy(seat->hash, request->hash, sizeof seat->hash);
}

static bool sit_rated(struct club *club, const struct table_request *request, struct error *error) {
    return !request->table.rated || encounters_sit(club, &request->table, request->who->account->id,
                                                   request->who->address, error);
}

/* Where a guest comes from is kept as digests, which differ from club to club. */
static void digest_origin(struct club *club, const char *origin, char digest[DIGEST_SIZE]) {
    digest_line(digest, "triancey guest %s %s", club->source, origin);
}

static bool is_counted(const struct table_request *request) {
    return !request->who->account && request->who->address && request->who->network;
}

static bool add_origin(struct club *club, const struct table_request *request,
                       struct error *error) {
    char address[DIGEST_SIZE], network[DIGEST_SIZE];
    if (!is_counted(request))
        return true;
    digest_origin(club, request->who->address, address);
    digest_origin(club, request->who->network, network);
    return query_write(
        club->record, "INSERT INTO club_table_guest VALUES (?, ?, ?)",
        VALUES(value_int(request->table.id), value_text(address), value_text(network)), error);
}

static enum club_answer check_origin(struct club *club, struct table_request *request,
                                     struct error *error) {
    static const struct club_limit limits[] = {
        {"SELECT COUNT(*) FROM club_table_guest JOIN club_seek USING (tab) WHERE address = ?1",
         SEEKS_OF_ADDRESS_MAX, N_("guests from your address wait at %d tables in the lobby")},
        {"SELECT COUNT(*) FROM club_table_guest JOIN club_table ON id = tab"
         " WHERE address = ?1 AND state < 2",
         TABLES_OF_ADDRESS_MAX,
         N_("guests from your address have %d tables; finish one of these games, or sign up")},
        {"SELECT COUNT(*) FROM club_table_guest JOIN club_table ON id = tab"
         " WHERE network = ?2 AND state < 2",
         TABLES_OF_NETWORK_MAX,
         N_("guests from your network have %d tables; sign up to open another")},
    };
    const int first = request->table.shown ? 0 : 1; /* the lobby has a limit of its own */
    char address[DIGEST_SIZE], network[DIGEST_SIZE];
    if (!is_counted(request))
        return CLUB_DONE;
    digest_origin(club, request->who->address, address);
    digest_origin(club, request->who->network, network);
    return club_check_limits(club, limits + first, 3 - first,
                             VALUES(value_text(address), value_text(network)), error);
}

static bool add_join(struct club *club, struct table_request *request, struct error *error) {
    const struct table_step_row step = {.kind = STEP_JOIN, .seat = request->seat, .left = -1};
    return table_add_step(club, &request->table, &step, error);
}

/* Adds the table, which begins at once if no seat is free. */
static enum club_answer add_table(struct club *club, struct table_request *request,
                                  struct error *error) {
    struct table_row *table = &request->table;
    bool waits = !request->offer->engine;
    if (waits && !table->kept_for && !secret_make(table->invite, error))
        return CLUB_FAILED;
    table->clock = request->offer->clock;
    table->increment = request->offer->increment;
    table->days = request->offer->days;
    table->state = TABLE_WAITING;
    table->turn = TABLE_NOBODY;
    table->ends = TABLE_NEVER;
    table->created = table->since = request->now;
    table->guest = is_counted(request);
    table->deadline = request->now + (table->days ? TABLE_WAIT_DAYS_MS : TABLE_WAIT_MS);
    if (table->guest)
        table->deadline = request->now + TABLE_GUEST_MS;
    sit_down(request);
    return club_done(
        table_add(club, table, error) && add_origin(club, request, error) &&
        sit_rated(club, request, error) && add_join(club, request, error) &&
        seek_add(club, request, error) &&
        (waits ? table_write(club, table, error) : table_begin(club, table, request->now, error)));
}

/* The number of the table at which the person's key has a seat; 0: it has none. */
static bool ask_key(struct club *club, const struct table_request *request, int64_t *id,
                    struct error *error) {
    *id = 0;
    return !*request->hash ||
           query_ask(club->record, "SELECT tab FROM club_table_seat WHERE hash = ?",
                     VALUES(value_text(request->hash)), id, error);
}

/* The table that the person's key is for, which they have opened or joined before. CLUB_UNKNOWN:
 * none is. */
static enum club_answer find_by_key(struct club *club, struct table_request *request,
                                    struct error *error) {
    int64_t id;
    if (!ask_key(club, request, &id, error))
        return CLUB_FAILED;
    if (!id)
        return CLUB_UNKNOWN;
    enum club_answer answer = table_load(club, id, &request->table, error);
    if (answer == CLUB_DONE)
        request->seat = table_request_seat(request);
    return answer;
}

/* What the table is called, what chance is drawn from, and the seat of who opens it. */
static enum club_answer set_name(struct club *club, struct table_request *request,
                                 struct error *error) {
    const struct table_offer *offer = request->offer;
    (void)club;
    if (!secret_make(request->table.name, error))
        return CLUB_FAILED;
    digest_draw(request->table.secret);
    request->seat = offer->seat != TABLE_ANY_SEAT   ? offer->seat
                    : offer->shown || offer->person ? 0
                                                    : table_lot(&request->table);
    request->table.rated = offer->rated;
    return CLUB_DONE;
}

static enum club_answer open_new(struct club *club, struct table_request *request,
                                 struct error *error) {
    enum club_answer answer = find_by_key(club, request, error);
    return answer == CLUB_UNKNOWN
               ? table_request_go(club, request,
                                  TABLE_STEPS(check_clock, set_game, set_name, set_engines,
                                              check_rated, check_room, seek_check, check_origin,
                                              add_table),
                                  error)
               : answer;
}

TABLE_ACT(tables_open, check_key, open_new)

/* ---- joining --------------------------------------------------------------------------------- */

/* A key is for one seat at one table: it is refused if it has a seat already. */
static enum club_answer check_fresh(struct club *club, struct table_request *request,
                                    struct error *error) {
    int64_t other;
    if (!ask_key(club, request, &other, error))
        return CLUB_FAILED;
    return other ? club_refuse(CLUB_CONFLICT, error, _("this key is for a seat at another table"))
                 : CLUB_DONE;
}

static enum club_answer take_seat(struct club *club, struct table_request *request,
                                  struct error *error) {
    struct table_row *table = &request->table;
    int free_seats = 0;
    for (int i = table->players - 1; i >= 0; i--)
        if (table->seat[i].sitter == SITTER_NOBODY) {
            request->seat = i;
            free_seats++;
        }
    sit_down(request);
    if (!table_write_seat(club, table, request->seat, error) || !sit_rated(club, request, error) ||
        !add_join(club, request, error))
        return CLUB_FAILED;
    if (free_seats > 1)
        return club_done(table_write(club, table, error));
    if (!seek_draw_lots(club, table, error) || !seek_end(club, table, error) ||
        !table_begin(club, table, request->now, error))
        return CLUB_FAILED;
    request->seat = table_request_seat(request);
    return CLUB_DONE;
}

static enum club_answer check_invitation(struct club *club, struct table_request *request,
                                         struct error *error) {
    const struct table_row *table = &request->table;
    const struct account *account = request->who->account;
    (void)club;
    if (table->state != TABLE_WAITING)
        return club_refuse(CLUB_CONFLICT, error, _("no seat is free"));
    if (table->kept_for)
        return account && account->id == table->kept_for
                   ? CLUB_DONE
                   : club_refuse(CLUB_FORBIDDEN, error, _("this seat is kept for somebody else"));
    return table->shown || secret_is(table->invite, request->invite)
               ? CLUB_DONE
               : club_refuse(CLUB_FORBIDDEN, error, _("that is not an invitation to this table"));
}

/* Nothing changes for those who sit there. */
static enum club_answer join(struct club *club, struct table_request *request,
                             struct error *error) {
    return request->seat != GAME_PUBLIC
               ? CLUB_DONE
               : table_request_go(club, request,
                                  TABLE_STEPS(check_key, check_invitation, check_rated, check_fresh,
                                              check_room, take_seat),
                                  error);
}

TABLE_ACT(tables_join, table_request_find, join)

TABLE_ACT(tables_read, table_request_find)
