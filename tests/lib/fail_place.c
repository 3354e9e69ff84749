/* fail_place.c - see fail_place.h. */
#define _GNU_SOURCE
#include "fail_place.h"

#include <execinfo.h>
#include <link.h>
#include <stddef.h>
#include <stdlib.h>

enum { OWN_FRAMES = 7, DEPTH = 24, SPARED_MAX = 64 };

static uintptr_t program, size_of_program; /* where its code lies */
static struct spared { uintptr_t from, to; } spared[SPARED_MAX];
static int spared_count;

/* The first object is the program. */
static int note_program(struct dl_phdr_info *object, size_t size, void *context) {
    (void)size, (void)context;
    program = object->dlpi_addr;
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        if (part->p_type == PT_LOAD && part->p_vaddr + part->p_memsz > size_of_program)
            size_of_program = part->p_vaddr + part->p_memsz;
    }
    return 1;
}

void place_note_program(const char *text) {
    dl_iterate_phdr(note_program, NULL);
    while (text && *text && spared_count < SPARED_MAX) {
        char *end;
        struct spared *next = &spared[spared_count++];
        next->from = (uintptr_t)strtoull(text, &end, 16);
        next->to = (uintptr_t)strtoull(end + (*end == '-'), &end, 16);
        text = end + (*end == ' ');
    }
}

bool place_is_ours(const void *address) {
    return (uintptr_t)address - program < size_of_program;
}

/* Of the innermost frames of the program alone: what libraries do on the way is their affair. */
uint64_t place_hash(void *const *stack, int depth) {
    uint64_t mixed = UINT64_C(0xcbf29ce484222325);
    for (int i = 0, own = 0; i < depth && own < OWN_FRAMES; i++)
        if (place_is_ours(stack[i])) {
            mixed = (mixed ^ ((uintptr_t)stack[i] - program)) * UINT64_C(0x100000001b3);
            own++;
        }
    return mixed ? mixed : 1;
}

bool place_is_spared(void) {
    void *stack[DEPTH];
    int depth = spared_count ? backtrace(stack, DEPTH) : 0;
    for (int i = 0; i < depth; i++)
        for (int k = 0; k < spared_count; k++)
            if ((uintptr_t)stack[i] - program - spared[k].from < spared[k].to - spared[k].from)
                return true;
    return false;
}
