/* bot_key.c - reads and writes the file with the key of a bot's account. The file has lines of a
 * word and its value: `site`, `name`, `key`, and `recovery`, with which its owner gets another key
 * if this one is lost. The file is created before the account, so that no account is made whose key
 * cannot be kept. */
#include "config.h"

#include "club/bot/bot_key.h"

#include "base/error.h"
#include "base/json.h"
#include "base/language.h"
#include "club/bot/bot_http.h"
#include "club/bot/bot_json.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_BYTES = 2000 };

static void bot_key_find(const char *text, const char *word, char value[BOT_KEY_SIZE]) {
    size_t length = strlen(word);
    value[0] = '\0';
    for (const char *line = text; *line;) {
        size_t bytes = strcspn(line, "\n");
        if (bytes > length && strncmp(line, word, length) == 0 && line[length] == ' ' &&
            bytes - length - 1 < BOT_KEY_SIZE)
            snprintf(value, BOT_KEY_SIZE, "%.*s", (int)(bytes - length - 1), line + length + 1);
        line += bytes + (line[bytes] == '\n');
    }
}

static bool bot_key_read(struct bot_key *key, int file, const char *site, const char *path,
                         struct error *error) {
    char text[FILE_BYTES] = "", of[BOT_KEY_SIZE];
    struct stat about;
    if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode))
        return error_set(error, _("%s is not a file of a key"), path);
    if (about.st_mode & (S_IRWXG | S_IRWXO))
        return error_set(error, _("%s can be read by others: chmod 600 %s"), path, path);
    ssize_t got = read(file, text, sizeof text - 1);
    text[got > 0 ? got : 0] = '\0';
    bot_key_find(text, "site", of);
    bot_key_find(text, "key", key->key);
    if (!*key->key || key->key[strspn(key->key, "0123456789abcdef")] != '\0')
        return error_set(error, _("%s has no key: remove it, and --name makes another account"),
                         path);
    return strcmp(of, site) == 0 ||
           error_set(error, _("%s has the key of %s, not of %s"), path, of, site);
}

static bool bot_key_write(int file, const char *site, struct json_object *answer, const char *name,
                          struct bot_key *key) {
    const char *device = bot_json_text(answer, "key"),
               *recovery = bot_json_text(answer, "recovery");
    char text[FILE_BYTES];
    if (!*device || !*recovery)
        return false;
    snprintf(key->key, sizeof key->key, "%s", device);
    int length = snprintf(text, sizeof text, "site %s\nname %s\nkey %s\nrecovery %s\n", site, name,
                          key->key, recovery);
    return length > 0 && length < (int)sizeof text &&
           write(file, text, (size_t)length) == (ssize_t)length && fsync(file) == 0;
}

static bool bot_key_sign_up(struct bot_key *key, struct bot_http *http, int file, const char *site,
                            const char *path, const char *name, struct error *error) {
    struct json json = {0};
    struct json_object *answer = NULL;
    json_open(&json, NULL, '{');
    json_string(&json, "name", name);
    json_string(&json, "class", "engine");
    json_bool(&json, "key", true);
    json_close(&json, '}');
    bool done =
        (!json.text.failed || error_memory(error)) &&
        bot_http_ask(http, "api/accounts", text_get(&json.text), &answer, error) == BOT_DONE;
    text_free(&json.text);
    if (done && !bot_key_write(file, site, answer, name, key))
        done = error_set(error, _("cannot write %s: %s"), path, strerror(errno));
    bot_json_free(answer);
    return done;
}

bool bot_key_have(struct bot_key *key, struct bot_http *http, const char *site, const char *path,
                  const char *name, struct error *error) {
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    bool made = file < 0 && errno == ENOENT;
    if (made && !name)
        return error_set(error, _("there is no key in %s: --name signs the engine up"), path);
    if (made)
        file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (file < 0)
        return error_set(error, _("cannot open %s: %s"), path, strerror(errno));
    bool done = made ? bot_key_sign_up(key, http, file, site, path, name, error)
                     : bot_key_read(key, file, site, path, error);
    close(file);
    if (made && !done && !*key->key)
        unlink(path);
    return done;
}
