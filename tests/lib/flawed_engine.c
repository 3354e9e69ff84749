/* flawed_engine.c - our engine with one flaw: all lines pass through here, and some are not what
 * they should be.
 *
 *     flawed_engine FLAW ENGINE [WORD...]
 *     flawed_engine
 *
 * The words are those of the engine. Without arguments it prints its flaws, each with the check of
 * `certify` that is to find it.
 */
#define PCRE2_CODE_UNIT_WIDTH 8
#include "config.h"

#include "base/clock.h"
#include "base/system.h"
#include "base/text.h"

#include <fcntl.h>
#include <inttypes.h>
#include <pcre2.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { READ_SIZE = 1 << 16, EXTRA_OPTIONS = 300, KEPT_BYTES = 512 << 10 };

struct line {
    const char *text;
    size_t length;
};

/* What becomes of the lines of one direction that match a pattern at their beginning. */
enum change_kind {
    KEEP,   /* nothing: no pattern is needed */
    DROP,   /* they are dropped */
    BEFORE, /* these lines come before them */
    ADD,    /* or after them */
    TWICE,  /* they come twice */
    SLOW,   /* they come so many milliseconds later */
    ONCE,   /* only the first one passes */
    DIE,    /* the engine ends with status 3 */
    CHANGE, /* the pattern is replaced, wherever it is */
    CALL    /* a function says what becomes of any line */
};

struct change {
    enum change_kind kind;
    const char *pattern, *text;
    int ms;
    void (*call)(struct text *out, struct line line);
};

struct flaw {
    const char *name, *check; /* NULL: unusual, but no flaw */
    struct change to, from;   /* the engine */
};

static bool begins(struct line line, const char *start) {
    size_t length = strlen(start);
    return line.length >= length && memcmp(line.text, start, length) == 0;
}

static bool is(struct line line, const char *text) {
    return line.length == strlen(text) && begins(line, text);
}

static void put(struct text *out, struct line line) {
    text_add_bytes(out, line.text, line.length);
    text_add(out, "\n");
}

static void fill(struct text *out, char byte, int count) {
    for (int i = 0; i < count; i++)
        text_add_bytes(out, &byte, 1);
    text_add(out, "\n");
}

/* ---- flaws that no pattern describes --------------------------------------------------------- */

/* Each 50th answer to isready is missing. */
static void merge_ready(struct text *out, struct line line) {
    static int ready;
    if (!is(line, "readyok") || ++ready % 50)
        put(out, line);
}

static void misread_blank(struct text *out, struct line line) {
    for (size_t i = 0; i < line.length; i++)
        if (!strchr(" \t\r", line.text[i])) {
            put(out, line);
            return;
        }
    text_add(out, "paly\n");
}

static void overflow_early(struct text *out, struct line line) {
    if (line.length < 60000)
        put(out, line);
    else
        fill(out, 'x', 70000);
}

static void take_too_long(struct text *out, struct line line) {
    if (line.length < 65537)
        put(out, line);
    else
        text_add(out, "isready\n");
}

/* A line that is not UTF-8 is cut at its first blank. */
static void take_any_bytes(struct text *out, struct line line) {
    const char *blank = memchr(line.text, ' ', line.length);
    if (blank && !text_is_utf8(line.text))
        line.length = (size_t)(blank - line.text);
    put(out, line);
}

/* A number after a word is changed. */
static void change_number(struct text *out, struct line line, const char *word, bool negate) {
    const char *at = strstr(line.text, word);
    if (!at) {
        put(out, line);
        return;
    }
    char *end;
    at += strlen(word);
    long number = strtol(at, &end, 10) + 1;
    text_add_bytes(out, line.text, (size_t)(at - line.text));
    text_addf(out, "%ld%s\n", negate ? -number : number, end);
}

static void count_wrongly(struct text *out, struct line line) {
    change_number(out, line, begins(line, "score p1 ") ? "score p1 " : "\n", false);
}

static void mistake_margin(struct text *out, struct line line) {
    change_number(out, line, "margin ", true);
}

static void always_say_id(struct text *out, struct line line) {
    text_add_bytes(out, line.text, line.length);
    text_add(out, begins(line, "bestmove") && !strstr(line.text, " id ") ? " id 0\n" : "\n");
}

