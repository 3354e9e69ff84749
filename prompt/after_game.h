/* after_game.h - what can be done when a game is over: play again, have it analysed, look at it. */
#ifndef TRIANCEY_PROMPT_AFTER_GAME_H
#define TRIANCEY_PROMPT_AFTER_GAME_H

struct prompt;

enum after_game { AFTER_LEAVE, AFTER_AGAIN, AFTER_OTHER_SIDE };

/* Asks until the players start another game or leave; the end of input means leaving. On a terminal
 * it says what there is. All halves of the prompt's saved game are over. */
enum after_game after_game_ask(struct prompt *prompt);

#endif
