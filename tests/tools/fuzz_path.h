/* fuzz_path.h - where a fuzzer puts its files, and who removes them. */
#ifndef TRIANCEY_TESTS_TOOLS_FUZZ_PATH_H
#define TRIANCEY_TESTS_TOOLS_FUZZ_PATH_H

/* Makes the path of a file that does not exist yet, in a folder in memory if the system has one.
 * Whatever is at this path when the program exits is removed, even a folder. */
enum { FUZZ_PATH_SIZE = 64 };
void fuzz_path(char path[FUZZ_PATH_SIZE], const char *name);

#endif
