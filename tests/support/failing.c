/* Fails one call of a kind, once: the fault injector of tests/fault/test_io_errors.py (LD_PRELOAD).
 *
 * FAIL_CALL: kind and number, such as write:3; calls are counted from 1, in the first process. FAIL_COUNTS: a file to which the counts are appended at the end. Opens count where they may write,
 * writes, syncs and closes where they concern such a file; standard streams do not count. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

enum { OPEN, WRITE, FSYNC, RENAME, CLOSE, SEND, RECV, FORK, KINDS };
static const char *names[KINDS] = {"open", "write", "fsync", "rename", "close", "send", "recv", "fork"};
static long counts[KINDS], wanted;
static int kind = -1, ready, counting;
static pid_t process;
static unsigned char ours[65536]; /* descriptors of files that may be written */

static void begin(void) {
    if (ready) return;
    ready = 1;
    const char *call = getenv("FAIL_CALL"), *colon = call ? strchr(call, ':') : NULL;
    process = getpid();
    char own[32];
    snprintf(own, sizeof own, "%ld", (long)process);
    setenv("FAIL_FIRST", own, 0); /* a process that another one has started finds the number of that one */
    counting = !strcmp(getenv("FAIL_FIRST"), own);
    for (int k = 0; colon && k < KINDS; k++)
        if (!strncmp(call, names[k], colon - call) && strlen(names[k]) == (size_t)(colon - call)) kind = k;
    if (colon) wanted = atol(colon + 1);
}

static int fails(int which) {
    begin();
    if (!counting || getpid() != process) return 0;
    long number = __atomic_add_fetch(&counts[which], 1, __ATOMIC_SEQ_CST);
    if (which != kind || number != wanted) return 0;
    errno = which == OPEN || which == WRITE ? ENOSPC : which == FORK ? EAGAIN : EIO;
    return 1;
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

static int opened(int fd, const char *path, int flags) {
    if (fd >= 0 && fd < (int)sizeof ours)
        ours[fd] = (flags & (O_WRONLY | O_RDWR)) && strncmp(path, "/dev/", 5) && strncmp(path, "/proc/", 6);
    return fd;
}

static int may_write(const char *path, int flags) {
    return (flags & (O_WRONLY | O_RDWR)) && strncmp(path, "/dev/", 5) && strncmp(path, "/proc/", 6)
        && !strstr(path, "__pycache__");
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
    return is_ours(fd) && fails(WRITE) ? -1 : real(fd, data, size);
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
    return fails(RENAME) ? -1 : real(from, to);
}

ssize_t send(int fd, const void *data, size_t size, int flags) {
    REAL("send", ssize_t (*)(int, const void *, size_t, int));
    return fails(SEND) ? -1 : real(fd, data, size, flags);
}

ssize_t recv(int fd, void *data, size_t size, int flags) {
    REAL("recv", ssize_t (*)(int, void *, size_t, int));
    return fails(RECV) ? -1 : real(fd, data, size, flags);
}

pid_t fork(void) {
    REAL("fork", pid_t (*)(void));
    return fails(FORK) ? -1 : real();
}

pid_t vfork(void) { return fork(); }
