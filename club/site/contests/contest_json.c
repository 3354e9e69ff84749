/* contest_json.c - contests as JSON and CSV. What differs between readers is only added, never
 * replaced: the code for the organiser, the key of a seat for its player. Pairings are those of
 * one round unless all are asked for, since an arena has thousands. */
#include "config.h"

#include "club/site/contests/contest_json.h"

#include "base/csv.h"
#include "base/error.h"
#include "base/json.h"
#include "base/needed.h"
#include "club/site/frame/site_call.h"
#include "club/store/contests/contest_request.h"
#include "club/store/contests/contest_rounds.h"
#include "club/store/contests/contest_table.h"

#include <inttypes.h>
#include <stdlib.h>

static int64_t contest_player_number(const struct contest *contest, int player) {
    return player >= 0 ? contest->player[player].id : 0;
}

/* ---- the contest ----------------------------------------------------------------------------- */

static void contest_json_head(struct json *json, const struct contest *contest, bool organiser,
                              int64_t now) {
    json_string(json, "contest", contest->name);
    json_string(json, "title", contest->title);
    json_string(json, "format", contest_format_name[contest->format]);
    json_string(json, "state", contest_state_name[contest->state]);
    json_integer(json, "round", contest->round);
    json_integer(json, "rounds", contest_rounds(contest));
    json_integer(json, "minutes", contest->minutes);
    json_bool(json, "class", contest->class);
    json_bool(json, "public", contest->public);
    json_bool(json, "by_hand", contest->by_hand);
    json_bool(json, "held", contest->held);
    json_string(json, "game", *contest->game ? contest->game : NULL);
    json_string(json, "grid", *contest->grid ? contest->grid : NULL);
    json_integer(json, "clock_ms", contest->clock);
    json_integer(json, "increment_ms", contest->increment);
    site_add_time(json, "created", contest->created);
    if (contest->format == CONTEST_ARENA && contest->begun)
        site_add_time(json, "ends", contest->begun + (int64_t)contest->minutes * 60000);
    site_add_time(json, "now", now);
    json_bool(json, "organiser", organiser);
    if (organiser)
        json_string(json, "code", contest->code);
}

