/* describe_triangulation.c - `state` and `preview` in Triangulation, beside rules that were written
 * a second time (tests/lib/naive_triangulation.h): random games of two and of three players, some
 * of them with offers of a draw. */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/random.h"
#include "protocol/line.h"
#include "tests/lib/described.h"
#include "tests/lib/naive_triangulation.h"
#include "tests/lib/tap.h"

enum { EVERY = 9, PREVIEWS = 6, LONGEST = 20000 };

static struct described described, before, after;
static const char *const words[] = {"red", "green", "blue"};

/* A game in progress, both ways. */
struct table {
    const struct game_board *board;
    struct game_state state;
    struct naive_army_game naive;
    uint32_t moves[LONGEST];
    int count;
};

struct wrongs {
    int pieces, holds, seats, turn, history, places, outcome, offers;
    int captives, foreign, out; /* what was met */
};

static void write_place(const int *place, char *text) {
    static const char columns[] = "bgdtpsfo";
    sprintf(text, "%c%c%c", 'A' + place[0] - 1, '1' + place[1] - 1, columns[place[2] - 1]);
}

/* ---- state ----------------------------------------------------------------------------------- */

static void check_pieces(const struct table *table, struct wrongs *wrongs) {
    const struct naive_army_game *naive = &table->naive;
    int standing = 0, held[3] = {0, 0, 0};
    for (int i = 0; i < NAIVE_PIECES; i++) {
        const struct naive_piece *piece = &naive->piece[i];
        char name[8], label[8];
        int part = 0, seat = naive_commander(naive, i) + 1;
        snprintf(label, sizeof label, "%c%c", "rgb"[piece->colour], piece -> kind);
        if (piece->place[0] == 0) {
            bool prisoner = piece->holder >= 0 && piece->kind != 'G';
            wrongs->holds += prisoner && !strstr(described.seat[piece->holder].holds, label);
            held[prisoner ? piece->holder : 0] += prisoner;
            continue;
        }
        standing++;
        write_place(piece->place, name);
        const struct described_piece *shown = described_piece(&described, name, &part);
        wrongs->pieces += !shown || shown->places != 1 || shown->seat != seat ||
                          strcmp(shown->label, label) != 0 ||
                          strcmp(shown->colour[0], words[piece->colour]) != 0;
        wrongs->foreign += seat != piece->colour + 1;
    }
    wrongs->pieces += described.pieces != standing;
    for (int seat = 0; seat < naive->players; seat++) {
        int length = (int)strlen(described.seat[seat].holds);
        wrongs->holds += held[seat] ? length != 3 * held[seat] - 1 : length != 0;
        wrongs->captives += held[seat];
    }
}

static void check_state(const struct table *table, struct wrongs *wrongs) {
    const struct naive_army_game *naive = &table->naive;
    described_state(&described, table->board, 1, table->moves, table->count);
    check_pieces(table, wrongs);
    for (int seat = 0; seat < naive->players; seat++) {
        int commanded = 0;
        for (int i = 0; i < NAIVE_PIECES; i++)
            commanded += naive->piece[i].place[0] && naive_commander(naive, i) == seat;
        wrongs->seats += described.seat[seat].out == naive->in[seat];
        wrongs->seats += described.seat[seat].points != commanded;
        wrongs->seats += strcmp(described.seat[seat].colour, words[seat]) != 0;
        wrongs->out += !naive->in[seat];
    }
    wrongs->turn += described.turn != (naive->over ? DESCRIBED_NONE : naive->mover + 1);
    wrongs->turn += strcmp(described.over, naive->over ? naive->over : "no") != 0;
    for (int seat = 0; seat < naive->players; seat++)
        wrongs->turn += (described.checkers >> seat & 1) !=
                        (!naive->over && naive_checks(naive, seat, naive->mover));
    wrongs->turn += (described.checkers != 0) != (strcmp(described.phase, "check") == 0);
    wrongs->turn += strcmp(described.draw, naive->over ? "no" : "yes") != 0;
    wrongs->turn += described_count(&described, "quiet") != naive->quiet;
    wrongs->turn +=
        naive->over ? strcmp(described.phase, "ended") != 0
                    : strcmp(described.phase, "play") != 0 && strcmp(described.phase, "check") != 0;
}

