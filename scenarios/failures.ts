/** The target cannot be tested at all: its adapter threw, its process does not boot, its store does not open. Exit 69. */
export class TargetUnavailable extends Error {
  override readonly name = 'TargetUnavailable';
}

/** A process of the target wrote something that is no message of the protocol. Exit 76. */
export class ProtocolBroken extends Error {
  override readonly name = 'ProtocolBroken';
  constructor(role: string, line: string) {
    super(
      `expected one JSON object a line on the ${role} process's stdout: {"ready":true}, or {"id":N} with "ok", "refused" or "unknown".\n` +
        `It wrote: ${JSON.stringify(line.slice(0, 400))}\nWrite logs to stderr, and only protocol lines to stdout.`,
    );
  }
}

/** What was asked for does not exist or does not fit together. Exit 64. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The message of anything that was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
