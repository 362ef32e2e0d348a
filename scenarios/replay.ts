import { judge, requirements } from '../model/index.ts';
import type { Adapter, Plan, Verdict } from '../model/vocabulary.ts';
import type { Archive } from './archive.ts';
import { contextOf, type ReadCounterexample } from './counterexample.ts';
import { execute } from './execute.ts';
import { openGround } from './ground.ts';

/** One replay of a counterexample: whether the same requirement failed again. One that takes another path did not land. */
export type Replayed = { readonly status: 'reproduced' | 'passed' | 'not landed'; readonly message: string };
/** `count` of `times` landed replays failed again; `tries` counts those too that did not land. */
export type Replay = {
  readonly times: number;
  readonly count: number;
  readonly tries: number;
  readonly each: readonly Replayed[];
};

/** What a replay is asked to do. */
export type ReplayWish = {
  readonly file: ReadCounterexample;
  readonly adapter: Adapter;
  readonly times: number;
  readonly archive: Archive;
  readonly signal: AbortSignal;
  readonly onReplayed: (replayed: Replayed, nth: number) => void;
};

/** A replay that does not land is repeated and not counted, up to this many tries for each that is wanted. */
const TRIES_EACH = 3;

/** Runs the plan of a counterexample again, one after another, and judges the requirement that it is about. */
export const replay = async (wish: ReplayWish): Promise<Replay> => {
  await wish.archive.prepare();
  const ground = await openGround(wish.adapter, { workers: 1, signal: wish.signal });
  const each: Replayed[] = [];
  let tries = 0;
  try {
    while (each.length < wish.times && tries < wish.times * TRIES_EACH && !wish.signal.aborted) {
      tries++;
      const replayed = await once(wish, { ground, tries });
      if (replayed.status !== 'not landed') each.push(replayed);
      wish.onReplayed(replayed, each.length);
    }
  } finally {
    await ground.close();
    await wish.archive.tidy();
  }
  return { times: each.length, count: each.filter(({ status }) => status === 'reproduced').length, tries, each };
};

const once = async (
  wish: ReplayWish,
  { ground, tries }: { ground: Parameters<typeof execute>[0]; tries: number },
): Promise<Replayed> => {
  const { file, archive } = wish;
  const plan: Plan = file.plan;
  const history = await execute(ground, plan, { folder: archive.workFolder(`replay-${tries}`), path: undefined });
  const saved = await archive.saveHistory({ ...history, plan: { ...plan, id: `${plan.id}-replay-${tries}` } });
  const asked = requirements.filter(({ id }) => id === file.requirement);
  const [verdict] = judge([{ history, file: saved }], history.subject, asked);
  return contextOf(history).join('\n') === file.context.join('\n')
    ? statusOf(verdict)
    : { status: 'not landed', message: 'it took another path than the counterexample' };
};

const statusOf = (verdict: Verdict | undefined): Replayed => {
  if (verdict === undefined) return { status: 'not landed', message: 'this specification has no such requirement' };
  const [first] = verdict.cases;
  if (verdict.status === 'fail') return { status: 'reproduced', message: first?.message ?? verdict.message };
  return first !== undefined && first.status === 'pass'
    ? { status: 'passed', message: 'the requirement held' }
    : { status: 'not landed', message: first?.message ?? verdict.message };
};