/* The last report begins with a move other than the one that is played. */
static void report_another(struct text *out, struct line line) {
    static char kept[READ_SIZE];
    const char *moves = strstr(line.text, " pv ");
    if (begins(line, "info ") && moves)
        snprintf(kept, sizeof kept, "%s", line.text);
    if (begins(line, "bestmove ") && kept[0]) {
        char *played = strstr(kept, " pv ") + 4, *rest = played + strcspn(played, " ");
        text_addf(out, "%.*s%d%s\n", (int)(played - kept), kept,
                  begins((struct line){played, (size_t)(rest - played)}, "0") && rest - played == 1,
                  rest);
    }
    put(out, line);
}

static void leak(struct text *out, struct line line) {
    static struct text kept;
    for (int i = 0; begins(line, "newgame") && i < KEPT_BYTES / 64; i++)
        text_addf(&kept, "%063d\n", i);
    put(out, line);
}

/* The second line of a report begins with the move of the first. */
static void repeat_line(struct text *out, struct line line) {
    static char kept[READ_SIZE];
    const char *moves = strstr(line.text, " pv ");
    if (moves && strstr(line.text, " multipv 1 "))
        snprintf(kept, sizeof kept, "%s", moves);
    if (moves && strstr(line.text, " multipv 2 "))
        text_addf(out, "%.*s%s\n", (int)(moves - line.text), line.text, kept);
    else
        put(out, line);
}

/* Moves depend on the process, not on the seed alone. */
static void choose_seed(struct text *out, struct line line) {
    const char *seed = strstr(line.text, "seed ");
    if (seed)
        text_addf(out, "%.*sseed %" PRId64 "\n", (int)(seed - line.text), line.text,
                  (int64_t)getpid() + clock_ns());
    else
        put(out, line);
}

static void quit_late(struct text *out, struct line line) {
    static bool thinks;
    thinks |= begins(line, "go infinite");
    if (!thinks || !is(line, "quit"))
        put(out, line);
}

static void have_many_options(struct text *out, struct line line) {
    put(out, line);
    for (int i = 0; begins(line, "option name Hash") && i < EXTRA_OPTIONS; i++)
        text_addf(out, "option name Extra%d type string default none\n", i);
}

/* ---- the table ------------------------------------------------------------------------------- */

#define OPTION_HASH "option name Hash type spin default 64"
#define TO(...)     .to = {__VA_ARGS__}
#define FROM(...)   .from = {__VA_ARGS__}

