/* sanitized.h - whether this is compiled for the address sanitizer: SANITIZED is 1 or 0. It needs
 * address space without bounds, and looks at its own process as a debugger does.
 *
 * gcc defines __SANITIZE_ADDRESS__; clang tells by __has_feature.
 */
#ifndef TRIANCEY_BASE_SANITIZED_H
#define TRIANCEY_BASE_SANITIZED_H

#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#elif defined __SANITIZE_ADDRESS__
#define SANITIZED 1
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

#endif
