/* address_card.c - the kinds of addresses, and the words and pictures of each. */
#include "config.h"

#include "club/site/address_card.h"

#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/text.h"
#include "club/http/http_request.h"
#include "club/site/frame/site_state.h"
#include "club/site/leagues/league_folder.h"
#include "club/store/accounts.h"
#include "club/store/contests/contest_file.h"
#include "club/store/contests/contest_request.h"
#include "club/store/ratings/game_record.h"
#include "club/store/ratings/ranking.h"
#include "club/store/tables/tables.h"
#include "club/store/weeks.h"
#include "games/picture.h"
#include "half/half.h"
#include "record/json_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- words of addresses ---------------------------------------------------------------------- */

static void card_write_word(struct text *path, const char *word) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.";
    for (; *word; word++)
        if (*word == ' ')
            text_add(path, "_");
        else if (strchr(plain, *word))
            text_add_bytes(path, word, 1);
        else
            text_addf(path, "%%%02X", (unsigned)(unsigned char)*word);
}

/* The address that counts: some fixed words, then a word of any letters. */
static void set_path(struct address_card *card, const char *fixed, const char *word) {
    struct text path = {0};
    text_add(&path, fixed);
    card_write_word(&path, word);
    snprintf(card->path, sizeof card->path, "%s", text_get(&path));
    text_free(&path);
}

/* ---- pictures -------------------------------------------------------------------------------- */

/* The picture of the position after some moves, as text with blanks between; the last is marked.
 * Moves that do not fit are not shown. */
static void draw_moves(struct address_card *card, const struct game_board *board, int number,
                       const char *moves) {
    struct {
        struct half half;
        struct game_state before;
    } *now = card->picture && board->game->draw ? malloc(sizeof *now) : NULL;
    struct error error;
    char word[GAME_MOVE_TEXT];
    struct picture_before before = {NULL, GAME_NO_MOVE};
    card->board = board->game->draw != NULL;
    if (!now)
        return;
    half_begin(&now->half, board, number, NULL);
    for (moves = moves ? moves : ""; *moves; moves += strspn(moves, " ")) {
        size_t length = strcspn(moves, " ");
        uint32_t move;
        if (length >= sizeof word)
            break;
        memcpy(word, moves, length);
        word[length] = '\0';
        if (!half_read_move(&now->half, word, &move, &error))
            break;
        game_copy(board, &now->before, &now->half.state);
        before = (struct picture_before){&now->before, move};
        half_play_move(&now->half, move, 0);
        moves += length;
    }
    picture_of_state(card->picture, board, &now->half.state, before.state ? &before : NULL);
    free(now);
}

/* The empty board that a word makes, for the game of the club. */
static enum club_answer draw_word(struct address_card *card, const char *word) {
    const struct made_board *made =
        boards_by_name(&card->club->boards, game_find(CLUB_GAME), word, 0, card->error);
    if (!made)
        return CLUB_FAILED;
    snprintf(card->mark, sizeof card->mark, "%s", word);
    draw_moves(card, made->board, 1, NULL);
    return CLUB_DONE;
}

/* ---- weeks ----------------------------------------------------------------------------------- */

static void name_week(const char *name, char text[CARD_LINE]) {
    snprintf(text, CARD_LINE, _("Week %d of %d"), atoi(name + 5), atoi(name));
}

/* "2026-48" or "2026-W48"; NULL: the week that runs. False: there is none, or it has not begun. */
static bool find_week(struct address_card *card, const char *word, struct club_week *week) {
    struct calendar_week read;
    char name[WEEK_NAME_SIZE] = WEEK_CURRENT;
    if (word && !calendar_read_week(word, &read, card->error))
        return false;
    if (word)
        week_name(&read, name);
    return weeks_read(card->club, name, card->now, week, card->error) && *week->word[0];
}

/* The week in the form of addresses. */
static void set_week_path(struct address_card *card, const char *before, const char *week,
                          const char *behind) {
    snprintf(card->path, sizeof card->path, "%s/%.4s-W%.2s%s", before, week, week + 5, behind);
}

