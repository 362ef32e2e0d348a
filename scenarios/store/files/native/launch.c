/* The start of a supervised process: it installs the filter, hands its end to the supervisor, and becomes the command. */
#define _GNU_SOURCE
#include "supervise.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#define LOW_WORD_OF(argument) (offsetof(struct seccomp_data, args) + (argument) * sizeof(__u64))

static struct sock_filter program[160];
static unsigned short lines;

static void line(unsigned short code, __u32 operand, __u8 if_so, __u8 if_not) {
  program[lines++] = (struct sock_filter){code, if_so, if_not, operand};
}
static void load(__u32 offset) { line(BPF_LD | BPF_W | BPF_ABS, offset, 0, 0); }
static void answer(__u32 with) { line(BPF_RET | BPF_K, with, 0, 0); }
/* The next `skip` lines are for who has any of these bits, or is that number. */
static void only_with_bits(__u32 bits, __u8 skip) { line(BPF_JMP | BPF_JSET | BPF_K, bits, 0, skip); }
static void only_if_equal(__u32 number, __u8 skip) { line(BPF_JMP | BPF_JEQ | BPF_K, number, 0, skip); }

/* An open is trapped only where it may make or empty a file, a mapping only where it is written and shared: most of either change nothing. */
static void trap(const struct call *call) {
  switch (call->kind) {
  case OPENS:
    if (call->flags < 0) break;
    only_if_equal((__u32)call->number, 4);
    load(LOW_WORD_OF(call->flags));
    only_with_bits(O_CREAT | O_TRUNC, 1);
    answer(SECCOMP_RET_USER_NOTIF);
    answer(SECCOMP_RET_ALLOW);
    return;
  case MAPS:
    only_if_equal((__u32)call->number, 6);
    load(LOW_WORD_OF(2));
    only_with_bits(PROT_WRITE, 3);
    load(LOW_WORD_OF(3));
    only_with_bits(MAP_SHARED, 1);
    answer(SECCOMP_RET_USER_NOTIF);
    answer(SECCOMP_RET_ALLOW);
    return;
  default:
    break;
  }
  only_if_equal((__u32)call->number, 1);
  answer(SECCOMP_RET_USER_NOTIF);
}

int install_filter(void) {
  lines = 0;
  /* Numbers mean something else to another architecture: what comes by one is told, so that nobody takes it for nothing. */
  load(offsetof(struct seccomp_data, arch));
  line(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0);
  answer(SECCOMP_RET_USER_NOTIF);
  load(offsetof(struct seccomp_data, nr));
  for (const struct call *call = calls; call->name != NULL; call++) trap(call);
  answer(SECCOMP_RET_ALLOW);
  struct sock_fprog whole = {lines, program};
  return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &whole);
}

/* Nothing that is trapped may be called between the filter and the answer: nobody would answer. */
static int hand_over(int socket, int listener) {
  struct hello hello = {{0}};
  const char *name = getenv("KILLPOINT_PROCESS");
  strncpy(hello.name, name == NULL ? "" : name, sizeof hello.name - 1);
  struct iovec content = {&hello, sizeof hello};
  char room[CMSG_SPACE(sizeof(int))] = {0};
  struct msghdr message = {.msg_iov = &content, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof room};
  struct cmsghdr *head = CMSG_FIRSTHDR(&message);
  head->cmsg_level = SOL_SOCKET;
  head->cmsg_type = SCM_RIGHTS;
  head->cmsg_len = CMSG_LEN(sizeof(int));
  memcpy(CMSG_DATA(head), &listener, sizeof listener);
  char taken;
  return sendmsg(socket, &message, 0) > 0 && recv(socket, &taken, 1, 0) == 1;
}

int launch(const char *socket_name, char **command) {
  int socket = open_socket(socket_name, 0);
  if (socket < 0) {
    fprintf(stderr, "supervise: no supervisor listens as %s: %s\n", socket_name, strerror(errno));
    return 126;
  }
  /* Where only ancestors may look into a process (Yama), the supervisor is allowed to by name. */
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0) prctl(PR_SET_PTRACER, (unsigned long)peer.pid, 0, 0, 0);
  int listener = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 ? install_filter() : -1;
  if (listener < 0 || !hand_over(socket, listener)) {
    /* Not by a write, which may be trapped by now with nobody to answer. */
    _exit(126);
  }
  close(listener);
  close(socket);
  execvp(command[0], command);
  fprintf(stderr, "supervise: %s: %s\n", command[0], strerror(errno));
  return 127;
}
