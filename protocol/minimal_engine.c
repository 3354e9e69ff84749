/* minimal_engine.c - a complete engine for the Triancey family: it needs nothing but PROTOCOL.md.
 *
 *     cc -O2 -o minimal_engine minimal_engine.c
 *
 * It answers tgi, isready and go, obeys setgrid inline, newgame, play and quit, and plays the legal
 * move after which it has the best margin.
 */
#include <stdbool.h>
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

/* A whole word as a number from 0 to `most`; -1 if it is none. */
static int number(const char *word, int most) {
    char *end = NULL;
    long value = word && *word >= '0' && *word <= '9' ? strtol(word, &end, 10) : -1;
    return value < 0 || *end || value > most ? -1 : (int)value;
}

/* The word after a keyword in what is left of the line; NULL if there is none. */
static char *field(const char *keyword) {
    char *word;
    while ((word = strtok(NULL, " \t")) && strcmp(word, keyword) != 0)
        continue;
    return word ? strtok(NULL, " \t") : NULL;
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
    next.cells = number(field("cells"), CELLS_MAX);
    char *word = field("sides");
    for (int cell = 0; cell < next.cells; cell++, word = strtok(NULL, " \t"))
        if (!read_sides(word, next.cells, next.near[cell]))
            return false;
    if (next.cells < 1 || word)
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

static void go(const struct half *half) {
    int move = choose(half);
    char *id = field("id");
    printf(move < 0 ? "bestmove none" : "bestmove %d", move);
    printf(id ? " id %s\n" : "\n", id);
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
    } else if (strcmp(command, "setgrid") == 0) {
        char *kind = strtok(NULL, " \t");
        if (!kind || strcmp(kind, "inline") != 0)
            return "unsupported";
        return set_grid(half) ? NULL : "range";
    } else if (!half->cells) {
        return "state";
    } else if (strcmp(command, "newgame") == 0) {
        const char *seed = field("seed");
        begin(half);
        srand(seed ? (unsigned)strtoull(seed, NULL, 10) : 1);
    } else if (strcmp(command, "play") == 0) {
        return play_all(half) ? NULL : "illegal";
    } else if (strcmp(command, "go") == 0) {
        go(half);
    } else {
        return "unsupported";
    }
    return NULL;
}

/* Reads one line without its end; one too long or with a NUL byte becomes "?". False: no more. */
static bool read_line(char *line) {
    int c, length = 0;
    bool good = true;
    while ((c = getchar()) != EOF && c != '\n') {
        good = good && c != '\0' && length < LINE_MAX_BYTES;
        if (good)
            line[length++] = (char)c;
    }
    line[length] = '\0';
    line[strcspn(line, "\r")] = '\0';
    if (!good)
        strcpy(line, "?");
    return c != EOF;
}

/* A command that can be repeated in an answer, which must be UTF-8 and not too long. */
static const char *shown(const char *command) {
    size_t length = 0;
    while (command[length] > ' ' && command[length] <= '~')
        length++;
    return command[length] || length > 60 ? "?" : command;
}

int main(void) {
    static struct half half;
    static char line[LINE_MAX_BYTES + 1];
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
