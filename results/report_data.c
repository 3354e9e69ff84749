/* report_data.c - see report_data.h. */
#include "config.h"

#include "results/report_data.h"

#include "base/error.h"
#include "base/language.h"
#include "base/text.h"
#include "games/game.h"
#include "pairing/repeats.h"
#include "record/query.h"
#include "record/record.h"
#include "record/record_extra.h"

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
               " (SELECT COUNT(*) FROM half), (SELECT MIN(finished) FROM half),"
               " (SELECT MAX(finished) FROM half),"
               " (SELECT IFNULL(MAX(MAX(ABS(margin1)), MAX(ABS(margin2)),"
               "   IFNULL(MAX(ABS(margin3)), 0), IFNULL(MAX(ABS(margin4)), 0)), 0) FROM half)"
               " FROM league");
    bool found = query_step(&row);
    if (found) {
        query_copy(&row, 0, data->league, sizeof data->league);
        query_copy(&row, 1, data->game, sizeof data->game);
        data->halves = query_int(&row, 2);
        data->players = query_int(&row, 3);
        data->boards = query_int(&row, 4);
        data->halves_played = query_int64(&row, 5);
        query_copy(&row, 6, data->first, sizeof data->first);
        query_copy(&row, 7, data->last, sizeof data->last);
        data->worst = record_is_margin(query_int64(&row, 8)) ? query_int(&row, 8) : -1;
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

static bool make_room(struct report_data *data) {
    size_t players = (size_t)data->players, boards = (size_t)data->boards;
    data->player = calloc(players + 1, sizeof *data->player);
    data->board = calloc(boards + 1, sizeof *data->board);
    data->player_number = calloc(players + 1, sizeof *data->player_number);
    data->board_number = calloc(boards + 1, sizeof *data->board_number);
    data->board_same = calloc(boards + 1, sizeof *data->board_same);
    data->chart = calloc((size_t)data->shown + 1, sizeof *data->chart);
    bool room = data->player && data->board && data->player_number && data->board_number &&
                data->board_same && data->chart;
    for (int i = 0; room && i < data->shown; i++) {
        struct report_chart *chart = &data->chart[i];
        chart->path.step = 1;
        chart->board = calloc(boards + 1, sizeof *chart->board);
        chart->halves = calloc(2 * (size_t)data->worst + 1, sizeof *chart->halves);
        room = chart->board && chart->halves;
    }
    return room;
}

static int compare_numbers(const void *a, const void *b) {
    int64_t first = *(const int64_t *)a, second = *(const int64_t *)b;
    return (first > second) - (first < second);
}

static int find(const int64_t *numbers, int count, int64_t number) {
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
               " ORDER BY engine.id");
    for (int i = 0; i < data->players && query_step(&row); i++) {
        data->player_number[i] = query_int64(&row, 0);
        query_copy(&row, 1, data->player[i].name, sizeof data->player->name);
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
               " ORDER BY id");
    for (int i = 0; i < data->boards && query_step(&row); i++) {
        struct error name;
        query_copy(&row, 1, name.text, sizeof name);
        data->board_number[i] = query_int64(&row, 0);
        data->board[i] = strdup(name.text);
        int same = find(data->board_number, i + 1, query_int64(&row, 2));
        data->board_same[i] = same >= 0 ? same : i;
    }
    return query_close(&row, error);
}

int report_find_player(const struct report_data *data, int64_t number) {
    return find(data->player_number, data->players, number);
}

int report_find_board(const struct report_data *data, int64_t number) {
    return find(data->board_number, data->boards, number);
}

/* ---- the halves, in order -------------------------------------------------------------------- */

/* The game that is being put together from its halves. */
struct gathered {
    int64_t game;
    int halves, board, seats;
    int half[GAME_HALVES_MAX][GAME_PLAYERS_MAX]; /* margins, as they come */
    struct repeats_whole same;
    int seat[GAME_PLAYERS_MAX]; /* players */
    int margin[GAME_PLAYERS_MAX];
};

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

