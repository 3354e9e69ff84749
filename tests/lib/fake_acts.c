/* fake_acts.c - the fake engine's actions at moments of the protocol. */
#include "config.h"

#include "tests/lib/fake_acts.h"

#include "base/system.h"
#include "tests/lib/fake_behaviour.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    TEXT_MAX = 70000,
    DRIP_MS = 5,
    STEP = 1 << 20,
    CHILDREN = 8,
    CHILD_MIB = 10,
    TRIES = 300,
    CROWD = 4000
};

static const char *const moments[MOMENTS] = {"start", "tgi",  "option", "grid",  "newgame", "half2",
                                             "ready", "play", "go",     "score", "quit"};

/* ---- texts ----------------------------------------------------------------------------------- */

struct bytes {
    char at[TEXT_MAX];
    size_t length;
};

static void add(struct bytes *bytes, const char *more, size_t length) {
    if (length > TEXT_MAX - bytes->length)
        _exit(31);
    memcpy(bytes->at + bytes->length, more, length);
    bytes->length += length;
}

static void add_letter(struct bytes *bytes, char letter, const struct act_words *words) {
    static const char controls[] = "0ernt%", meant[] = "\0\033\r\n\t%";
    const char *control = strchr(controls, letter);
    char number[24], word[300];
    snprintf(number, sizeof number, "%lld", words->id + (letter == 'j'));
    memset(word, 'w', sizeof word);
    const char *text = letter == 'm'                    ? words->move
                       : letter == 'l'                  ? words->last
                       : letter == 's'                  ? words->score
                       : letter == 'i' || letter == 'j' ? number
                                                        : NULL;
    if (text)
        add(bytes, text, strlen(text));
    else if (letter == 'w')
        add(bytes, word, sizeof word);
    else if (letter == 'x')
        add(bytes, "\xff", 1);
    else if (control && letter)
        add(bytes, meant + (control - controls), 1);
    else
        _exit(32); /* no such letter, or nothing to put there at this moment */
}

static const struct bytes *write_text(const char *argument, const struct act_words *words) {
    static struct bytes bytes;
    bytes.length = 0;
    for (const char *at = argument; *at; at++) {
        if (*at == '%')
            add_letter(&bytes, *++at, words);
        else
            add(&bytes, at, 1);
    }
    return &bytes;
}

/* ---- behaviours ------------------------------------------------------------------------------ */

/* What a behaviour gets: its argument as it stands, as a number, and as text. */
struct doing {
    const char *argument;
    int number;
    const struct act_words *words;
};

static void end_by_exit(const struct doing *doing) {
    _exit(doing->number);
}

static void end_by_signal(const struct doing *doing) {
    signal(doing->number, SIG_DFL);
    raise(doing->number);
}

static void hang(const struct doing *doing) {
    (void)doing;
    behave_hang();
}

static void spin(const struct doing *doing) {
    (void)doing;
    behave_spin();
}

static void stay_mute(const struct doing *doing) {
    (void)doing;
}

static void say(const struct doing *doing) {
    const struct bytes *text = write_text(doing->argument, doing->words);
    behave_write(text->at, text->length);
    behave_write("\n", 1);
}

static void say_no_end(const struct doing *doing) {
    const struct bytes *text = write_text(doing->argument, doing->words);
    behave_write(text->at, text->length);
}

static void drip(const struct doing *doing) {
    const struct bytes *text = write_text(doing->argument, doing->words);
    for (size_t i = 0; i < text->length; i++, behave_sleep_ms(DRIP_MS))
        behave_write(text->at + i, 1);
    behave_write("\n", 1);
}

/* A line of this many letters. */
static void say_long(const struct doing *doing) {
    static char line[TEXT_MAX];
    memset(line, 'i', sizeof line);
    memcpy(line, "info string ", 12);
    behave_write(line, (size_t)doing->number);
    behave_write("\n", 1);
}

/* Says one line this many times. */
static void say_often(const struct doing *doing) {
    for (int i = 0; i < doing->number; i++)
        behave_write("info string again\n", 18);
}

static void flood(const struct doing *doing) {
    (void)doing;
    behave_flood(STDOUT_FILENO, "all work and no play\n");
}

