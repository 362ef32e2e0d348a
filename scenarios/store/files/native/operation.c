/* One trapped call: what it is about, read from its caller, and how it is done in the caller's place. */
#define _GNU_SOURCE
#include "supervise.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define NONE -1
/* The folder of a call that has no argument for it: the caller's own. */
#define OWN -2

const struct call calls[] = {
    /* number               name                 kind       fd    folder path other's     flags */
    {SYS_write, "write", WRITES, 0, NONE, NONE, NONE, NONE, NONE},
    {SYS_writev, "writev", WRITES, 0, NONE, NONE, NONE, NONE, NONE},
    {SYS_pwrite64, "pwrite64", WRITES_AT, 0, NONE, NONE, NONE, NONE, NONE},
    {SYS_pwritev, "pwritev", WRITES_AT, 0, NONE, NONE, NONE, NONE, NONE},
    {SYS_pwritev2, "pwritev2", WRITES_AT, 0, NONE, NONE, NONE, NONE, 5},
    {SYS_fsync, "fsync", SYNCS, 0, NONE, NONE, NONE, NONE, NONE},
    {SYS_fdatasync, "fdatasync", SYNCS, 0, NONE, NONE, NONE, NONE, NONE},
    {SYS_syncfs, "syncfs", SYNCS_ALL, 0, NONE, NONE, NONE, NONE, NONE},
    {SYS_sync, "sync", SYNCS_ALL, NONE, NONE, NONE, NONE, NONE, NONE},
    {SYS_ftruncate, "ftruncate", RESIZES, 0, NONE, NONE, NONE, NONE, NONE},
    {SYS_truncate, "truncate", RESIZES_AT, NONE, OWN, 0, NONE, NONE, NONE},
    {SYS_fallocate, "fallocate", ALLOCATES, 0, NONE, NONE, NONE, NONE, 1},
    {SYS_open, "open", OPENS, NONE, OWN, 0, NONE, NONE, 1},
    {SYS_creat, "creat", OPENS, NONE, OWN, 0, NONE, NONE, NONE},
    {SYS_openat, "openat", OPENS, NONE, 0, 1, NONE, NONE, 2},
    {SYS_rename, "rename", RENAMES, NONE, OWN, 0, OWN, 1, NONE},
    {SYS_renameat, "renameat", RENAMES, NONE, 0, 1, 2, 3, NONE},
    {SYS_renameat2, "renameat2", RENAMES, NONE, 0, 1, 2, 3, 4},
    {SYS_link, "link", LINKS, NONE, OWN, 0, OWN, 1, NONE},
    {SYS_linkat, "linkat", LINKS, NONE, 0, 1, 2, 3, 4},
    {SYS_unlink, "unlink", REMOVES, NONE, OWN, 0, NONE, NONE, NONE},
    {SYS_rmdir, "rmdir", REMOVES, NONE, OWN, 0, NONE, NONE, NONE},
    {SYS_unlinkat, "unlinkat", REMOVES, NONE, 0, 1, NONE, NONE, 2},
    {SYS_mkdir, "mkdir", MAKES_FOLDER, NONE, OWN, 0, NONE, NONE, 1},
    {SYS_mkdirat, "mkdirat", MAKES_FOLDER, NONE, 0, 1, NONE, NONE, 2},
    {SYS_copy_file_range, "copy_file_range", COPIES, 2, NONE, NONE, NONE, NONE, NONE},
    {SYS_sendfile, "sendfile", COPIES, 0, NONE, NONE, NONE, NONE, NONE},
    {SYS_splice, "splice", COPIES, 2, NONE, NONE, NONE, NONE, NONE},
    {SYS_mmap, "mmap", MAPS, 4, NONE, NONE, NONE, NONE, NONE},
    {SYS_io_uring_setup, "io_uring_setup", RINGS, NONE, NONE, NONE, NONE, NONE, NONE},
    {0, NULL, WRITES, NONE, NONE, NONE, NONE, NONE, NONE},
};

static __u64 argument(const struct operation *op, int at) { return op->asked.data.args[at]; }

