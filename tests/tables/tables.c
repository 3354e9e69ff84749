/* tables.c - tables of a club: random games of every game with every number of players, beside
 * rules that the test plays itself by game.h; what each seat and a spectator see, as moves and as
 * steps; chance; and what `import`, `verify` and `replay` make of the results.
 */
#include "config.h"

#include "base/calendar.h"
#include "base/digest.h"
#include "base/error.h"
#include "base/json.h"
#include "base/random.h"
#include "club/store/accounts.h"
#include "club/store/club.h"
#include "club/store/tables/table_view.h"
#include "club/store/tables/tables.h"
#include "games/game.h"
#include "half/boards.h"
#include "half/moves.h"
#include "record/query.h"
#include "tests/lib/tables_club.h"
#include "tests/lib/tap.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { READERS = GAME_PLAYERS_MAX + 1, MOVES_MAX = 4096 };

static char folder[] = "/tmp/tables.XXXXXX", path[64];
static struct account member;

/* What the test knows of a table, from its line and the moves alone. */
struct witness {
    const char *name;
    struct boards boards;
    const struct game_board *board;
    struct game_state full;
    int half, plies;
    struct text read[READERS];  /* the open half as each may read it */
    struct text steps[READERS]; /* all steps, as the test expects them */
    int step;
    uint32_t moves[MOVES_MAX];
    int count; /* of legal moves */
    char key[GAME_PLAYERS_MAX][DIGEST_SIZE];
    struct random random;
    int64_t now;
    struct table_view view;
};

static struct table_person person_of(const struct witness *witness, int seat) {
    return (struct table_person){.key = witness->key[seat]};
}

/* ---- steps ----------------------------------------------------------------------------------- */

static void expect_step(struct witness *witness, const char *what, int seat) {
    witness->step++;
    for (int i = 0; i < READERS; i++)
        text_addf(&witness->steps[i], "%d %s %d\n", witness->step, what, seat);
}

static void write_step(void *context, const struct table_step *step) {
    struct text *text = context;
    static const char *const kinds[] = {"", "join", "begin", "move", "over"};
    if (step->kind == STEP_MOVE)
        text_addf(text, "%d move %d.%d %s %d\n", step->number, step->half, step->ply, step->move,
                  step->seat);
    else if (step->kind == STEP_OVER)
        text_addf(text, "%d over %d %d %s\n", step->number, step->half, step->result->margin[0],
                  step->result->termination);
    else
        text_addf(text, "%d %s %d\n", step->number, kinds[step->kind], step->seat);
}

/* Each reader sees what it may know, from the beginning and after any step. */
static void check_steps(struct club *club, struct witness *witness, bool is_over) {
    struct error error = {.text = ""};
    int wrong = 0;
    for (int i = 0; i < READERS; i++) {
        struct text all = {0}, rest = {0};
        int behind = (int)random_below(&witness->random, (uint32_t)witness->step + 1);
        bool over = !is_over;
        int steps = 0;
        if (i >= witness->board->players && i < GAME_PUBLIC)
            continue;
        wrong += !table_steps(club, witness->name, i, 0, witness->now, write_step, &all, &steps,
                              &over, &error);
        wrong += over != is_over || steps != witness->step;
        wrong += strcmp(text_get(&all), text_get(&witness->steps[i])) != 0;
        if (strcmp(text_get(&all), text_get(&witness->steps[i])) != 0)
            diag("reader %d: got\n%swanted\n%s", i, text_get(&all), text_get(&witness->steps[i]));
        wrong += !table_steps(club, witness->name, i, behind, witness->now, write_step, &rest,
                              &steps, &over, &error);
        const char *from = text_get(&all);
        for (int k = 0; k < behind; k++)
            from = strchr(from, '\n') + 1;
        wrong += strcmp(from, text_get(&rest)) != 0;
        text_free(&all);
        text_free(&rest);
    }
    is_int(wrong, 0, "steps of %s: %s", witness->board->game->name, error.text);
}

