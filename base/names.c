/* names.c - see names.h. */
#include "config.h"

#include "base/names.h"

#include "base/language.h"
#include "base/text.h"

#include <string.h>

bool name_check(const char *name, char *error) {
    if (!*name || strlen(name) > NAME_BYTES_MAX)
        return error_set(error, _("a name has 1 to %d bytes, not '%s'"), NAME_BYTES_MAX, name);
    for (const char *c = name; *c; c++)
        if ((unsigned char)*c <= ' ' || *c == 127 || *c == '/')
            return error_set(error, _("a name has no blanks and no '/', unlike '%s'"), name);
    return true;
}
