/* prompt_words.c - words at the prompt. What is said is broken to fit the terminal; to a file or a
 * pipe it goes as it is. */
#include "config.h"

#include "prompt/prompt_words.h"

#include "base/language.h"
#include "base/needed.h"
#include "base/output.h"
#include "base/text.h"
#include "games/game.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>

/* ---- what is said ---------------------------------------------------------------------------- */

void say_text(const char *lines) {
    int width = output_width(STDOUT_FILENO);
    struct text wrapped = {0};
    if (width > 1) /* the last column stays empty: some terminals go on below once it is used */
        text_wrap(&wrapped, lines, width - 1);
    fputs(width > 1 ? needed_text(&wrapped) : lines, stdout);
    text_free(&wrapped);
}

void say(const char *format, ...) {
    struct text lines = {0};
    va_list arguments;
    va_start(arguments, format);
    text_vaddf(&lines, format, arguments);
    va_end(arguments);
    say_text(needed_text(&lines));
    text_free(&lines);
}

void say_path(const char *format, const char *path) {
    struct text quoted = {0};
    text_add_shell(&quoted, path);
    say(format, text_get(&quoted));
    text_free(&quoted);
}

void say_paragraph(const char *lines) {
    struct text joined = {0};
    text_add(&joined, lines);
    for (size_t i = 0; output_width(STDOUT_FILENO) > 1 && i < joined.length; i++)
        if (joined.bytes[i] == '\n')
            joined.bytes[i] = ' ';
    say("%s\n", needed_text(&joined));
    text_free(&joined);
}

void say_row(int columns, const char *first, const char *rest) {
    text_print_row(stdout, output_width(STDOUT_FILENO), columns, first, rest);
}

/* ---- what is typed --------------------------------------------------------------------------- */

/* Takes the next character in lower case, as the locale knows it; a byte that is none stands for
 * itself. */
static wint_t take_small(const char **word, size_t *left) {
    mbstate_t state = {0};
    wchar_t character;
    size_t length = mbrtowc(&character, *word, *left, &state);
    wint_t small = (unsigned char)**word;
    if (length > *left || length == 0)
        length = 1;
    else
        small = towlower((wint_t)character);
    *word += length;
    *left -= length;
    return small;
}

static bool same(const char *a, size_t length_a, const char *b, size_t length_b) {
    while (length_a > 0 && length_b > 0)
        if (take_small(&a, &length_a) != take_small(&b, &length_b))
            return false;
    return length_a == length_b;
}

bool prompt_same_word(const char *a, const char *b) {
    return same(a, strlen(a), b, strlen(b));
}

/* Whether a word is one of several, which are separated by blanks. */
static bool prompt_is_among(const char *words, const char *word) {
    for (words += strspn(words, " "); *words; words += strspn(words, " ")) {
        size_t length = strcspn(words, " ");
        if (same(words, length, word, strlen(word)))
            return true;
        words += length;
    }
    return false;
}

bool prompt_is_called(const char *names, const char *also, const char *word) {
    return prompt_is_among(names, word) || prompt_is_among(_(names), word) ||
           prompt_is_among(also, word);
}

bool prompt_is_yes(const char *word) {
    return prompt_is_called(N_("yes y"), "oui o", word);
}

bool prompt_is_no(const char *word) {
    return prompt_is_called(N_("no n"), "non", word);
}

/* ---- commands -------------------------------------------------------------------------------- */

enum { NAME_SIZE = 40, USAGE_COLUMNS = 22 };

static const struct prompt_word *word_at(const struct prompt_words *words, int i) {
    return (const void *)((const char *)words->first + words->size * (size_t)i);
}

int prompt_find(const struct prompt_words *words, const char *typed) {
    for (int i = 0; *typed && i < words->count; i++)
        if (prompt_is_called(word_at(words, i)->names, word_at(words, i)->also, typed))
            return i;
    return -1;
}

void prompt_add_names(const struct prompt_words *words, struct text *lines) {
    for (int i = 0; i < words->count; i++) {
        const struct prompt_word *word = word_at(words, i);
        const char *const all[] = {word->names, _(word->names), word->also};
        for (int j = 0; j < 3; j++)
            if (*all[j] && (j == 0 || strcmp(all[j], all[j - 1]) != 0))
                text_addf(lines, "%.*s\n", (int)strcspn(all[j], " "), all[j]);
    }
}

/* The name that the reader's language shows. */
static const char *name_of(const struct prompt_word *word, char name[NAME_SIZE]) {
    const char *said = _(word->names);
    snprintf(name, NAME_SIZE, "%.*s", (int)strcspn(said, " "), said);
    return name;
}

