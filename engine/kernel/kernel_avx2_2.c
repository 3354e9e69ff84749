/* kernel_avx2_2.c - the kernel for boards of up to two machine words in plain C, compiled for
 * x86-64 with AVX2: most of the gain is the instruction that counts bits. */
#include "engine/kernel/kernel.h"
#include "engine/kernel/vector.h"

#if KERNEL_AVX2
#define KERNEL_OBJECT kernel_avx2_2
#define WORDS         2
#define VECTOR        256
#include "engine/kernel/kernel_template.h"
#else
static bool available(void) {
    return false;
}

const struct kernel kernel_avx2_2 = {.name = "avx2", .words = 2, .available = available};
#endif