/* ---- the test's own referee ------------------------------------------------------------------ */

static void begin_half(struct witness *witness) {
    witness->half++;
    witness->plies = 0;
    witness->board->game->start(witness->board, &witness->full, witness->half);
    for (int i = 0; i < READERS; i++)
        text_clear(&witness->read[i]);
    expect_step(witness, "begin", (witness->half - 1) % witness->board->players);
}

static void play(struct witness *witness, uint32_t move) {
    const struct game_board *board = witness->board;
    char text[GAME_MOVE_TEXT];
    int seat = board->game->turn(board, &witness->full);
    witness->plies++;
    witness->step++;
    for (int i = 0; i < READERS; i++) {
        if (i >= board->players && i < GAME_PUBLIC)
            continue;
        board->game->format(board, &witness->full, move, i, text);
        text_add_word(&witness->read[i], text);
        text_addf(&witness->steps[i], "%d move %d.%d %s %d\n", witness->step, witness->half,
                  witness->plies, text, seat);
    }
    board->game->play(board, &witness->full, move);
}

/* What chance drew must follow from the secret: SHA-256 of a line, the first half of its digits as
 * a seed, and one draw. The secret is in the file from the beginning. */
static bool chance_is_right(struct club *club, struct witness *witness, uint32_t move) {
    char line[300], secret[DIGEST_SIZE] = "", digest[DIGEST_SIZE];
    struct query query;
    struct error error;
    struct random random;
    query_open(&query, club->record, "SELECT secret FROM club_table WHERE name = ?",
               VALUES(value_text(witness->name)));
    if (query_step(&query))
        query_copy(&query, 0, secret, sizeof secret);
    query_close(&query, &error);
    snprintf(line, sizeof line, "triancey chance %s %d %d %s", witness->name, witness->half,
             witness->plies, secret);
    digest_text(line, digest);
    digest[16] = '\0';
    random_seed(&random, strtoull(digest, NULL, 16));
    return witness->moves[random_below(&random, (uint32_t)witness->count)] == move;
}

/* The move that the file has as the next one of the open half, which chance has made. */
static uint32_t read_chance(struct club *club, struct witness *witness) {
    const struct game_board *board = witness->board;
    struct query query;
    struct error error;
    uint32_t move = GAME_NO_MOVE;
    query_open(&query, club->record,
               "SELECT move FROM club_table_step JOIN club_table ON id = tab WHERE name = ?"
               " AND number = ?",
               VALUES(value_text(witness->name), value_int(witness->step + 1)));
    if (!query_step(&query) ||
        !board->game->parse(board, &witness->full, query_string(&query, 0), &move))
        move = GAME_NO_MOVE;
    query_close(&query, &error);
    return move;
}

/* Plays what chance has drawn and ends halves, until a player has to choose; returns whose turn it
 * is then. */
static int follow(struct club *club, struct witness *witness) {
    const struct game_board *board = witness->board;
    int turn, wrong = 0;
    for (;;) {
        turn = board->game->turn(board, &witness->full);
        if (turn == GAME_OVER) {
            struct game_score score;
            char what[80];
            board->game->score(board, &witness->full, &score);
            witness->step++;
            snprintf(what, sizeof what, "%d over %d %d %s\n", witness->step, witness->half,
                     score.margin[0], score.over);
            for (int i = 0; i < READERS; i++)
                text_add(&witness->steps[i], what);
            if (witness->half == board->game->halves)
                break;
            begin_half(witness);
            continue;
        }
        witness->count = board->game->moves(board, &witness->full, witness->moves);
        if (turn != GAME_CHANCE)
            break;
        uint32_t drawn = read_chance(club, witness);
        wrong += drawn == GAME_NO_MOVE || !chance_is_right(club, witness, drawn);
        if (drawn == GAME_NO_MOVE)
            break;
        play(witness, drawn);
    }
    if (wrong)
        ok(false, "%d draws of chance do not follow from the secret", wrong);
    return turn;
}

