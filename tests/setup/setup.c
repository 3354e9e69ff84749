/* setup.c - command lines cut into words, limits, the schedule, and league files: what they mean,
 * and the message for each mistake in them. */
#include "config.h"

#include "base/error.h"
#include "half/terms.h"
#include "pairing/format.h"
#include "pairing/schedule.h"
#include "referee/engines/builtin.h"
#include "referee/setup/setup.h"
#include "tests/lib/tap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void test_words(void) {
    static const struct {
        const char *line, *words; /* joined by '|'; NULL: refused */
    } rows[] = {
        {"engine", "engine"},
        {"  ./a  b\tc ", "./a|b|c"},
        {"'a b' \"c d\"", "a b|c d"},
        {"a\\ b '\\' \"\\\"\"", "a b|\\|\""},
        {"x='y z'", "x=y z"},
        {"a '' b", "a||b"},
        {"", NULL},
        {"   ", NULL},
        {"a 'b", NULL},
        {"$HOME *", "$HOME|*"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct error error;
        struct text joined = {0};
        char **words = words_split(rows[i].line, &error);
        for (int k = 0; words && words[k]; k++)
            text_addf(&joined, "%s%s", k ? "|" : "", words[k]);
        is_string(words ? text_get(&joined) : NULL, rows[i].words, "words of <%s>", rows[i].line);
        free(words);
        text_free(&joined);
    }
    struct error error;
    char **words = builtin_command(" 'builtin:random' ", &error);
    ok(words && strstr(words[0], "triancey-engine"), "a builtin is our engine");
    ok(words && strcmp(words[1], "--player") == 0 && strcmp(words[2], "random") == 0 && !words[3],
       "with its player");
    free(words);
    ok(!builtin_command("builtin:random x", &error) && strstr(error.text, "'x'"), "alone: %s",
       error.text);
    ok(!builtin_command("builtin:", &error) && strstr(error.text, "needs a player"), "named: %s",
       error.text);
}

