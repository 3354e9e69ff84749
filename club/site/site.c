/* site.c - opens and closes all that a site consists of, and checks whether it may be public: what
 * would be unsafe is said line by line before anything is served. */
#include "config.h"

#include "club/site/site.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/input.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/system.h"
#include "club/http/browser.h"
#include "club/http/http_server.h"
#include "club/site/frame/site_charge.h"
#include "club/site/frame/site_entry.h"
#include "club/site/frame/site_options.h"
#include "club/site/frame/site_part.h"
#include "club/site/frame/site_state.h"
#include "club/site/frame/site_turn.h"
#include "club/store/weeks.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define SECOND INT64_C(1000000)

enum {
    CONNECTIONS_MAX = 16384,
    CONNECTION_BYTES = 16384,
    FILES_BESIDE = 512, /* that are no connections */
    PORT_USUAL = 8080,
    FINISH_SECONDS = 5
};

/* ---- whether everybody may reach it ---------------------------------------------------------- */

/* Whether a text is an origin: "https://club.example", "http://localhost:8000", without a path. */
static bool site_is_origin(const char *text) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789-.:[]";
    const char *host = strncmp(text, "https://", 8) == 0  ? text + 8
                       : strncmp(text, "http://", 7) == 0 ? text + 7
                                                          : "";
    size_t length = strlen(host);
    return length > 0 && length < 200 && strspn(host, letters) == length && *host != ':' &&
           *host != '.';
}

/* Says on standard error what is missing, a line each. False and a message if anything is. */
static bool site_public_check(const struct site_options *options, struct error *error) {
    const char *origin = options->origin, *data = options->data;
    struct stat folder;
    if (!data || stat(data, &folder) != 0) /* opening the club says so */
        folder = (struct stat){.st_uid = geteuid()};
    const struct {
        bool missing;
        const char *text; /* with the folder in the place of %s */
    } protections[] = {
        {!origin, N_("--origin is missing: the address at which browsers reach the site, such as "
                     "https://club.example")},
        {origin && strncmp(origin, "https://", 8) != 0,
         N_("--origin must begin with https://: keys are sent over it")},
        {options->proxies == 0,
         N_("--proxy is missing: the address of the proxy that speaks TLS; without it, limits "
            "would treat all visitors as one")},
        {options->limitless, N_("--limits none would let one visitor use up everything")},
        {options->open, N_("--open is for a site at home")},
        {!data, N_("--data is missing: a folder of its own, for club.db and its keys")},
        {folder.st_mode & 077,
         N_("the folder %s is open to other users, and has secrets: run chmod 700 on it")},
        {folder.st_uid != geteuid(), N_("the folder %s belongs to another user")},
        {geteuid() == 0, N_("it runs as root: give it a user of its own")}};
    bool good = true;
    for (size_t i = 0; i < sizeof protections / sizeof *protections; i++) {
        if (!protections[i].missing)
            continue;
        good = false;
        fputs("triancey-club serve --public: ", stderr);
        fprintf(stderr, _(protections[i].text), data);
        fputc('\n', stderr);
    }
    return good || error_set(error, _("not secure enough for a public site"));
}

/* ---- the key of the operator ----------------------------------------------------------------- */

/* The key by which the operator's monitoring reads the figures of a site: a file that only its
 * owner reads. */

static bool make_key(const char *path, char key[SECRET_SIZE], struct error *error) {
    if (!secret_make(key, error))
        return false;
    int descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    FILE *file = descriptor >= 0 ? needed(fdopen(descriptor, "w")) : NULL;
    bool written = file && fprintf(file, "%s\n", key) > 0;
    bool done = file && fclose(file) == 0 && written;
    int reason = errno;
    if (!done && file)
        unlink(path);
    return done || error_set_kind(error, error_kind_of(reason), "%s: %s", path, strerror(reason));
}

/* Reads the key from operator.key in a folder; draws it first if the file is not there. False and a
 * message. */
