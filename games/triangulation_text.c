/* triangulation_text.c - moves and positions in words, and why a move is illegal.
 *
 * A cell is its rank (A to H), file (1 to 8) and column (b g d t p s f o, for the Greek letters
 * beta to omega): the notation is ours. See RULES.md. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "games/triangulation.h"

#include "base/error.h"
#include "base/language.h"
#include "games/position.h"

const char triangulation_ranks[] = "ABCDEFGH", triangulation_files[] = "12345678",
           triangulation_columns[] = "bgdtpsfo";
const char triangulation_army_letters[] = "rgb", triangulation_kind_letters[] = "IRCG";
static const char *const army_names[] = {N_("Red"), N_("Green"), N_("Blue")};
static const char *const kind_names[] = {N_("infantry"), N_("rukh"), N_("cavalry"), N_("general")};

enum { CELL_TEXT = 4 };

const char *triangulation_write_cell(const struct triangulation_board *board, int cell,
                                     char *text) {
    text[0] = triangulation_ranks[board->coordinate[cell][0] - 1];
    text[1] = triangulation_files[board->coordinate[cell][1] - 1];
    text[2] = triangulation_columns[board->coordinate[cell][2] - 1];
    text[3] = '\0';
    return text;
}

/* The number of a letter in a list, in any case; -1: it is not there. */
static int find_letter(const char *list, char letter) {
    for (int i = 0; list[i]; i++)
        if (tolower((unsigned char)list[i]) == tolower((unsigned char)letter))
            return i;
    return -1;
}

/* The cell of three letters, -1 if there is none. */
static int read_cell(const char *text) {
    int rank = find_letter(triangulation_ranks, text[0]);
    int file = rank < 0 ? -1 : find_letter(triangulation_files, text[1]);
    int column = file < 0 ? -1 : find_letter(triangulation_columns, text[2]);
    return column < 0 ? -1 : triangulation_cell(rank + 1, file + 1, column + 1);
}

/* ---- moves ----------------------------------------------------------------------------------- */

/* `@` and the cell in an army's third row; its number in the row becomes part of the move. */
static bool read_place(const struct triangulation_board *board, int army, int shift,
                       const char **text, uint32_t *move) {
    int cell = **text == '@' ? read_cell(*text + 1) : -1;
    *text += cell < 0 ? 0 : CELL_TEXT;
    for (uint32_t i = 0; i < ROW_CELLS; i++)
        if (board->infantry[army].row[i] == cell) {
            *move |= i << shift;
            return true;
        }
    return false;
}

/* Two infantries of one colour may be named in any order; the move has the lower place first. */
static uint32_t order_places(uint32_t move) {
    uint32_t first = move >> MOVE_PLACE & 7, second = move >> MOVE_PLACE_TWO & 7;
    if (first <= second)
        return move;
    move &= ~((uint32_t)7 << MOVE_PLACE | (uint32_t)7 << MOVE_PLACE_TWO);
    return move | second << MOVE_PLACE | first << MOVE_PLACE_TWO;
}

/* `+`, the army and kind of the rescued piece, and where infantry goes. */
static bool read_rescue(const struct triangulation_board *board, int rescuer, const char *text,
                        uint32_t *move) {
    int army = find_letter(triangulation_army_letters, text[1]);
    int kind = army < 0 ? -1 : find_letter(triangulation_kind_letters, text[2]);
    if (kind < 0 || kind == GENERAL)
        return false;
    *move |= (uint32_t)(kind + 1) << MOVE_RESCUE | (uint32_t)army << MOVE_ARMY;
    text += 3;
    if (!read_place(board, rescuer, MOVE_PLACE, &text, move) ||
        (kind == INFANTRY && !read_place(board, army, MOVE_PLACE_TWO, &text, move)))
        return false;
    if (kind == INFANTRY && army == rescuer)
        *move = order_places(*move);
    return !*text;
}

bool triangulation_parse(const struct game_board *base, const struct game_state *state,
                         const char *text, uint32_t *move) {
    const struct triangulation_board *board = triangulation_board(base);
    const struct triangulation_position *at = &triangulation_state(state)->at;
    if (strcmp(text, "pass") == 0 || strcmp(text, "draw") == 0) {
        *move = *text == 'p' ? GAME_PASS : GAME_DRAW;
        return true;
    }
    int from = read_cell(text), to = -1;
    if (from >= 0 && (text[3] == '-' || text[3] == '='))
        to = read_cell(text + CELL_TEXT);
    if (to < 0)
        return false;
    *move = (uint32_t)from | (uint32_t)to << MOVE_TO;
    if (text[3] == '=')
        *move |= MOVE_CASTLE;
    text += CELL_TEXT + 3;
    if (*text != '+' || *move & MOVE_CASTLE)
        return !*text;
    /* Nothing on `from`, or no infantry there: whatever the army, the rules refuse the move. */
    return read_rescue(board, position_army(at, from), text, move);
}

