/* player_page.c - the page of a player: career, weeks and games by queries on the sums of scores.h,
 * each bounded by a page or a number of weeks. Names and bans are from the account; everything else
 * is from the player in the record. */
#include "config.h"

#include "club/store/ratings/player_page.h"

#include "base/error.h"
#include "base/need.h"
#include "club/store/ratings/analysis.h"
#include "club/store/ratings/ranked.h"
#include "record/query.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void player_page_free(struct player_page *player) {
    free(player->week);
    free(player->game);
    *player = (struct player_page){.weeks = 0};
}

/* Reads the player's number in the record and their place of all times. */
static bool read_career(struct club *club, const struct account *account,
                        struct player_page *player, struct error *error) {
    struct career *career = &player->career;
    struct query query;
    career->class = account->class;
    career->who.account = account->id;
    career->who.player = account->player;
    snprintf(career->who.name, sizeof career->who.name, "%s", account->name);
    query_keep(&query, club->record,
               "SELECT " CAREER_COLUMNS " FROM club_career" CAREER_NAMES
               " WHERE club_career.player = ?",
               VALUES(value_int(career->who.player)));
    if (query_step(&query))
        ranked_read_career(&query, career);
    return query_close(&query, error) && ranked_place_career(club, career, error);
}

/* ---- weeks ----------------------------------------------------------------------------------- */

/* Turns the order round: queries have the newest week first, the page has the oldest first. */
static void turn_round(struct player_week *week, int count) {
    for (int i = 0; i < count / 2; i++) {
        struct player_week other = week[i];
        week[i] = week[count - 1 - i];
        week[count - 1 - i] = other;
    }
}

static bool read_weeks(struct club *club, struct player_page *player, struct error *error) {
    struct query query;
    player->week = memory_need(calloc(PLAYER_WEEKS, sizeof *player->week));
    query_keep(&query, club->record,
               "SELECT club_score.week, IFNULL(NOT closed, 0), place, games, counted, total, best,"
               " lost FROM club_score LEFT JOIN club_week ON club_week.week = club_score.week"
               " WHERE player = ? ORDER BY club_score.week DESC",
               VALUES(value_int(player->career.who.player)));
    while (player->weeks < PLAYER_WEEKS && query_step(&query)) {
        struct player_week *week = &player->week[player->weeks++];
        query_copy(&query, 0, week->week, sizeof week->week);
        week->provisional = query_int(&query, 1) != 0;
        week->place = query_int64(&query, 2);
        week->games = query_int64(&query, 3);
        week->counted = week->provisional ? week->games : query_int64(&query, 4);
        week->total = query_int64(&query, week->provisional ? 5 : 6);
        week->lost = query_int64(&query, 7);
    }
    return query_close(&query, error);
}

/* Reads what moves have lost in each week. The weeks are in order. */
static bool read_losses(struct club *club, struct player_page *player, struct error *error) {
    struct query query;
    int i = 0;
    query_keep(&query, club->record,
               "SELECT week, SUM(moves), SUM(loss) FROM club_result"
               " JOIN club_analysis ON club_analysis.game = club_result.game"
               " WHERE player = ? GROUP BY week ORDER BY week",
               VALUES(value_int(player->career.who.player)));
    while (query_step(&query)) {
        const char *week = query_string(&query, 0);
        while (i < player->weeks && strcmp(player->week[i].week, week) < 0)
            i++;
        if (i < player->weeks && strcmp(player->week[i].week, week) == 0) {
            player->week[i].moves = query_int64(&query, 1);
            player->week[i].loss = query_int64(&query, 2);
        }
    }
    return query_close(&query, error);
}

static bool place_weeks(struct club *club, struct player_page *player, struct error *error) {
    turn_round(player->week, player->weeks);
    for (int i = 0; i < player->weeks; i++) {
        struct player_week *week = &player->week[i];
        if (week->provisional &&
            !ranked_place_running(club, week->week, player->career.class, week->games, week->total,
                                  &week->place, error))
            return false;
    }
    return true;
}

/* ---- games ----------------------------------------------------------------------------------- */

static bool page_read_games(struct club *club, const struct page_request *page,
                            struct player_page *player, struct error *error) {
    struct query query;
    player->game = ranked_rows(page, sizeof *player->game);
    query_keep(&query, club->record,
               "SELECT club_result.game, week, club_result.board, board.name, margin, lost"
               " FROM club_result JOIN game ON game.id = club_result.game"
               " JOIN board ON board.id = game.board WHERE player = ?"
               " ORDER BY week DESC, club_result.board, club_result.game LIMIT ? OFFSET ?",
               VALUES(value_int(player->career.who.player), value_int(page->count),
                      value_int(page->from)));
    while (player->games < page->count && query_step(&query)) {
        struct player_game *game = &player->game[player->games++];
        game->game = query_int64(&query, 0);
        query_copy(&query, 1, game->week, sizeof game->week);
        game->board = query_int(&query, 2);
        query_copy(&query, 3, game->word, sizeof game->word);
        game->margin = query_int(&query, 4);
        game->lost = query_int(&query, 5);
    }
    return query_close(&query, error);
}

static bool read_halves(struct club *club, struct player_page *player, struct error *error) {
    bool done = true;
    for (int i = 0; done && i < player->games; i++) {
        struct player_game *game = &player->game[i];
        done = ranked_read_halves(club, game->game, game->half, error) &&
               analysis_sum(club, game->game, &game->moves, &game->loss, error);
    }
    return done;
}

enum club_answer player_page_read(struct club *club, int64_t id, const struct page_request *page,
                                  struct player_page *player, struct error *error) {
    struct account account;
    *player = (struct player_page){.weeks = 0};
    enum club_answer answer = ranked_check_page(page, error);
    if (answer == CLUB_DONE)
        answer = account_read(club, id, &account, error);
    if (answer != CLUB_DONE)
        return answer;
    memcpy(player->created, account.created, sizeof player->created);
    player->banned = account.banned;
    if (read_career(club, &account, player, error) && read_weeks(club, player, error) &&
        place_weeks(club, player, error) && read_losses(club, player, error) &&
        page_read_games(club, page, player, error) && read_halves(club, player, error)) {
        player->total = player->career.games;
        return CLUB_DONE;
    }
    player_page_free(player);
    return CLUB_FAILED;
}