static void say_without_end(const struct doing *doing) {
    (void)doing;
    behave_flood(STDOUT_FILENO, "x");
}

static void log_text(const struct doing *doing) {
    const struct bytes *text = write_text(doing->argument, doing->words);
    if (write(STDERR_FILENO, text->at, text->length) < 0)
        _exit(33);
    _exit(1);
}

/* Closes a descriptor from 0 to 2; the engine goes on without it. */
static void close_one(const struct doing *doing) {
    close(doing->number);
}

static void close_and_hang(const struct doing *doing) {
    close(doing->number);
    behave_hang();
}

static void make_nonblocking(const struct doing *doing) {
    (void)doing;
    for (int i = 1; i < 3; i++) /* reading would only spin */
        fcntl(i, F_SETFL, fcntl(i, F_GETFL) | O_NONBLOCK);
}

static void become(const struct doing *doing) {
    execl(doing->argument, doing->argument, (char *)NULL);
    _exit(34);
}

static void signal_parent(const struct doing *doing) {
    kill(getppid(), doing->number);
    behave_rest_ms(20);
}

static void signal_group(const struct doing *doing) {
    kill(0, doing->number);
}

static void leave_session(const struct doing *doing) {
    (void)doing;
    setsid();
}

/* Fakes input of the terminal, if there is one. */
static void type(const struct doing *doing) {
    (void)doing;
    int terminal = open("/dev/tty", O_RDWR | O_CLOEXEC);
    char letter = '\n';
    for (int descriptor = -1; descriptor < 3; descriptor++)
        ioctl(descriptor < 0 ? terminal : descriptor, TIOCSTI, &letter);
    if (terminal >= 0)
        close(terminal);
}

static void open_many(const struct doing *doing) {
    (void)doing;
    while (open("/dev/null", O_RDONLY | O_CLOEXEC) >= 0)
        continue;
}

static void fill_descriptor(int descriptor) {
    static char block[STEP];
    memset(block, 'm', sizeof block);
    while (write(descriptor, block, sizeof block) > 0)
        behave_rest_ms(2);
    behave_stay();
}

/* A file in memory without a name. */
static int memory_file(void) {
#ifdef HAVE_LINUX
    return memfd_create("stash", MFD_CLOEXEC);
#else
    return -1;
#endif
}

/* Memory that belongs to no process: a file without a name, or with one that is gone. */
static void fill_memfd(const struct doing *doing) {
    (void)doing;
    fill_descriptor(memory_file());
}

static void fill_shared_folder(const struct doing *doing) {
    (void)doing;
    char name[] = "/dev/shm/triancey-fake-XXXXXX";
    int descriptor = mkstemp(name);
    unlink(name);
    fill_descriptor(descriptor);
}

/* Small ones that are too large together. */
static void fill_by_children(const struct doing *doing) {
    (void)doing;
    for (int i = 0; i < CHILDREN; i++)
        if (fork() == 0) {
            char *all = mmap(NULL, CHILD_MIB * STEP, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
            memset(all, i, CHILD_MIB * STEP);
            behave_stay();
        }
    behave_stay();
}

/* A file that is gone with the process, on the disk. */
static void fill_disk(const struct doing *doing) {
    (void)doing;
    char name[] = "triancey-fake-XXXXXX";
    int descriptor = mkstemp(name);
    unlink(name);
    fill_descriptor(descriptor);
}

/* Children that end at once and are not waited for. */
static void leave_dead(const struct doing *doing) {
    for (int i = 0; i < doing->number; i++)
        if (fork() == 0)
            _exit(0);
}

/* A child that answers in its place, while it ends itself or goes on: by number. */
static void answer_by_child(const struct doing *doing) {
    if (fork() != 0) {
        if (doing->number)
            _exit(0);
        behave_rest_ms(100);
        return;
    }
    const struct bytes *text = write_text("bestmove %m id %i%n", doing->words);
    if (doing->number)
        behave_rest_ms(50); /* it is late: its parent has gone */
    behave_write(text->at, text->length);
    _exit(0);
}

/* Chains of processes: each has a session of its own, and a child that takes its place. */
static void go_on_in_chains(const struct doing *doing) {
    for (int i = 0; i < doing->number; i++) {
        if (fork() != 0)
            continue;
        while (fork() == 0)
            setsid();
        _exit(0);
    }
    behave_write("now\n", 4);
    behave_hang();
}

/* Is no longer in /proc, where that hides what is not the reader's. */
static void hide(const struct doing *doing) {
    (void)doing;
    system_hide();
}

/* A hidden child in a session of its own, which takes these MiB and stays. */
static void leave_hidden(const struct doing *doing) {
    pid_t child = fork();
    if (child != 0) {
        behave_note(doing->words->file, (int)child);
        return;
    }
    hide(doing);
    setsid();
    size_t size = (size_t)doing->number * STEP;
    memset(mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), 'h', size);
    behave_stay();
}

