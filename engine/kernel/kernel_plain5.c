/* kernel_plain5.c - the kernel in plain C for boards of up to five machine words. */
#define KERNEL_OBJECT kernel_plain5
#define WORDS         5
#define VECTOR        0
#include "engine/kernel/kernel_template.h"
