import { decide } from '../../model/runtime.ts';
import { emptyStore, find, type Store, viewOf, written } from '../../model/store.ts';
import type { Settings } from '../../model/transaction.ts';
import {
  type Command,
  leaseStatusSchema,
  type Program,
  slotStateSchema,
  workerStatusSchema,
} from '../../model/vocabulary.ts';
import { currentClass, launchOf, own, owner, publications } from './cast.ts';
import { nameOf, type Situation } from './space.ts';

/** A situation that commands lead to, and a shortest way there. The way begins after the launch. */
export type Reached = { readonly situation: Situation; readonly way: readonly Command[] };

/**
 * What is explored: one approval is enough to wait, to fail and to succeed. Two attempts suffice, since a slot names one
 * prior attempt and what comes before that one is nobody's question.
 */
export const explored: Program = {
  id: 'explored',
  title: 'One approval',
  steps: [{ op: 'approval', id: 'approve', uses: [] }],
};
const MAX_ATTEMPTS = 2;

/** All times are over at once, so that time needs no command of its own: whatever waits for it may come. */
const settings: Settings = { leaseMs: 0, graceMs: 0, backoffMs: 0 };
const step = (store: Store, command: Command) => decide(viewOf(store, { nowMs: 0, settings }), command);

const launched = (): Store =>
  [...publications, launchOf(own, explored)].reduce<Store>(
    (store, command) => written(store, step(store, command).writes),
    emptyStore,
  );

/**
 * Breadth-first over `decide`, so that the first way to a situation is a shortest one. Whether an owner is recorded changes no way, so
 * one kind of claim is explored, and each way is then walked again with the other.
 */
export const reach = (): readonly Reached[] => {
  const found = new Map<string, Reached>();
  const seen = new Set<string>();
  let frontier: readonly Node[] = [{ store: launched(), way: [] }];
  while (frontier.length > 0) {
    frontier = frontier.filter(({ store }) => !seen.has(keyOf(store)) && seen.add(keyOf(store)));
    for (const { store, way } of frontier) {
      const situation = situationOf(store);
      if (found.has(nameOf(situation))) continue;
      const other = unowned(way);
      found.set(nameOf(other.situation), other);
      found.set(nameOf(situation), { situation, way });
    }
    frontier = frontier.flatMap(successors);
  }
  return [...found.values()];
};

const unowned = (given: readonly Command[]): Reached => {
  const way = given.map((command) => (command.type === 'claim' ? { ...command, owner: null } : command));
  const store = way.reduce((before, command) => written(before, step(before, command).writes), launched());
  return { situation: situationOf(store), way };
};

type Node = { readonly store: Store; readonly way: readonly Command[] };

const successors = ({ store, way }: Node): readonly Node[] =>
  alphabetOf(store).flatMap((command) => {
    const { answer, writes } = step(store, command);
    return answer.status === 'ok' && writes.length > 0
      ? [{ store: written(store, writes), way: [...way, command] }]
      : [];
  });

const by = { tenant: own.tenant, actor: owner, key: '' };

const alphabetOf = (store: Store): readonly Command[] => {
  const slot = find(store, 'slot', own.slot)?.context;
  const on = { ...by, run: own.run, slot: own.slot };
  const claim: Command = { type: 'claim', ...on, workerClass: currentClass, owner };
  return [
    ...((slot?.attempts ?? 0) < MAX_ATTEMPTS ? [claim] : []),
    { type: 'hold', ...on },
    { type: 'release', ...on },
    { type: 'cancel', ...by, run: own.run },
    ...(['approve', 'reject'] as const).map(
      (decision): Command => ({ type: 'decide', ...by, run: own.run, approval: 'approve', decision, revision: 'r1' }),
    ),
    ...[slot?.pending, slot?.active, slot?.prior].flatMap((attempt) => (attempt ? reportsOn(attempt) : [])),
  ];
};

const reportsOn = (attempt: string): readonly Command[] => {
  const on = { ...by, attempt };
  return [
    { type: 'start', ...on },
    { type: 'request-approval', ...on, step: 'approve', revision: 'r1' },
    { type: 'finish', ...on },
    { type: 'fail', ...on, error: 'the tool broke' },
    { type: 'exit', ...on, status: 'exited' },
    { type: 'exit', ...on, status: 'failed' },
    { type: 'report-lost', ...on, because: 'death-seen' },
    { type: 'report-lost', ...on, because: 'grace-passed' },
    { type: 'release-lease', ...on },
    { type: 'revoke', ...on },
    { type: 'expire', ...on },
  ];
};

/**
 * Two stores are the same place if a reassignment sees no difference, now or later: the situation, whatever else the current attempt
 * is, and whether the approval is decided. What an attempt before the prior one has become is nobody's question.
 */
const keyOf = (store: Store): string => {
  const slot = find(store, 'slot', own.slot)?.context;
  const current = slot?.pending ?? slot?.active ?? '';
  const worker = find(store, 'worker', current);
  return [
    nameOf(situationOf(store)),
    slot?.attempts,
    worker?.leaf,
    worker?.context.owner,
    find(store, 'approval', `${own.run}/approve`)?.leaf,
  ].join('; ');
};

const situationOf = (store: Store): Situation => {
  const slot = find(store, 'slot', own.slot);
  const state = slotStateSchema.parse(slot?.leaf);
  const id = slot?.context.prior ?? null;
  if (id === null) return { state, prior: null };
  const worker = find(store, 'worker', id);
  return {
    state,
    prior: {
      worker: workerStatusSchema.parse(worker?.leaf),
      lease: leaseStatusSchema.parse(find(store, 'lease', id)?.leaf),
      isOwned: worker?.context.owner !== null,
    },
  };
};