static void stay_hidden(const struct doing *doing) {
    leave_hidden(doing);
    behave_stay();
}

/* Hides as leave_hidden() does, and kills the supervisor. */
static void leave_hidden_orphan(const struct doing *doing) {
    leave_hidden(doing);
    kill(getppid(), SIGKILL);
    behave_stay();
}

/* Files in memory that nobody may look at. */
static void fill_unseen(const struct doing *doing) {
    hide(doing);
    fill_memfd(doing);
}

/* Files in memory that are on their way through a socket, and no process has. */
static void fill_flight(const struct doing *doing) {
    (void)doing;
    static char block[STEP];
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) != 0)
        _exit(36);
    for (bool sent = true; sent;) {
        int file = memory_file();
        char letter = 0, control[CMSG_SPACE(sizeof file)] = {0};
        struct iovec text = {&letter, 1};
        struct msghdr message = {.msg_iov = &text,
                                 .msg_iovlen = 1,
                                 .msg_control = control,
                                 .msg_controllen = sizeof control};
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof file);
        memcpy(CMSG_DATA(header), &file, sizeof file);
        sent = write(file, block, STEP) == STEP && sendmsg(ends[0], &message, MSG_DONTWAIT) == 1;
        close(file);
    }
    behave_stay();
}

/* From the first call on a child in another session spins, and so does one that continues all;
 * notes the part of a processor, in per cent, that the first has had. */
