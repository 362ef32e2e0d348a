/*
 * What ends a whole run, whoever finds it: an adapter may throw these as well as the harness. Anything else that an adapter throws says
 * only that this one call failed.
 */

/** The target cannot be tested at all: its adapter threw, its process does not boot, its store does not open. Exit 69. */
export class TargetUnavailable extends Error {
  override readonly name = 'TargetUnavailable';
}

/** A process of the target broke a protocol: it wrote what is no message, or says that it runs on what it does not. Exit 76. */
export class ProtocolBroken extends Error {
  override readonly name = 'ProtocolBroken';
}

/** What was asked for does not exist or does not fit together. Exit 64. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Whether nothing that follows could mean anything. */
export const endsEverything = (error: unknown): error is TargetUnavailable | ProtocolBroken | UsageError =>
  error instanceof TargetUnavailable || error instanceof ProtocolBroken || error instanceof UsageError;

/** The message of anything that was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
