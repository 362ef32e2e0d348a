import { describe, expect, it } from 'vitest';
import type { RunView } from '../../model/vocabulary.ts';
import { Progress } from '../../scenarios/execute/progress.ts';
import { Recorder } from '../../scenarios/execute/recorder.ts';
import { virtualTime } from '../../scenarios/processes/virtual-clock.ts';

const committed = (...steps: readonly (readonly [string, number])[]) => {
  const commit = { by: 'slot-1/1', at: '1', value: null };
  const view: RunView = {
    status: 'running',
    steps: Object.fromEntries(steps.map(([id, times]) => [id, { commits: Array(times).fill(commit) }])),
  };
  return new Map([['run-1', view]]);
};

describe('the progress of a case', () => {
  it('is another step that is committed, and not one that is committed once more', async () => {
    const real = virtualTime();
    try {
      const pass = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1_000));
      const recorder = new Recorder();
      recorder.record('harness', { type: 'process.working' }, 'worker-1');
      const progress = new Progress(recorder);
      progress.sinceMs(committed(['extract', 1]));
      await pass();
      expect(progress.sinceMs(committed(['extract', 2]))).toBe(1_000);
      await pass();
      expect(progress.sinceMs(committed(['extract', 3]))).toBe(2_000);
      expect(progress.sinceMs(committed(['extract', 3], ['publish', 1]))).toBe(0);
    } finally {
      real();
    }
  });
});
