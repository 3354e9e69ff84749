/* fuzz_words.c - libFuzzer: the parsers of the site alone, on any bytes: bodies of requests, names
 * of people, addresses. The first byte says which.
 *
 * A body that is taken must be an object of JSON by a second reader, written here from RFC 8259
 * alone, with members of the types that were asked for. A name that is taken must be the same when
 * it is read again, and hold nothing that a terminal, a page or a table would take for more than a
 * name. An address must survive being written and read, and one that proxies tell is none of
 * theirs.
 */
#include "config.h"

#include "base/error.h"
#include "base/text.h"
#include "club/http/address.h"
#include "club/http/object.h"
#include "club/site/frame/site_entry.h"
#include "club/site/frame/site_part.h"
#include "club/store/person_name.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

/* ---- a second reader of JSON ----------------------------------------------------------------- */

/* What is left of a text; `at` NULL: it was none. */
struct reader {
    const char *at, *end;
};

static void skip_blanks(struct reader *reader) {
    while (reader->at < reader->end && *reader->at && strchr(" \t\r\n", *reader->at))
        reader->at++;
}

static bool take(struct reader *reader, const char *word) {
    size_t length = strlen(word);
    if ((size_t)(reader->end - reader->at) < length || memcmp(reader->at, word, length) != 0)
        return false;
    reader->at += length;
    return true;
}

/* Any run of what numbers are made of: json-c reads 007 as 7 and lets an exponent be empty, which
 * harms nobody, for a member that must be a whole number is one. */
static bool take_number(struct reader *reader) {
    const char *begin = reader->at;
    while (reader->at < reader->end && *reader->at && strchr("0123456789+-.eE", *reader->at))
        reader->at++;
    return reader->at > begin && *begin != '+' && *begin != '.' && *begin != 'e' && *begin != 'E';
}

static bool take_escape(struct reader *reader) {
    if (reader->at == reader->end)
        return false;
    char c = *reader->at++;
    if (c != 'u')
        return c && strchr("\"\\/bfnrt", c);
    for (int i = 0; i < 4; i++, reader->at++)
        if (reader->at == reader->end || !strchr("0123456789abcdefABCDEF", *reader->at) ||
            !*reader->at)
            return false;
    return true;
}

static bool take_string(struct reader *reader) {
    if (!take(reader, "\""))
        return false;
    while (reader->at < reader->end) {
        unsigned char c = (unsigned char)*reader->at++;
        if (c == '"')
            return true;
        if (c < ' ' || (c == '\\' && !take_escape(reader)))
            return false;
    }
    return false;
}

static bool take_value(struct reader *reader, int depth);

/* An object, or an array, which has no names. */
static bool take_list(struct reader *reader, bool named, int depth) {
    const char *end = named ? "}" : "]";
    skip_blanks(reader);
    if (take(reader, end))
        return true;
    do {
        skip_blanks(reader);
        if (named && !take_string(reader))
            return false;
        skip_blanks(reader);
        if (named && !take(reader, ":"))
            return false;
        if (!take_value(reader, depth + 1))
            return false;
    } while (take(reader, ","));
    return take(reader, end);
}

/* A value with the blanks around it. */
static bool take_value(struct reader *reader, int depth) {
    skip_blanks(reader);
    bool good =
        depth < 100 && (take(reader, "{")   ? take_list(reader, true, depth)
                        : take(reader, "[") ? take_list(reader, false, depth)
                                            : take_string(reader) || take(reader, "true") ||
                                                  take(reader, "false") || take(reader, "null") ||
                                                  take_number(reader));
    skip_blanks(reader);
    return good;
}

static bool is_object(const char *bytes, size_t length) {
    struct reader reader = {bytes, bytes + length};
    skip_blanks(&reader);
    return reader.at < reader.end && *reader.at == '{' && take_value(&reader, 0) &&
           reader.at == reader.end;
}

/* ---- the parsers ----------------------------------------------------------------------------- */

static void check_body(const char *bytes, size_t length) {
    static const struct site_member members[] = {{"name", 's', true},   {"half", 'i', true},
                                                 {"key", 'b', true},    {"opponent", 'a', true},
                                                 {"object", 'o', true}, {0}};
    struct error error = {.text = ""};
    enum club_answer answer;
    struct json_object *body = body_read(bytes, length, members, &answer, &error);
    if (!body && (!error.text[0] || answer != CLUB_INVALID))
        abort();
    if (!body)
        return;
    if (!is_object(bytes, length) || !text_is_utf8(object_text(body, "name")) ||
        object_number(body, "half", 0) < 0)
        abort();
    object_free(body);
}

static void check_name(const char *text) {
    struct error error = {.text = ""};
    struct person_name once, again;
    if (!person_name_read(text, &once, &error)) {
        if (!error.text[0])
            abort();
        return;
    }
    if (!person_name_read(once.text, &again, &error) || strcmp(once.text, again.text) != 0 ||
        strcmp(once.look, again.look) != 0 || strcmp(once.folded, again.folded) != 0)
        abort();
    if (!text_is_utf8(once.text) || strpbrk(once.text, "<>&\"\\/;:,=%\n\r\t\x1b\x7f") ||
        !name_check(once.text, &error) || !*once.look || !*once.folded)
        abort();
}

static void check_address(const char *text) {
    struct address address, again;
    char written[ADDRESS_TEXT_SIZE];
    if (address_read(text, &address) && (!address_read(address_write(&address, written), &again) ||
                                         !address_equal(&address, &again)))
        abort();
    struct address proxy[2], peer;
    if (!address_read("203.0.113.1", &proxy[0]) || !address_read("2001:db8::1", &proxy[1]))
        abort();
    peer = proxy[0];
    address = address_behind(&peer, text, proxy, 2);
    if (address_equal(&address, &proxy[1]) && !strstr(text, "2001"))
        abort();
    peer.byte[ADDRESS_BYTES - 1] = 9; /* no proxy: nothing that it says counts */
    address = address_behind(&peer, text, proxy, 2);
    if (!address_equal(&address, &peer))
        abort();
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    if (size == 0)
        return 0;
    char *text = malloc(size);
    if (!text)
        return 0;
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    switch (data[0] % 3) {
    case 0:
        check_body(text, size - 1);
        break;
    case 1:
        check_name(text);
        break;
    default:
        check_address(text);
    }
    free(text);
    return 0;
}
