import { constants } from 'node:os';

const ending = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** What a command knows of being ended from outside. */
export type Interruption = {
  readonly signal: AbortSignal;
  readonly received: () => NodeJS.Signals | undefined;
  /** The exit code that it asks for, once it came. */
  readonly code: () => number | undefined;
};

/**
 * A run's end by its user, or by the terminal that is closed: the first signal ends the running cases and lets the partial report be
 * written, a second one leaves at once.
 */
export const interruption = (): Interruption => {
  const halt = new AbortController();
  let received: NodeJS.Signals | undefined;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (received !== undefined) process.exit(codeOfSignal(signal));
    received = signal;
    halt.abort();
  };
  for (const signal of ending) process.on(signal, onSignal);
  return {
    signal: halt.signal,
    received: () => received,
    code: () => (received === undefined ? undefined : codeOfSignal(received)),
  };
};

/** The exit code of a program that a signal ended, as shells have it: 130 for SIGINT, 143 for SIGTERM. */
export const codeOfSignal = (signal: NodeJS.Signals): number => 128 + constants.signals[signal];
