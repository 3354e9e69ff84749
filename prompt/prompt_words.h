/* prompt_words.h - words at the prompt: as they are said to people, and as people type them. */
#ifndef TRIANCEY_PROMPT_PROMPT_WORDS_H
#define TRIANCEY_PROMPT_PROMPT_WORDS_H

#include <stdbool.h>
#include <stddef.h>

struct text;

/* ---- what is said ---------------------------------------------------------------------------- */

/* On a terminal, lines are broken at its width, between words, so that no word and no number is cut
 * in two; what goes to a pipe or a file stays as it is. */

/* Prints whole lines. */
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));
void say_text(const char *lines);

/* say() with a path, quoted where a shell needs that, in the place of the format's %s. */
void say_path(const char *format, const char *path) __attribute__((format(printf, 1, 0)));

/* Prints a paragraph: its own line breaks are ignored on a terminal, which breaks it anew. */
void say_paragraph(const char *lines);

/* Prints a row of a list: the first column, `columns` wide, then the rest, whose further lines
 * begin below its first. */
void say_row(int columns, const char *first, const char *rest);

/* ---- what is typed --------------------------------------------------------------------------- */

/* Whether two words are the same but for capitals. */
bool prompt_same_word(const char *a, const char *b);

/* Words have names in English, marked by N_() and separated by blanks, the first of which is shown;
 * a catalogue may have as many of its own for them. What is in `also` is understood in any
 * language. */

/* Whether what was typed is one of the names. */
bool prompt_is_called(const char *names, const char *also, const char *typed);

/* A command. */
struct prompt_word {
    const char *names, *also;
    const char *argument; /* as help shows it; optional if in brackets; "": there is none */
    const char *about;
};

/* Some commands: the first member of each struct of an array. */
struct prompt_words {
    const struct prompt_word *first;
    size_t size; /* of a struct */
    int count;
};

/* Which command a word names, from 0; -1: none. */
int prompt_find(const struct prompt_words *words, const char *typed);

/* Adds the names for completion: of each command the first in English, in the reader's language,
 * and of `also`, each on a line. */
void prompt_add_names(const struct prompt_words *words, struct text *lines);

/* Whether a command has the argument that it needs, and no other; says so if not. */
bool prompt_takes(const struct prompt_word *word, const char *argument);

/* Says what the command of a name is for; if there is none, what all of them are for, and, before
 * them, how a move is typed. */
void prompt_say_help(const struct prompt_words *words, const char *name, const char *move,
                     const char *about_move);

/* Whether a word says yes or no, in English, in French or in the reader's language. */
bool prompt_is_yes(const char *word);
bool prompt_is_no(const char *word);

/* ---- moves of chance ------------------------------------------------------------------------- */

/* Adds in words what moves of chance, separated by blanks, have done: a line for several moves of
 * one kind in a row. As text, such as "deal:012", they are written for programs. */
void chance_words_add(const char *moves, struct text *to);

#endif
