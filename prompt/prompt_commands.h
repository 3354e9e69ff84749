/* prompt_commands.h - what can be typed at the prompt: commands, one table of them, and moves
 * (prompt_moves.c). */
#ifndef TRIANCEY_PROMPT_PROMPT_COMMANDS_H
#define TRIANCEY_PROMPT_PROMPT_COMMANDS_H

#include <stdbool.h>
#include <stdint.h>

struct game;
struct prompt;
struct prompt_view;
struct text;

/* Obeys a line, which is cut into its words: prompt->line says what it was. */
void prompt_obey(struct prompt *prompt, char *line);

/* Divides a line, in place, into its first word and its argument. */
char *prompt_part(char *line, char **argument);

/* Adds the words that may follow what was typed before (console.h); the context is the prompt. */
void prompt_complete(void *context, const char *before, struct text *words);

/* Adds legal moves that begin this way (capitals do not matter; "": all of them), `most` at most,
 * separated by `between`; returns how many there are in all. */
int prompt_add_moves(struct prompt *prompt, const char *beginning, const char *between, int most,
                     struct text *text);

/* Reads a move. False: the text is not a move, or not a legal one; the reason was printed, and what
 * is possible. */
bool prompt_read_move(struct prompt *prompt, const char *text, uint32_t *move);

/* Prints the neighbours of a cell named by its number, in words, with what lies on them; or why
 * there are none. */
void neighbours_say(const struct prompt_view *view, const char *argument);

/* ---- the rules of a game: prompt_rules.c ------------------------------------------------------ */

void prompt_say_rules(const struct game *game);

/* Shows the rules in words, then the pictures (rules_pictures.h): on a terminal one after the
 * other, each until Enter is pressed, and then the board again. A line that is typed instead ends
 * them: it is returned to be obeyed, and valid until the console is read again; else NULL. */
char *prompt_show_rules(struct prompt *prompt);

#endif