static int write_place(const struct triangulation_board *board, int army, uint32_t number,
                       char *text) {
    char cell[CELL_TEXT];
    return sprintf(
        text, "@%s",
        triangulation_write_cell(board, board->infantry[army].row[number % ROW_CELLS], cell));
}

void triangulation_format(const struct game_board *base, const struct game_state *state,
                          uint32_t move, int reader, char *text) {
    const struct triangulation_board *board = triangulation_board(base);
    (void)reader;
    if (move == GAME_PASS || move == GAME_DRAW) {
        strcpy(text, move == GAME_PASS ? "pass" : "draw");
        return;
    }
    triangulation_write_cell(board, move_from(move), text);
    text[3] = move & MOVE_CASTLE ? '=' : '-';
    triangulation_write_cell(board, move_to(move), text + CELL_TEXT);
    text += CELL_TEXT + 3;
    int kind = move_rescue(move) - 1, army = move_army(move) % ARMIES;
    if (kind < 0)
        return;
    int rescuer = position_army(&triangulation_state(state)->at, move_from(move));
    text +=
        sprintf(text, "+%c%c", triangulation_army_letters[army], triangulation_kind_letters[kind]);
    text += write_place(board, rescuer, move >> MOVE_PLACE & 7, text);
    if (kind == INFANTRY)
        write_place(board, army, move >> MOVE_PLACE_TWO & 7, text);
}

/* ---- why a move is illegal ------------------------------------------------------------------- */

/* What is wrong, seen from the piece that is to move. */
struct complaint {
    const struct triangulation_board *board;
    const struct triangulation_position *at;
    uint32_t move;
    int from, to, army, kind;
    char from_text[CELL_TEXT], to_text[CELL_TEXT];
    struct error *why;
};

#define SAY(complaint, ...) (error_set((complaint)->why, __VA_ARGS__), true)

/* "Red's rukh", also where Green commands it. */
static const char *piece_name(const struct triangulation_position *at, int cell, char *text) {
    sprintf(text, _("%s's %s"), _(army_names[position_army(at, cell)]),
            _(kind_names[position_kind(at, cell)]));
    return text;
}

enum { PIECE_TEXT = 48 };

/* What is wrong whatever stands where: the game is over, a draw waits for its answer, the move is
 * a word or has bits that no move has. */
static bool complain_of_words(const struct complaint *c) {
    const struct triangulation_position *at = c->at;
    if (at->over)
        return SAY(c, _("the game is over"));
    if (c->move == GAME_DRAW)
        return SAY(c, _("a draw may be offered once a turn, and this one was declined"));
    if (at->offered == OFFER_OPEN)
        return SAY(c, _("%s offers a draw: answer 'draw' to agree or 'pass' to decline"),
                   _(army_names[at->mover]));
    if (c->move == GAME_PASS)
        return SAY(c, _("a player who can move may not pass"));
    if (c->move >> MOVE_BITS)
        return SAY(c, _("there is no such move"));
    return false;
}

static bool complain_of_cells(const struct complaint *c) {
    const struct triangulation_position *at = c->at;
    uint64_t cells = position_cells(at), own = position_commanded(at, at->mover);
    char name[PIECE_TEXT];
    if (!(cells >> c->from & 1))
        return SAY(c, _("there is no piece on %s"), c->from_text);
    if (!(own >> c->from & 1))
        return SAY(c, _("%s is to move and does not command %s on %s"), _(army_names[at->mover]),
                   piece_name(at, c->from, name), c->from_text);
    if (c->move & MOVE_CASTLE)
        return false;
    if (own >> c->to & 1)
        return SAY(c, _("%s already commands the piece on %s"), _(army_names[at->mover]),
                   c->to_text);
    return false;
}