static void spin_by_child(const struct doing *doing) {
    static struct { double used; } * child;
    static struct timespec from;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (!child) {
        pid_t engine = getpid();
        from = now;
        child =
            mmap(NULL, sizeof *child, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        pid_t spinner = fork();
        if (spinner == 0)
            setsid();
        while (spinner == 0) {
            clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
            child->used = difftime(now.tv_sec, 0) + 1e-9 * (double)now.tv_nsec;
        }
        if (fork() == 0)
            for (setsid();; behave_rest_ms(1)) {
                kill(engine, SIGCONT);
                kill(spinner, SIGCONT);
            }
    }
    double time = difftime(now.tv_sec, from.tv_sec) + 1e-9 * (double)(now.tv_nsec - from.tv_nsec);
    behave_note(doing->words->file, time > 0 ? (int)(100 * child->used / time) : 0);
}

/* Files in its scratch folder: each of this size, and all open; with a name or without. */
static void litter(size_t size, bool named) {
    static char block[STEP];
    char name[4200];
    for (;;) {
        snprintf(name, sizeof name, "%s/XXXXXX", getenv("TMPDIR"));
        int file = mkstemp(name);
        if (file < 0)
            break;
        if (!named)
            unlink(name);
        if (write(file, block, size) != (ssize_t)size)
            break;
        if (size == 0)
            close(file);
        else
            behave_rest_ms(2);
    }
    behave_stay();
}

static void litter_nameless(const struct doing *doing) {
    litter((size_t)doing->number, false);
}

static void litter_empty(const struct doing *doing) {
    (void)doing;
    litter(0, true);
}

static void shut_scratch(const struct doing *doing) {
    (void)doing;
    int folder = open(getenv("TMPDIR"), O_RDONLY | O_CLOEXEC);
    if (folder >= 0 && fchmod(folder, 0300) != 0)
        _exit(35);
    close(folder);
}

static void litter_closed(const struct doing *doing) {
    shut_scratch(doing);
    litter((size_t)doing->number, true);
}

static void *stay_beside(void *nothing) {
    (void)nothing;
    behave_stay();
}

/* Starts threads until there can be no more, or some thousands. The argument is a number and a file
 * that counts calls: only that call does it or, if the number is below 0, all from that call on. */
static void crowd(const struct doing *doing) {
    const char *file = strchr(doing->argument, ':') + 1;
    struct stat status = {0};
    pthread_t thread;
    behave_note(file, 1);
    stat(file, &status);
    int calls = (int)status.st_size / 2;
    if (doing->number != calls && (doing->number > 0 || calls < -doing->number))
        return;
    for (int i = 0; i < CROWD && pthread_create(&thread, NULL, stay_beside, NULL) == 0; i++)
        continue;
}

static void be_important(const struct doing *doing) {
    (void)doing;
    setpriority(PRIO_PROCESS, 0, -20);
    setpriority(PRIO_PROCESS, (id_t)getppid(), 19);
}

static void stop_parent_often(const struct doing *doing) {
    (void)doing;
    for (int i = 0; i < TRIES; i++, behave_rest_ms(1))
        kill(getppid(), SIGSTOP);
}

static const struct behaviour {
    const char *name;
    bool instead; /* of the good answer, which else follows */
    void (*run)(const struct doing *doing);
} behaviours[] = {{"exit", true, end_by_exit},
                  {"signal", false, end_by_signal},
                  {"hang", true, hang},
                  {"spin", true, spin},
                  {"mute", true, stay_mute},
                  {"say", false, say},
                  {"answer", true, say},
                  {"raw", true, say_no_end},
                  {"drip", true, drip},
                  {"say-long", false, say_long},
                  {"say-often", false, say_often},
                  {"flood", true, flood},
                  {"endless", true, say_without_end},
                  {"die-saying", true, log_text},
                  {"close", false, close_one},
                  {"close-hang", true, close_and_hang},
                  {"nonblock", false, make_nonblocking},
                  {"exec", true, become},
                  {"signal-parent", false, signal_parent},
                  {"signal-group", false, signal_group},
                  {"session", false, leave_session},
                  {"type", false, type},
                  {"open-many", false, open_many},
                  {"memfd", true, fill_memfd},
                  {"shm", true, fill_shared_folder},
                  {"children", true, fill_by_children},
                  {"disk", true, fill_disk},
                  {"dead-children", false, leave_dead},
                  {"child-answers", true, answer_by_child},
                  {"crowd", false, crowd},
                  {"hide", false, hide},
                  {"hidden-child", false, leave_hidden},
                  {"hidden-stay", true, stay_hidden},
                  {"hidden-orphan", true, leave_hidden_orphan},
                  {"unseen-memfd", true, fill_unseen},
                  {"in-flight", true, fill_flight},
                  {"spin-child", false, spin_by_child},
                  {"nameless", true, litter_nameless},
                  {"empty-files", true, litter_empty},
                  {"close-scratch", false, shut_scratch},
                  {"behind-closed", true, litter_closed},
                  {"chains", true, go_on_in_chains},
                  {"important", false, be_important},
                  {"stop-parent", false, stop_parent_often}};

bool act_read(struct act *act, const char *word) {
    const char *colon = strchr(word, ':');
    *act = (struct act){.moment = MOMENTS, .argument = ""};
    if (!colon)
        return false;
    size_t length = (size_t)(colon - word), count = strcspn(colon + 1, ":");
    for (int i = 0; i < MOMENTS; i++)
        if (strlen(moments[i]) == length && strncmp(moments[i], word, length) == 0)
            act->moment = i;
    for (act->behaviour = 0; act->behaviour < (int)(sizeof behaviours / sizeof *behaviours);
         act->behaviour++) {
        const char *name = behaviours[act->behaviour].name;
        if (strlen(name) == count && strncmp(name, colon + 1, count) == 0)
            break;
    }
    if (act->moment == MOMENTS || act->behaviour == (int)(sizeof behaviours / sizeof *behaviours))
        _exit(30);
    if (colon[1 + count])
        act->argument = colon + count + 2;
    return true;
}

bool act_at(const struct act *act, enum moment moment, const struct act_words *words) {
    if (act->moment != (int)moment)
        return false;
    const struct behaviour *behaviour = &behaviours[act->behaviour];
    struct doing doing = {act->argument, (int)strtol(act->argument, NULL, 10), words};
    behaviour->run(&doing);
    return behaviour->instead;
}
