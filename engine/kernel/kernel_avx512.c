/* kernel_avx512.c - the kernel for boards of one machine word on x86-64 with AVX512-BITALG. */
#define KERNEL_OBJECT kernel_avx512
#define WORDS         1
#define VECTOR        512
#include "engine/kernel/kernel_template.h"