static void add_players(struct json *json, const struct contest *contest, bool organiser) {
    json_open(json, "players", '[');
    for (int i = 0; i < contest->players; i++) {
        const struct contest_player *player = &contest->player[i];
        json_open(json, NULL, '{');
        json_integer(json, "player", player->id);
        json_string(json, "name", player->name);
        json_integer_if(json, "account", player->account != 0, player->account);
        if (!*player->name)
            json_bool(json, "deleted", true);
        json_string(json, "team", *player->team ? player->team : NULL);
        json_string(json, "presence", contest_presence_name[player->presence]);
        if (organiser && player->seen)
            site_add_time(json, "seen", player->seen);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void add_standing(struct json *json, const struct contest *contest,
                         const struct contest_standing *row) {
    json_open(json, NULL, '{');
    json_integer(json, "player", contest_player_number(contest, row->player));
    json_integer(json, "place", row->place);
    json_real(json, "points", row->points / 2.0);
    json_real(json, "buchholz", row->buchholz / 2.0);
    json_integer(json, "margin", row->margin);
    json_integer(json, "won", row->won);
    json_integer(json, "drawn", row->drawn);
    json_integer(json, "lost", row->lost);
    json_integer(json, "byes", row->byes);
    json_close(json, '}');
}

static void add_standings(struct json *json, const struct contest *contest) {
    struct contest_standing *row = needed(calloc((size_t)contest->players + 1, sizeof *row));
    struct contest_team *team = needed(calloc((size_t)contest->players + 1, sizeof *team));
    contest_stand(contest, row);
    json_open(json, "standings", '[');
    for (int i = 0; i < contest->players; i++)
        add_standing(json, contest, &row[i]);
    json_close(json, ']');
    json_open(json, "teams", '[');
    for (int i = 0, teams = contest_teams(contest, row, team); i < teams; i++) {
        json_open(json, NULL, '{');
        json_string(json, "name", team[i].name);
        json_integer(json, "place", team[i].place);
        json_real(json, "points", team[i].points / 2.0);
        json_integer(json, "margin", team[i].margin);
        json_integer(json, "players", team[i].players);
        json_close(json, '}');
    }
    json_close(json, ']');
    free(row);
    free(team);
}

/* ---- pairings -------------------------------------------------------------------------------- */

static void add_score(struct json *json, const char *key, bool known, const int score[2]) {
    if (known)
        json_integers(json, key, score, 2);
    else
        json_string(json, key, NULL);
}

/* Adds a pairing. The scores that its two players have said are shown to them and the organiser
 * alone. */
static void add_pairing(struct json *json, const struct contest *contest,
                        const struct contest_pairing *pairing, bool said) {
    bool played = pairing->state >= PAIRING_AGREED && pairing->state <= PAIRING_TABLE;
    json_integer(json, "pairing", pairing->id);
    json_integer(json, "round", pairing->round);
    json_integer(json, "board", pairing->board);
    json_open(json, "players", '[');
    for (int k = 0; k < 2; k++)
        json_integer_if(json, NULL, pairing->player[k] >= 0,
                        contest_player_number(contest, pairing->player[k]));
    json_close(json, ']');
    json_string(json, "state", contest_pairing_name[pairing->state]);
    add_score(json, "score", played, pairing->score);
    json_integer_if(json, "winner", pairing->winner >= 0, pairing->winner + 1);
    if (said && (pairing->has_said[0] || pairing->has_said[1])) {
        json_open(json, "said", '[');
        for (int k = 0; k < 2; k++)
            add_score(json, NULL, pairing->has_said[k], pairing->said[k]);
        json_close(json, ']');
    }
    if (*pairing->table)
        json_string(json, "table", pairing->table);
}

static bool is_shown(const struct contest *contest, const struct contest_pairing *pairing,
                     int round) {
    if (round >= 0)
        return round == 0 || pairing->round == round;
    return contest->format == CONTEST_ARENA ? !pairing_is_over(pairing)
                                            : pairing->round == contest->round;
}

static void add_pairings(struct json *json, const struct contest *contest, int me, bool organiser,
                         int round) {
    json_open(json, "pairings", '[');
    for (int i = 0; i < contest->pairings; i++) {
        const struct contest_pairing *pairing = &contest->pairing[i];
        if (!is_shown(contest, pairing, round))
            continue;
        json_open(json, NULL, '{');
        add_pairing(json, contest, pairing,
                    organiser ||
                        (me >= 0 && (pairing->player[0] == me || pairing->player[1] == me)));
        json_close(json, '}');
    }
    json_close(json, ']');
}

/* Adds where the reader plays now; if they are a guest, with the key of their seat. */
static void add_mine(struct json *json, const struct contest *contest, int me) {
    json_integer_if(json, "me", me >= 0, contest_player_number(contest, me));
    for (int i = contest->pairings - 1; me >= 0 && i >= 0; i--) {
        const struct contest_pairing *pairing = &contest->pairing[i];
        char key[DIGEST_SIZE];
        int seat = pairing->player[0] == me ? 0 : 1;
        if (pairing->player[seat] != me)
            continue;
        json_open(json, "mine", '{');
        add_pairing(json, contest, pairing, true);
        json_integer(json, "seat", seat + 1);
        contest_seat_key(contest, pairing, seat, key);
        if (*pairing->table && !contest->player[me].account)
            json_string(json, "key", key);
        json_close(json, '}');
        return;
    }
}

void contest_json_add(struct json *json, const struct contest *contest,
                      const struct contest_person *who, int round, int64_t now) {
    bool organiser = contest_is_organiser(contest, who);
    int me = contest_find_player(contest, who);
    contest_json_head(json, contest, organiser, now);
    add_mine(json, contest, me);
    add_players(json, contest, organiser);
    add_pairings(json, contest, me, organiser, round);
    add_standings(json, contest);
}

void contest_json_slip(struct json *json, const struct contest *contest, int pairing, int seat) {
    const struct contest_pairing *there = &contest->pairing[pairing];
    json_string(json, "contest", contest->name);
    json_string(json, "title", contest->title);
    json_string(json, "format", contest_format_name[contest->format]);
    add_pairing(json, contest, there, true);
    json_integer(json, "seat", seat + 1);
    json_open(json, "names", '[');
    for (int k = 0; k < 2; k++)
        json_string(json, NULL,
                    there->player[k] >= 0 ? contest->player[there->player[k]].name : NULL);
    json_close(json, ']');
}

void contest_json_entry(void *context, const struct contest_entry *entry) {
    struct json *json = context;
    json_open(json, NULL, '{');
    json_string(json, "contest", entry->name);
    json_string(json, "title", entry->title);
    json_string(json, "format", contest_format_name[entry->format]);
    json_string(json, "state", contest_state_name[entry->state]);
    json_integer(json, "round", entry->round);
    json_integer(json, "players", entry->players);
    json_string(json, "game", *entry->game ? entry->game : NULL);
    json_bool(json, "organiser", entry->mine);
    json_bool(json, "plays", entry->plays);
    site_add_time(json, "created", entry->created);
    json_close(json, '}');
}

/* ---- CSV ------------------------------------------------------------------------------------- */

void contest_csv_standings(struct text *csv, const struct contest *contest) {
    struct contest_standing *row = needed(calloc((size_t)contest->players + 1, sizeof *row));
    contest_stand(contest, row);
    text_add(csv, "place,name,team,points,buchholz,margin,won,drawn,lost,byes\r\n");
    for (int i = 0; i < contest->players; i++) {
        const struct contest_player *player = &contest->player[row[i].player];
        text_addf(csv, "%d,", row[i].place);
        csv_add(csv, player->name);
        text_add(csv, ",");
        csv_add(csv, player->team);
        text_addf(csv, ",%g,%g,%" PRId64 ",%d,%d,%d,%d\r\n", row[i].points / 2.0,
                  row[i].buchholz / 2.0, row[i].margin, row[i].won, row[i].drawn, row[i].lost,
                  row[i].byes);
    }
    free(row);
}

void contest_csv_results(struct text *csv, const struct contest *contest) {
    text_add(csv, "round,board,first,second,state,score1,score2,winner\r\n");
    for (int i = 0; i < contest->pairings; i++) {
        const struct contest_pairing *pairing = &contest->pairing[i];
        bool played = pairing->state >= PAIRING_AGREED && pairing->state <= PAIRING_TABLE;
        text_addf(csv, "%d,%d,", pairing->round, pairing->board);
        for (int k = 0; k < 2; k++) {
            if (pairing->player[k] >= 0)
                csv_add(csv, contest->player[pairing->player[k]].name);
            text_add(csv, ",");
        }
        text_add(csv, contest_pairing_name[pairing->state]);
        if (played)
            text_addf(csv, ",%d,%d,", pairing->score[0], pairing->score[1]);
        else
            text_add(csv, ",,,");
        if (pairing->winner >= 0)
            text_add_number(csv, pairing->winner + 1);
        text_add(csv, "\r\n");
    }
}
