/* keys.c - keys from the bytes of a terminal. An escape begins a sequence: ESC [ or ESC O, numbers
 * separated by semicolons, and a byte that says what it is. An escape alone, with silence behind
 * it, is the Escape key. */
#include "config.h"

#include "prompt/console.h"

#include <string.h>

enum { NUMBERS = 3, NUMBER_MAX = 9999, CONTROL_H = 8, DELETE = 127, ESCAPE = 27, PASTE = 200 };

/* Bits of the number that says which button was clicked: those of modifier keys are ignored. Old
 * reports add an offset to all numbers, so that they are printable characters. */
enum { MODIFIERS = 4 | 8 | 16, OLD_OFFSET = 32 };

/* The numbers of a sequence, and the byte that ends it. */
struct sequence {
    int number[NUMBERS], count;
    int end; /* or KEYS_SILENCE, KEYS_OVER */
};

static struct sequence read_sequence(keys_next *next, void *context, int byte) {
    struct sequence sequence = {.count = 1};
    for (; byte >= 0x20 && byte < 0x40; byte = next(context, true)) {
        int *number = sequence.count <= NUMBERS ? &sequence.number[sequence.count - 1] : NULL;
        if (byte == ';')
            sequence.count++;
        else if (number && byte >= '0' && byte <= '9' && *number < NUMBER_MAX)
            *number = 10 * *number + byte - '0';
    }
    sequence.end = byte;
    return sequence;
}

static struct key click(int button, int column, int row) {
    bool left = (button & ~MODIFIERS) == 0;
    return (struct key){.kind = left && column > 0 && row > 0 ? KEY_CLICK : KEY_UNKNOWN,
                        .column = column,
                        .row = row};
}

struct key keys_read_click(keys_next *next, void *context) {
    struct sequence sequence = read_sequence(next, context, next(context, true));
    if (sequence.end == KEYS_OVER)
        return (struct key){.kind = KEY_END};
    if (sequence.end != 'M' || sequence.count != NUMBERS) /* 'm' is a release */
        return (struct key){.kind = KEY_UNKNOWN};
    return click(sequence.number[0], sequence.number[1], sequence.number[2]);
}

struct key keys_read_old_click(keys_next *next, void *context) {
    int byte[3];
    for (int i = 0; i < 3; i++) {
        byte[i] = next(context, true);
        if (byte[i] == KEYS_OVER)
            return (struct key){.kind = KEY_END};
    }
    return click(byte[0] - OLD_OFFSET, byte[1] - OLD_OFFSET, byte[2] - OLD_OFFSET);
}

static enum key_kind kind_of(int end) {
    static const struct {
        char end;
        enum key_kind kind;
    } kinds[] = {{'A', KEY_UP},   {'B', KEY_DOWN},     {'C', KEY_RIGHT},
                 {'D', KEY_LEFT}, {'Z', KEY_PREVIOUS}, {'R', KEY_CURSOR}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i].end == end)
            return kinds[i].kind;
    return end == KEYS_OVER ? KEY_END : KEY_UNKNOWN;
}

/* The key of a sequence after ESC [ or ESC O. */
static struct key key_of(const struct sequence *sequence, int introducer) {
    struct key key = {
        .kind = kind_of(sequence->end), .row = sequence->number[0], .column = sequence->number[1]};
    if (key.kind == KEY_CURSOR && sequence->count != 2)
        key.kind = KEY_UNKNOWN;
    if (introducer == '[' && sequence->end == '~' && sequence->number[0] == PASTE)
        key.kind = KEY_PASTE;
    return key;
}

/* Reads the key of which the escape has been read. A second escape starts over: the Alt key sends
 * one before other keys. */
static struct key read_escaped(keys_next *next, void *context) {
    struct sequence sequence;
    int byte;
    do {
        while ((byte = next(context, true)) == ESCAPE)
            ;
        if (byte == KEYS_SILENCE)
            return (struct key){.kind = KEY_ESCAPE};
        if (byte != '[' && byte != 'O')
            return (struct key){.kind = byte == KEYS_OVER ? KEY_END : KEY_UNKNOWN};
        int first = next(context, true);
        if (byte == '[' && first == '<')
            return keys_read_click(next, context);
        if (byte == '[' && first == 'M')
            return keys_read_old_click(next, context);
        sequence = read_sequence(next, context, first);
    } while (sequence.end == ESCAPE);
    return key_of(&sequence, byte);
}

struct key keys_read(keys_next *next, void *context) {
    int byte = next(context, false);
    switch (byte) {
    case KEYS_OVER:
        return (struct key){.kind = KEY_END};
    case ESCAPE:
        return read_escaped(next, context);
    case '\r':
    case '\n':
        return (struct key){.kind = KEY_ENTER};
    case '\t':
        return (struct key){.kind = KEY_NEXT};
    case CONTROL_H:
    case DELETE:
        return (struct key){.kind = KEY_ERASE};
    default:
        if (byte < ' ') /* Ctrl-D and its like leave */
            return (struct key){.kind = byte == KEYS_SILENCE ? KEY_UNKNOWN : KEY_ESCAPE};
        return (struct key){.kind = KEY_CHARACTER, .character = (char)byte};
    }
}