static bool complain_of_castling(const struct complaint *c) {
    const struct triangulation_position *at = c->at;
    if (!(c->move & MOVE_CASTLE))
        return false;
    if (c->kind != GENERAL)
        return SAY(c, _("only the general castles, and %s is not a general's cell"), c->from_text);
    if (!(at->kind[RUKH] & at->army[at->mover] & cell_bit(c->to)))
        return SAY(c, _("castling needs a rukh of the general's own colour on %s"), c->to_text);
    if (!(at->fresh >> c->to & 1))
        return SAY(c, _("castling is no longer possible: the general or the rukh on %s has moved"),
                   c->to_text);
    if (triangulation_checkers(c->board, at, at->mover))
        return SAY(c, _("a general in check may not castle"));
    return false;
}

static bool complain_of_rukh(const struct complaint *c) {
    if (!(c->board->lines[c->from] >> c->to & 1))
        return SAY(c, _("a rukh moves along its rank, file or column, and %s is on none of them"),
                   c->to_text);
    uint64_t screen = c->board->between[c->from][c->to] & position_cells(c->at);
    char name[PIECE_TEXT], cell[CELL_TEXT];
    int first = __builtin_ctzll(screen);
    return SAY(c, _("the rukh on %s is blocked by %s on %s"), c->from_text,
               piece_name(c->at, first, name), triangulation_write_cell(c->board, first, cell));
}

/* A general's or infantry's way over a corner that is blocked by what stands on the leg. */
static bool complain_of_leg(const struct complaint *c) {
    char name[PIECE_TEXT], cell[CELL_TEXT];
    for (int k = 0; k < 3; k++) {
        uint64_t past = c->kind == GENERAL ? c->board->past[c->from][k]
                                           : c->board->infantry[c->army].strike_past[c->from][k];
        int leg = c->board->leg[c->from][k];
        if (past >> c->to & 1 && position_cells(c->at) >> leg & 1)
            return SAY(c, _("the path from %s over the corner to %s is blocked by %s on %s"),
                       c->from_text, c->to_text, piece_name(c->at, leg, name),
                       triangulation_write_cell(c->board, leg, cell));
    }
    return false;
}

/* Two steps forward, which only an infantry's first move may be. */
static bool complain_of_two_steps(const struct complaint *c) {
    const struct infantry_ways *ways = &c->board->infantry[c->army];
    uint64_t two = 0;
    for (uint64_t set = ways->step[c->from]; set; set &= set - 1)
        two |= ways->step[__builtin_ctzll(set)];
    if (!(two >> c->to & 1))
        return false;
    return c->at->fresh >> c->from & 1
               ? SAY(c, _("the two-step path from %s to %s is blocked"), c->from_text, c->to_text)
               : SAY(c, _("infantry goes two steps on its first move only: not from %s to %s"),
                     c->from_text, c->to_text);
}

static bool complain_of_infantry(const struct complaint *c) {
    const struct infantry_ways *ways = &c->board->infantry[c->army];
    uint64_t strikes = ways->strike[c->from];
    for (int k = 0; k < 3; k++)
        strikes |= ways->strike_past[c->from][k];
    if (position_cells(c->at) >> c->to & 1)
        return !(strikes >> c->to & 1) &&
               SAY(c, _("infantry takes only forward over a corner, and not from %s to %s"),
                   c->from_text, c->to_text);
    if (complain_of_two_steps(c))
        return true;
    if (strikes >> c->to & 1)
        return SAY(c, _("infantry goes over a corner only to take a piece, and %s is empty"),
                   c->to_text);
    return SAY(c,
               _("infantry goes one step forward, on its first move also two, "
                 "over empty cells: not from %s to %s"),
               c->from_text, c->to_text);
}

static bool complain_of_way(const struct complaint *c) {
    if (c->move & MOVE_CASTLE || triangulation_reach(c->board, c->at, c->from) >> c->to & 1)
        return false;
    if (c->kind == RUKH)
        return complain_of_rukh(c);
    if (c->kind == CAVALRY)
        return SAY(c, _("cavalry does not leap from %s to %s"), c->from_text, c->to_text);
    if (c->kind == INFANTRY && complain_of_infantry(c))
        return true;
    return complain_of_leg(c) ||
           SAY(c, _("a general moves to a cell that touches its own: not from %s to %s"),
               c->from_text, c->to_text);
}

/* Whether an infantry of the army may go to this cell of its third row after a rescue. */
static bool is_place(const struct triangulation_board *board,
                     const struct triangulation_position *after, int army, uint32_t place) {
    return place < ROW_CELLS && !(position_cells(after) >> board->infantry[army].row[place] & 1);
}

