/* Preloaded by read_errors.rs: reads of the database and of its write-ahead log fail with EIO at random.
 *
 * AGON_EIO names a file of four native 32-bit numbers, which both processes map or write: one of how many reads fails,
 * how many errors are left, a seed, and how many errors there were. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct control {
    uint32_t every;
    _Atomic uint32_t left;
    _Atomic uint32_t seed;
    _Atomic uint32_t failed;
};

static struct control *control;

__attribute__((constructor)) static void begin(void) {
    const char *name = getenv("AGON_EIO");
    int file = name ? open(name, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0)
        return;
    void *mapped = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (mapped != MAP_FAILED)
        control = mapped;
}

static int is_database(int fd) {
    char link[32], path[512];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0)
        return 0;
    path[length] = 0;
    const char *name = strrchr(path, '/');
    return name && (!strcmp(name, "/agon.db") || !strcmp(name, "/agon.db-wal"));
}

static int fails(int fd) {
    if (!control || !control->left || !is_database(fd))
        return 0;
    uint32_t x = atomic_fetch_add(&control->seed, 0x9e3779b9u);
    x ^= x >> 16, x *= 0x85ebca6bu, x ^= x >> 13, x *= 0xc2b2ae35u, x ^= x >> 16;
    if (x % control->every)
        return 0;
    uint32_t left = control->left;
    while (left && !atomic_compare_exchange_weak(&control->left, &left, left - 1)) {
    }
    if (!left)
        return 0;
    control->failed++;
    errno = EIO;
    return 1;
}

#define REAL(name) ((typeof(&name))dlsym(RTLD_NEXT, #name))

ssize_t read(int fd, void *buffer, size_t size) {
    return fails(fd) ? -1 : REAL(read)(fd, buffer, size);
}

ssize_t pread(int fd, void *buffer, size_t size, off_t at) {
    return fails(fd) ? -1 : REAL(pread)(fd, buffer, size, at);
}

ssize_t pread64(int fd, void *buffer, size_t size, off64_t at) {
    return fails(fd) ? -1 : REAL(pread64)(fd, buffer, size, at);
}
