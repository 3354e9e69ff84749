/* keys.c - what terminals send: keys, clicks, where the cursor is, and what has no meaning. */
#include "config.h"

#include "prompt/console.h"
#include "tests/lib/tap.h"

#include <string.h>

struct bytes {
    const char *at, *end;
};

static int next(void *context, bool within) {
    struct bytes *bytes = context;
    if (bytes->at == bytes->end)
        return within ? KEYS_SILENCE : KEYS_OVER;
    return (unsigned char)*bytes->at++;
}

/* The only key of some bytes; KEY_END stands for another number of them. */
static struct key read_one(const char *text, size_t length) {
    struct bytes bytes = {text, text + length};
    struct key key = keys_read(next, &bytes);
    return bytes.at == bytes.end ? key : (struct key){.kind = KEY_END};
}

static void is_key(const char *text, enum key_kind kind, const char *name) {
    is_int(read_one(text, strlen(text)).kind, kind, "%s", name);
}

static void test_keys(void) {
    is_key("\033[A", KEY_UP, "up");
    is_key("\033OB", KEY_DOWN, "down, as in the mode of applications");
    is_key("\033[1;5C", KEY_RIGHT, "right with Control");
    is_key("\033[D", KEY_LEFT, "left");
    is_key("\r", KEY_ENTER, "return");
    is_key("\n", KEY_ENTER, "or a new line");
    is_key("\t", KEY_NEXT, "Tab");
    is_key("\033[Z", KEY_PREVIOUS, "Tab with Shift");
    is_key("\177", KEY_ERASE, "Backspace");
    is_key("\b", KEY_ERASE, "or Control-H");
    is_key("\033", KEY_ESCAPE, "an escape after which nothing comes");
    is_key("\033\033", KEY_ESCAPE, "or another one");
    is_key("\033\033[A", KEY_UP, "up with Alt");
    is_key("\033[1\033[B", KEY_DOWN, "a key after one that is cut off");
    is_key("\004", KEY_ESCAPE, "Control-D leaves, too");
    is_key("\033[200~", KEY_PASTE, "the beginning of what is pasted");
    is_key("\033[201~", KEY_UNKNOWN, "its end");
    is_key("\033O200~", KEY_UNKNOWN, "the same, but not so introduced");
    is_key("\033[15~", KEY_UNKNOWN, "a function key");
    is_key("\033x", KEY_UNKNOWN, "a letter with Alt");
    is_key("\033[", KEY_UNKNOWN, "a sequence that is cut off");
    is_key("", KEY_END, "no more");
    struct key key = read_one("q", 1);
    ok(key.kind == KEY_CHARACTER && key.character == 'q', "a letter");
}

static void test_clicks(void) {
    struct key key = read_one("\033[<0;30;12M", 11);
    ok(key.kind == KEY_CLICK && key.column == 30 && key.row == 12, "a click");
    key = read_one("\033[<4;223;1000M", 14);
    ok(key.kind == KEY_CLICK && key.column == 223 && key.row == 1000, "far away, with Shift");
    is_key("\033[<0;30;12m", KEY_UNKNOWN, "a release");
    is_key("\033[<1;30;12M", KEY_UNKNOWN, "the middle button");
    is_key("\033[<2;30;12M", KEY_UNKNOWN, "the right button");
    is_key("\033[<32;30;12M", KEY_UNKNOWN, "a move");
    is_key("\033[<64;30;12M", KEY_UNKNOWN, "the wheel");
    is_key("\033[<0;30M", KEY_UNKNOWN, "a number is missing");
    is_key("\033[<0;0;5M", KEY_UNKNOWN, "no column");
    is_key("\033[<0;99999999999999999999;5M", KEY_CLICK, "a number beyond all measure");
    key = read_one("\033[M \041\377", 6);
    ok(key.kind == KEY_CLICK && key.column == 1 && key.row == 223, "the oldest report of a click");
    is_key("\033[<0;30;0M", KEY_UNKNOWN, "no row");
    is_key("\033[<0;30;12;1M", KEY_UNKNOWN, "a number too many");
    is_key("\033[<0;30;1:2M", KEY_CLICK, "what is no digit");
    is_key("\033[M#!!", KEY_UNKNOWN, "and of a release");
    is_key("\033[M ", KEY_UNKNOWN, "one that is cut off");
}

/* The program gets the signal to end before a report is complete. */
static int next_over(void *context, bool within) {
    struct bytes *bytes = context;
    (void)within;
    return bytes->at == bytes->end ? KEYS_OVER : (unsigned char)*bytes->at++;
}

static void test_interrupted(void) {
    static const char *const reports[] = {"0;30;12", "0;", ""};
    for (size_t i = 0; i < sizeof reports / sizeof *reports; i++) {
        struct bytes bytes = {reports[i], reports[i] + strlen(reports[i])};
        is_int(keys_read_click(next_over, &bytes).kind, KEY_END, "a click ends at '%s'",
               reports[i]);
    }
    static const char *const old[] = {" !", " ", ""};
    for (size_t i = 0; i < sizeof old / sizeof *old; i++) {
        struct bytes bytes = {old[i], old[i] + strlen(old[i])};
        is_int(keys_read_old_click(next_over, &bytes).kind, KEY_END, "an old one at '%s'", old[i]);
    }
    static const char *const keys[] = {"\033[", "\033[1;", "\033O", "\033[<0;3"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        struct bytes bytes = {keys[i], keys[i] + strlen(keys[i])};
        is_int(keys_read(next_over, &bytes).kind, KEY_END, "so does a key, %d", (int)i);
    }
}

static void test_cursor(void) {
    struct key key = read_one("\033[24;80R", 8);
    ok(key.kind == KEY_CURSOR && key.row == 24 && key.column == 80, "where the cursor is");
    is_key("\033[1R", KEY_UNKNOWN, "a key that ends in the same way");
}

/* Whatever comes, it is read to its end, one key after the other. */
static void test_all_pairs(void) {
    int bad = 0;
    for (int first = 1; first < 256; first++)
        for (int second = 1; second < 256; second++)
            for (int prefix = 0; prefix < 3; prefix++) {
                static const char *const prefixes[] = {"", "\033", "\033["};
                char text[8];
                struct key key;
                int keys = 0;
                size_t length = strlen(prefixes[prefix]);
                memcpy(text, prefixes[prefix], length);
                text[length++] = (char)first;
                text[length++] = (char)second;
                struct bytes bytes = {text, text + length};
                while ((key = keys_read(next, &bytes)).kind != KEY_END && keys < 8)
                    keys++;
                bad += keys > 4 || bytes.at != bytes.end;
            }
    is_int(bad, 0, "no bytes are read for ever");
}

int main(void) {
    test_keys();
    test_clicks();
    test_interrupted();
    test_cursor();
    test_all_pairs();
    return done();
}
