/* look_back.h - a game that is over, shown again move by move. */
#ifndef TRIANCEY_PROMPT_LOOK_BACK_H
#define TRIANCEY_PROMPT_LOOK_BACK_H

struct prompt;

/* Shows the halves of the prompt's saved game, from the beginning of the first; stepping.h says
 * what can be typed. What was hidden is shown now. */
void look_back(struct prompt *prompt);

#endif
