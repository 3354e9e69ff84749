/* table_view.c - what one reader sees of a table. How it stands is separate from the rest
 * (table_view_stand()), for events say it after every move. Clocks are shown as they are now,
 * though the file has them as they were when the turn began. */
#include "config.h"

#include "club/store/tables/table_view.h"

#include "base/error.h"
#include "base/json.h"
#include "base/language.h"
#include "base/needed.h"
#include "club/store/tables/table_file.h"
#include "club/store/tables/table_play.h"
#include "record/half_json.h"
#include "record/query.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void table_view_free(struct table_view *view) {
    free(view->line);
    free(view->opening);
    text_free(&view->moves);
    for (int i = 0; i < view->over; i++)
        half_result_free(&view->done[i]);
    memset(view, 0, sizeof *view);
}

/* Reads the names of those who have accounts, and their ratings (person_ratings.h) that are listed.
 */
static bool read_names(struct club *club, const struct table_row *table, struct table_kept *kept,
                       struct error *error) {
    struct query query;
    memset(kept->name, 0, sizeof kept->name);
    query_keep(&query, club->record,
               "SELECT seat, name, rating, standing, club_account.id FROM club_table_seat"
               " JOIN club_account ON club_account.id = club_table_seat.account"
               " LEFT JOIN club_rating ON club_rating.account = club_account.id AND game = ?"
               "  AND standing > 0 AND banned IS NULL WHERE tab = ?",
               VALUES(value_text(table->board ? NULL : table->game), value_int(table->id)));
    while (query_step(&query)) {
        int seat = query_int(&query, 0);
        if (seat < 0 || seat >= table->players)
            continue;
        struct table_view_seat *name = &kept->name[seat];
        query_copy(&query, 1, name->name, sizeof name->name);
        name->rated = !query_is_null(&query, 2);
        name->rating = query_real(&query, 2);
        name->provisional = query_int(&query, 3) < 2;
        name->account = query_int64(&query, 4);
    }
    kept->named = club->persons;
    return query_close(&query, error);
}

/* Names are read again only once they may have changed, or somebody else has a seat. */
static bool show_names(struct club *club, const struct table_row *table, struct table_view *view,
                       struct error *error) {
    struct table_kept *kept = table_keep(club, table);
    bool same = kept->named == club->persons;
    for (int i = 0; i < table->players; i++)
        same &= kept->name[i].account == table->seat[i].account;
    if (!same && !read_names(club, table, kept, error))
        return false;
    for (int i = 0; i < table->players; i++)
        if (kept->name[i].account)
            view->seat[i] = kept->name[i];
    return true;
}

/* What proves the secret of a table later. */
static void show_digest(struct club *club, const struct table_row *table, struct table_view *view) {
    struct table_kept *kept = table_keep(club, table);
    if (!*kept->digest)
        digest_text(table->secret, kept->digest);
    memcpy(view->digest, kept->digest, sizeof view->digest);
}

static bool show_challenged(struct club *club, struct table_view *view, struct error *error) {
    return !view->kept_for ||
           query_ask_text(club->record, "SELECT name FROM club_account WHERE id = ?",
                          VALUES(value_int(view->kept_for)), view->kept_name,
                          sizeof view->kept_name, error);
}

static void show_seats(const struct table_row *table, int64_t now, struct table_view *view) {
    for (int i = 0; i < table->players; i++) {
        const struct table_seat *seat = &table->seat[i];
        struct table_view_seat *shown = &view->seat[i];
        bool timed = table->clock && seat->sitter == SITTER_PERSON && table->state == TABLE_OPEN;
        int64_t took = table->turn == i && now > table->since ? now - table->since : 0;
        shown->sitter = seat->sitter;
        shown->account = seat->account;
        shown->left = timed ? seat->left - took : -1;
        if (timed && shown->left < 0)
            shown->left = 0;
    }
}

/* Whether the seat to move is asked to agree to a draw: then the word is among its moves. */
static bool is_asked(const struct game_board *board, const struct game_state *known) {
    uint32_t *moves = needed(malloc(sizeof *moves * (size_t)board->moves_max));
    bool asked = false;
    for (int i = board->game->moves(board, known, moves) - 1; i >= 0; i--)
        asked |= moves[i] == GAME_DRAW;
    free(moves);
    return asked;
}

static bool show_draw(struct club *club, const struct table_row *table, struct table_view *view,
                      struct error *error) {
    struct error why;
    const struct table_position *position = table_now(club, table, view->reader, error);
    if (!position)
        return false;
    const struct game_board *board = position->half.board;
    const struct game_state *known = table_known(position, view->reader);
    view->plies = position->half.plies;
    view->can_draw = !board->game->refuse(board, known, GAME_DRAW, &why);
    view->draw_offered = view->can_draw && is_asked(board, known);
    return true;
}

bool table_view_stand(struct club *club, const struct table_row *table, int reader, int64_t now,
                      struct table_view *view, struct error *error) {
    view->players = table->players;
    view->state = table->state;
    view->reader = reader;
    view->turn = table->turn;
    view->half = table->half;
    view->waits = table->state == TABLE_OPEN && table->since > now ? table->since - now : 0;
    view->days = table->days;
    view->steps = table->steps;
    view->deadline = table->deadline;
    if (table->state == TABLE_OVER)
        memcpy(view->secret, table->secret, sizeof view->secret);
    show_seats(table, now, view);
    return table->state != TABLE_OPEN || show_draw(club, table, view, error);
}

