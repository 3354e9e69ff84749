/* club_analysis.c - what moves have lost agrees with a search of the test's own, games are analysed
 * once their week is over, and marks separate people from those who play by the solver.
 */
#include "config.h"

#include "base/calendar.h"
#include "base/error.h"
#include "base/json.h"
#include "base/random.h"
#include "club/store/accounts.h"
#include "club/store/club.h"
#include "club/store/ratings/analysis.h"
#include "club/store/ratings/marks.h"
#include "club/store/ratings/ranking.h"
#include "club/store/weeks.h"
#include "games/game.h"
#include "grids/grid.h"
#include "half/half_result.h"
#include "protocol/protocol.h"
#include "record/query.h"
#include "record/record_extra.h"
#include "record/record_rows.h"
#include "referee/match/match.h"
#include "tests/lib/tap.h"

#include <inttypes.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int64_t at(const char *utc) {
    return calendar_seconds(utc) * 1000;
}

/* ---- chances --------------------------------------------------------------------------------- */

/* What marks_tail() computes, by trying all outcomes. */
static double tail_of_all(const double *chance, int count, int hits) {
    double sum = 0;
    for (unsigned outcome = 0; outcome < 1U << count; outcome++) {
        double likely = 1;
        int found = 0;
        for (int i = 0; i < count; i++) {
            bool hit = outcome >> i & 1;
            likely *= hit ? chance[i] : 1 - chance[i];
            found += hit;
        }
        sum += found >= hits ? likely : 0;
    }
    return sum;
}

static void test_tail(void) {
    struct random random;
    bool same = true;
    random_seed(&random, 3);
    for (int round = 0; round < 50; round++) {
        double chance[10];
        int count = 1 + (int)random_below(&random, 10);
        for (int i = 0; i < count; i++)
            chance[i] = random_below(&random, 1001) / 1000.0;
        for (int hits = 0; hits <= count; hits++)
            same &=
                fabs(marks_tail(chance, count, hits) - tail_of_all(chance, count, hits)) < 1e-12;
    }
    ok(same, "the chance of so many hits is that of all outcomes");
    ok(marks_bin(1, 24) == 0 && marks_bin(12, 24) == MARK_BINS / 2 &&
           marks_bin(24, 24) == MARK_BINS - 1,
       "bins by the share of best moves");
    ok(marks_bin(5, 0) == 0 && marks_bin(-5, 24) == 0 && marks_bin(99, 24) == MARK_BINS - 1,
       "also of numbers that cannot be");
}

/* ---- losses ---------------------------------------------------------------------------------- */

/* The margin of the mover with best play, by trying everything. */
static int best_margin(const struct game_board *board, const struct game_state *state, int mover) {
    uint32_t moves[GRID_CELLS_MAX];
    int turn = board->game->turn(board, state), count = board->game->moves(board, state, moves);
    if (turn == GAME_OVER) {
        struct game_score score;
        board->game->score(board, state, &score);
        return score.margin[mover];
    }
    int best = -1000;
    for (int i = 0; i < count; i++) {
        struct game_state after = *state;
        board->game->play(board, &after, moves[i]);
        int margin = best_margin(board, &after, mover);
        margin = turn == mover ? margin : -margin;
        best = margin > best ? margin : best;
    }
    return turn == mover ? best : -best;
}

/* What a move loses, and how many are best. */
static int loss_of(const struct game_board *board, const struct game_state *state,
                   const char *played, int *best_moves, int *count) {
    uint32_t moves[GRID_CELLS_MAX], wanted;
    int turn = board->game->turn(board, state), margin[GRID_CELLS_MAX], best = -1000, own = 0;
    *count = board->game->moves(board, state, moves);
    board->game->parse(board, state, played, &wanted);
    for (int i = 0; i < *count; i++) {
        struct game_state after = *state;
        board->game->play(board, &after, moves[i]);
        margin[i] = best_margin(board, &after, turn);
        best = margin[i] > best ? margin[i] : best;
        own = moves[i] == wanted ? margin[i] : own;
    }
    *best_moves = 0;
    for (int i = 0; i < *count; i++)
        *best_moves += margin[i] == best;
    return best - own;
}

enum { TRIED = 9 }; /* moves left, for trying everything */

