import { resolve } from 'node:path';
import { plain } from '../reports/index.ts';
import { Archive, readCounterexample, replay, UsageError } from '../scenarios/index.ts';
import { exitCodes } from './exit.ts';
import { interruption } from './signals.ts';
import { adapterOf, isBuiltIn } from './targets.ts';

/** Replays a counterexample file and says how often its requirement failed again. A file never names code to run: other targets come from `against`. */
export const replayFile = async (
  file: string,
  wish: { times: number; against?: string; out: string },
): Promise<number> => {
  const counterexample = await readCounterexample(file);
  const address = wish.against ?? counterexample.target;
  if (wish.against === undefined && !isBuiltIn(address))
    throw new UsageError(
      `this counterexample is about '${plain(address)}', which is no built-in target. A file never makes killpoint run code: name the target with --against`,
    );
  const say = (text: string): void => void process.stdout.write(`${plain(text)}\n`);
  say(`${counterexample.requirement} on ${address}`);
  say(`plan ${counterexample.plan.id}`);
  const halt = interruption();
  const adapter = await adapterOf(address);
  const { times, count, tries } = await replay({
    file: counterexample,
    adapter,
    times: wish.times,
    archive: new Archive(resolve(wish.out), adapter),
    signal: halt.signal,
    onReplayed: ({ status, message }) => say(`  ${status}: ${message}`),
  });
  const cutShort = halt.code();
  if (cutShort !== undefined) {
    say(`cut short by ${halt.received()} after ${times} of ${wish.times}`);
    return cutShort;
  }
  if (times === 0) {
    say(`not one of ${tries} tries landed: the replay says nothing`);
    return exitCodes.inconclusive;
  }
  const flaky = count > 0 && count < times ? ' (flaky)' : '';
  const lost = tries > times ? `; ${tries - times} tries did not land and are not counted` : '';
  say(`reproduced ${count} of ${times}${flaky}${lost}`);
  return count > 0 ? exitCodes.failed : exitCodes.ok;
};
