/* A supervisor of the system calls by which a process changes files. See supervise.c for what it is and how it is used. */
#ifndef SUPERVISE_H
#define SUPERVISE_H

#include <limits.h>
#include <linux/seccomp.h>
#include <stdint.h>
#include <sys/types.h>

/* What a trapped call does, as far as its reading and its doing differ. */
enum kind {
  WRITES,      /* data at the file's own position, or at its end */
  WRITES_AT,   /* data at a given position */
  SYNCS,       /* one file, or one directory */
  SYNCS_ALL,   /* a file system, or all of them */
  RESIZES,     /* a file's length, by descriptor */
  RESIZES_AT,  /* a file's length, by name */
  ALLOCATES,   /* room for a file */
  OPENS,       /* a file that is made, or emptied, by being opened */
  RENAMES,
  LINKS,
  REMOVES,
  MAKES_FOLDER,
  COPIES,      /* data that never passes through the caller's memory */
  MAPS,        /* a file into memory that is written without any call */
  RINGS        /* a ring through which everything above can be done without a call */
};

/* One kind of call: where its descriptor, names, flags and so on stand among its arguments; -1 where it has none. */
struct call {
  int number;
  const char *name;
  enum kind kind;
  int fd, folder, path, other_folder, other_path, flags;
};

/* The calls that are trapped, ended by one without a name. */
extern const struct call calls[];

/* One call of one thread, read while the thread waits in it. */
struct operation {
  const struct call *call;
  struct seccomp_notif asked;
  pid_t process;
  char path[PATH_MAX], other[PATH_MAX];
  int fd;                  /* the caller's file, shared with it; -1 where the call has none */
  int is_durable;          /* the file was opened so that each write is on the disk when it returns */
  long long offset;
  unsigned char *data;     /* what is written; its length is `length`, which else is a file's new length */
  long long length;
};

/* Installs the filter in this thread and all that it starts, and gives back the descriptor on which calls are told; -1 where it cannot. */
int install_filter(void);

/* What the notification says only by reference: the names of the files first, and, where they matter, what is done to them. Each is false
   where it cannot be read: the process is gone, or may not be looked at. */
int read_names(struct operation *op);
int read_content(struct operation *op);
void free_operation(struct operation *op);

/* Does it in the place of its caller: the result as the kernel gives it, -errno for an error; IN_PERSON where the caller has to do it itself. */
long long perform(const struct operation *op);
#define IN_PERSON LLONG_MIN

/* Whether a call on an existing or missing file changes anything at all: an open that neither makes nor empties a file does not. */
int changes_something(const struct operation *op);

/* The two uses of the program beside asking whether it can work at all. */
int launch(const char *socket_name, char **command);
int serve(const char *socket_name);

/* How a process says hello over the socket: its descriptor comes with it. The name is the harness's own for it: two UUIDs, with room to spare. */
struct hello {
  char name[160];
};

/* A socket in the abstract name space: no file is left of it, and no path is too long for it. */
int open_socket(const char *name, int is_server);

#endif