bool prompt_takes(const struct prompt_word *word, const char *argument) {
    char name[NAME_SIZE];
    if (!*argument && *word->argument && *word->argument != '[')
        say(_("%s needs %s.\n"), name_of(word, name), _(word->argument));
    else if (*argument && !*word->argument)
        say(_("%s takes no argument, not '%s'.\n"), name_of(word, name), argument);
    else
        return true;
    return false;
}

static void say_usage(const struct prompt_word *word) {
    char usage[64], name[NAME_SIZE];
    snprintf(usage, sizeof usage, "%s %s", name_of(word, name),
             *word->argument ? _(word->argument) : "");
    say_row(USAGE_COLUMNS, usage, _(word->about));
}

void prompt_say_help(const struct prompt_words *words, const char *name, const char *move,
                     const char *about_move) {
    int found = prompt_find(words, name);
    if (found >= 0) {
        say_usage(word_at(words, found));
        return;
    }
    if (*name)
        say(_("There is no command '%s'. The commands are:\n"), name);
    say_row(USAGE_COLUMNS, move, about_move);
    for (int i = 0; i < words->count; i++)
        say_usage(word_at(words, i));
    /* TRANSLATORS: and in your language, which comes first. */
    say(_("Commands are understood in English and in French, in lower or upper case.\n"));
}

/* ---- moves of chance ------------------------------------------------------------------------- */

/* Moves of chance in words. A move is a kind, a colon and a piece, or "?" for a hidden piece.
 * Pieces are gathered while the kind stays the same; when it changes, a line is written. */

/* Moves of one kind in a row. */
struct row {
    char kind[GAME_MOVE_TEXT]; /* "deal", or "show:2": with its seat */
    struct text pieces;
    unsigned long count; /* of `pieces` */
    bool hidden;         /* there are more, which cannot be seen */
};

/* The seat of a kind; 0: it has none. */
static int seat_of(const char *kind) {
    const char *colon = strchr(kind, ':');
    return colon ? colon[1] - '0' : 0;
}

static void add_dealt(const struct row *row, struct text *to) {
    if (row->pieces.length > 0 && row->hidden)
        text_addf(to,
                  ngettext("Dealt: %s; the other hands are hidden.\n",
                           "Dealt: %s; the other hands are hidden.\n", row->count),
                  text_get(&row->pieces));
    else if (row->pieces.length > 0)
        text_addf(to, ngettext("Dealt: %s.\n", "Dealt: %s.\n", row->count), text_get(&row->pieces));
    else
        text_add(to, _("The pieces are dealt.\n"));
}

/* Adds which pieces are left in a hand at the end of a deal, and what they cost: the digits on them
 * are added up. */
static void add_left(int seat, const char *pieces, struct text *to) {
    int points = 0;
    for (const char *at = pieces; *at; at++)
        points += *at >= '0' && *at <= '9' ? *at - '0' : 0;
    text_addf(to,
              ngettext("Left in the hand of seat %d: %s, %d point.\n",
                       "Left in the hand of seat %d: %s, %d points.\n", (unsigned long)points),
              seat, pieces, points);
}

static void end_row(struct row *row, struct text *to) {
    const char *kind = row->kind, *pieces = text_get(&row->pieces);
    if (strcmp(kind, "deal") == 0)
        add_dealt(row, to);
    else if (strcmp(kind, "draw") == 0 && *pieces)
        text_addf(to, _("Drawn: %s.\n"), pieces);
    else if (strcmp(kind, "draw") == 0)
        text_add(to, _("A piece is drawn.\n"));
    else if (strncmp(kind, "first:", 6) == 0)
        text_addf(to, _("Seat %d begins, with %s.\n"), seat_of(kind), pieces);
    else if (strncmp(kind, "show:", 5) == 0)
        add_left(seat_of(kind), pieces, to);
    else if (*kind)
        text_addf(to, "%s:%s\n", kind, pieces);
    text_clear(&row->pieces);
    row->count = 0;
    row->hidden = false;
}

/* Adds a move to the row, or ends the row and begins another if the move is of another kind. The
 * kind is what stands before the last colon. */
static void add_move(struct row *row, const char *move, struct text *to) {
    const char *colon = strrchr(move, ':');
    size_t length = colon ? (size_t)(colon - move) : 0;
    if (strncmp(row->kind, move, length) != 0 || row->kind[length]) {
        end_row(row, to);
        snprintf(row->kind, sizeof row->kind, "%.*s", (int)length, move);
    }
    if (strcmp(colon ? colon + 1 : move, "?") == 0) {
        row->hidden = true;
    } else {
        text_add_word(&row->pieces, colon ? colon + 1 : move);
        row->count++;
    }
}

void chance_words_add(const char *moves, struct text *to) {
    struct row row = {.kind = ""};
    char move[GAME_MOVE_TEXT];
    for (int used = 0; sscanf(moves, "%63s%n", move, &used) == 1; moves += used)
        add_move(&row, move, to);
    end_row(&row, to);
    text_free(&row.pieces);
}
