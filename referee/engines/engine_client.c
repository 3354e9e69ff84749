/* engine_client.c - speaks the protocol with one engine.
 *
 * Each dialogue sends a question and waits for one kind of answer until a deadline. Every go has an
 * id, which its bestmove repeats, so that a late answer of an earlier search is recognised: it is a
 * warning, not a fault.
 */
#include "config.h"

#include "referee/engines/engine_client.h"

#include "base/clock.h"
#include "base/language.h"
#include "base/needed.h"
#include "referee/engines/options.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PONDER_OPTION "Ponder"

enum { SHOWN_SIZE = 160 }; /* bytes of a line that messages show */

struct engine_client *client_new(const struct engine_spec *spec, const atomic_int *stop,
                                 struct transcript *transcript, int worker) {
    struct engine_client *client = needed(malloc(sizeof *client));
    /* The reader is large, and lines_start() opens it. */
    memset(client, 0, offsetof(struct engine_client, lines.reader));
    client->spec = spec;
    client->lines.name = spec->name;
    client->lines.stop = stop;
    client->lines.transcript = transcript;
    client->lines.worker = worker;
    client->parser = needed(protocol_parser_new());
    return client;
}

void client_free(struct engine_client *client) {
    if (!client)
        return;
    client_stop(client, true);
    protocol_parser_free(client->parser);
    text_free(&client->lines.out);
    text_free(&client->options);
    text_free(&client->games);
    free(client);
}

/* Counts a warning, and keeps the first: what happened, and some of the line. */
static void warn(struct engine_client *client, const char *what, const char *line) {
    char shown[SHOWN_SIZE];
    text_clean(shown, sizeof shown, line);
    if (client->warnings++ == 0) /* not translated: for records alone */
        fault_set(&client->warning, VERDICT_WARNING, "%s: %s", what, shown);
}

void client_look_back(struct engine_client *client) {
    char text[80];
    int percent = offturn_percent(&client->offturn);
    int stops = client_runs(client) ? process_stops(&client->lines.process) : 0;
    if (percent > 0) {
        snprintf(text, sizeof text, "%d %% of a processor", percent);
        warn(client, "it thinks while others are to move", text);
    }
    if (stops > client->stops) {
        snprintf(text, sizeof text, "%d times", stops - client->stops);
        warn(client, "somebody stopped it by a signal", text);
    }
    client->stops = stops;
    offturn_forget(&client->offturn);
}

void client_note(struct engine_client *client, const struct fault *fault) {
    char text[FAULT_TEXT_SIZE + 32];
    snprintf(text, sizeof text, "%s: %s", verdict_name(fault->verdict), fault->text);
    lines_note(&client->lines, text);
}

/* Restores a line that the parser has cut into words, as people may see it. */
static const char *engine_client_show(const struct protocol_message *message,
                                      char shown[SHOWN_SIZE]) {
    for (size_t i = 0; i < message->length; i++)
        if (!message->line[i])
            message->line[i] = ' ';
    text_clean(shown, SHOWN_SIZE, message->line);
    return shown;
}

/* Takes what an `info` line says, if the caller wants to know. */
static void hear(struct engine_client *client, const struct protocol_message *message) {
    if (client->said_room > 0)
        client->said_count =
            said_hear(client->said, client->said_room, client->said_count, message->value);
}

/* Reads a line into a message. Its command is NULL if the line is no answer, but information or
 * chatter. A malformed answer and an `error` are faults. */
static enum verdict read_message(struct engine_client *client, char *line,
                                 struct protocol_message *message) {
    struct protocol_error error;
    char shown[SHOWN_SIZE];
    message->command = NULL;
    if (client->said_room == 0 && strncmp(line, "info", 4) == 0)
        return VERDICT_OK; /* nobody listens */
    enum protocol_code code =
        protocol_parse(client->parser, PROTOCOL_FROM_ENGINE, line, message, &error);
    bool answer = message->command && message->id != TGI_INFO;
    if (answer && code != PROTOCOL_OK)
        return fault_set(&client->lines.fault, VERDICT_PROTOCOL, N_("malformed answer: %s (%s)"),
                         engine_client_show(message, shown), error.text);
    if (answer && message->id == TGI_ERROR)
        return fault_set(&client->lines.fault, VERDICT_PROTOCOL, N_("answered: %s"),
                         engine_client_show(message, shown));
    if (message->command && !answer && code == PROTOCOL_OK)
        hear(client, message);
    if (!answer)
        message->command = NULL;
    return VERDICT_OK;
}

