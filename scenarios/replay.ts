import type { Adapter } from '../model/vocabulary.ts';
import type { Archive } from './archive.ts';
import type { ReadCounterexample } from './counterexample.ts';
import { execute } from './execute.ts';
import { openGround } from './ground.ts';
import { reachOf } from './reach.ts';
import { type Repeated, repeat } from './repetition.ts';
import { mustOffer } from './selection.ts';

/** `count` of `times` landed replays failed again; `tries` counts those too that did not land. */
export type Replay = { readonly times: number; readonly count: number; readonly tries: number };

/** What a replay is asked to do. */
export type ReplayWish = {
  readonly file: ReadCounterexample;
  readonly adapter: Adapter;
  readonly times: number;
  readonly archive: Archive;
  readonly signal: AbortSignal;
  readonly onReplayed: (replayed: Repeated) => void;
};

/** Runs the plan of a counterexample again, one run after another, saves each history, and judges the requirement that it is about. Throws `UsageError` where the target does not offer what the plan needs. */
export const replay = async (wish: ReplayWish): Promise<Replay> => {
  const { file, archive } = wish;
  await archive.prepare();
  const ground = await openGround(wish.adapter, {
    ...{ workers: 1, signal: wish.signal, folder: archive.folder },
    reach: [reachOf(file.plan)],
  });
  const run = async (nth: number) => {
    const history = await execute(ground, file.plan, { folder: archive.workFolder(`replay-${nth}`), path: undefined });
    await archive.saveHistory({ ...history, plan: { ...file.plan, id: `${file.plan.id}-replay-${nth}` } });
    return history;
  };
  try {
    mustOffer(ground.subject, file.plan);
    const { requirement, context } = file;
    const tries = await repeat({ requirement, context, run }, wish.times, wish.onReplayed);
    const count = (status: Repeated['status']): number => tries.filter((one) => one.status === status).length;
    return { times: tries.length - count('not landed'), count: count('reproduced'), tries: tries.length };
  } finally {
    await ground.close();
    await archive.tidy();
  }
};