static bool show_moves(struct club *club, const struct table_row *table, struct table_view *view,
                       struct error *error) {
    const struct table_position *position = table_now(club, table, view->reader, error);
    if (!position)
        return false;
    text_add(&view->moves, table_words(position, view->reader));
    return !view->moves.failed || error_memory(error);
}

bool table_view_fill(struct club *club, const struct table_row *table, int reader, int64_t now,
                     struct table_view *view, struct error *error) {
    table_view_free(view);
    memcpy(view->table, table->name, sizeof view->table);
    memcpy(view->game, table->game, sizeof view->game);
    memcpy(view->grid, table->grid, sizeof view->grid);
    view->line = needed(strdup(table->line));
    view->opening = table->opening ? needed(strdup(table->opening)) : NULL;
    view->halves = table->halves;
    view->clock = table->clock;
    view->increment = table->increment;
    view->rated = table->rated;
    view->shown = table->shown;
    view->lot = table->lot;
    view->kept_for = table->kept_for;
    view->created = table->created;
    view->board = table->board;
    memcpy(view->week, table->week, sizeof view->week);
    if (reader != GAME_PUBLIC)
        memcpy(view->invite, table->invite, sizeof view->invite);
    for (int i = 0; i < table->players; i++)
        text_clean(view->seat[i].name, sizeof view->seat[i].name, table->seat[i].engine);
    if (!table->board)
        show_digest(club, table, view);
    int over;
    const struct half_result *done = table_halves(club, table, &over, error);
    for (; view->over < over; view->over++) {
        view->done[view->over] = done[view->over];
        half_result_keep(&view->done[view->over]);
    }
    return done && show_names(club, table, view, error) && show_challenged(club, view, error) &&
           table_view_stand(club, table, reader, now, view, error) &&
           (table->state != TABLE_OPEN || show_moves(club, table, view, error));
}

/* ---- a table as import reads it -------------------------------------------------------------- */

/* A table that is over, as `import` reads it: the JSON of a league with one board and one game. An
 * account has its name in the record, a guest a word that no account can have. */

/* The name of a seat in records: of an account its name there, which no guest has. */
static bool table_result_add_player(struct club *club, const struct table_row *table, int number,
                                    struct json *json, struct error *error) {
    const struct table_seat *seat = &table->seat[number];
    struct query query;
    char guest[20];
    snprintf(guest, sizeof guest, "guest_%d", number + 1);
    if (seat->sitter != SITTER_PERSON || !seat->account) {
        json_string(json, NULL, seat->sitter == SITTER_PERSON ? guest : seat->engine);
        return true;
    }
    query_keep(&query, club->record,
               "SELECT IFNULL((SELECT name FROM engine WHERE id = player), name)"
               " FROM club_account WHERE id = ?",
               VALUES(value_int(seat->account)));
    json_string(json, NULL, query_step(&query) ? query_string(&query, 0) : guest);
    return query_close(&query, error);
}

static bool table_result_add_game(struct club *club, const struct table_row *table,
                                  struct json *json, struct error *error) {
    int halves;
    const struct half_result *half = table_halves(club, table, &halves, error);
    bool good = half != NULL;
    json_open(json, NULL, '{');
    json_string(json, "source", club->source);
    json_string(json, "id", table->name);
    json_integer(json, "board", 1);
    json_bool(json, "tournament", false);
    json_words(json, "opening", table->opening);
    json_open(json, "seats", '[');
    for (int i = 0; good && i < table->players; i++)
        good = table_result_add_player(club, table, i, json, error);
    json_close(json, ']');
    json_open(json, "halves", '[');
    for (int i = 0; i < halves; i++) {
        json_open(json, NULL, '{');
        half_json_add(&half[i], table->players, json);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_close(json, '}');
    return good;
}

/* The name of a board in records: games with a board of their own use the name of the game. */
static void table_result_add_head(const struct table_row *table, struct json *json) {
    json_open(json, "league", '{');
    json_string(json, "name", "tables");
    json_string(json, "game", table->game);
    json_integer(json, "players", table->players);
    json_close(json, '}');
    json_open(json, "boards", '[');
    json_open(json, NULL, '{');
    json_integer(json, "id", 1);
    json_string(json, "name", *table->grid ? table->grid : table->game);
    json_string(json, "spelled", table->line);
    json_close(json, '}');
    json_close(json, ']');
}

enum club_answer table_result_write(struct club *club, const char *name, struct json *json,
                                    struct error *error) {
    struct table_row table;
    enum club_answer answer = table_find(club, name, &table, error);
    if (answer == CLUB_DONE && table.board)
        answer = club_refuse(CLUB_UNKNOWN, error, _("there is no such table"));
    if (answer == CLUB_DONE && table.state != TABLE_OVER)
        answer = club_refuse(CLUB_CONFLICT, error, _("this game is not over"));
    if (answer == CLUB_DONE) {
        table_result_add_head(&table, json);
        json_open(json, "games", '[');
        if (!table_result_add_game(club, &table, json, error))
            answer = CLUB_FAILED;
        json_close(json, ']');
    }
    table_row_free(&table);
    return answer;
}