static enum verdict next_message(struct engine_client *client, struct protocol_message *message) {
    enum verdict verdict;
    char *line;
    do {
        verdict = lines_next(&client->lines, &line);
        if (verdict == VERDICT_OK)
            verdict = read_message(client, line, message);
    } while (verdict == VERDICT_OK && !message->command);
    return verdict;
}

/* Waits for one kind of answer; other answers are warnings. */
static enum verdict await(struct engine_client *client, enum protocol_id wanted, int64_t patience,
                          struct protocol_message *message) {
    for (;;) {
        enum verdict verdict = next_message(client, message);
        if (verdict == VERDICT_STALL)
            return fault_set(&client->lines.fault, VERDICT_STALL, N_("no %s within %.3f seconds"),
                             protocol_commands[wanted].name, (double)patience / 1e6);
        if (verdict != VERDICT_OK || message->id == wanted)
            return verdict;
        warn(client, "an answer that nobody asked for", message->command->name);
    }
}

/* ---- the dialogues --------------------------------------------------------------------------- */

static void learn(struct engine_client *client, const struct protocol_message *message) {
    const struct protocol_value *value = message->value;
    if (message->id == TGI_ID) {
        if (strcmp(value[ID_KIND].text, "name") == 0)
            text_clean(client->id_name, ENGINE_ID_SIZE, value[ID_TEXT].text);
        else if (strcmp(value[ID_KIND].text, "author") == 0)
            text_clean(client->id_author, ENGINE_ID_SIZE, value[ID_TEXT].text);
    } else if (message->id == TGI_PROTOCOL) {
        client->version = value[0].number[0];
    } else if (message->id == TGI_GAME) {
        text_addf(&client->games, "%s%s", client->games.length ? ", " : "", value[0].text);
    } else if (message->id == TGI_FEATURE) {
        for (char *w = value[0].text; w; w = protocol_next_word(&value[0], w)) {
            client->feature_score |= strcmp(w, "score") == 0;
            client->feature_undo |= strcmp(w, "undo") == 0;
            client->feature_ponder |= strcmp(w, "ponder") == 0;
            client->feature_position |= strcmp(w, "position") == 0;
        }
    } else if (message->id == TGI_OPTION) {
        options_note(&client->options, value);
    }
}

/* Refuses another version of the protocol: nothing that follows could be relied on. */
static enum verdict check_version(struct engine_client *client) {
    if (client->version == 0 && !*client->id_name && !client->games.length)
        return fault_set(&client->lines.fault, VERDICT_PROTOCOL,
                         N_("the engine sent tgiok unasked or too early: it ends the answer to "
                            "tgi, after id, protocol and game"));
    if (client->version == 0)
        return fault_set(&client->lines.fault, VERDICT_PROTOCOL,
                         N_("the engine does not say which version of the protocol it speaks"));
    if (client->version != PROTOCOL_VERSION)
        return fault_set(&client->lines.fault, VERDICT_START,
                         N_("the engine speaks version %lld of the protocol, and the referee "
                            "version %d"),
                         (long long)client->version, PROTOCOL_VERSION);
    return VERDICT_OK;
}

/* Reads who the engine is, up to tgiok. */
static enum verdict await_name(struct engine_client *client) {
    struct protocol_message message;
    for (;;) {
        enum verdict verdict = next_message(client, &message);
        if (verdict == VERDICT_STALL)
            return fault_set(&client->lines.fault, VERDICT_STALL,
                             N_("no tgiok within %.3f seconds"),
                             (double)client->spec->limits.start / 1e6);
        if (verdict != VERDICT_OK)
            return verdict;
        if (message.id == TGI_TGIOK)
            return check_version(client);
        learn(client, &message);
    }
}

