/* described.c - parses the engine's answers to `board`, `state` and `preview`. */
#include "tests/lib/described.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/describe.h"
#include "protocol/line.h"
#include "protocol/protocol.h"
#include "tests/lib/tap.h"

/* ---- fields ---------------------------------------------------------------------------------- */

/* The value after a keyword; NULL for the positional field: the first of them. */
static const struct protocol_value *find(const struct protocol_message *message,
                                         const char *keyword) {
    static const struct protocol_value nothing;
    const struct protocol_field *field = message->command->field;
    for (int i = 0; i < PROTOCOL_FIELDS_MAX && field[i].about; i++)
        if (keyword ? field[i].keyword && strcmp(field[i].keyword, keyword) == 0
                    : !field[i].keyword)
            return &message->value[i];
    return &nothing;
}

static void read_word(const struct protocol_message *message, const char *keyword,
                      described_word word) {
    const struct protocol_value *value = find(message, keyword);
    snprintf(word, sizeof(described_word), "%s", value->given && value->text ? value->text : "");
}

static int read_number(const struct protocol_message *message, const char *keyword) {
    return (int)find(message, keyword)->number[0];
}

static bool has(const struct protocol_message *message, const char *keyword) {
    return find(message, keyword)->given;
}

static struct grid_point read_point(const char *text) {
    struct grid_point point = {0, 0};
    int end = 0;
    if (!text || sscanf(text, "%d,%d%n", &point.x, &point.y, &end) != 2 || text[end])
        ok(false, "a point is X,Y: %s", text ? text : "nothing");
    return point;
}

/* Joins the words of a value, a blank between two. */
static void join(const struct protocol_value *value, char *text, size_t size) {
    *text = '\0';
    for (char *word = value->text; word; word = protocol_next_word(value, word))
        snprintf(text + strlen(text), size - strlen(text), "%s%s", *text ? " " : "", word);
}

/* The words of a value, at most `room`; returns how many. */
static int read_words(const struct protocol_message *message, const char *keyword,
                      described_word *words, int room) {
    const struct protocol_value *value = find(message, keyword);
    int count = 0;
    for (char *word = value->text; word && count < room; word = protocol_next_word(value, word))
        snprintf(words[count++], sizeof *words, "%s", word);
    return count;
}

static int read_turn(const struct protocol_message *message) {
    described_word word;
    read_word(message, "turn", word);
    return strcmp(word, "none") == 0     ? DESCRIBED_NONE
           : strcmp(word, "chance") == 0 ? DESCRIBED_CHANCE
                                         : atoi(word);
}

/* ---- board ----------------------------------------------------------------------------------- */

static void read_board_name(struct described *d, const struct protocol_message *message) {
    read_word(message, "name", d->name);
    read_word(message, "game", d->game);
    read_word(message, "surface", d->surface);
    join(find(message, "keys"), d->keys, sizeof d->keys);
    d->cells = read_number(message, "cells");
    d->points = read_number(message, "points");
    d->all_seats = read_number(message, "seats");
    d->halves = read_number(message, "halves");
    d->worst = read_number(message, "worst");
    described_word hidden;
    read_word(message, "hidden", hidden);
    d->hidden = strcmp(hidden, "yes") == 0;
    d->faults += !d->hidden && strcmp(hidden, "no") != 0;
}

static void read_board_cell(struct described *d, const struct protocol_message *message) {
    struct described_cell *cell = &d->cell[read_number(message, NULL)];
    described_word corner[3], sides;
    cell->told = true;
    read_word(message, "name", cell->name);
    read_word(message, "ground", cell->ground);
    read_word(message, "note", cell->note);
    read_word(message, "sides", sides);
    if (sscanf(sides, "%31[^,],%31[^,],%31s", cell->side[0], cell->side[1], cell->side[2]) != 3)
        d->faults++;
    cell->corners = read_words(message, "at", corner, 3);
    for (int k = 0; k < cell->corners; k++)
        cell->corner[k] = read_point(corner[k]);
}

static void read_board_point(struct described *d, const struct protocol_message *message) {
    int i = 0;
    while (d->place[i].name[0])
        i++;
    read_word(message, NULL, d->place[i].name);
    d->place[i].at = read_point(find(message, "at")->text);
}

