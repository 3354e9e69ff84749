/* bot.c - plays at the tables of a site with an engine. Each table has a thread of its own, with
 * one connection, one stream and one engine: it opens a table, waits until somebody sits down,
 * plays, and opens the next. Steps of the stream only say that there is news; what is played is
 * always read from the table itself, so that a broken connection needs no special treatment. */
#include "config.h"

#include "club/bot/bot.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/json.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/text.h"
#include "base/thread.h"
#include "base/wait.h"
#include "club/bot/bot_http.h"
#include "club/http/object.h"
#include "half/boards.h"
#include "half/engine_spec.h"
#include "referee/match/engine_seat.h"
#include "referee/match/seat.h"

#include <curl/curl.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FAILURES_MAX = 3, PAUSE_FIRST_MS = 500, PAUSE_MAX_MS = 60 * 1000, LOOK_MS = 60 * 1000 };
enum { TABLE_ID_SIZE = 80, RESUMED_MAX = 200, LAG_MS = 300 };

enum { KEY_FILE_BYTES = 2000, BOT_KEY_SIZE = 160 };

struct bot {
    const struct bot_options *options;
    char key[BOT_KEY_SIZE];        /* of its account */
    const char *opponent;          /* whom its tables are for */
    bool accepts;                  /* challenges */
    char plays[ENGINE_GAMES_SIZE]; /* the games of the engine, each between blanks */
    atomic_int halt;               /* why all threads end: a signal, or -1 */
    pthread_mutex_t mutex;         /* guards the members below */
    char resumed[RESUMED_MAX][TABLE_ID_SIZE];
    char claimed[BOT_TABLES_MAX][TABLE_ID_SIZE]; /* the last challenge that each thread looked at */
    int resuming, over, failures;
    bool failed;
    struct error error; /* why */
};

struct bot_worker {
    struct bot *bot;
    int number;
    pthread_t thread;
    bool runs;
    struct bot_http *http;
    struct seat *seat;
    struct boards boards;
    int64_t pause;             /* of the next break, milliseconds */
    bool failed;               /* its engine, at this table */
    char table[TABLE_ID_SIZE]; /* the one that the engine was told of */
    int half, told;            /* the half and the number of its moves that the engine was told */
    int64_t heard;             /* the last event of what it follows */
    int refused;               /* the status of what the site has refused; 0: it has not */
    struct error error;        /* of the last request */
    char opens[40];            /* the game that its process has played */
};

/* A table as the bot has read it. */
struct bot_table {
    struct json_object *json; /* owns all texts */
    const char *id, *state, *game, *line;
    int players, seat, turn, half, step; /* seat and turn from 0; -1: none */
    struct json_object *moves;
    int carry[GAME_PLAYERS_MAX];
};

/* ---- the key of the account ------------------------------------------------------------------ */

/* The file of the key has lines of a word and its value: `site`, `name`, `key`, and `recovery`,
 * with which its owner gets another key if this one is lost. The file is created before the
 * account, so that no account is made whose key cannot be kept. */
static void bot_key_find(const char *text, const char *word, char value[BOT_KEY_SIZE]) {
    size_t length = strlen(word);
    value[0] = '\0';
    for (const char *line = text; *line;) {
        size_t bytes = strcspn(line, "\n");
        if (bytes > length && strncmp(line, word, length) == 0 && line[length] == ' ' &&
            bytes - length - 1 < BOT_KEY_SIZE)
            snprintf(value, BOT_KEY_SIZE, "%.*s", (int)(bytes - length - 1), line + length + 1);
        line += bytes + (line[bytes] == '\n');
    }
}

