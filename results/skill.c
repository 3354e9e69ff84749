/* skill.c - what analysed moves say of players. The halves of a game are read one after the
 * other; what a seat lost in them is added to its player when the game is complete, since a score
 * is computed by game. */
#include "config.h"

#include "results/skill.h"

#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "games/game.h"
#include "half/half_result.h"
#include "pairing/game_id.h"
#include "record/query.h"
#include "record/record.h"
#include "record/record_analysis.h"
#include "record/record_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What a seat has lost in the game that is read. */
struct skill_seat {
    double all, exact, phase[SKILL_PHASES];
    int64_t moves, exacts, phases[SKILL_PHASES];
    int margin;
};

struct skill_reading {
    struct record *record;
    const struct skill_request *request;
    struct skill *skill;
    int64_t reference; /* 0: there is none */
    int whole;         /* halves of a game */
    struct analysis_list list;
    struct skill_seat seat[GAME_PLAYERS_MAX];
    struct skill_row *row[GAME_PLAYERS_MAX];
    int halves;  /* of the game that were analysed */
    double luck; /* of the reference */
};

void skill_free(struct skill *skill) {
    free(skill->row);
    *skill = (struct skill){.count = 0};
}

/* ---- moves that cost something --------------------------------------------------------------- */

/* Whether one comes before the other. */
static bool turn_is_worse(const struct skill_turn *a, const struct skill_turn *b) {
    return a->turned != b->turned ? a->turned : a->margin - a->moved > b->margin - b->moved;
}

static void skill_note_turn(struct skill *skill, const struct skill_turn *turn) {
    int place = skill->turns;
    while (place > 0 && turn_is_worse(turn, &skill->turn[place - 1]))
        place--;
    if (place == SKILL_TURNS_MAX)
        return;
    skill->turns += skill->turns < SKILL_TURNS_MAX;
    memmove(&skill->turn[place + 1], &skill->turn[place],
            (size_t)(skill->turns - 1 - place) * sizeof *turn);
    skill->turn[place] = *turn;
}

/* Names the move of a ply, and the first of the best moves. */
static void skill_name_moves(const struct half_result *half, const struct analysis_row *row,
                             struct skill_turn *turn) {
    struct moves_reader reader = moves_read(half->moves ? half->moves : "", NULL);
    while (moves_next(&reader) && reader.ply < row->ply)
        continue;
    if (reader.ply == row->ply)
        text_readable(turn->move, sizeof turn->move, reader.text);
    snprintf(turn->best, sizeof turn->best, "%.*s", (int)strcspn(row->best, " "), row->best);
}

/* ---- games ----------------------------------------------------------------------------------- */

static struct skill_row *skill_find(struct skill *skill, int64_t engine, const char *name) {
    for (int i = 0; i < skill->count; i++)
        if (skill->row[i].engine == engine)
            return &skill->row[i];
    skill->row = needed(realloc(skill->row, sizeof *skill->row * (size_t)(skill->count + 1)));
    struct skill_row *row = &skill->row[skill->count++];
    *row = (struct skill_row){.engine = engine};
    snprintf(row->name, sizeof row->name, "%s", record_name_shown(name));
    return row;
}

/* The phase of a position with this many empty cells: what the standard judges, and before it. */
static int phase_of(int empty) {
    return standard_phase(standard_now, empty) + 1;
}

static void skill_add_row(struct skill_reading *reading, const struct game_row *game,
                          const struct half_result *half, const struct analysis_row *row) {
    struct skill_seat *seat = &reading->seat[row->seat];
    int loss = analysis_loss(row);
    bool exact = analysis_is_exact(row);
    seat->all += loss;
    seat->moves++;
    reading->row[row->seat]->all.best += loss == 0;
    reading->luck += analysis_luck(row);
    if (exact && row->empty >= 0) {
        int phase = phase_of(row->empty);
        seat->exact += loss;
        seat->exacts++;
        seat->phase[phase] += loss;
        seat->phases[phase]++;
        reading->row[row->seat]->exact.best += loss == 0;
        reading->row[row->seat]->phase[phase].best += loss == 0;
    }
    reading->row[row->seat]->turned += analysis_turns(row);
    if (loss == 0)
        return;
    struct skill_turn turn = {.game = game->id,
                              .half = half->number,
                              .ply = row->ply,
                              .margin = row->margin,
                              .moved = row->moved,
                              .turned = analysis_turns(row),
                              .exact = exact};
    if (reading->skill->turns == SKILL_TURNS_MAX &&
        !turn_is_worse(&turn, &reading->skill->turn[SKILL_TURNS_MAX - 1]))
        return;
    snprintf(turn.player, sizeof turn.player, "%s", reading->row[row->seat]->name);
    skill_name_moves(half, row, &turn);
    skill_note_turn(reading->skill, &turn);
}

