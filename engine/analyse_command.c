/* analyse_command.c - `triancey-engine analyse`: judges positions and halves that a program asks
 * about. The first thread reads queries; others take the one of the highest priority, judge it
 * (engine/judge/judge.h), and print the answer, one JSON object a line. */
#include "engine/commands.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/affinity.h"
#include "base/arguments.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/json.h"
#include "base/language.h"
#include "base/output.h"
#include "base/text.h"
#include "engine/analyse_query.h"
#include "engine/judge/judge.h"
#include "engine/players.h"
#include "protocol/line.h"

enum { JOBS_MAX = 256, QUERIES_MAX = 100000 };

struct analyser;

struct analyst {
    struct analyser *analyser;
    pthread_t thread;
    struct judge *judge;
    struct query *query; /* that it judges, NULL: none */
    atomic_int stop;     /* of this query */
};

struct analyser {
    struct protocol_parser *parser;
    const char *kernel;
    struct judge_effort effort;
    int jobs;
    int line;
    bool failed;           /* some line was no query, or could not be answered */
    pthread_mutex_t mutex; /* of all below, and of the output */
    pthread_cond_t news;
    /* A heap: is_sooner() is first. One more than may wait can come when all is to end. */
    struct query *waiting[QUERIES_MAX + 1];
    int queries;
    bool ended; /* there will be no more */
    int analysts;
    struct analyst analyst[JOBS_MAX];
};

/* Ctrl-C ends it; what is printed by then is whole lines. */
static atomic_int stopped;

static void analyse_stop(int number) {
    atomic_store(&stopped, number);
    close(STDIN_FILENO); /* so that nobody waits for a line */
}

/* ---- answers --------------------------------------------------------------------------------- */

static struct json analyse_object(const char *id) {
    struct json json = json_new_object();
    json_string(&json, "id", id);
    return json;
}

/* Prints a line; the mutex is held. Where answers cannot be written, none is worth its time. */
static void analyse_print(struct analyser *analyser, struct json *json) {
    json_close(json, '}');
    if (json_write(json, stdout) && fflush(stdout) == 0)
        return;
    analyser->failed = true;
    output_end_if_unread();
    kill(getpid(), SIGTERM); /* to the thread that reads */
}

static void analyse_complain(struct analyser *analyser, const char *id, int line, const char *why) {
    struct json json = analyse_object(id);
    json_integer(&json, "line", line);
    json_string(&json, "error", why);
    pthread_mutex_lock(&analyser->mutex);
    analyser->failed = true;
    analyse_print(analyser, &json);
    pthread_mutex_unlock(&analyser->mutex);
}

static void analyse_print_cancelled(struct analyser *analyser, const struct query *query) {
    struct json json = analyse_object(query->id);
    json_bool(&json, "cancelled", true);
    analyse_print(analyser, &json);
}

static void add_move(const struct query *query, const struct judged_move *move, struct json *json) {
    const struct game_board *board = query->asked.board;
    char text[GAME_MOVE_TEXT];
    board->game->format(board, &asked_last(&query->asked)->before, move->move, GAME_EVERYBODY,
                        text);
    json_open(json, NULL, '{');
    json_string(json, "move", text);
    asked_add_margin(json, "margin", "bound", move->margin, move->bound);
    json_close(json, '}');
}

static void analyse_answer(struct analyser *analyser, const struct query *query,
                           const struct judgement *found) {
    struct json json = analyse_object(query->id);
    json_string(&json, "game", query->asked.board->game->name);
    json_integer(&json, "seat", asked_last(&query->asked)->turn + 1);
    json_integer(&json, "legal", found->legal);
    asked_add_margin(&json, "margin", "bound", found->margin, found->bound);
    json_integer(&json, "best_count", found->best);
    json_integer(&json, "nodes", (int64_t)found->nodes);
    json_open(&json, "moves", '[');
    for (int i = 0; i < found->count; i++)
        add_move(query, &found->move[i], &json);
    json_close(&json, ']');
    analyse_print(analyser, &json);
}

/* ---- halves ---------------------------------------------------------------------------------- */

/* A half that is being judged, for the answers about its moves. */
struct half_asked {
    struct analyser *analyser;
    const struct query *query;
    int moves;
};

static bool analyse_answer_move(void *context, int step, const struct judged *judged) {
    struct half_asked *half = context;
    if (!judged_is_known(judged))
        return true;
    half->moves++;
    struct json json = analyse_object(half->query->id);
    asked_add_judged(&half->query->asked, step, judged, &json);
    pthread_mutex_lock(&half->analyser->mutex);
    analyse_print(half->analyser, &json);
    pthread_mutex_unlock(&half->analyser->mutex);
    return true;
}

