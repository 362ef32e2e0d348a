import type { Entity } from '../../model/kinds.ts';
import { type Decision, decide } from '../../model/runtime.ts';
import type { Defects } from '../../model/step.ts';
import { emptyStore, find, type Store, viewOf, written } from '../../model/store.ts';
import type { Write } from '../../model/transaction.ts';
import { launchOf, own, owner, publications, reassignOf, specifications } from './cast.ts';
import { trueRefusals } from './predicates.ts';
import { type Combination, combinations, nameOf, type Situation } from './space.ts';

/** What came out of asking: how many questions, and how they were decided. */
export type Swept = {
  readonly combinations: number;
  readonly accepted: number;
  readonly refused: number;
  /** Where the machines decided otherwise than the table of the specification says. */
  readonly disagreements: readonly string[];
};

/** Asks every question in every situation, also in those that no command leads to, and compares the answers with the table. */
export const sweep = (over: readonly Combination[] = combinations, defects?: Defects): Swept => {
  const decided = over.map((combination) => {
    const command = reassignOf(combination.asked, 'sweep');
    const store = storeIn(combination.situation);
    return { combination, decision: decide(viewOf(store, moment), command, defects) };
  });
  const accepted = decided.filter(({ decision }) => decision.answer.status === 'ok').length;
  return {
    combinations: over.length,
    accepted,
    refused: over.length - accepted,
    disagreements: decided.flatMap(({ combination, decision }) => disagreement(combination, decision)),
  };
};

const disagreement = (combination: Combination, { answer, writes }: Decision): readonly string[] => {
  const refusals = trueRefusals(combination);
  const here = `${nameOf(combination.situation)}; asked ${JSON.stringify(combination.asked)}`;
  if (answer.status === 'refused')
    return [
      ...(refusals.includes(answer.reason) ? [] : [`refused with ${answer.reason}, true are [${refusals}]: ${here}`]),
      ...(writes.length === 0 ? [] : [`a refusal wrote something: ${here}`]),
    ];
  if (refusals.length > 0) return [`accepted, although [${refusals}]: ${here}`];
  const [write, ...more] = writes;
  const isOnlySlot = write?.kind === 'slot' && write.id === own.slot && more.length === 0;
  return isOnlySlot && isReopened(write.entity, combination) ? [] : [`accepted, and wrote something else: ${here}`];
};

/** What an accepted reassignment leaves, again from the table. */
const isReopened = ({ leaf, context }: Entity, { asked }: Combination): boolean => {
  const command = reassignOf(asked, 'sweep');
  const allowed = specifications.filter(
    (one) => one.tenant === own.tenant && one.slot === own.slot && one.workerClass === command.workerClass,
  );
  const expected = { run: own.run, reason: command.reason, pending: null, active: null, prior: prior, retryAtMs: null };
  const found = new Map(Object.entries(context));
  return (
    leaf === 'retry-wait' &&
    Object.entries(expected).every(([name, value]) => found.get(name) === value) &&
    allowed.some(({ id }) => id === found.get('specification')) &&
    found.get('workerClass') === command.workerClass
  );
};

const prior = `${own.slot}/1`;
const moment = { nowMs: 1000, settings: { leaseMs: 100, graceMs: 50, backoffMs: 10 } };

/** The three runs as commands make them, on which every situation is then put by hand. */
const launched = (() => {
  const program = { id: 'sweep', title: 'One tool call', steps: [{ op: 'tool', id: 'call', uses: [] }] } as const;
  const commands = [...publications, launchOf(own, program)];
  return commands.reduce<Store>(
    (store, command) => written(store, decide(viewOf(store, moment), command).writes),
    emptyStore,
  );
})();

/** A store in a situation. This is the only place where entities are made without a command. */
const storeIn = ({ state, prior: before }: Situation): Store => {
  const slot = find(launched, 'slot', own.slot);
  if (slot === undefined) throw new Error(`expected a launch to make ${own.slot}, found no such slot; see 'launched'`);
  const context = {
    ...slot.context,
    pending: state === 'claimed' ? `${own.slot}/2` : null,
    active: state === 'active' ? `${own.slot}/2` : null,
    prior: before === null ? null : prior,
    attempts: 2,
    retryAtMs: 5000,
  };
  return written(launched, [
    { kind: 'slot', id: own.slot, entity: { kind: 'slot', leaf: state, context } },
    ...(before === null ? [] : attemptIn(before)),
  ]);
};

const attemptIn = ({ worker, lease, isOwned }: NonNullable<Situation['prior']>): readonly Write[] => [
  {
    kind: 'worker',
    id: prior,
    entity: { kind: 'worker', leaf: worker, context: { slot: own.slot, owner: isOwned ? owner : null } },
  },
  {
    kind: 'lease',
    id: prior,
    entity: { kind: 'lease', leaf: lease, context: { slot: own.slot, untilMs: 2000, endedAtMs: null } },
  },
];
