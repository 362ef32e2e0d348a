import pLimit from 'p-limit';

/**
 * Runs tasks, so many at once. Where one fails the others are told to `halt`, and its error is thrown when all of them have ended: nothing
 * is closed under a task that still runs.
 */
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
    side.clearQueue();
    halt(error);
    await Promise.allSettled(running);
    throw error;
  }
};
