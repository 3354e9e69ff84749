/* said.c - `info` lines as the referee hears them: the last report, and within bounds. */
#include "config.h"

#include "half/said.h"

#include "base/random.h"
#include "base/text.h"
#include "games/game.h"
#include "protocol/protocol.h"
#include "tests/lib/tap.h"

#include <stdlib.h>
#include <string.h>

static struct protocol_parser *parser;

/* Hears a line as the referee does. */
static int hear(struct said *said, int room, int count, const char *line) {
    struct protocol_message message;
    struct protocol_error error;
    char *copy = strdup(line);
    if (protocol_parse(parser, PROTOCOL_FROM_ENGINE, copy, &message, &error) == PROTOCOL_OK &&
        message.command && message.id == TGI_INFO)
        count = said_hear(said, room, count, message.value);
    free(copy);
    return count;
}

static void hear_best(struct said *said, const char *line) {
    hear(said, 1, 0, line);
}

static bool same(const struct said *a, const struct said *b) {
    return a->valued == b->valued && a->margin == b->margin && a->bound == b->bound &&
           a->depth == b->depth && a->nodes == b->nodes && a->time == b->time &&
           strcmp(a->pv, b->pv) == 0 && strcmp(a->visits, b->visits) == 0;
}

static void test_reports(void) {
    struct said said;
    said_forget(&said);
    ok(said_is_nothing(&said), "nothing is said at first");
    hear_best(&said, "information margin 3");
    hear_best(&said, "info margin x");
    ok(said_is_nothing(&said), "nor by lines that are none");
    hear_best(&said, "info depth 3 margin 4 bound lower nodes 100 time 7 pv 12 7");
    hear_best(&said, "info depth 3 multipv 2 margin 40 pv 9");
    hear_best(&said, "info depth 4 nodes 900");
    hear_best(&said, "info string margin 99 pv 1");
    ok(said.valued && said.margin == 4 && said.bound == SAID_LOWER && said.depth == 4 &&
           said.nodes == 900 && said.time == 7,
       "a line without a margin adds to the report, other moves and texts do not");
    is_string(said.pv, "12 7", "whose line of play stays");
    hear_best(&said, "info margin -2 pv 8");
    ok(said.margin == -2 && said.bound == SAID_ESTIMATE, "the next report takes its place");
    is_string(said.pv, "8", "as a whole");
    hear_best(&said, "info margin 9000000000 pv 8");
    ok(!said.valued, "no margin is so wide");
}

static void test_several_moves(void) {
    struct said said[2];
    char move[GAME_MOVE_TEXT];
    said_forget(&said[0]);
    int count = hear(said, 2, 0, "info depth 1 multipv 2 margin 1 pv 5");
    is_int(count, 0, "a second move without the first is none");
    count = hear(said, 2, count, "info depth 2 margin 4 pv 6 1");
    count = hear(said, 2, count, "info depth 2 multipv 2 bound exact margin 3 pv 5 1");
    count = hear(said, 2, count, "info depth 2 multipv 3 margin 2 pv 4");
    count = hear(said, 2, count, "info depth 3 nodes 9");
    is_int(count, 2, "a report has lines for as many moves as there is room for");
    ok(said[0].margin == 4 && said[0].depth == 3 && said[1].margin == 3 && said[1].depth == 2 &&
           said[1].bound == SAID_EXACT,
       "each with what was said of its move");
    ok(said_move(&said[1], move) && strcmp(move, "5") == 0, "which its line of play begins with");
    count = hear(said, 2, count, "info depth 4 margin -4");
    ok(count == 1 && said[0].margin == -4 && !said_move(&said[0], move),
       "the next report takes its place");
}

static void test_visits(void) {
    struct said said;
    struct text line = {0};
    said_forget(&said);
    int count = hear(&said, 1, 0, "info depth 1 margin 4 visits 40 pv 6 1");
    count = hear(&said, 1, count, "info depth 1 multipv 2 margin 3 visits 7 pv a-b:2 1");
    count = hear(&said, 1, count, "info depth 1 multipv 2 margin 3 visits 9 pv a-b:2 1");
    hear(&said, 1, count, "info depth 1 multipv 3 visits 2");
    is_string(said.visits, "6:40 a-b:2:7", "visits of all moves, whatever the room for reports");
    hear_best(&said, "info margin 1 pv 3");
    is_string(said.visits, "", "the next report may have none");
    said_set_visits(&said, "6:40 7:x 8:9");
    is_string(said.visits, "6:40", "what is no number ends them");
    for (int i = 0; i < 1000; i++)
        text_addf(&line, "%d:%d ", i, 1000 + i);
    said_set_visits(&said, text_get(&line));
    ok(strlen(said.visits) < SAID_VISITS_SIZE && strlen(said.visits) > SAID_VISITS_SIZE - 10,
       "as many as fit");
    text_free(&line);
}

static void test_lines_of_play(void) {
    struct said said;
    struct text line = {0};
    said_forget(&said);
    text_add(&line, "info pv");
    for (int i = 0; i < 20000; i++)
        text_addf(&line, " %d", 100 + i % 900);
    hear_best(&said, text_get(&line));
    is_int(strlen(said.pv) % 4, 3, "of 60 KB of moves, whole ones are kept");
    ok(strlen(said.pv) < SAID_PV_SIZE && strlen(said.pv) > SAID_PV_SIZE - 8, "as many as fit");
    hear_best(&said, "info margin 1 pv 3 4 \x1b[2J 5");
    is_string(said.pv, "3 4", "what no move can be ends the line");
    hear_best(&said,
              "info pv 3 a2345678901234567890123456789012345678901234567890123456789012345 5");
    is_string(said.pv, "3", "a word that is too long, too");
    hear_best(&said, "info pv \xc3\xa9");
    is_string(said.pv, "", "and what is not ASCII");
    text_free(&line);
}

static void test_writing(void) {
    struct said said, again;
    struct text text = {0};
    struct random random;
    random_seed(&random, 7);
    bool good = true;
    char empty[] = "";
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
        if (random_below(&random, 2))
            said_set_visits(&said, "5:3 c3-d4:1000000");
        text_clear(&text);
        said_write(&said, &text);
        said_forget(&again);
        good = said_read(&again, text.bytes ? text.bytes : empty) && same(&said, &again);
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
    parser = protocol_parser_new();
    test_reports();
    test_several_moves();
    test_visits();
    test_lines_of_play();
    test_writing();
    test_lists();
    protocol_parser_free(parser);
    return done();
}
