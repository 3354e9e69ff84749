/* catalogue.h - the translations of the texts for people. */
#ifndef TRIANCEY_PAGE_CATALOGUE_H
#define TRIANCEY_PAGE_CATALOGUE_H

/* Reads the catalogue, once; without such a file the engine speaks English. */
void catalogue_load(const char *path);

#endif
