/* minimal_engine.c - a complete engine for the Triancey family: it needs only PROTOCOL.md.
 *
 *     cc -O2 -o minimal_engine minimal_engine.c
 *
 * It answers tgi, isready and go, obeys setgrid inline, newgame, play and quit, and plays the legal
 * move after which it has the best margin.
 */
#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS_MAX = 256, LINE_MAX_BYTES = 65536, EMPTY = -1 };

/* Two more cells, the pawns on the border, never change: p1 is white, p2 red. */
enum { P1 = CELLS_MAX, P2, PLACES };

struct half {
    bool fewest;
    int islands, cells, placed, mover;
    int near[CELLS_MAX][3], colour[PLACES];
};

/* Colours a cell and lets the chain reaction run; returns how many cells have changed. */
static int paint(const struct half *half, int *colours, int cell, int colour) {
    int todo[CELLS_MAX] = {cell}, count = 1;
    colours[cell] = colour;
    for (int done = 0; done < count; done++)
        for (int k = 0; k < 3; k++) {
            int other = half->near[todo[done]][k], support = 0;
            if (other >= CELLS_MAX || colours[other] == colour)
                continue;
            for (int i = 0; i < 3; i++)
                support += colours[half->near[other][i]] == colour;
            if (support >= 2) {
                colours[other] = colour;
                todo[count++] = other;
            }
        }
    return count;
}

/* Whether a cell may be chosen; `after` gets the colours that it leads to. */
static bool try_move(const struct half *half, int cell, int *after) {
    if (cell < 0 || cell >= half->cells || half->colour[cell] != EMPTY)
        return false;
    memcpy(after, half->colour, sizeof half->colour);
    int changed = paint(half, after, cell, half->mover);
    if (half->placed >= half->islands)
        return true;
    for (int k = 0; k < 3; k++) {
        int other = half->near[cell][k];
        if (other < CELLS_MAX && half->colour[other] != EMPTY)
            return false;
    }
    return changed == 1;
}

static void begin(struct half *half) {
    half->placed = half->mover = 0;
    for (int cell = 0; cell < CELLS_MAX; cell++)
        half->colour[cell] = EMPTY;
    half->colour[P1] = 0;
    half->colour[P2] = 1;
}

static bool play(struct half *half, int cell) {
    int after[PLACES];
    if (!try_move(half, cell, after))
        return false;
    memcpy(half->colour, after, sizeof after);
    half->placed++;
    half->mover = 1 - half->mover;
    return true;
}

/* The best cell, by chance among equals; -1 if there is no legal one. */
static int choose(const struct half *half) {
    int best = -1, best_margin = 0, equals = 0, after[PLACES];
    for (int cell = 0; cell < half->cells; cell++) {
        int margin = 0;
        if (!try_move(half, cell, after))
            continue;
        for (int i = 0; i < half->cells; i++)
            margin += after[i] == EMPTY ? 0 : after[i] == half->mover ? 1 : -1;
        if (half->fewest)
            margin = -margin;
        if (best < 0 || margin > best_margin) {
            best = cell;
            best_margin = margin;
            equals = 1;
        } else if (margin == best_margin && rand() % ++equals == 0) {
            best = cell;
        }
    }
    return best;
}

/* ---- the protocol ---------------------------------------------------------------------------- */

/* A whole word as a number within bounds; false if it is not one. */
static bool read_number(const char *word, long long least, long long most, long long *value) {
    char *end = NULL;
    bool digits = word && (isdigit((unsigned char)*word) ||
                           (*word == '-' && isdigit((unsigned char)word[1])));
    errno = 0;
    *value = digits ? strtoll(word, &end, 10) : 0;
    return digits && !*end && !errno && *value >= least && *value <= most;
}

/* A word as a whole number from 0 to `most`; -1 if it is not one. */
static int number(const char *word, int most) {
    long long value;
    return read_number(word, 0, most, &value) ? (int)value : -1;
}

/* A keyword with the bounds of its numbers, and how many there may be. */
struct field {
    const char *keyword;
    long long least, most;
    int count;
    int given; /* of them, -1: none */
    long long value;
};

