/* machine.c - the machine we run on: the system names the processor, uname() all else. */
#include "config.h"

#include "base/machine.h"

#include "base/system.h"
#include "base/text.h"

#include <stdio.h>
#include <sys/utsname.h>

void machine_describe(struct machine *machine) {
    struct utsname system;
    char kernel[2 * sizeof system.release], model[sizeof machine->processor];
    *machine = (struct machine){.host = ""};
    system_processor(model, sizeof model);
    text_clean(machine->processor, sizeof machine->processor, model);
    if (uname(&system) != 0)
        return;
    snprintf(kernel, sizeof kernel, "%s %s", system.sysname, system.release);
    text_clean(machine->kernel, sizeof machine->kernel, kernel);
    text_clean(machine->host, sizeof machine->host, system.nodename);
}