static enum club_answer week_card(struct address_card *card) {
    struct club_week week;
    char boards[200] = "";
    if (!find_week(card, card->word[0], &week))
        return CLUB_UNKNOWN;
    name_week(week.name, card->line[0]);
    for (int i = 0; i < WEEK_BOARDS; i++)
        text_append(boards, sizeof boards, ", ", week.word[i]);
    if (card->word[0]) {
        snprintf(card->title, sizeof card->title, "%s", card->line[0]);
        card->line[0][0] = '\0';
        set_week_path(card, "week", week.name, "");
    }
    snprintf(card->about, sizeof card->about,
             week.closed ? _("Seven boards, and how they were played: %s.")
                         : _("Seven boards to play against the reference computer: %s."),
             boards);
    return draw_word(card, week.word[0]);
}

/* The first board of the week that runs, for addresses that mean no week of their own. */
static enum club_answer current_card(struct address_card *card) {
    struct club_week week;
    if (!find_week(card, NULL, &week))
        return CLUB_UNKNOWN;
    name_week(week.name, card->line[0]);
    return draw_word(card, week.word[0]);
}

static enum club_answer board_card(struct address_card *card) {
    struct club_week week;
    const char *digit = card->word[1];
    int number = *digit >= '1' && *digit <= '0' + WEEK_BOARDS && !digit[1] ? *digit - '0' : 0;
    if (!find_week(card, card->word[0], &week) || number == 0)
        return CLUB_UNKNOWN;
    const char *name = week.word[number - 1];
    char behind[4];
    snprintf(behind, sizeof behind, "/%d", number);
    set_week_path(card, "board", week.name, behind);
    snprintf(card->title, sizeof card->title, _("Board %d: %s"), number, name);
    name_week(week.name, card->line[0]);
    struct board_ranking ranking = {0};
    const struct page_request first = {0, 1};
    enum club_answer answer =
        ranking_board(card->club, week.name, number, card->now, &first, &ranking, card->error);
    if (answer == CLUB_DONE && ranking.count > 0)
        snprintf(card->about, sizeof card->about, _("%s. The best so far: %s, %+d."), card->line[0],
                 ranked_name(&ranking.row[0].who), ranking.row[0].margin);
    else
        snprintf(card->about, sizeof card->about, _("%s. Nobody has finished a game on it yet."),
                 card->line[0]);
    return draw_word(card, name);
}

/* ---- rankings -------------------------------------------------------------------------------- */

/* The first of a list, one a line of the picture, and all in the description. */
static void add_place(struct address_card *card, int place, const char *name, const char *value) {
    snprintf(card->line[place], CARD_LINE, "%d. %.70s %s", place + 1, name, value);
    text_append(card->about, sizeof card->about, place ? ", " : " ", card->line[place]);
}

static enum club_answer ranking_card(struct address_card *card) {
    struct club_week week;
    struct week_ranking ranking = {0};
    const struct page_request first = {0, CARD_LINES};
    char name[CARD_LINE], value[24];
    if (!find_week(card, card->word[0], &week))
        return CLUB_UNKNOWN;
    name_week(week.name, name);
    if (card->word[0])
        set_week_path(card, "ranking", week.name, "");
    snprintf(card->title, sizeof card->title, _("Ranking: %s"), name);
    enum club_answer answer = ranking_week(card->club, week.name, card->now, ACCOUNT_PERSON, &first,
                                           &ranking, card->error);
    if (answer != CLUB_DONE)
        return answer;
    snprintf(card->about, sizeof card->about, "%s",
             ranking.count > 0 ? _("The first:") : _("Nobody has finished a game yet."));
    for (int i = 0; i < ranking.count; i++) {
        snprintf(value, sizeof value, "%+lld", (long long)ranking.row[i].total);
        add_place(card, i, ranked_name(&ranking.row[i].who), value);
    }
    return draw_word(card, week.word[0]);
}

