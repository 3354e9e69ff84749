/* kernel_avx2_1.c - the kernel for boards of one machine word on x86-64 with AVX2. */
#define KERNEL_OBJECT kernel_avx2_1
#define WORDS         1
#define VECTOR        256
#include "engine/kernel/kernel_template.h"
