/* said.c - `info` lines as the referee hears them: as the protocol's own parser has them, whatever
 * they are, and within bounds. */
#include "config.h"

#include "half/said.h"

#include "base/random.h"
#include "base/text.h"
#include "protocol/protocol.h"
#include "tests/lib/tap.h"

#include <stdlib.h>
#include <string.h>

/* Numbers of fields of `info`, by their names in the protocol's table. */
static int field_of(const char *name) {
    int i = 0;
    while (strcmp(protocol_commands[TGI_INFO].field[i].keyword, name) != 0)
        i++;
    return i;
}

/* A line as the protocol's parser reads it. False: not such a line. */
static bool parse(struct protocol_parser *parser, const char *line, struct said *said) {
    struct protocol_message message;
    struct protocol_error error;
    char *copy = strdup(line);
    bool good = protocol_parse(parser, PROTOCOL_FROM_ENGINE, copy, &message, &error) == PROTOCOL_OK;
    const struct protocol_value *value = message.value, *margin = &value[field_of("margin")],
                                *pv = &value[field_of("pv")], *rank = &value[field_of("multipv")];
    if (good && !(rank->given && rank->number[0] > 1)) {
        const char *const names[] = {"depth", "nodes", "time"};
        int64_t *const numbers[] = {&said->depth, &said->nodes, &said->time};
        for (int i = 0; i < 3; i++)
            if (value[field_of(names[i])].given && value[field_of(names[i])].number[0] >= 0)
                *numbers[i] = value[field_of(names[i])].number[0];
        if (margin->given || pv->given) {
            long long number = margin->given ? margin->number[0] : INT64_MAX;
            const char *bound = value[field_of("bound")].text;
            said->valued = number >= -SAID_MARGIN_MAX && number <= SAID_MARGIN_MAX;
            said->margin = said->valued ? (int)number : 0;
            said->bound = SAID_ESTIMATE;
            if (said->valued && bound)
                said_bound_find(bound, &said->bound);
            said->pv[0] = '\0';
            for (char *word = pv->text; word; word = protocol_next_word(pv, word))
                text_append(said->pv, sizeof said->pv, " ", word);
        }
    }
    free(copy);
    return good;
}

/* A line of words that mean something in `info`, and of some that do not. */
static void make_line(struct random *random, struct text *line) {
    static const char *const words[] = {"depth",
                                        "multipv",
                                        "margin",
                                        "bound",
                                        "nodes",
                                        "nps",
                                        "time",
                                        "hashfull",
                                        "pv",
                                        "split",
                                        "count",
                                        "string",
                                        "exact",
                                        "lower",
                                        "upper",
                                        "12",
                                        "-3",
                                        "+7",
                                        "0",
                                        "1",
                                        "2",
                                        "x",
                                        "a1-b2",
                                        "depths",
                                        "dept",
                                        "9223372036854775807",
                                        "9223372036854775808",
                                        "10000001",
                                        "-10000000",
                                        "-",
                                        "1e3",
                                        "0x1"};
    text_clear(line);
    text_add(line, "info");
    for (uint32_t i = random_below(random, 12); i > 0; i--) {
        text_add(line, random_below(random, 8) ? " " : random_below(random, 2) ? "\t" : "  ");
        text_add(line, words[random_below(random, sizeof words / sizeof *words)]);
        if (random_below(random, 2))
            text_addf(line, " %d", (int)random_below(random, 40));
    }
}

static bool same(const struct said *a, const struct said *b) {
    return a->valued == b->valued && a->margin == b->margin && a->bound == b->bound &&
           a->depth == b->depth && a->nodes == b->nodes && a->time == b->time &&
           strcmp(a->pv, b->pv) == 0;
}

static void test_parser(void) {
    const int lines = enough(40000, 200000);
    struct protocol_parser *parser = protocol_parser_new();
    struct random random;
    struct text line = {0};
    struct said heard, parsed;
    int understood = 0, told = 0;
    bool agree = true;
    random_seed(&random, 19);
    for (int i = 0; i < lines && agree; i++) {
        make_line(&random, &line);
        if (i % 5 == 0) {
            said_forget(&heard);
            said_forget(&parsed);
        }
        bool good = said_hear(&heard, text_get(&line));
        agree = good == parse(parser, text_get(&line), &parsed) && same(&heard, &parsed);
        understood += good;
        told += !said_is_nothing(&heard);
    }
    ok(agree, "what is heard of %d lines is what the protocol's parser has", lines);
    if (!agree)
        printf("# %s\n", text_get(&line));
    ok(understood > lines / 10 && understood < lines * 9 / 10 && told > lines / 10,
       "%d of them are understood, and %d times something was said", understood, told);
    text_free(&line);
    protocol_parser_free(parser);
}

