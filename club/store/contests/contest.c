/* contest.c - opens contests, takes people in and changes them; contest_play.c has rounds and
 * results. An act gets the contest as it was read, checks, changes it in memory and writes the
 * rows that differ; contest_run() has the transaction. Whatever may complete a round ends with
 * contest_advance(), so that nobody has to ask for the next one. */
#include "config.h"

#include "club/store/contests/contest.h"

#include "base/error.h"
#include "base/language.h"
#include "base/text.h"
#include "club/store/accounts.h"
#include "club/store/contests/contest_request.h"
#include "club/store/schema.h"
#include "games/game.h"
#include "record/query.h"

#include <ctype.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum { SEEN_MS = 20 * 1000 };

/* Without letters and digits that look like others. */
static const char alphabet[] = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

/* ---- opening --------------------------------------------------------------------------------- */

/* Checks a title or the name of a team: its length, and that it has no control characters. */
static enum club_answer check_words(const char *text, int least, int most, const char *message,
                                    struct error *error) {
    int count = 0;
    bool good = true;
    for (size_t length; good && *text; text += length, count++) {
        length = text_character(text);
        good = length > 0 && !text_is_control(text, length);
        length += !length;
    }
    return good && count >= least && count <= most
               ? CLUB_DONE
               : club_refuse(CLUB_INVALID, error, message, most);
}

static enum club_answer read_format(const char *word, enum contest_format *format,
                                    struct error *error) {
    for (int i = 0; contest_format_name[i]; i++)
        if (strcmp(contest_format_name[i], word) == 0) {
            *format = (enum contest_format)i;
            return CLUB_DONE;
        }
    return club_refuse(CLUB_INVALID, error,
                       _("\"format\" must be swiss, roundrobin, knockout or arena"));
}

static enum club_answer check_offer(const struct contest_offer *offer, enum contest_format format,
                                    struct error *error) {
    enum club_answer answer =
        check_words(offer->title, 1, CONTEST_TITLE_MAX,
                    _("a tournament needs a title of at most %d characters"), error);
    if (answer != CLUB_DONE)
        return answer;
    if (offer->rounds < 0 || offer->rounds > CONTEST_ROUNDS_MAX)
        return club_refuse(CLUB_INVALID, error, _("a tournament has at most %d rounds"),
                           CONTEST_ROUNDS_MAX);
    if (offer->rounds && format != CONTEST_SWISS)
        return club_refuse(CLUB_INVALID, error,
                           _("only a Swiss tournament lets you choose the number of rounds"));
    if (format == CONTEST_ARENA ? offer->minutes < 5 || offer->minutes > CONTEST_MINUTES_MAX
                                : offer->minutes != 0)
        return club_refuse(CLUB_INVALID, error,
                           _("an arena takes from 5 to %d minutes, and nothing else has minutes"),
                           CONTEST_MINUTES_MAX);
    if (*offer->game && (!game_find(offer->game) || strlen(offer->game) >= CONTEST_WORD_SIZE ||
                         strlen(offer->grid) >= CONTEST_WORD_SIZE))
        return club_refuse(CLUB_INVALID, error, _("there is no such game or board"));
    if (!*offer->game && (*offer->grid || offer->clock || offer->increment))
        return club_refuse(CLUB_INVALID, error,
                           _("over the board there is no board of the site, and no clock"));
    if (offer->class && offer->public)
        return club_refuse(CLUB_INVALID, error, _("a class is not public"));
    return CLUB_DONE;
}

static enum club_answer check_room(struct club *club, const struct account *account,
                                   struct error *error) {
    static const struct club_limit limit = {
        "SELECT COUNT(*) FROM club_contest WHERE owner = ? AND state < 2", CONTESTS_OF_ACCOUNT_MAX,
        N_("you organise %d tournaments; end or delete one of them first")};
    return club_check_limits(club, &limit, 1, VALUES(value_int(account->id)), error);
}

static enum club_answer open_contest(struct club *club, const struct account *account,
                                     struct contest *contest, struct error *error) {
    enum club_answer answer = account ? check_room(club, account, error) : CLUB_DONE;
    if (answer == CLUB_DONE && *contest->game)
        answer = contest_try_table(club, contest, account, contest->created, error);
    if (answer != CLUB_DONE)
        return answer;
    return club_done(contest_add_row(club, contest, error));
}