static bool operator_key_read(const char *folder, char key[SECRET_SIZE], struct error *error) {
    char *path = needed_string("%s/operator.key", folder);
    struct text text = {0};
    struct error why;
    bool done;
    if (access(path, F_OK) != 0 && errno == ENOENT)
        done = make_key(path, key, error);
    else if (!input_read(path, SECRET_SIZE, &text, &why))
        done = error_set_kind(error, why.kind, "%s: %s", path, why.text);
    else
        done = (strspn(text_get(&text), "0123456789abcdef") == SECRET_DIGITS &&
                (text.length == SECRET_DIGITS || text.bytes[SECRET_DIGITS] == '\n')) ||
               error_set(error, _("%s is not a key: remove it, and a new one will be made"), path);
    if (done && text.length > 0)
        snprintf(key, SECRET_SIZE, "%s", text.bytes);
    text_free(&text);
    free(path);
    return done;
}

/* ---- the club -------------------------------------------------------------------------------- */

static const char *folder_of(const struct site *site) {
    return site->options->data ? site->options->data : ".";
}

static bool open_club(struct site *site, struct error *error) {
    const char *folder = folder_of(site);
    umask(077); /* the file has the secrets of weeks */
    if (mkdir(folder, 0700) != 0 && errno != EEXIST)
        return error_set_kind(error, error_kind_of(errno), "%s: %s", folder, strerror(errno));
    char *path = needed_string("%s/club.db", folder);
    bool done = club_open(&site->club, path, error) && club_serve(&site->club, error) &&
                site_clock_begin(site, error) && weeks_settle(&site->club, site_now(site), error);
    free(path);
    return done;
}

/* A part that cannot be opened counts as open, so that its close() frees what it has. */
static bool open_parts(struct site *site, struct error *error) {
    for (const struct site_part *const *part = site_parts; *part; part++) {
        site->parts_open++;
        if ((*part)->open && !(*part)->open(site, error))
            return false;
    }
    return true;
}

/* ---- the server ------------------------------------------------------------------------------ */

/* As many files as there may be connections, if the system allows it; returns for how many
 * connections there is room. */