/* What a row does not need is zero. */
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
static const struct flaw flaws[] = {
    {"no-name", "handshake", FROM(DROP, "id name")},
    {"no-author", "handshake", FROM(DROP, "id author")},
    {"no-protocol", "handshake", FROM(DROP, "protocol")},
    {"no-game", "handshake", FROM(DROP, "game ")},
    {"protocol-2", "handshake", FROM(CHANGE, "^protocol 1", "protocol 2")},
    {"bad-option", "handshake", FROM(CHANGE, "^(option name Hash type spin).*", "$1 default")},
    {"option-of-nothing", "handshake", FROM(CHANGE, "^option name Hash .*", OPTION_HASH " min 1")},
    {"option-upside-down", "handshake",
     FROM(CHANGE, "^option name Hash .*", OPTION_HASH " min 9 max 8")},
    {"option-perhaps", "handshake",
     FROM(CHANGE, "^(option name Ponder type check default).*", "$1 perhaps")},
    {"option-no-choice", "handshake", FROM(CHANGE, "^(option name Player .*?) var .*", "$1")},
    {"option-type", "handshake", FROM(CHANGE, "^(option name Hash type) spin", "$1 number")},
    {"option-no-default", "handshake",
     FROM(CHANGE, "^(option name Hash type spin) default 64", "$1")},
    {"two-names", "handshake", FROM(ADD, "id name", "id name again")},
    {"two-authors", "handshake", FROM(ADD, "id author", "id author again")},
    {"two-protocols", "handshake", FROM(ADD, "protocol", "protocol 1")},
    {"early-ready", "handshake", FROM(BEFORE, "tgiok", "readyok")},
    {"no-tgiok", "handshake", FROM(DROP, "tgiok")},
    {"chatter", "handshake", FROM(BEFORE, "tgiok", "hello there")},
    {"tgi-once", "tgi-again", TO(ONCE, "tgi$")},
    {"talks", "silence", TO(ADD, "setgrid", "perft 1")},
    {"ready-merged", "isready", FROM(CALL, .call = merge_ready)},
    {"option-refused", "option-defaults",
     TO(CHANGE, "^setoption name Hash value 64", "setoption name Hash value x")},
    {"option-unbounded", "option-bounds", TO(DROP, "setoption name Hash value (0|1048577|some)$")},
    {"option-any", "option-names", TO(DROP, "setoption name NoSuchOption")},
    {"option-case", "option-names", TO(CHANGE, "^setoption name hash", "setoption name hashsize")},
    {"blank-lines", "blanks", TO(CALL, .call = misread_blank)},
    {"too-short-lines", "longest-line", TO(CALL, .call = overflow_early)},
    {"too-long-passes", "too-long", TO(CALL, .call = take_too_long)},
    {"nul-passes", "nul-byte", TO(CHANGE, "\\x00.*", "")},
    {"any-bytes", "not-utf8", TO(CALL, .call = take_any_bytes)},
    {"ascii-names", "utf8-name", TO(CHANGE, "[^\\x00-\\x7f]+", " ")},
    {"unknown-ignored", "unknown-command", TO(DROP, "paly|bestmove")},
    {"error-word", "unknown-command", FROM(CHANGE, "^error unknown", "error what")},
    {"go-any-fields", "wrong-lines", TO(CHANGE, "^go movetime soon", "go movetime 1")},
    {"errors-twice", "wrong-lines", FROM(TWICE, "error")},
    {"other-error", "too-long", FROM(CHANGE, "^error toolong", "error syntax")},
    {"error-in-a-word", "unknown-command", FROM(CHANGE, "^(error unknown) .*", "$1")},
    {"error-forgets", "errors-change-nothing", TO(ADD, "paly", "newgame")},
    {"illegal-passes", "illegal-moves", FROM(DROP, "error illegal")},
    {"any-board", "bad-boards", TO(CHANGE, "^setgrid inline (\\S+) bad .*", "isready")},
    {"illegal", "play", FROM(CHANGE, "^bestmove \\d+", "bestmove 0")},
    {"no-move", "play", FROM(CHANGE, "^bestmove [^n]\\S*", "bestmove x9y")},
    {"bare-move", "play", FROM(CHANGE, "^bestmove .*", "bestmove")},
    {"no-id-in-play", "play", FROM(CHANGE, " id \\d+$", "")},
    {"no-points", "score", FROM(CHANGE, "^score p1 (\\d+)", "score p7 $1")},
    {"no-total", "score", FROM(CHANGE, " total -?\\d+", "")},
    {"no-half", "score", FROM(CHANGE, " half \\d+", " half 9")},
    {"no-over", "score", FROM(CHANGE, " over .*", "")},
    {"over-and-more", "score", FROM(CHANGE, " over no$", " over north")},
    {"wrong-points", "score", FROM(CALL, .call = count_wrongly)},
    {"wrong-margin", "score", FROM(CALL, .call = mistake_margin)},
    {"wrong-end", "score", FROM(CHANGE, "over (stalemate|full)", "over done")},
    {"legal-short", "legal", FROM(CHANGE, "^legal (.*) \\S+$", "legal $1")},
    {"legal-more", "legal", FROM(CHANGE, "^(legal .*) (\\S+)(?<!more)$", "$1 $2 $2")},
    {"perft-many", "perft", FROM(CHANGE, "^perft 1 .*", "perft 1 many")},
    {"wrong-perft", "perft", FROM(CHANGE, "^perft 2 (\\d+)", "perft 2 1$1")},
    {"undo-one", "undo", TO(CHANGE, "^undo \\d+", "undo")},
    {"position-plays-on", "position", TO(CHANGE, "^position (half \\d+ )?.*moves", "play")},
    {"no-none", "over", FROM(CHANGE, "^bestmove none", "bestmove 0")},
    {"no-id", "go-id", FROM(CHANGE, " id \\d+$", "")},
    {"always-id", "go-id", FROM(CALL, .call = always_say_id)},
    {"twice", "one-answer", FROM(TWICE, "bestmove")},
    {"other-report", "info", FROM(CALL, .call = report_another)},
    {"wrong-report", "info", FROM(BEFORE, "bestmove", "info depth deep")},
    {"late", "movetime", FROM(SLOW, "bestmove", .ms = 250)},
    {"forever", "movetime", FROM(DROP, "bestmove")},
    {"no-clock", "short-clock", TO(CHANGE, "p1time.*", "movetime 400")},
    {"early-stop", "stop", TO(CHANGE, "^go infinite", "go movetime 1")},
    {"late-stop", "stop", TO(SLOW, "stop", .ms = 300)},
    {"not-busy", "busy", FROM(DROP, "error busy")},
    {"early-ponder", "ponder", TO(CHANGE, "go ponder", "go")},
    {"no-option-ponder", "ponder", FROM(DROP, "option name Ponder")},
    {"ponderhit-any", "ponder", FROM(CHANGE, "^error state ponderhit", "error busy ponderhit")},
    {"no-searchmoves", "searchmoves", TO(CHANGE, " searchmoves .*", "")},
    {"one-line", "multipv", FROM(DROP, "info .*multipv [23]")},
    {"no-option-multipv", "multipv",
     TO(CHANGE, "^setoption name MultiPV", "setoption name MultiPW")},
    {"same-lines", "multipv", FROM(CALL, .call = repeat_line)},
    {"other-seed", "seed", TO(CALL, .call = choose_seed)},
    {"leak", "games-in-a-row", TO(CALL, .call = leak)},
    {"stays", "quit", TO(DROP, "quit")},
    {"bad-status", "quit", TO(DIE, "quit")},
    {"quit-waits", "quit-thinking", TO(CALL, .call = quit_late)},
    {"deaf-end", "end-of-input", TO(KEEP)},
    {"deaf-end-thinking", "end-thinking", TO(KEEP)},
    {"no-cells", NULL, FROM(DROP, "game (triancey|selacata|archipel)")},
    {"no-options", NULL, TO(DROP, "setoption"), FROM(DROP, "option")},
    {"many-options", NULL, FROM(CALL, .call = have_many_options)},
    {"other-kinds", NULL, TO(DROP, "setoption name Deep value -?\\d"),
     FROM(BEFORE, "tgiok",
          "option name Deep type spin default -9223372036854775808"
          " min -9223372036854775808 max 9223372036854775807")},
    {"other-games", NULL, FROM(CHANGE, "^game .*", "game chess Chess")},
};
enum { FLAWS = sizeof flaws / sizeof *flaws };