static void test_half(struct analyst *analyst, const struct game_board *board, const char *line,
                      struct random *random, int half) {
    static struct analysis analysis;
    struct game_state state, before[ANALYSED_MAX];
    struct text moves = {0};
    struct error error = {.text = ""};
    uint32_t legal[GRID_CELLS_MAX];
    char text[GAME_MOVE_TEXT], played[ANALYSED_MAX][GAME_MOVE_TEXT];
    int plies = 0, own = 0, compared = 0;
    bool same = true;
    board->game->start(board, &state, half);
    for (int count; (count = board->game->moves(board, &state, legal)) > 0; plies++) {
        uint32_t move = legal[random_below(random, (uint32_t)count)];
        board->game->format(board, &state, move, GAME_EVERYBODY, text);
        before[plies] = state;
        snprintf(played[plies], sizeof played[plies], "%s", text);
        text_addf(&moves, "%s%s", plies ? " " : "", text);
        own += board->game->turn(board, &state) == 0;
        board->game->play(board, &state, move);
    }
    ok(analyst_look(analyst, line, half, text_get(&moves), &analysis, &error),
       "half %d is looked at: %s", half, error.text);
    is_int(analysis.count, own, "all moves of seat 1");
    for (int i = 0; i < analysis.count; i++) {
        const struct analysed_move *move = &analysis.move[i];
        int best_moves, count = board->game->moves(board, &before[move->ply], legal);
        same &= move->loss >= 0 && move->best_moves >= 1 && move->best_moves <= move->moves &&
                move->moves <= count && board->game->turn(board, &before[move->ply]) == 0;
        if (count > TRIED || move->ply < 10)
            continue;
        int loss = loss_of(board, &before[move->ply], played[move->ply], &best_moves, &count);
        same &= move->exact && move->loss == loss;
        compared++;
    }
    ok(same && compared > 0, "%d losses are those of trying everything", compared);
    text_free(&moves);
}

static void test_losses(void) {
    static const char *const words[] = {"bonjour",  "domirela", "kilovane",
                                        "tumesora", "rabinoge", "selacata"};
    struct error error = {.text = ""};
    struct random random;
    atomic_int stop = 0;
    random_seed(&random, 11);
    struct analyst *analyst = analyst_start(&stop, &error);
    ok(analyst, "the engine starts: %s", error.text);
    for (int i = 0; analyst && i < enough(2, 6); i++) {
        struct grid *grid = grid_find(words[i], &error);
        struct game_board *board = game_prepare(game_find(CLUB_GAME), grid, 0, &error);
        char *line =
            protocol_write_grid(CLUB_GAME, words[i], grid->cells, (const int16_t(*)[3])grid->side);
        test_half(analyst, board, line, &random, 1 + i % 2);
        free(line);
        game_board_free(board);
        grid_free(grid);
    }
    static struct analysis analysis;
    ok(!analyst_look(analyst, "setgrid inline nonsense", 1, "1 2", &analysis, &error),
       "a board that is none: %s", error.text);
    analyst_end(analyst);
}

/* ---- a club ---------------------------------------------------------------------------------- */

struct added {
    const struct account *account;
    int board;
    char week[8];
};

static enum club_answer add(struct club *club, void *context, struct error *error) {
    const struct added *added = context;
    char id[64], name[NAME_BYTES_MAX + 1], reference[NAME_BYTES_MAX + 1];
    struct game_row row = {.board_name = "board",
                           .tournament = true,
                           .source = club->source,
                           .foreign_id = id,
                           .seats = 2,
                           .player = {name, CLUB_REFERENCE},
                           .kind = {account_class_name(added->account->class), PLAYER_ENGINE}};
    snprintf(id, sizeof id, "%s/%d/%" PRId64, added->week, added->board, added->account->id);
    bool done = account_have_player(club, added->account->id, name, error) &&
                record_add_extra(club->record, &row, error) &&
                record_get_reference(club->record, reference, error) &&
                (*reference || record_set_reference(club->record, CLUB_REFERENCE, error));
    for (int i = 1; done && i <= 2; i++) {
        struct half_result half = {.number = i,
                                   .termination = "full",
                                   .text = "",
                                   .at_fault = MATCH_NOBODY,
                                   .moves = "",
                                   .clocks = "",
                                   .finished = strcmp(added->week, "2026-45") == 0
                                                   ? "2026-11-04T12:00:00Z"
                                                   : "2026-11-11T12:00:00Z"};
        done = record_add_half_row(club->record, row.id, 2, &half, error);
    }
    return done ? CLUB_DONE : CLUB_FAILED;
}