static enum club_answer careers_card(struct address_card *card) {
    struct career_list list = {0};
    const struct page_request first = {0, CARD_LINES};
    char value[24];
    enum club_answer answer =
        ranking_careers(card->club, ACCOUNT_PERSON, &first, &list, card->error);
    snprintf(card->about, sizeof card->about, "%s",
             list.count > 0 ? _("The first:") : _("Nobody has finished a game yet."));
    for (int i = 0; answer == CLUB_DONE && i < list.count; i++) {
        snprintf(value, sizeof value, "%+.1f", list.row[i].mean);
        add_place(card, i, ranked_name(&list.row[i].who), value);
    }
    return answer;
}

/* ---- players --------------------------------------------------------------------------------- */

/* By the name, or as earlier versions had it, by the number: no name begins with a digit. */
static enum club_answer find_player(struct address_card *card, struct account *account) {
    char name[4 * PERSON_NAME_SIZE];
    const char *word = card->word[0];
    card->moved = *word && !word[strspn(word, "0123456789")];
    if (card->moved)
        return account_read(card->club, strtoll(word, NULL, 10), account, card->error);
    if (!http_decode(word, '_', name, sizeof name))
        return club_refuse(CLUB_UNKNOWN, card->error, "%s", _("there is no such account"));
    return account_find(card->club, name, account, card->error);
}

static enum club_answer player_card(struct address_card *card) {
    struct account account;
    struct player_page page;
    const struct page_request first = {0, 1};
    enum club_answer answer = find_player(card, &account);
    if (answer == CLUB_DONE)
        answer = player_page_read(card->club, account.id, &first, &page, card->error);
    if (answer != CLUB_DONE) {
        card->moved = false;
        return answer;
    }
    set_path(card, "player/", account.name);
    snprintf(card->title, sizeof card->title, "%s", account.name);
    if (page.career.games > 0)
        snprintf(card->about, sizeof card->about,
                 ngettext("%lld game of the weeks, %+.1f on average.",
                          "%lld games of the weeks, %+.1f on average.",
                          (unsigned long)page.career.games),
                 (long long)page.career.games, page.career.mean);
    else
        snprintf(card->about, sizeof card->about, "%s", _("No games of the weeks yet."));
    snprintf(card->line[0], CARD_LINE, "%.119s", card->about);
    if (page.career.championships > 0)
        snprintf(card->line[1], CARD_LINE,
                 ngettext("Champion of %lld week", "Champion of %lld weeks",
                          (unsigned long)page.career.championships),
                 (long long)page.career.championships);
    if (*page.word)
        answer = draw_word(card, page.word);
    return answer;
}

/* ---- tables and games ------------------------------------------------------------------------ */

static const char *seat_name(const struct table_view *view, int seat) {
    const struct table_view_seat *one = &view->seat[seat];
    return one->sitter == SITTER_NOBODY      ? _("a free seat")
           : one->sitter == SITTER_REFERENCE ? _("the reference computer")
           : *one->name                      ? one->name
                                             : _("a guest");
}

/* The margins of all halves that are over. */
static void add_totals(const struct half_result *half, int halves, int seats,
                       char line[CARD_LINE]) {
    char number[16];
    for (int seat = 0; seat < seats; seat++) {
        int total = 0;
        for (int i = 0; i < halves; i++)
            total += half[i].margin[seat];
        snprintf(number, sizeof number, "%+d", total);
        text_append(line, CARD_LINE, " : ", number);
    }
}

