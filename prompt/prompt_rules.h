/* prompt_rules.h - the rules of a game at the prompt: in words, and with pictures where the game
 * has some. */
#ifndef TRIANCEY_PROMPT_PROMPT_RULES_H
#define TRIANCEY_PROMPT_PROMPT_RULES_H

struct game;
struct prompt;

void prompt_say_rules(const struct game *game);

/* Shows the rules in words, then the pictures (rules_pictures.h): on a terminal one after the
 * other, each until Enter is pressed, and then the board again. A line that is typed instead ends
 * them: it is returned to be obeyed, and valid until the console is read again; else NULL. */
char *prompt_show_rules(struct prompt *prompt);

#endif
