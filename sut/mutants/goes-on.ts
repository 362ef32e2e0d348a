import { outputOf } from '../../model/rules/names.ts';
import type { Json } from '../../model/vocabulary.ts';
import type { Scene } from './mutant.ts';

/** From where a run is gone on with, past its store, and the key that its effects carry there. */
type Going = { readonly run: string; readonly after: string; readonly key: string };

/** Performs the effects that come after a step of a run, with the committed values, and tells the store nothing. */
export const goOn = async ({ store, perform }: Scene, { run, after, key }: Going): Promise<void> => {
  const context = store.get('run', run)?.context;
  if (context === undefined) return;
  const { slots, program } = context;
  const gate = program.steps.findIndex(({ id }) => id === after);
  const results: Record<string, Json> = {};
  for (const { id } of program.steps) {
    const committed = store.get('output', outputOf(slots[0] ?? '', id))?.context.commits.at(-1);
    if (committed !== undefined) results[id] = committed.value;
  }
  for (const step of program.steps.slice(gate + 1))
    if (step.op === 'effect') await perform({ run, step, results, key: encodeURIComponent(key) });
};
