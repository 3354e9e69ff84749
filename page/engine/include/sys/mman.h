/* sys/mman.h - a replacement for the header, for a system without pages: memory (system.c). */
#ifndef TRIANCEY_PAGE_SYS_MMAN_H
#define TRIANCEY_PAGE_SYS_MMAN_H

#include <stddef.h>

enum { PROT_READ = 1, PROT_WRITE = 2, MAP_PRIVATE = 2, MAP_ANONYMOUS = 32 };
#define MAP_FAILED ((void *)-1)

void *mmap(void *address, size_t size, int protection, int flags, int file, long long offset);
int munmap(void *address, size_t size);

#endif
