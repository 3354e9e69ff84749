/* main.c - triancey-referee: engines as processes, matches, leagues, records, standings.
 *
 * The signals, and what a program needs around its command. commands.c has the table of these.
 */
#include "config.h"

#include "base/language.h"
#include "base/output.h"
#include "base/sanitized.h"
#include "referee/commands/command.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef HAVE_SYS_PRCTL_H
#include <sys/prctl.h>
#endif

#define PROGRAM "triancey-referee"

/* The number of the signal that ends the program; 0 if none has come. */
static atomic_int stop;

/* The first signal asks the program to end; SA_RESETHAND lets the second end it at once. */
static void catch_signal(int number) {
    atomic_store(&stop, number);
}

static void prepare_signals(void) {
    struct sigaction action = {.sa_handler = catch_signal, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    const int ending[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
        struct sigaction before;
        if (sigaction(ending[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(ending[i], &action, NULL);
    }
    signal(SIGPIPE, SIG_IGN); /* an engine that is gone is an error of write() */
    signal(SIGXFSZ, SIG_IGN); /* so is a file that may not grow */
}

/* So that no pipe of an engine ever becomes descriptor 0, 1 or 2. What is written to an output that
 * was closed fails, as it should. */
static void open_standard_descriptors(void) {
    int descriptor;
    do {
        bool output = fcntl(STDIN_FILENO, F_GETFD) >= 0 && fcntl(STDOUT_FILENO, F_GETFD) < 0;
        descriptor = output ? open("/dev/full", O_WRONLY | O_CLOEXEC) : -1;
        if (descriptor < 0)
            descriptor = open("/dev/null", O_RDWR | O_CLOEXEC);
    } while (descriptor >= 0 && descriptor <= STDERR_FILENO);
    if (descriptor >= 0)
        close(descriptor);
}

/* What runs under the same user could reach the record through /proc/PID/fd. Sanitizers look at us
 * in the same way, and may. */
static void hide_descriptors(void) {
#if defined HAVE_SYS_PRCTL_H && !SANITIZED
    prctl(PR_SET_DUMPABLE, 0);
#endif
}

int main(int argc, char **argv) {
    open_standard_descriptors();
    hide_descriptors();
    prepare_signals();
    language_begin();
    int status = EXIT_FINE;
    if (argc > 1 && strcmp(argv[1], "--version") == 0)
        printf(PROGRAM " " PACKAGE_VERSION "\n");
    else
        status = command_run(&command_program, argc, argv, &stop);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        output_end_if_unread();
        fprintf(stderr, _("%s: cannot write the output\n"), PROGRAM);
        status = status ? status : EXIT_FAILED;
    }
    return status;
}
