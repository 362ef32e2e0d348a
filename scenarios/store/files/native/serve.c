/*
 * The supervisor at work: processes come by the socket, the harness speaks on standard input, everything is told on standard output.
 *
 * The harness says, a line each:
 *   watch PROCESS FOLDER     from now on, tell every change of a file in this folder, and wait for a word on it
 *   trust PROCESS COUNT      wait for no word on so many of its next changes; below 0: on none from now on
 *   go NUMBER                do it
 *   fail NUMBER ERRNO        do not do it, and let the call end with this error
 * What has no word is held, for ever if need be: so nothing slips in after a kill.
 *
 * It is told, a line each, names with % and two digits for whatever is no plain letter:
 *   process PROCESS NAME               a process came, by the harness's own name for it
 *   watching PROCESS                   as asked
 *   op NUMBER PROCESS CALL DURABLE OFFSET LENGTH BYTES PATH OTHER ASKS NANOSECONDS
 *                                      a change is about to happen, at this time of the machine's steady clock; so many bytes of data
 *                                      follow the line; it ASKS (1) or goes on (0)
 *   done NUMBER RESULT                 it was done, or failed
 *   odd PROCESS WORD PATH              something that could not be seen: `ring` refused, `mapped`, `copied`, `foreign`, `unreadable`
 */
#define _GNU_SOURCE
#include "supervise.h"

#include <ctype.h>
#include <errno.h>
#include <linux/audit.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* At once, not in all: a place is free again when nothing of its process lives. */
#define PLACES 1024

/* A process with all that it starts. */
struct process {
  int listener; /* -1: nobody has this place */
  long number;
  pid_t pid;
  char folder[PATH_MAX]; /* empty while nobody watches */
  long trusted;          /* so many of its next changes need no word; below 0: none does */
};

/* A change that was told and has not been answered for good. One thread has one at most. */
struct pending {
  struct pending *next;
  struct operation *op;
  long number;
  int place;
  int has_word, error; /* what the harness said, where the caller was not there to be answered: a stop had taken it out of its call */
  int has_result;
  long long result;
};

static struct process processes[PLACES];
static struct pending *pending;
static long process_numbers, operation_numbers;

static void tell_name(const char *name) {
  for (; *name != 0; name++) {
    if (isalnum((unsigned char)*name) || strchr("/._-", *name) != NULL) putchar(*name);
    else printf("%%%02x", (unsigned char)*name);
  }
}

static void tell_odd(int place, const char *word, const char *path) {
  printf("odd %ld %s ", processes[place].number, word);
  tell_name(*path == 0 ? "-" : path);
  putchar('\n');
  fflush(stdout);
}

static int send_answer(int place, __u64 id, struct seccomp_notif_resp answer) {
  answer.id = id;
  return ioctl(processes[place].listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
}

static void let_go(int place, __u64 id) {
  send_answer(place, id, (struct seccomp_notif_resp){.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE});
}

static void forget(struct pending *gone) {
  for (struct pending **at = &pending; *at != NULL; at = &(*at)->next) {
    if (*at != gone) continue;
    *at = gone->next;
    free_operation(gone->op);
    free(gone);
    return;
  }
}

/* Gives the caller the result. A caller that a signal took out of its call in that very moment asks again, and gets the same. */
static void give_result(struct pending *one) {
  struct seccomp_notif_resp answer = {0};
  if (one->result == IN_PERSON) answer.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
  else if (one->result < 0) answer.error = (int)one->result;
  else answer.val = one->result;
  if (send_answer(one->place, one->op->asked.id, answer) == 0) forget(one);
}

static int still_waits(const struct pending *one) {
  __u64 id = one->op->asked.id;
  return ioctl(processes[one->place].listener, SECCOMP_IOCTL_NOTIF_ID_VALID, &id) == 0;
}

/* Does what the harness said, unless its caller was stopped meanwhile: it asks again when it goes on. */
static void carry_out(struct pending *one) {
  if (!still_waits(one)) return;
  one->result = one->error != 0 ? -one->error : perform(one->op);
  one->has_result = 1;
  printf("done %ld %lld\n", one->number, one->result == IN_PERSON ? 0 : one->result);
  fflush(stdout);
  give_result(one);
}

static int is_trusted(struct process *process) {
  if (process->trusted > 0) return process->trusted--;
  return process->trusted < 0;
}

static void tell_operation(const struct pending *one, int asks) {
  const struct operation *op = one->op;
  long long bytes = op->data == NULL ? 0 : op->length;
  printf("op %ld %ld %s %d %lld %lld %lld ", one->number, processes[one->place].number, op->call->name, op->is_durable, op->offset, op->length,
         bytes);
  tell_name(*op->path == 0 ? "-" : op->path);
  putchar(' ');
  tell_name(*op->other == 0 ? "-" : op->other);
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  printf(" %d %lld\n", asks, now.tv_sec * 1000000000LL + now.tv_nsec);
  fwrite(op->data, 1, (size_t)bytes, stdout);
  fflush(stdout);
}

static int is_same(const struct operation *one, const struct seccomp_notif *asked) {
  return one->asked.data.nr == asked->data.nr && memcmp(one->asked.data.args, asked->data.args, sizeof asked->data.args) == 0;
}

/* A call that a signal interrupted is made again, with the same arguments: then it is the one that is known. */
static int is_asked_again(int place, const struct seccomp_notif *asked) {
  for (struct pending *one = pending; one != NULL; one = one->next) {
    if (one->place != place || one->op->asked.pid != asked->pid) continue;
    if (!is_same(one->op, asked)) {
      forget(one);
      return 0;
    }
    one->op->asked.id = asked->id;
    if (one->has_result) give_result(one);
    else if (one->has_word) carry_out(one);
    return 1;
  }
  return 0;
}

static int is_within(const char *path, const char *folder) {
  size_t length = strlen(folder);
  return length > 0 && strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == 0);
}

