import { RUN } from './messages.ts';
import type { Moment } from './moment.ts';
import type { Actor, Stage } from './stage.ts';

/** How long a worker is sliced at most before the try counts as missed. */
const LIMIT_MS = 8_000;
const SLICE_MS = 0.5;

/** Whether the store showed the result while its worker stood still. */
export type Sliced = { readonly status: 'stored' } | { readonly status: 'missed'; readonly because: string };

/**
 * Brings a worker to the moment at which its store shows a step's result and nothing is built on it yet: it is stopped before the answer
 * leaves, the answer leaves, and then it runs for a millisecond at a time until the store shows what is waited for. It is left stopped
 * when that succeeded, and running when it did not.
 */
export const sliceUntilStored = async (stage: Stage, moment: Moment, leave: () => Promise<void>): Promise<Sliced> => {
  const { actor, run, step } = moment;
  const commitsOf = async (): Promise<number | undefined> =>
    (await stage.look(run, 'change'))?.steps[step]?.commits.length;
  await stage.stop(actor);
  const before = (await commitsOf()) ?? 0;
  await leave();
  if (before >= moment.nth) {
    stage.continue(actor);
    return { status: 'missed', because: 'the store showed the result before its answer had left' };
  }
  return slice(stage, actor, {
    isThere: async () => ((await commitsOf()) ?? 0) > before,
    run,
    what: 'the result',
  });
};

/** Brings a worker that starts to the moment at which the store shows what it claimed, and it has done nothing else. */
export const sliceUntilClaimed = async (stage: Stage, actor: Actor): Promise<Sliced> => {
  const attemptsOf = async (): Promise<number> => (await stage.look(RUN, 'change'))?.attempts?.length ?? 0;
  const before = await attemptsOf();
  await stage.stop(actor);
  // It finds its message when it first runs, and is let run in slices alone.
  void stage.work(actor);
  actor.state = 'stopped';
  return slice(stage, actor, { isThere: async () => (await attemptsOf()) > before, run: RUN, what: 'a claim' });
};

type Sought = { readonly isThere: () => Promise<boolean>; readonly run: string; readonly what: string };

const slice = async (stage: Stage, actor: Actor, { isThere, run, what }: Sought): Promise<Sliced> => {
  const from = stage.recorder.observations.length;
  const hasCalledOn = (): boolean =>
    stage.recorder.observations
      .slice(from)
      .some(({ worker, event }) => worker === actor.name && event.type === 'call.received');
  const end = performance.now() + LIMIT_MS;
  while (performance.now() < end && actor.driven.child.death === undefined && !hasCalledOn()) {
    if (await isThere()) {
      if (hasCalledOn()) break;
      await stage.look(run, 'held');
      return { status: 'stored' };
    }
    await actor.driven.child.slice(SLICE_MS);
  }
  stage.continue(actor);
  if (actor.driven.child.death !== undefined)
    return { status: 'missed', because: 'the worker died by itself while it was sliced' };
  return {
    status: 'missed',
    because: hasCalledOn() ? `the worker called on before the store showed ${what}` : `the store never showed ${what}`,
  };
};
