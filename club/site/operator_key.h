/* operator_key.h - the key by which the operator's monitoring reads the figures of a site: a file
 * that only its owner reads.
 */
#ifndef TRIANCEY_CLUB_SITE_OPERATOR_KEY_H
#define TRIANCEY_CLUB_SITE_OPERATOR_KEY_H

#include "base/secret.h"

#include <stdbool.h>

struct error;

/* Reads the key from operator.key in a folder; draws it first if the file is not there. False and a
 * message. */
bool operator_key_read(const char *folder, char key[SECRET_SIZE], struct error *error);

#endif