/* ---- preview --------------------------------------------------------------------------------- */

/* What stands on a place, "" if nothing does. */
static const char *label_on(const struct described *described_state, const char *place) {
    int part;
    const struct described_piece *piece = described_piece(described_state, place, &part);
    return piece ? piece->label : "";
}

/* The places of preview are those on which state shows another piece after the move. */
static void check_preview(struct table *table, uint32_t move, struct wrongs *wrongs) {
    static const char columns[] = "bgdtpsfo";
    int changed = 0, named = 0;
    described_move(&described, table->board, &table->state, move);
    table->moves[table->count] = move;
    described_state(&after, table->board, 1, table->moves, table->count + 1);
    for (int i = 0; i < 512; i++) {
        char name[4] = {(char)('A' + i / 64), (char)('1' + i / 8 % 8), columns[i % 8], '\0'};
        changed += strcmp(label_on(&before, name), label_on(&after, name)) != 0;
    }
    for (int i = 0; i < described.changes; i++) {
        const char *place = described.change[i].place;
        named += strcmp(label_on(&before, place), label_on(&after, place)) != 0;
    }
    wrongs->places += changed != named || named != described.changes;
    wrongs->outcome += described.turn != after.turn || strcmp(described.over, after.over) != 0 ||
                       described.margin != after.seat[0].margin;
    for (int seat = 0; seat < table->board->players; seat++)
        wrongs->outcome += described.point[seat] != after.seat[seat].points;
}

/* An offer of a draw, answered by all but the last one: nothing changes except whose answer is
 * next. */
static void check_offer(struct table *table, struct wrongs *wrongs) {
    struct game_state asked = table->state;
    int others = 0, answers = 0;
    for (int seat = 0; seat < table->naive.players; seat++)
        others += table->naive.in[seat] && seat != table->naive.mover;
    table->moves[table->count] = GAME_DRAW;
    described_move(&described, table->board, &asked, GAME_DRAW);
    wrongs->offers += strcmp(described.move, "draw") != 0 || described.changes != 0;
    described_state(&after, table->board, 1, table->moves, table->count + 1);
    wrongs->offers += strcmp(after.phase, "answer") != 0 || strcmp(after.draw, "no") != 0 ||
                      after.turn == before.turn || after.turn < 1 ||
                      !table->naive.in[after.turn - 1];
    for (; strcmp(after.phase, "answer") == 0 && answers < 3; answers++) {
        table->moves[table->count + 1 + answers] = answers + 1 < others ? GAME_DRAW : GAME_PASS;
        described_state(&after, table->board, 1, table->moves, table->count + 2 + answers);
    }
    /* Somebody has declined: all is as before the offer, but no other offer is allowed. */
    wrongs->offers += answers != others || after.turn != before.turn || strcmp(after.draw, "no");
}

/* ---- games ----------------------------------------------------------------------------------- */

/* The history is what was played. */
static void check_history(const struct table *table, const char *played, struct wrongs *wrongs) {
    described_state(&described, table->board, 1, table->moves, table->count);
    wrongs->history += strcmp(described.history, played) != 0 || described.moves != table->count;
}

static void play_game(struct table *table, int players, struct random *random,
                      struct wrongs *wrongs) {
    static uint32_t moves[NAIVE_MOVES + 1];
    static char played[1 << 18];
    size_t length = 0;
    table->count = 0;
    played[0] = '\0';
    table->board->game->start(table->board, &table->state, 1);
    naive_army_start(&table->naive, players);
    for (int count; table->count < LONGEST - 8; table->count++) {
        count = table->board->game->moves(table->board, &table->state, moves);
        if (table->count % EVERY == 0 || count == 0)
            check_state(table, wrongs);
        if (count == 0)
            break;
        if (table->count % EVERY == 0) {
            before = described;
            for (int i = 0; i < PREVIEWS; i++)
                check_preview(table, moves[random_below(random, (uint32_t)count)], wrongs);
            check_offer(table, wrongs);
        }
        uint32_t move = moves[random_below(random, (uint32_t)count)];
        char text[GAME_MOVE_TEXT];
        table->board->game->format(table->board, &table->state, move, GAME_EVERYBODY, text);
        length += (size_t)sprintf(played + length, " %s", text);
        table->board->game->play(table->board, &table->state, move);
        table->moves[table->count] = move;
        naive_army_play(&table->naive, text);
    }
    check_history(table, played, wrongs);
    naive_army_free(&table->naive);
}