enum club_answer contest_open(struct club *club, const struct contest_person *who,
                              const struct contest_offer *offer, int64_t now,
                              struct contest *contest, struct error *error) {
    enum contest_format format = CONTEST_SWISS;
    contest_free(contest);
    enum club_answer answer = account_check_ban(who->account, error);
    if (answer == CLUB_DONE && !who->account && !who->operator)
        answer = club_refuse(CLUB_FORBIDDEN, error, _("sign in first"));
    if (answer == CLUB_DONE)
        answer = read_format(offer->format, &format, error);
    if (answer == CLUB_DONE)
        answer = check_offer(offer, format, error);
    if (answer != CLUB_DONE)
        return answer;
    *contest = (struct contest){.owner = who->account ? who->account->id : 0,
                                .format = format,
                                .class = offer->class,
                                .public = offer->public,
                                .by_hand = offer->by_hand,
                                .rounds = offer->rounds,
                                .minutes = offer->minutes,
                                .clock = offer->clock,
                                .increment = offer->increment,
                                .created = now,
                                .changed = now};
    snprintf(contest->title, sizeof contest->title, "%s", offer->title);
    snprintf(contest->game, sizeof contest->game, "%s", offer->game);
    snprintf(contest->grid, sizeof contest->grid, "%s", offer->grid);
    digest_draw(contest->secret);
    for (int i = 0; i < CONTEST_CODE_DIGITS; i++)
        contest->code[i] = alphabet[randombytes_uniform(sizeof alphabet - 1)];
    contest->code[CONTEST_CODE_DIGITS] = '\0';
    answer = secret_make(contest->name, error) && club_begin(club, error)
                 ? club_end(club, open_contest(club, who->account, contest, error), error)
                 : CLUB_FAILED;
    if (answer != CLUB_DONE)
        *contest = (struct contest){0};
    return answer;
}

/* ---- looking --------------------------------------------------------------------------------- */

static enum club_answer see_contest(struct club *club, struct contest_request *request,
                                    struct error *error) {
    struct contest *contest = request->contest;
    int place = contest_find_player(contest, request->who);
    struct contest_player *player = place >= 0 ? &contest->player[place] : NULL;
    if (!player || !*player->hash || request->now < player->seen + SEEN_MS)
        return CLUB_DONE;
    player->seen = request->now;
    return club_done(contest_write_player(club, player, NULL, error));
}

CONTEST_ACT(contest_read, see_contest, false)

/* ---- entering -------------------------------------------------------------------------------- */

/* Writes a code as the file has it: people write small letters, blanks and hyphens. */
static void read_code(const char *text, char code[CONTEST_CODE_SIZE]) {
    int count = 0;
    for (; *text && count < CONTEST_CODE_DIGITS; text++)
        if (*text != '-' && *text != ' ')
            code[count++] = (char)toupper((unsigned char)*text);
    code[*text ? 0 : count] = '\0';
}

/* Reads the name of a team, NULL: none. If it looks like that of a team there, it becomes that. */
static enum club_answer read_team(const struct contest *contest, const char *text,
                                  char team[PERSON_NAME_SIZE], struct error *error) {
    struct person_name name, other;
    struct error why;
    *team = '\0';
    if (!text || !*text)
        return CLUB_DONE;
    enum club_answer answer = check_words(text, 0, PERSON_NAME_MAX,
                                          _("the name of a team has at most %d characters"), error);
    if (answer != CLUB_DONE)
        return answer;
    snprintf(team, PERSON_NAME_SIZE, "%s", text);
    person_name_read(text, &name, &why);
    for (int i = 0; i < contest->players; i++) {
        const char *theirs = contest->player[i].team;
        if (!*theirs || strcmp(theirs, text) == 0 ||
            (i > 0 && strcmp(theirs, contest->player[i - 1].team) == 0))
            continue;
        person_name_read(theirs, &other, &why);
        if (*name.folded && strcmp(other.folded, name.folded) == 0)
            snprintf(team, PERSON_NAME_SIZE, "%s", theirs);
    }
    return CLUB_DONE;
}

/* Whether the contest takes anybody in now. */
static enum club_answer check_late(const struct contest *contest, struct error *error) {
    if (contest->players >= CONTEST_PLAYERS_MAX)
        return club_refuse(CLUB_CONFLICT, error, _("a tournament has at most %d players"),
                           CONTEST_PLAYERS_MAX);
    if (contest->state == CONTEST_OVER)
        return club_refuse(CLUB_CONFLICT, error, _("the tournament is over"));
    if (contest->state == CONTEST_RUNS && contest->format == CONTEST_KNOCKOUT)
        return club_refuse(CLUB_CONFLICT, error,
                           _("the knockout has begun: nobody can enter any more"));
    if (contest->state == CONTEST_RUNS && contest->format == CONTEST_ROUNDROBIN &&
        contest->players >= contest->places)
        return club_refuse(CLUB_CONFLICT, error,
                           _("the tournament has begun, and no place in it is free"));
    return CLUB_DONE;
}

