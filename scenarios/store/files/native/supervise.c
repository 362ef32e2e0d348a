/*
 * Runs a process so that the harness decides about every system call by which it changes a file of its store.
 *
 *   supervise serve NAME                     listens for processes; talks to the harness on its standard streams
 *   supervise launch NAME -- COMMAND ...     becomes COMMAND, with its calls told to the supervisor of that name
 *   supervise probe                          says by its exit code whether this machine can do either
 *
 * It stands on seccomp's user notifications: a filter that a process installs in itself, and that all it starts inherit, holds a thread
 * in a call until the supervisor has answered. Nothing of the process is changed: any language will do, also a static binary.
 *
 * Why the supervisor does the call itself, with the caller's own descriptor, and does not just let it go on: it does one at a time, so
 * that there is one order of all of them; it knows when each is over, without which nobody can say what a power loss may take; and what
 * it recorded is what was written, whatever another thread does to that memory meanwhile.
 */
#define _GNU_SOURCE
#include "supervise.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

int open_socket(const char *name, int is_server) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  size_t length = strlen(name);
  if (length + 1 > sizeof address.sun_path) return -1;
  memcpy(address.sun_path + 1, name, length);
  socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + length);
  int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  if (fd < 0) return -1;
  int failed = is_server ? bind(fd, (struct sockaddr *)&address, size) || listen(fd, 64)
                         : connect(fd, (struct sockaddr *)&address, size);
  if (!failed) return fd;
  close(fd);
  return -1;
}

/* A child tries it, since a filter cannot be taken off again. */
static int probe(void) {
  pid_t child = fork();
  if (child == 0) _exit(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && install_filter() >= 0 ? 0 : 1);
  int status = 1;
  if (child < 0 || waitpid(child, &status, 0) < 0 || status != 0) {
    fprintf(stderr, "this kernel gives no seccomp user notifications, or not to this user\n");
    return 1;
  }
  return 0;
}

int main(int count, char **words) {
  if (count == 2 && strcmp(words[1], "probe") == 0) return probe();
  if (count == 3 && strcmp(words[1], "serve") == 0) return serve(words[2]);
  if (count >= 5 && strcmp(words[1], "launch") == 0 && strcmp(words[3], "--") == 0) return launch(words[2], words + 4);
  fprintf(stderr, "usage: supervise serve NAME | supervise launch NAME -- COMMAND... | supervise probe\n");
  return 64;
}