/* Makes an account, and its games on all boards of a week. */
static struct account add_person(struct club *club, int number, const char *kind,
                                 const char *week) {
    struct account account = {.id = 0};
    struct error error = {.text = ""};
    char name[32];
    snprintf(name, sizeof name, "P%c%c", 'a' + number / 20, 'a' + number % 20);
    bool done = query_write(club->record,
                            "INSERT INTO club_account (name, look, folded, kind, recovery,"
                            " created) VALUES (?1, ?1, ?1, ?2, '', '2026-11-01T00:00:00Z')",
                            VALUES(value_text(name), value_text(kind)), &error) &&
                account_read(club, query_new_id(club->record), &account, &error) == CLUB_DONE;
    for (int board = 1; done && board <= WEEK_BOARDS; board++) {
        struct added added = {.account = &account, .board = board};
        snprintf(added.week, sizeof added.week, "%s", week);
        done = club_begin(club, &error) &&
               club_end_change(club, add(club, &added, &error), &error) == CLUB_DONE;
    }
    if (!done)
        ok(false, "%s: %s", name, error.text);
    return account;
}

/* Writes an analysis of each half that waits for one: `skill` of a hundred moves are best. */
static int look(struct club *club, struct random *random, int (*skill)(const char *player)) {
    static struct analysis analysis;
    struct unanalysed half = {.game = 0};
    struct error error = {.text = ""};
    int count = 0;
    while (analysis_next(club, &half, &error) && half.game != 0) {
        struct query query;
        char player[64] = "";
        query_open(&query, club->record,
                   "SELECT name FROM game JOIN engine ON engine.id = seat1 WHERE game.id = ?",
                   VALUES(value_int(half.game)));
        if (query_step(&query))
            query_copy(&query, 0, player, sizeof player);
        query_close(&query, &error);
        analysis.count = 13;
        for (int i = 0; i < analysis.count; i++) {
            int moves = 26 - 2 * i, best = 1 + (int)random_below(random, (uint32_t)moves - 1);
            bool hit = (int)random_below(random, 100) < skill(player);
            analysis.move[i] = (struct analysed_move){.ply = 20 + 2 * i,
                                                      .best = "7",
                                                      .loss = hit ? 0 : 2,
                                                      .exact = true,
                                                      .moves = moves,
                                                      .best_moves = best};
        }
        if (!analysis_write(club, &half, &analysis, &error))
            break;
        count++;
    }
    unanalysed_free(&half);
    return count;
}

/* About half of the moves; better people have more, and two play by the solver. */
static int skill(const char *player) {
    return strcmp(player, "Pba") == 0 || strcmp(player, "Pbb") == 0 ? 99
           : player[2] < 'k'                                        ? 45
                                                                    : 58;
}

/* How many exercises of a player there are; each must be what the file has. */
static int count_exercises(struct club *club, int64_t number) {
    struct account account;
    struct error error = {.text = ""};
    struct json json = {0};
    int64_t total = 0;
    int count = 0, half, ply, loss;
    bool good = account_read(club, number, &account, &error) == CLUB_DONE;
    json_open(&json, NULL, '[');
    for (struct page_request page = {0, 3}; good && page.from <= total; page.from += page.count)
        good = exercises_add(club, &account, &page, &total, &json, &error) == CLUB_DONE;
    for (const char *at = text_get(&json.text); (at = strstr(at, "{\"record\":")); at++, count++) {
        char moves[800];
        int words = 0;
        good &=
            sscanf(at,
                   "{\"record\":%*d,\"week\":\"2026-45\",\"word\":\"board\",\"finished\":\"2%*[^\"]"
                   "\",\"half\":%d,\"moves\":[%799[^]]],\"played\":\"m%d\",\"best\":\"%*[^\"]\","
                   "\"loss\":%d}",
                   &half, moves, &ply, &loss) == 4 &&
            half <= 2 && loss == 2;
        for (const char *word = moves; good && (word = strstr(word, "\"m")); word++)
            words++;
        good &= words == ply;
    }
    ok(good, "the mistakes of player %d are positions, on all pages: %s", (int)number, error.text);
    text_free(&json.text);
    return count;
}

