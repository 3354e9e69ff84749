/* protocol.c - lines from a pipe in all shapes, and the parser against a table of good and bad
 * lines. */
#include "protocol/protocol.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "protocol/line.h"
#include "tests/lib/tap.h"

/* ---- lines ----------------------------------------------------------------------------------- */

/* Sends bytes through a pipe in pieces and writes down what the reader makes of them: a letter for
 * a status and the length of each line. */
static void read_all(const char *bytes, size_t size, size_t piece, char *story) {
    static struct line_reader reader;
    int ends[2];
    if (pipe(ends) != 0)
        return;
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    line_open(&reader, ends[0]);
    *story = '\0';
    if (size == 0)
        close(ends[1]);
    for (size_t sent = 0;;) {
        char *line;
        enum line_status status = line_next(&reader, &line);
        if (status == LINE_READY)
            sprintf(story + strlen(story), "%zu ", strlen(line));
        else if (status == LINE_TOO_LONG)
            strcat(story, "L ");
        else if (status == LINE_NUL)
            strcat(story, "N ");
        else if (status == LINE_END)
            break;
        else {
            size_t rest = size - sent;
            ssize_t now = write(ends[1], bytes + sent, rest < piece ? rest : piece);
            sent += now > 0 ? (size_t)now : 0;
            if (sent == size && rest > 0)
                close(ends[1]);
            line_fill(&reader);
        }
    }
    strcat(story, "E");
    close(ends[0]);
}

static void test_lines(void) {
    static const struct {
        size_t length[3]; /* of lines of x, each ended by LF; 0: none */
        const char *more, *story;
    } cases[] = {
        {{0}, "", "E"},
        {{0}, "\n", "0 E"},
        {{0}, "ab\r\nc\rd\n\r\n", "2 3 0 E"},
        {{0}, "the last line needs no end", "26 E"},
        {{0}, "\r", "0 E"},
        {{65536}, "ab\n", "65536 2 E"},
        {{65537}, "ab\n", "L 2 E"},
        {{65536, 65536, 65536}, "", "65536 65536 65536 E"},
        {{70000, 3, 70000}, "end", "L 3 L 3 E"},
        {{300000}, "ab", "L 2 E"},
    };
    static char bytes[400000], story[1000];
    static const size_t pieces[] = {1, 7, 4096, 60000};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t size = 0;
        for (int k = 0; k < 3 && cases[i].length[k]; k++) {
            memset(bytes + size, 'x', cases[i].length[k]);
            size += cases[i].length[k];
            bytes[size++] = '\n';
        }
        memcpy(bytes + size, cases[i].more, strlen(cases[i].more));
        size += strlen(cases[i].more);
        for (size_t p = size > 100000 ? (size_t)enough(1, 0) : 0;
             p < sizeof pieces / sizeof *pieces; p++) {
            read_all(bytes, size, pieces[p], story);
            is_string(story, cases[i].story, "lines %zu in pieces of %zu", i, pieces[p]);
        }
    }
    read_all("a\0b\nc\0\nd\n", 9, 3, story);
    is_string(story, "N N 1 E", "lines with NUL bytes");
}

/* ---- parsing --------------------------------------------------------------------------------- */

static struct protocol_parser *parser;

static enum protocol_code parse(enum protocol_side side, const char *line,
                                struct protocol_message *message, struct protocol_error *error) {
    static char copy[LINE_BYTES_MAX + 1];
    snprintf(copy, sizeof copy, "%s", line);
    return protocol_parse(parser, side, copy, message, error);
}