static void read_board_edge(struct described *d, const struct protocol_message *message) {
    struct described_edge *edge = &d->edge[d->edges++];
    edge->from = read_point(find(message, "from")->text);
    edge->to = read_point(find(message, "to")->text);
    edge->cell = read_number(message, "cell");
    edge->side = read_number(message, "side");
    edge->across = has(message, "across") ? read_number(message, "across") : -1;
    if (has(message, "shift"))
        edge->shift = read_point(find(message, "shift")->text);
    read_word(message, "colour", edge->colour);
}

/* ---- state ----------------------------------------------------------------------------------- */

static void read_state(struct described *d, const struct protocol_message *message) {
    d->half = read_number(message, "half");
    d->turn = read_turn(message);
    d->moves = read_number(message, "moves");
    read_word(message, "phase", d->phase);
    read_word(message, "over", d->over);
    read_word(message, "draw", d->draw);
    d->checkers = 0;
    for (int i = 0; has(message, "checkers") && i < find(message, "checkers")->count; i++)
        d->checkers |= 1u << (find(message, "checkers")->number[i] - 1);
}

static void read_state_seat(struct described *d, const struct protocol_message *message) {
    struct described_seat *seat = &d->seat[read_number(message, NULL) - 1];
    d->seats++;
    seat->hidden = -1;
    read_word(message, "colour", seat->colour);
    seat->points = read_number(message, "points");
    seat->margin = read_number(message, "margin");
    seat->out = has(message, "out");
    join(find(message, "holds"), seat->holds, sizeof seat->holds);
    snprintf(seat->name, sizeof seat->name, "%s", find(message, "name")->text);
}

static void read_state_cell(struct described *d, const struct protocol_message *message) {
    struct described_cell *cell = &d->cell[read_number(message, NULL)];
    cell->told = true;
    read_word(message, "colour", cell->colour);
    read_word(message, "value", cell->value);
    cell->last = has(message, "last");
    cell->taken = has(message, "taken");
    cell->closed = has(message, "closed");
}

static void read_state_piece(struct described *d, const struct protocol_message *message) {
    struct described_piece *piece = &d->piece[d->pieces++];
    piece->places = read_words(message, "at", piece->place, 3);
    piece->colours = read_words(message, "colours", piece->colour, 3);
    piece->seat = read_number(message, "seat");
    read_word(message, "label", piece->label);
    piece->last = has(message, "last");
    piece->taken = has(message, "taken");
}

static void read_state_line(struct described *d, const struct protocol_message *message) {
    d->faults += d->line.points > 0;
    d->line.points = read_words(message, "at", d->line.point, 3);
    read_word(message, "colour", d->line.colour);
}

static void read_state_hand(struct described *d, const struct protocol_message *message) {
    struct described_seat *seat = &d->seat[read_number(message, NULL) - 1];
    seat->hidden = read_number(message, "hidden");
    seat->pieces = read_words(message, "pieces", seat->piece, DESCRIBED_HAND);
}

static void read_state_history(struct described *d, const struct protocol_message *message) {
    const struct protocol_value *value = find(message, NULL);
    size_t length = strlen(d->history);
    for (char *word = value->text; word; word = protocol_next_word(value, word))
        length += (size_t)snprintf(d->history + length, sizeof d->history - length, " %s", word);
    d->histories += has(message, "more");
}

/* ---- preview --------------------------------------------------------------------------------- */

static void read_waves(struct described *d, const struct protocol_value *waves) {
    int wave = 0;
    for (char *word = waves->text; word; word = protocol_next_word(waves, word)) {
        if (strcmp(word, "/") == 0) {
            wave++;
            continue;
        }
        struct described_change *change = &d->change[d->changes++];
        change->wave = wave;
        sscanf(word, "%31[^<]<%31[^,],%31s", change->place, change->cause[0], change->cause[1]);
    }
}

static void read_preview(struct described *d, const struct protocol_message *message) {
    static const char *const points[] = {"p1", "p2", "p3", "p4"};
    described_word told[GAME_PLAYERS_MAX];
    read_word(message, NULL, d->move);
    read_word(message, "legal", d->legal);
    read_word(message, "over", d->over);
    d->turn = read_turn(message);
    d->margin = read_number(message, "margin");
    for (int seat = 0; seat < GAME_PLAYERS_MAX; seat++)
        d->point[seat] = read_number(message, points[seat]);
    int count = read_words(message, "told", told, GAME_PLAYERS_MAX);
    for (int i = 0; i < count; i++)
        snprintf(d->told[told[i][0] - '1'], sizeof *d->told, "%s", told[i] + 2);
    read_waves(d, find(message, "waves"));
}

