/* person_name.c - judges names by ICU. The spelling is normalised first, and all checks are made
 * on that; the two skeletons are what the file compares, so a newer ICU, which may see other
 * likenesses, changes nothing for names that are there. */
#include "config.h"

#include "club/store/person_name.h"

#include "base/error.h"
#include "base/language.h"
#include "base/spoken.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uspoof.h>
#include <unicode/ustring.h>

enum { UNITS_MAX = 128, MARKS_MAX = 2 };

/* Names that nobody may have, by their skeletons, whatever follows them. */
static const char *const reserved[] = {
    "reference", "computer", "triancey",  "selacata", "admin", "operator", "root",
    "moderator", "referee",  "anonymous", "deleted",  "guest", "nobody",   "a deleted"};

/* A text in UTF-16, as ICU has it. */
struct units {
    UChar unit[UNITS_MAX];
    int32_t count;
};

static const char unclear[] =
    N_("a name does not mix the letters or digits of several scripts and has "
       "no invisible characters");

/* ---- the letters ----------------------------------------------------------------------------- */

static bool is_mark(UChar32 c) {
    int8_t type = u_charType(c);
    return type == U_NON_SPACING_MARK || type == U_COMBINING_SPACING_MARK;
}

static bool is_joint(UChar32 c) {
    return c == ' ' || c == '-' || c == '\'';
}

/* What is wrong with the characters, or NULL. */
static const char *person_name_judge(const struct units *text) {
    UErrorCode code = U_ZERO_ERROR;
    UChar32 character[UNITS_MAX];
    int32_t count = 0;
    int letters = 0, blanks = 0, marks = 0;
    bool joint = true; /* where no other separator may be */
    u_strToUTF32(character, UNITS_MAX, &count, text->unit, text->count, &code);
    for (int32_t i = 0; U_SUCCESS(code) && i < count; i++) {
        UChar32 c = character[i];
        if (u_hasBinaryProperty(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT))
            return unclear;
        marks = is_mark(c) ? marks + 1 : 0;
        if (marks > MARKS_MAX || (marks && joint))
            return N_("accents in a name must be on letters, and no letter may have more than two");
        if (marks)
            continue;
        if (is_joint(c) ? joint : !u_isalpha(c) && !u_isdigit(c))
            return N_("a name has letters and digits, with single hyphens and apostrophes and at "
                      "most one blank between them");
        if (letters == 0 && !u_isalpha(c))
            return N_("a name begins with a letter");
        joint = is_joint(c);
        blanks += c == ' ';
        letters++;
    }
    if (letters < PERSON_NAME_MIN || letters > PERSON_NAME_MAX)
        return N_("a name has 2 to 24 characters");
    return joint        ? N_("a name ends with a letter or a digit")
           : blanks > 1 ? N_("a name has no more than one blank")
                        : NULL;
}

/* ---- likeness -------------------------------------------------------------------------------- */

static void fold(struct units *text, UErrorCode *code) {
    struct units from = *text;
    text->count =
        u_strFoldCase(text->unit, UNITS_MAX, from.unit, from.count, U_FOLD_CASE_DEFAULT, code);
}

/* What remains of a skeleton in lower case without blanks and the like. Hyphens and
 * apostrophes have skeletons of their own, so they go first. */
static void write_look(const USpoofChecker *checker, const struct units *name, char *look,
                       UErrorCode *code) {
    struct units bare = {.count = 0}, skeleton;
    for (int32_t i = 0; i < name->count; i++)
        if (!is_joint(name->unit[i]))
            bare.unit[bare.count++] = name->unit[i];
    skeleton.count =
        uspoof_getSkeleton(checker, 0, bare.unit, bare.count, skeleton.unit, UNITS_MAX, code);
    if (U_SUCCESS(*code))
        fold(&skeleton, code);
    if (U_SUCCESS(*code))
        u_strToUTF8(look, PERSON_LOOK_SIZE, NULL, skeleton.unit, skeleton.count, code);
}

/* The look of a name as it is written, and that of the name in lower case. */
static void write_looks(const USpoofChecker *checker, struct units name,
                        char look[PERSON_LOOK_SIZE], char folded[PERSON_LOOK_SIZE],
                        UErrorCode *code) {
    if (U_SUCCESS(*code))
        write_look(checker, &name, look, code);
    if (U_SUCCESS(*code))
        fold(&name, code);
    if (U_SUCCESS(*code))
        write_look(checker, &name, folded, code);
}

