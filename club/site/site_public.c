/* site_public.c - see site_public.h. */
#include "config.h"

#include "club/site/site_public.h"

#include "base/error.h"
#include "base/language.h"
#include "club/site/site_options.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool site_is_origin(const char *text) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789-.:[]";
    const char *host = strncmp(text, "https://", 8) == 0  ? text + 8
                       : strncmp(text, "http://", 7) == 0 ? text + 7
                                                          : "";
    size_t length = strlen(host);
    return length > 0 && length < 200 && strspn(host, letters) == length && *host != ':' &&
           *host != '.';
}

/* Counts what is missing, and says it. */
static void miss(int *missing, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void miss(int *missing, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("triancey-club serve --public: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    ++*missing;
}

static void check_folder(const char *folder, int *missing) {
    struct stat status;
    if (stat(folder, &status) != 0)
        return; /* opening the club says so */
    if (status.st_mode & 077)
        miss(missing,
             _("the folder %s is open to other users, and has secrets: run chmod 700 on it"),
             folder);
    if (status.st_uid != geteuid())
        miss(missing, _("the folder %s belongs to another user"), folder);
}

bool site_public_check(const struct site_options *options, struct error *error) {
    int missing = 0;
    if (!options->origin)
        miss(&missing, _("--origin is missing: the address at which browsers reach the site, such "
                         "as https://club.example"));
    else if (strncmp(options->origin, "https://", 8) != 0)
        miss(&missing, _("--origin must begin with https://: keys are sent over it"));
    if (options->proxies == 0)
        miss(&missing, _("--proxy is missing: the address of the proxy that speaks TLS; without "
                         "it, limits would treat all visitors as one"));
    if (options->limitless)
        miss(&missing, _("--limits none would let one visitor use up everything"));
    if (options->open)
        miss(&missing, _("--open is for a site at home"));
    if (!options->data)
        miss(&missing, _("--data is missing: a folder of its own, for club.db and its keys"));
    else
        check_folder(options->data, &missing);
    if (geteuid() == 0)
        miss(&missing, _("it runs as root: give it a user of its own"));
    return missing == 0 || error_set(error, _("not secure enough for a public site"));
}
