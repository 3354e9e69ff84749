/* scan.c - entries of a folder by getdents64(2) alone, since opendir() allocates: a supervisor that
 * was forked from a program with threads may not. */
#include "config.h"

#include "referee/engines/scan.h"

#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* An entry as the system call gives it, see getdents64(2). */
struct entry {
    uint64_t inode;
    int64_t offset;
    unsigned short length;
    unsigned char type;
    char name[];
};

bool scan_open(int folder, void (*call)(void *context, int folder, const char *name),
               void *context) {
    _Alignas(struct entry) char block[8192];
    if (lseek(folder, 0, SEEK_SET) != 0)
        return false;
    long got;
    while ((got = syscall(SYS_getdents64, folder, block, sizeof block)) > 0)
        for (long at = 0; at < got;) {
            const struct entry *entry = (const struct entry *)(const void *)(block + at);
            at += entry->length;
            if (strcmp(entry->name, ".") != 0 && strcmp(entry->name, "..") != 0)
                call(context, folder, entry->name);
        }
    return got == 0;
}

bool scan_folder(const char *path, void (*call)(void *context, int folder, const char *name),
                 void *context) {
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool read = folder >= 0 && scan_open(folder, call, context);
    if (folder >= 0)
        close(folder);
    return read;
}