static bool complain_of_places(const struct complaint *c,
                               const struct triangulation_position *after) {
    uint32_t place = c->move >> MOVE_PLACE & 7, second = c->move >> MOVE_PLACE_TWO & 7;
    int army = move_army(c->move);
    bool two = move_rescue(c->move) - 1 == INFANTRY;
    if (!is_place(c->board, after, c->army, place) ||
        (two && !is_place(c->board, after, army, second)) ||
        (two && army == c->army && place == second))
        return SAY(c, _("a rescue needs free cells of the third row, and this move names others"));
    /* A move has one form: see order_places(), and an unused place is 0. */
    return (two ? army == c->army && place > second : second != 0) &&
           SAY(c, _("there is no such move"));
}

/* Who is in, who commands and who holds whom is asked after the move: it may take a general. */
static bool complain_of_rescue(const struct complaint *c) {
    int kind = move_rescue(c->move) - 1, army = move_army(c->move), holder = 0;
    if (kind < 0)
        return c->move >> MOVE_RESCUE ? SAY(c, _("there is no such move")) : false;
    while (holder < ARMIES && c->board->infantry[holder].corner != c->to)
        holder++;
    if (c->move & MOVE_CASTLE || c->kind != INFANTRY)
        return SAY(c, _("only infantry rescues"));
    struct triangulation_position after = *c->at;
    triangulation_change(c->board, &after, c->move & (MOVE_CASTLE - 1));
    if (holder == ARMIES || holder == after.mover || !(after.in >> holder & 1))
        return SAY(c,
                   _("a rescue takes place on the corner of another player who is still in the "
                     "game, not on %s"),
                   c->to_text);
    if (army == ARMIES || after.commander[army] != after.mover)
        return SAY(c, _("%s can only rescue pieces of colours that it commands"),
                   _(army_names[after.mover]));
    if (after.prisoners[holder][army][kind] == 0)
        return SAY(c, _("%s holds no captured %s of %s"), _(army_names[holder]),
                   _(kind_names[kind]), _(army_names[army]));
    return complain_of_places(c, &after);
}

/* For a move that is illegal only because of the generals. */
static void complain_of_generals(const struct complaint *c) {
    const struct triangulation_position *at = c->at;
    char name[PIECE_TEXT], cell[CELL_TEXT];
    if (triangulation_exposes(c->board, at, c->move)) {
        struct triangulation_position next = *at;
        triangulation_change(c->board, &next, c->move);
        int general = position_general(&next, at->mover);
        uint64_t enemies = triangulation_attackers(c->board, &next, general) &
                           ~position_commanded(&next, at->mover) &
                           ~position_commanded(&next, NOBODY);
        int attacker = __builtin_ctzll(enemies);
        error_set(c->why, _("%s's general would be left in check: %s could take it from %s"),
                  _(army_names[at->mover]), piece_name(&next, attacker, name),
                  triangulation_write_cell(c->board, attacker, cell));
        return;
    }
    int mated = 0;
    while (mated < ARMIES - 1 && !(at->mated[mated] >> at->mover & 1))
        mated++;
    error_set(c->why, _("%s is checkmated: %s can take the general, and must do so first"),
              _(army_names[mated]), _(army_names[at->mover]));
}

void triangulation_explain(const struct triangulation_board *board,
                           const struct triangulation_position *at, uint32_t move,
                           struct error *why) {
    struct complaint c = {.board = board, .at = at, .move = move, .why = why};
    if (complain_of_words(&c))
        return;
    c.from = move_from(move);
    c.to = move_to(move);
    triangulation_write_cell(board, c.from, c.from_text);
    triangulation_write_cell(board, c.to, c.to_text);
    if (complain_of_cells(&c))
        return;
    c.army = position_army(at, c.from);
    c.kind = position_kind(at, c.from);
    if (complain_of_castling(&c) || complain_of_way(&c) || complain_of_rescue(&c))
        return;
    complain_of_generals(&c);
}

/* ---- what a move does ------------------------------------------------------------------------ */

static char *tell_capture(const struct triangulation_board *board,
                          const struct triangulation_position *at, int cell, char *end) {
    char name[PIECE_TEXT], text[CELL_TEXT];
    end += sprintf(end, _("It takes %s on %s.\n"), piece_name(at, cell, name),
                   triangulation_write_cell(board, cell, text));
    if (position_kind(at, cell) == GENERAL)
        end += sprintf(end, _("What is left of that army obeys %s from now on.\n"),
                       _(army_names[at->mover]));
    return end;
}