/* Adds a player whose name and team were checked; one who is late goes into the log. */
static enum club_answer take_in(struct club *club, struct contest_request *request,
                                const struct contest_player *player, const struct person_name *name,
                                struct error *error) {
    struct contest *contest = request->contest;
    enum club_answer answer = check_late(contest, error);
    if (answer == CLUB_DONE)
        answer = contest_check_name(club, contest, name, 0, error);
    if (answer != CLUB_DONE)
        return answer;
    if (!contest_add_player(club, contest, player, name, error) ||
        !contest_write(club, contest, request->now, error))
        return CLUB_FAILED;
    if (contest->state != CONTEST_ENTRY &&
        !contest_note(club, request,
                      NOTE(.what = "late", .who = contest->player[contest->players - 1].id), error))
        return CLUB_FAILED;
    return contest_advance(club, request, error);
}

static enum club_answer enter_account(struct club *club, struct contest_request *request,
                                      struct error *error) {
    const struct account *account = request->who->account;
    struct contest_player player = {.account = account->id};
    struct person_name name;
    struct error why;
    enum club_answer answer = read_team(request->contest, request->team, player.team, error);
    if (answer != CLUB_DONE)
        return answer;
    person_name_read(account->name, &name, &why); /* an earlier rule may have let it in */
    snprintf(name.text, sizeof name.text, "%s", account->name);
    return take_in(club, request, &player, &name, error);
}

/* In a class, names of the day are children's; elsewhere they must not be taken for an account's.
 */
static enum club_answer enter_guest(struct club *club, struct contest_request *request,
                                    struct error *error) {
    static const struct club_limit one = {"SELECT 1 FROM club_contest_player WHERE hash = ?", 1,
                                          N_("this key is that of a player elsewhere")};
    struct contest_player player = {.seen = request->now};
    struct person_name name;
    if (!request->who->key || !digest_is(request->who->key))
        return club_refuse(CLUB_INVALID, error,
                           _("the key of a player needs %d digits, 0 to 9 and a to f"),
                           DIGEST_DIGITS);
    if (!person_name_read(request->player, &name, error))
        return CLUB_INVALID;
    digest_text(request->who->key, player.hash);
    enum club_answer answer = read_team(request->contest, request->team, player.team, error);
    if (answer == CLUB_DONE && !request->contest->class)
        answer = account_check_free(club, &name, 0, error);
    if (answer == CLUB_DONE)
        answer = club_check_limits(club, &one, 1, VALUES(value_text(player.hash)), error);
    return answer == CLUB_DONE ? take_in(club, request, &player, &name, error) : answer;
}

static enum club_answer contest_enter_person(struct club *club, struct contest_request *request,
                                             struct error *error) {
    const struct contest *contest = request->contest;
    const struct contest_person *who = request->who;
    bool guest = request->player && *request->player,
         open = contest->public && who->account && !guest;
    if (contest_find_player(
            contest, &(struct contest_person){.account = guest ? NULL : who->account,
                                              .key = guest ? who->key : NULL}) != CONTEST_NOBODY)
        return CLUB_DONE;
    enum club_answer answer = account_check_ban(who->account, error);
    if (answer != CLUB_DONE)
        return answer;
    if (!open && (strlen(request->code) != CONTEST_CODE_DIGITS ||
                  !secret_equal(request->code, contest->code, CONTEST_CODE_DIGITS)))
        return club_refuse(CLUB_FORBIDDEN, error,
                           _("this is not the code of the tournament: ask the organiser for it"));
    if (!guest && !who->account)
        return club_refuse(CLUB_INVALID, error, _("say by which name you want to play"));
    return guest ? enter_guest(club, request, error) : enter_account(club, request, error);
}

enum club_answer contest_enter(struct club *club, struct contest_request *request,
                               struct error *error) {
    char code[CONTEST_CODE_SIZE];
    struct contest_request written = *request;
    read_code(request->code ? request->code : "", code);
    written.code = code;
    return contest_run(club, &written, contest_enter_person, error);
}

/* ---- the organiser's list of players --------------------------------------------------------- */

static enum club_answer contest_add_named(struct club *club, struct contest_request *request,
                                          struct error *error) {
    struct contest_player player = {0};
    struct person_name name;
    if (*request->contest->game)
        return club_refuse(CLUB_CONFLICT, error,
                           _("on the site players enter themselves: give them the code"));
    if (!person_name_read(request->player, &name, error))
        return CLUB_INVALID;
    enum club_answer answer = read_team(request->contest, request->team, player.team, error);
    return answer == CLUB_DONE ? take_in(club, request, &player, &name, error) : answer;
}