/* Judges each move; false: it was stopped, or memory is short. */
static bool analyse_half(struct analyser *analyser, struct judge *judge, struct query *query) {
    struct half_asked half = {analyser, query, 0};
    if (!judge_half(judge, query->asked.board, query->asked.step, query->asked.count,
                    analyse_answer_move, &half))
        return false;
    struct json json = analyse_object(query->id);
    json_string(&json, "game", query->asked.board->game->name);
    json_integer(&json, "judged", half.moves);
    pthread_mutex_lock(&analyser->mutex);
    analyse_print(analyser, &json);
    pthread_mutex_unlock(&analyser->mutex);
    return true;
}

/* ---- queries that wait; the mutex is held --------------------------------------------------- */

/* The higher priority goes first, then the earlier line. */
static bool is_sooner(const struct query *one, const struct query *other) {
    return one->priority != other->priority ? one->priority > other->priority
                                            : one->line < other->line;
}

static void analyse_push(struct analyser *analyser, struct query *query) {
    int place = analyser->queries++;
    for (; place > 0 && is_sooner(query, analyser->waiting[(place - 1) / 2]);
         place = (place - 1) / 2)
        analyser->waiting[place] = analyser->waiting[(place - 1) / 2];
    analyser->waiting[place] = query;
}

static struct query *analyse_pop(struct analyser *analyser) {
    struct query **waiting = analyser->waiting, *first = waiting[0];
    int count = --analyser->queries, place = 0;
    const struct query *last = waiting[count];
    for (int child; (child = 2 * place + 1) < count; place = child) {
        child += child + 1 < count && is_sooner(waiting[child + 1], waiting[child]);
        if (is_sooner(last, waiting[child]))
            break;
        waiting[place] = waiting[child];
    }
    waiting[place] = waiting[count];
    return first;
}

/* ---- analysts -------------------------------------------------------------------------------- */

/* Takes the first query that waits; the mutex is held. NULL: there will be none. */
static struct query *analyse_take(struct analyser *analyser) {
    while (analyser->queries == 0 && !analyser->ended && !atomic_load(&stopped))
        pthread_cond_wait(&analyser->news, &analyser->mutex);
    return atomic_load(&stopped) || analyser->queries == 0 ? NULL : analyse_pop(analyser);
}

static void *analyst_work(void *context) {
    struct analyst *analyst = context;
    struct analyser *analyser = analyst->analyser;
    struct judgement *found = malloc(sizeof *found);
    pthread_mutex_lock(&analyser->mutex);
    while (found && (analyst->query = analyse_take(analyser))) {
        struct query *query = analyst->query;
        atomic_store(&analyst->stop, 0);
        pthread_cond_broadcast(&analyser->news);
        pthread_mutex_unlock(&analyser->mutex);
        judge_set_effort(analyst->judge, &query->effort);
        bool done = query->half ? analyse_half(analyser, analyst->judge, query)
                                : judge_position(analyst->judge, query->asked.board,
                                                 &asked_last(&query->asked)->before, NULL,
                                                 query->lines, found);
        bool cancelled = atomic_load(&analyst->stop) != 0;
        if (!done && !cancelled)
            analyse_complain(analyser, query->id, query->line, "out of memory");
        pthread_mutex_lock(&analyser->mutex);
        if (cancelled && !atomic_load(&stopped))
            analyse_print_cancelled(analyser, query);
        else if (done && !query->half)
            analyse_answer(analyser, query, found);
        analyst->query = NULL;
        query_free(query);
    }
    pthread_mutex_unlock(&analyser->mutex);
    free(found);
    return NULL;
}

/* Waits while too many queries wait; a signal would not end the wait for a condition. */
static void analyse_queue(struct analyser *analyser, struct query *query) {
    pthread_mutex_lock(&analyser->mutex);
    while (analyser->queries >= QUERIES_MAX && !atomic_load(&stopped)) {
        pthread_mutex_unlock(&analyser->mutex);
        clock_sleep_us(10000);
        pthread_mutex_lock(&analyser->mutex);
    }
    analyse_push(analyser, query);
    pthread_cond_broadcast(&analyser->news);
    pthread_mutex_unlock(&analyser->mutex);
}

/* Cancels all queries of an id, NULL: of any. Each is answered as cancelled, then the `cancel`
 * itself. */
static void analyse_cancel(struct analyser *analyser, const char *id) {
    struct json json = json_new_object();
    int count = 0;
    pthread_mutex_lock(&analyser->mutex);
    int before = analyser->queries;
    analyser->queries = 0;
    for (int i = 0; i < before; i++) {
        struct query *query = analyser->waiting[i];
        if (id && strcmp(query->id, id) != 0) {
            analyse_push(analyser, query); /* to a place before this */
            continue;
        }
        analyse_print_cancelled(analyser, query);
        query_free(query);
        count++;
    }
    for (int i = 0; i < analyser->analysts; i++) {
        struct analyst *analyst = &analyser->analyst[i];
        if (!analyst->query || (id && strcmp(analyst->query->id, id) != 0))
            continue;
        atomic_store(&analyst->stop, 1);
        count++;
    }
    json_string(&json, "action", "cancel");
    json_string(&json, "cancel", id);
    json_integer(&json, "cancelled", count);
    analyse_print(analyser, &json);
    pthread_cond_broadcast(&analyser->news);
    pthread_mutex_unlock(&analyser->mutex);
}

