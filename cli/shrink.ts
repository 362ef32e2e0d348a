import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { allSteps, type Plan } from '../model/vocabulary.ts';
import { counted, plain } from '../reports/index.ts';
import { Archive, readCounterexample, type Shrunk, smallest } from '../scenarios/index.ts';
import { addressFor } from './counterexample-target.ts';
import { exitCodes } from './exit.ts';
import { ownVersion } from './places.ts';
import { type Interruption, interruption } from './signals.ts';
import { adapterOf } from './targets.ts';

/**
 * Makes the plan of a counterexample smaller and writes what is left beside the file. Exit 0 when it is as small as it gets, whether or not
 * something could be left out; 2 when it did not fail again, so that nothing could be tried.
 */
export const shrinkFile = async (
  file: string,
  wish: { readonly against?: string; readonly out: string },
): Promise<number> => {
  const counterexample = await readCounterexample(file);
  const address = addressFor(counterexample, wish.against);
  say(`${counterexample.requirement} on ${address}`);
  say(`plan ${counterexample.plan.id}: ${sizeOf(counterexample.plan)}`);
  const halt = interruption();
  const adapter = await adapterOf(address);
  const shrunk = await smallest({
    file: counterexample,
    address,
    adapter,
    killpoint: ownVersion(),
    archive: new Archive(resolve(wish.out), adapter),
    signal: halt.signal,
    onFailing: (plan) => say(`  still fails: ${plan.id}`),
  });
  return tell(shrunk, { file, plan: counterexample.plan, halt });
};

type Told = { readonly file: string; readonly plan: Plan; readonly halt: Interruption };

const tell = async ({ smallest: found, runs, plan }: Shrunk, told: Told): Promise<number> => {
  const cutShort = told.halt.code();
  if (cutShort !== undefined) say(`cut short by ${told.halt.received()}`);
  if (found === undefined) {
    say(`it did not fail twice in a row in ${runs} runs: there is nothing to make smaller`);
    return cutShort ?? exitCodes.inconclusive;
  }
  const left = leftOut(told.plan, plan);
  if (left.length === 0) {
    say(`nothing can be left out of it; ${runs} runs`);
    return cutShort ?? exitCodes.ok;
  }
  const place = `${told.file.replace(/\.json$/, '')}--smaller.json`;
  await writeFile(place, `${JSON.stringify(found, null, 2)}\n`, { mode: 0o600 });
  say(`left out: ${left.join('; ')}`);
  say(`what is left: ${plan.id}, ${sizeOf(plan)}; ${runs} runs`);
  say(`npx killpoint replay ${place}`);
  return cutShort ?? exitCodes.ok;
};

const say = (text: string): void => void process.stdout.write(`${plain(text)}\n`);

const sizeOf = ({ interventions, script, program }: Plan): string =>
  script === undefined
    ? `${counted(interventions.length, 'intervention')}, ${counted(allSteps(program).length, 'step')}`
    : counted(script.length, 'command line');

/** What one plan has and a smaller one has not, in words. Calls are counted anew in a smaller plan, so their number tells nothing here. */
const leftOut = (whole: Plan, smaller: Plan): readonly string[] => {
  const deeds = ({ interventions }: Plan): readonly string[] =>
    interventions.map(({ at, do: deed }) => `${deed} at ${at.at}${at.step === undefined ? '' : `(${at.step})`}`);
  const steps = ({ program }: Plan): readonly string[] => allSteps(program).map(({ id, op }) => `step ${id} (${op})`);
  const lines = (whole.script?.length ?? 0) - (smaller.script?.length ?? 0);
  return [
    ...without(deeds(whole), deeds(smaller)),
    ...(lines === 0 ? [] : [`${lines} of ${counted(whole.script?.length ?? 0, 'command line')}`]),
    ...(whole.program.limits !== undefined && smaller.program.limits === undefined ? ['its limits'] : []),
    ...without(steps(whole), steps(smaller)),
  ];
};

const without = (all: readonly string[], kept: readonly string[]): readonly string[] =>
  kept.reduce<readonly string[]>((left, one) => {
    const at = left.indexOf(one);
    return at < 0 ? left : left.toSpliced(at, 1);
  }, all);
