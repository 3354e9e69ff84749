/* chance_words.h - what chance has done, in words: its moves are written for programs, as in
 * "deal:012", and a person reads them before having learnt how. */
#ifndef TRIANCEY_PROMPT_CHANCE_WORDS_H
#define TRIANCEY_PROMPT_CHANCE_WORDS_H

struct text;

/* Adds what moves of chance, separated by blanks, have done: a line for each kind in a row. */
void chance_words_add(const char *moves, struct text *to);

#endif
