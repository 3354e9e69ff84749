/* rounds.c - the rounds of a tournament, as a table or as a bracket. In a bracket, each round is
 * put in an order in which two meetings stand beside each other if their winners meet next: the
 * final first, then the round before it, and so on back to the first. */
#include "config.h"

#include "results/rounds.h"

#include "base/json.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/text.h"
#include "results/listing.h"
#include "results/standings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the bracket ----------------------------------------------------------------------------- */

static const struct meeting *find_winner(const struct standings *standings, int round, int engine) {
    for (int i = 0; engine != MEETING_NOBODY && i < standings->meetings; i++)
        if (standings->meeting[i].round == round && standings->meeting[i].winner == engine)
            return &standings->meeting[i];
    return NULL;
}

/* Puts the meetings of a round in the order of the next round, which has its order already. A round
 * that does not lead to the next one, in a record that was altered, stays as it is. */
static void order_round(const struct standings *standings, const struct meeting **round, int count,
                        const struct meeting *const *next, int nexts) {
    if (nexts * 2 != count)
        return;
    const struct meeting **ordered = needed(calloc((size_t)count + 1, sizeof(struct meeting *)));
    int found = 0;
    for (int i = 0; i < nexts; i++)
        for (int k = 0; k < 2; k++) {
            const struct meeting *before =
                find_winner(standings, next[i]->round - 1, next[i]->engine[k]);
            if (before)
                ordered[found++] = before;
        }
    if (found == count)
        memcpy(round, ordered, (size_t)count * sizeof(struct meeting *));
    free(ordered);
}

/* Makes the bracket. Meetings of the standings come in the order of their rounds. */
static void make_bracket(struct rounds *rounds) {
    const struct standings *standings = rounds->standings;
    rounds->meeting = needed(calloc((size_t)standings->meetings + 1, sizeof(struct meeting *)));
    rounds->first = needed(calloc((size_t)rounds->round + 1, sizeof *rounds->first));
    for (int i = 0; i < standings->meetings; i++) {
        rounds->meeting[i] = &standings->meeting[i];
        rounds->first[standings->meeting[i].round + 1] = i + 1;
    }
    for (int i = 1; i <= rounds->round; i++)
        if (rounds->first[i] < rounds->first[i - 1])
            rounds->first[i] = rounds->first[i - 1];
    for (int i = rounds->round - 2; i >= 0; i--) {
        const int *first = rounds->first + i;
        order_round(standings, rounds->meeting + first[0], first[1] - first[0],
                    rounds->meeting + first[1], first[2] - first[1]);
    }
}

/* ---- begin and end --------------------------------------------------------------------------- */

/* Finds, after the last round, who has won the final or, without one, who stands first alone. */
static int find_first(const struct rounds *rounds) {
    const struct standings *standings = rounds->standings;
    if (rounds->round < rounds->of)
        return MEETING_NOBODY;
    if (rounds->is_bracket)
        return standings->meeting[standings->meetings - 1].winner;
    const struct standing *row = standings->row;
    bool alone = standings->count > 1 && row[0].merit > row[1].merit;
    return alone ? row[0].engine : MEETING_NOBODY;
}

void rounds_begin(struct rounds *rounds, const struct standings *standings) {
    const struct format_table *form = standings->format ? standings->format->table : NULL;
    *rounds =
        (struct rounds){.standings = standings, .of = standings->rounds, .winner = MEETING_NOBODY};
    if (!form || standings->meetings == 0)
        return;
    rounds->round = standings->meeting[standings->meetings - 1].round + 1;
    rounds->is_bracket = form->final;
    rounds->row =
        needed(calloc((size_t)(standings->meetings + standings->count), sizeof *rounds->row));
    if (rounds->is_bracket)
        make_bracket(rounds);
    rounds->column = form->column;
    while (rounds->columns < FORMAT_COLUMNS && form->column[rounds->columns].heading)
        rounds->columns++;
    rounds->rows =
        form->fill(standings->meeting, standings->meetings, standings->count, rounds->row);
    rounds->winner = find_first(rounds);
}

void rounds_end(struct rounds *rounds) {
    free(rounds->row);
    free(rounds->meeting);
    free(rounds->first);
    *rounds = (struct rounds){.winner = MEETING_NOBODY};
}

/* ---- for people ------------------------------------------------------------------------------ */

enum { CELL_SIZE = 32 };

static struct cell cell_of(const struct rounds *rounds, int row, int column, char text[CELL_SIZE]) {
    const struct format_column *kind = &rounds->column[column];
    int64_t value = rounds->row[row][column];
    const char *name = standings_name(rounds->standings, (int)value);
    if (kind->cell == FORMAT_ENGINE)
        return cell_name(name ? name : kind->nobody ? _(kind->nobody) : "");
    if (value == FORMAT_NOTHING)
        text[0] = '\0';
    else if (kind->cell == FORMAT_HALVES)
        snprintf(text, CELL_SIZE, "%.1f", (double)value / 2);
    else
        snprintf(text, CELL_SIZE, kind->cell == FORMAT_MARGIN ? "%+lld" : "%lld", (long long)value);
    return cell_text(text);
}