static bool bot_key_read(struct bot *bot, int file, struct error *error) {
    const char *site = bot->options->site, *path = bot->options->key;
    char text[KEY_FILE_BYTES] = "", of[BOT_KEY_SIZE];
    struct stat about;
    if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode))
        return error_set(error, _("%s is not a file of a key"), path);
    if (about.st_mode & (S_IRWXG | S_IRWXO))
        return error_set(error, _("%s can be read by others: chmod 600 %s"), path, path);
    ssize_t got = read(file, text, sizeof text - 1);
    text[got > 0 ? got : 0] = '\0';
    bot_key_find(text, "site", of);
    bot_key_find(text, "key", bot->key);
    if (!*bot->key || bot->key[strspn(bot->key, "0123456789abcdef")] != '\0')
        return error_set(error, _("%s has no key: remove it, and --name makes another account"),
                         path);
    return strcmp(of, site) == 0 ||
           error_set(error, _("%s has the key of %s, not of %s"), path, of, site);
}

static bool bot_key_write(struct bot *bot, int file, struct json_object *answer) {
    const char *device = object_text(answer, "key"), *recovery = object_text(answer, "recovery");
    char text[KEY_FILE_BYTES];
    if (!*device || !*recovery)
        return false;
    snprintf(bot->key, sizeof bot->key, "%s", device);
    int length = snprintf(text, sizeof text, "site %s\nname %s\nkey %s\nrecovery %s\n",
                          bot->options->site, bot->options->name, bot->key, recovery);
    return length > 0 && length < (int)sizeof text &&
           write(file, text, (size_t)length) == (ssize_t)length && fsync(file) == 0;
}

static bool bot_key_sign_up(struct bot *bot, struct bot_http *http, int file, struct error *error) {
    struct json_object *answer = NULL;
    struct json json = json_new_object();
    json_string(&json, "name", bot->options->name);
    json_string(&json, "class", "engine");
    json_bool(&json, "key", true);
    json_close(&json, '}');
    bool done =
        bot_http_ask(http, "api/accounts", needed_text(&json.text), &answer, error) == BOT_DONE;
    text_free(&json.text);
    if (done && !bot_key_write(bot, file, answer))
        done = error_set(error, _("cannot write %s: %s"), bot->options->key, strerror(errno));
    object_free(answer);
    return done;
}

/* Reads the key of the site from its file, which must be of mode 0600; if there is no file, signs
 * an engine up by its name (NULL: an error) and writes the file. False and a message. */
static bool bot_key_obtain(struct bot *bot, struct bot_http *http, struct error *error) {
    const char *path = bot->options->key;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    bool made = file < 0 && errno == ENOENT;
    if (made && !bot->options->name)
        return error_set(error, _("there is no key in %s: --name signs the engine up"), path);
    if (made)
        file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (file < 0)
        return error_set(error, _("cannot open %s: %s"), path, strerror(errno));
    bool done = made ? bot_key_sign_up(bot, http, file, error) : bot_key_read(bot, file, error);
    close(file);
    if (made && !done && !*bot->key)
        unlink(path);
    return done;
}

/* ---- messages -------------------------------------------------------------------------------- */

