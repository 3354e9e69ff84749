/* bench_club.c - how long the rankings of a large club take to read, and what a game costs to add.
 *
 *     tests/tools/bench_club FILE.db [GAMES [WEEKS [PLAYERS]]]
 *
 * If the file does not exist, it is created: GAMES (1,000,000) in WEEKS (100), of which the last
 * one still runs, by PLAYERS (5,000), of whom as many play in a week as it takes, all seven boards
 * each. The halves are played at random on the boards of the club's secrets, so that `verify` has
 * nothing to say. Then each page is read TIMES times for different players, weeks and places in the
 * list.
 */
#include "config.h"

#include "base/calendar.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/random.h"
#include "base/text.h"
#include "club/store/accounts.h"
#include "club/store/club.h"
#include "club/store/ratings/ranking.h"
#include "club/store/weeks.h"
#include "games/game.h"
#include "half/half_result.h"
#include "record/query.h"
#include "record/record_extra.h"
#include "record/record_rows.h"
#include "referee/match/match.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { POOL = 20, TIMES = 200, WEEK_MS = 7 * 24 * 3600 * 1000 };

/* The Monday on which the first of this many weeks begins, the last of which is this one. */
static int64_t first_week_ms(int weeks) {
    char now[CALENDAR_TIME_SIZE];
    struct calendar_week week;
    calendar_week_of(calendar_now(now), &week);
    return calendar_seconds(week.begin) * 1000 - (weeks - 1) * (int64_t)WEEK_MS;
}

static void die(const char *error) {
    fprintf(stderr, "bench_club: %s\n", error);
    exit(1);
}

/* ---- the club -------------------------------------------------------------------------------- */

/* A half that was played. */
struct sample_half {
    struct text moves, clocks;
    int plies;
    struct game_score score;
};

struct maker {
    struct club club;
    struct random random;
    int64_t games, now;
    int weeks, players, week;
    struct club_week dates;
    struct sample_half pool[WEEK_BOARDS][CLUB_HALVES][POOL];
};

static void play_half(struct maker *maker, const struct game_board *board, int half,
                      struct sample_half *sample) {
    struct game_state state;
    uint32_t moves[256];
    char text[GAME_MOVE_TEXT];
    text_clear(&sample->moves);
    text_clear(&sample->clocks);
    sample->plies = 0;
    board->game->start(board, &state, half);
    for (int count; (count = board->game->moves(board, &state, moves)) > 0; sample->plies++) {
        uint32_t move = moves[random_below(&maker->random, (uint32_t)count)];
        bool computer = board->game->turn(board, &state) == 1;
        board->game->format(board, &state, move, GAME_EVERYBODY, text);
        text_addf(&sample->moves, "%s%s", sample->plies ? " " : "", text);
        text_addf(&sample->clocks, "%s%u", sample->plies ? " " : "",
                  computer ? 0 : 1000 * (500 + random_below(&maker->random, 9000)));
        board->game->play(board, &state, move);
    }
    board->game->score(board, &state, &sample->score);
}

static void fill_pool(struct maker *maker) {
    struct error error;
    for (int i = 0; i < WEEK_BOARDS; i++) {
        const struct made_board *made = boards_by_name(&maker->club.boards, game_find(CLUB_GAME),
                                                       maker->dates.word[i], 0, &error);
        if (!made)
            die(error.text);
        for (int half = 1; half <= CLUB_HALVES; half++)
            for (int j = 0; j < POOL; j++)
                play_half(maker, made->board, half, &maker->pool[i][half - 1][j]);
    }
}

static bool add_half(struct maker *maker, int64_t game, int board, int number,
                     struct error *error) {
    const struct sample_half *sample =
        &maker->pool[board][number - 1][random_below(&maker->random, POOL)];
    char finished[CALENDAR_TIME_SIZE];
    struct half_result half = {.number = number,
                               .pointed = true,
                               .termination = sample->score.over,
                               .text = "",
                               .at_fault = MATCH_NOBODY,
                               .plies = sample->plies,
                               .moves = text_get(&sample->moves),
                               .clocks = text_get(&sample->clocks),
                               .finished = club_time(maker->now, finished)};
    memcpy(half.margin, sample->score.margin, sizeof half.margin);
    memcpy(half.points, sample->score.points, sizeof half.points);
    maker->now += 100;
    return record_add_half_row(maker->club.record, game, 2, &half, error);
}

