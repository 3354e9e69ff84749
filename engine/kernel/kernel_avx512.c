/* kernel_avx512.c - the kernel for boards of one machine word on x86-64 with AVX512-BITALG. */
#include "engine/kernel/kernel.h"
#include "engine/kernel/vector.h"

#if KERNEL_AVX512
#define KERNEL_OBJECT kernel_avx512
#define WORDS         1
#define VECTOR        512
#include "engine/kernel/kernel_template.h"
#else
static bool available(void) {
    return false;
}

const struct kernel kernel_avx512 = {.name = "avx512", .words = 1, .available = available};
#endif