static int quiet_turns(const struct game_board *board, const struct game_state *state) {
    struct game_situation situation;
    game_situation(board, state, &situation);
    return situation.count[0].value;
}

/* A move that makes the game last: captures and infantry only when the 50 rounds are near. */
static uint32_t choose_slow(const struct game_board *board, const struct game_state *state,
                            struct random *random) {
    enum { TRIES = 200, NEAR = 80 };
    uint32_t moves[NAIVE_MOVES + 1], move = GAME_NO_MOVE;
    int count = board->game->moves(board, state, moves);
    for (int i = 0; i < TRIES && count > 0; i++) {
        struct game_state next;
        move = moves[random_below(random, (uint32_t)count)];
        game_copy(board, &next, state);
        board->game->play(board, &next, move);
        if (board->game->turn(board, &next) != GAME_OVER &&
            (quiet_turns(board, &next) == 0) == (quiet_turns(board, state) > NEAR))
            break;
    }
    return move;
}

/* Plays until the moves fill more than two lines or the game ends; offers of a draw are among them.
 * Returns how many bytes they take. */
static size_t play_long(struct table *table, char *played, struct random *random) {
    const struct game_board *board = table->board;
    struct game_state *state = &table->state;
    struct error why;
    size_t length = 0;
    board->game->start(board, state, 1);
    for (table->count = 0; table->count < LONGEST && length < 2 * LINE_BYTES_MAX;) {
        bool draw = !board->game->refuse(board, state, GAME_DRAW, &why);
        bool pass = !board->game->refuse(board, state, GAME_PASS, &why);
        uint32_t move = draw && pass ? GAME_PASS
                        : draw       ? GAME_DRAW
                                     : choose_slow(board, state, random);
        if (move == GAME_NO_MOVE)
            break;
        char text[GAME_MOVE_TEXT];
        board->game->format(board, state, move, GAME_EVERYBODY, text);
        length += (size_t)sprintf(played + length, " %s", text);
        board->game->play(board, state, move);
        table->moves[table->count++] = move;
    }
    return length;
}

/* A history that needs several lines. */
static void check_long_history(struct table *table, struct random *random) {
    enum { GAMES = 200 };
    static char played[1 << 18];
    size_t length = 0;
    for (int i = 0; i < GAMES && length <= LINE_BYTES_MAX; i++)
        length = play_long(table, played, random);
    described_state(&described, table->board, 1, table->moves, table->count);
    is_string(described.history, played, "a history of %d moves and %zu bytes", table->count,
              length);
    is_int(described.histories, (int)(length / LINE_BYTES_MAX), "has so many lines more than one");
    ok(length > LINE_BYTES_MAX, "and needs them");
}

int main(void) {
    struct random random;
    random_seed(&random, 20);
    for (int players = 2; players <= 3; players++) {
        static struct table table;
        struct wrongs wrongs = {0};
        struct error why;
        struct game_board *board = game_prepare(game_find("triangulation"), NULL, players, &why);
        table.board = board;
        for (int i = 0; i < enough(3, 12); i++)
            play_game(&table, players, &random, &wrongs);
        is_int(wrongs.pieces, 0, "%d players: pieces, where they stand and who commands them",
               players);
        is_int(wrongs.holds, 0, "%d players: what each has captured", players);
        is_int(wrongs.seats, 0, "%d players: who is out, and points", players);
        is_int(wrongs.turn, 0, "%d players: turn, end and quiet turns", players);
        is_int(wrongs.history, 0, "%d players: the history", players);
        is_int(wrongs.places, 0, "%d players: preview names the cells that change", players);
        is_int(wrongs.outcome, 0, "%d players: and what state says after the move", players);
        is_int(wrongs.offers, 0, "%d players: an offer of a draw is asked about", players);
        ok(wrongs.captives > 50 && wrongs.foreign > enough(20, 50) &&
               (players == 2 || wrongs.out > 0),
           "%d players: %d captives and %d pieces under another command", players, wrongs.captives,
           wrongs.foreign);
        if (players == 3)
            check_long_history(&table, &random);
        game_board_free(board);
    }
    return done();
}
