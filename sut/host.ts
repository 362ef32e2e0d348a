/** What the process that a runtime lives in gives it: time, in milliseconds, and a place for troubles that it survives. */
export type Host = {
  readonly now: () => number;
  /** Does something again and again, and gives back how to end that. */
  readonly every: (ms: number, deed: () => void) => () => void;
  readonly complain: (error: unknown) => void;
  /** Is told of each write of the store, before it is durable and after. What it throws goes through; before, it undoes the write. */
  readonly atCommit: AtCommit;
};
/** Whoever watches the writes of a store. */
export type AtCommit = (moment: 'before' | 'after') => void;

/** A process of the operating system. Troubles go to its standard error; standard output belongs to the protocol. */
export const ownProcess: Host = {
  now: () => Date.now(),
  every: (ms, deed) => {
    const timer = setInterval(deed, ms);
    return () => clearInterval(timer);
  },
  atCommit: () => undefined,
  complain: (error) => void process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`),
};

/** Lets so many milliseconds of the host's time pass. */
export const pause = ({ every }: Host, ms: number): Promise<void> =>
  new Promise((resolve) => {
    const end = every(ms, () => {
      end();
      resolve();
    });
  });