static bool add_game(struct maker *maker, int player, int board, struct error *error) {
    struct club *club = &maker->club;
    char id[64], name[NAME_BYTES_MAX + 1], reference[NAME_BYTES_MAX + 1];
    snprintf(id, sizeof id, "%s/%d/%d", maker->dates.name, board + 1, player);
    const struct made_board *made =
        boards_by_name(&club->boards, game_find(CLUB_GAME), maker->dates.word[board], 0, error);
    struct game_row row = {.board_name = maker->dates.word[board],
                           .board_line = made ? made->line : NULL,
                           .tournament = true,
                           .source = club->source,
                           .foreign_id = id,
                           .seats = 2,
                           .player = {name, CLUB_REFERENCE},
                           .kind = {PLAYER_HUMAN, PLAYER_ENGINE}};
    if (!made || !account_have_player(club, player, name, error) ||
        !record_add_extra(club->record, &row, error) ||
        !record_get_reference(club->record, reference, error) ||
        (!*reference && !record_set_reference(club->record, CLUB_REFERENCE, error)) ||
        !add_half(maker, row.id, board, 1, error) || !add_half(maker, row.id, board, 2, error))
        return false;
    return query_write(club->record,
                       "INSERT INTO club_game (account, week, board, player, record)"
                       " VALUES (?1, ?2, ?3, ?1, ?4)",
                       VALUES(value_int(player), value_text(maker->dates.name),
                              value_int(board + 1), value_int(row.id)),
                       error);
}

/* The games of a week: this many players, from one on that changes with the week. */
static enum club_answer add_week(struct club *club, void *context, struct error *error) {
    struct maker *maker = context;
    int64_t first = maker->games * maker->week / maker->weeks;
    int64_t count = maker->games * (maker->week + 1) / maker->weeks - first;
    int from = (int)random_below(&maker->random, (uint32_t)maker->players);
    (void)club;
    for (int64_t i = 0; i < count; i++) {
        int player = (int)((from + i / WEEK_BOARDS * 7919) % maker->players) + 1;
        if (!add_game(maker, player, (int)(i % WEEK_BOARDS), error))
            return CLUB_FAILED;
    }
    return CLUB_DONE;
}

static void add_players(struct maker *maker) {
    struct error error;
    if (!query_begin_writing(maker->club.record, &error))
        die(error.text);
    for (int i = 1; i <= maker->players; i++) {
        char name[32];
        snprintf(name, sizeof name, "Player%d", i);
        if (!query_write(maker->club.record,
                         "INSERT INTO club_account (name, look, folded, kind, recovery,"
                         " created) VALUES (?1, ?1, ?1, 'human', '', '2026-11-01T00:00:00Z')",
                         VALUES(value_text(name)), &error))
            die(error.text);
    }
    if (!query_end_writing(maker->club.record, true, &error))
        die(error.text);
}

static void make(struct maker *maker) {
    struct error error;
    int64_t start = clock_ns();
    add_players(maker);
    for (maker->week = 0; maker->week < maker->weeks; maker->week++) {
        maker->now = first_week_ms(maker->weeks) + maker->week * (int64_t)WEEK_MS;
        if (!weeks_settle(&maker->club, maker->now, &error) ||
            !weeks_read(&maker->club, WEEK_CURRENT, maker->now, &maker->dates, &error))
            die(error.text);
        fill_pool(maker);
        if (!club_begin(&maker->club, &error) ||
            club_end_change(&maker->club, add_week(&maker->club, maker, &error), &error) !=
                CLUB_DONE)
            die(error.text);
    }
    double took = (double)(clock_ns() - start) / 1e9;
    printf("%" PRId64 " games of %d players in %d weeks: written in %.0f s, %.0f us a game\n",
           maker->games, maker->players, maker->weeks, took, took / (double)maker->games * 1e6);
    for (int i = 0; i < WEEK_BOARDS * CLUB_HALVES * POOL; i++) {
        struct sample_half *sample = &maker->pool[0][0][0] + i;
        text_free(&sample->moves);
        text_free(&sample->clocks);
    }
}

/* ---- pages ----------------------------------------------------------------------------------- */

/* What is read, and where: it differs with each turn. */
struct reading {
    struct club *club;
    struct random random;
    int64_t now;
    int weeks, players;
    int64_t rows; /* of the list */
};

static enum club_answer end(enum club_answer answer, void *rows) {
    free(rows);
    return answer;
}

static void name_week(const struct reading *reading, int back, char name[WEEK_NAME_SIZE]) {
    struct calendar_week week;
    char utc[CALENDAR_TIME_SIZE];
    calendar_week_of(club_time(reading->now - back * (int64_t)WEEK_MS, utc), &week);
    week_name(&week, name);
}

static enum club_answer read_week(struct reading *reading, int back, int64_t from,
                                  struct error *error) {
    char name[WEEK_NAME_SIZE];
    struct week_ranking ranking;
    const struct page_request page = {from, RANKING_ROWS};
    name_week(reading, back, name);
    enum club_answer answer =
        ranking_week(reading->club, name, reading->now, ACCOUNT_PERSON, &page, &ranking, error);
    reading->rows = ranking.total;
    return end(answer, ranking.row);
}

static enum club_answer read_running(struct reading *reading, struct error *error) {
    return read_week(reading, 0, 0, error);
}

static enum club_answer read_running_deep(struct reading *reading, struct error *error) {
    return read_week(reading, 0, reading->rows > 0 ? reading->rows - 1 : 0, error);
}