/* ---- lines ----------------------------------------------------------------------------------- */

static void read_message(struct described *d, const struct protocol_message *message) {
    switch (message->id) {
    case TGI_BOARD_NAME:
        read_board_name(d, message);
        break;
    case TGI_BOARD_PERIOD:
        d->period[d->periods++] = read_point(find(message, NULL)->text);
        break;
    case TGI_BOARD_CELL:
        read_board_cell(d, message);
        break;
    case TGI_BOARD_POINT:
        read_board_point(d, message);
        break;
    case TGI_BOARD_EDGE:
        read_board_edge(d, message);
        break;
    case TGI_BOARD_LABEL:
        d->labels++;
        break;
    case TGI_STATE_NOW:
        read_state(d, message);
        break;
    case TGI_STATE_SEAT:
        read_state_seat(d, message);
        break;
    case TGI_STATE_COUNT: {
        const struct protocol_value *value = message->value;
        snprintf(d->count[d->counts].name, sizeof(described_word), "%s", value[0].text);
        d->count[d->counts++].value = (int)value[1].number[0];
        break;
    }
    case TGI_STATE_CELL:
        read_state_cell(d, message);
        break;
    case TGI_STATE_PIECE:
        read_state_piece(d, message);
        break;
    case TGI_STATE_LINE:
        read_state_line(d, message);
        break;
    case TGI_STATE_HAND:
        read_state_hand(d, message);
        break;
    case TGI_STATE_HISTORY:
        read_state_history(d, message);
        break;
    case TGI_STATE_POSITION:
        d->faults += read_number(message, "half") != d->half || !has(message, "at");
        break;
    case TGI_PREVIEW_ANSWER:
        read_preview(d, message);
        break;
    case TGI_BOARDOK:
    case TGI_STATEOK:
        d->ended = true;
        break;
    default:
        d->faults++;
    }
}

static struct protocol_parser *parser;

static void read_line(void *context, const char *line) {
    static char copy[LINE_BYTES_MAX + 1];
    struct described *d = context;
    struct protocol_message message;
    struct protocol_error error;
    d->lines++;
    d->faults += d->ended; /* nothing may follow */
    if (!parser)
        parser = protocol_parser_new();
    if (strlen(line) > LINE_BYTES_MAX) {
        d->faults++;
        return;
    }
    strcpy(copy, line);
    if (protocol_parse(parser, PROTOCOL_FROM_ENGINE, copy, &message, &error) == PROTOCOL_OK) {
        read_message(d, &message);
        return;
    }
    d->faults++;
    diag("%s: %.200s", error.text, line);
}

/* ---- asking ---------------------------------------------------------------------------------- */

static void check(struct described *d, bool whole) {
    d->faults += !whole;
    if (d->faults)
        ok(false, "%d lines of a description can be read", d->lines);
}

void described_board(struct described *d, const struct game_board *board) {
    struct describer describer = {read_line, d};
    memset(d, 0, sizeof *d);
    check(d, describe_board(&describer, board));
}

void described_state(struct described *d, const struct game_board *board, int half,
                     const uint32_t *moves, int count) {
    struct describer describer = {read_line, d};
    static struct game_state start;
    const struct described_half now = {half, (const long long[GAME_PLAYERS_MAX]){0}, &start, moves,
                                       count};
    memset(d, 0, sizeof *d);
    board->game->start(board, &start, half);
    check(d, describe_state(&describer, board, &now));
}

void described_move(struct described *d, const struct game_board *board,
                    const struct game_state *state, uint32_t move) {
    struct describer describer = {read_line, d};
    memset(d, 0, sizeof *d);
    check(d, describe_move(&describer, board, state, move));
}

int described_count(const struct described *d, const char *name) {
    for (int i = 0; i < d->counts; i++)
        if (strcmp(d->count[i].name, name) == 0)
            return d->count[i].value;
    return -1000;
}

const struct described_cell *described_cell(const struct described *d, const char *name) {
    for (int i = 0; i < d->cells; i++)
        if (strcmp(d->cell[i].name, name) == 0)
            return &d->cell[i];
    return NULL;
}

const struct described_piece *described_piece(const struct described *d, const char *place,
                                              int *part) {
    for (int i = 0; i < d->pieces; i++)
        for (int k = 0; k < d->piece[i].places; k++)
            if (strcmp(d->piece[i].place[k], place) == 0) {
                *part = k;
                return &d->piece[i];
            }
    return NULL;
}
