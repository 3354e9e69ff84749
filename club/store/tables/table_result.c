/* table_result.c - a table that is over, as `import` reads it: the JSON of a league with one
 * board and one game. An account has its name in the record, a guest a word that no account can
 * have. */
#include "config.h"

#include "club/store/tables/table_result.h"

#include "base/error.h"
#include "base/json.h"
#include "base/language.h"
#include "club/store/tables/table_file.h"
#include "record/half_json.h"
#include "record/query.h"

#include <stdio.h>

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
    struct half_result half[GAME_HALVES_MAX];
    int halves = table_read_halves(club, table, half, error);
    bool good = halves >= 0;
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
        half_result_free(&half[i]);
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