static void test_limits(void) {
    static const struct {
        const char *key, *value,
            *wanted; /* as written, without margin, cap, start and wait; NULL: refused */
    } rows[] = {
        {"movetime", "20", "movetime=20 "},
        {"movetime", "0", NULL},
        {"movetime", "1e3", NULL},
        {"movetime", "", NULL},
        {"movetime", "99999999999999999999", NULL},
        {"tc", "10+0.1", "tc=10.000000+0.100000 "},
        {"tc", "0.5", "tc=0.500000+0.000000 "},
        {"tc", "10+", NULL},
        {"tc", "10+x", NULL},
        {"tc", "-1", NULL},
        {"tc", "0", NULL},
        {"tc", "nan", NULL},
        {"tc", "0x10", NULL},
        {"tc", "1e3", NULL},
        {"tc", "10+1e-3", NULL},
        {"tc", "1.2.3", NULL},
        {"nodes", "5000", "nodes=5000 "},
        {"nodes", "-3", NULL},
        {"depth", "4", "depth=4 "},
        {"depth", "4 ", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct error error = {.text = ""};
        struct engine_spec spec = {0};
        struct text text = {0};
        terms_default(&spec);
        bool good = terms_set(&spec, terms_find(rows[i].key), rows[i].value, &error);
        terms_write(&spec, &text);
        if (rows[i].wanted)
            ok(good && strncmp(text_get(&text), rows[i].wanted, strlen(rows[i].wanted)) == 0,
               "%s=%s is %s", rows[i].key, rows[i].value, text_get(&text));
        else
            ok(!good && strstr(error.text, rows[i].key), "%s=%s is refused: %s", rows[i].key,
               rows[i].value, error.text);
        text_free(&text);
    }
}

/* A round robin on a list of boards. */
static struct schedule make(int seats, int engines, int boards, int rounds, int halves,
                            uint64_t seed) {
    return (struct schedule){.format = formats[0],
                             .seats = seats,
                             .engines = engines,
                             .list = boards,
                             .boards = boards,
                             .rounds = rounds,
                             .halves = halves,
                             .seed = seed};
}

/* How many bits are set. */
static int members(int set) {
    int count = 0;
    for (; set; set &= set - 1)
        count++;
    return count;
}

/* Every group of engines once a round on every board; over the legs every member of a group has
 * every seat once, with one board and one seed. */
static void test_seats(int seats, int engines, int boards, int rounds) {
    struct schedule schedule = make(seats, engines, boards, rounds, 1, 7);
    int64_t count = schedule_count(&schedule);
    int *met = calloc((size_t)(boards * rounds) << engines, sizeof *met);
    bool once = true, rotate = true, together = true;
    for (int64_t i = 0; i < count; i += seats) {
        struct schedule_entry first = schedule_get(&schedule, i);
        int group = 0, seated[GAME_PLAYERS_MAX] = {0};
        for (int leg = 0; leg < seats; leg++) {
            struct schedule_entry entry = schedule_get(&schedule, i + leg);
            together &= entry.seed == first.seed && entry.board == first.board &&
                        entry.pair == first.pair && entry.leg == leg && entry.seats == seats;
            for (int k = 0; k < seats; k++) {
                group |= 1 << entry.engine[k];
                seated[k] |= 1 << entry.engine[k];
            }
        }
        for (int k = 0; k < seats; k++)
            rotate &= seated[k] == group && members(group) == seats;
        once &= met[((first.round * boards + first.board) << engines) + group]++ == 0;
    }
    int groups = 0;
    for (int set = 0; set < 1 << engines; set++)
        groups += members(set) == seats;
    is_int(count, (long long)groups * boards * rounds * seats, "%d seats, %d engines: all games",
           seats, engines);
    ok(once, "each group once a round on each board");
    ok(rotate, "every member has every seat");
    ok(together, "legs have one board and one seed");
    free(met);
}

/* Each pair once a round on each board, seats exchanged as the game has it. */
static void test_schedule(int engines, int boards, int rounds, int halves) {
    struct schedule schedule = make(2, engines, boards, rounds, halves, 7);
    int legs = halves > 1 ? 1 : 2;
    int64_t count = schedule_count(&schedule);
    is_int(count, (long long)engines * (engines - 1) / 2 * boards * rounds * legs,
           "games of %d engines, %d boards, %d rounds, %d halves", engines, boards, rounds, halves);
    char *met = calloc((size_t)(engines * engines * boards * rounds * legs), 1);
    bool once = true, range = true, legs_fit = true, seeds = true;
    for (int64_t i = 0; i < count; i++) {
        struct schedule_entry e = schedule_get(&schedule, i), f = schedule_get(&schedule, i);
        range &= e.number == i && e.board < boards && e.round < rounds && e.leg < legs &&
                 e.engine[0] != e.engine[1] && e.engine[0] < engines && e.engine[1] < engines;
        seeds &= e.seed == f.seed && schedule_engine_seed(&e, 0, 1) >> 63 == 0 &&
                 schedule_engine_seed(&e, 0, 1) != schedule_engine_seed(&e, 1, 1) &&
                 schedule_engine_seed(&e, 0, 1) != schedule_engine_seed(&e, 0, 2);
        int low = e.engine[0] < e.engine[1] ? e.engine[0] : e.engine[1];
        int high = e.engine[0] + e.engine[1] - low;
        char *seen =
            &met[(((low * engines + high) * boards + e.board) * rounds + e.round) * legs + e.leg];
        once &= !*seen;
        *seen = 1;
        if (e.leg == 1) {
            struct schedule_entry before = schedule_get(&schedule, i - 1);
            legs_fit &= before.pair == e.pair && before.seed == e.seed && before.board == e.board &&
                        before.engine[0] == e.engine[1] && before.engine[1] == e.engine[0] &&
                        schedule_engine_seed(&before, low, 1) == schedule_engine_seed(&e, low, 1);
        }
    }
    ok(once, "each meeting once");
    ok(range, "all numbers in range");
    ok(legs_fit, "two legs: same board and seed, seats exchanged");
    ok(seeds, "seeds are the same each time, and differ by engine and half");
    free(met);
}

static void test_rounds_grow(void) {
    struct schedule few = make(2, 4, 3, 1, 2, 99), many = make(2, 4, 3, 5, 2, 99);
    bool same = true;
    for (int64_t i = 0; i < schedule_count(&few); i++) {
        struct schedule_entry a = schedule_get(&few, i), b = schedule_get(&many, i);
        same &= a.seed == b.seed && a.board == b.board && a.engine[0] == b.engine[0];
    }
    ok(same, "more rounds leave the first ones as they are");
    struct schedule_entry a = schedule_get(&many, 0);
    struct schedule_entry b = schedule_get(&many, schedule_count(&few));
    ok(a.engine[0] == b.engine[1] && a.engine[1] == b.engine[0], "seats change with the round");
}

/* ---- league files ---------------------------------------------------------------------------- */

static const char two_engines[] = "[engine a]\ncmd = builtin:reference\n"
                                  "[engine b]\ncmd = builtin:random\n";

static void write_text(char *path, const char *text, size_t length) {
    FILE *file = fdopen(mkstemps(path, 4), "w");
    fwrite(text, 1, length, file);
    fclose(file);
}

/* Reads a league file with this text, and finishes it. */
static bool read_text(struct setup *setup, const char *text, struct error *error) {
    char path[] = "/tmp/triancey-setup-XXXXXX.ini";
    write_text(path, text, strlen(text));
    setup_init(setup);
    bool good = setup_read(setup, path, error) && setup_finish(setup, error);
    unlink(path);
    return good;
}

static const struct {
    const char *text, *wanted; /* what the message must hold */
} mistakes[] = {
    {"[league]\ngame = chess\n", ":2: [league] game: no game 'chess'; the games are: triancey"},
    {"[league]\ngame = selacata players 3\n", "players of selacata must be 2, not 3"},
    {"[league]\ngame = selacata size 3\n", "selacata does not know 'size'"},
    {"[league]\nround = 3\n", ":2: [league] round: no key 'round'; the keys are: name game"},
    {"[league]\nrounds = 0\n", "rounds must be a whole number from 1"},
    {"[league]\nrounds = many\n", "not 'many'"},
    {"[league]\nrounds = 1\nrounds = 2\n", ":3: [league] rounds: rounds is given twice"},
    {"[league]\nseed = -1\n", "seed must be"},
    {"[league]\nseed = 99999999999999999999\n", "seed must be"},
    {"[league]\nname = a/b\n", ":2: [league] name: 'a/b' is not a name"},
    {"[engine J\xe9r\xf4me]\n", ":1: [engine J\xe9r\xf4me]: the name 'J\xe9r\xf4me' is not UTF-8"},
    {"[engine a]\ncmd = sh -c \"x y\n[engine b]\ncmd = z\n",
     "not closed in the command: sh -c \"x y"},
    {"[league]\ngame = trioker-puzzle\n", "trioker-puzzle is a game for one player"},
    {"[league]\nrecord =\n", "record must be the path of a file"},
    {"[league]\nshard = 3\n", "shard must be K/N with K from 1 to N"},
    {"[league]\nshard = 1/x\n", "not '1/x'"},
    {"[league]\nshard = 3/2\n", "not '3/2'"},
    {"[league]\nseeding = best\n", "seeding must be order or draw, not 'best'"},
    {"[league]\nboards = some\n", "boards must be all, draw:N or words:N, not 'some'"},
    {"[league]\nopenings = random:99999\n", "not 'random:99999'"},
    {"[league]\nopenings = archipelago:1:2\n", "not 'archipelago:1:2'"},
    {"[league]\ngauntlet = a\nformat = gauntlet\ngauntlet = b\n", "gauntlet is given twice"},
    {"[league]\nmovetime = fast\n", "[league] movetime: movetime must be a whole number"},
    {"[league]\naffinity = 1\n", "affinity must be yes or no"},
    {"[liga]\nrounds = 1\n",
     ":1: [liga]: no such section; the sections are: [league] [engine NAME]"},
    {"[league]\n\n[enigne d]\n", ":3: [enigne d]: no such section; the sections are:"},
    {"[league]\nname = a\n [enigne d]\n", ":3: [league] name: name is given twice"},
    {"[engine c]\n[engine a]\ncmd = x\n[engine b]\ncmd = x\n", "engine c has no cmd"},
    {"  [engine c] ; a comment\n", "there is 1"},
    {"\xef\xbb\xbf[engine c]\r\n", "there is 1"},
    {"[engine ]\n", ":1: [engine ]: a name must have 1 to"},
    {"[engine abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz]\n",
     ":1: the name of a section has at most 49 bytes"},
    {"name = x\n", ":1: name: it is before the first [section]"},
    {"[engine a]\ncmd = builtin:random x\n[engine b]\ncmd = x\n",
     ": engine a: cmd: nothing may follow builtin:random, but 'x' does"},
    {"[engine a]\ncommand = x\n", "[engine a] command: no key 'command'; the keys are: cmd dir"},
    {"[engine a]\nname = x\n", "the name of an engine is that of its section"},
    {"[engine a  b]\ncmd = x\n", "'a  b' is not a name: no '/' is allowed, no blank"},
    {"[engine a b]\ncmd = x\n", "at least 2 engines are needed, but there is 1"},
    {"[league]\nname = Autumn Cup\n", "at least 2 engines are needed, but there are 0"},
    {"[engine a]\ncmd = x\n", "at least 2 engines are needed, but there is 1"},
    {"[league]\nrounds = 1\n", "at least 2 engines are needed, but there are 0"},
    {"[engine a]\ndir = /tmp\n[engine b]\ncmd = x\n", "engine a has no cmd"},
    {"[engine a]\ncmd = x\ncmd = y\n", ":3: [engine a] cmd: cmd is given twice"},
    {"[engine a]\ndepth = 1\ndepth = 2\n", "depth is given twice"},
    {"[engine a]\noption. = 1\n", "an option is written option.NAME=VALUE"},
    {"[engine a]\noption.a b = 1\n", "NAME without blanks"},
    {"[engine a]\noption.X = 1\noption.X = 2\n", "option.X is given twice"},
    {"no section\n", ":1: neither a [section], nor `key = value`"},
    {"[league\n", ":1: neither a [section]"},
};

static void test_mistakes(void) {
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        struct error error = {.text = ""};
        struct setup setup;
        bool good = read_text(&setup, mistakes[i].text, &error);
        if (!ok(!good && strstr(error.text, mistakes[i].wanted), "mistake %zu is named", i))
            diag("%s", error.text);
        setup_free(&setup);
    }
}