void rounds_columns(struct listing *listing, const void *table, int64_t row) {
    const struct rounds *rounds = table;
    struct column column[FORMAT_COLUMNS + 1] = {{.key = NULL}};
    char text[FORMAT_COLUMNS][CELL_SIZE];
    for (int i = 0; i < rounds->columns; i++) {
        column[i].head = rounds->column[i].heading;
        column[i].cell = cell_of(rounds, (int)row, i, text[i]);
        column[i].width = column[i].cell.kind == CELL_TEXT ? text_columns(text[i]) : 0;
    }
    listing_row(listing, column);
}

/* ---- for programs ---------------------------------------------------------------------------- */

/* Adds a column, named after its heading in lower case: "goes on" becomes goes_on. An empty heading
 * is that of the ranks. */
static void add_column(const struct format_column *column, struct json *json) {
    static const char *const kinds[] = {[FORMAT_NUMBER] = "number",
                                        [FORMAT_MARGIN] = "margin",
                                        [FORMAT_HALVES] = "points",
                                        [FORMAT_ENGINE] = "player"};
    char name[64];
    snprintf(name, sizeof name, "%s", column->heading[0] ? column->heading : "rank");
    for (char *c = name; *c; c++)
        *c = (char)(*c == ' ' ? '_' : *c >= 'A' && *c <= 'Z' ? *c - 'A' + 'a' : *c);
    json_open(json, NULL, '{');
    json_string(json, "name", name);
    json_string(json, "kind", kinds[column->cell]);
    json_close(json, '}');
}

static void add_cell(const struct rounds *rounds, int row, int column, struct json *json) {
    enum format_cell kind = rounds->column[column].cell;
    int64_t value = rounds->row[row][column];
    if (kind == FORMAT_ENGINE)
        json_string(json, NULL, standings_name(rounds->standings, (int)value));
    else if (kind == FORMAT_HALVES)
        json_real(json, NULL, (double)value / 2);
    else
        json_integer_if(json, NULL, value != FORMAT_NOTHING, value);
}

static void add_table(const struct rounds *rounds, struct json *json) {
    json_open(json, "table", '{');
    json_open(json, "columns", '[');
    for (int i = 0; i < rounds->columns; i++)
        add_column(&rounds->column[i], json);
    json_close(json, ']');
    json_open(json, "rows", '[');
    for (int i = 0; i < rounds->rows; i++) {
        json_open(json, NULL, '[');
        for (int k = 0; k < rounds->columns; k++)
            add_cell(rounds, i, k, json);
        json_close(json, ']');
    }
    json_close(json, ']');
    json_close(json, '}');
}

void meeting_json(const struct standings *standings, const struct meeting *meeting,
                  const char *players, struct json *json) {
    json_open(json, players, '[');
    for (int k = 0; k < 2; k++)
        json_string(json, NULL, standings_name(standings, meeting->engine[k]));
    json_close(json, ']');
    json_open(json, "margins", '[');
    for (int k = 0; k < 2; k++)
        json_integer(json, NULL, meeting->margin[k]);
    json_close(json, ']');
    json_string(json, "winner", standings_name(standings, meeting->winner));
}

static void add_bracket(const struct rounds *rounds, struct json *json) {
    json_open(json, "bracket", '[');
    for (int round = 0; round < rounds->round; round++) {
        json_open(json, NULL, '[');
        for (int i = rounds->first[round]; i < rounds->first[round + 1]; i++) {
            json_open(json, NULL, '{');
            meeting_json(rounds->standings, rounds->meeting[i], "players", json);
            json_bool(json, "bye", rounds->meeting[i]->engine[1] == MEETING_NOBODY);
            json_close(json, '}');
        }
        json_close(json, ']');
    }
    json_close(json, ']');
}

void rounds_json(const struct rounds *rounds, struct json *json) {
    const struct standings *standings = rounds->standings;
    json_string(json, "format", standings->format ? standings->format->name : NULL);
    json_integer(json, "rounds", rounds->of);
    json_integer_if(json, "round", rounds->round > 0, rounds->round);
    json_string(json, "winner", standings_name(standings, rounds->winner));
    if (rounds->columns > 0 && !rounds->is_bracket)
        add_table(rounds, json);
    else
        json_string(json, "table", NULL);
    if (rounds->is_bracket)
        add_bracket(rounds, json);
    else
        json_string(json, "bracket", NULL);
}