CONTEST_ACT(contest_add, contest_add_named, true)

static bool is_paired(const struct contest *contest, int player) {
    for (int i = 0; i < contest->pairings; i++)
        if (contest->pairing[i].player[0] == player || contest->pairing[i].player[1] == player)
            return true;
    return false;
}

/* Takes somebody out of a contest that has not paired them, with their name. */
static enum club_answer contest_take_out(struct club *club, struct contest_request *request,
                                         int place, struct error *error) {
    struct contest *contest = request->contest;
    const struct contest_player *player = &contest->player[place];
    return club_done(
        contest_note(club, request,
                     NOTE(.what = "remove", .before = player->account ? "" : player->name),
                     error) &&
        contest_drop_player(club, contest, place, error) &&
        contest_write(club, contest, request->now, error));
}

static enum club_answer remove_player(struct club *club, struct contest_request *request,
                                      struct error *error) {
    int place;
    enum club_answer answer = contest_take_player(request->contest, request->number, &place, error);
    if (answer != CLUB_DONE)
        return answer;
    if (is_paired(request->contest, place) ||
        (request->contest->state == CONTEST_RUNS && request->contest->places))
        return club_refuse(CLUB_CONFLICT, error,
                           _("%s has a place in the rounds: let the player withdraw instead"),
                           request->contest->player[place].name);
    return contest_take_out(club, request, place, error);
}

CONTEST_ACT(contest_remove, remove_player, true)

static enum club_answer rename_player(struct club *club, struct contest_request *request, int place,
                                      struct person_name *name, struct error *error) {
    const struct contest *contest = request->contest;
    struct contest_player *player = &request->contest->player[place];
    if (player->account)
        return club_refuse(CLUB_CONFLICT, error,
                           _("%s plays by the name of an account, which only its holder changes"),
                           player->name);
    if (!person_name_read(request->player, name, error))
        return CLUB_INVALID;
    enum club_answer answer = contest_check_name(club, contest, name, player->id, error);
    if (answer != CLUB_DONE)
        return answer;
    if (!contest_note(
            club, request,
            NOTE(.what = "rename", .who = player->id, .before = player->name, .after = name->text),
            error))
        return CLUB_FAILED;
    snprintf(player->name, sizeof player->name, "%s", name->text);
    return CLUB_DONE;
}

static enum club_answer change_player(struct club *club, struct contest_request *request,
                                      struct error *error) {
    struct contest *contest = request->contest;
    int place;
    struct person_name name;
    enum club_answer answer = contest_take_player(contest, request->number, &place, error);
    if (answer == CLUB_DONE && !contest_is_organiser(contest, request->who) &&
        (place != contest_find_player(contest, request->who) || request->player || request->team))
        answer = club_refuse(CLUB_FORBIDDEN, error, _("only the organiser may do that"));
    if (answer != CLUB_DONE)
        return answer;
    struct contest_player *player = &contest->player[place];
    if (request->presence == CONTEST_WITHDRAWN && contest->state == CONTEST_ENTRY)
        return contest_take_out(club, request, place, error);
    bool named = request->player && strcmp(request->player, player->name) != 0;
    if (named)
        answer = rename_player(club, request, place, &name, error);
    if (answer == CLUB_DONE && request->team)
        answer = read_team(contest, request->team, player->team, error);
    if (answer != CLUB_DONE)
        return answer;
    bool moved = request->presence >= 0 && request->presence != (int)player->presence;
    if (moved)
        player->presence = (enum contest_presence)request->presence;
    if (!contest_write_player(club, player, named ? &name : NULL, error) ||
        (moved &&
         !contest_note(club, request,
                       NOTE(.what = contest_presence_name[request->presence], .who = player->id),
                       error)) ||
        (moved && player->presence == CONTEST_WITHDRAWN &&
         !contest_forfeit(club, request, place, error)) ||
        !contest_write(club, contest, request->now, error))
        return CLUB_FAILED;
    return contest_advance(club, request, error);
}

CONTEST_ACT(contest_change, change_player, false)

/* ---- the end --------------------------------------------------------------------------------- */

static enum club_answer delete_contest(struct club *club, struct contest_request *request,
                                       struct error *error) {
    struct contest *contest = request->contest;
    if (strcmp(request->title, contest->title) != 0)
        return club_refuse(CLUB_INVALID, error, _("to delete the tournament, write its title: %s"),
                           contest->title);
    return club_done(schema_drop_contest(club->record, contest->id, error));
}

CONTEST_ACT(contest_delete, delete_contest, true)
