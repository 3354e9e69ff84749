/* computer.h - the reference computer in this process: the move that the engine's player
 * `reference` chooses for the same seed.
 */
#ifndef TRIANCEY_CLUB_STORE_COMPUTER_H
#define TRIANCEY_CLUB_STORE_COMPUTER_H

#include <stdint.h>

struct half;

/* The seats of a tournament game. */
enum { SEAT_PERSON, SEAT_COMPUTER };

/* Chooses the computer's move. The game must be one of the Triancey family, and the half not over.
 */
uint32_t computer_choose(const struct half *half, uint64_t seed);

#endif