/* ---- what is seen ---------------------------------------------------------------------------- */

/* Compares each reader's view with what the test knows. Returns how many things differ. */
static int look(struct club *club, struct witness *witness, int turn) {
    struct error error;
    int wrong = 0;
    for (int i = 0; i < READERS; i++) {
        if (i >= witness->board->players && i < GAME_PUBLIC)
            continue;
        struct table_person who = i == GAME_PUBLIC ? nobody : person_of(witness, i);
        wrong += table_read(club, &who, witness->name, witness->now, &witness->view, &error) !=
                 CLUB_DONE;
        const struct table_view *view = &witness->view;
        wrong += strcmp(text_get(&view->moves), text_get(&witness->read[i])) != 0;
        wrong += view->plies != witness->plies || view->half != witness->half;
        wrong += view->turn != turn || view->reader != i || view->steps != witness->step;
        wrong += view->state != TABLE_OPEN || view->secret[0] || view->invite[0];
        wrong += view->over != witness->half - 1;
    }
    return wrong;
}

/* The halves that are over, against what the rules give for their moves. */
static void check_halves(struct witness *witness, const struct table_view *view) {
    const struct game_board *board = witness->board;
    struct game_state state;
    struct error error = {.text = ""};
    int wrong = 0;
    for (int i = 0; i < view->over; i++) {
        const struct half_result *half = &view->done[i];
        struct moves_reader reader = moves_read(half->moves, half->clocks);
        struct game_score score;
        uint32_t move;
        board->game->start(board, &state, i + 1);
        while (moves_next(&reader)) {
            wrong += reader.took < 0 || !board->game->parse(board, &state, reader.text, &move) ||
                     board->game->refuse(board, &state, move, &error);
            board->game->play(board, &state, move);
        }
        board->game->score(board, &state, &score);
        wrong += board->game->turn(board, &state) != GAME_OVER || reader.ply != half->plies;
        for (int k = 0; k < board->players; k++)
            wrong += score.margin[k] != half->margin[k] || score.points[k] != half->points[k];
        wrong += strcmp(score.over, half->termination) != 0 || half->at_fault != MATCH_NOBODY;
        wrong += !calendar_is_time(half->finished) || half->number != i + 1;
    }
    is_int(wrong, 0, "%d halves of %s, %d players, are what the rules give", view->over,
           board->game->name, board->players);
}

/* ---- playing --------------------------------------------------------------------------------- */

static const char *other_move(const struct witness *witness, uint32_t move, int seat,
                              char text[GAME_MOVE_TEXT]) {
    const struct game_board *board = witness->board;
    for (int i = 0; i < witness->count; i++)
        if (witness->moves[i] != move) {
            board->game->format(board, &witness->full, witness->moves[i], seat, text);
            return text;
        }
    return NULL;
}

/* Requests that must be refused, and change nothing. Returns how many were not. */
static int annoy(struct club *club, struct witness *witness, int turn, const char *move) {
    const int next = (turn + 1) % witness->board->players;
    struct table_person mine = person_of(witness, turn), other = person_of(witness, next);
    struct table_person stranger = {.account = &member};
    struct table_view *view = &witness->view;
    struct error error;
    int wrong = 0;
#define TRY(who, half, before, text, answer)                                                       \
    (wrong += table_move(club, &(who), witness->name, half, before, text, witness->now, view,      \
                         &error) != (answer))
    TRY(other, witness->half, witness->plies, move, CLUB_CONFLICT);
    TRY(nobody, witness->half, witness->plies, move, CLUB_FORBIDDEN);
    TRY(stranger, witness->half, witness->plies, move, CLUB_FORBIDDEN);
    TRY(mine, witness->half, witness->plies + 1, move, CLUB_CONFLICT);
    TRY(mine, witness->half + 1, witness->plies, move, CLUB_CONFLICT);
    TRY(mine, 0, witness->plies, move, CLUB_CONFLICT);
    TRY(mine, witness->half, -1, move, CLUB_CONFLICT);
    TRY(mine, witness->half, witness->plies, "", CLUB_INVALID);
    TRY(mine, witness->half, witness->plies, "x'; DROP TABLE club_table", CLUB_INVALID);
    return wrong + look(club, witness, turn);
}