static void bot_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void bot_say(const char *format, ...) {
    char text[ERROR_SIZE + 200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fprintf(stderr, "%s: %s\n", "bot", text);
}

/* Ends all threads. Keeps the first reason. */
static void bot_fail(struct bot *bot, const char *text) {
    pthread_mutex_lock(&bot->mutex);
    if (!bot->failed)
        error_set(&bot->error, "%s", text);
    bot->failed = true;
    pthread_mutex_unlock(&bot->mutex);
    atomic_store(&bot->halt, -1);
}

/* ---- tables as they are read ----------------------------------------------------------------- */

static void bot_table_free(struct bot_table *table) {
    object_free(table->json);
    *table = (struct bot_table){.json = NULL};
}

/* Takes the object over. False: it is no table, and there is nothing to be freed. */
static bool bot_table_read(struct bot_table *table, struct json_object *json) {
    struct json_object *done = object_member(json, "done");
    bot_table_free(table);
    *table = (struct bot_table){.json = json,
                                .id = object_text(json, "table"),
                                .state = object_text(json, "state"),
                                .game = object_text(json, "game"),
                                .line = object_text(json, "line"),
                                .players = object_number(json, "players", 0),
                                .seat = object_number(json, "seat", 0) - 1,
                                .turn = object_number(json, "turn", 0) - 1,
                                .half = object_number(json, "half", 0),
                                .step = object_number(json, "step", 0),
                                .moves = object_member(json, "moves")};
    size_t length = strlen(table->id);
    for (int i = 0; i < array_length(done); i++) {
        struct json_object *margins = object_member(array_at(done, i), "margins");
        for (int k = 0; k < array_length(margins) && k < GAME_PLAYERS_MAX; k++)
            table->carry[k] += (int)array_number(margins, k, 0);
    }
    if (length > 0 && length < TABLE_ID_SIZE &&
        strspn(table->id, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_") ==
            length &&
        table->players >= 2 && table->players <= GAME_PLAYERS_MAX && table->seat < table->players &&
        table->turn < table->players)
        return true;
    bot_table_free(table);
    return false;
}

/* ---- requests -------------------------------------------------------------------------------- */

/* Waits before the next try; false: the bot is to end. */
static bool bot_pause(struct bot_worker *worker, int seconds) {
    int64_t pause = seconds > 0 ? seconds * INT64_C(1000) : worker->pause;
    int64_t until = clock_us() + pause * 1000;
    worker->pause = worker->pause < PAUSE_MAX_MS / 2 ? 2 * worker->pause : PAUSE_MAX_MS;
    while (clock_us() < until && !atomic_load(&worker->bot->halt)) {
        int64_t look = clock_us() + INT64_C(100000);
        wait_poll(NULL, 0, look < until ? look : until, NULL);
    }
    return !atomic_load(&worker->bot->halt);
}

/* Asks until there is an answer, with growing pauses: every request may be sent again. What can
 * never be is a reason for all to end. False: to end, or refused. */
static bool bot_insist(struct bot_worker *worker, const char *path, const char *body,
                       struct json_object **answer) {
    bool away = false;
    worker->refused = 0;
    *answer = NULL;
    for (;;) {
        enum bot_answer done = bot_http_ask(worker->http, path, body, answer, &worker->error);
        if (done == BOT_DONE) {
            if (away)
                bot_say(_("%s is there again"), worker->bot->options->site);
            worker->pause = PAUSE_FIRST_MS;
            return true;
        }
        if (done == BOT_STOPPED)
            return false;
        if (done == BOT_REFUSED && bot_http_status(worker->http) != 401) {
            worker->refused = bot_http_status(worker->http);
            return false;
        }
        if (done == BOT_REFUSED || done == BOT_NEVER) {
            bot_fail(worker->bot, worker->error.text);
            return false;
        }
        if (!away)
            bot_say(_("%s; trying again"), worker->error.text);
        away = true;
        if (!bot_pause(worker, bot_http_retry(worker->http)))
            return false;
    }
}

/* Ends an object and sends it as bot_insist() does. */
static bool bot_post(struct bot_worker *worker, const char *path, struct json *json,
                     struct json_object **answer) {
    json_close(json, '}');
    bool done = bot_insist(worker, path, needed_text(&json->text), answer);
    text_free(&json->text);
    return done;
}

/* Reads a table as it is now. False: the bot is to end, or the table is gone. */
static bool bot_look(struct bot_worker *worker, const char *id, struct bot_table *table) {
    char path[TABLE_ID_SIZE + 40];
    struct json_object *answer;
    snprintf(path, sizeof path, "api/tables/%s", id);
    return bot_insist(worker, path, NULL, &answer) && answer && bot_table_read(table, answer);
}

/* ---- the engine ------------------------------------------------------------------------------ */

static enum verdict bot_begin(struct bot_worker *worker, const struct bot_table *table,
                              const struct game_board *board) {
    struct seat *seat = worker->seat;
    struct seat_half half = {.board = board,
                             .board_line = table->line,
                             .half = table->half,
                             .opens = strcmp(worker->opens, table->id) != 0,
                             .seat = table->seat,
                             .seed = (uint64_t)clock_wall_us() >> 1,
                             .start = "",
                             .opening = ""};
    memcpy(half.carry, table->carry, sizeof half.carry);
    snprintf(worker->opens, sizeof worker->opens, "%s", table->id);
    snprintf(worker->table, sizeof worker->table, "%s", table->id);
    worker->half = table->half;
    worker->told = 0;
    seat->kind->begin(seat, &half);
    return seat->kind->ready(seat);
}

/* Tells the engine what was played since, and lets it choose. */
static enum verdict bot_think(struct bot_worker *worker, const struct bot_table *table,
                              const struct game_board *board, char move[GAME_MOVE_TEXT]) {
    struct seat *seat = worker->seat;
    struct json_object *left = object_member(table->json, "left_ms");
    int64_t clock[GAME_PLAYERS_MAX], increment[GAME_PLAYERS_MAX], took;
    enum verdict verdict = VERDICT_OK;
    int moves = array_length(table->moves);
    if (strcmp(worker->table, table->id) != 0 || worker->half != table->half ||
        worker->told > moves)
        verdict = bot_begin(worker, table, board);
    if (verdict != VERDICT_OK)
        return verdict;
    for (; worker->told < moves; worker->told++) {
        const char *text = array_text(table->moves, worker->told);
        if (strlen(text) < GAME_MOVE_TEXT && text[strcspn(text, " \n\r")] == '\0')
            seat->kind->notify_move(seat, text);
    }
    for (int i = 0; i < GAME_PLAYERS_MAX; i++) {
        int64_t shown = array_number(left, i, -1), ms = shown - LAG_MS;
        clock[i] = shown < 0 ? -1 : 1000 * (ms > 1 ? ms : 1);
        increment[i] = INT64_C(1000) * object_number(table->json, "increment_ms", 0);
    }
    return seat->kind->choose(seat, board, clock, increment, move, &took);
}

/* ---- a table --------------------------------------------------------------------------------- */

static bool bot_send(struct bot_worker *worker, struct bot_table *table, const char *what,
                     struct json *json) {
    char path[TABLE_ID_SIZE + 40], id[TABLE_ID_SIZE];
    struct json_object *answer = NULL;
    snprintf(id, sizeof id, "%s", table->id);
    snprintf(path, sizeof path, "api/tables/%s/%s", id, what);
    if (bot_post(worker, path, json, &answer))
        return answer && bot_table_read(table, answer);
    /* The table has gone on without this request: a clock has run out, or it had come before. */
    return worker->refused == 409 && bot_look(worker, id, table);
}

static bool bot_resign(struct bot_worker *worker, struct bot_table *table) {
    struct json json = json_new_object();
    json_integer(&json, "half", table->half);
    return bot_send(worker, table, "resign", &json);
}

/* The engine has failed, which costs it the half; at too many tables in a row, and the bot ends. */
static bool bot_engine_failed(struct bot_worker *worker, struct bot_table *table, const char *why) {
    struct bot *bot = worker->bot;
    char text[ERROR_SIZE];
    bot_say(_("the engine has failed and resigns the half at table %s: %s"), table->id, why);
    snprintf(text, sizeof text, "%s", why);
    worker->seat->kind->stop(worker->seat, false);
    worker->table[0] = '\0';
    bool done = bot_resign(worker, table);
    pthread_mutex_lock(&bot->mutex);
    bot->failures += !worker->failed;
    worker->failed = true;
    int failures = bot->failures;
    pthread_mutex_unlock(&bot->mutex);
    if (failures < FAILURES_MAX)
        return done;
    struct error error;
    error_set(&error, _("the engine has failed at %d tables in a row: %s"), failures, text);
    bot_fail(bot, error.text);
    return false;
}

static bool bot_move(struct bot_worker *worker, struct bot_table *table) {
    struct bot *bot = worker->bot;
    char move[GAME_MOVE_TEXT] = "";
    const struct made_board *made =
        boards_by_line(&worker->boards, table->line, table->players, &worker->error);
    if (!made) {
        bot_fail(bot, worker->error.text);
        return false;
    }
    enum verdict verdict = bot_think(worker, table, made->board, move);
    if (atomic_load(&bot->halt))
        return false;
    if (verdict == VERDICT_RESIGNED)
        return bot_resign(worker, table);
    if (verdict != VERDICT_OK)
        return bot_engine_failed(worker, table, worker->seat->fault.text);
    struct json json = json_new_object();
    json_integer(&json, "half", table->half);
    json_integer(&json, "before", array_length(table->moves));
    json_string(&json, "move", move);
    return bot_send(worker, table, "moves", &json) ||
           (worker->refused == 400 && bot_engine_failed(worker, table, worker->error.text));
}

static void bot_tell_sitters(const struct bot_table *table) {
    struct json_object *seats = object_member(table->json, "seats");
    for (int i = 0; i < array_length(seats); i++) {
        char name[100];
        struct json_object *seat = array_at(seats, i);
        text_printable(name, sizeof name, object_text(seat, "name"));
        if (i != table->seat)
            bot_say(_("table %s: against %s"), table->id, *name ? name : _("a guest"));
    }
}

static void bot_tell_end(struct bot_worker *worker, const struct bot_table *table) {
    struct bot *bot = worker->bot;
    bot_say(_("table %s is over, with a margin of %d"), table->id,
            table->seat >= 0 ? table->carry[table->seat] : 0);
    pthread_mutex_lock(&bot->mutex);
    int over = ++bot->over;
    if (!worker->failed)
        bot->failures = 0;
    pthread_mutex_unlock(&bot->mutex);
    if (bot->options->games && over >= bot->options->games)
        atomic_store(&bot->halt, -1);
}

/* Waits until something has happened at the table, and reads it again. While the table waits for
 * somebody, the bot follows its account, which also hears of challenges. */
static bool bot_await(struct bot_worker *worker, struct bot_table *table, bool *follows) {
    char path[TABLE_ID_SIZE + 60], id[TABLE_ID_SIZE];
    bool turns = worker->bot->accepts && strcmp(table->state, "waiting") == 0, news;
    snprintf(id, sizeof id, "%s", table->id);
    if (!*follows) {
        snprintf(path, sizeof path, "api/tables/%s/events?after=%d", id, table->step);
        bot_http_follow(worker->http, turns ? "api/turns/events" : path);
        worker->heard = 0;
        *follows = true;
    }
    enum bot_answer done = bot_http_wait(worker->http, turns ? worker->heard : table->step,
                                         clock_us() + LOOK_MS * INT64_C(1000), &news);
    worker->heard = bot_http_event(worker->http);
    if (done == BOT_STOPPED)
        return false;
    if (done == BOT_AWAY) {
        bot_http_leave(worker->http);
        *follows = false;
        if (!bot_pause(worker, 0))
            return false;
    }
    return bot_look(worker, id, table);
}

/* ---- challenges ------------------------------------------------------------------------------ */

/* Whether a list of names, with commas between, has a name. */
static bool bot_is_named(const char *names, const char *name) {
    size_t length = strlen(name);
    for (const char *at = names; *at; at += strcspn(at, ","), at += *at == ',')
        if (length > 0 && strcspn(at, ",") == length && strncmp(at, name, length) == 0)
            return true;
    return false;
}

static bool bot_accepts(const struct bot *bot, const struct json_object *challenge) {
    const struct bot_options *options = bot->options;
    char game[80];
    snprintf(game, sizeof game, " %s ", object_text(challenge, "game"));
    return (strcmp(options->accept, BOT_ANYBODY) == 0 ||
            bot_is_named(options->accept, object_text(challenge, "against"))) &&
           strstr(bot->plays, game) &&
           (object_number(challenge, "days", 0) > 0) == (options->days > 0);
}

/* Claims a challenge for this thread. False: another thread has it. */
static bool bot_claim(struct bot_worker *worker, const char *id) {
    struct bot *bot = worker->bot;
    bool mine = *id && strlen(id) < TABLE_ID_SIZE;
    pthread_mutex_lock(&bot->mutex);
    for (int i = 0; i < BOT_TABLES_MAX; i++)
        mine = mine && (i == worker->number || strcmp(bot->claimed[i], id) != 0);
    if (mine)
        snprintf(bot->claimed[worker->number], TABLE_ID_SIZE, "%s", id);
    pthread_mutex_unlock(&bot->mutex);
    return mine;
}

/* Closes a table that waits, or joins it. False: the bot is to end, or the site refused. */
static bool bot_ask_table(struct bot_worker *worker, const char *id, const char *what,
                          struct json_object **answer) {
    char path[TABLE_ID_SIZE + 40];
    snprintf(path, sizeof path, "api/tables/%s/%s", id, what);
    return bot_insist(worker, path, "{}", answer);
}

/* Joins the table of a challenge instead of the one that waits, unless somebody has come there
 * meanwhile. Without a table: the challenge was withdrawn. */
static void bot_take_challenge(struct bot_worker *worker, struct bot_table *table,
                               const char *challenge) {
    struct json_object *answer = NULL;
    if (!bot_ask_table(worker, table->id, "close", &answer)) {
        pthread_mutex_lock(&worker->bot->mutex); /* the challenge is for another thread */
        worker->bot->claimed[worker->number][0] = '\0';
        pthread_mutex_unlock(&worker->bot->mutex);
        return;
    }
    object_free(answer);
    bot_table_free(table);
    if (bot_ask_table(worker, challenge, "join", &answer) && answer &&
        bot_table_read(table, answer))
        bot_say(_("accepts the challenge at table %s"), table->id);
}

/* Looks through the challenges that wait: takes one, and declines those that it cannot. */
static void bot_look_at_challenges(struct bot_worker *worker, struct bot_table *table) {
    struct json_object *answer = NULL, *turns, *nothing = NULL;
    if (!bot_insist(worker, "api/turns", NULL, &answer))
        return;
    turns = object_member(answer, "turns");
    for (int i = 0; i < array_length(turns); i++) {
        struct json_object *turn = array_at(turns, i);
        const char *id = object_text(turn, "table");
        if (strcmp(object_text(turn, "kind"), "challenge") != 0 || !bot_claim(worker, id))
            continue;
        if (bot_accepts(worker->bot, turn)) {
            bot_take_challenge(worker, table, id);
            break;
        }
        char name[100];
        text_printable(name, sizeof name, object_text(turn, "against"));
        if (bot_ask_table(worker, id, "close", &nothing))
            bot_say(_("declines a challenge of %s"), name);
        object_free(nothing);
        nothing = NULL;
    }
    object_free(answer);
}

/* Plays a table to its end. */
static void bot_play(struct bot_worker *worker, struct bot_table *table) {
    worker->failed = false;
    bool follows = false, waited = strcmp(table->state, "waiting") == 0, good = true;
    if (!waited)
        bot_tell_sitters(table);
    while (good && table->json && strcmp(table->state, "over") != 0) {
        if (strcmp(table->state, "open") == 0 && waited) {
            bot_tell_sitters(table);
            bot_http_leave(worker->http); /* from now on it follows this table alone */
            follows = waited = false;
        }
        good = strcmp(table->state, "open") == 0 && table->seat >= 0 && table->turn == table->seat
                   ? bot_move(worker, table)
                   : bot_await(worker, table, &follows);
        good = good && !atomic_load(&worker->bot->halt);
        if (good && worker->bot->accepts && strcmp(table->state, "waiting") == 0)
            bot_look_at_challenges(worker, table);
    }
    bot_http_leave(worker->http);
    if (table->json && strcmp(table->state, "over") == 0)
        bot_tell_end(worker, table);
}

/* Opens a table. False: the bot is to end; true without a table: not now. */
static bool bot_open(struct bot_worker *worker, struct bot_table *table) {
    const struct bot_options *options = worker->bot->options;
    struct json_object *answer = NULL, *inner;
    struct json json = json_new_object();
    json_string(&json, "game", options->game);
    if (options->grid)
        json_string(&json, "grid", options->grid);
    json_string(&json, "opponent", worker->bot->opponent);
    if (options->days > 0) {
        json_integer(&json, "days", options->days);
    } else {
        json_integer(&json, "clock_ms", INT64_C(1000) * options->clock);
        json_integer(&json, "increment_ms", INT64_C(1000) * options->increment);
    }
    if (options->rated)
        json_bool(&json, "rated", true);
    bool done = bot_post(worker, "api/tables", &json, &answer);
    if (!done && worker->refused == 409) {
        bot_say("%s", worker->error.text);
        return bot_pause(worker, PAUSE_MAX_MS / 1000);
    }
    if (!done) {
        if (worker->refused)
            bot_fail(worker->bot, worker->error.text);
        return false;
    }
    inner = object_keep(object_member(answer, "table"));
    object_free(answer);
    if (!inner || !bot_table_read(table, inner)) {
        bot_fail(worker->bot, _("the site answers with something that is no table"));
        return false;
    }
    bot_say(_("table %s waits for somebody: %s%s"), table->id, options->site,
            object_text(table->json, "invite"));
    return true;
}

static bool bot_take_resumed(struct bot *bot, char id[TABLE_ID_SIZE]) {
    pthread_mutex_lock(&bot->mutex);
    bool found = bot->resuming > 0;
    if (found)
        snprintf(id, TABLE_ID_SIZE, "%s", bot->resumed[--bot->resuming]);
    pthread_mutex_unlock(&bot->mutex);
    return found;
}

static void *bot_work(void *context) {
    struct bot_worker *worker = context;
    char id[TABLE_ID_SIZE];
    bool good = true;
    while (good && !atomic_load(&worker->bot->halt)) {
        struct bot_table table = {.json = NULL};
        if (bot_take_resumed(worker->bot, id))
            bot_look(worker, id, &table);
        else
            good = bot_open(worker, &table);
        if (table.json)
            bot_play(worker, &table);
        bot_table_free(&table);
    }
    return NULL;
}

/* ---- begin and end --------------------------------------------------------------------------- */

/* Finds out what the site offers, and whether it knows the key. */
static bool bot_greet(struct bot *bot, struct bot_http *http, struct error *error) {
    const struct bot_options *options = bot->options;
    struct json_object *about = NULL, *features, *account;
    char name[100];
    if (bot_http_ask(http, "api/site", NULL, &about, error) != BOT_DONE)
        return atomic_load(&bot->halt) != 0;
    features = object_member(about, "features");
    bool site = object_is_array(features);
    bot->opponent = "link";
    for (int i = 0; i < array_length(features); i++)
        if (strcmp(array_text(features, i), "lobby") == 0)
            bot->opponent = "anybody";
    object_free(about);
    bot->accepts =
        strcmp(bot->opponent, "anybody") == 0 && strcmp(options->accept, BOT_NOBODY) != 0;
    if (!site)
        return error_set(error, _("%s is not a site of a club"), options->site);
    if (!bot_key_obtain(bot, http, error))
        return false;
    bot_http_set_key(http, bot->key);
    if (bot_http_ask(http, "api/account", NULL, &about, error) != BOT_DONE) {
        bool refused = bot_http_status(http) == 401;
        return atomic_load(&bot->halt) != 0 ||
               (refused ? error_set(error, _("%s does not know the key in %s"), options->site,
                                    options->key)
                        : false);
    }
    account = object_member(about, "account");
    text_printable(name, sizeof name, object_text(account, "name"));
    bot_say(_("signed in at %s as %s"), options->site, name);
    object_free(about);
    return true;
}

/* The tables of an earlier run. */
static bool bot_find_tables(struct bot *bot, struct bot_http *http, struct error *error) {
    struct json_object *answer = NULL, *tables;
    if (bot_http_ask(http, "api/tables?count=200", NULL, &answer, error) != BOT_DONE)
        return atomic_load(&bot->halt) != 0;
    tables = object_member(answer, "tables");
    for (int i = 0; i < array_length(tables) && bot->resuming < RESUMED_MAX; i++) {
        struct json_object *table = array_at(tables, i);
        if (strcmp(object_text(table, "state"), "over") != 0)
            snprintf(bot->resumed[bot->resuming++], TABLE_ID_SIZE, "%s",
                     object_text(table, "table"));
    }
    if (bot->resuming)
        bot_say(ngettext("goes on with %d table", "goes on with %d tables",
                         (unsigned long)bot->resuming),
                bot->resuming);
    object_free(answer);
    return true;
}

static bool bot_try_engine(struct bot *bot, struct error *error) {
    char name[ENGINE_ID_SIZE], word[80];
    const struct bot_options *options = bot->options;
    if (!engine_seat_ask(options->engine, &bot->halt, name, bot->plays, error))
        return false;
    snprintf(word, sizeof word, " %s ", options->game);
    return strstr(bot->plays, word) ||
           error_set(error, _("engine %s does not play %s"), options->engine->name, options->game);
}

static void bot_worker_free(struct bot_worker *worker) {
    if (worker->seat)
        worker->seat->kind->free(worker->seat);
    bot_http_free(worker->http);
    boards_free(&worker->boards);
}

static bool bot_worker_start(struct bot_worker *worker, struct error *error) {
    struct bot *bot = worker->bot;
    worker->pause = PAUSE_FIRST_MS;
    worker->http = bot_http_new(bot->options->site, bot->options->authority, &bot->halt);
    worker->seat = engine_seat_new(bot->options->engine, &bot->halt, NULL, worker->number);
    needed(worker->seat);
    bot_http_set_key(worker->http, bot->key);
    int code = thread_start(&worker->thread, bot_work, worker);
    worker->runs = code == 0;
    return worker->runs || error_set(error, _("cannot start a thread: %s"), strerror(code));
}

/* The threads end by themselves once `halt` is set; until then this one waits for signals. */
static bool bot_run_workers(struct bot *bot, const atomic_int *stop, struct error *error) {
    struct bot_worker worker[BOT_TABLES_MAX] = {{.bot = NULL}};
    bool good = true;
    for (int i = 0; good && i < bot->options->tables; i++) {
        worker[i].bot = bot;
        worker[i].number = i;
        good = bot_worker_start(&worker[i], error);
    }
    if (!good)
        atomic_store(&bot->halt, -1);
    while (!atomic_load(&bot->halt)) {
        wait_poll(NULL, 0, clock_us() + 100000, NULL);
        if (atomic_load(stop))
            atomic_store(&bot->halt, atomic_load(stop));
    }
    for (int i = 0; i < bot->options->tables; i++) {
        if (worker[i].runs)
            pthread_join(worker[i].thread, NULL);
        bot_worker_free(&worker[i]);
    }
    return good;
}

bool bot_run(const struct bot_options *options, const atomic_int *stop, struct error *error) {
    struct bot *bot = needed(calloc(1, sizeof *bot));
    bot->options = options;
    pthread_mutex_init(&bot->mutex, NULL);
    if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
        free(bot);
        return error_memory(error);
    }
    struct bot_http *http = bot_http_new(options->site, options->authority, stop);
    bool good = bot_try_engine(bot, error) && bot_greet(bot, http, error) &&
                bot_find_tables(bot, http, error);
    bot_http_free(http);
    good = good && bot_run_workers(bot, stop, error);
    if (bot->failed)
        *error = bot->error;
    good = good && !bot->failed;
    curl_global_cleanup();
    pthread_mutex_destroy(&bot->mutex);
    free(bot);
    return good || atomic_load(stop);
}
