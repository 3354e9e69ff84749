/* kernel_avx2_5.c - the kernel for boards of up to five machine words in plain C, compiled for
 * x86-64 with AVX2: most of the gain is the instruction that counts bits. */
#include "engine/kernel/kernel.h"
#include "engine/kernel/vector.h"

#if KERNEL_AVX2
#define KERNEL_OBJECT kernel_avx2_5
#define WORDS         5
#define VECTOR        256
#include "engine/kernel/kernel_template.h"
#else
static bool available(void) {
    return false;
}

const struct kernel kernel_avx2_5 = {.name = "avx2", .words = 5, .available = available};
#endif