static void say_option(struct engine_client *client, const char *name, const char *value) {
    text_add(&client->lines.out, "setoption name ");
    text_add(&client->lines.out, name);
    if (*value) {
        text_add(&client->lines.out, " value ");
        text_add(&client->lines.out, value);
    }
    text_add(&client->lines.out, "\n");
}

/* Turns pondering on, so that the engine names the replies that it expects; called before the
 * user's own options. */
static enum verdict set_ponder(struct engine_client *client) {
    enum engine_ponder wanted = client->spec->ponder;
    client->ponders = wanted != PONDER_NO && client->feature_ponder &&
                      options_has(&client->options, PONDER_OPTION);
    needed_text(&client->options);
    if (client->ponders)
        say_option(client, PONDER_OPTION, "true");
    else if (wanted == PONDER_MUST)
        return fault_set(
            &client->lines.fault, VERDICT_START,
            N_("the engine cannot ponder: it needs both the feature 'ponder' and the option '%s'"),
            PONDER_OPTION);
    return VERDICT_OK;
}

/* Sets the user's options, and asks whether the engine is ready. */
static enum verdict set_options(struct engine_client *client) {
    const struct engine_spec *spec = client->spec;
    enum verdict verdict = set_ponder(client);
    if (verdict != VERDICT_OK)
        return verdict;
    for (int i = 0; i < spec->option_count; i++) {
        const struct engine_option *option = &spec->option[i];
        verdict =
            options_check(&client->options, option->name, option->value, &client->lines.fault);
        if (verdict != VERDICT_OK)
            return verdict;
        say_option(client, option->name, option->value);
    }
    client_ask_ready(client);
    client->step = CLIENT_SET;
    return VERDICT_OK;
}

enum verdict client_begin(struct engine_client *client) {
    client_stop(client, true);
    if (!lines_start(&client->lines, client->spec))
        return client->lines.fault.verdict;
    client->stops = 0;
    text_clear(&client->options);
    text_clear(&client->games);
    client->version = 0;
    client->ponders = false;
    client->feature_score = client->feature_undo = false;
    client->feature_ponder = client->feature_position = false;
    client->step = CLIENT_ASKED;
    lines_say(&client->lines, "tgi");
    return VERDICT_OK;
}

enum verdict client_start(struct engine_client *client) {
    enum verdict verdict = client_begin(client);
    lines_begin(&client->lines, clock_us() + client->spec->limits.start);
    if (verdict == VERDICT_OK)
        verdict = await_name(client);
    if (verdict == VERDICT_OK)
        verdict = set_options(client);
    return verdict == VERDICT_OK ? client_await_ready(client) : verdict;
}

enum verdict client_proceed(struct engine_client *client) {
    enum verdict verdict = VERDICT_OK;
    lines_begin(&client->lines, clock_us()); /* what is there by now */
    if (client->step == CLIENT_ASKED) {
        verdict = await_name(client);
        if (verdict == VERDICT_OK)
            verdict = set_options(client);
        lines_begin(&client->lines, clock_us());
    }
    if (verdict == VERDICT_OK && client->step == CLIENT_SET)
        verdict = client_await_ready(client);
    if (verdict == VERDICT_OK)
        client->step = CLIENT_READY;
    return verdict;
}

enum verdict client_check_game(struct engine_client *client, const char *game) {
    const char *at = needed_text(&client->games);
    size_t length = strlen(game);
    if (!*at)
        return fault_set(&client->lines.fault, VERDICT_PROTOCOL,
                         N_("the engine does not say which games it plays"));
    for (size_t word; *at; at += word + strspn(at + word, ", ")) {
        word = strcspn(at, ",");
        if (word == length && strncmp(at, game, length) == 0)
            return VERDICT_OK;
    }
    return fault_set(&client->lines.fault, VERDICT_START,
                     N_("the engine does not play %s; it plays %s"), game,
                     text_get(&client->games));
}

