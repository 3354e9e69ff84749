/* fuzz_path.h - where a fuzzer puts its files, and who removes them. */
#ifndef TRIANCEY_TESTS_TOOLS_FUZZ_PATH_H
#define TRIANCEY_TESTS_TOOLS_FUZZ_PATH_H

/* A path in a folder that is in memory where the system has one, of a file that is not there. The
 * room is as long as it must be. What is there when the program exits is removed, a folder, too. */
enum { FUZZ_PATH_SIZE = 64 };
void fuzz_path(char path[FUZZ_PATH_SIZE], const char *name);

#endif
