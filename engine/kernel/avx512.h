/* avx512.h - whether a file is compiled with the flags for the kernel with AVX512: then
 * KERNEL_AVX512 is 1. Without them such a kernel is there, too, but never available. */
#ifndef TRIANCEY_ENGINE_KERNEL_AVX512_H
#define TRIANCEY_ENGINE_KERNEL_AVX512_H

#if defined __AVX512BITALG__ && defined __AVX512VBMI2__ && defined __AVX512VPOPCNTDQ__ &&          \
    defined __AVX512CD__ && defined __AVX512BW__ && defined __GFNI__ && defined __BMI2__
#define KERNEL_AVX512 1
#else
#define KERNEL_AVX512 0
#endif

#endif