void client_ask_ready(struct engine_client *client) {
    lines_say(&client->lines, "isready");
    lines_begin(&client->lines, clock_us() + client->spec->limits.wait);
    lines_send(&client->lines);
}

enum verdict client_await_ready(struct engine_client *client) {
    struct protocol_message message;
    return await(client, TGI_READYOK, client->spec->limits.wait, &message);
}

/* Judges a line of a turn. VERDICT_OK: the move is set if it was the answer, else go on. */
static enum verdict judge_line(struct engine_client *client, char *line,
                               struct client_move *answer) {
    struct protocol_message message;
    char shown[SHOWN_SIZE];
    enum verdict verdict = read_message(client, line, &message);
    if (verdict != VERDICT_OK || !message.command)
        return verdict;
    if (message.id != TGI_BESTMOVE) {
        warn(client, "an answer that nobody asked for", engine_client_show(&message, shown));
        return VERDICT_OK;
    }
    const struct protocol_value *expected = &message.value[BESTMOVE_PONDER],
                                *id = &message.value[BESTMOVE_ID];
    const char *move = message.value[BESTMOVE_MOVE].text;
    if (!id->given)
        return fault_set(&client->lines.fault, VERDICT_PROTOCOL, N_("the id of go is missing: %s"),
                         engine_client_show(&message, shown));
    if (id->number[0] < 1 || id->number[0] > client->go_id) /* not our search: do not wait */
        return fault_set(&client->lines.fault, VERDICT_PROTOCOL, N_("no go had this id: %s"),
                         engine_client_show(&message, shown));
    if (id->number[0] != client->go_id) {
        warn(client, "a late or second answer", engine_client_show(&message, shown));
        return VERDICT_OK;
    }
    if (strlen(move) >= sizeof answer->move)
        return fault_set(&client->lines.fault, VERDICT_ILLEGAL, N_("not a move: %s"),
                         engine_client_show(&message, shown));
    strcpy(answer->move, move);
    if (client->ponders && expected->given && strlen(expected->text) < sizeof answer->expected)
        strcpy(answer->expected, expected->text);
    return VERDICT_OK;
}

/* Waits for the answer to the last go, until the deadline of the dialogue. */
static enum verdict await_move(struct engine_client *client, struct client_move *answer) {
    answer->move[0] = answer->expected[0] = '\0';
    do {
        char *line;
        enum verdict verdict = lines_next(&client->lines, &line);
        if (verdict == VERDICT_OK)
            verdict = judge_line(client, line, answer);
        if (verdict != VERDICT_OK)
            return verdict;
    } while (!answer->move[0]);
    return VERDICT_OK;
}

/* Waits for the move from now on, with this patience, and measures the time. */
static enum verdict time_move(struct engine_client *client, int64_t patience,
                              struct client_move *answer) {
    int64_t start = clock_us();
    lines_begin(&client->lines, start + patience);
    enum verdict verdict = await_move(client, answer);
    int64_t took = client->lines.woken - start - client->lines.lost;
    answer->took = took > 0 ? took : 0;
    return verdict;
}

/* Holds the engine while others are to move, or begins to measure what it does. */
static void end_turn(struct engine_client *client) {
    if (client->ponders)
        return;
    if (client->spec->hold)
        process_hold(&client->lines.process);
    else
        offturn_begin(&client->offturn, process_engine(&client->lines.process),
                      client->lines.process.supervisor);
}

/* Discards lines from before the next go: an answer before its question does not count. Lines that
 * were read together with the last answer are always looked at. Whether more has come since costs a
 * system call, and is looked at with `look`. */
