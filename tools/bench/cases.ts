import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createReference } from '../../adapters/reference/index.ts';
import { judge } from '../../model/index.ts';
import type { Adapter, Plan, Program } from '../../model/vocabulary.ts';
import { Archive } from '../../scenarios/archive.ts';
import { execute } from '../../scenarios/execute.ts';
import { type OpenGround, openGround } from '../../scenarios/ground.ts';
import { at, planOf } from '../../scenarios/plans/make.ts';
import { scenarios } from '../../scenarios/programs.ts';
import { byHand } from './bare.ts';
import { median } from './median.ts';

/** The smallest program, and the plan that kills its worker while its effect is applied. */
const smallest = (): { readonly program: Program; readonly plan: Plan } => {
  const program = scenarios.find(({ program: { id } }) => id === 'one-effect')?.program;
  if (program === undefined) throw new Error('The program "one-effect" is gone: choose another one with one effect.');
  return { program, plan: planOf(program, [at({ at: 'effect.applied', step: 'publish' }, 'kill')]) };
};

/** One way to run a case, with what it does once before and once after all rounds. */
type Timed = {
  readonly name: string;
  readonly once: (nth: number) => Promise<void>;
  readonly end: () => Promise<void>;
};

/**
 * The harness as processes, with and without a spare that is booted while a case runs, beside a bare script that kills the same worker at
 * the same place. In wall time, in milliseconds, median of so many rounds, interleaved; the first is a warm-up.
 */
export const processCases = async (
  rounds: number,
): Promise<readonly { readonly name: string; readonly ms: number }[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'killpoint-bench-'));
  const adapter = createReference();
  const { program } = smallest();
  const ways: readonly Timed[] = [
    {
      name: 'a bare script',
      once: (nth) => byHand(adapter, program, join(folder, `bare-${nth}`)),
      end: async () => undefined,
    },
    await harness('the harness, without spare processes', { adapter, folder, spares: 0 }),
    await harness('the harness, with a spare process', { adapter, folder, spares: 1 }),
  ];
  const times = ways.map((): number[] => []);
  for (let nth = 0; nth <= rounds; nth++)
    for (const [at, way] of ways.entries()) {
      const began = performance.now();
      await way.once(nth);
      if (nth > 0) times[at]?.push(performance.now() - began);
    }
  for (const { end } of ways) await end();
  rmSync(folder, { recursive: true, force: true });
  return ways.map(({ name }, at) => ({ name, ms: median(times[at] ?? []) }));
};

const harness = async (
  name: string,
  { adapter, folder, spares }: { readonly adapter: Adapter; readonly folder: string; readonly spares: number },
): Promise<Timed> => {
  const ground = await openGround(adapter, { workers: spares, signal: new AbortController().signal, folder });
  return {
    name,
    once: (nth) => judgedCase(ground, join(folder, `harness-${spares}-${nth}`)),
    end: () => ground.close(),
  };
};

const judgedCase = async (ground: OpenGround, folder: string): Promise<void> => {
  const history = await execute(ground, smallest().plan, { folder, path: undefined });
  if (history.ended !== 'settled') throw new Error(`the case was expected to settle; it ended as ${history.ended}`);
  judge([{ history, file: '' }], ground.subject);
};

/** How many cases a second one core runs within the harness, under a virtual clock, each judged by every requirement. In cpu time. */
export const casesWithin = async (count: number): Promise<number> => {
  const archive = new Archive(mkdtempSync(join(tmpdir(), 'killpoint-bench-')), { isInProcess: true });
  await archive.prepare();
  const adapter = createReference({ isInProcess: true });
  const ground = await openGround(adapter, {
    workers: 1,
    signal: new AbortController().signal,
    folder: archive.folder,
  });
  await judgedCase(ground, archive.workFolder('warm-up'));
  const before = process.cpuUsage();
  for (let nth = 0; nth < count; nth++) await judgedCase(ground, archive.workFolder(`case-${nth}`));
  const { user, system } = process.cpuUsage(before);
  await ground.close();
  await archive.tidy();
  rmSync(archive.folder, { recursive: true, force: true });
  return count / ((user + system) / 1e6);
};
