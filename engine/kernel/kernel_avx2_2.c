/* kernel_avx2_2.c - the kernel for boards of up to two machine words in plain C, compiled for
 * x86-64 with AVX2: most of the gain is the instruction that counts bits. */
#define KERNEL_OBJECT kernel_avx2_2
#define WORDS         2
#define VECTOR        256
#include "engine/kernel/kernel_template.h"