/* What is said in other words than usual. */
static void test_other_words(void) {
    static const char *const rows[] = {
        "opening_order = order\nopenings = random:2:3\n",
        "openings = none\n",
        "openings = archipelago\n",
        "seeding = order\nformat = knockout\n",
        "format = gauntlet\nreference = b\n",
        "sprt = none\n",
        "boards = all\n",
        "record = games\nshard = 1/2\nrounds = 2\n",
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct error error = {.text = ""};
        char text[1000];
        struct setup setup;
        snprintf(text, sizeof text, "[league]\ngrids =\n  torus 6x4,\n  torus 4x4\n%s%s", rows[i],
                 two_engines);
        ok(read_text(&setup, text, &error), "%s%s", rows[i], error.text);
        is_int(setup.boards, 2, "a list that begins in the line after its key");
        setup_free(&setup);
    }
}

/* Reads a file that begins with `text`, and whose other bytes are ends of lines. */
static bool read_bytes(char *text, size_t length, size_t bytes, struct error *error) {
    char path[] = "/tmp/triancey-setup-XXXXXX.ini";
    struct setup setup;
    memset(text + length, '\n', bytes - length);
    write_text(path, text, bytes);
    setup_init(&setup);
    bool good = setup_read(&setup, path, error);
    setup_free(&setup);
    unlink(path);
    return good;
}