/* ---- lines ----------------------------------------------------------------------------------- */

static void analyse_line(struct analyser *analyser, char *line) {
    struct error error = {.text = ""};
    struct query *query = NULL;
    switch (query_read(analyser->parser, &analyser->effort, line, &query, &error)) {
    case QUERY_NONE:
        break;
    case QUERY_ASKED:
        query->line = analyser->line;
        analyse_queue(analyser, query);
        return;
    case QUERY_CANCEL:
        analyse_cancel(analyser, query->id);
        break;
    case QUERY_WRONG:
        analyse_complain(analyser, query ? query->id : NULL, analyser->line, error.text);
    }
    query_free(query);
}

static void analyse_read(struct analyser *analyser) {
    static struct line_reader reader;
    char *line;
    line_open(&reader, STDIN_FILENO);
    for (enum line_status status; !atomic_load(&stopped);) {
        status = line_next(&reader, &line);
        analyser->line += status != LINE_NONE && status != LINE_END;
        if (status == LINE_END)
            return;
        if (status == LINE_READY)
            analyse_line(analyser, line);
        else if (status != LINE_NONE)
            analyse_complain(analyser, NULL, analyser->line,
                             status == LINE_NUL ? "it has a NUL byte" : "it is too long");
        else if (line_fill(&reader) < 0)
            reader.ended = true;
    }
}

/* ---- the command ----------------------------------------------------------------------------- */

enum { OF_JOBS = JUDGE_OPTIONS };
const struct command command_analyse = {
    .name = "analyse",
    .summary = N_("judge positions, for programs"),
    .about = N_("Judges positions that it reads from standard input, one a line: a JSON object, or "
                "a line of a file of positions. Answers each with a JSON object on a line; the "
                "manual describes both."),
    .option = {JUDGE_OPTION_ROWS,
               {"jobs", N_("N"),
                .about = N_("how many positions at the same time (one per processor)")}},
};

/* Starts as many analysts as there is memory for; false: not one. Signals are for the thread that
 * reads. */
static bool analyse_start(struct analyser *analyser) {
    sigset_t ends, before;
    sigemptyset(&ends);
    sigaddset(&ends, SIGINT);
    sigaddset(&ends, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &ends, &before);
    for (int i = 0; i < analyser->jobs; i++) {
        struct analyst *analyst = &analyser->analyst[i];
        struct judge_effort most = {.exact = JUDGE_EXACT_MAX - 10};
        const struct judge_setting setting = {.player = player_table[0],
                                              .kernel = analyser->kernel,
                                              .effort = most,
                                              .threads = 1,
                                              .stop = &analyst->stop};
        analyst->analyser = analyser;
        analyst->judge = judge_new(&setting);
        if (!analyst->judge || pthread_create(&analyst->thread, NULL, analyst_work, analyst) != 0) {
            judge_free(analyst->judge);
            break;
        }
        pthread_mutex_lock(&analyser->mutex);
        analyser->analysts = i + 1;
        pthread_mutex_unlock(&analyser->mutex);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return analyser->analysts > 0;
}

static void analyse_end(struct analyser *analyser) {
    pthread_mutex_lock(&analyser->mutex);
    analyser->ended = true;
    for (int i = 0; i < analyser->analysts && atomic_load(&stopped); i++)
        atomic_store(&analyser->analyst[i].stop, 1);
    pthread_cond_broadcast(&analyser->news);
    pthread_mutex_unlock(&analyser->mutex);
    for (int i = 0; i < analyser->analysts; i++) {
        pthread_join(analyser->analyst[i].thread, NULL);
        judge_free(analyser->analyst[i].judge);
    }
    for (int i = 0; i < analyser->queries; i++)
        query_free(analyser->waiting[i]);
}

int analyse_command(const struct command_settings *settings, struct arguments *arguments) {
    static struct analyser analyser;
    analyser.parser = settings->parser;
    analyser.kernel = settings->kernel;
    int processors = affinity_processors();
    if (!judge_read_effort(arguments, &analyser.effort, &arguments->error) ||
        !arguments_number(arguments, OF_JOBS, 1, JOBS_MAX, processors > 0 ? processors : 1,
                          &analyser.jobs, &arguments->error))
        return EXIT_USAGE;
    language_end(); /* programs read the answers */
    pthread_mutex_init(&analyser.mutex, NULL);
    pthread_cond_init(&analyser.news, NULL);
    signal(SIGINT, analyse_stop);
    signal(SIGTERM, analyse_stop);
    bool started = analyse_start(&analyser);
    if (started)
        analyse_read(&analyser);
    else
        error_memory(&arguments->error);
    analyse_end(&analyser);
    return started && !analyser.failed && !atomic_load(&stopped) ? EXIT_FINE : EXIT_FAILED;
}