/* ---- lines pass ------------------------------------------------------------------------------ */

struct way {
    struct change change;
    pcre2_code *pattern;
    int from, to; /* descriptors */
    struct text rest;
    bool seen, thinks;
};

static void write_all(int descriptor, const char *bytes, size_t length) {
    for (ssize_t done; length > 0; bytes += done, length -= (size_t)done)
        if ((done = write(descriptor, bytes, length)) < 0)
            return; /* who should read is gone: the end of its output says so */
}

static void replace(const struct way *way, struct text *out, struct line line) {
    size_t room = line.length + 4096;
    unsigned char *changed = malloc(room);
    if (changed &&
        pcre2_substitute(way->pattern, (PCRE2_SPTR)line.text, line.length, 0,
                         PCRE2_SUBSTITUTE_GLOBAL, NULL, NULL, (PCRE2_SPTR)way->change.text,
                         PCRE2_ZERO_TERMINATED, changed, &room) >= 0)
        put(out, (struct line){(char *)changed, room});
    free(changed);
}

static bool matches(const struct way *way, struct line line) {
    pcre2_match_data *data = pcre2_match_data_create_from_pattern(way->pattern, NULL);
    bool found = pcre2_match(way->pattern, (PCRE2_SPTR)line.text, line.length, 0, PCRE2_ANCHORED,
                             data, NULL) >= 0;
    pcre2_match_data_free(data);
    return found;
}