static void test_sizes(void) {
    enum { BYTES = 1 << 20 };
    static char text[BYTES + 1];
    struct error error = {.text = ""};
    size_t length = strlen(strcpy(text, two_engines));
    ok(read_bytes(text, length, BYTES, &error), "a file of a megabyte %s", error.text);
    ok(!read_bytes(text, length, BYTES + 1, &error) && strstr(error.text, "File too large"),
       "a longer one: %s", error.text);
    length = 0;
    for (int i = 0; i <= SCHEDULE_ENGINES_MAX; i++) {
        if (i == SCHEDULE_ENGINES_MAX)
            ok(read_bytes(text, length, length, &error), "a thousand engines %s", error.text);
        length += (size_t)sprintf(text + length, "[engine e%d]\n", i);
    }
    ok(!read_bytes(text, length, length, &error) && strstr(error.text, "more than 1000 engines"),
       "one more: %s", error.text);
}

static void test_no_file(void) {
    struct error error;
    struct setup setup;
    setup_init(&setup);
    ok(!setup_read(&setup, "/dev/null", &error) && strstr(error.text, "not a regular file"), "%s",
       error.text);
    ok(!setup_read(&setup, "/does/not/exist.ini", &error) && strstr(error.text, "No such file"),
       "no file: %s", error.text);
    ok(!setup_read(&setup, "/tmp", &error) && strstr(error.text, "folder"), "a folder: %s",
       error.text);
    setup_free(&setup);
}