static bool skill_take_game(void *context, const struct game_row *game, struct error *error) {
    struct skill_reading *reading = context;
    (void)error;
    memset(reading->seat, 0, sizeof reading->seat);
    reading->halves = 0;
    reading->luck = 0;
    for (int i = 0; i < game->seats; i++) /* first all of them, since the rows may move */
        skill_find(reading->skill, game->engine[i], game->player[i]);
    for (int i = 0; i < game->seats; i++)
        reading->row[i] = skill_find(reading->skill, game->engine[i], game->player[i]);
    return true;
}

static bool skill_take_half(void *context, const struct game_row *game,
                            const struct half_result *half, struct error *error) {
    struct skill_reading *reading = context;
    if (reading->request->half && half->number != reading->request->half)
        return true;
    if (!record_read_analysis(reading->record, half_id(game->id, half->number), half->plies,
                              &reading->list, error))
        return false;
    if (!reading->list.there)
        return true;
    reading->halves++;
    for (int i = 0; i < game->seats; i++)
        reading->seat[i].margin += half->margin[i];
    for (int i = 0; i < reading->list.count; i++)
        if (reading->list.item[i].seat < game->seats)
            skill_add_row(reading, game, half, &reading->list.item[i]);
    return true;
}

/* A game is one value of each sample. */
static void regret_add(struct regret *regret, int64_t moves, double loss) {
    regret->moves += moves;
    if (moves > 0)
        sample_add(&regret->games, loss);
}

static bool skill_end_game(void *context, const struct game_row *game, struct error *error) {
    struct skill_reading *reading = context;
    bool against = false;
    (void)error;
    if (reading->halves == 0)
        return true;
    reading->skill->games++;
    reading->skill->halves += reading->halves;
    for (int i = 0; i < game->seats; i++)
        against |= game->engine[i] == reading->reference;
    for (int i = 0; i < game->seats; i++) {
        const struct skill_seat *seat = &reading->seat[i];
        struct skill_row *row = reading->row[i];
        row->games++;
        regret_add(&row->all, seat->moves, seat->all);
        regret_add(&row->exact, seat->exacts, seat->exact);
        for (int phase = 0; phase < SKILL_PHASES; phase++)
            regret_add(&row->phase[phase], seat->phases[phase], seat->phase[phase]);
        if (!against || game->seats != 2 || game->engine[i] == reading->reference ||
            reading->halves != reading->whole)
            continue;
        sample_add(&row->margins, seat->margin);
        sample_add(&row->skills, seat->margin + reading->luck);
        sample_add(&row->lucks, -reading->luck);
    }
    return true;
}

/* ---- all of them ----------------------------------------------------------------------------- */

static bool skill_read_league(struct skill_reading *reading, struct error *error) {
    struct query row;
    query_open(&row, reading->record, "SELECT game, halves, reference FROM league", NULL);
    if (query_step(&row)) {
        const struct game *game = game_find(query_string(&row, 0));
        reading->skill->cells = game && game->default_grid && game->players_max == 2;
        reading->whole = query_int(&row, 1);
        reading->reference = query_int64(&row, 2);
    }
    return query_close(&row, error);
}

/* The numbers of the games that were analysed, from one on. They are asked for in parts, since
 * other queries run between them. */
