/* needed.c - ends the program if there is no memory. */
#include "config.h"

#include "base/needed.h"

#include "base/arguments.h"
#include "base/json.h"
#include "base/language.h"
#include "base/leave.h"
#include "base/output.h"
#include "base/text.h"

#include <string.h>

void *needed(void *memory) {
    if (!memory) { /* other threads may still run, so that exit() could take away what they use */
        output_abandon();
        leave(command_complain(command_program(), _("out of memory"), EXIT_FAILED));
    }
    return memory;
}

char *needed_string(const char *format, ...) {
    struct text text = {0};
    va_list arguments;
    va_start(arguments, format);
    text_vaddf(&text, format, arguments);
    va_end(arguments);
    char *string = needed(strdup(needed_text(&text)));
    text_free(&text);
    return string;
}

const char *needed_text(const struct text *text) {
    needed(text->failed ? NULL : (void *)(uintptr_t)text);
    return text_get(text);
}

void needed_json(struct json *json, FILE *file) {
    needed_text(&json->text);
    json_write(json, file);
}
