import { randomUUID } from 'node:crypto';
import { ownSteps } from '../model/machines/progress.ts';
import { outputOf } from '../model/rules/names.ts';
import type { Command, CommandOf, Json, Step } from '../model/vocabulary.ts';
import type { Configuration } from './perform.ts';
import type { Store } from './store.ts';

/** What a worker has to know of an attempt that it claimed. */
export type Work = {
  readonly tenant: string;
  readonly slot: string;
  readonly attempt: string;
  /** The run whose name its calls carry: the one that was launched, also where a child of it is at work. */
  readonly callRun: string;
  /** The state revision that the first commit expects. */
  readonly revision: number;
  /** The committed results of earlier attempts, in the order of the program; for a child, after those of its parent. */
  readonly committed: readonly Committed[];
  /** An earlier attempt of the slot ended without a result. */
  readonly isRecovery: boolean;
  /** The attempt before this one said that it failed. */
  readonly isRetry: boolean;
  /** The revisions under which a step is done, where the binding of the run names any for its steps. */
  readonly configuration: (step: string) => Configuration | undefined;
};
/** A step with its result. */
export type Committed = { readonly step: Step; readonly value: Json };

/** The claims that would be accepted now. A worker serves every tenant, and each class under the slot's own specification. */
export const claims = (store: Store, actor: string): readonly CommandOf<'claim'>[] =>
  store
    .unfinished('slot')
    .map(({ id, entity: { context } }): CommandOf<'claim'> => {
      const { tenant, run, workerClass } = context;
      return { type: 'claim', tenant, actor, key: randomUUID(), run, slot: id, workerClass, owner: actor };
    })
    .filter((command) => store.accepts(command));

/** What the sweep has to say now: leases that fell due, workers that stayed away for the grace after that, timers whose time has come. */
export const sweeps = (store: Store, actor: string): readonly Command[] => {
  const of = (attempt: string) => {
    const tenant = store.get('attempt', attempt)?.context.tenant ?? '';
    return { tenant, actor, key: randomUUID(), attempt };
  };
  const due = store.unfinished('lease').map(({ id }): Command => ({ type: 'expire', ...of(id) }));
  const away = store.unfinished('worker').map(({ id }): Command => {
    return { type: 'report-lost', because: 'grace-passed', ...of(id) };
  });
  const passed = store.unfinished('timer').map(({ entity: { context } }): Command => {
    const { run, step } = context;
    return { type: 'fire', tenant: tenantOf(store, run), actor, key: randomUUID(), run, step };
  });
  const closed = [...overdueApprovals(store), ...overdueRuns(store)].map((command): Command => {
    return { ...command, tenant: tenantOf(store, command.run), actor, key: randomUUID() };
  });
  return [...due, ...away, ...passed, ...closed].filter((command) => store.accepts(command));
};

type Overdue =
  | Pick<CommandOf<'expire-approval'>, 'type' | 'run' | 'approval'>
  | Pick<CommandOf<'expire-run'>, 'type' | 'run'>;

const overdueApprovals = (store: Store): readonly Overdue[] =>
  store.unfinished('approval').flatMap(({ entity: { leaf, context } }): readonly Overdue[] => {
    const { run, step, deadlineAtMs } = context;
    return leaf === 'requested' && deadlineAtMs !== null ? [{ type: 'expire-approval', run, approval: step }] : [];
  });

const overdueRuns = (store: Store): readonly Overdue[] =>
  store.unfinished('run').flatMap(({ id, entity: { context } }): readonly Overdue[] => {
    const { deadlineAtMs, executionLeftMs } = context;
    return deadlineAtMs === null && executionLeftMs === null ? [] : [{ type: 'expire-run', run: id }];
  });

const tenantOf = (store: Store, run: string): string => store.get('run', run)?.context.tenant ?? '';

/** Claims a slot and reads what there is to do; nothing where somebody else was faster. */
export const takeUp = (store: Store, command: CommandOf<'claim'>): Work | undefined => {
  const answer = store.apply(command);
  if (answer.status === 'refused') return undefined;
  const slot = store.get('slot', command.slot)?.context;
  const parent = store.get('run', command.run)?.context.parent ?? undefined;
  if (slot === undefined || slot.pending === null) return undefined;
  store.unstrand(command.run);
  const above = parent === undefined ? [] : committedOf(store, parent.slot);
  return {
    tenant: command.tenant,
    slot: command.slot,
    attempt: slot.pending,
    callRun: parent?.run ?? command.run,
    revision: slot.revision,
    committed: [...above, ...committedOf(store, command.slot)],
    isRecovery: slot.deaths > 0,
    isRetry: store.get('attempt', slot.prior ?? '')?.leaf === 'failed',
    configuration: configurationOf(store, command.run),
  };
};

/** What a revision names never changes, so what the run pinned says it for as long as it runs. */
const configurationOf = (store: Store, run: string): Work['configuration'] => {
  const pins = store.get('run', run)?.context.pins;
  const nodes = store.get('revision', pins?.binding ?? '')?.context.nodes;
  return (step) => (pins === undefined || nodes === undefined ? undefined : { ...pins, ...nodes[step] });
};

const committedOf = (store: Store, slot: string): readonly Committed[] =>
  ownSteps(store.get('slot', slot)?.context.steps ?? []).flatMap((step): readonly Committed[] => {
    const value = resultOf(store, slot, step.id);
    return value === undefined ? [] : [{ step, value }];
  });

/** The committed result of a step, if it has one. */
export const resultOf = (store: Store, slot: string, step: string): Json | undefined =>
  store.get('output', outputOf(slot, step))?.context.commits.at(-1)?.value;