static void test_reports(void) {
    struct said said;
    said_forget(&said);
    ok(said_is_nothing(&said), "nothing is said at first");
    ok(!said_hear(&said, "bestmove 3 id 1") && !said_hear(&said, "information margin 3") &&
           !said_hear(&said, "info margin x") && said_is_nothing(&said),
       "nor by lines that are none");
    said_hear(&said, "info depth 3 margin 4 bound lower nodes 100 time 7 pv 12 7");
    said_hear(&said, "info depth 3 multipv 2 margin 40 pv 9");
    said_hear(&said, "info depth 4 nodes 900");
    said_hear(&said, "info string margin 99 pv 1");
    ok(said.valued && said.margin == 4 && said.bound == SAID_LOWER && said.depth == 4 &&
           said.nodes == 900 && said.time == 7,
       "a line without a margin adds to the report, other moves and texts do not");
    is_string(said.pv, "12 7", "whose line of play stays");
    said_hear(&said, "info margin -2 pv 8");
    ok(said.margin == -2 && said.bound == SAID_ESTIMATE, "the next report takes its place");
    is_string(said.pv, "8", "as a whole");
    said_hear(&said, "info margin 9000000000 pv 8");
    ok(!said.valued, "no margin is so wide");
}

static void test_lines_of_play(void) {
    struct said said;
    struct text line = {0};
    said_forget(&said);
    text_add(&line, "info pv");
    for (int i = 0; i < 20000; i++)
        text_addf(&line, " %d", 100 + i % 900);
    ok(said_hear(&said, text_get(&line)), "60 KB of moves are heard");
    is_int(strlen(said.pv) % 4, 3, "of which whole ones are kept");
    ok(strlen(said.pv) < SAID_PV_SIZE && strlen(said.pv) > SAID_PV_SIZE - 8, "as many as fit");
    said_hear(&said, "info margin 1 pv 3 4 \x1b[2J 5");
    is_string(said.pv, "3 4", "what no move can be ends the line");
    said_hear(&said,
              "info pv 3 a2345678901234567890123456789012345678901234567890123456789012345 5");
    is_string(said.pv, "3", "a word that is too long, too");
    said_hear(&said, "info pv \xc3\xa9");
    is_string(said.pv, "", "and what is not ASCII");
    text_free(&line);
}

static void test_writing(void) {
    struct said said, again;
    struct text text = {0};
    struct random random;
    random_seed(&random, 7);
    bool good = true;
    for (int i = 0; i < 1000 && good; i++) {
        said_forget(&said);
        said.valued = random_below(&random, 2);
        said.margin = said.valued ? (int)random_below(&random, 100) - 50 : 0;
        said.bound = said.valued ? (enum said_bound)random_below(&random, 4) : SAID_ESTIMATE;
        said.depth = (int64_t)random_below(&random, 3) - 1;
        said.nodes = (int64_t)random_below(&random, 3) - 1;
        said.time = (int64_t)random_below(&random, 3) - 1;
        if (random_below(&random, 2))
            said_set_pv(&said, "  5 c3-d4\t7 ");
        text_clear(&text);
        said_write(&said, &text);
        said_forget(&again);
        good = said_read(&again, text_get(&text)) && same(&said, &again);
    }
    ok(good, "what is written is read as it was");
    text_free(&text);
}

static void test_lists(void) {
    struct said_list list = {0};
    struct said said;
    said_forget(&said);
    for (int ply = 2; ply <= 200; ply += 2) {
        said.margin = ply;
        said.valued = true;
        said_list_add(&list, &said, ply);
    }
    bool good = list.count == 100;
    for (int ply = 0; ply <= 202; ply++) {
        const struct said *found = said_list_find(&list, ply);
        good = good && (ply % 2 || ply < 2 || ply > 200 ? !found : found && found->margin == ply);
    }
    ok(good, "a list finds what was said of each move, and nothing else");
    said_list_free(&list);
}

int main(void) {
    test_parser();
    test_reports();
    test_lines_of_play();
    test_writing();
    test_lists();
    return done();
}
