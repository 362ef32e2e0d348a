// `npm run bench`: what is claimed to be fast, each as a ratio between ways to do the same in one process, interleaved; never a test.
import { casesWithin, processCases } from './bench/cases.ts';
import { againstGraph, againstTransition } from './bench/explorer.ts';
import { plantedFaults } from './bench/faults.ts';
import { judgingCost } from './bench/judging.ts';
import { median } from './bench/median.ts';
import { savepointsAgainstReplays } from './bench/walk.ts';
import type { Bench, Way } from './bench/way.ts';

const ROUNDS = 7;
const benches: readonly (() => Bench)[] = [againstTransition, againstGraph, savepointsAgainstReplays];

const measure = ({ title, ways }: Bench): void => {
  console.log(`\n${title}; median of ${ROUNDS} rounds, interleaved`);
  const rounds = Array.from({ length: ROUNDS + 1 }, () => ways.map(timed));
  // The first round only warms up.
  const medians = ways.map((_, nth) => median(rounds.slice(1).map((times) => times[nth] ?? 0)));
  for (const [nth, { name, decisions }] of ways.entries()) {
    const ms = medians[nth] ?? 0;
    const rate = Math.round((decisions / ms) * 1000).toLocaleString('en-GB');
    const ratio = `x ${(ms / (medians[0] ?? ms)).toFixed(1)}`;
    console.log(
      `  ${name.padEnd(64)} ${ms.toFixed(1).padStart(9)} ms ${rate.padStart(10)} decisions/s ${ratio.padStart(8)}`,
    );
  }
};

const timed = (way: Way): number => {
  const before = process.cpuUsage();
  const states = way.run();
  const { user, system } = process.cpuUsage(before);
  if (states !== way.states)
    throw new Error(`"${way.name}" was expected to find ${way.states} states, and found ${states}.`);
  return (user + system) / 1000;
};

for (const bench of benches) measure(bench());
console.log(`\n${plantedFaults().join('\n')}`);
console.log('\njudging all requirements, in cpu time');
for (const { length, ms } of judgingCost([1_000, 10_000, 100_000]))
  console.log(
    `  ${length.toLocaleString('en-GB').padStart(8)} observations ${ms.toFixed(0).padStart(8)} ms ${((ms / length) * 1000).toFixed(0).padStart(6)} µs each`,
  );

console.log(`\none case on processes, in wall time; median of ${ROUNDS} rounds, interleaved`);
const cases = await processCases(ROUNDS);
for (const { name, ms } of cases)
  console.log(
    `  ${name.padEnd(64)} ${ms.toFixed(0).padStart(9)} ms ${`x ${(ms / (cases[0]?.ms ?? ms)).toFixed(2)}`.padStart(8)}`,
  );
const within = await casesWithin(200);
console.log(`\nwithin the harness, judging included, on one core: ${within.toFixed(1)} cases a second of cpu time`);
