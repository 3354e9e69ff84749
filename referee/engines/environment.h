/* environment.h - the variables that an engine gets. */
#ifndef TRIANCEY_REFEREE_ENGINES_ENVIRONMENT_H
#define TRIANCEY_REFEREE_ENGINES_ENVIRONMENT_H

/* Copies the variables that say how programs run, and those that `more` names, separated by commas.
 * `home`: the folder for files, in TMPDIR and HOME; NULL: as they are. Ended by NULL;
 * environment_free() it. */
char **environment_make(const char *more, const char *home);

void environment_free(char **environment);

#endif