static const struct call *call_of(int number) {
  for (const struct call *call = calls; call->name != NULL; call++)
    if (call->number == number) return call;
  return NULL;
}

/* Tells a change in the watched folder; whatever else it is goes on at once, as if nobody had looked. */
static void take_up(int place, const struct seccomp_notif *asked) {
  const char *folder = processes[place].folder;
  const struct call *call = asked->data.arch == AUDIT_ARCH_X86_64 ? call_of(asked->data.nr) : NULL;
  if (call == NULL || *folder == 0) {
    /* A number that the filter does not know comes of another architecture. */
    if (call == NULL) tell_odd(place, "foreign", "");
    let_go(place, asked->id);
    return;
  }
  struct operation *op = calloc(1, sizeof *op);
  if (op == NULL) abort();
  *op = (struct operation){.call = call, .asked = *asked, .fd = -1};
  int is_named = read_names(op);
  int is_ours = is_named && (call->kind == SYNCS_ALL || is_within(op->path, folder) || is_within(op->other, folder));
  const char *unseen = call->kind == MAPS ? "mapped" : call->kind == COPIES ? "copied" : NULL;
  int is_read = is_ours && unseen == NULL && changes_something(op) && read_content(op);
  if (is_read) {
    struct pending *one = calloc(1, sizeof *one);
    if (one == NULL) abort();
    *one = (struct pending){.next = pending, .op = op, .number = ++operation_numbers, .place = place};
    pending = one;
    one->has_word = is_trusted(&processes[place]);
    tell_operation(one, !one->has_word);
    if (one->has_word) carry_out(one);
    return;
  }
  if (is_ours && unseen != NULL) tell_odd(place, unseen, op->path);
  else if (is_ours && changes_something(op)) tell_odd(place, "unreadable", op->path);
  let_go(place, asked->id);
  free_operation(op);
}

static void take_notification(int place) {
  struct seccomp_notif asked = {0};
  if (ioctl(processes[place].listener, SECCOMP_IOCTL_NOTIF_RECV, &asked) != 0) return;
  if (asked.data.arch == AUDIT_ARCH_X86_64 && asked.data.nr == SYS_io_uring_setup) {
    tell_odd(place, "ring", "");
    send_answer(place, asked.id, (struct seccomp_notif_resp){.error = -ENOSYS});
  } else if (!is_asked_again(place, &asked)) {
    take_up(place, &asked);
  }
}

/* Nothing of it lives any more. */
static void end_process(int place) {
  close(processes[place].listener);
  processes[place].listener = -1;
  for (struct pending *one = pending, *next; one != NULL; one = next) {
    next = one->next;
    if (one->place == place) forget(one);
  }
}

static int free_place(void) {
  for (int place = 0; place < PLACES; place++)
    if (processes[place].listener < 0) return place;
  return -1;
}