void triangulation_tell(const struct game_board *base, const struct game_state *state,
                        uint32_t move, char *text) {
    const struct triangulation_board *board = triangulation_board(base);
    const struct triangulation_position *at = &triangulation_state(state)->at;
    *text = '\0';
    if (move == GAME_PASS || move == GAME_DRAW) {
        if (move == GAME_DRAW)
            strcpy(text, at->offered == OFFER_OPEN ? _("The draw is agreed.\n")
                                                   : _("A draw is offered.\n"));
        else if (at->offered == OFFER_OPEN)
            strcpy(text, _("The draw is declined.\n"));
        return;
    }
    if (move & MOVE_CASTLE)
        text += sprintf(text, "%s", _("The general and the rukh change places.\n"));
    else if (position_cells(at) >> move_to(move) & 1)
        text = tell_capture(board, at, move_to(move), text);
    if (move_rescue(move))
        text += sprintf(text, _("It brings back %s of %s.\n"), _(kind_names[move_rescue(move) - 1]),
                        _(army_names[move_army(move)]));
    struct triangulation_position after = *at, next = *at;
    triangulation_change(board, &after, move);
    triangulation_make(board, &next, move);
    for (int seat = 0; seat < base->players; seat++)
        if (seat != at->mover && after.in >> seat & 1 &&
            triangulation_checkers(board, &after, seat) >> at->mover & 1)
            text += sprintf(text,
                            next.mated[seat] && !at->mated[seat] ? _("It checkmates %s.\n")
                                                                 : _("It gives check to %s.\n"),
                            _(army_names[seat]));
}

/* ---- positions ------------------------------------------------------------------------------- */

/* The content of a cell, two letters. Dots on empty black cells show the ways over corners. */
static const char *show_cell(const struct triangulation_board *board,
                             const struct triangulation_position *at, int cell, char *text) {
    if (!(position_cells(at) >> cell & 1))
        return board->black >> cell & 1 ? ".." : "  ";
    sprintf(text, "%c%c", triangulation_army_letters[position_army(at, cell)],
            triangulation_kind_letters[position_kind(at, cell)]);
    return text;
}

/* Ranks stand on the left, columns on the right, files below: each where its strip begins. */
static char *show_cells(const struct triangulation_board *board,
                        const struct triangulation_position *at, char *end) {
    enum { SIDE = 8, HALF_CELL = 3 };
    char text[CELL_TEXT];
    for (int rank = 1, cell = 0; rank <= SIDE; rank++) {
        end += sprintf(end, "%*s%c ", HALF_CELL * (SIDE - rank), "", triangulation_ranks[rank - 1]);
        for (int i = 0; i < 2 * rank - 1; i++, cell++)
            end += sprintf(end, "%c%s", i % 2 ? '\\' : '/', show_cell(board, at, cell, text));
        end += sprintf(end, "\\ %c\n", triangulation_columns[SIDE - rank]);
    }
    end += sprintf(end, "  ");
    for (int file = 0; file < SIDE; file++)
        end += sprintf(end, " %c%s", triangulation_files[file], file < SIDE - 1 ? "    " : "\n");
    return end;
}

void triangulation_write_prisoners(const struct triangulation_position *at, int holder,
                                   char *text) {
    const char *begin = text;
    *text = '\0';
    for (int army = 0; army < ARMIES; army++)
        for (int kind = 0; kind < PRISONER_KINDS; kind++)
            for (int i = 0; i < at->prisoners[holder][army][kind]; i++)
                text += sprintf(text, "%s%c%c", text == begin ? "" : " ",
                                triangulation_army_letters[army], triangulation_kind_letters[kind]);
}

static char *show_seat(const struct triangulation_position *at, int seat, char *end) {
    end += sprintf(end, _("%s (seat %d):"), _(army_names[seat]), seat + 1);
    if (!(at->in >> seat & 1))
        return end + sprintf(end, "%s\n", _(" out"));
    end += sprintf(end, "%s", _(" commands"));
    for (int army = 0; army < ARMIES; army++)
        if (at->commander[army] == seat)
            end += sprintf(end, " %c", triangulation_army_letters[army]);
    end += sprintf(end, "%s", _("; holds"));
    char prisoners[TRIANGULATION_PRISONERS_TEXT];
    triangulation_write_prisoners(at, seat, prisoners);
    end += sprintf(end, "%s%s", *prisoners ? " " : "", prisoners);
    return end + sprintf(end, "%s%s\n", *prisoners ? "" : _(" nobody"),
                         at->mated[seat] ? _("; checkmated") : "");
}