static void test_mistakes_in_whole(void) {
    static const struct {
        const char *league, *wanted;
    } rows[] = {
        {"reference = nobody\n", "reference: no engine has the name nobody"},
        {"grids = torus 6x\n", "grids: torus 6x:"},
        {"grids = triangle 4\n", "grids: triangle 4 does not suit selacata:"},
        {"grids = torus 6x4, torus 6x4\n", "grids: torus 6x4 is given twice"},
        {"grids = ,\n", "grids: an entry of the list is empty"},
        {"grids = torus 6x4,,torus 4x4\n", "grids: an entry of the list is empty"},
        {"grids = torus 6x4, torus 4x4,\n", "grids: an entry of the list is empty"},
        {"grids = torus 6x4,\n , torus 4x4\n", "grids: an entry of the list is empty"},
        {"grids =\n", "grids: no board is named"},
        {"grids = torus 6x4\n  rounds = 2\n",
         "grids: 'rounds = 2' is not a board (the line begins "},
        {"grids = torus 6x4\n  movetime=2\n",
         "grids: 'movetime=2' is not a board (the line begins "},
        {"grids = hexagon 2,3\n", "grids: hexagon 2,3 does not suit selacata: "},
        {"grids = torus 6x4, hexagon 2, 3, torus 4x4\n", "grids: hexagon 2,3 does not suit"},
        {"grids = hexagon 2, torus 6x4\n", "grids: hexagon 2 does not suit"},
        {"grids = hexagon-2, x\n", "grids: hexagon-2"},
        {"grids = hexagon x, 3\n", "grids: hexagon x: "},
        {"grids = hexagon 2x, 3\n", "grids: hexagon 2x: "},
        {"grids = hexagon 2, 3x\n", "grids: hexagon 2 does not suit"},
        {"grids = hexagon 2, , torus 6x4\n", "grids: hexagon 2 does not suit"},
        {"game = tritt\nboards = words:2\n", "boards: tritt has a board of its own"},
        {"boards = words:1000\nrounds = 1000000\n", "more than 100000000 games"},
        {"boards = words:1\nword_cells = 1\n", "word_cells: "},
        {"format = gauntlet\ngauntlet = a,b\n", "gauntlet: 0 engines are left to meet the others"},
        {"openings = randomly\n", "cannot read randomly"},
        {"grids = nosuch!\n", ".ini: [league] grids: nosuch!: "},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct error error = {.text = ""};
        char text[1000];
        struct setup setup;
        snprintf(text, sizeof text, "[league]\n%s%s", rows[i].league, two_engines);
        bool good = read_text(&setup, text, &error);
        if (!ok(!good && strstr(error.text, rows[i].wanted), "mistake in the whole %zu is named",
                i))
            diag("%s", error.text);
        setup_free(&setup);
    }
    test_no_file();
}

static void test_retold(void) {
    struct error error = {.text = ""};
    char path[] = "/tmp/triancey-setup-XXXXXX.ini";
    struct setup setup;
    write_text(path, two_engines, strlen(two_engines));
    setup_init(&setup);
    ok(setup_read(&setup, path, &error) && setup_set(&setup, "grids", "nosuch!", true, &error),
       "a file and a word from the command line %s", error.text);
    ok(!setup_finish(&setup, &error) && strncmp(error.text, "grids: nosuch!: ", 16) == 0,
       "a fault of the command line is not the file's: %s", error.text);
    setup_free(&setup);
    unlink(path);
}