static unsigned site_make_room(void) {
    struct rlimit limit;
    const rlim_t wanted = CONNECTIONS_MAX + FILES_BESIDE;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return FILES_BESIDE;
    if (limit.rlim_cur < wanted) {
        limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
    rlim_t files = limit.rlim_cur < wanted ? limit.rlim_cur : wanted;
    return (unsigned)(files > 2 * FILES_BESIDE ? files - FILES_BESIDE : files / 2);
}

static bool site_settle(void *context) {
    return site_turn_end(context);
}

static void ended(void *context, const struct http_request *request, const struct http_end *end) {
    site_log_end(context, request, end);
    site_charge_end(context, request);
}

static bool open_server(struct site *site, struct error *error) {
    const struct site_route *addresses = site_address_routes(site);
    site->routes = site_routes(addresses);
    const struct http_options http = {.routes = site->routes,
                                      .context = site,
                                      .connections_max = site_make_room(),
                                      .memory = CONNECTION_BYTES,
                                      .origin = site->options->origin,
                                      .settle = site_settle,
                                      .ended = ended};
    site->server = http_server_new(&http, error);
    return site->server != NULL;
}

/* The sockets that a service manager hands over; returns the port of one that has one, 0: none has,
 * -1: there are no sockets. */
static int listen_given(struct site *site) {
    int port = -1;
    for (int i = 0; i < site->sockets; i++) {
        int theirs;
        if (http_server_listen_on(site->server, site->socket[i], &theirs) && theirs > port)
            port = theirs;
    }
    return port;
}

/* The port that was asked for; by default the usual one, so that bookmarks keep working. */
static int listen_here(struct site *site, struct error *error) {
    int wanted = site->options->port, port = 0;
    if (wanted < 0)
        port = http_server_listen_here(site->server, PORT_USUAL, error);
    return port ? port : http_server_listen_here(site->server, wanted > 0 ? wanted : 0, error);
}

/* Listens where the options say, or on the sockets that a service manager hands over. */
static bool site_listen(struct site *site, struct error *error) {
    int port = listen_given(site);
    if (port < 0 && (port = listen_here(site, error)) == 0)
        return false;
    site->address = site->options->origin ? needed_string("%s/", site->options->origin)
                                          : needed_string("http://127.0.0.1:%d/", port);
    return true;
}

/* ---- begin and end --------------------------------------------------------------------------- */

static bool check_options(const struct site_options *options, struct error *error) {
    if (options->origin && !site_is_origin(options->origin))
        return error_set(error, _("--origin: %s is not an address like https://club.example"),
                         options->origin);
    return !options->public || site_public_check(options, error);
}

static bool site_begin(struct site *site, struct error *error) {
    const struct site_options *options = site->options;
    if (!check_options(options, error))
        return false;
    if (options->public) /* no core dump is written, and no debugger may attach */
        system_hide();
    site->limits = limits_new();
    site->loop = site_loop_new(site);
    return page_file_read_site(&site->page, options->page, error) && open_club(site, error) &&
           operator_key_read(folder_of(site), site->operator_key, error) &&
           open_server(site, error) && open_parts(site, error);
}

/* Accepts no more connections, and goes on until all requests are answered. */
static void site_finish(struct site *site) {
    int64_t deadline = clock_us() + FINISH_SECONDS * SECOND;
    http_server_finish(site->server);
    while (http_server_requests(site->server) > 0 && clock_us() < deadline)
        site_loop_turn(site->loop, deadline, NULL);
}

/* Parts answer what they put off, and the server sends it, before the club is closed. */
static void site_close(struct site *site) {
    if (!site)
        return;
    while (site->parts_open > 0)
        if (site_parts[--site->parts_open]->close)
            site_parts[site->parts_open]->close(site);
    http_server_free(site->server);
    site_turn_end(site);
    site_log_flush(site);
    site_address_free(site);
    club_close(&site->club);
    page_file_free(&site->page);
    free(site->loop);
    limits_free(site->limits);
    text_free(&site->log);
    free(site->routes);
    free(site->address);
    free(site);
}

/* Opens a club and all that serves it, but listens nowhere yet. NULL and a message. */
static struct site *site_open(const struct site_options *options, struct error *error) {
    struct site *site = needed(calloc(1, sizeof *site));
    site->options = options;
    site->started = site_now(site);
    site->sockets = systemd_take_sockets(site->socket, SITE_SOCKETS);
    if (site_begin(site, error))
        return site;
    site_close(site);
    return NULL;
}

/* ---- serving --------------------------------------------------------------------------------- */

/* Each turn is within the time in which a watchdog waits for us. */
static bool site_take_turn(void *context, const sigset_t *awake) {
    struct site *site = context;
    int64_t now = clock_us();
    if (now >= site->watchdog_due) {
        site->watchdog_due = now + systemd_watchdog() / 2;
        systemd_notify("WATCHDOG=1");
    }
    site_loop_turn(site->loop, site->watchdog_due, awake);
    return true;
}

/* Answers are texts for programs, and the page translates them: they are in English. */
bool site_serve(const struct site_options *options, const atomic_int *stop, struct error *error) {
    struct site *site = site_open(options, error);
    if (!site || !site_listen(site, error) || !browser_announce(site->address, error)) {
        site_close(site);
        return false;
    }
    char *opened = site->options->open ? browser_open(site->address, "serve") : NULL;
    systemd_notify("READY=1");
    locale_t before = language_enter_english();
    site->watchdog_due = systemd_watchdog() ? 0 : INT64_MAX;
    http_server_turns(stop, site_take_turn, site);
    systemd_notify("STOPPING=1");
    site_finish(site);
    site_close(site);
    language_leave_english(before);
    browser_forget(opened);
    return true;
}