static void describe_table(struct address_card *card, const struct table_view *view) {
    const struct game *game = game_find(view->game);
    char names[CARD_TITLE] = "", totals[CARD_LINE] = "";
    for (int i = 0; i < view->players; i++)
        text_append(names, sizeof names, " \xe2\x80\x93 ", seat_name(view, i));
    snprintf(card->title, sizeof card->title, "%s", names);
    if (view->over > 0)
        add_totals(view->done, view->over, view->players, totals);
    snprintf(card->line[0], CARD_LINE, "%.39s%s%.70s", game ? _(game->title) : view->game,
             *view->grid ? ", " : "", view->grid);
    if (view->state == TABLE_WAITING)
        snprintf(card->line[1], CARD_LINE, "%s", _("It waits for its players."));
    else
        snprintf(card->line[1], CARD_LINE,
                 view->state == TABLE_OVER ? _("Over.") : _("Half %d of %d."), view->half,
                 view->halves);
    snprintf(card->line[2], CARD_LINE, "%s", totals);
    snprintf(card->about, sizeof card->about, "%s. %s %s", card->line[0], card->line[1], totals);
    /* Where hands are hidden, no position is shown, not even of what lies on the table. */
    if (!game || game->guess || view->state == TABLE_WAITING)
        return;
    /* A line has only the sides of cells; a board that is found by its name can be drawn. */
    const struct made_board *made =
        *view->grid
            ? boards_by_name(&card->club->boards, game, view->grid, view->players, card->error)
            : boards_by_line(&card->club->boards, view->line, view->players, card->error);
    if (made && *view->grid && strcmp(made->line, view->line) != 0)
        made = NULL;
    const struct half_result *last = view->over > 0 ? &view->done[view->over - 1] : NULL;
    bool open = view->state == TABLE_OPEN;
    snprintf(card->mark, sizeof card->mark, "%d", view->steps);
    if (made && (open || last))
        draw_moves(card, made->board, open ? view->half : last->number,
                   open ? text_get(&view->moves) : last->moves);
}

/* A table that only its players may see has the general words, as if it did not exist. */
static enum club_answer table_card(struct address_card *card) {
    const struct table_person anybody = {0};
    struct table_view view = {0};
    struct table_request request = {
        .who = &anybody, .name = card->word[0], .now = card->now, .view = &view};
    enum club_answer answer = tables_read(card->club, &request, card->error);
    if (answer == CLUB_DONE && !view.board)
        describe_table(card, &view);
    table_view_free(&view);
    return answer == CLUB_FAILED ? answer : CLUB_DONE;
}

static enum club_answer record_card(struct address_card *card) {
    struct game_record record = {0};
    const char *digits = card->word[0];
    if (strlen(digits) > 18 || digits[strspn(digits, "0123456789")])
        return CLUB_UNKNOWN;
    enum club_answer answer =
        game_record_read(card->club, strtoll(digits, NULL, 10), NULL, &record, card->error);
    if (answer != CLUB_DONE) {
        card->private = answer != CLUB_UNKNOWN;
        return answer == CLUB_FORBIDDEN ? CLUB_DONE : answer;
    }
    snprintf(card->title, sizeof card->title, _("%s against the reference computer"),
             record.account ? record.name[0] : _("Somebody"));
    name_week(record.week, card->line[0]);
    snprintf(card->line[1], CARD_LINE, _("Board %d: %s"), record.board, record.word);
    add_totals(record.half, record.halves, CLUB_SEATS, card->line[2]);
    snprintf(card->about, sizeof card->about, "%s. %s. %s", card->line[0], card->line[1],
             card->line[2]);
    const struct made_board *made = boards_by_name(&card->club->boards, game_find(CLUB_GAME),
                                                   record.word, CLUB_SEATS, card->error);
    const struct half_result *last = record.halves > 0 ? &record.half[record.halves - 1] : NULL;
    if (made && last)
        draw_moves(card, made->board, last->number, last->moves);
    game_record_free(&record);
    return CLUB_DONE;
}

/* ---- tournaments and leagues ----------------------------------------------------------------- */

/* The first three by their points, once somebody has some. */
static void add_leaders(const struct contest *contest, struct address_card *card) {
    struct contest_standing *row = needed(calloc((size_t)contest->players + 1, sizeof *row));
    char points[24];
    contest_stand(contest, row);
    bool any = row[0].points > 0;
    if (any)
        text_append(card->about, sizeof card->about, " ", _("The first:"));
    for (int i = 0; any && i < contest->players && i < CARD_LINES; i++) {
        const char *name = contest->player[row[i].player].name;
        snprintf(points, sizeof points, "%d%s", row[i].points / 2, row[i].points % 2 ? ".5" : "");
        add_place(card, i, *name ? name : _("a deleted account"), points);
    }
    free(row);
}