static void test_fields(void) {
    struct protocol_message m;
    struct protocol_error e;
    ok(!parse(PROTOCOL_TO_ENGINE, "go id 7 searchmoves a bb  c depth 3 p2time 5 infinite", &m,
              &e) &&
           m.id == TGI_GO && m.value[GO_ID].number[0] == 7 && m.value[GO_DEPTH].number[0] == 3 &&
           m.value[GO_P1TIME + 1].number[0] == 5 && m.value[GO_INFINITE].given &&
           !m.value[GO_PONDER].given && m.value[GO_SEARCHMOVES].count == 3,
       "fields of go in any order");
    char *word = m.value[GO_SEARCHMOVES].text;
    is_string(word, "a", "first of several words");
    word = protocol_next_word(&m.value[GO_SEARCHMOVES], word);
    is_string(word, "bb", "second");
    word = protocol_next_word(&m.value[GO_SEARCHMOVES], word);
    is_string(word, "c", "third");
    ok(!protocol_next_word(&m.value[GO_SEARCHMOVES], word), "no fourth");
    ok(!parse(PROTOCOL_TO_ENGINE, "  setoption\tname X value  two  words  ", &m, &e) &&
           m.id == TGI_SETOPTION,
       "blanks and tabs");
    is_string(m.value[SETOPTION_VALUE].text, "two  words", "the rest keeps the blanks inside");
    ok(!parse(PROTOCOL_TO_ENGINE, " \t ", &m, &e) && !m.command, "blanks are nothing");
    ok(!parse(PROTOCOL_TO_ENGINE, "newgame seed 9223372036854775807 carry -4 4", &m, &e) &&
           m.value[NEWGAME_SEED].number[0] == INT64_MAX && m.value[NEWGAME_CARRY].count == 2 &&
           m.value[NEWGAME_CARRY].number[0] == -4,
       "large and several numbers");
    ok(!parse(PROTOCOL_TO_ENGINE, "position moves", &m, &e) && m.value[POSITION_MOVES].given &&
           !m.value[POSITION_MOVES].text,
       "a list may be empty");
}

static void test_board_inline(void) {
    struct protocol_message m;
    struct protocol_error e;
    ok(!parse(PROTOCOL_TO_ENGINE, "setgrid inline g cells cells 1 sides 0,1,2", &m, &e) &&
           strcmp(m.value[SETGRID_NAME].text, "cells") == 0 &&
           m.value[SETGRID_CELLS].number[0] == 1,
       "a board named as a keyword is");
    ok(!parse(PROTOCOL_TO_ENGINE, "setgrid inline g n cells 2 sides 0,1,p1 p2,255,3", &m, &e) &&
           m.id == TGI_SETGRID_INLINE,
       "a command of two words");
    int16_t side[PROTOCOL_CELLS_MAX][3];
    ok(!protocol_read_sides(parser, &m, side, &e) && side[0][2] == PROTOCOL_BORDER(1) &&
           side[1][0] == PROTOCOL_BORDER(2) && side[1][1] == 255,
       "sides are read");
    char *again = protocol_write_grid("g", "n", 2, (const int16_t(*)[3])side);
    is_string(again, "setgrid inline g n cells 2 sides 0,1,p1 p2,255,3", "and written");
    free(again);
    ok(!parse(PROTOCOL_TO_ENGINE, "setgrid inlined", &m, &e) && m.id == TGI_SETGRID,
       "one word alone");
    is_string(m.value[0].text, "inlined", "is a name");
}

static void test_answers(void) {
    struct protocol_message m;
    struct protocol_error e;
    ok(!parse(PROTOCOL_FROM_ENGINE, "bestmove 12 id 3", &m, &e) && m.id == TGI_BESTMOVE &&
           m.value[BESTMOVE_ID].number[0] == 3,
       "an answer");
    is_string(m.value[BESTMOVE_MOVE].text, "12", "its move");
    ok(!parse(PROTOCOL_FROM_ENGINE, "score p1 3 p2 4 margin -1 new 5 half 1 total 0 over no more",
              &m, &e) &&
           m.value[SCORE_MARGIN].number[0] == -1,
       "further fields of an answer are skipped");
    ok(!parse(PROTOCOL_FROM_ENGINE, "info depth 3 string depth 4 x", &m, &e) &&
           m.value[0].number[0] == 3,
       "text takes the rest");
    ok(!parse(PROTOCOL_FROM_ENGINE, "legal 3 5 more", &m, &e) && m.value[0].count == 2 &&
           m.value[1].given,
       "moves that the next line goes on with");
    ok(!parse(PROTOCOL_FROM_ENGINE, "legal", &m, &e) && m.value[0].count == 0 && !m.value[1].given,
       "no moves and no more of them");
    ok(!parse(PROTOCOL_FROM_ENGINE, "error illegal play: 3: no", &m, &e) &&
           protocol_code_find(m.value[ERROR_CODE].text) == PROTOCOL_ILLEGAL,
       "an error");
}

