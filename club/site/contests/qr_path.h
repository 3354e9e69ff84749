/* qr_path.h - a text as a QR code (ISO/IEC 18004, by libqrencode), drawn as the path of an SVG.
 */
#ifndef TRIANCEY_CLUB_SITE_CONTESTS_QR_PATH_H
#define TRIANCEY_CLUB_SITE_CONTESTS_QR_PATH_H

#include <stdbool.h>

struct text;

enum { QR_TEXT_MAX = 600 }; /* bytes */

/* Adds the dark modules as rectangles of whole units, from 0,0; *size is the width of the code, to
 * which readers need four units of white on each side. Errors of up to 15 % are corrected. False:
 * the text is too long, or memory short. */
bool qr_path_add(const char *words, struct text *path, int *size);

#endif
