// `npm run bench`: what is claimed to be fast, each as a ratio between ways to do the same in one process, interleaved; never a test.
import { explorerBench } from './bench/explorer.ts';
import type { Way } from './bench/way.ts';

const ROUNDS = 7;

const main = (): void => {
  const { title, ways } = explorerBench();
  console.log(`${title}; median of ${ROUNDS} rounds, interleaved\n`);
  const times = new Map<Way, number[]>(ways.map((way) => [way, []]));
  // Once to warm up, which is not counted.
  for (let round = 0; round <= ROUNDS; round++)
    for (const way of ways) {
      const took = timed(way);
      if (round > 0) times.get(way)?.push(took);
    }
  const first = median(times.get(ways[0] ?? neverRun) ?? []);
  for (const way of ways) {
    const ms = median(times.get(way) ?? []);
    const rate = Math.round((way.decisions / ms) * 1000).toLocaleString('en-GB');
    console.log(
      `${way.name.padEnd(60)} ${ms.toFixed(1).padStart(9)} ms ${rate.padStart(12)} decisions/s   x ${(ms / first).toFixed(1)}`,
    );
  }
};

const neverRun: Way = { name: '', decisions: 0, states: 0, run: () => 0 };

const timed = (way: Way): number => {
  const before = process.cpuUsage();
  const states = way.run();
  const { user, system } = process.cpuUsage(before);
  if (states !== way.states)
    throw new Error(`"${way.name}" was expected to find ${way.states} states, and found ${states}.`);
  return (user + system) / 1000;
};

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

main();