static void pass(struct way *way, struct text *out, struct line line) {
    const struct change *change = &way->change;
    way->thinks = begins(line, "go");
    if (change->kind == CALL || change->kind == CHANGE) {
        if (change->call)
            change->call(out, line);
        else
            replace(way, out, line);
        return;
    }
    bool concerned = change->kind != KEEP && matches(way, line);
    if (concerned && change->kind == DIE)
        _exit(3);
    if (concerned && change->kind == SLOW)
        poll(NULL, 0, change->ms);
    if (concerned && change->kind == BEFORE)
        text_addf(out, "%s\n", change->text);
    if (!concerned || (change->kind != DROP && (change->kind != ONCE || !way->seen)))
        put(out, line);
    if (concerned && change->kind == TWICE)
        put(out, line);
    if (concerned && change->kind == ADD)
        text_addf(out, "%s\n", change->text);
    way->seen |= concerned;
}

/* Passes on the lines that have come; false: no more will come. */
static bool pass_lines(struct way *way) {
    static char bytes[READ_SIZE];
    ssize_t length = read(way->from, bytes, sizeof bytes);
    if (length <= 0)
        return false;
    struct text out = {0};
    text_add_bytes(&way->rest, bytes, (size_t)length);
    char *at = way->rest.bytes, *end = at + way->rest.length;
    for (char *stop; (stop = memchr(at, '\n', (size_t)(end - at))); at = stop + 1) {
        *stop = '\0';
        pass(way, &out, (struct line){at, (size_t)(stop - at)});
    }
    write_all(way->to, text_get(&out), out.length);
    text_free(&out);
    struct text rest = {0};
    text_add_bytes(&rest, at, (size_t)(end - at));
    text_free(&way->rest);
    way->rest = rest;
    return true;
}

static struct way make_way(struct change change, int from, int to) {
    struct way way = {.change = change, .from = from, .to = to};
    int error;
    size_t place;
    if (change.pattern)
        way.pattern = pcre2_compile((PCRE2_SPTR)change.pattern, PCRE2_ZERO_TERMINATED,
                                    PCRE2_DOTALL | PCRE2_DOLLAR_ENDONLY, &error, &place, NULL);
    if (change.pattern && !way.pattern) {
        fprintf(stderr, "flawed_engine: %s: wrong at %zu\n", change.pattern, place);
        exit(2);
    }
    return way;
}

static pid_t start(char **engine, int *to, int *from) {
    int in[2], out[2];
    if (system_pipe(in, true) != 0 || system_pipe(out, true) != 0)
        exit(2);
    pid_t child = fork();
    if (child == 0) {
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        execv(engine[0], engine);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    *to = in[1];
    *from = out[0];
    return child;
}

static int run(char **engine, const struct flaw *flaw) {
    int to, from, status;
    pid_t child = start(engine, &to, &from);
    struct way there = make_way(flaw->to, STDIN_FILENO, to);
    struct way back = make_way(flaw->from, from, STDOUT_FILENO);
    struct pollfd ready[2] = {{.fd = from, .events = POLLIN},
                              {.fd = STDIN_FILENO, .events = POLLIN}};
    for (;;) {
        if (poll(ready, 2, -1) < 0)
            return 2;
        if (ready[0].revents && !pass_lines(&back))
            break;
        if (ready[1].revents && !pass_lines(&there)) {
            bool deaf = strcmp(flaw->name, "deaf-end") == 0 || strcmp(flaw->name, "stays") == 0 ||
                        (strcmp(flaw->name, "deaf-end-thinking") == 0 && there.thinks);
            ready[1].fd = -1;
            if (!deaf)
                close(to);
        }
    }
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 2;
}

int main(int argc, char **argv) {
    for (int i = 0; i < FLAWS; i++)
        if (argc > 2 && strcmp(flaws[i].name, argv[1]) == 0)
            return run(argv + 2, &flaws[i]);
        else if (argc == 1 && flaws[i].check)
            printf("%s %s\n", flaws[i].name, flaws[i].check);
    return argc == 1 ? 0 : 2;
}
