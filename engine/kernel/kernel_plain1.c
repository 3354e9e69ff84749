/* kernel_plain1.c - the kernel in plain C for boards of one machine word. */
#define KERNEL_OBJECT kernel_plain1
#define WORDS         1
#define VECTOR        0
#include "engine/kernel/kernel_template.h"
