/* load_server.c - runs the site as a process and reads what it uses, for load generators. */
#include "config.h"

#include "tests/tools/load_server.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATH = 4200 };

bool load_server_prepare(struct load_server *server) {
    const char *where = getenv("TMPDIR");
    *server = (struct load_server){.pid = 0};
    snprintf(server->folder, sizeof server->folder, "%.40s/triancey-load-XXXXXX",
             where ? where : "/tmp");
    if (!mkdtemp(server->folder))
        return false;
    snprintf(server->club, sizeof server->club, "%s/club.db", server->folder);
    return true;
}

/* In the child: the server, which ends with us. */
static void become(const struct load_server *server, int out) {
    char path[PATH];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 64);
    if (length <= 0)
        _exit(1);
    path[length] = '\0';
    strcpy(strrchr(path, '/') + 1, "../../triancey-club");
    dup2(out, STDOUT_FILENO);
    execl(path, path, "serve", "--data", server->folder, "--port", "0", "--limits", "none",
          (char *)NULL);
    perror(path);
    _exit(1);
}

/* The port of the address that it prints. */
static int read_port(int fd) {
    char line[200];
    FILE *file = fdopen(fd, "r");
    int port = 0;
    while (file && !port && fgets(line, sizeof line, file)) {
        const char *colon = strrchr(line, ':');
        if (colon && strstr(line, "http://"))
            port = atoi(colon + 1);
    }
    return port; /* the file stays open: what is printed later must not end the server */
}

bool load_server_start(struct load_server *server) {
    int ends[2];
    if (pipe(ends) != 0)
        return false;
    server->pid = fork();
    if (server->pid == 0)
        become(server, ends[1]);
    close(ends[1]);
    server->port = server->pid > 0 ? read_port(ends[0]) : 0;
    return server->port > 0;
}

void load_server_end(struct load_server *server) {
    static const char *const name[] = {"club.db", "club.db-wal", "club.db-shm", "operator.key"};
    char path[160];
    if (server->pid > 0) {
        kill(server->pid, SIGTERM);
        waitpid(server->pid, NULL, 0);
    }
    for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
        snprintf(path, sizeof path, "%s/%s", server->folder, name[i]);
        unlink(path);
    }
    rmdir(server->folder);
}

int64_t load_server_kibibytes(const struct load_server *server) {
    char path[64], line[200];
    long long size = 0;
    snprintf(path, sizeof path, "/proc/%d/status", (int)server->pid);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "VmRSS: %lld", &size) == 1)
            break;
    if (file)
        fclose(file);
    return size;
}

struct load_work load_server_work(const struct load_server *server) {
    char path[64], line[1000] = "";
    long long user = 0, system = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)server->pid);
    FILE *file = fopen(path, "r");
    const char *behind = file && fgets(line, sizeof line, file) ? strrchr(line, ')') : NULL;
    if (behind)
        sscanf(behind, ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lld %lld", &user, &system);
    if (file)
        fclose(file);
    const int64_t tick = 1000000 / sysconf(_SC_CLK_TCK);
    return (struct load_work){.user = user * tick, .kernel = system * tick};
}

int64_t load_server_worked(const struct load_server *server) {
    const struct load_work work = load_server_work(server);
    return work.user + work.kernel;
}

int64_t load_server_disk(const struct load_server *server) {
    static const char *const ending[] = {"", "-wal"};
    int64_t size = 0;
    for (int i = 0; i < 2; i++) {
        char path[160];
        struct stat file;
        snprintf(path, sizeof path, "%s%s", server->club, ending[i]);
        if (stat(path, &file) == 0)
            size += file.st_size;
    }
    return size;
}
