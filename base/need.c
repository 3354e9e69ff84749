/* need.c - the end of a program that has no memory. */
#include "config.h"

#include "base/need.h"

#include "base/arguments.h"
#include "base/language.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>

void *memory_need(void *allocated) {
    if (allocated)
        return allocated;
    const struct command *program = command_program();
    fprintf(stderr, "%s: %s\n", program ? program->name : PACKAGE_NAME, _("out of memory"));
    exit(EXIT_FAILURE);
}

const char *memory_need_text(const struct text *text) {
    memory_need(text->failed ? NULL : (void *)(uintptr_t)text);
    return text_get(text);
}