/* A tournament that is not public has the words of its kind, whether it is there or not. */
static enum club_answer contest_card(struct address_card *card) {
    static const char *const formats[] = {N_("Swiss"), N_("All play all"), N_("Knockout"),
                                          N_("Arena")};
    struct contest contest = {0};
    char players[CARD_LINE];
    enum club_answer answer = contest_load(card->club, card->word[0], NULL, &contest, card->error);
    if (answer == CLUB_FAILED)
        return answer;
    if (answer == CLUB_DONE && contest.public && !contest.class) {
        snprintf(card->title, sizeof card->title, "%s", contest.title);
        snprintf(players, sizeof players,
                 ngettext("%d player", "%d players", (unsigned long)contest.players),
                 contest.players);
        text_append(card->line[0], CARD_LINE, "", _(formats[contest.format]));
        text_append(card->line[0], CARD_LINE, ", ", players);
        snprintf(card->about, sizeof card->about, "%s.", card->line[0]);
    }
    if (*card->line[0])
        add_leaders(&contest, card);
    contest_free(&contest);
    return CLUB_DONE;
}

/* A league whose record has not been read yet has the name of its file. */
static enum club_answer league_card(struct address_card *card) {
    const struct league *league = site_league(card->site, card->word[0]);
    if (!league)
        return CLUB_UNKNOWN;
    text_clean(card->title, sizeof card->title, league->file);
    struct text whole = {0};
    text_addf(&whole, "%s}", league->head ? league->head : "{");
    struct json_object *head = json_tokener_parse(text_get(&whole));
    struct json_object *name = json_read_member(head, "name");
    if (json_object_get_string_len(name) > 0)
        text_clean(card->title, sizeof card->title, json_object_get_string(name));
    json_object_put(head);
    text_free(&whole);
    return CLUB_DONE;
}

/* ---- to learn -------------------------------------------------------------------------------- */

/* The usual board of a game, before the first move; none where it would show what is hidden. */
static void draw_game(struct address_card *card, const struct game *game) {
    snprintf(card->mark, sizeof card->mark, "%s", game->name);
    const struct made_board *made = NULL;
    char line[80];
    snprintf(line, sizeof line, "setgrid %s", game->name);
    if (game->default_grid)
        made = boards_by_name(&card->club->boards, game, game->default_grid, 0, card->error);
    for (int players = 1; !made && !game->default_grid && players <= GAME_PLAYERS_MAX; players++)
        made = boards_by_line(&card->club->boards, line, players, card->error);
    if (made && !game->guess)
        draw_moves(card, made->board, 1, NULL);
}

static enum club_answer lesson_card(struct address_card *card) {
    const struct lesson_head *lesson = lesson_heads;
    bool number = *card->word[0] && strlen(card->word[0]) <= 3 &&
                  !card->word[0][strspn(card->word[0], "0123456789")];
    for (int before = number ? atoi(card->word[0]) - 1 : -1; lesson->title && before != 0; before--)
        lesson++;
    if (!lesson->title)
        return CLUB_UNKNOWN;
    snprintf(card->title, sizeof card->title, "%s: %s", _(lesson->course), _(lesson->title));
    snprintf(card->line[0], CARD_LINE, _("Lesson %s"), card->word[0]);
    snprintf(card->about, sizeof card->about, "%s \302\267 %s", _(lesson->about),
             _("Short lessons on every game, each of a few minutes, on a board that answers."));
    draw_game(card, game_find(lesson->game));
    return CLUB_DONE;
}

static enum club_answer rules_card(struct address_card *card) {
    const struct game *game = game_find(card->word[0]);
    if (!game)
        return CLUB_UNKNOWN;
    snprintf(card->title, sizeof card->title, _("The rules of %s"), _(game->title));
    snprintf(card->about, sizeof card->about, "%s", _(game->about));
    draw_game(card, game);
    return CLUB_DONE;
}

/* A board that a word makes: to be looked at, printed and played on. Without a word it is that of
 * our name, which also stands for addresses that have no board of their own. */
