/* game_analysis.h - which moves of people have cost most in a game that is over. */
#ifndef TRIANCEY_PROMPT_GAME_ANALYSIS_H
#define TRIANCEY_PROMPT_GAME_ANALYSIS_H

struct prompt;

/* Has the adviser judge each move that a person made against the best one, and says what the
 * costliest ones were. A move costs what the margin of its half was expected to lose by it. */
void game_analysis_say(struct prompt *prompt);

#endif
