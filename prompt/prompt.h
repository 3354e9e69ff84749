/* prompt.h - shows a game to the people who play it, and reads their commands from the keyboard.
 *
 * The prompt keeps a position of its own, from what its seats hear (seat.h). It does not run the
 * game: for a command that the match cannot execute (going back, leaving), it returns
 * VERDICT_STOPPED and its request says why.
 */
#ifndef TRIANCEY_PROMPT_PROMPT_H
#define TRIANCEY_PROMPT_PROMPT_H

#include "games/game.h"
#include "prompt/prompt_setup.h"

#include <stdbool.h>

struct error;
struct match_result;
struct prompt;
struct seat;

/* Opens the prompt; its setup is copied. */
struct prompt *prompt_open(const struct prompt_setup *setup);
void prompt_close(struct prompt *prompt);

/* Says what is played, by which rules, and how to move. */
void prompt_welcome(struct prompt *prompt);

/* A seat held by a person at this prompt. The prompt and the name must outlive it. Several people
 * may sit at one prompt; where hands are hidden, it keeps apart what each of them knows, and asks
 * them to pass the keyboard before it shows a hand. */
struct seat *prompt_seat_new(struct prompt *prompt, const char *name);

enum prompt_request prompt_request(const struct prompt *prompt);
int prompt_plies_kept(const struct prompt *prompt);

/* Between two halves: says who has which colour in the next one, and, on a terminal, waits until
 * they are ready. False: they do not want to go on. */
bool prompt_between(struct prompt *prompt, int half);

/* Says how a half ended, and the whole game with the margins of all halves. */
void prompt_end_half(struct prompt *prompt, const struct match_result *result);
void prompt_end_game(struct prompt *prompt, const int total[GAME_PLAYERS_MAX]);

/* ---- when the game is over: after_game.c ----------------------------------------------------- */

enum after_game { AFTER_LEAVE, AFTER_AGAIN, AFTER_OTHER_SIDE };

/* Asks until the players start another game or leave; the end of input means leaving. On a terminal
 * it lists what they can do. Call it when all halves of the prompt's saved game are over. */
enum after_game after_game_ask(struct prompt *prompt);

#endif
