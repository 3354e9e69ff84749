/* bot_key.h - the key of a bot's account, in a file that only its owner may read. */
#ifndef TRIANCEY_CLUB_BOT_BOT_KEY_H
#define TRIANCEY_CLUB_BOT_BOT_KEY_H

#include <stdbool.h>

struct bot_http;
struct error;

enum { BOT_KEY_SIZE = 160 };

struct bot_key {
    char key[BOT_KEY_SIZE];
};

/* Reads the key of a site from a file, which must be of mode 0600; if there is no file, signs an
 * engine up by this name (NULL: an error) and writes the file. False and a message. */
bool bot_key_have(struct bot_key *key, struct bot_http *http, const char *site, const char *path,
                  const char *name, struct error *error);

#endif