static enum club_answer read_final(struct reading *reading, struct error *error) {
    return read_week(reading,
                     reading->weeks > 1
                         ? 1 + (int)random_below(&reading->random, (uint32_t)reading->weeks - 1)
                         : 0,
                     0, error);
}

static enum club_answer read_weeks(struct reading *reading, struct error *error) {
    struct week_list list;
    const struct page_request page = {0, RANKING_ROWS};
    enum club_answer answer = ranking_weeks(reading->club, reading->now, &page, &list, error);
    return end(answer, list.row);
}

static enum club_answer read_board(struct reading *reading, struct error *error) {
    char name[WEEK_NAME_SIZE];
    struct board_ranking board;
    const struct page_request page = {0, RANKING_ROWS};
    name_week(reading, (int)random_below(&reading->random, (uint32_t)reading->weeks), name);
    enum club_answer answer =
        ranking_board(reading->club, name, 1 + (int)random_below(&reading->random, WEEK_BOARDS),
                      reading->now, &page, &board, error);
    return end(answer, board.row);
}

static enum club_answer read_careers(struct reading *reading, int64_t from, struct error *error) {
    struct career_list list;
    const struct page_request page = {from, RANKING_ROWS};
    enum club_answer answer = ranking_careers(reading->club, ACCOUNT_PERSON, &page, &list, error);
    reading->rows = list.total;
    return end(answer, list.row);
}

static enum club_answer read_best(struct reading *reading, struct error *error) {
    return read_careers(reading, 0, error);
}

static enum club_answer read_careers_deep(struct reading *reading, struct error *error) {
    return read_careers(reading, reading->rows > 0 ? reading->rows - 1 : 0, error);
}

static enum club_answer read_player(struct reading *reading, struct error *error) {
    struct player_page player;
    const struct page_request page = {0, RANKING_ROWS};
    enum club_answer answer = player_page_read(
        reading->club, 1 + (int64_t)random_below(&reading->random, (uint32_t)reading->players),
        &page, &player, error);
    return answer;
}

static const struct {
    const char *name;
    enum club_answer (*read)(struct reading *reading, struct error *error);
} pages[] = {
    {"ranking of the week that runs", read_running},
    {"its last page", read_running_deep},
    {"final ranking of a week", read_final},
    {"weeks and champions", read_weeks},
    {"a board", read_board},
    {"all times", read_best},
    {"its last page", read_careers_deep},
    {"a player", read_player},
};

static int compare_times(const void *a, const void *b) {
    double difference = *(const double *)a - *(const double *)b;
    return difference < 0 ? -1 : difference > 0;
}

static void measure(struct club *club, int64_t now, int weeks, int players) {
    struct reading reading = {.club = club, .now = now, .weeks = weeks, .players = players};
    double took[TIMES];
    struct error error;
    random_seed(&reading.random, 2);
    printf("%-32s %9s %9s %9s %9s %9s\n", "milliseconds to read", "first", "median", "99 %",
           "longest", "processor");
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        clock_t used = clock();
        for (int j = 0; j < TIMES; j++) {
            int64_t start = clock_ns();
            if (pages[i].read(&reading, &error) != CLUB_DONE)
                die(error.text);
            took[j] = (double)(clock_ns() - start) / 1e6;
        }
        double processor = (double)(clock() - used) / CLOCKS_PER_SEC * 1000 / TIMES;
        double first = took[0];
        qsort(took, TIMES, sizeof *took, compare_times);
        printf("%-32s %9.2f %9.2f %9.2f %9.2f %9.2f\n", pages[i].name, first, took[TIMES / 2],
               took[TIMES * 99 / 100], took[TIMES - 1], processor);
    }
}

int main(int argc, char **argv) {
    static struct maker maker;
    struct error error;
    if (argc < 2 || argc > 5)
        die("bench_club FILE.db [GAMES [WEEKS [PLAYERS]]]");
    bool there = access(argv[1], F_OK) == 0;
    maker.games = argc > 2 ? atoll(argv[2]) : 1000000;
    maker.weeks = argc > 3 ? atoi(argv[3]) : 100;
    maker.players = argc > 4 ? atoi(argv[4]) : 5000;
    if (maker.games < 1 || maker.weeks < 1 || maker.players < 1 ||
        (maker.games + maker.weeks - 1) / maker.weeks > (int64_t)maker.players * WEEK_BOARDS)
        die("each player has seven games a week at most: more players, or more weeks");
    random_seed(&maker.random, 1);
    if (!club_open(&maker.club, argv[1], &error) || !club_serve(&maker.club, &error))
        die(error.text);
    if (!there)
        make(&maker);
    int64_t now = first_week_ms(maker.weeks) + maker.weeks * (int64_t)WEEK_MS - 3600 * 1000;
    measure(&maker.club, now, maker.weeks, maker.players);
    club_close(&maker.club);
    return 0;
}
