import { randomUUID } from 'node:crypto';
import { outputOf } from '../model/rules/names.ts';
import type { Command, CommandOf, Json, Program } from '../model/vocabulary.ts';
import type { Store } from './store.ts';

/** What a worker has to know of an attempt that it claimed. */
export type Work = {
  readonly tenant: string;
  readonly run: string;
  readonly attempt: string;
  readonly program: Program;
  /** The state revision that the first commit expects. */
  readonly revision: number;
  /** The committed results of earlier attempts, by step. */
  readonly committed: ReadonlyMap<string, Json>;
  /** An earlier attempt of the slot ended without a result. */
  readonly isRecovery: boolean;
};

/** The claims that would be accepted now. A worker serves every tenant, and each class under the slot's own specification. */
export const claims = (store: Store, actor: string): readonly CommandOf<'claim'>[] =>
  store
    .unfinished('slot')
    .map(({ id, entity: { context } }): CommandOf<'claim'> => {
      const { tenant, run, workerClass } = context;
      return { type: 'claim', tenant, actor, key: randomUUID(), run, slot: id, workerClass, owner: actor };
    })
    .filter((command) => store.accepts(command));

/** What the sweep has to say now: leases that fell due, and workers that stayed away for the grace after that. */
export const sweeps = (store: Store, actor: string): readonly Command[] => {
  const of = (attempt: string) => {
    const tenant = store.get('attempt', attempt)?.context.tenant ?? '';
    return { tenant, actor, key: randomUUID(), attempt };
  };
  const due = store.unfinished('lease').map(({ id }): Command => ({ type: 'expire', ...of(id) }));
  const away = store.unfinished('worker').map(({ id }): Command => {
    return { type: 'report-lost', because: 'grace-passed', ...of(id) };
  });
  return [...due, ...away].filter((command) => store.accepts(command));
};

/** Claims a slot and reads what there is to do; nothing where somebody else was faster. */
export const takeUp = (store: Store, command: CommandOf<'claim'>): Work | undefined => {
  const answer = store.apply(command);
  if (answer.status === 'refused') return undefined;
  const slot = store.get('slot', command.slot)?.context;
  const run = store.get('run', command.run)?.context;
  if (slot === undefined || run === undefined || slot.pending === null) return undefined;
  return {
    tenant: command.tenant,
    run: command.run,
    attempt: slot.pending,
    program: run.program,
    revision: slot.done,
    committed: committedOf(store, command, run.program),
    isRecovery: slot.deaths > 0,
  };
};

const committedOf = (store: Store, { slot }: CommandOf<'claim'>, program: Program): ReadonlyMap<string, Json> =>
  new Map(
    program.steps.flatMap(({ id }): readonly [string, Json][] => {
      const commit = store.get('output', outputOf(slot, id))?.context.commits.at(-1);
      return commit === undefined ? [] : [[id, commit.value]];
    }),
  );
