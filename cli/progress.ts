import { SingleBar } from 'cli-progress';
import type { Progress } from '../scenarios/index.ts';

/** Tells people how far a run is: a bar on a terminal, a line a minute elsewhere. Both go to stderr, never into a report. */
export interface Teller {
  tell(progress: Progress): void;
  end(): void;
}

const LINE_EVERY_MS = 60_000;

export const tellerFor = (stream: NodeJS.WriteStream): Teller => (stream.isTTY ? barOn(stream) : linesOn(stream));

const barOn = (stream: NodeJS.WriteStream): Teller => {
  const bar = new SingleBar({
    stream,
    format: '{bar} {value}/{total} cases, {failing} failing, {eta_formatted} left',
    hideCursor: true,
    clearOnComplete: true,
    etaBuffer: 40,
  });
  let started = false;
  return {
    tell: ({ done, planned, failing }) => {
      if (!started) bar.start(planned, done, { failing });
      started = true;
      bar.setTotal(planned);
      bar.update(done, { failing });
    },
    end: () => bar.stop(),
  };
};

const linesOn = (stream: NodeJS.WriteStream): Teller => {
  let last = performance.now();
  return {
    tell: ({ done, planned, failing }) => {
      if (performance.now() - last < LINE_EVERY_MS) return;
      last = performance.now();
      stream.write(`${done} of ${planned} cases, ${failing} failing\n`);
    },
    end: () => undefined,
  };
};