static bool skill_next_games(struct skill_reading *reading, int64_t after, int64_t *game, int room,
                             int *count, struct error *error) {
    struct query rows;
    *count = 0;
    query_keep(&rows, reading->record,
               "SELECT DISTINCT half / " HALF_ID_ROOM_SQL " FROM analysed"
               " WHERE half >= (?1 + 1) * " HALF_ID_ROOM_SQL
               " AND (?2 = 0 OR half / " HALF_ID_ROOM_SQL " = ?2)"
               " AND half IN (SELECT id FROM half) ORDER BY half LIMIT ?3",
               VALUES(value_int(after), value_int(reading->request->game), value_int(room)));
    while (*count < room && query_step(&rows))
        game[(*count)++] = query_int64(&rows, 0);
    return query_close(&rows, error);
}

static bool skill_read_games(struct skill_reading *reading, struct error *error) {
    enum { PART = 256 };
    const struct row_reader reader = {reading, skill_take_game, skill_take_half, skill_end_game};
    int64_t game[PART], last = 0;
    int count = PART;
    if (!record_has_analysis(reading->record))
        return true;
    while (count == PART) {
        if (!skill_next_games(reading, last, game, PART, &count, error))
            return false;
        for (int i = 0; i < count; i++)
            if (!record_read_game(reading->record, last = game[i], &reader, error))
                return false;
    }
    return true;
}

double skill_score(const struct skill *skill, const struct skill_row *row) {
    return skill->cells ? 100 * pow(0.75, regret_mean(skill_regret(skill, row)) / SKILL_UNIT) : NAN;
}

/* The error of the loss, times the slope of the score there. */
double skill_score_error(const struct skill *skill, const struct skill_row *row) {
    return skill_score(skill, row) * -log(0.75) / SKILL_UNIT *
           regret_error(skill_regret(skill, row));
}

/* The least loss first; players about whom nothing is known last. */
static int skill_compare(const void *a, const void *b) {
    const struct skill_row *x = a, *y = b;
    double p = regret_mean(x->exact.moves || y->exact.moves ? &x->exact : &x->all),
           q = regret_mean(x->exact.moves || y->exact.moves ? &y->exact : &y->all);
    if (isnan(p) || isnan(q))
        return isnan(p) != isnan(q) ? isnan(p) - isnan(q) : strcmp(x->name, y->name);
    return p != q ? (p > q) - (p < q) : strcmp(x->name, y->name);
}

bool skill_is_known(struct record *record, bool *known, struct error *error) {
    int64_t found = 0;
    *known = false;
    if (!record_has_analysis(record))
        return true;
    bool asked = query_ask(record,
                           "SELECT EXISTS (SELECT 1 FROM analysed WHERE half IN"
                           " (SELECT id FROM half))",
                           NULL, &found, error);
    *known = found != 0;
    return asked;
}

bool skill_read(struct record *record, const struct skill_request *request, struct skill *skill,
                struct error *error) {
    *skill = (struct skill){.count = 0};
    struct skill_reading reading = {.record = record, .request = request, .skill = skill};
    bool done = query_begin_reading(record, error) &&
                query_end_reading(record, skill_read_league(&reading, error) &&
                                              skill_read_games(&reading, error));
    analysis_list_free(&reading.list);
    if (done && skill->halves == 0)
        done = error_set(error, _("record %s: no half of it was analysed"), record_path(record));
    if (!done)
        skill_free(skill);
    else if (skill->count > 1)
        qsort(skill->row, (size_t)skill->count, sizeof *skill->row, skill_compare);
    return done;
}

bool skill_read_luck(struct record *record, int64_t game, double *luck, bool *known,
                     struct error *error) {
    struct query row;
    *luck = 0;
    *known = false;
    if (!record_has_analysis(record))
        return true;
    query_keep(&row, record,
               "SELECT (SELECT COUNT(*) FROM half WHERE half.game = ?1 AND half.id NOT IN"
               "  (SELECT half FROM analysed)),"
               " (SELECT TOTAL(CAST(ties_sum AS REAL) / ties - ties_margin) FROM analysis"
               "  WHERE ties > 0 AND half BETWEEN ?1 * " HALF_ID_ROOM_SQL
               " AND ?1 * " HALF_ID_ROOM_SQL " + " HALF_ID_ROOM_SQL " - 1)",
               VALUES(value_int(game)));
    if (query_step(&row)) {
        *known = query_int64(&row, 0) == 0;
        *luck = query_real(&row, 1);
    }
    return query_close(&row, error);
}
