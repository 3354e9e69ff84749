/* sanitized.h - SANITIZED is 1 in a build with the address sanitizer, else 0. The sanitizer needs
 * unlimited address space, and inspects its own process as a debugger does: a build with it sets no
 * limit of memory, and does not hide itself from other processes.
 *
 * gcc defines __SANITIZE_ADDRESS__; clang has __has_feature(address_sanitizer). */
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
