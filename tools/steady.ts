// `npm run steady -- TARGET [TIMES]`: runs ten plans that time could decide, TIMES times each (10), and says whether their verdicts stay
// the same. Exit 1 when one changes. It needs minutes and a quiet machine, so it is no test.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adapterOf } from '../cli/targets.ts';
import { judge } from '../model/index.ts';
import type { History, Plan } from '../model/vocabulary.ts';
import { Archive } from '../scenarios/archive.ts';
import { execute, type Ground } from '../scenarios/execute.ts';
import { openGround } from '../scenarios/ground.ts';
import { controlOf, plansFor } from '../scenarios/plans.ts';
import { scenarios } from '../scenarios/programs.ts';
import { isOffered } from '../scenarios/selection.ts';

/** Zombies, races, second workers, slow steps, timers: where a busy machine could make a verdict. The first ten that a target offers. */
const timed = [
  'document-review/stop@call.done(extract)',
  'document-review/stop@effect.applied(publish)',
  'document-review/kill@approval.requested(approve)',
  'opaque-effect/start-worker@call.received(draft)',
  'opaque-effect/start-worker@call.received(draft)+delay@call.received(draft)',
  'opaque-effect/launch-2-times@run.absent',
  'opaque-review/decide-2-times@approval.requested(approve)',
  'timer/kill@timer.waiting(cool-off)',
  'flaky-tool/kill@backoff.waiting(fetch)',
  'model-tool-effect/kill-3-times@call.done(draft)',
  'model-tool-effect/stop@effect.received(notify)',
  'fan-out/kill@call.done(east)',
  'document-review/stop@approval.shown(approve)',
  'one-effect/stop@effect.applied(publish)',
];
const COUNT = 10;

const main = async (address: string, times: number): Promise<boolean> => {
  const folder = mkdtempSync(join(tmpdir(), 'killpoint-steady-'));
  const ground = await openGround(await adapterOf(address), {
    workers: 1,
    signal: new AbortController().signal,
    folder,
  });
  try {
    const archive = new Archive(folder);
    const verdicts: boolean[] = [];
    for (const plan of await chosen(ground, archive)) verdicts.push(await isSteady(ground, archive, { plan, times }));
    const steady = verdicts.filter(Boolean).length;
    console.log(`${address}: ${steady} of ${verdicts.length} plans kept their verdicts in ${times} repeats`);
    return steady === verdicts.length && verdicts.length > 0;
  } finally {
    await ground.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

/** The plans of the set that the target offers, made from an undisturbed run of each program. */
const chosen = async (ground: Ground, archive: Archive): Promise<readonly Plan[]> => {
  const plans: Plan[] = [];
  for (const scenario of scenarios) {
    const { program } = scenario;
    if (!timed.some((id) => id.startsWith(`${program.id}/`)) || !isOffered(controlOf(program, 1), ground.subject))
      continue;
    const place = { folder: archive.workFolder(program.id), path: undefined };
    plans.push(...plansFor(scenario, await execute(ground, controlOf(program, 1), place)));
  }
  return timed
    .flatMap((id) => plans.filter((plan) => plan.id === id && isOffered(plan, ground.subject)))
    .slice(0, COUNT);
};

const isSteady = async (
  ground: Ground,
  archive: Archive,
  { plan, times }: { readonly plan: Plan; readonly times: number },
): Promise<boolean> => {
  const seen = new Map<string, number>();
  for (let nth = 1; nth <= times; nth++) {
    const place = { folder: archive.workFolder(`${plan.id}-${nth}`), path: undefined };
    const verdict = verdictOf(await execute(ground, plan, place), ground);
    seen.set(verdict, (seen.get(verdict) ?? 0) + 1);
  }
  const tally = [...seen].map(([verdict, count]) => `${count} x ${verdict}`).join('; ');
  console.log(`${seen.size === 1 ? 'steady ' : 'CHANGES'}  ${plan.id}: ${tally}`);
  return seen.size === 1;
};

const verdictOf = (history: History, { subject }: Ground): string => {
  const cases = judge([{ history, file: '' }], subject).flatMap(({ requirement, cases }) =>
    cases.map(({ status }) => [requirement, status] as const),
  );
  const failing = cases.filter(([, status]) => status === 'fail').map(([requirement]) => requirement);
  if (failing.length > 0) return `fails ${failing.join(', ')}`;
  return cases.some(([, status]) => status === 'pass') ? 'holds' : 'says nothing';
};

const [address = 'reference', times = '10'] = process.argv.slice(2);
process.exitCode = (await main(address, Number(times))) ? 0 : 1;
// The process of an adapter in another language goes on until this one ends.
process.stdout.write('', () => process.exit());
