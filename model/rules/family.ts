import { ownSteps } from '../machines/progress.ts';
import { is } from '../step.ts';
import type { Transaction } from '../transaction.ts';
import { artifactOf, childOf, outputOf } from './names.ts';
import type { Place } from './place.ts';

/** May something new start in a run? What stops the run that a child belongs to stops the child. */
export const proceed = (tx: Transaction, run: string): boolean =>
  tx.ask('run', run, { type: 'proceed', nowMs: tx.nowMs }) &&
  (rootOf(tx, run) === run || tx.ask('run', rootOf(tx, run), { type: 'proceed', nowMs: tx.nowMs }));

/** An attempt begins to work, or ends. Its time counts for the run that was launched. */
export const clock = (tx: Transaction, run: string, how: 'work' | 'pause'): boolean =>
  tx.ask('run', rootOf(tx, run), { type: how, nowMs: tx.nowMs });

/** The run that was launched: the run itself, or the one that it is a child of. */
export const rootOf = (tx: Transaction, run: string): string => tx.get('run', run)?.context.parent?.run ?? run;

/** The runs of the child steps that were started. */
export const childrenOf = (tx: Transaction, run: string): readonly string[] =>
  (tx.get('run', run)?.context.program.steps ?? [])
    .flatMap((step) => (step.op === 'child' ? [childOf(run, step.id)] : []))
    .filter((child) => tx.get('run', child) !== undefined);

/** The slots of a run and of its children. */
export const placesOf = (tx: Transaction, run: string): readonly Place[] =>
  [run, ...childrenOf(tx, run)].flatMap((one) =>
    (tx.get('run', one)?.context.slots ?? []).map((slot) => ({ run: one, slot })),
  );

/** Where a step is done: in a slot of the run itself, or in that of the child which holds it. */
export const placeOf = (tx: Transaction, run: string, step: string): Place | undefined =>
  placesOf(tx, run).find(({ slot }) => stepsOf(tx, slot).includes(step));

/** The ids of the steps of a slot. */
export const stepsOf = (tx: Transaction, slot: string): readonly string[] =>
  ownSteps(tx.get('slot', slot)?.context.steps ?? []).map(({ id }) => id);

/** The artifact that a step's committed result names. */
export const committedArtifact = (tx: Transaction, slot: string, step: string): string =>
  artifactOf(tx.get('output', outputOf(slot, step))?.context.commits.at(-1)?.by ?? '', step);

/** How many committed artifacts of a run are missing. */
export const missingIn = (tx: Transaction, run: string): number =>
  placesOf(tx, run)
    .flatMap(({ slot }) => stepsOf(tx, slot).map((step) => committedArtifact(tx, slot, step)))
    .filter((id) => is(tx.get('artifact', id), 'missing')).length;