static char *show_turn(const struct triangulation_board *board,
                       const struct triangulation_position *at, char *end) {
    static const char *const ends[] = {
        [TRIANGULATION_WON] = N_("won by the last general"),
        [TRIANGULATION_GENERALS] = N_("drawn, only generals are left"),
        [TRIANGULATION_REPETITION] = N_("drawn by repetition"),
        [TRIANGULATION_ROUNDS] = N_("drawn by the 50-round rule"),
        [TRIANGULATION_AGREED] = N_("drawn by agreement"),
    };
    end += sprintf(end, _("triangulation for %d players, "), board->base.players);
    if (at->over)
        return end + sprintf(end, _("over: %s\n"), _(ends[at->over]));
    end += sprintf(end, _("%s (seat %d) to move"), _(army_names[at->mover]), at->mover + 1);
    unsigned checkers = triangulation_checkers(board, at, at->mover);
    for (int seat = 0, told = 0; seat < board->base.players; seat++)
        if (checkers >> seat & 1)
            end += sprintf(end, told++ ? _(" and %s") : _(", in check by %s"), _(army_names[seat]));
    if (at->offered == OFFER_OPEN)
        end += sprintf(end, _(", offers a draw; %s (seat %d) to answer"), _(army_names[at->answer]),
                       at->answer + 1);
    return end + sprintf(end,
                         ngettext("; %d turn without a capture or a move of infantry\n",
                                  "; %d turns without a capture or a move of infantry\n",
                                  (unsigned long)at->quiet),
                         at->quiet);
}

void triangulation_show(const struct game_board *base, const struct game_state *state, char *text) {
    const struct triangulation_board *board = triangulation_board(base);
    const struct triangulation_position *at = &triangulation_state(state)->at;
    text = show_turn(board, at, text);
    for (int seat = 0; seat < base->players; seat++)
        text = show_seat(at, seat, text);
    show_cells(board, at, text);
}

/* ---- positions as words ---------------------------------------------------------------------- */

static const char *const army_keys[] = {"red", "green", "blue"};
static const char *const holds_keys[] = {"holds1", "holds2", "holds3"};
static const char *const mated_keys[] = {"mated1", "mated2", "mated3"};
static const uint8_t kind_counts[] = {
    [INFANTRY] = ROW_CELLS, [RUKH] = 2, [CAVALRY] = 1, [GENERAL] = 1};

static void write_army(const struct triangulation_board *board,
                       const struct triangulation_position *at, int army, struct text *text) {
    char item[1 + CELL_TEXT + 1];
    int count = 0;
    for (uint64_t set = at->army[army]; set; set &= set - 1) {
        int where = __builtin_ctzll(set);
        item[0] = triangulation_kind_letters[position_kind(at, where)];
        triangulation_write_cell(board, where, item + 1);
        strcpy(item + CELL_TEXT, at->fresh >> where & 1 ? "*" : "");
        position_add(text, army_keys[army], &count, item);
    }
}

static void write_prison(const struct triangulation_position *at, int holder, struct text *text) {
    char all[TRIANGULATION_PRISONERS_TEXT], *rest = all;
    int count = 0;
    triangulation_write_prisoners(at, holder, all);
    for (char *item; (item = strtok_r(rest, " ", &rest));)
        position_add(text, holds_keys[holder], &count, item);
}

static void write_mated(const struct triangulation_position *at, int seat, struct text *text) {
    char item[2] = "1";
    for (int i = 0, count = 0; i < ARMIES; i++) {
        item[0] = (char)('1' + i);
        if (at->mated[seat] >> i & 1)
            position_add(text, mated_keys[seat], &count, item);
    }
}

