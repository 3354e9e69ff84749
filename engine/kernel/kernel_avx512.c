/* kernel_avx512.c - the kernel for boards of one machine word on x86-64 with AVX512-BITALG.
 * Compiled with the flags for it; where the compiler has none, it is a kernel that is never
 * available. */
#include "engine/kernel/kernel.h"

#if defined __AVX512BITALG__ && defined __AVX512VBMI2__ && defined __AVX512VPOPCNTDQ__ &&          \
    defined __AVX512CD__ && defined __AVX512BW__ && defined __GFNI__ && defined __BMI2__
#define KERNEL_NAME   "avx512"
#define KERNEL_OBJECT kernel_avx512
#define WORDS         1
#define AVX512        1
#include "engine/kernel/kernel_template.h"
#else
static bool available(void) {
    return false;
}

const struct kernel kernel_avx512 = {.name = "avx512", .words = 1, .available = available};
#endif