static USpoofChecker *open_checker(UErrorCode *code) {
    USpoofChecker *checker = uspoof_open(code);
    if (U_FAILURE(*code))
        return NULL;
    uspoof_setRestrictionLevel(checker, USPOOF_HIGHLY_RESTRICTIVE);
    uspoof_setChecks(checker, USPOOF_RESTRICTION_LEVEL | USPOOF_INVISIBLE | USPOOF_MIXED_NUMBERS,
                     code);
    return checker;
}

static bool person_name_compare(const struct units *text, struct person_name *name,
                                struct error *error) {
    UErrorCode code = U_ZERO_ERROR;
    USpoofChecker *checker = open_checker(&code);
    int32_t found = checker ? uspoof_check2(checker, text->unit, text->count, NULL, &code) : 0;
    write_looks(checker, *text, name->look, name->folded, &code);
    uspoof_close(checker);
    if (U_FAILURE(code))
        return error_set(error, _("the name cannot be compared with others: %s"),
                         u_errorName(code));
    return found == 0 || error_set(error, "%s", _(unclear));
}

/* Whether a look begins with another, with at most `more` bytes after it. */
static bool starts_with(const char *look, const char *start, size_t more) {
    size_t length = strlen(start);
    return strncmp(look, start, length) == 0 && strlen(look + length) <= more;
}

/* Whether a name looks like a word, with at most `more` bytes after it; so does a name that cannot
 * be compared. */
static bool looks_like(const struct person_name *name, const char *word, size_t more) {
    UErrorCode code = U_ZERO_ERROR;
    USpoofChecker *checker = open_checker(&code);
    struct units text = {.count = 0};
    char look[PERSON_LOOK_SIZE] = "", folded[PERSON_LOOK_SIZE] = "";
    u_strFromUTF8(text.unit, UNITS_MAX, &text.count, word, -1, &code);
    write_looks(checker, text, look, folded, &code);
    uspoof_close(checker);
    return U_FAILURE(code) || starts_with(name->look, look, more) ||
           starts_with(name->folded, folded, more);
}

/* The digits at the end of a name, each of which is a byte of what it looks like. */
static size_t count_digits(const char *name) {
    size_t length = strlen(name), count = 0;
    while (count < length && strchr("0123456789", name[length - count - 1]))
        count++;
    return count;
}

/* In another language only a whole word is taken, since real names begin so: Gaston, where a guest
 * is a Gast. */
static bool is_reserved(const struct person_name *name) {
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
        if (looks_like(name, reserved[i], SIZE_MAX))
            return true;
    for (const struct spoken *one = spoken_names; one->code; one++)
        if (looks_like(name, one->text, count_digits(name->text)))
            return true;
    return false;
}

/* ---- a name ---------------------------------------------------------------------------------- */

/* What phones and word processors write for an apostrophe and a hyphen. */
static UChar plain_joint(UChar unit) {
    return unit == 0x2019 || unit == 0x02bc ? '\'' : unit == 0x2010 ? '-' : unit;
}

/* Accents then belong to their letters, and wide or small forms of letters are letters. */
static bool read_units(const char *text, struct units *units, char *utf8) {
    UErrorCode code = U_ZERO_ERROR;
    struct units raw;
    const UNormalizer2 *form = unorm2_getNFKCInstance(&code);
    if (strlen(text) >= 2 * PERSON_NAME_SIZE)
        return false;
    u_strFromUTF8(raw.unit, UNITS_MAX, &raw.count, text, -1, &code);
    units->count = unorm2_normalize(form, raw.unit, raw.count, units->unit, UNITS_MAX, &code);
    for (int32_t i = 0; U_SUCCESS(code) && i < units->count; i++)
        units->unit[i] = plain_joint(units->unit[i]);
    u_strToUTF8(utf8, PERSON_NAME_SIZE, NULL, units->unit, units->count, &code);
    return U_SUCCESS(code) && code != U_STRING_NOT_TERMINATED_WARNING;
}

bool person_name_read(const char *text, struct person_name *name, struct error *error) {
    struct units units;
    *name = (struct person_name){.text = ""};
    if (!read_units(text, &units, name->text))
        return error_set(error, _("a name is text in UTF-8 of at most %d bytes"), NAME_BYTES_MAX);
    const char *wrong = person_name_judge(&units);
    bool clear = person_name_compare(&units, name, error);
    if (wrong)
        return error_set(error, "%s", _(wrong));
    if (!clear)
        return false;
    name->reserved = is_reserved(name);
    return !name->reserved || error_set(error, _("the name %s is not free"), name->text);
}