/* Only processes of our own user may come: whoever else found the name is turned away. */
static void take_process(int socket) {
  int peer = accept4(socket, NULL, NULL, SOCK_CLOEXEC);
  struct ucred who = {0};
  socklen_t size = sizeof who;
  struct hello hello = {{0}};
  struct iovec content = {&hello, sizeof hello};
  char room[CMSG_SPACE(sizeof(int))] = {0};
  struct msghdr message = {.msg_iov = &content, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof room};
  int place = free_place();
  if (peer < 0) return;
  if (getsockopt(peer, SOL_SOCKET, SO_PEERCRED, &who, &size) == 0 && who.uid == getuid() && place >= 0 &&
      recvmsg(peer, &message, MSG_CMSG_CLOEXEC) > 0 && CMSG_FIRSTHDR(&message) != NULL) {
    struct process *came = &processes[place];
    *came = (struct process){.pid = who.pid, .number = ++process_numbers};
    memcpy(&came->listener, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof came->listener);
    hello.name[sizeof hello.name - 1] = 0;
    printf("process %ld ", came->number);
    tell_name(hello.name);
    putchar('\n');
    fflush(stdout);
    send(peer, "", 1, MSG_NOSIGNAL);
  }
  close(peer);
}

static void read_name(const char *from, char *into, size_t room) {
  size_t length = 0;
  for (; *from != 0 && length + 1 < room; from++, length++) {
    unsigned code;
    if (*from == '%' && sscanf(from + 1, "%2x", &code) == 1) {
      into[length] = (char)code;
      from += 2;
    } else {
      into[length] = *from;
    }
  }
  into[length] = 0;
}

static void obey(char *line) {
  static char name[3 * PATH_MAX];
  long number;
  int error = 0;
  if (sscanf(line, "watch %ld %12287s", &number, name) == 2) {
    for (int place = 0; place < PLACES; place++)
      if (processes[place].listener >= 0 && processes[place].number == number) read_name(name, processes[place].folder, PATH_MAX);
    printf("watching %ld\n", number);
    fflush(stdout);
    return;
  }
  long count;
  if (sscanf(line, "trust %ld %ld", &number, &count) == 2) {
    for (int place = 0; place < PLACES; place++)
      if (processes[place].listener >= 0 && processes[place].number == number) processes[place].trusted = count;
    return;
  }
  if (sscanf(line, "fail %ld %d", &number, &error) != 2 && sscanf(line, "go %ld", &number) != 1) return;
  for (struct pending *one = pending; one != NULL; one = one->next) {
    if (one->number != number) continue;
    one->has_word = 1;
    one->error = error;
    carry_out(one);
    return;
  }
}

/* The end of the harness is the end of everything: without a supervisor the processes would run on with calls that fail for no reason. */
static int read_words(void) {
  static char text[8 * PATH_MAX];
  static size_t known;
  ssize_t length = read(STDIN_FILENO, text + known, sizeof text - known - 1);
  if (length <= 0) {
    for (int place = 0; place < PLACES; place++)
      if (processes[place].listener >= 0) kill(processes[place].pid, SIGKILL);
    return 0;
  }
  known += (size_t)length;
  text[known] = 0;
  char *from = text;
  for (char *end; (end = strchr(from, '\n')) != NULL; from = end + 1) {
    *end = 0;
    obey(from);
  }
  known = strlen(from);
  memmove(text, from, known + 1);
  return 1;
}

int serve(const char *socket_name) {
  static struct pollfd polled[PLACES + 2];
  static int place_of[PLACES + 2];
  int socket = open_socket(socket_name, 1);
  if (socket < 0) {
    fprintf(stderr, "supervise: cannot listen as %s: %s\n", socket_name, strerror(errno));
    return 1;
  }
  signal(SIGPIPE, SIG_IGN);
  for (int place = 0; place < PLACES; place++) processes[place].listener = -1;
  printf("ready\n");
  fflush(stdout);
  for (;;) {
    nfds_t count = 0;
    polled[count++] = (struct pollfd){STDIN_FILENO, POLLIN, 0};
    polled[count++] = (struct pollfd){socket, POLLIN, 0};
    for (int place = 0; place < PLACES; place++) {
      if (processes[place].listener < 0) continue;
      place_of[count] = place;
      polled[count++] = (struct pollfd){processes[place].listener, POLLIN, 0};
    }
    if (poll(polled, count, -1) < 0) continue;
    if (polled[0].revents != 0 && !read_words()) return 0;
    if (polled[1].revents != 0) take_process(socket);
    for (nfds_t at = 2; at < count; at++) {
      if ((polled[at].revents & POLLIN) != 0) take_notification(place_of[at]);
      else if (polled[at].revents != 0) end_process(place_of[at]);
    }
  }
}
