import { SingleBar } from 'cli-progress';
import { duration } from '../reports/index.ts';
import type { Progress } from '../scenarios/index.ts';

/** Tells people how far a run is: a bar on a terminal, a line a minute elsewhere. Both go to stderr, never into a report. */
export interface Teller {
  tell(progress: Progress): void;
  end(): void;
}

const LINE_EVERY_MS = 60_000;

/** The machine's own clock: where a runtime lives within the harness, this process's other clocks are virtual. */
const machineMs = (): number => Number(process.hrtime.bigint()) / 1e6;

/** Who tells on this stream. `now` is a clock in milliseconds. */
export const tellerFor = (stream: NodeJS.WriteStream, now: () => number = machineMs): Teller =>
  stream.isTTY ? barOn(stream, now) : linesOn(stream, now);

/** The whole line fits into 80 columns. */
const barOn = (stream: NodeJS.WriteStream, now: () => number): Teller => {
  const bar = new SingleBar({
    stream,
    format: '{bar} {value}/{total} cases · {failing} failing · {pace}',
    barsize: 18,
    hideCursor: true,
    clearOnComplete: true,
  });
  const began = now();
  let started = false;
  return {
    tell: (progress) => {
      const { done, planned, failing } = progress;
      const words = { failing, pace: paceWords(progress, now() - began) };
      if (!started) bar.start(planned, done, words);
      started = true;
      bar.setTotal(planned);
      bar.update(done, words);
    },
    end: () => bar.stop(),
  };
};

const linesOn = (stream: NodeJS.WriteStream, now: () => number): Teller => {
  const began = now();
  let last = began;
  return {
    tell: (progress) => {
      if (now() - last < LINE_EVERY_MS) return;
      last = now();
      const { done, planned, failing } = progress;
      stream.write(`${done} of ${planned} cases, ${failing} failing, ${paceWords(progress, last - began)}\n`);
    },
    end: () => undefined,
  };
};

/** `3.2/s, 40.0 s left`. What is planned grows on the way, since later plans are made of what earlier ones showed. */
const paceWords = ({ done, planned }: Progress, tookMs: number): string => {
  const eachMs = tookMs / Math.max(1, done);
  const rate = eachMs > 1_000 ? `${(60_000 / eachMs).toFixed(1)}/min` : `${(1_000 / Math.max(1, eachMs)).toFixed(1)}/s`;
  return `${rate}, ${duration((planned - done) * eachMs)} left`;
};
