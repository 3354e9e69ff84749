/* accept.h - what a client says that it likes, in headers such as Accept-Encoding. */
#ifndef TRIANCEY_CLUB_HTTP_ACCEPT_H
#define TRIANCEY_CLUB_HTTP_ACCEPT_H

/* How much a client likes a coding or a language, in thousandths; 0: not at all. "fr-CA" is a kind
 * of "fr". `accept` is the value of the header; NULL: there is none. `otherwise`: if it says nothing
 * of the word, and nothing of all ("*"). */
int accept_weight(const char *accept, const char *word, int otherwise);

#endif
