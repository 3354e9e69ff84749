/* report_data.c - everything that charts show, from one walk over the games of a record. Memory
 * does not grow with the number of games: margins are counted by their value, and the path of each
 * player keeps every `step`th mean, twice as many games apart whenever it is full. */
#include "config.h"

#include "results/report_data.h"

#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/text.h"
#include "pairing/game_id.h"
#include "record/query.h"
#include "record/record.h"
#include "record/record_extra.h"
#include "record/record_games.h"
#include "record/record_rows.h"

#include <stdlib.h>
#include <string.h>

#define EXTRA "1000000000" /* boards above it are of games outside the schedule */
_Static_assert(EXTRA_GAMES == 1000000000, "as the text says");

enum { PATH_POINTS = sizeof((struct report_path *)0)->point / sizeof(struct report_point) };

/* ---- what there is --------------------------------------------------------------------------- */

static bool read_league(struct record *record, struct report_data *data, struct error *error) {
    struct query row;
    query_open(&row, record,
               "SELECT name, game, halves,"
               " (SELECT COUNT(*) FROM engine), (SELECT COUNT(*) FROM board),"
               " (SELECT MIN(finished) FROM half),"
               " (SELECT MAX(finished) FROM half),"
               " (SELECT IFNULL(MAX(MAX(ABS(margin1)), MAX(ABS(margin2)),"
               "   IFNULL(MAX(ABS(margin3)), 0), IFNULL(MAX(ABS(margin4)), 0)), 0) FROM half)"
               " FROM league",
               NULL);
    bool found = query_step(&row);
    if (found) {
        query_copy(&row, 0, data->league, sizeof data->league);
        query_copy(&row, 1, data->game, sizeof data->game);
        data->halves = query_int(&row, 2);
        data->players = query_int(&row, 3);
        data->boards = query_int(&row, 4);
        query_copy(&row, 5, data->first, sizeof data->first);
        query_copy(&row, 6, data->last, sizeof data->last);
        data->worst = record_is_margin(query_int64(&row, 7)) ? query_int(&row, 7) : -1;
    }
    return query_close(&row, error) &&
           (found ||
            error_set(error, _("record %s: its table league is empty"), record_path(record)));
}

/* Each player that is shown has a place for each board. */
static bool check_size(const struct record *record, const struct report_data *data,
                       struct error *error) {
    enum { ROOM_MAX = 1 << 29 }; /* bytes */
    int64_t size = (int64_t)data->shown * (int64_t)sizeof(struct sample) + (int64_t)sizeof(char *);
    return data->boards <= ROOM_MAX / size ||
           error_set(error, _("record %s: %d boards are too many for a report"),
                     record_path(record), data->boards);
}

static void data_make_room(struct report_data *data) {
    size_t players = (size_t)data->players, boards = (size_t)data->boards;
    data->player = needed(calloc(players + 1, sizeof *data->player));
    data->board = needed(calloc(boards + 1, sizeof *data->board));
    data->player_number = needed(calloc(players + 1, sizeof *data->player_number));
    data->board_number = needed(calloc(boards + 1, sizeof *data->board_number));
    data->board_same = needed(calloc(boards + 1, sizeof *data->board_same));
    data->chart = needed(calloc((size_t)data->shown + 1, sizeof *data->chart));
    for (int i = 0; i < data->shown; i++) {
        struct report_chart *chart = &data->chart[i];
        chart->path.step = 1;
        chart->board = needed(calloc(boards + 1, sizeof *chart->board));
        chart->halves = needed(calloc(2 * (size_t)data->worst + 1, sizeof *chart->halves));
    }
}

static int compare_numbers(const void *a, const void *b) {
    int64_t first = *(const int64_t *)a, second = *(const int64_t *)b;
    return (first > second) - (first < second);
}

static int data_find(const int64_t *numbers, int count, int64_t number) {
    const int64_t *found =
        bsearch(&number, numbers, (size_t)count, sizeof *numbers, compare_numbers);
    return found ? (int)(found - numbers) : -1;
}

/* The numbers of players and boards leave some out: those of games outside the schedule begin
 * above all others. Players are in the order of their numbers, as in the standings. */
static bool read_players(struct record *record, struct report_data *data, struct error *error) {
    struct query row;
    query_open(&row, record,
               "SELECT engine.id, engine.name, engine.id = reference FROM league, engine"
               " ORDER BY engine.id",
               NULL);
    for (int i = 0; i < data->players && query_step(&row); i++) {
        data->player_number[i] = query_int64(&row, 0);
        snprintf(data->player[i].name, sizeof data->player->name, "%s",
                 record_name_shown(query_string(&row, 1)));
        data->player[i].place = -1;
        if (query_int(&row, 2))
            data->reference = i;
    }
    for (int i = 0; i < data->shown; i++)
        data->player[data->order[i]].place = i;
    return query_close(&row, error);
}

static bool read_boards(struct record *record, struct report_data *data, struct error *error) {
    struct query row;
    query_open(&row, record,
               "SELECT id, name, CASE WHEN id > " EXTRA " THEN"
               " (SELECT MIN(first.id) FROM board AS first WHERE first.name = board.name AND"
               "  IFNULL(first.spelled = board.spelled, 1)) ELSE id END FROM board"
               " ORDER BY id",
               NULL);
    for (int i = 0; i < data->boards && query_step(&row); i++) {
        struct error name;
        query_copy(&row, 1, name.text, sizeof name);
        data->board_number[i] = query_int64(&row, 0);
        data->board[i] = strdup(name.text);
        int same = data_find(data->board_number, i + 1, query_int64(&row, 2));
        data->board_same[i] = same >= 0 ? same : i;
    }
    return query_close(&row, error);
}