static enum verdict hear_before(struct engine_client *client, bool look) {
    for (;;) {
        struct client_move answer = {.move = ""};
        char *line;
        enum verdict verdict = lines_left(&client->lines, look, &line);
        if (verdict == VERDICT_OK && line)
            verdict = judge_line(client, line, &answer);
        if (verdict != VERDICT_OK || !line)
            return verdict;
        if (*answer.move)
            warn(client, "a late or second answer", answer.move);
        look = false;
    }
}

static void say_go(struct engine_client *client, const char *fields, const char *more) {
    client->go_id++;
    client->said_count = 0;
    if (client->said_room > 0)
        said_forget(client->said);
    text_add_bytes(&client->lines.out, "go id ", 6);
    text_add_number(&client->lines.out, client->go_id);
    text_add(&client->lines.out, fields);
    text_add(&client->lines.out, more);
}

enum verdict client_go(struct engine_client *client, const char *fields, int64_t patience,
                       struct client_move *answer) {
    struct process *process = &client->lines.process;
    bool look = offturn_end(&client->offturn, process_engine(process), process->supervisor) ||
                client->spec->hold;
    enum verdict verdict = hear_before(client, look);
    if (verdict != VERDICT_OK)
        return verdict;
    say_go(client, fields, "\n");
    verdict = time_move(client, patience, answer);
    if (verdict == VERDICT_OK)
        end_turn(client);
    return verdict;
}

void client_ponder(struct engine_client *client, const char *fields) {
    say_go(client, fields, " ponder\n");
    lines_send(&client->lines);
}

enum verdict client_ponderhit(struct engine_client *client, int64_t patience,
                              struct client_move *answer) {
    lines_begin(&client->lines, clock_us()); /* what is there by now */
    enum verdict verdict = await_move(client, answer);
    if (verdict == VERDICT_OK) {
        warn(client, "an answer before ponderhit", answer->move);
        answer->took = 0;
    }
    if (verdict != VERDICT_STALL)
        return verdict;
    lines_say(&client->lines, "ponderhit");
    return time_move(client, patience, answer);
}

enum verdict client_end_ponder(struct engine_client *client) {
    struct client_move ignored;
    lines_say(&client->lines, "stop");
    lines_begin(&client->lines, clock_us() + client->spec->limits.wait);
    enum verdict verdict = await_move(client, &ignored);
    if (verdict != VERDICT_STALL)
        return verdict;
    return fault_set(&client->lines.fault, VERDICT_STALL,
                     N_("no bestmove within %.3f seconds after stop"),
                     (double)client->spec->limits.wait / 1e6);
}

void client_ask_score(struct engine_client *client) {
    lines_say(&client->lines, "score");
    lines_begin(&client->lines, clock_us() + client->spec->limits.wait);
    lines_send(&client->lines);
}

enum verdict client_await_score(struct engine_client *client, struct client_score *score) {
    struct protocol_message message;
    enum verdict verdict = await(client, TGI_SCORE_ANSWER, client->spec->limits.wait, &message);
    if (verdict != VERDICT_OK)
        return verdict;
    for (int seat = 0; seat < GAME_PLAYERS_MAX; seat++)
        score->points[seat] =
            message.value[SCORE_P1 + seat].given ? message.value[SCORE_P1 + seat].number[0] : 0;
    score->margin = message.value[SCORE_MARGIN].number[0];
    score->total = message.value[SCORE_TOTAL].number[0];
    text_clean(score->over, sizeof score->over, message.value[SCORE_OVER].text);
    score->given = true;
    return VERDICT_OK;
}

/* ---- the end --------------------------------------------------------------------------------- */

void client_say_quit(struct engine_client *client) {
    if (!client_runs(client) || client->lines.process.in < 0)
        return;
    lines_say(&client->lines, "quit");
    lines_send(&client->lines);
    process_hang_up(&client->lines.process);
}

void client_stop(struct engine_client *client, bool politely) {
    if (!client_runs(client))
        return;
    if (politely)
        client_say_quit(client);
    int grace_ms = politely ? (int)(client->spec->limits.quit / 1000) : 0;
    lines_close(&client->lines, grace_ms);
    lines_note(&client->lines, politely ? "ended" : "killed");
}
