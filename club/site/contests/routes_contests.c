/* routes_contests.c - tournaments of people: entered, paired, played, corrected, followed, printed.
 *
 * What differs between readers is only added, never replaced: the code for the organiser, the key
 * of a seat for its player. Pairings are those of one round unless all are asked for, since an
 * arena has thousands. Each contest that is followed has a log of events, which say that it has
 * changed; those who follow it ask for what they show. A log without readers goes after a while.
 */
#include "config.h"

#include "base/csv.h"
#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "club/http/event_log.h"
#include "club/http/http_request.h"
#include "club/site/contests/qr_path.h"
#include "club/site/frame/site_call.h"
#include "club/site/frame/site_entry.h"
#include "club/site/frame/site_part.h"
#include "club/site/frame/site_state.h"
#include "club/site/frame/site_turn.h"
#include "club/store/contests/contest.h"
#include "club/store/contests/contest_request.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LOG_BYTES = 4096, KEY_SECONDS = 100 * 86400, BASE_SIZE = 200, LINK_SIZE = 400 };

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
    club_add_time(json, "created", contest->created);
    if (contest->format == CONTEST_ARENA && contest->begun)
        club_add_time(json, "ends", contest->begun + (int64_t)contest->minutes * 60000);
    club_add_time(json, "now", now);
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
            club_add_time(json, "seen", player->seen);
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

/* The members of a contest, with the pairings of one round: 0: of all; -1: of the last, of an arena
 * all that go on. */
static void contest_json_add(struct json *json, const struct contest *contest,
                             const struct contest_person *who, int round, int64_t now) {
    bool organiser = contest_is_organiser(contest, who);
    int me = contest_find_player(contest, who);
    contest_json_head(json, contest, organiser, now);
    add_mine(json, contest, me);
    add_players(json, contest, organiser);
    add_pairings(json, contest, me, organiser, round);
    add_standings(json, contest);
}