/* A descriptor can only be taken from a whole process, and a notification names a thread. */
static pid_t process_of(pid_t thread) {
  char file[64], text[4096];
  snprintf(file, sizeof file, "/proc/%d/status", thread);
  int fd = open(file, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return -1;
  ssize_t length = read(fd, text, sizeof text - 1);
  close(fd);
  text[length < 0 ? 0 : length] = 0;
  const char *line = strstr(text, "\nTgid:");
  return line == NULL ? -1 : atoi(line + 6);
}

static int take_descriptor(const struct operation *op, int theirs) {
  int process = (int)syscall(SYS_pidfd_open, op->process, 0);
  if (process < 0) return -1;
  int fd = (int)syscall(SYS_pidfd_getfd, process, theirs, 0);
  close(process);
  return fd;
}

static int name_of(const struct operation *op, int theirs, char *into) {
  char link[64];
  if (theirs == AT_FDCWD) snprintf(link, sizeof link, "/proc/%d/cwd", op->asked.pid);
  else snprintf(link, sizeof link, "/proc/%d/fd/%d", op->asked.pid, theirs);
  ssize_t length = readlink(link, into, PATH_MAX - 1);
  into[length < 0 ? 0 : length] = 0;
  return length > 0;
}

static int read_memory(const struct operation *op, __u64 from, void *into, size_t length) {
  struct iovec here = {into, length}, there = {(void *)(uintptr_t)from, length};
  return length == 0 || process_vm_readv((pid_t)op->asked.pid, &here, 1, &there, 1, 0) == (ssize_t)length;
}

/* Page by page, since what follows the text may not be readable. */
static int read_text(const struct operation *op, __u64 from, char *into) {
  size_t known = 0;
  while (known < PATH_MAX) {
    size_t part = 4096 - ((from + known) & 4095);
    if (part > PATH_MAX - known) part = PATH_MAX - known;
    if (!read_memory(op, from + known, into + known, part)) return 0;
    if (memchr(into + known, 0, part) != NULL) return 1;
    known += part;
  }
  return 0;
}

static int read_path(const struct operation *op, int folder, int path, char *into) {
  char given[PATH_MAX], base[PATH_MAX];
  if (!read_text(op, argument(op, path), given)) return 0;
  if (given[0] == '/') {
    snprintf(into, PATH_MAX, "%s", given);
    return 1;
  }
  if (!name_of(op, folder == OWN ? AT_FDCWD : (int)argument(op, folder), base)) return 0;
  return snprintf(into, PATH_MAX, "%.*s/%s", PATH_MAX / 2, base, given) < PATH_MAX;
}

/* What a scattered write writes, in one piece. */
static int gather(struct operation *op) {
  __u64 count = argument(op, 2);
  struct iovec parts[1024];
  if (count > 1024 || !read_memory(op, argument(op, 1), parts, count * sizeof *parts)) return 0;
  op->length = 0;
  for (__u64 at = 0; at < count; at++) op->length += (long long)parts[at].iov_len;
  op->data = malloc((size_t)op->length + 1);
  size_t known = 0;
  for (__u64 at = 0; op->data != NULL && at < count; at++) {
    if (!read_memory(op, (__u64)(uintptr_t)parts[at].iov_base, op->data + known, parts[at].iov_len)) return 0;
    known += parts[at].iov_len;
  }
  return op->data != NULL;
}

static int read_data(struct operation *op) {
  int number = op->call->number;
  if (number == SYS_writev || number == SYS_pwritev || number == SYS_pwritev2) return gather(op);
  op->length = (long long)argument(op, 2);
  op->data = malloc((size_t)op->length + 1);
  return op->data != NULL && read_memory(op, argument(op, 1), op->data, (size_t)op->length);
}

static int read_write(struct operation *op) {
  int flags = fcntl(op->fd, F_GETFL);
  struct stat now;
  op->is_durable = (flags & O_DSYNC) != 0;
  if (op->call->flags >= 0) op->is_durable |= (argument(op, op->call->flags) & (RWF_DSYNC | RWF_SYNC)) != 0;
  op->offset = (long long)argument(op, 3);
  if (op->call->kind == WRITES || op->offset == -1) op->offset = lseek(op->fd, 0, SEEK_CUR);
  if ((flags & O_APPEND) != 0 && fstat(op->fd, &now) == 0) op->offset = now.st_size;
  return read_data(op);
}

static int read_rest(struct operation *op) {
  switch (op->call->kind) {
  case WRITES:
  case WRITES_AT:
    return read_write(op);
  case RESIZES:
  case RESIZES_AT:
    op->length = (long long)argument(op, 1);
    return 1;
  case ALLOCATES:
    op->offset = (long long)argument(op, 2);
    op->length = (long long)argument(op, 3);
    return 1;
  default:
    return 1;
  }
}

int read_names(struct operation *op) {
  const struct call *call = op->call;
  if (call->path < 0) return call->fd < 0 || name_of(op, (int)argument(op, call->fd), op->path);
  if (!read_path(op, call->folder, call->path, op->path)) return 0;
  return call->other_path < 0 || read_path(op, call->other_folder, call->other_path, op->other);
}

int read_content(struct operation *op) {
  op->process = process_of((pid_t)op->asked.pid);
  if (op->process < 0) return 0;
  if (op->call->fd >= 0) {
    op->fd = take_descriptor(op, (int)argument(op, op->call->fd));
    if (op->fd < 0) return 0;
  }
  return read_rest(op);
}

void free_operation(struct operation *op) {
  if (op->fd >= 0) close(op->fd);
  free(op->data);
  free(op);
}

/* A folder that is not there lets an open fail, which changes nothing. */
static int is_folder_there(const char *path) {
  char folder[PATH_MAX];
  snprintf(folder, sizeof folder, "%s", path);
  char *last = strrchr(folder, '/');
  if (last == NULL || last == folder) return 1;
  *last = 0;
  return access(folder, F_OK) == 0;
}

static int flags_of(const struct operation *op) {
  return op->call->flags < 0 ? O_CREAT | O_TRUNC : (int)argument(op, op->call->flags);
}

int changes_something(const struct operation *op) {
  if (op->call->kind != OPENS) return 1;
  int flags = flags_of(op);
  if (access(op->path, F_OK) == 0) return (flags & O_TRUNC) != 0 && (flags & O_EXCL) == 0;
  return (flags & O_CREAT) != 0 && is_folder_there(op->path);
}

static long long with_errno(long long result) { return result < 0 ? -errno : result; }

long long perform(const struct operation *op) {
  unsigned flags = op->call->flags < 0 ? 0 : (unsigned)argument(op, op->call->flags);
  size_t length = (size_t)op->length;
  struct iovec all = {op->data, length};
  switch (op->call->kind) {
  case WRITES:
    return with_errno(write(op->fd, op->data, length));
  case WRITES_AT:
    if (op->call->number == SYS_pwritev2) return with_errno(pwritev2(op->fd, &all, 1, (off_t)argument(op, 3), (int)flags));
    return with_errno(pwrite(op->fd, op->data, length, (off_t)argument(op, 3)));
  case SYNCS:
    return with_errno(op->call->number == SYS_fsync ? fsync(op->fd) : fdatasync(op->fd));
  case SYNCS_ALL:
    if (op->fd >= 0) return with_errno(syncfs(op->fd));
    sync();
    return 0;
  case RESIZES:
    return with_errno(ftruncate(op->fd, op->length));
  case RESIZES_AT:
    return with_errno(truncate(op->path, op->length));
  case ALLOCATES:
    return with_errno(fallocate(op->fd, (int)flags, op->offset, op->length));
  case RENAMES:
    return with_errno(syscall(SYS_renameat2, AT_FDCWD, op->path, AT_FDCWD, op->other, flags));
  case LINKS:
    return with_errno(linkat(AT_FDCWD, op->path, AT_FDCWD, op->other, (int)flags & AT_SYMLINK_FOLLOW));
  case REMOVES:
    if (op->call->number == SYS_rmdir) flags = AT_REMOVEDIR;
    return with_errno(unlinkat(AT_FDCWD, op->path, (int)flags));
  default:
    /* What makes a descriptor, a folder with the caller's umask, or a mapping, only the caller can do. */
    return IN_PERSON;
  }
}