int report_find_player(const struct report_data *data, int64_t number) {
    return data_find(data->player_number, data->players, number);
}

int report_find_board(const struct report_data *data, int64_t number) {
    return data_find(data->board_number, data->boards, number);
}

/* ---- the halves, in order -------------------------------------------------------------------- */

static void add_to_path(struct report_path *path, double margin) {
    sample_add(&path->all, margin);
    if (path->all.count % path->step != 0)
        return;
    path->point[path->count++] = (struct report_point){path->all.count, path->all.mean};
    if (path->count < PATH_POINTS)
        return;
    for (int i = 0; i < PATH_POINTS / 2; i++)
        path->point[i] = path->point[2 * i + 1];
    path->count /= 2;
    path->step *= 2;
}

/* NULL: the player is not shown. */
static struct report_chart *chart_of(const struct report_data *data, int player) {
    int place = data->player[player].place;
    return place < 0 ? NULL : &data->chart[place];
}

/* False: a margin is wider than the widest that the record had at first. */
static bool add_halves(struct report_data *data, const struct record_games *walk) {
    const struct record_game *game = &walk->game;
    for (int half = 0; half < game->count; half++)
        for (int i = 0; i < game->seats; i++) {
            struct report_chart *chart = chart_of(data, game->engine[i]);
            if (abs(walk->half[half][i]) > data->worst)
                return false;
            if (chart)
                chart->halves[data->worst + walk->half[half][i]]++;
        }
    return true;
}

static void add_margin(struct report_data *data, const struct record_game *game, int seat,
                       int board, bool counts) {
    struct report_chart *chart = chart_of(data, game->engine[seat]);
    if (!chart)
        return;
    for (int k = 0; k < game->seats; k++) {
        int place = data->player[game->engine[k]].place;
        if (k != seat && place >= 0)
            sample_add(&chart->against[place], game->margin[seat]);
    }
    if (!counts)
        return;
    sample_add(&chart->board[board], game->margin[seat]);
    add_to_path(&chart->path, game->margin[seat]);
}

/* Only a game with all its halves has a margin; it counts for the players who met the reference.
 * False: there is no such board, or margin. */
static bool data_add_game(struct report_data *data, const struct record_games *walk) {
    const struct record_game *game = &walk->game;
    bool reference = data->reference < 0;
    int board = report_find_board(data, game->board + 1);
    data->games += game->whole;
    data->repeats += game->repeated;
    if (board < 0)
        return false;
    if (game->repeated)
        return true;
    if (!add_halves(data, walk))
        return false;
    for (int i = 0; i < game->seats; i++)
        reference = reference || game->engine[i] == data->reference;
    for (int i = 0; i < game->seats && game->whole; i++)
        add_margin(data, game, i, data->board_same[board], reference);
    return true;
}

static bool data_read_games(struct record *record, struct report_data *data, struct error *error) {
    struct number_map engines = {0}, boards = {0};
    struct repeats seen = {0};
    struct record_games walk = {
        .halves = data->halves, .engines = &engines, .boards = &boards, .games_seen = &seen};
    bool known = true;
    for (int i = 0; i < data->players; i++)
        number_map_add(&engines, data->player_number[i], i);
    for (int i = 0; i < data->boards; i++)
        number_map_add(&boards, data->board_number[i], data->board_same[i]);
    record_games_open(&walk, record);
    while (known && record_games_next(&walk, error))
        known = data_add_game(data, &walk);
    bool done =
        record_games_close(&walk, error) &&
        (known || error_set(error,
                            _("record %s: game %lld names a player or a board that does not "
                              "exist, or has an impossible margin"),
                            record_path(record), (long long)game_id(walk.game.number)));
    number_map_free(&engines);
    number_map_free(&boards);
    repeats_free(&seen);
    return done;
}

bool report_data_read(struct record *record, const int *order, int shown, struct report_data *data,
                      struct error *error) {
    *data = (struct report_data){.reference = -1, .shown = shown};
    memcpy(data->order, order, sizeof *order * (size_t)shown);
    if (!read_league(record, data, error))
        return false;
    if (data->worst < 0)
        return error_set(error, _("record %s: %s"), record_path(record),
                         _("a game has an impossible margin"));
    if (!check_size(record, data, error))
        return false;
    data_make_room(data);
    if (read_players(record, data, error) && read_boards(record, data, error) &&
        data_read_games(record, data, error))
        return true;
    report_data_free(data);
    return false;
}

void report_data_free(struct report_data *data) {
    for (int i = 0; data->chart && i < data->shown; i++) {
        free(data->chart[i].board);
        free(data->chart[i].halves);
    }
    free(data->chart);
    for (int i = 0; data->board && i < data->boards; i++)
        free(data->board[i]);
    free(data->player);
    free(data->board);
    free(data->board_same);
    free(data->player_number);
    free(data->board_number);
    *data = (struct report_data){.reference = -1};
}
