import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Plan } from '../model/vocabulary.ts';
import { leftOut, plain, planSize, replayCommand } from '../reports/index.ts';
import { Archive, beside, readCounterexample, type Shrunk, smallest } from '../scenarios/index.ts';
import { correctRuntime } from './beside-reference.ts';
import { addressFor } from './counterexample-target.ts';
import { exitCodes } from './exit.ts';
import { ownVersion } from './places.ts';
import { type Interruption, interruption } from './signals.ts';
import { adapterOf, isReference } from './targets.ts';

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
  say(`plan ${counterexample.plan.id}: ${planSize(counterexample.plan)}`);
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
  return tell(shrunk, { file, address, out: resolve(wish.out), plan: counterexample.plan, halt });
};

type Told = {
  readonly file: string;
  readonly address: string;
  readonly out: string;
  readonly plan: Plan;
  readonly halt: Interruption;
};

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
  const reference = isReference(told.address)
    ? undefined
    : await beside(plan, correctRuntime(told.out, told.halt.signal));
  await writeFile(place, `${JSON.stringify({ ...found, reference }, null, 2)}\n`, { mode: 0o600 });
  say(`left out: ${left.join('; ')}`);
  say(`what is left: ${plan.id}, ${planSize(plan)}; ${runs} runs`);
  say(replayCommand(place));
  return cutShort ?? exitCodes.ok;
};

const say = (text: string): void => void process.stdout.write(`${plain(text)}\n`);
