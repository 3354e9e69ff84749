/* language.c - sets up the language of messages, also where the system does not have its locale. */
#include "config.h"

#include "base/language.h"

#include "base/data.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* The locale that the environment asks messages to be in; POSIX, section 8.2, says where. */
static const char *wanted_locale(void) {
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        if (value && value[0])
            return value;
    }
    return "C";
}

/* Takes another locale for one that is not installed: C.UTF-8 for the characters, and LANGUAGE for
 * the catalogue. */
static void stand_in(const char *wanted) {
    const char *characters = strchr(wanted, '.');
    if (!characters || (strcasecmp(characters, ".UTF-8") && strcasecmp(characters, ".utf8")))
        return;
    const char *language = getenv("LANGUAGE");
    if (setlocale(LC_CTYPE, "C.UTF-8") && setlocale(LC_MESSAGES, "C.UTF-8"))
        setenv("LANGUAGE", wanted, !language || !*language);
}

#ifdef ENABLE_NLS
/* Finds the catalogues: in the build tree, in an installation that was moved, or where configure
 * said. */
static void bind_catalogues(void) {
    static const char *const beside[] = {"po", "../locale"};
    char *path = NULL;
    for (size_t i = 0; !path && i < sizeof beside / sizeof *beside; i++) {
        path = data_path(beside[i]);
        if (path && access(path, X_OK) != 0) {
            free(path);
            path = NULL;
        }
    }
    bindtextdomain(PACKAGE, path ? path : LOCALEDIR);
    textdomain(PACKAGE);
    free(path);
}
#endif

void language_begin(void) {
    bool characters = setlocale(LC_CTYPE, "") != NULL;
    if (!setlocale(LC_MESSAGES, "") || !characters)
        stand_in(wanted_locale());
#ifdef ENABLE_NLS
    bind_catalogues();
#endif
}

#ifdef ENABLE_NLS
/* Whether a variable was set by who started the program, and not by stand_in(). */
static bool language_is_given(const char *name) {
    const char *value = getenv(name);
    return value && *value && (strcmp(name, "LANGUAGE") || strcmp(value, wanted_locale()));
}
#endif

/* Copies a code, with one sign between language and country: `_` in locales, `-` in HTML. */
static void copy_code(char to[LANGUAGE_CODE_SIZE], const char *from, char sign) {
    size_t length = 0;
    for (; length < LANGUAGE_CODE_SIZE - 1 && !strchr(" \n", from[length]); length++)
        to[length] = strchr("_-", from[length]) ? sign : from[length];
    to[length] = '\0';
}

void language_code(char code[LANGUAGE_CODE_SIZE]) {
    const char *own = "en";
#ifdef ENABLE_NLS
    static const char none[] = "", name[] = "\nLanguage: ";
    const char *line = strstr(gettext(none), name); /* the translation of "" is the head */
    if (line)
        own = line + sizeof name - 1;
#endif
    copy_code(code, own, '-');
}

bool language_choose(const char *code) {
    char wanted[LANGUAGE_CODE_SIZE], own[LANGUAGE_CODE_SIZE];
#ifdef ENABLE_NLS
    if (language_is_given("LC_ALL") || language_is_given("LANGUAGE"))
        return true;
    copy_code(wanted, code, '_');
    setenv("LANGUAGE", wanted, 1);
    /* gettext ignores LANGUAGE in the C locale; in others it reads it anew when a locale is set. */
    const char *messages = setlocale(LC_MESSAGES, NULL);
    bool none = strcmp(messages, "C") == 0 || strcmp(messages, "POSIX") == 0;
    setlocale(LC_MESSAGES, none ? "C.UTF-8" : "");
    if (none && strcmp(setlocale(LC_CTYPE, NULL), "C") == 0)
        setlocale(LC_CTYPE, "C.UTF-8");
#endif
    copy_code(wanted, code, '-');
    language_code(own);
    size_t length = strlen(own);
    return strncmp(wanted, own, length) == 0 && strchr("-.@", wanted[length]); /* or at its end */
}

void language_end(void) {
    setlocale(LC_ALL, "C");
}

locale_t language_enter_english(void) {
    locale_t english = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    return english ? uselocale(english) : uselocale((locale_t)0);
}

void language_leave_english(locale_t before) {
    locale_t english = uselocale(before);
    if (english != before && english != LC_GLOBAL_LOCALE)
        freelocale(english);
}