/* A pairing as the holder of a slip of it sees it. */
static void contest_json_slip(struct json *json, const struct contest *contest, int pairing,
                              int seat) {
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

/* ---- CSV ------------------------------------------------------------------------------------- */

static void contest_csv_standings(struct text *csv, const struct contest *contest) {
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

static void contest_csv_results(struct text *csv, const struct contest *contest) {
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

/* ---- who asks -------------------------------------------------------------------------------- */

static struct contest_person contests_person(const struct site_call *call) {
    struct contest_person who = {.account = call->signed_in ? &call->account : NULL,
                                 .key = site_bearer(call->request)};
    who.operator= who.key && secret_is(call->site->operator_key, who.key);
    if (site_has(call, "key"))
        who.key = site_text(call, "key");
    if (!who.key)
        who.key = site_kept_key(call, "contest");
    return who;
}

/* The key that a player without account enters with is kept in a cookie that is sent for this
 * contest only. In a class, where browsers are shared, it is gone when the browser is closed. */
static void keep_key(struct site_call *call, const struct contest *contest) {
    const struct contest_person who = {.key = site_text(call, "key")};
    /* Only what was checked comes back in a header. */
    if (digest_is(who.key) && contest_find_player(contest, &who) >= 0)
        site_keep_key(call, "contest", "contests", contest->name, contest->class ? 0 : KEY_SECONDS);
}

/* ---- who follows ----------------------------------------------------------------------------- */

static void contests_tell(void *context, const char *name) {
    struct site *site = context;
    const struct followed *there = feed_find(site->contests, name, 0);
    if (there)
        site_tell(site, there->log, NULL, "{\"changed\":true}");
}

/* The number of the last event, after which a reader of this answer follows. */
static int64_t last_event(const struct site *site, const char *name) {
    const struct followed *there = feed_find(site->contests, name, 0);
    return there ? event_log_last(there->log) : 0;
}

/* ---- answers --------------------------------------------------------------------------------- */

/* Answers with the contest as it is, or with what is wrong. `round` as of contest_json_add(). */
static void answer_round(struct site_call *call, int status, enum club_answer answer,
                         struct contest *contest, int round) {
    struct contest_person who = contests_person(call);
    if (!site_refused(call, answer)) {
        struct json json = json_new_object();
        json_integer(&json, "event", last_event(call->site, contest->name));
        contest_json_add(&json, contest, &who, round, call->now);
        site_answer_json(call, status, &json);
    }
    contest_free(contest);
}

/* Does what is asked for by the address and the members of the body, and answers with what has
 * become of the contest. The code may be all that is known of it. */
static void contests_request(struct site_call *call, contest_act *act, int presence, int winner) {
    struct contest contest = {0};
    const struct contest_person who = contests_person(call);
    const int score[2] = {site_number(call, "score1", 0), site_number(call, "score2", 0)};
    const bool scored = site_has(call, "score1") && site_has(call, "score2");
    struct contest_request request = {
        .who = &who,
        .name = strchr(call->route->path, '?') ? site_word(call, 0) : NULL,
        .code = site_has(call, "code") ? site_text(call, "code") : NULL,
        .player = site_has(call, "name") ? site_text(call, "name") : NULL,
        .team = site_has(call, "team") ? site_text(call, "team") : NULL,
        .title = site_text(call, "title"),
        .number = site_word_number(call, 1),
        .score = scored ? score : NULL,
        .presence = presence,
        .round = site_number(call, "round", 0),
        .winner = winner,
        .force = site_flag(call, "drop"),
        .now = call->now,
        .contest = &contest};
    enum club_answer answer = act(call->club, &request, &call->error);
    if (answer == CLUB_DONE) {
        keep_key(call, &contest);
        contests_tell(call->site, contest.name);
    }
    if (answer == CLUB_DONE && act == contest_delete) {
        site_answer_nothing(call);
        contest_free(&contest);
    } else {
        answer_round(call, 200, answer, &contest, -1);
    }
}

static void contests_open(struct site_call *call) {
    struct contest contest = {0};
    struct contest_person who = contests_person(call);
    const struct contest_offer offer = {.title = site_text(call, "title"),
                                        .format = site_text(call, "format"),
                                        .game = site_text(call, "game"),
                                        .grid = site_text(call, "grid"),
                                        .rounds = site_number(call, "rounds", 0),
                                        .minutes = site_number(call, "minutes", 0),
                                        .clock = site_number(call, "clock_ms", 0),
                                        .increment = site_number(call, "increment_ms", 0),
                                        .class = site_flag(call, "class"),
                                        .public = site_flag(call, "public"),
                                        .by_hand = site_flag(call, "by_hand")};
    if (!call->signed_in && !who.operator) {
        site_refuse_as(call, 401, _("sign in first"));
        return;
    }
    enum club_answer answer =
        contest_open(call->club, &who, &offer, call->now, &contest, &call->error);
    answer_round(call, 201, answer, &contest, -1);
}

/* Reads the contest of the address; if it cannot be seen, that is answered. */
static bool read_contest(struct site_call *call, struct contest *contest) {
    struct contest_person who = contests_person(call);
    struct contest_request request = {
        .who = &who, .name = site_word(call, 0), .now = call->now, .contest = contest};
    enum club_answer answer = contest_read(call->club, &request, &call->error);
    if (answer == CLUB_DONE)
        return true;
    contest_free(contest);
    return site_refuse(call, answer);
}

/* ?round=N: the pairings of that round, 0: all. */
static void contests_read(struct site_call *call) {
    struct contest contest = {0};
    int64_t round = http_argument(call->request, "round");
    if (read_contest(call, &contest))
        answer_round(call, 200, CLUB_DONE, &contest,
                     round > CONTEST_BATCHES_MAX ? CONTEST_BATCHES_MAX : (int)round);
}

static void contests_answer_list(struct site_call *call) {
    const struct page_request list = site_list(call);
    int64_t total = 0;
    struct json json = json_new_object();
    bool done = contests_add_list(call->club, call->signed_in ? call->account.id : 0, &list, &total,
                                  &json, &call->error);
    site_add_list(&json, list, total);
    site_answer_outcome(call, club_done(done), &json);
}

static void contests_answer_log(struct site_call *call) {
    struct contest contest = {0};
    if (!read_contest(call, &contest))
        return;
    struct json json = json_new_object();
    bool done = contest_add_log(call->club, &contest, &json, &call->error);
    site_answer_outcome(call, club_done(done), &json);
    contest_free(&contest);
}

static void contests_follow(struct site_call *call) {
    struct contest contest = {0};
    if (!read_contest(call, &contest))
        return;
    http_answer_events(call->request, feed_find_or_add(call->site->contests, contest.name, 0)->log);
    contest_free(&contest);
}

static void answer_csv(struct site_call *call) {
    struct contest contest = {0};
    struct text csv = {0};
    if (!read_contest(call, &contest))
        return;
    if (strstr(call->route->path, "/standings.csv"))
        contest_csv_standings(&csv, &contest);
    else
        contest_csv_results(&csv, &contest);
    site_answer_text(call, CLUB_DONE, "text/csv; charset=utf-8", &csv);
    contest_free(&contest);
}

/* ---- slips ----------------------------------------------------------------------------------- */

/* Where the codes lead: the address at which browsers reach the page. */
static bool read_base(struct site_call *call, char base[BASE_SIZE]) {
    return (http_argument_text(call->request, "base", base, BASE_SIZE) &&
            (strncmp(base, "http://", 7) == 0 || strncmp(base, "https://", 8) == 0)) ||
           site_refuse_as(call, 400,
                          _("\"base\" must be the address of the page: http:// or https://"));
}

static void add_slip(struct json *json, const struct contest *contest, int pairing, int seat,
                     const char *base) {
    char slip[SECRET_SIZE], link[LINK_SIZE];
    struct text path = {0};
    int size = 0;
    contest_slip(contest, contest->pairing[pairing].id, seat, slip);
    snprintf(link, sizeof link, "%s#slip/%s/%s", base, contest->name, slip);
    needed(qr_path_add(link, &path, &size) ? &path : NULL); /* a link is short enough */
    json_open(json, NULL, '{');
    contest_json_slip(json, contest, pairing, seat);
    json_string(json, "link", link);
    json_integer(json, "size", size);
    json_string(json, "path", text_get(&path));
    json_close(json, '}');
    text_free(&path);
}

/* The slips of the round that is played, for the organiser. */
static void contests_slips(struct site_call *call) {
    struct contest contest = {0};
    char base[BASE_SIZE];
    if (!read_base(call, base) || !read_contest(call, &contest))
        return;
    struct contest_person who = contests_person(call);
    if (!contest_is_organiser(&contest, &who)) {
        site_refuse_as(call, 403, _("only the organiser may do that"));
        contest_free(&contest);
        return;
    }
    struct json json = json_new_object();
    json_open(&json, "slips", '[');
    for (int i = 0; i < contest.pairings; i++)
        for (int seat = 0; seat < 2; seat++)
            if (!pairing_is_over(&contest.pairing[i]) && !*contest.pairing[i].table)
                add_slip(&json, &contest, i, seat, base);
    json_close(&json, ']');
    contest_free(&contest);
    site_answer_json(call, 200, &json);
}

/* Answers with the pairing and the seat of the slip, after `act`. Whoever has a slip sees the
 * pairing, also of a class. */
static void answer_slip(struct site_call *call, contest_act *act, const int *score) {
    struct contest contest = {0};
    int pairing, seat;
    struct contest_request request = {.who = &(const struct contest_person){0},
                                      .name = site_word(call, 0),
                                      .slip = site_word(call, 1),
                                      .score = score,
                                      .now = call->now,
                                      .contest = &contest};
    struct json json = json_new_object();
    enum club_answer answer = act(call->club, &request, &call->error);
    if (answer == CLUB_DONE)
        answer = contest_find_slip(&contest, request.slip, &pairing, &seat, &call->error);
    if (answer == CLUB_DONE)
        contest_json_slip(&json, &contest, pairing, seat);
    if (answer == CLUB_DONE && score)
        contests_tell(call->site, contest.name);
    site_answer_outcome(call, answer, &json);
    contest_free(&contest);
}

static void contests_slip(struct site_call *call) {
    answer_slip(call, contest_read, NULL);
}

static void contests_say_slip(struct site_call *call) {
    const int score[2] = {site_number(call, "score1", 0), site_number(call, "score2", 0)};
    answer_slip(call, contest_say, score);
}

/* ---- changes --------------------------------------------------------------------------------- */

#define ACT(name, act)                                                                             \
    static void name(struct site_call *call) {                                                     \
        contests_request(call, act, -1, CONTEST_NOBODY);                                           \
    }

ACT(contests_enter, contest_enter)
ACT(contests_add, contest_add)
ACT(contests_remove, contest_remove)
ACT(contests_pair, contest_pair)
ACT(contests_undo, contest_undo)
ACT(contests_say, contest_say)
ACT(contests_end, contest_end)
ACT(contests_delete, contest_delete)

static void contests_change(struct site_call *call) {
    int presence = -1;
    for (int i = 0; contest_presence_name[i]; i++)
        if (strcmp(site_text(call, "presence"), contest_presence_name[i]) == 0)
            presence = i;
    if (site_has(call, "presence") && presence < 0)
        site_refuse_as(call, 400, _("\"presence\" must be here, absent or withdrawn"));
    else
        contests_request(call, contest_change, presence, CONTEST_NOBODY);
}

/* A score, or who has won since the other has not come: 1 or 2, 0: neither has. */
static void contests_decide(struct site_call *call) {
    const bool scored = site_has(call, "score1") && site_has(call, "score2");
    const int winner = site_number(call, "walkover", 0) - 1;
    if (scored == site_has(call, "walkover") || winner > 1)
        site_refuse_as(
            call, 400,
            _("say both scores, or by \"walkover\" who has come: 1, 2, or 0 for neither"));
    else
        contests_request(call, contest_decide, -1, winner < 0 ? CONTEST_NOBODY : winner);
}

/* ---- the part -------------------------------------------------------------------------------- */

static bool contests_run(struct site *site, int64_t now, struct error *error) {
    return contests_settle(&site->club, now, contests_tell, site, error);
}

static bool contests_sweep(struct site *site, int64_t now, struct error *error) {
    (void)now, (void)error;
    feed_sweep(site->contests);
    return true;
}

static bool contests_begin(struct site *site, struct error *error) {
    (void)error;
    site->contests = feed_new(LOG_BYTES);
    return true;
}

static void contests_close(struct site *site) {
    feed_free(site->contests);
    site->contests = NULL;
}

/* clang-format off */
static const struct site_route routes[] = {
    {"GET", "api/contests", .handle = contests_answer_list},
    {"POST", "api/contests", SITE_ANYBODY, LIMIT_BEGINS, .handle = contests_open,
     .body = {{"title", 's', false}, {"format", 's', false}, {"rounds", 'i', true}, {"minutes", 'i', true},
              {"game", 's', true}, {"grid", 's', true}, {"clock_ms", 'i', true}, {"increment_ms", 'i', true},
              {"class", 'b', true}, {"public", 'b', true}, {"by_hand", 'b', true}}},
    {"POST", "api/contests/enter", SITE_ANYBODY, LIMIT_BEGINS, .handle = contests_enter,
     .body = {{"code", 's', false}, {"name", 's', true}, {"team", 's', true}, {"key", 's', true}}},
    {"GET", "api/contests/?", .handle = contests_read},
    {"GET", "api/contests/?/log", .handle = contests_answer_log},
    {"GET", "api/contests/?/events", SITE_ANYBODY, LIMIT_STREAMS, .stream = true, .handle = contests_follow},
    {"GET", "api/contests/?/standings.csv", .handle = answer_csv},
    {"GET", "api/contests/?/results.csv", .handle = answer_csv},
    {"GET", "api/contests/?/slips", .handle = contests_slips},
    {"GET", "api/contests/?/slips/?", .handle = contests_slip},
    {"POST", "api/contests/?/slips/?", .handle = contests_say_slip,
     .body = {{"score1", 'i', false}, {"score2", 'i', false}}},
    {"POST", "api/contests/?/enter", SITE_ANYBODY, LIMIT_BEGINS, .handle = contests_enter,
     .body = {{"code", 's', true}, {"name", 's', true}, {"team", 's', true}, {"key", 's', true}}},
    {"POST", "api/contests/?/players", .handle = contests_add,
     .body = {{"name", 's', false}, {"team", 's', true}}},
    {"POST", "api/contests/?/players/?", .handle = contests_change,
     .body = {{"name", 's', true}, {"team", 's', true}, {"presence", 's', true}}},
    {"POST", "api/contests/?/players/?/remove", .handle = contests_remove},
    {"POST", "api/contests/?/pair", .handle = contests_pair, .body = {{"round", 'i', false}}},
    {"POST", "api/contests/?/undo", .handle = contests_undo,
     .body = {{"round", 'i', false}, {"drop", 'b', true}}},
    {"POST", "api/contests/?/pairings/?", .handle = contests_say,
     .body = {{"score1", 'i', false}, {"score2", 'i', false}}},
    {"POST", "api/contests/?/pairings/?/decide", .handle = contests_decide,
     .body = {{"score1", 'i', true}, {"score2", 'i', true}, {"walkover", 'i', true}}},
    {"POST", "api/contests/?/end", .handle = contests_end},
    {"POST", "api/contests/?/delete", .handle = contests_delete, .body = {{"title", 's', false}}},
    {0},
};
/* clang-format on */

const struct site_part site_part_contests = {
    .feature = "contests",
    .routes = routes,
    .jobs = {{"contests", 2 * 1000, contests_run},
             {"followed contests", 60 * 1000, contests_sweep}},
    .open = contests_begin,
    .close = contests_close};
