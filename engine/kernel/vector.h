/* vector.h - whether a file is compiled with the flags for the kernels with AVX512 or AVX2: then
 * KERNEL_AVX512 or KERNEL_AVX2 is 1. Without the flags that its VECTOR needs KERNEL_MISSING is
 * true: the kernel is there, too, but never available.
 */
#ifndef TRIANCEY_ENGINE_KERNEL_VECTOR_H
#define TRIANCEY_ENGINE_KERNEL_VECTOR_H

#if defined __AVX512BITALG__ && defined __AVX512VBMI2__ && defined __AVX512VPOPCNTDQ__ &&          \
    defined __AVX512CD__ && defined __AVX512BW__ && defined __GFNI__ && defined __BMI2__
#define KERNEL_AVX512 1
#else
#define KERNEL_AVX512 0
#endif

#if defined __AVX2__ && defined __BMI__ && defined __POPCNT__ && defined __x86_64__
#define KERNEL_AVX2 1
#else
#define KERNEL_AVX2 0
#endif

#define KERNEL_MISSING ((VECTOR == 512 && !KERNEL_AVX512) || (VECTOR == 256 && !KERNEL_AVX2))

#endif
