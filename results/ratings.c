/* ratings.c - reads encounters from records and fits ratings.
 *
 * All records are read twice: first the names of their players, so that anchors are known and each
 * player has a number, then their games. The sums that are kept for each pair of players are enough
 * for both fits.
 */
#include "config.h"

#include "results/ratings.h"

#include "base/error.h"
#include "base/language.h"
#include "base/list.h"
#include "base/needed.h"
#include "pairing/repeats.h"
#include "pairing/statistics.h"
#include "record/query.h"
#include "record/record.h"
#include "record/record_games.h"
#include "record/record_league.h"

#include <fnmatch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SEATS = 2, PLAYERS_MAX = 100000 };

/* What is being read. */
struct reading {
    const struct ratings_request *request;
    struct ratings *ratings;
    struct record *record;
    int *by_name; /* the players, ordered by name */
    int player_room, name_room;
    int halves; /* of a game of this record */
    struct number_map engines, boards;
    struct repeats seen; /* encounters of all records */
    struct error *error;
};

void ratings_free(struct ratings *ratings) {
    free(ratings->player);
    free(ratings->order);
    pair_table_free(&ratings->pairs);
    fit_free(&ratings->margins);
    fit_free(&ratings->elo);
    *ratings = (struct ratings){.anchor = -1};
}

/* ---- players and boards ---------------------------------------------------------------------- */

/* Whether a name matches one of the patterns, which are separated by commas. */
static bool matches_pattern(const char *patterns, const char *name) {
    char pattern[256];
    for (size_t length; *patterns; patterns += length + (patterns[length] == ',')) {
        length = strcspn(patterns, ",");
        snprintf(pattern, sizeof pattern, "%.*s", (int)length, patterns);
        if (fnmatch(pattern, name, 0) == 0)
            return true;
    }
    return false;
}

