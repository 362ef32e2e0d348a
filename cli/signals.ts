/** A run's end by its user: the first SIGINT or SIGTERM ends the running cases and lets the partial report be written, a second one leaves at once. */
export const interruption = (): {
  readonly signal: AbortSignal;
  readonly received: () => NodeJS.Signals | undefined;
} => {
  const halt = new AbortController();
  let received: NodeJS.Signals | undefined;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (received !== undefined) process.exit(signal === 'SIGTERM' ? 143 : 130);
    received = signal;
    halt.abort();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return { signal: halt.signal, received: () => received };
};
