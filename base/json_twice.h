/* json_twice.h - members that an object of JSON has twice. json-c keeps the last and says nothing;
 * other readers take the first.
 */
#ifndef TRIANCEY_BASE_JSON_TWICE_H
#define TRIANCEY_BASE_JSON_TWICE_H

#include <stddef.h>

/* Where a text that json-c has read, with its usual depth at most, names a member of an object for
 * the second time; the name is written as text_clean() does. NULL: nowhere. */
const char *json_twice(const char *bytes, size_t length, char *name, size_t size);

#endif
