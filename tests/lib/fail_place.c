/* fail_place.c - finds the place in a program that a call comes from. */
#define _GNU_SOURCE
#include "fail_place.h"

#include <execinfo.h>
#include <link.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* How many frames of the program make a place; fewer where a library made the call, as when SQLite
 * reads its pages. The frames of libraries do not count. */
enum { OWN_FRAMES = 4, OWN_FRAMES_BELOW = 2, DEPTH = 24, SPARED_MAX = 64 };

struct part {
    uintptr_t from, to; /* where its code lies */
};

static struct part program, here, json; /* the program, this library, and json-c */
static struct part spared[SPARED_MAX];
static int spared_count;

static bool is_in(const struct part *part, const void *address) {
    return (uintptr_t)address - part->from < part->to - part->from;
}

/* The first object is the program. */
static int note_part(struct dl_phdr_info *object, size_t size, void *context) {
    (void)size, (void)context;
    struct part found = {object->dlpi_addr, object->dlpi_addr};
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
        uintptr_t end = object->dlpi_addr + segment->p_vaddr + segment->p_memsz;
        if (segment->p_type == PT_LOAD && end > found.to)
            found.to = end;
    }
    if (!program.to)
        program = found;
    if (is_in(&found, (void *)note_part))
        here = found;
    if (strstr(object->dlpi_name, "/libjson-c.so"))
        json = found;
    return 0;
}

void place_note_program(const char *text) {
    dl_iterate_phdr(note_part, NULL);
    while (text && *text && spared_count < SPARED_MAX) {
        char *end;
        struct part *next = &spared[spared_count++];
        next->from = (uintptr_t)strtoull(text, &end, 16);
        next->to = (uintptr_t)strtoull(end + (*end == '-'), &end, 16);
        text = end + (*end == ' ');
    }
}

bool place_is_ours(const void *address) {
    return is_in(&program, address);
}

bool place_is_careless(const void *address) {
    return is_in(&json, address);
}

uint64_t place_hash(void *const *stack, int depth) {
    uint64_t mixed = UINT64_C(0xcbf29ce484222325);
    int i = 0;
    while (i < depth && is_in(&here, stack[i]))
        i++;
    int most = i < depth && place_is_ours(stack[i]) ? OWN_FRAMES : OWN_FRAMES_BELOW;
    for (int own = 0; i < depth && own < most; i++)
        if (place_is_ours(stack[i])) {
            mixed = (mixed ^ ((uintptr_t)stack[i] - program.from)) * UINT64_C(0x100000001b3);
            own++;
        }
    return mixed ? mixed : 1;
}

bool place_is_spared(void) {
    void *stack[DEPTH];
    int depth = spared_count ? backtrace(stack, DEPTH) : 0;
    for (int i = 0; i < depth; i++)
        for (int k = 0; k < spared_count; k++)
            if (is_in(&spared[k], (void *)((uintptr_t)stack[i] - program.from)))
                return true;
    return false;
}
