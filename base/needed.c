/* needed.c - ends the program if there is no memory. */
#include "config.h"

#include "base/needed.h"

#include "base/arguments.h"
#include "base/language.h"
#include "base/leave.h"
#include "base/text.h"

void *needed(void *memory) {
    if (!memory) /* other threads may still run, so that exit() could take away what they use */
        leave(command_complain(command_program(), _("out of memory"), EXIT_FAILED));
    return memory;
}

const char *needed_text(const struct text *text) {
    needed(text->failed ? NULL : (void *)(uintptr_t)text);
    return text_get(text);
}
