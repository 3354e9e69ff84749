/* machine.h - which machine this is, for records of what was measured on it. */
#ifndef TRIANCEY_BASE_MACHINE_H
#define TRIANCEY_BASE_MACHINE_H

/* Printable, and "" if the system does not say. */
struct machine {
    char host[128];      /* its name */
    char processor[128]; /* the model, as the system says it; "": not known */
    char kernel[128];    /* name and release of the system */
};

void machine_describe(struct machine *machine);

#endif
