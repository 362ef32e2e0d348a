import pLimit from 'p-limit';

/** Does tasks, so many at once. When one throws, `halt` is told why, all that run are let end, and then it is thrown. */
export const sideBySide = async (
  tasks: readonly (() => Promise<unknown>)[],
  { workers, halt }: { readonly workers: number; readonly halt: (because: unknown) => void },
): Promise<void> => {
  const side = pLimit(workers);
  const running = new Set<Promise<unknown>>();
  const cases = tasks.map((task) =>
    side(() => {
      const started = task();
      running.add(started);
      return started;
    }),
  );
  try {
    await Promise.all(cases);
  } catch (error) {
    // Nothing is closed under a case that still runs: all are ended first.
    side.clearQueue();
    halt(error);
    await Promise.allSettled(running);
    throw error;
  }
};
