/* prompt_rules.h - the rules of a game at the prompt: in words, and with pictures where the game
 * has some. */
#ifndef TRIANCEY_PROMPT_PROMPT_RULES_H
#define TRIANCEY_PROMPT_PROMPT_RULES_H

struct game;
struct prompt;

void prompt_say_rules(const struct game *game);

/* The words, then the pictures (rules_pictures.h): on a terminal one after the other, each until
 * Enter is pressed, and then the board again. Returns a line that was typed instead, which ends
 * them and is to be obeyed, or NULL; valid until the console is read again. */
char *prompt_show_rules(struct prompt *prompt);

#endif