/* Moves that lost two cells, as positions; the moves of the halves are m0, m1 ... here. */
static void test_exercises(struct club *club) {
    struct text sql = {0};
    struct error error = {.text = ""};
    int64_t losses = 0;
    text_add(&sql, "UPDATE half SET moves = 'm0");
    for (int i = 1; i < 60; i++)
        text_addf(&sql, " m%d", i);
    text_add(&sql, "'");
    ok(query_run(club->record, text_get(&sql), &error) &&
           query_ask(club->record,
                     "SELECT SUM(loss) FROM club_analysis WHERE game IN (SELECT"
                     " game FROM club_result WHERE player = (SELECT player FROM"
                     " club_account WHERE id = 1))",
                     NULL, &losses, &error),
       "moves: %s", error.text);
    int count = count_exercises(club, 1);
    is_int(count, (int)losses / 2, "each move that lost two cells");
    is_int(count_exercises(club, 23), 0, "none while the week runs");
    query_run(club->record, "UPDATE club_analysis SET detail = replace(detail, ' 2 1 ', ' 2 0 ')",
              &error);
    is_int(count_exercises(club, 1), 0, "nor from what is only guessed");
    query_run(club->record,
              "UPDATE club_analysis SET detail = replace(detail, ' 2 0 ', ' 2 1 ');"
              "UPDATE half SET moves = 'm0 m1 m2'",
              &error);
    is_int(count_exercises(club, 1), 0, "nor where the moves end before");
    query_run(club->record, "UPDATE half SET moves = ''", &error);
    text_free(&sql);
}

static void test_marks(struct club *club, const char *path) {
    struct error error = {.text = ""};
    struct random random;
    struct marks marks;
    random_seed(&random, 8);
    ok(club_open(club, path, &error) && weeks_settle(club, at("2026-11-04T00:00:00Z"), &error),
       "a club: %s", error.text);
    for (int i = 0; i < 21; i++)
        add_person(club, i, PLAYER_HUMAN, "2026-45");
    add_person(club, 21, PLAYER_ENGINE, "2026-45");
    is_int(look(club, &random, skill), 0, "nothing is looked at while the week runs");
    ok(weeks_settle(club, at("2026-11-10T00:00:00Z"), &error), "it is over: %s", error.text);
    for (int i = 22; i < 30; i++)
        add_person(club, i, PLAYER_HUMAN, "2026-46");
    is_int(look(club, &random, skill), 22 * WEEK_BOARDS * 2, "all of it is, and nothing else");
    is_int(look(club, &random, skill), 0, "once");
    ok(marks_read(club, &marks, &error), "marks: %s", error.text);
    is_int(marks.games, 21 * WEEK_BOARDS, "games of people");
    is_int(marks.people, 21, "of so many");
    bool others = false;
    for (int i = 0; i < marks.count; i++)
        others |= strcmp(marks.mark[i].name, "Pba") != 0 || marks.mark[i].chance > 1.0 / MARK_ODDS;
    ok(marks.count >= 1 && !others && marks.mark[0].game == 0 && marks.mark[0].hits > 170 &&
           marks.mark[0].decisions == 7 * 26,
       "the week of the one who plays by the solver, and nobody else's");
    diag("strongest person: %.2f", marks.strongest);
    free(marks.mark);
    struct account cheat;
    is_int(account_read(club, 21, &cheat, &error), CLUB_DONE, "the account of the mark is found");
    ok(strcmp(cheat.name, "Pba") == 0 && !cheat.banned, "and not banned");
    test_exercises(club);
    static struct analysis analysis;
    bool known;
    ok(analysis_read(club, 1000000001, 1, &analysis, &known, &error) && known &&
           analysis.count == 13 && analysis.move[12].moves == 2,
       "what was found is kept");
    ok(!analysis_parse("1 2 3", &analysis) && !analysis_parse("1 2 3 1 4 1,", &analysis) &&
           analysis_parse("", &analysis),
       "what is damaged is reported");
    struct text many = {0};
    for (int i = 0; i <= ANALYSED_MAX; i++)
        text_addf(&many, "%s%d 1 0 1 3 1", i ? ";" : "", i);
    ok(!analysis_parse(text_get(&many), &analysis), "also more moves than there may be");
    text_free(&many);
    query_run(club->record, "UPDATE club_analysis SET detail = 'x' WHERE game = 1000000007",
              &error);
    ok(analysis_read(club, 1000000007, 1, &analysis, &known, &error) && !known,
       "damaged in the file, it is not known");
    club_close(club);
}

/* ---- more of them, by the file --------------------------------------------------------------- */

static bool run_sql(struct club *club, const char *sql) {
    struct error error = {.text = ""};
    return ok(query_run(club->record, sql, &error), "%.40s...: %s", sql, error.text);
}

