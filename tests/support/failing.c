/* Fails one call of a kind, once: the fault injector of tests/fault/test_io_errors.py (LD_PRELOAD).
 *
 * FAIL_CALL: kind and number, such as write:3, or write:3+ for this one and all later ones (a disk that is full: the
 * first one takes a half). Calls are counted from 1, in the first process and its copies (workers), not in programs that
 * these start. FAIL_COUNTS: a file that gets the counts at the end of the first process. Opens count
 * where they may write, writes, syncs and closes where they concern such a file that the process has opened itself;
 * standard streams do not count. send and recv are all calls of a socket that hand over or take bytes. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

enum { OPEN, WRITE, FSYNC, RENAME, CLOSE, SEND, RECV, FORK, KINDS };
static const char *names[KINDS] = {"open", "write", "fsync", "rename", "close", "send", "recv", "fork"};
static long *counts, wanted; /* shared with copies of the process */
static int kind = -1, ready, counting, stays;
static pid_t process;
static unsigned char ours[65536]; /* descriptors of files that may be written */

static void begin(void) {
    if (ready) return;
    ready = 1;
    const char *call = getenv("FAIL_CALL"), *colon = call ? strchr(call, ':') : NULL;
    process = getpid();
    counts = mmap(NULL, KINDS * sizeof *counts, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (counts == MAP_FAILED) abort();
    char own[32];
    snprintf(own, sizeof own, "%ld", (long)process);
    setenv("FAIL_FIRST", own, 0); /* a process that another one has started finds the number of that one */
    counting = !strcmp(getenv("FAIL_FIRST"), own);
    for (int k = 0; colon && k < KINDS; k++)
        if (!strncmp(call, names[k], colon - call) && strlen(names[k]) == (size_t)(colon - call)) kind = k;
    if (colon) wanted = atol(colon + 1), stays = call[strlen(call) - 1] == '+';
}

static int fails(int which) {
    begin();
    if (!counting) return 0;
    long number = __atomic_add_fetch(&counts[which], 1, __ATOMIC_SEQ_CST);
    if (which != kind || !(number == wanted || (stays && number > wanted))) return 0;
    errno = which == OPEN || which == WRITE ? ENOSPC : which == FORK ? EAGAIN : EIO;
    return stays && number == wanted ? 2 : 1;
}

__attribute__((destructor)) static void end(void) {
    const char *path = getenv("FAIL_COUNTS");
    if (!path || !counting || getpid() != process) return;
    FILE *file = fopen(path, "w");
    if (!file) return;
    for (int k = 0; k < KINDS; k++) fprintf(file, "%s %ld\n", names[k], counts[k]);
    fclose(file);
}

#define REAL(name, type) static __typeof__(type) real; if (!real) real = (__typeof__(type))dlsym(RTLD_NEXT, name)

static int may_write(const char *path, int flags) {
    return (flags & (O_WRONLY | O_RDWR)) && strncmp(path, "/dev/", 5) && strncmp(path, "/proc/", 6)
        && !strstr(path, "__pycache__"); /* machine code there may be lost */
}

static int opened(int fd, const char *path, int flags) {
    if (fd >= 0 && fd < (int)sizeof ours)
        ours[fd] = may_write(path, flags);
    return fd;
}

#define OPENING(name) \
    int name(const char *path, int flags, ...) { \
        va_list more; va_start(more, flags); mode_t mode = va_arg(more, mode_t); va_end(more); \
        REAL(#name, int (*)(const char *, int, ...)); \
        if (may_write(path, flags) && fails(OPEN)) return -1; \
        return opened(real(path, flags, mode), path, flags); \
    }
OPENING(open)
OPENING(open64)

#define OPENING_AT(name) \
    int name(int folder, const char *path, int flags, ...) { \
        va_list more; va_start(more, flags); mode_t mode = va_arg(more, mode_t); va_end(more); \
        REAL(#name, int (*)(int, const char *, int, ...)); \
        if (may_write(path, flags) && fails(OPEN)) return -1; \
        return opened(real(folder, path, flags, mode), path, flags); \
    }
OPENING_AT(openat)
OPENING_AT(openat64)

static int is_ours(int fd) { return fd > 2 && fd < (int)sizeof ours && ours[fd]; }

ssize_t write(int fd, const void *data, size_t size) {
    REAL("write", ssize_t (*)(int, const void *, size_t));
    int fail = is_ours(fd) ? fails(WRITE) : 0;
    return !fail ? real(fd, data, size) : fail == 2 && size > 1 ? real(fd, data, size / 2) : -1;
}

int fsync(int fd) {
    REAL("fsync", int (*)(int));
    return is_ours(fd) && fails(FSYNC) ? -1 : real(fd);
}

int close(int fd) {
    REAL("close", int (*)(int));
    int fail = is_ours(fd) && fails(CLOSE);
    int error = errno, result = real(fd);
    if (fd >= 0 && fd < (int)sizeof ours) ours[fd] = 0;
    if (fail) { errno = error; return -1; }
    return result;
}

int rename(const char *from, const char *to) {
    REAL("rename", int (*)(const char *, const char *));
    return !strstr(to, "__pycache__") && fails(RENAME) ? -1 : real(from, to); /* machine code may be lost */
}

ssize_t send(int fd, const void *data, size_t size, int flags) {
    REAL("send", ssize_t (*)(int, const void *, size_t, int));
    return fails(SEND) ? -1 : real(fd, data, size, flags);
}

ssize_t recv(int fd, void *data, size_t size, int flags) {
    REAL("recv", ssize_t (*)(int, void *, size_t, int));
    return fails(RECV) ? -1 : real(fd, data, size, flags);
}

ssize_t sendto(int fd, const void *data, size_t size, int flags, const struct sockaddr *to, socklen_t length) {
    REAL("sendto", ssize_t (*)(int, const void *, size_t, int, const struct sockaddr *, socklen_t));
    return fails(SEND) ? -1 : real(fd, data, size, flags, to, length);
}

ssize_t recvfrom(int fd, void *data, size_t size, int flags, struct sockaddr *from, socklen_t *length) {
    REAL("recvfrom", ssize_t (*)(int, void *, size_t, int, struct sockaddr *, socklen_t *));
    return fails(RECV) ? -1 : real(fd, data, size, flags, from, length);
}

static int once_more; /* Python tries fork where vfork failed: that is the same call */

pid_t fork(void) {
    REAL("fork", pid_t (*)(void));
    if (once_more) { once_more = 0; errno = EAGAIN; return -1; }
    if (fails(FORK)) return -1;
    pid_t number = real();
    if (number == 0) memset(ours, 0, sizeof ours); /* it closes what it does not need */
    return number;
}

pid_t vfork(void) {
    pid_t number = fork();
    if (number == 0) counting = 0; /* another program follows */
    once_more = number < 0;
    return number;
}