void triangulation_write_position(const struct game_board *base, const struct game_state *state,
                                  struct text *text) {
    const struct triangulation_position *at = &triangulation_state(state)->at;
    text_addf(text, "turn=%d quiet=%d", at->mover + 1, at->quiet);
    for (int army = 0; army < ARMIES; army++)
        write_army(triangulation_board(base), at, army, text);
    for (int army = 0; army < ARMIES; army++)
        text_addf(text, "%s%d", army ? "," : " commanders=",
                  (at->commander[army] + 1) % (NOBODY + 1)); /* nobody: 0 */
    for (int seat = 0; seat < ARMIES; seat++) {
        write_prison(at, seat, text);
        write_mated(at, seat, text);
    }
    if (at->over == TRIANGULATION_REPETITION || at->over == TRIANGULATION_AGREED)
        text_addf(text, " over=%s", game_end_name(base->game, at->over));
    else if (at->offered == OFFER_OPEN)
        text_addf(text, " offer=%d", at->answer + 1);
    if (at->offered == OFFER_DECLINED)
        text_add(text, " offer=declined");
}

static bool read_piece(const struct triangulation_board *board, struct triangulation_position *at,
                       int army, const char *item, int left[PIECE_KINDS], struct error *error) {
    const struct infantry_ways *ways = &board->infantry[army];
    int kind = find_letter(triangulation_kind_letters, item[0]);
    int cell = kind < 0 ? -1 : read_cell(item + 1);
    bool fresh = cell >= 0 && strcmp(item + CELL_TEXT, "*") == 0;
    if (cell < 0 || (item[CELL_TEXT] && !fresh))
        return error_set(error, _("%s: '%s' is not a piece on a cell, such as IC6o or IC6o*"),
                         army_keys[army], item);
    if (position_cells(at) >> cell & 1)
        return error_set(error, _("%s: %s: another piece is there"), army_keys[army], item);
    if (left[kind]-- == 0)
        return error_set(error,
                         _("%s: %s: an army has no more than %d of these, prisoners counted"),
                         army_keys[army], item, kind_counts[kind]);
    bool home = kind == RUKH && army < board->base.players &&
                (ways->rukh[0] == cell || ways->rukh[1] == cell);
    for (int i = 0; kind == INFANTRY && i < ROW_CELLS; i++)
        home = home || ways->row[i] == cell;
    if (fresh && !home)
        return error_set(error, _("%s: %s has moved, so it may not have a *"), army_keys[army],
                         item);
    at->army[army] |= cell_bit(cell);
    at->kind[kind] |= cell_bit(cell);
    at->fresh |= fresh ? cell_bit(cell) : 0;
    return true;
}

/* Pieces that a seat has captured. */
static bool read_prison(struct triangulation_position *at, int holder, const char *list,
                        int left[ARMIES][PIECE_KINDS], struct error *error) {
    char item[POSITION_ITEM];
    while (position_item(&list, item)) {
        int army = find_letter(triangulation_army_letters, item[0]);
        int kind = army < 0 ? -1 : find_letter(triangulation_kind_letters, item[1]);
        if (kind < 0 || kind == GENERAL || item[2] || !(at->in >> holder & 1))
            return error_set(error,
                             _("%s: '%s' is not a prisoner, such as gI, of a seat that is "
                               "not out"),
                             holds_keys[holder], item);
        if (left[army][kind]-- == 0)
            return error_set(error,
                             _("%s: %s: an army has no more than %d of these, prisoners counted"),
                             holds_keys[holder], item, kind_counts[kind]);
        at->prisoners[holder][army][kind]++;
    }
    return true;
}

/* Seats that have to take the general of this one. */
static bool read_mated(struct triangulation_position *at, int seat, const char *list,
                       struct error *error) {
    char item[POSITION_ITEM];
    while (position_item(&list, item)) {
        int other = item[0] - '1';
        if (other < 0 || item[1] || other == seat || other >= ARMIES || !(at->in >> other & 1) ||
            !(at->in >> seat & 1))
            return error_set(error, _("%s: '%s' is not another seat that is not out"),
                             mated_keys[seat], item);
        at->mated[seat] = (uint8_t)(at->mated[seat] | 1u << other);
    }
    return true;
}

/* A general commands its army; an army without one has been conquered by a seat. */
static bool read_commanders(const struct game_board *base, struct triangulation_position *at,
                            struct position_words *words, struct error *error) {
    char item[POSITION_ITEM] = "";
    const char *list = position_find(words, "commanders"), *given = list;
    for (int army = 0; army < ARMIES; army++) {
        bool alive = at->army[army] & at->kind[GENERAL], named = position_item(&list, item);
        int usual = army < base->players ? army : NOBODY;
        int seat = !named ? usual : item[0] == '0' ? NOBODY : item[0] - '1';
        if (given && (!named || (army == ARMIES - 1 && list) || strlen(item) != 1))
            return error_set(error, _("commanders needs a seat for each army, or 0 for nobody"));
        if (alive ? seat != usual : seat < 0 || seat >= base->players || !(at->in >> seat & 1))
            return error_set(error,
                             alive ? _("%s has its general, so nobody else can command it")
                                   : _("%s has no general, so a seat that has one must command it"),
                             army_keys[army]);
        at->commander[army] = (uint8_t)seat;
    }
    return true;
}

