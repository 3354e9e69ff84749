/* libintl.h - a replacement for gettext: texts in the language of the page (catalogue.c). */
#ifndef TRIANCEY_PAGE_LIBINTL_H
#define TRIANCEY_PAGE_LIBINTL_H

/* Reads the catalogue, once; without such a file the engine speaks English. */
void catalogue_load(const char *path);

/* The translation of a text, or the text itself. */
char *gettext(const char *text) __attribute__((format_arg(1)));
/* The one or the other, as in English, translated. */
char *ngettext(const char *one, const char *many, unsigned long count)
    __attribute__((format_arg(1), format_arg(2)));

#endif