static enum club_answer word_card(struct address_card *card) {
    char name[GRID_NAME_MAX + 1];
    if (!card->word[0])
        return draw_word(card, "triancey");
    if (!http_decode(card->word[0], '_', name, sizeof name) || !grid_is_word(name) ||
        grid_is_file(name))
        return CLUB_UNKNOWN;
    set_path(card, "card/", name);
    snprintf(card->title, sizeof card->title, _("The board of %s"), name);
    return draw_word(card, name) == CLUB_DONE ? CLUB_DONE : CLUB_UNKNOWN;
}

static enum club_answer ratings_card(struct address_card *card) {
    const struct game *game = game_find(card->word[0]);
    if (game)
        snprintf(card->title, sizeof card->title, _("Ratings: %s"), _(game->title));
    return game ? CLUB_DONE : CLUB_UNKNOWN;
}

/* ---- the kinds ------------------------------------------------------------------------------- */

/* clang-format off */
#define HOME     N_("Triancey, Tritt, Triangulation and Trioker: learn them, play against the computer " \
                    "or with others, and compete on new boards each week.")
#define LESSONS  N_("Short lessons on every game, each of a few minutes, on a board that answers.")
#define RATINGS  N_("How strong players are, by the rated games among them.")
#define CONTESTS N_("Tournaments of people, on this site or over the board.")
#define LEAGUES  N_("Leagues of engines, live and replayed.")
#define CARD     N_("Each word makes a board of its own, and always the same: look at yours, print it, " \
                    "play on it.")

const struct address_kind address_kinds[] = {
    {"", N_("Games on triangles"), .about = HOME, .describe = current_card},
    {"play", N_("Games on triangles"), .about = HOME, .describe = current_card},
    {"learn", N_("Lessons"), .about = LESSONS, .describe = word_card},
    {"learn/?", N_("Lessons"), .about = LESSONS, .describe = lesson_card},
    {"rules/?", N_("Rules"), .describe = rules_card},
    {"week", N_("The boards of the week"), .describe = week_card},
    {"week/?", N_("The boards of the week"), .describe = week_card},
    {"weeks", N_("All weeks"), .about = N_("The weeks of the club and their champions."), .describe = current_card},
    {"weeks/?", N_("The boards of the week"), .describe = week_card},
    {"board/?/?", N_("A board of the week"), .describe = board_card},
    {"ranking", N_("Ranking"), .describe = ranking_card},
    {"ranking/all", N_("Ranking of all weeks"), .describe = careers_card},
    {"ranking/?", N_("Ranking"), .describe = ranking_card},
    {"player/?", N_("Player"), .describe = player_card},
    {"table/?", N_("Table"), .describe = table_card, .private = true},
    {"tables", N_("Tables"), .about = N_("Play with a friend by a link, by correspondence, or against an engine.")},
    {"lobby", N_("Lobby"), .about = N_("Who waits for an opponent: take a seat, or offer one.")},
    {"ratings", N_("Ratings"), .about = RATINGS},
    {"ratings/?", N_("Ratings"), .about = RATINGS, .describe = ratings_card},
    {"contests", N_("Tournaments"), .about = CONTESTS},
    {"contest/?", N_("Tournament"), .about = CONTESTS, .describe = contest_card, .private = true},
    {"contest/?/wall", N_("Tournament"), .about = CONTESTS, .describe = contest_card, .private = true},
    {"contest/?/print", N_("Tournament"), .about = CONTESTS, .describe = contest_card, .private = true},
    {"slip/?", N_("Result"), .private = true},
    {"daily", N_("Puzzles of the day"), .about = N_("A best move to find and a shape to fill, the same for everybody"), .describe = word_card},
    {"exercises", N_("Exercises"), .about = N_("Your own mistakes, until you know better")},
    {"game/?", N_("Tournament game"), .private = true},
    {"record/?", N_("A game of the week"), .describe = record_card},
    {"leagues", N_("Leagues"), .about = LEAGUES},
    {"league/?", N_("Leagues"), .about = LEAGUES, .describe = league_card},
    {"league/?/?", N_("Leagues"), .about = LEAGUES, .describe = league_card},
    {"card", N_("The board of your name"), .about = CARD, .describe = word_card},
    {"card/?", N_("The board of your name"), .about = CARD, .describe = word_card},
    {"account", N_("Account"), .private = true},
    {0},
};
/* clang-format on */
