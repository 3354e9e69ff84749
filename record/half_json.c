/* half_json.c - writes halves as JSON. half_json.h lists the keys. */
#include "config.h"

#include "record/half_json.h"

#include "base/json.h"
#include "base/text.h"
#include "half/half_result.h"
#include "half/moves.h"
#include "half/said.h"
#include "record/record_analysis.h"

/* Whether clocks are as moves_add() writes them: digits and single blanks, so that only the blanks
 * differ from JSON. */
static bool are_plain(const char *clocks) {
    enum { DIGITS_MAX = 18 };
    for (const char *c = clocks, *start = clocks;; c++) {
        if (*c >= '0' && *c <= '9')
            continue;
        if (c == start || c - start > DIGITS_MAX || (*start == '0' && c - start > 1))
            return false;
        if (*c != ' ')
            return !*c;
        start = c + 1;
    }
}

/* Clocks are read apart from moves, because a damaged record may have more or fewer of them. */
static void add_clocks(const char *clocks, struct json *json) {
    struct moves_reader reader = moves_read(clocks, clocks);
    const size_t start = json->text.length;
    if (are_plain(clocks)) {
        json_raw(json, NULL, clocks);
        for (size_t i = start; i < json->text.length; i++)
            if (json->text.bytes[i] == ' ')
                json->text.bytes[i] = ',';
        return;
    }
    while (moves_next(&reader))
        json_integer_if(json, NULL, reader.took >= 0, reader.took);
}

void half_json_moves(const char *moves, const char *clocks, struct json *json) {
    json_words(json, "moves", moves);
    if (!clocks) {
        json_string(json, "clocks_us", NULL);
        return;
    }
    json_open(json, "clocks_us", '[');
    add_clocks(clocks, json);
    json_close(json, ']');
}

static void add_numbers(struct json *json, const char *key, const int *numbers, int count) {
    if (numbers)
        json_integers(json, key, numbers, count);
    else
        json_string(json, key, NULL);
}

void half_json_add(const struct half_result *half, int seats, struct json *json) {
    bool at_fault = half->termination && half->at_fault != MATCH_NOBODY;
    json_integer(json, "half", half->number);
    add_numbers(json, "margins", half->termination ? half->margin : NULL, seats);
    add_numbers(json, "points", half->pointed ? half->points : NULL, seats);
    json_string(json, "termination", half->termination);
    json_string(json, "text", half->text);
    json_integer_if(json, "at_fault", at_fault, half->at_fault + 1);
    json_integer(json, "plies", half->plies);
    half_json_moves(half->moves, half->clocks, json);
    json_string(json, "finished", half->finished);
}

static void add_visits(const struct said *said, struct json *json) {
    const char *at = said->visits;
    char move[GAME_MOVE_TEXT];
    int64_t visits;
    if (!*at)
        return;
    json_open(json, "visits", '{');
    while (said_next_visits(&at, move, &visits))
        json_integer(json, move, visits);
    json_close(json, '}');
}

void half_json_said(const struct said *said, struct json *json) {
    if (said->valued)
        json_integer(json, "margin", said->margin);
    if (said->valued && said->bound != SAID_ESTIMATE)
        json_string(json, "bound", said_bound_name(said->bound));
    if (said->depth >= 0)
        json_integer(json, "depth", said->depth);
    if (said->nodes >= 0)
        json_integer(json, "nodes", said->nodes);
    if (said->time >= 0)
        json_integer(json, "time", said->time);
    if (said->pv[0])
        json_words(json, "pv", said->pv);
    add_visits(said, json);
}

static void add_bound(const char *key, enum said_bound bound, struct json *json) {
    if (bound != SAID_ESTIMATE)
        json_string(json, key, said_bound_name(bound));
}

static void add_judged(const struct analysis_row *row, struct json *json) {
    json_open(json, NULL, '{');
    json_integer(json, "ply", row->ply);
    json_integer(json, "seat", row->seat + 1);
    if (row->empty >= 0)
        json_integer(json, "empty", row->empty);
    json_integer(json, "legal", row->legal);
    json_integer(json, "margin", row->margin);
    add_bound("bound", row->bound, json);
    json_integer(json, "moved", row->moved);
    add_bound("moved_bound", row->moved_bound, json);
    json_integer(json, "loss", analysis_loss(row));
    json_bool(json, "turned", analysis_turns(row));
    json_words(json, "best", row->best);
    json_integer(json, "best_count", row->best_count);
    if (row->ties) {
        json_integer(json, "ties", row->ties);
        json_integer(json, "ties_sum", row->ties_sum);
        json_integer(json, "ties_margin", row->ties_margin);
    }
    json_close(json, '}');
}

void half_json_analysis(const struct analysis_list *list, struct json *json) {
    if (!list->there)
        return;
    json_open(json, "analysis", '{');
    json_string(json, "effort", list->effort);
    json_string(json, "referee", list->referee);
    json_string(json, "finished", list->finished);
    json_open(json, "moves", '[');
    for (int i = 0; i < list->count; i++)
        add_judged(&list->item[i], json);
    json_close(json, ']');
    json_close(json, '}');
}
