/* load_once.c - a library to be preloaded, with which a program that has been loaded once runs many
 * times: most of what a short command takes is the loading of its libraries.
 *
 * Built as load_once.so; lib/prepared.py is the other side. A program that is started with it and
 * with PREPARED_SOCKET, the number of a socket of whole messages, does not run main() but waits for
 * requests. Each is one message: the limit of its memory in KiB (empty: none), the folder, the
 * number of words, the words, the environment, each ended by a zero byte; with it come the three
 * standard descriptors. A child does main() with them. Two answers of 32 bits follow: the child's
 * process, then what waitpid() says of its end. The end of the requests ends the program.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MESSAGE_MAX = 1 << 20, STRINGS_MAX = 4096, DESCRIPTORS = 3 };

typedef int main_function(int, char **, char **);
typedef int start_function(main_function *, int, char **, void (*)(void), void (*)(void),
                           void (*)(void), void *);
int __libc_start_main(main_function *, int, char **, void (*)(void), void (*)(void), void (*)(void),
                      void *);

static main_function *program;
static char message[MESSAGE_MAX];

/* The length of the next request, and its descriptors; 0: there is none. */
static size_t receive(int socket, int descriptor[DESCRIPTORS]) {
    union {
        char bytes[CMSG_SPACE(DESCRIPTORS * sizeof(int))];
        struct cmsghdr header;
    } control;
    struct iovec part = {message, sizeof message};
    struct msghdr request = {.msg_iov = &part,
                             .msg_iovlen = 1,
                             .msg_control = &control,
                             .msg_controllen = sizeof control};
    ssize_t length;
    do
        length = recvmsg(socket, &request, 0);
    while (length < 0 && errno == EINTR);
    struct cmsghdr *sent = length > 0 ? CMSG_FIRSTHDR(&request) : NULL;
    if (!sent || sent->cmsg_len != CMSG_LEN(DESCRIPTORS * sizeof(int)))
        return 0;
    memcpy(descriptor, CMSG_DATA(sent), DESCRIPTORS * sizeof(int));
    return (size_t)length;
}

/* In the child: the program, as if it had been started this way. */
static int run(size_t length, const int descriptor[DESCRIPTORS]) {
    static char *string[STRINGS_MAX + 1];
    int count = 0;
    for (char *at = message; at < message + length && count < STRINGS_MAX; at += strlen(at) + 1)
        string[count++] = at;
    for (int i = 0; i < DESCRIPTORS; i++)
        dup2(descriptor[i], i);
    for (int i = 0; i < DESCRIPTORS; i++)
        close(descriptor[i]);
    rlim_t bytes = (rlim_t)strtoull(string[0], NULL, 10) << 10;
    const struct rlimit limit = {bytes, bytes};
    if (chdir(string[1]) != 0 || (bytes && setrlimit(RLIMIT_AS, &limit) != 0))
        return 127;
    int words = atoi(string[2]);
    static char *word[STRINGS_MAX + 1];
    memcpy(word, string + 3, (size_t)words * sizeof *word);
    environ = string + 3 + words;
    return program(words, word, environ);
}

static int serve(int argc, char **argv, char **envp) {
    const char *number = getenv("PREPARED_SOCKET");
    if (!number)
        return program(argc, argv, envp);
    int socket = atoi(number), descriptor[DESCRIPTORS];
    for (size_t length; (length = receive(socket, descriptor)) > 0;) {
        pid_t child = fork();
        if (child == 0) {
            close(socket);
            return run(length, descriptor);
        }
        for (int i = 0; i < DESCRIPTORS; i++)
            close(descriptor[i]);
        int32_t answer = child;
        if (send(socket, &answer, sizeof answer, MSG_NOSIGNAL) < 0)
            break;
        int status = 127 << 8;
        while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
            continue;
        answer = status;
        if (send(socket, &answer, sizeof answer, MSG_NOSIGNAL) < 0)
            break;
    }
    return 0;
}

int __libc_start_main(main_function *wanted, int argc, char **argv, void (*begin)(void),
                      void (*end)(void), void (*loader_end)(void), void *stack) {
    program = wanted;
    start_function *start = (start_function *)dlsym(RTLD_NEXT, "__libc_start_main");
    return start(serve, argc, argv, begin, end, loader_end, stack);
}