static uint64_t hash_of(const struct setup *setup) {
    struct text text = {0};
    setup_write(setup, &text);
    uint64_t hash = text_hash(text_get(&text));
    text_free(&text);
    return hash;
}

/* Each limit of one engine makes another league. */
static void test_limits_hash(struct setup *setup, uint64_t hash) {
    static const char *const other[] = {"movetime", "tc",  "nodes", "depth",
                                        "margin",   "cap", "start", "wait"};
    struct engine_spec *spec = &setup->engine[1].spec, before = *spec;
    struct error error = {.text = ""};
    for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
        ok(terms_set(spec, terms_find(other[i]), "77", &error) && hash_of(setup) != hash,
           "%s makes another league", other[i]);
        *spec = before;
        ok(hash_of(setup) == hash, "and back");
    }
}

/* A NUL byte would cut its line without a word. */
static void test_nul(void) {
    static const char text[] = "[engine a]\ncmd = x\0y\n[engine b]\ncmd = x\n";
    struct error error = {.text = ""};
    char path[] = "/tmp/triancey-setup-XXXXXX.ini";
    struct setup setup;
    write_text(path, text, sizeof text - 1);
    setup_init(&setup);
    ok(!setup_read(&setup, path, &error) && strstr(error.text, ":2: a NUL byte"), "%s", error.text);
    setup_free(&setup);
    unlink(path);
}

static void test_good(void) {
    struct error error = {.text = ""};
    char text[2000];
    struct setup setup;
    snprintf(text, sizeof text,
             "[league]\nname = spring\ngame = selacata\ngrids = torus 6x4,\n    torus 4x4\n"
             "rounds = 3\nmovetime = 50\nmargin = 5\ncap = 9000\n%sdepth = 3\noption.Seed = 4\n"
             "cap = 70\nwait = 80\n",
             two_engines);
    ok(read_text(&setup, text, &error), "a good file %s", error.text);
    is_string(setup.name, "spring", "its name");
    is_string(setup.record, "spring.db", "its record");
    is_int(setup.boards, 2, "a list over two lines");
    is_string(setup.board[1].name, "torus 4x4", "the second");
    is_int(setup.reference, 0, "the reference computer is the reference");
    is_int(setup.engine[0].spec.limits.movetime, 50000, "a limit of all");
    is_int(setup.engine[1].spec.limits.movetime, 0, "not beside one's own");
    is_int(setup.engine[1].spec.limits.depth, 3, "one's own");
    is_int(setup.engine[1].spec.limits.margin, 5000, "the margin is taken from all");
    is_int(setup.engine[0].spec.limits.cap, 9000000, "the cap too");
    is_int(setup.engine[1].spec.limits.cap, 70000, "but one's own goes before it");
    is_int(setup.engine[1].spec.limits.wait, 80000, "and so does the wait");
    is_string(setup.engine[1].spec.option[0].value, "4", "an option");
    uint64_t hash = hash_of(&setup);
    setup.rounds = 9;
    setup.concurrency = 7;
    ok(hash_of(&setup) == hash, "rounds and concurrency do not make another league");
    setup.seed++;
    ok(hash_of(&setup) != hash, "a seed does");
    setup.seed--;
    test_limits_hash(&setup, hash);
    setup_free(&setup);
}

int main(void) {
    test_words();
    test_limits();
    test_schedule(2, 1, 1, 2);
    test_schedule(3, 12, 2, 2);
    test_schedule(7, 5, 3, 1);
    test_seats(2, 5, 2, 3);
    test_seats(3, 6, 2, 2);
    test_seats(3, 3, 1, 4);
    test_seats(4, 7, 3, 1);
    test_rounds_grow();
    test_mistakes();
    test_mistakes_in_whole();
    test_other_words();
    test_sizes();
    test_retold();
    test_nul();
    test_good();
    return done();
}