/* Where a player is among the names, or would be. */
static int ratings_find_place(const struct reading *reading, const char *name) {
    int low = 0, high = reading->ratings->players;
    while (low < high) {
        int middle = (low + high) / 2;
        if (strcmp(reading->ratings->player[reading->by_name[middle]].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static int find_player(const struct reading *reading, const char *name) {
    const struct ratings *ratings = reading->ratings;
    int place = ratings_find_place(reading, name), found = -1;
    if (place < ratings->players)
        found = reading->by_name[place];
    return found >= 0 && strcmp(ratings->player[found].name, name) == 0 ? found : -1;
}

/* The player of that name, who is added if missing. -1: too many players. */
static int find_or_add_player(struct reading *reading, const char *name) {
    struct ratings *ratings = reading->ratings;
    const struct ratings_request *request = reading->request;
    int found = find_player(reading, name), place = ratings_find_place(reading, name);
    if (found >= 0 || ratings->players >= PLAYERS_MAX)
        return found;
    ratings->player = needed(list_grow(ratings->player, ratings->players, &reading->player_room,
                                       sizeof *ratings->player));
    reading->by_name = needed(list_grow(reading->by_name, ratings->players, &reading->name_room,
                                        sizeof *reading->by_name));
    int *at = &reading->by_name[place];
    memmove(at + 1, at, sizeof *at * (size_t)(ratings->players - place));
    *at = ratings->players;
    struct ratings_player *player = &ratings->player[ratings->players];
    *player = (struct ratings_player){.games = 0};
    snprintf(player->name, sizeof player->name, "%s", name);
    player->left_out = (request->include && !matches_pattern(request->include, player->name)) ||
                       (request->exclude && matches_pattern(request->exclude, player->name));
    return ratings->players++;
}

static bool read_names(struct reading *reading) {
    struct query row;
    bool good = true;
    query_open(&row, reading->record, "SELECT id, name FROM engine ORDER BY id", NULL);
    while (good && query_step(&row)) {
        int player = find_or_add_player(reading, query_string(&row, 1));
        good = player >= 0;
        if (good)
            number_map_add(&reading->engines, query_int64(&row, 0), player);
    }
    return query_close(&row, reading->error) &&
           (good || error_set(reading->error, _("more than %d players"), PLAYERS_MAX));
}

/* ---- games ----------------------------------------------------------------------------------- */

static void count_player(struct ratings_player *player, const struct encounter *seen) {
    player->encounters++;
    player->games += seen->games;
    player->won += seen->won;
    player->drawn += seen->drawn;
    player->lost += seen->lost;
}

/* Adds a whole encounter, unless it repeats an earlier one or a player is left out. */
static void add_encounter(struct reading *reading, const struct record_encounter *encounter) {
    struct ratings *ratings = reading->ratings;
    const int *player = encounter->engine;
    if (encounter->seats != SEATS || ratings->player[player[0]].left_out ||
        ratings->player[player[1]].left_out)
        return;
    if (encounter->repeated) {
        ratings->repeated++;
        return;
    }
    int first = player[0] < player[1] ? 0 : 1, i = player[first], j = player[1 - first];
    struct fit_pair *pair = pair_table_get(&ratings->pairs, i, j);
    const struct encounter *seen = &encounter->seen[first];
    double margin = (double)seen->margin / seen->games, score = seen->score / seen->games;
    pair->count++;
    pair->margin += margin;
    pair->margin_squares += margin * margin;
    pair->score += score;
    pair->score_squares += score * score;
    ratings->encounters++;
    count_player(&ratings->player[i], seen);
    count_player(&ratings->player[j], &encounter->seen[1 - first]);
}

static bool ratings_read_games(struct reading *reading) {
    struct record_games walk = {.seats = SEATS,
                                .halves = reading->halves,
                                .encounter_games = encounter_size(reading->halves, SEATS),
                                .engines = &reading->engines,
                                .boards = &reading->boards,
                                .encounters_seen = &reading->seen};
    record_games_open(&walk, reading->record);
    while (record_games_next(&walk, reading->error))
        if (walk.encounter.whole)
            add_encounter(reading, &walk.encounter);
    return record_games_close(&walk, reading->error);
}

/* ---- records --------------------------------------------------------------------------------- */

static bool check_league(struct reading *reading, const struct league_row *league) {
    struct ratings *ratings = reading->ratings;
    const char *path = record_path(reading->record);
    if (league->players != SEATS)
        return error_set(reading->error, _("record %s: ratings are for games of two, not of %d"),
                         path, league->players);
    if (*ratings->game && strcmp(ratings->game, league->game) != 0)
        return error_set(reading->error,
                         _("%s: its game is %s, but that of the previous record is %s"), path,
                         league->game, ratings->game);
    snprintf(ratings->game, sizeof ratings->game, "%s", league->game);
    reading->halves = league->halves;
    return true;
}

/* Reads the names of a record (`count` false), or its games. */
static bool read_record(struct reading *reading, const char *path, bool count) {
    struct league_row league = {0};
    int64_t anchor;
    reading->record = record_read(path, reading->error);
    record_set_cancel(reading->record, reading->request->stop);
    bool good = reading->record && record_read_league(reading->record, &league, reading->error) &&
                check_league(reading, &league) && read_names(reading);
    if (good && !count && reading->ratings->anchor < 0 && league.reference > 0 &&
        number_map_find(&reading->engines, league.reference, &anchor))
        reading->ratings->anchor = (int)anchor;
    good = good && (!count ||
                    (record_read_board_hashes(reading->record, &reading->boards, reading->error) &&
                     ratings_read_games(reading)));
    league_row_free(&league);
    record_close(reading->record);
    number_map_free(&reading->engines);
    number_map_free(&reading->boards);
    return good;
}

/* Adds an anchor, NAME or NAME=ELO; returns the player, or -1 and a message. */
static int add_anchor(const struct reading *reading, const char *entry, size_t length) {
    char name[2 * NAME_BYTES_MAX];
    snprintf(name, sizeof name, "%.*s", (int)length, entry);
    double elo = 0;
    char *value = strrchr(name, '='), *end;
    int player = find_player(reading, name);
    if (player < 0 && value) {
        *value++ = '\0';
        elo = strtod(value, &end);
        if (end == value || *end || !isfinite(elo))
            return error_set(reading->error,
                             _("the Elo of the anchor %s must be a number, not '%s'"), name,
                             value) -
                   1;
        player = find_player(reading, name);
    }
    if (player < 0)
        return error_set(reading->error, _("nobody is called %s"), name) - 1;
    if (!isnan(reading->ratings->player[player].given))
        return error_set(reading->error, _("%s is given twice"), name) - 1;
    reading->ratings->player[player].given = elo;
    return player;
}

static bool find_anchor(const struct reading *reading) {
    struct ratings *ratings = reading->ratings;
    const char *list = reading->request->anchor;
    for (int i = 0; i < ratings->players; i++)
        ratings->player[i].given = NAN;
    for (bool first = true; list; first = false) {
        size_t length = find_player(reading, list) < 0 ? strcspn(list, ",") : strlen(list);
        int player = add_anchor(reading, list, length);
        if (player < 0)
            return false;
        ratings->anchor = first ? player : ratings->anchor;
        list = list[length] ? list + length + 1 : NULL;
    }
    if (ratings->anchor >= 0 && ratings->player[ratings->anchor].left_out)
        ratings->anchor = -1;
    return true;
}

static bool read_all(struct reading *reading) {
    const struct ratings_request *request = reading->request;
    struct ratings *ratings = reading->ratings;
    for (int i = 0; i < request->paths; i++)
        if (!read_record(reading, request->path[i], false))
            return false;
    ratings->order = needed(calloc((size_t)ratings->players + 1, sizeof *ratings->order));
    for (int i = 0; i < request->paths; i++)
        if (!read_record(reading, request->path[i], true))
            return false;
    return find_anchor(reading);
}

/* Fits both ratings. An anchor that has won all its games would leave the others without an Elo:
 * they then get one among themselves. */
static bool fit_both(struct ratings *ratings) {
    const struct pair_table *pairs = &ratings->pairs;
    int compared = 0;
    ratings->elo_anchor = ratings->anchor;
    double *given = needed(calloc((size_t)ratings->players + 1, sizeof *given));
    int anchors = 0;
    for (int i = 0; i < ratings->players; i++) {
        given[i] = ratings->player[i].left_out ? NAN : ratings->player[i].given;
        anchors += !isnan(given[i]);
    }
    bool done =
        fit_margins(pairs->pair, pairs->count, ratings->players, ratings->anchor,
                    &ratings->margins) &&
        (anchors ? fit_elo_given(pairs->pair, pairs->count, ratings->players, given, &ratings->elo)
                 : fit_elo(pairs->pair, pairs->count, ratings->players, ratings->anchor,
                           &ratings->elo));
    free(given);
    if (!done)
        return false;
    for (int i = 0; i < ratings->players; i++)
        compared += !isnan(ratings->elo.rating[i]);
    if (compared > 1 || ratings->anchor < 0)
        return true;
    fit_free(&ratings->elo);
    ratings->elo_anchor = -1;
    return fit_elo(pairs->pair, pairs->count, ratings->players, -1, &ratings->elo);
}

struct ranked {
    double rating; /* NAN: none */
    int player;
};

/* The best player comes first, players without a rating last. */
static int compare_ranked(const void *first, const void *second) {
    const struct ranked *a = first, *b = second;
    if (isnan(a->rating) != isnan(b->rating))
        return isnan(a->rating) ? 1 : -1;
    if (!isnan(a->rating) && a->rating != b->rating)
        return a->rating > b->rating ? -1 : 1;
    return a->player - b->player;
}

struct ranked_pair {
    int better, worse; /* ranks */
    struct fit_pair pair;
};

static int compare_pairs(const void *first, const void *second) {
    const struct ranked_pair *a = first, *b = second;
    return a->better != b->better ? a->better - b->better : a->worse - b->worse;
}

static void sort_pairs(struct pair_table *pairs, const int *rank, struct ranked_pair *ranked) {
    for (int64_t i = 0; i < pairs->count; i++) {
        int one = rank[pairs->pair[i].first], other = rank[pairs->pair[i].second];
        ranked[i] = (struct ranked_pair){one < other ? one : other, one < other ? other : one,
                                         pairs->pair[i]};
    }
    qsort(ranked, (size_t)pairs->count, sizeof *ranked, compare_pairs);
    for (int64_t i = 0; i < pairs->count; i++) {
        bool turned = rank[ranked[i].pair.first] > rank[ranked[i].pair.second];
        pairs->pair[i] = turned ? fit_pair_turned(&ranked[i].pair) : ranked[i].pair;
    }
}

static void rank(struct ratings *ratings) {
    size_t players = (size_t)ratings->players, pairs = (size_t)ratings->pairs.count;
    struct ranked *ranked = needed(calloc(players + 1, sizeof *ranked));
    struct ranked_pair *ranked_pair = needed(calloc(pairs + 1, sizeof *ranked_pair));
    int *rank = needed(calloc(players + 1, sizeof *rank));
    for (int i = 0; i < ratings->players; i++)
        if (ratings->player[i].encounters > 0)
            ranked[ratings->shown++] = (struct ranked){ratings->margins.rating[i], i};
    qsort(ranked, (size_t)ratings->shown, sizeof *ranked, compare_ranked);
    for (int i = 0; i < ratings->shown; i++) {
        ratings->order[i] = ranked[i].player;
        rank[ranked[i].player] = i;
    }
    sort_pairs(&ratings->pairs, rank, ranked_pair);
    free(ranked);
    free(ranked_pair);
    free(rank);
}

bool ratings_read(const struct ratings_request *request, struct ratings *ratings,
                  struct error *error) {
    struct reading reading = {.request = request, .ratings = ratings, .error = error};
    *ratings = (struct ratings){.anchor = -1};
    bool done = read_all(&reading);
    repeats_free(&reading.seen);
    free(reading.by_name);
    if (done && ratings->encounters == 0)
        done = error_set(error, _("there is no complete encounter between players to be rated"));
    if (done && !fit_both(ratings))
        done = error_set(error, _("the equations of these ratings have no solution"));
    if (done)
        rank(ratings);
    else
        ratings_free(ratings);
    return done;
}