static void test_bad(void) {
    static const struct {
        enum protocol_side side;
        const char *line;
        enum protocol_code code;
        const char *text; /* must be in the message */
    } bad[] = {
        {PROTOCOL_TO_ENGINE, "bestmove 3", PROTOCOL_UNKNOWN, "bestmove"},
        {PROTOCOL_FROM_ENGINE, "go", PROTOCOL_UNKNOWN, "go"},
        {PROTOCOL_TO_ENGINE, "play", PROTOCOL_SYNTAX, "missing: "},
        {PROTOCOL_TO_ENGINE, "stop now", PROTOCOL_SYNTAX, "'now'"},
        {PROTOCOL_TO_ENGINE, "go depth", PROTOCOL_SYNTAX, "nothing follows 'depth'"},
        {PROTOCOL_TO_ENGINE, "go depth nodes 3", PROTOCOL_SYNTAX, "nothing follows 'depth'"},
        {PROTOCOL_TO_ENGINE, "go depth 3 depth 3", PROTOCOL_SYNTAX, "'depth' is given twice"},
        {PROTOCOL_TO_ENGINE, "go depth 3.5", PROTOCOL_SYNTAX, "whole number, not '3.5'"},
        {PROTOCOL_TO_ENGINE, "go depth 0", PROTOCOL_RANGE, "from 1 to 10000"},
        {PROTOCOL_TO_ENGINE, "newgame seed 9223372036854775808", PROTOCOL_RANGE, "seed"},
        {PROTOCOL_TO_ENGINE, "newgame carry 1 2 3 4 5", PROTOCOL_SYNTAX, "at most 4"},
        {PROTOCOL_TO_ENGINE, "setgrid inline g n cells 300 sides 1,2,3", PROTOCOL_RANGE, "cells"},
        {PROTOCOL_TO_ENGINE, "setgrid inline g n cells 3", PROTOCOL_SYNTAX, "missing: sides"},
        {PROTOCOL_FROM_ENGINE, "bestmove", PROTOCOL_SYNTAX, "missing: "},
        {PROTOCOL_FROM_ENGINE, "bestmove 3 4", PROTOCOL_SYNTAX, "'4'"},
        {PROTOCOL_FROM_ENGINE, "bestmove 3 id x", PROTOCOL_SYNTAX, "id"},
        {PROTOCOL_FROM_ENGINE, "score p1 1", PROTOCOL_SYNTAX, "missing: margin"},
    };
    struct protocol_message m;
    struct protocol_error e;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        bool right = parse(bad[i].side, bad[i].line, &m, &e) == bad[i].code &&
                     e.code == bad[i].code && strstr(e.text, bad[i].text);
        ok(right, "%s: %s", bad[i].line, e.text);
    }
    static const char *const sides[] = {"1,2",      "1,2,3,4", "1,2,x", "1,2,p3",
                                        "1,2,1000", "1,,2",    "-1,2,3"};
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        char line[100];
        int16_t side[PROTOCOL_CELLS_MAX][3];
        snprintf(line, sizeof line, "setgrid inline g n cells 1 sides %s", sides[i]);
        ok(!parse(PROTOCOL_TO_ENGINE, line, &m, &e) &&
               protocol_read_sides(parser, &m, side, &e) == PROTOCOL_SYNTAX &&
               strstr(e.text, "cell 0"),
           "sides %s: %s", sides[i], e.text);
    }
}

/* ---- the table ------------------------------------------------------------------------------- */

/* Whether a synopsis has a keyword as a word; seat 1 stands for seats 2 to 4. */
static bool shows(const char *synopsis, const char *keyword) {
    char word[32];
    snprintf(word, sizeof word, "%s", keyword);
    if (word[0] == 'p' && word[1] >= '2' && word[1] <= '4')
        word[1] = '1';
    size_t length = strlen(word);
    for (const char *at = synopsis; (at = strstr(at, word)); at++)
        if ((at == synopsis || strchr(" [", at[-1])) && strchr(" ]", at[length]))
            return true;
    return false;
}

/* What is parsed is what help shows. */
static void test_synopses(void) {
    for (int i = 0; i < TGI_COUNT; i++) {
        const struct protocol_command *command = &protocol_commands[i];
        for (int k = 0; k < PROTOCOL_FIELDS_MAX && command->field[k].about; k++) {
            const char *keyword = command->field[k].keyword;
            ok(!keyword || shows(command->synopsis, keyword), "%s: %s is in the synopsis",
               command->name, keyword ? keyword : "what has no keyword");
        }
    }
}

int main(void) {
    parser = protocol_parser_new();
    test_lines();
    test_fields();
    test_board_inline();
    test_answers();
    test_bad();
    test_synopses();
    for (int code = PROTOCOL_UNKNOWN; code <= PROTOCOL_MEMORY; code++)
        is_int(protocol_code_find(protocol_code_name((enum protocol_code)code)), code,
               "code %s is found by its name", protocol_code_name((enum protocol_code)code));
    protocol_parser_free(parser);
    return done();
}
