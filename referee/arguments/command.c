/* command.c - what the referee and the club need around their commands: signals, descriptors, and
 * processes that are left. base/arguments.c reads the command lines. */
#include "config.h"

#include "referee/arguments/command.h"

#include "base/error.h"
#include "base/language.h"
#include "base/output.h"
#include "base/sanitized.h"
#include "base/system.h"
#include "referee/arguments/defaults.h"
#include "referee/engines/builtin.h"
#include "referee/engines/orphans.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

/* ---- running --------------------------------------------------------------------------------- */

static int run_part(const struct command *command, int argc, char **argv, const atomic_int *stop) {
    if (argc < 2) {
        if (command == command_program())
            command_print_brief(command, stderr);
        else
            command_print_help(command, stderr);
        return EXIT_USAGE;
    }
    const struct command *part = command_find(command, argv[1]);
    if (part)
        return command_run(part, argc - 1, argv + 1, stop);
    if (!arguments_is_help(argv[1]))
        return command_complain_of(command, argv[1]);
    command_print_help(command, stdout);
    return EXIT_FINE;
}

int command_elsewhere(const struct command *command, char **word) {
    char path[4096], name[COMMAND_NAME_SIZE];
    builtin_program(command->program, path, sizeof path);
    word[-1] = path;
    execvp(path, word - 1);
    fprintf(stderr, _("%s: cannot start %s: %s\n"), command_full_name(command, name), path,
            strerror(errno));
    return EXIT_FAILED;
}

int command_run(const struct command *command, int argc, char **argv, const atomic_int *stop) {
    if (command->program)
        return command_elsewhere(command, argv);
    struct arguments arguments = command_arguments(command, argc, argv);
    if (command->parts)
        return run_part(command, argc, argv, stop);
    int status = command->in_order ? -1 : command_read(&arguments);
    if (status >= 0)
        return status;
    status = command->run(&arguments, stop);
    int number = atomic_load(stop);
    if (orphans_left())
        status = command_complain(command,
                                  _("processes of an engine could not be killed, and still run"),
                                  status == EXIT_FINE ? EXIT_FAILED : status);
    if ((status != EXIT_FAILED && status != EXIT_USAGE) || !arguments.error.text[0])
        return status;
    if (fflush(stdout) != 0 || ferror(stdout)) /* before the message */
        output_end_if_unread();
    if (status == EXIT_USAGE && arguments.error.kind != ERROR_INPUT)
        status = EXIT_FAILED; /* no command line can help that */
    return command_complain(command, arguments.error.text,
                            status == EXIT_FAILED && number ? EXIT_SIGNAL + number : status);
}

/* ---- the program ----------------------------------------------------------------------------- */

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

/* Opens descriptors 0, 1 and 2 if they are closed, so that no pipe of an engine becomes one of
 * them. Writing to an output that was closed still fails, as it should. */
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

/* Help is there for those whose defaults are wrong, too. */
static bool asks_for_help(int argc, char **argv) {
    bool asks = argc < 2 || strcmp(argv[1], command_help.name) == 0;
    for (int i = 1; i < argc; i++)
        asks |= arguments_is_help(argv[i]);
    return asks;
}

int command_main(const struct command *begun, int argc, char **argv) {
    command_begin(begun);
    open_standard_descriptors();
#if !SANITIZED /* sanitizers need the access that is refused here to the user's other programs */
    system_hide();
#endif
    prepare_signals();
    language_begin();
    int status = EXIT_FINE;
    struct error error;
    bool loaded = defaults_load(&error);
    if (argc > 1 && (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0))
        output_version(command_program()->name);
    else if (!loaded && !asks_for_help(argc, argv))
        status = command_complain(begun, error.text,
                                  error.kind == ERROR_INPUT ? EXIT_USAGE : EXIT_FAILED);
    else
        status = command_run(begun, argc, argv, &stop);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        output_end_if_unread();
        fprintf(stderr, _("%s: cannot write the output\n"), command_program()->name);
        status = status ? status : EXIT_FAILED;
    }
    return status;
}