/* Everybody comes again many times, as somebody else with the same games. */
static const char copies[] =
    "CREATE TEMP TABLE copy AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n"
    " WHERE i < 7) SELECT i FROM n;"
    "CREATE TEMP TABLE first AS SELECT MAX(id) AS most FROM engine;"
    "INSERT INTO engine (id, name, command, options, limits, kind) SELECT id + i * 1000, name || i,"
    " command, options, limits, kind FROM engine, copy WHERE kind = 'human';"
    "INSERT INTO club_result (player, week, game, board, margin, lost) SELECT player + i * 1000,"
    " week, game + i * 100000, board, margin, lost FROM club_result, copy;"
    "INSERT INTO club_analysis SELECT game + i * 100000, half, moves, loss, engine, detail"
    " FROM club_analysis, copy";

static int count_marks(struct club *club, struct marks *marks) {
    struct error error = {.text = ""};
    ok(marks_read(club, marks, &error), "marks: %s", error.text);
    return marks->count;
}

/* What somebody's page says of the weeks in which their moves were looked at. */
static void test_weeks_of_player(struct club *club) {
    static const struct page_request page = {.from = 0, .count = 3};
    struct player_page player;
    struct error error = {.text = ""};
    struct json json = {0};
    int listed = 0;
    is_int(player_page_read(club, 1, &page, &player, &error), CLUB_DONE, "a page: %s", error.text);
    ok(player_page_add(club, &player, &json, &error), "of weeks and games: %s", error.text);
    for (const char *at = text_get(&json.text); (at = strstr(at, "{\"record\":")); at++)
        listed++;
    ok(listed == 3 && player.career.games == WEEK_BOARDS, "three of their games");
    const char *loss = strstr(text_get(&json.text), "\"loss\":");
    while (loss && loss[7] == 'n')
        loss = strstr(loss + 7, "\"loss\":");
    int64_t per_mille;
    query_ask(
        club->record,
        "SELECT SUM(loss) * 1000 / SUM(moves) FROM club_analysis JOIN club_result USING (game)"
        " WHERE player = (SELECT player FROM club_account WHERE id = 1)"
        " GROUP BY week ORDER BY week DESC LIMIT 1",
        NULL, &per_mille, &error);
    ok(loss && per_mille > 0 && (int64_t)(1000 * strtod(loss + 7, NULL) + 1e-6) == per_mille,
       "what their moves of a week have lost: %s", loss ? loss : "");
    text_free(&json.text);
}

static void test_many(struct club *club, const char *path) {
    struct error error = {.text = ""};
    struct marks marks;
    ok(club_open(club, path, &error), "opened again: %s", error.text);
    int before = count_marks(club, &marks);
    double strongest = marks.strongest;
    free(marks.mark);
    run_sql(club, "UPDATE club_result SET week = CASE WHEN board > 5 THEN '2026-43' ELSE '2026-45'"
                  " END WHERE player = (SELECT id FROM engine WHERE name = 'Paa')");
    test_weeks_of_player(club);
    run_sql(club, copies);
    int count = count_marks(club, &marks);
    bool ordered = true;
    for (int i = 1; i < count; i++)
        ordered &= marks.mark[i - 1].chance <= marks.mark[i].chance;
    is_int(marks.people, 21 * 8, "eight times as many people");
    ok(count >= 8 * before && ordered && fabs(marks.strongest - strongest) < 0.5,
       "and marks, the least likely first: %d", count);
    free(marks.mark);
    run_sql(club, "UPDATE club_analysis SET detail = '1 2 3' WHERE game >= 1000600000;"
                  "DELETE FROM club_analysis WHERE game BETWEEN 1000500003 AND 1000599999;"
                  "UPDATE club_analysis SET detail = replace(detail, ' 1 ', ' 0 ')"
                  " WHERE game BETWEEN 1000400000 AND 1000499999");
    int fewer = count_marks(club, &marks);
    ok(fewer > 0 && fewer < count, "neither damaged ones nor guesses count: %d", fewer);
    for (int i = 0; i < fewer; i++)
        if (marks.mark[i].game >= 1000600000 || strstr(marks.mark[i].name, "Pba6"))
            ok(false, "%s has a mark", marks.mark[i].name);
    free(marks.mark);
    club_close(club);
}

int main(void) {
    char folder[] = "/tmp/analysis.XXXXXX", path[64], command[80];
    struct club club;
    const char *build = getenv("top_builddir");
    char programs[4096];
    snprintf(programs, sizeof programs, "%s:%s", build ? build : ".", getenv("PATH"));
    setenv("PATH", programs, 1);
    if (!mkdtemp(folder))
        return 1;
    snprintf(path, sizeof path, "%s/club.db", folder);
    test_tail();
    test_losses();
    test_marks(&club, path);
    test_many(&club, path);
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command) == 0 ? done() : 1;
}