static bool read_armies(const struct triangulation_board *board, struct triangulation_position *at,
                        struct position_words *words, int left[ARMIES][PIECE_KINDS],
                        struct error *error) {
    char item[POSITION_ITEM], cell[CELL_TEXT];
    for (int army = 0; army < ARMIES; army++)
        for (const char *list = position_find(words, army_keys[army]); position_item(&list, item);)
            if (!read_piece(board, at, army, item, left[army], error))
                return false;
    for (int army = 0; army < ARMIES; army++) {
        uint64_t rukhs = at->fresh & at->kind[RUKH] & at->army[army];
        uint64_t general = at->army[army] & at->kind[GENERAL];
        if (rukhs && general != cell_bit(board->infantry[army].general))
            return error_set(
                error,
                _("%s: R%s cannot castle, because the general has moved: it may not have a *"),
                army_keys[army], triangulation_write_cell(board, __builtin_ctzll(rukhs), cell));
        if (general && army < board->base.players)
            at->in = (uint8_t)(at->in | 1u << army);
    }
    return true;
}

/* A draw that is offered or declined, and the two ends that pieces do not show. */
static bool read_draw_and_end(const struct game_board *base, struct triangulation_position *at,
                              struct position_words *words, struct error *error) {
    const char *offer = position_find(words, "offer"), *over = position_find(words, "over");
    int answer = offer ? offer[0] - '1' : 0;
    if (over && strcmp(over, "repetition") != 0 && strcmp(over, "agreed") != 0)
        return error_set(error,
                         _("over must be repetition or agreed, not '%.40s'; other ends follow "
                           "from the pieces"),
                         over);
    if (offer && strcmp(offer, "declined") == 0) {
        at->offered = OFFER_DECLINED;
    } else if (offer) {
        if (answer < 0 || answer >= base->players || offer[1] || answer == at->mover ||
            !(at->in >> answer & 1))
            return error_set(error,
                             _("offer must be declined or another seat, which answers, not "
                               "'%.40s'"),
                             offer);
        at->offered = OFFER_OPEN;
        at->answer = (uint8_t)answer;
    }
    if (over)
        at->over = *over == 'r' ? TRIANGULATION_REPETITION : TRIANGULATION_AGREED;
    if (at->over == TRIANGULATION_AGREED) {
        at->offered = OFFER_OPEN;
        at->answer = at->mover;
    }
    return true;
}

bool triangulation_read_position(const struct game_board *base, struct game_state *state,
                                 struct position_words *words, struct error *error) {
    const struct triangulation_board *board = triangulation_board(base);
    struct triangulation_state *s = triangulation_changeable(state);
    struct triangulation_position *at = &s->at;
    int left[ARMIES][PIECE_KINDS], seat, quiet;
    for (int i = 0; i < ARMIES * PIECE_KINDS; i++)
        left[i / PIECE_KINDS][i % PIECE_KINDS] = kind_counts[i % PIECE_KINDS];
    memset(at, 0, sizeof *at);
    if (!position_turn(words, base, &seat, error) || !read_armies(board, at, words, left, error) ||
        !read_commanders(base, at, words, error))
        return false;
    if (!(at->in >> seat & 1))
        return error_set(error, _("it is the turn of seat %d, which has no general"), seat + 1);
    at->mover = (uint8_t)seat;
    for (int i = 0; i < ARMIES; i++)
        if (!read_prison(at, i, position_find(words, holds_keys[i]), left, error) ||
            !read_mated(at, i, position_find(words, mated_keys[i]), error))
            return false;
    int rounds = ROUNDS * __builtin_popcount(at->in);
    if (!position_number(words, "quiet", 0, rounds, 0, &quiet, error) ||
        !read_draw_and_end(base, at, words, error))
        return false;
    at->quiet = (uint16_t)quiet;
    if (!at->over)
        triangulation_find_end(at);
    if (!at->over && quiet == rounds)
        at->over = TRIANGULATION_ROUNDS;
    at->key = triangulation_key(board, at);
    s->history[0] = at->key;
    return true;
}
