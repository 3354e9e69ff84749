/* chooser_words.h - what is said below the board while a move is chosen on it. */
#ifndef TRIANCEY_PROMPT_CHOOSER_WORDS_H
#define TRIANCEY_PROMPT_CHOOSER_WORDS_H

struct choice;
struct chooser;
struct text;

/* Adds what the choice would do and which keys there are: lines that fit the window, the last one
 * without its end. Returns how many. */
int chooser_add_words(const struct chooser *chooser, const struct choice *choice,
                      struct text *text);

#endif