/* Reads what is left of a line: keywords, each once, with their numbers. NULL, or what is wrong. */
static const char *read_fields(struct field *field, int fields) {
    struct field *at = NULL;
    for (int i = 0; i < fields; i++)
        field[i].given = -1;
    for (char *word; (word = strtok(NULL, " \t"));) {
        struct field *next = NULL;
        for (int i = 0; i < fields; i++)
            if (strcmp(word, field[i].keyword) == 0 && field[i].given < 0)
                next = &field[i];
        if (next) {
            at = next;
            at->given = 0;
        } else if (!at || at->given == at->count) {
            return "syntax";
        } else if (!read_number(word, at->least, at->most, &at->value)) {
            return "range";
        } else {
            at->given++;
        }
    }
    for (int i = 0; i < fields; i++)
        if (field[i].given == 0)
            return "syntax";
    return NULL;
}

/* Whether neighbours are mutual and different, and all cells are connected. */
static bool is_surface(const struct half *half) {
    bool reached[CELLS_MAX] = {true};
    int todo[CELLS_MAX] = {0}, count = 1;
    for (int done = 0; done < count; done++)
        for (int k = 0; k < 3; k++) {
            const int *near = half->near[todo[done]];
            int other = near[k], back = 0;
            if (other >= CELLS_MAX)
                continue;
            for (int i = 0; i < 3; i++)
                back += half->near[other][i] == todo[done];
            if (other == todo[done] || back != 1 || other == near[(k + 1) % 3])
                return false;
            if (!reached[other])
                todo[count++] = other;
            reached[other] = true;
        }
    return count == half->cells;
}

/* `A,B,C`: cells, or a border's pawn. */
static bool read_sides(char *word, int cells, int near[3]) {
    for (int k = 0; k < 3; k++) {
        char *comma = word ? strchr(word, ',') : NULL;
        if (!word || (comma != NULL) != (k < 2))
            return false;
        if (comma)
            *comma++ = '\0';
        near[k] = strcmp(word, "p1") == 0   ? P1
                  : strcmp(word, "p2") == 0 ? P2
                                            : number(word, cells - 1);
        if (near[k] < 0)
            return false;
        word = comma;
    }
    return true;
}

/* `setgrid inline GAME NAME cells N sides A,B,C ...`, from GAME on. */
static bool set_grid(struct half *half) {
    struct half next = {.cells = -1};
    char *game = strtok(NULL, " \t");
    if (!game || (strcmp(game, "triancey") && strcmp(game, "selacata") && strcmp(game, "archipel")))
        return false;
    next.fewest = strcmp(game, "selacata") == 0;
    next.islands = strcmp(game, "triancey") == 0 ? 0 : 10;
    strtok(NULL, " \t"); /* the name */
    const char *cells = strtok(NULL, " \t");
    next.cells = cells && strcmp(cells, "cells") == 0 ? number(strtok(NULL, " \t"), CELLS_MAX) : -1;
    char *word = strtok(NULL, " \t");
    if (!word || strcmp(word, "sides") != 0)
        return false;
    word = strtok(NULL, " \t");
    for (int cell = 0; cell < next.cells; cell++, word = strtok(NULL, " \t"))
        if (!read_sides(word, next.cells, next.near[cell]))
            return false;
    if (next.cells < 1 || word || !is_surface(&next))
        return false;
    begin(&next);
    *half = next;
    return true;
}

/* All moves or none. */
static bool play_all(struct half *half) {
    struct half next = *half;
    char *word = strtok(NULL, " \t");
    bool good = word != NULL;
    for (; good && word; word = strtok(NULL, " \t"))
        good = play(&next, number(word, CELLS_MAX));
    if (good)
        *half = next;
    return good;
}

static const char *new_game(struct half *half) {
    struct field fields[] = {{"half", 1, 2, 1, 0, 0},
                             {"carry", -1000000000, 1000000000, 2, 0, 0},
                             {"players", 2, 2, 1, 0, 0},
                             {"seed", 0, INT64_MAX, 1, 0, 1}};
    const char *fault = read_fields(fields, sizeof fields / sizeof *fields);
    if (fault)
        return fault;
    begin(half);
    srand((unsigned)fields[3].value);
    return NULL;
}