/* The seat to move makes a move of its choice; sent again it changes nothing, another there is
 * refused. Returns what was wrong. */
static int make_move(struct club *club, struct witness *witness, int turn, bool annoying) {
    const struct game_board *board = witness->board;
    char text[GAME_MOVE_TEXT], other[GAME_MOVE_TEXT];
    struct error error = {.text = ""};
    struct table_person who = person_of(witness, turn);
    uint32_t move = witness->moves[random_below(&witness->random, (uint32_t)witness->count)];
    int half = witness->half, before = witness->plies, wrong = 0;
    board->game->format(board, &witness->full, move, turn, text);
    const char *another = other_move(witness, move, turn, other);
    if (annoying)
        wrong += annoy(club, witness, turn, text);
    witness->now += 1000;
    if (table_move(club, &who, witness->name, half, before, text, witness->now, &witness->view,
                   &error) != CLUB_DONE) {
        ok(false, "%s: move %d, %s: %s", board->game->name, before + 1, text, error.text);
        return 1;
    }
    play(witness, move);
    if (!annoying)
        return wrong;
    wrong += table_move(club, &who, witness->name, half, before, text, witness->now, &witness->view,
                        &error) != CLUB_DONE;
    wrong += another && table_move(club, &who, witness->name, half, before, another, witness->now,
                                   &witness->view, &error) != CLUB_CONFLICT;
    return wrong;
}

/* Guests come, by the invitation. */
static bool sit_down(struct club *club, struct witness *witness, const struct table_offer *offer) {
    struct error error = {.text = ""};
    char invite[SECRET_SIZE];
    digest_draw(witness->key[0]);
    struct table_person first = person_of(witness, 0);
    if (table_open(club, &first, offer, witness->now, &witness->view, &error) != CLUB_DONE)
        return ok(false, "%s is opened: %s", offer->game, error.text);
    char name[SECRET_SIZE];
    memcpy(name, witness->view.table, sizeof name);
    memcpy(invite, witness->view.invite, sizeof invite);
    witness->name = strdup(name);
    int players = witness->view.players;
    witness->board = boards_by_line(&witness->boards, witness->view.line, players, &error)->board;
    expect_step(witness, "join", 0);
    int wrong = table_open(club, &first, offer, witness->now, &witness->view, &error) != CLUB_DONE;
    wrong += strcmp(witness->view.table, name) != 0; /* a second table is not opened */
    for (int i = 1; i < players; i++) {
        digest_draw(witness->key[i]);
        struct table_person next = person_of(witness, i);
        wrong += table_join(club, &next, name, "guessed", witness->now, &witness->view, &error) !=
                 CLUB_FORBIDDEN;
        wrong += witness->view.invite[0] != '\0';
        for (int again = 0; again < 2; again++)
            wrong += table_join(club, &next, name, invite, witness->now, &witness->view, &error) !=
                     CLUB_DONE;
        expect_step(witness, "join", i);
    }
    struct table_person late = {.account = &member};
    wrong += table_join(club, &late, name, invite, witness->now, &witness->view, &error) !=
             CLUB_CONFLICT;
    return is_int(wrong, 0, "%d guests sit down at %s", players, offer->game);
}

/* What records say of it, by the programs that read them. */
static void check_result(struct club *club, struct witness *witness) {
    struct json json = {0};
    struct error error = {.text = ""};
    char command[600];
    json_open(&json, NULL, '{');
    is_int(table_result_write(club, witness->name, &json, &error), CLUB_DONE, "its result: %s",
           error.text);
    json_close(&json, '}');
    snprintf(command, sizeof command, "%s/result.json", folder);
    FILE *file = fopen(command, "w");
    json_write(&json, file);
    fclose(file);
    text_free(&json.text);
    snprintf(command, sizeof command,
             "cd %s && rm -f result.db && R=\"$top_builddir\"/triancey-referee &&"
             " $R import result.json >out 2>&1 && $R verify result.db >>out 2>&1 ||"
             " { sed 's/^/# /' out; false; }",
             folder);
    is_int(system(command), 0, "%s: imported and verified", witness->board->game->name);
}

