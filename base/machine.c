/* machine.c - the machine we run on: see machine.h. The processor is named in Linux's
 * /proc/cpuinfo, all else by uname(). */
#include "config.h"

#include "base/machine.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

static void find_processor(char *processor, size_t size) {
    char line[256];
    FILE *file = fopen("/proc/cpuinfo", "r");
    while (file && !*processor && fgets(line, sizeof line, file)) {
        const char *colon = strchr(line, ':');
        if (strncmp(line, "model name", strlen("model name")) == 0 && colon) {
            line[strcspn(line, "\n")] = '\0';
            text_clean(processor, size, colon + 1 + strspn(colon + 1, " \t"));
        }
    }
    if (file)
        fclose(file);
}

void machine_describe(struct machine *machine) {
    struct utsname system;
    char kernel[2 * sizeof system.release];
    *machine = (struct machine){.host = ""};
    find_processor(machine->processor, sizeof machine->processor);
    if (uname(&system) != 0)
        return;
    snprintf(kernel, sizeof kernel, "%s %s", system.sysname, system.release);
    text_clean(machine->kernel, sizeof machine->kernel, kernel);
    text_clean(machine->host, sizeof machine->host, system.nodename);
}
