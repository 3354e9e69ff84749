/* chance_words.h - moves of chance in words for people: as text, such as "deal:012", they are
 * written for programs. */
#ifndef TRIANCEY_PROMPT_CHANCE_WORDS_H
#define TRIANCEY_PROMPT_CHANCE_WORDS_H

struct text;

/* Adds in words what moves of chance, separated by blanks, have done: a line for several moves of
 * one kind in a row. */
void chance_words_add(const char *moves, struct text *to);

#endif
