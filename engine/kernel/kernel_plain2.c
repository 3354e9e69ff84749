/* kernel_plain2.c - the kernel in plain C for boards of two machine words. */
#define KERNEL_OBJECT kernel_plain2
#define WORDS         2
#define VECTOR        0
#include "engine/kernel/kernel_template.h"
