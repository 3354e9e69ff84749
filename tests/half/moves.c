/* moves.c - the text of moves: written, cut, read. */
#include "config.h"

#include "half/moves.h"
#include "tests/lib/tap.h"

#include <string.h>

static void test_writing(void) {
    struct moves moves = {0};
    moves_keep(&moves, 3);
    is_int(moves.count, 0, "nothing is kept of nothing");
    moves_add(&moves, "12", 120);
    moves_add(&moves, "7", 0);
    moves_add(&moves, "a1-b2", 95);
    is_string(text_get(&moves.words), "12 7 a1-b2", "moves");
    is_string(text_get(&moves.clocks), "120 0 95", "and their clocks");
    moves_keep(&moves, 4);
    is_int(moves.count, 3, "no more are kept than there are");
    is_string(text_get(&moves.words), "12 7 a1-b2", "which stay");
    moves_keep(&moves, 2);
    is_string(text_get(&moves.words), "12 7", "two are kept");
    is_string(text_get(&moves.clocks), "120 0", "with their clocks");
    moves_add(&moves, "8", 1);
    is_string(text_get(&moves.words), "12 7 8", "and one follows them");
    moves_keep(&moves, 0);
    is_int(moves.count, 0, "none is kept");
    moves_add(&moves, "pass", 5);
    is_string(text_get(&moves.words), "pass", "the next is the first again");
    moves_free(&moves);
}

static void test_reading(void) {
    struct moves_reader reader = moves_read("12 7 a1", "120 0 x");
    ok(moves_next(&reader) && reader.ply == 1 && reader.took == 120, "the first");
    is_string(reader.text, "12", "is read");
    ok(moves_next(&reader) && reader.ply == 2 && reader.took == 0, "the second");
    ok(moves_next(&reader) && reader.took < 0, "what is no number is no clock");
    is_string(reader.text, "a1", "though it has a move");
    ok(!moves_next(&reader) && reader.ply == 3, "these are all");
    reader = moves_read("1 2", NULL);
    ok(moves_next(&reader) && reader.took < 0, "unknown clocks");
    reader = moves_read("1  2 ", NULL);
    ok(moves_next(&reader) && moves_next(&reader) && !*reader.text, "two blanks: no move");
    ok(moves_next(&reader) && !moves_next(&reader), "one at the end: nothing");
    is_int(moves_count(""), 0, "no moves");
    is_int(moves_count("1 2 3"), 3, "three moves");
    ok(moves_begin_with("1 23", "1") && moves_begin_with("1 23", "1 23") &&
           !moves_begin_with("1 23", "1 2") && !moves_begin_with("1", "1 23"),
       "some begin with others");
}

static void test_long_word(void) {
    char word[2 * GAME_MOVE_TEXT];
    memset(word, 'a', sizeof word - 1);
    word[sizeof word - 1] = '\0';
    struct moves_reader reader = moves_read(word, NULL);
    ok(moves_next(&reader) && strlen(reader.text) == GAME_MOVE_TEXT - 1, "a long word is cut");
    is_int((long)reader.length, (long)strlen(word), "but can be had whole");
}

int main(void) {
    test_writing();
    test_reading();
    test_long_word();
    return done();
}