static void free_witness(struct witness *witness) {
    for (int i = 0; i < READERS; i++) {
        text_free(&witness->read[i]);
        text_free(&witness->steps[i]);
    }
    boards_free(&witness->boards);
    table_view_free(&witness->view);
    free((char *)witness->name);
    free(witness);
}

static void test_game(struct club *club, const struct table_offer *offer, uint64_t seed) {
    struct witness *witness = calloc(1, sizeof *witness);
    struct error error = {.text = ""};
    int wrong = 0, turn, moves = 0;
    random_seed(&witness->random, seed);
    witness->now = calendar_seconds("2026-11-04T12:00:00Z") * 1000;
    if (!sit_down(club, witness, offer)) {
        free_witness(witness);
        return;
    }
    begin_half(witness);
    while ((turn = follow(club, witness)) >= 0 && !wrong && moves < 5000) {
        bool annoying = random_below(&witness->random, (uint32_t)enough(32, 8)) == 0;
        if (random_below(&witness->random, (uint32_t)enough(16, 4)) == 0)
            wrong += look(club, witness, turn);
        if (moves++ == 20)
            check_steps(club, witness, false);
        wrong += make_move(club, witness, turn, annoying);
    }
    is_int(wrong, 0, "%s, %d players, %d moves: seats see what they may", offer->game,
           witness->board->players, moves);
    struct table_person first = person_of(witness, 0);
    is_int(table_read(club, &first, witness->name, witness->now, &witness->view, &error), CLUB_DONE,
           "its end: %s", error.text);
    ok(witness->view.state == TABLE_OVER && witness->view.turn == TABLE_NOBODY, "it is over");
    char digest[DIGEST_SIZE];
    digest_text(witness->view.secret, digest);
    is_string(digest, witness->view.digest, "the secret is published");
    check_halves(witness, &witness->view);
    check_steps(club, witness, true);
    check_result(club, witness);
    free_witness(witness);
}

static void test_games(struct club *club) {
    for (int i = 0; games[i]; i++)
        for (int players = games[i]->players_min; players <= games[i]->players_max; players++) {
            char keys[40];
            struct table_offer offer = {
                .game = games[i]->name, .grid = "", .keys = keys, .clock = 3600 * 1000};
            snprintf(keys, sizeof keys, "players %d", players);
            if (players < 2)
                continue;
            /* Random games of Triangulation last hundreds of moves, but for some seeds. */
            int seed = strcmp(offer.game, "triangulation") == 0 ? 2100 : 0;
            test_game(club, &offer, (uint64_t)(seed + 10 * i + players));
        }
    struct table_offer word = {.game = "selacata", .grid = "papillon", .keys = "", .days = 3};
    test_game(club, &word, 99);
    struct table_offer shape = {
        .game = "triancey", .grid = "torus 4x4", .keys = "", .clock = 60 * 1000};
    test_game(club, &shape, 98);
}

int main(void) {
    struct club club;
    struct error error = {.text = ""};
    char device[DIGEST_SIZE];
    if (!mkdtemp(folder))
        return 1;
    snprintf(path, sizeof path, "%s/club.db", folder);
    ok(club_open(&club, path, &error), "a club: %s", error.text);
    is_int(account_create(&club, "Anna", false, "no hash",
                          calendar_seconds("2026-11-02T00:00:00Z") * 1000, &member, device, &error),
           CLUB_DONE, "Anna: %s", error.text);
    test_games(&club);
    club_close(&club);
    char command[100];
    snprintf(command, sizeof command, "rm -r %s", folder);
    ok(system(command) == 0, "cleaned");
    return done();
}
