/* load_club.h - for load generators: a club with people who were never there, made without the
 * server. A sign-up costs a hash that is slow on purpose, so theirs is one for all.
 */
#ifndef TRIANCEY_TESTS_LOAD_CLUB_H
#define TRIANCEY_TESTS_LOAD_CLUB_H

#include <stdbool.h>

struct error;

enum { LOAD_KEY_SIZE = 65 };

/* The key of a person's device, from 0. */
void load_club_key(int person, char key[LOAD_KEY_SIZE]);

/* Founds a club at a path with this many people. False and a message. */
bool load_club_make(const char *path, int people, struct error *error);

#endif