static const char *go(const struct half *half) {
    enum { DAY = 1000000000 };
    struct field fields[] = {{"id", 0, INT64_MAX, 1, 0, 0}, {"movetime", 0, DAY, 1, 0, 0},
                             {"depth", 1, 10000, 1, 0, 0},  {"nodes", 1, INT64_MAX, 1, 0, 0},
                             {"p1time", 0, DAY, 1, 0, 0},   {"p1inc", 0, DAY, 1, 0, 0},
                             {"p2time", 0, DAY, 1, 0, 0},   {"p2inc", 0, DAY, 1, 0, 0}};
    const char *fault = read_fields(fields, sizeof fields / sizeof *fields);
    int move = fault ? -1 : choose(half);
    if (fault)
        return fault;
    printf(move < 0 ? "bestmove none" : "bestmove %d", move);
    printf(fields[0].given > 0 ? " id %lld\n" : "\n", fields[0].value);
    return NULL;
}

/* What is wrong with the line, NULL if nothing is. */
static const char *obey(struct half *half, const char *command) {
    if (strcmp(command, "tgi") == 0) {
        puts("id name minimal\nid author an example\nprotocol 1");
        puts("game triancey\ngame selacata\ngame archipel\ntgiok");
    } else if (strcmp(command, "isready") == 0) {
        puts("readyok");
    } else if (strcmp(command, "?") == 0) {
        return "toolong";
    } else if (strcmp(command, "!") == 0) {
        return "syntax";
    } else if (strcmp(command, "setgrid") == 0) {
        char *kind = strtok(NULL, " \t");
        if (!kind || strcmp(kind, "inline") != 0)
            return "unsupported";
        return set_grid(half) ? NULL : "range";
    } else if (strcmp(command, "newgame") && strcmp(command, "play") && strcmp(command, "go")) {
        return "unsupported";
    } else if (!half->cells) {
        return "state";
    } else if (strcmp(command, "newgame") == 0) {
        return new_game(half);
    } else if (strcmp(command, "play") == 0) {
        return play_all(half) ? NULL : "illegal";
    } else {
        return go(half);
    }
    return NULL;
}

/* Whether bytes are UTF-8: neither cut, nor longer than needed, nor half of a pair. */
static bool is_utf8(const unsigned char *text) {
    while (*text) {
        int more = *text < 0x80                    ? 0
                   : *text >= 0xc2 && *text < 0xe0 ? 1
                   : *text >= 0xe0 && *text < 0xf0 ? 2
                   : *text >= 0xf0 && *text < 0xf5 ? 3
                                                   : -1;
        if (more < 0 || (*text == 0xe0 && text[1] < 0xa0) || (*text == 0xed && text[1] > 0x9f) ||
            (*text == 0xf0 && text[1] < 0x90) || (*text == 0xf4 && text[1] > 0x8f))
            return false;
        for (text++; more > 0; more--, text++)
            if ((*text & 0xc0) != 0x80)
                return false;
    }
    return true;
}

/* Reads one line without its end; one that is too long becomes "?", one that is not text "!".
 * False: no more. */
static bool read_line(char *line) {
    int c, length = 0;
    bool text = true;
    while ((c = getchar()) != EOF && c != '\n') {
        text = text && c != '\0';
        if (length <= LINE_MAX_BYTES)
            line[length++] = (char)c;
    }
    if (length > 0 && line[length - 1] == '\r')
        length--;
    line[length] = '\0';
    if (length > LINE_MAX_BYTES)
        strcpy(line, "?");
    else if (!text || !is_utf8((const unsigned char *)line))
        strcpy(line, "!");
    return c != EOF;
}

/* A command that can be repeated in an answer, which must be UTF-8 and not too long. */
static const char *shown(const char *command) {
    size_t length = 0;
    while (command[length] > ' ' && command[length] <= '~')
        length++;
    return command[length] || length > 60 || *command == '!' ? "?" : command;
}

int main(void) {
    static struct half half;
    static char line[LINE_MAX_BYTES + 2];
    while (read_line(line)) {
        const char *command = strtok(line, " \t");
        if (command && strcmp(command, "quit") == 0)
            break;
        const char *fault = command ? obey(&half, command) : NULL;
        if (fault)
            printf("error %s %s: this engine does only what it must\n", fault, shown(command));
        fflush(stdout);
    }
    return 0;
}