static void add_halves(struct report_data *data, const struct gathered *game) {
    for (int half = 0; half < game->halves; half++)
        for (int i = 0; i < game->seats; i++) {
            struct report_chart *chart = chart_of(data, game->seat[i]);
            if (chart)
                chart->halves[data->worst + game->half[half][i]]++;
        }
}

static void add_margin(struct report_data *data, const struct gathered *game, int seat,
                       bool counts) {
    struct report_chart *chart = chart_of(data, game->seat[seat]);
    if (!chart)
        return;
    for (int k = 0; k < game->seats; k++) {
        int place = data->player[game->seat[k]].place;
        if (k != seat && place >= 0)
            sample_add(&chart->against[place], game->margin[seat]);
    }
    if (!counts)
        return;
    sample_add(&chart->board[game->board], game->margin[seat]);
    add_to_path(&chart->path, game->margin[seat]);
}

/* What was read of a game. Only one with all its halves has a margin; it counts for the players who
 * met the reference. */
static void add_game(struct report_data *data, struct repeats *seen, const struct gathered *game) {
    bool reference = data->reference < 0, whole = game->halves == data->halves;
    bool repeated = whole && repeats_seen(seen, repeats_number(&game->same));
    data->games += whole;
    data->repeats += repeated;
    if (repeated || game->game < 0)
        return;
    add_halves(data, game);
    if (!whole)
        return;
    for (int i = 0; i < game->seats; i++)
        reference = reference || game->seat[i] == data->reference;
    for (int i = 0; i < game->seats; i++)
        add_margin(data, game, i, reference);
}

/* One row: game, board, seats, margins, half, hash of the moves. False: the row makes no sense. */
static bool add_half(struct report_data *data, struct repeats *seen, struct gathered *game,
                     const struct query *row) {
    int64_t id = query_int64(row, 0);
    if (id != game->game) {
        int board = report_find_board(data, query_int64(row, 1));
        add_game(data, seen, game);
        *game = (struct gathered){.game = id, .board = board < 0 ? -1 : data->board_same[board]};
    }
    if (game->board < 0 || game->halves >= GAME_HALVES_MAX)
        return false;
    game->seats = 0;
    for (int i = 0; i < GAME_PLAYERS_MAX; i++) {
        if (query_is_null(row, 2 + i))
            break;
        int player = report_find_player(data, query_int64(row, 2 + i));
        int64_t margin = query_int64(row, 2 + GAME_PLAYERS_MAX + i);
        if (player < 0 || !record_is_margin(margin) || llabs(margin) > data->worst)
            return false;
        game->seats++;
        game->seat[i] = player;
        game->margin[i] += (int)margin;
        game->half[game->halves][i] = (int)margin;
    }
    game->halves++;
    repeats_add(&game->same, repeats_half((uint64_t)query_int64(row, 11), game->board, game->seat,
                                          game->seats, query_int(row, 10)));
    return true;
}

static bool read_halves(struct record *record, struct report_data *data, struct error *error) {
    struct query row;
    struct gathered game = {.game = -1};
    struct repeats seen = {0};
    query_open(
        &row, record,
        "SELECT game.id, board, seat1, seat2, seat3, seat4, margin1, margin2, margin3,"
        " margin4, number, moves_hash FROM half JOIN game ON game.id = half.game ORDER BY half.id");
    bool good = true;
    while (good && query_step(&row))
        good = add_half(data, &seen, &game, &row);
    add_game(data, &seen, &game);
    bool room = !seen.failed;
    repeats_free(&seen);
    return query_close(&row, error) && (room || error_memory(error)) &&
           (good || error_set(error,
                              _("record %s: game %lld names a player or a board that does not "
                                "exist, or has an impossible margin"),
                              record_path(record), (long long)game.game));
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
    if (!make_room(data))
        error_memory(error);
    else if (read_players(record, data, error) && read_boards(record, data, error) &&
             read_halves(record, data, error))
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
