/** What the process that a runtime lives in gives it: time, in milliseconds, and a place for troubles that it survives. */
export type Host = {
  readonly now: () => number;
  /** Milliseconds that have passed since some moment: no step of a clock moves it. Without it the time is taken as it is told. */
  readonly passed?: () => number;
  /** The folder of its node's own disk: what stands there is lost with the node. */
  readonly disk?: () => string;
  /** Does something again and again, and gives back how to end that. */
  readonly every: (ms: number, deed: () => void) => () => void;
  readonly complain: (error: unknown) => void;
  /** Is told of each write of the store, before it is durable and after. What it throws goes through; before, it undoes the write. */
  readonly atCommit: AtCommit;
};
/** Whoever watches the writes of a store. */
export type AtCommit = (moment: 'before' | 'after') => void;

/** A process of the operating system. Troubles go to its standard error; standard output belongs to the protocol. */
export const ownProcess: Required<Host> = {
  now: () => Date.now(),
  passed: () => performance.now(),
  disk: () => process.cwd(),
  every: (ms, deed) => {
    const timer = setInterval(deed, ms);
    return () => clearInterval(timer);
  },
  atCommit: () => undefined,
  complain: (error) => void process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`),
};

/**
 * The time of a process as it passes: it begins with what the clock says then, and follows no step of the clock after that. A lease or a
 * timer that began in this process lasts as long as it was meant to, whatever happens to the clock of the node.
 */
export const evenly = ({ now, passed }: Host): (() => number) => {
  if (passed === undefined) return now;
  const began = now() - passed();
  return () => Math.round(began + passed());
};

/** Lets so many milliseconds of the host's time pass. */
export const pause = ({ every }: Host, ms: number): Promise<void> =>
  new Promise((resolve) => {
    const end = every(ms, () => {
      end();
      resolve();
    });
  });
