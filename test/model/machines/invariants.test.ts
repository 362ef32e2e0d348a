import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Kind } from '../../../model/kinds.ts';
import type { RefusalReason } from '../../../model/refusal.ts';
import { type Defects, hasTag } from '../../../model/step.ts';
import { all, find, type Store } from '../../../model/store.ts';
import type { Command } from '../../../model/vocabulary.ts';
import { alphabetOf, picks } from './alphabet.ts';
import { review, settings, Told } from './told.ts';

type Step = { readonly before: Store; readonly after: Store; readonly command: Command };
type Law = { readonly law: string; readonly broken: (step: Step) => boolean };

const count = (store: Store, kind: Kind): number => all(store, kind).length;
const current = (store: Store): string | null => {
  const slot = find(store, 'slot', 'slot-1')?.context;
  return slot?.pending ?? slot?.active ?? null;
};
const leaf = (store: Store, kind: Kind, id: string): string | undefined => find(store, kind, id)?.leaf;
const progress = (store: Store): string =>
  JSON.stringify([...all(store, 'output'), find(store, 'slot', 'slot-1')?.context.done]);

const laws: readonly Law[] = [
  {
    law: 'at most one lease of a slot is live',
    broken: ({ after }) => all(after, 'lease').filter(({ entity }) => entity.leaf === 'live').length > 1,
  },
  {
    law: 'a step has one committed result',
    broken: ({ after }) => all(after, 'output').some(({ entity }) => entity.context.commits.length !== 1),
  },
  {
    law: 'a claim makes one attempt, worker and lease, and nothing else makes any',
    broken: ({ before, after, command }) =>
      (['attempt', 'worker', 'lease'] as const).some(
        (kind) => count(after, kind) !== count(before, kind) + (command.type === 'claim' ? 1 : 0),
      ),
  },
  {
    law: 'a slot has a current attempt exactly while it is claimed or active',
    broken: ({ after }) =>
      ['claimed', 'active'].includes(leaf(after, 'slot', 'slot-1') ?? '') !== (current(after) !== null),
  },
  {
    law: 'a waiting slot holds no lease',
    broken: ({ after }) =>
      leaf(after, 'slot', 'slot-1') === 'waiting' && all(after, 'lease').some(({ entity }) => entity.leaf === 'live'),
  },
  {
    law: 'what is terminal stays as it is',
    broken: ({ before, after }) =>
      (['attempt', 'lease', 'worker', 'effect', 'approval'] as const).some((kind) =>
        all(before, kind).some(({ id, entity }) => hasTag(entity, 'terminal') && leaf(after, kind, id) !== entity.leaf),
      ),
  },
  {
    law: 'who has no lease makes no progress',
    broken: ({ before, after, command }) =>
      'attempt' in command && leaf(before, 'lease', command.attempt) !== 'live' && progress(before) !== progress(after),
  },
  {
    law: 'a run that succeeded has the result of every step',
    broken: ({ after }) =>
      leaf(after, 'run', 'run-1') === 'succeeded' && count(after, 'output') !== review.steps.length,
  },
  {
    law: 'a closed run has no effect that is unaccounted for',
    broken: ({ after }) =>
      ['succeeded', 'failed', 'cancelled'].includes(leaf(after, 'run', 'run-1') ?? '') &&
      all(after, 'effect').some(({ entity }) => !hasTag(entity, 'accounted')),
  },
  {
    law: 'an action keeps its first key',
    broken: ({ before, after }) =>
      all(before, 'effect').some(({ id, entity }) => find(after, 'effect', id)?.context.key !== entity.context.key),
  },
  {
    law: 'a reassignment rests on its predicates',
    broken: ({ before, after, command }) => {
      if (command.type !== 'reassign') return false;
      const prior = find(before, 'slot', 'slot-1')?.context.prior ?? '';
      const worker = find(before, 'worker', prior);
      const lease = find(before, 'lease', prior);
      const now = find(after, 'slot', 'slot-1');
      return !(
        worker !== undefined &&
        ['exited', 'failed', 'lost'].includes(worker.leaf) &&
        lease?.leaf !== 'live' &&
        [null, command.actor].includes(worker.context.owner) &&
        now?.leaf === 'retry-wait' &&
        now.context.workerClass === command.workerClass &&
        now.context.prior === prior
      );
    },
  },
];

/** Walks a told runtime along `picks`: each takes the first command of its order that is accepted. Returns the first broken law. */
const walk = (told: Told, picks: readonly number[]): string | undefined => {
  told.launch();
  for (const pick of picks) {
    for (const command of alphabetOf(told.store, pick)) {
      if (command === 'tick') {
        told.nowMs += 60;
        break;
      }
      const before = told.store;
      const said = told.send(command);
      if (said !== 'ok') {
        if (told.store !== before || told.last.writes.length > 0) return 'a refusal writes nothing';
        continue;
      }
      const step = { before, after: told.store, command };
      const broken = laws.find((law) => law.broken(step));
      if (broken) return broken.law;
      break;
    }
  }
  return undefined;
};

const without = (kind: Kind, ...reasons: RefusalReason[]): NonNullable<Defects['without']> =>
  reasons.map((reason) => ({ kind, reason }));

describe('whatever accepted commands come, in whatever order', () => {
  it('every law of the specification holds', () => {
    fc.assert(
      fc.property(picks, (path) => {
        expect(walk(new Told(), path)).toBeUndefined();
      }),
      { seed: 2026, numRuns: 100 },
    );
  }, 60_000);
});

describe('a planted defect breaks the law that it should', () => {
  const broken = (defects: Defects): string | undefined => {
    const laws = new Set<string>();
    fc.check(
      fc.property(picks, (path) => {
        const law = walk(new Told(settings, defects), path);
        if (law !== undefined) laws.add(law);
        return law === undefined;
      }),
      { seed: 2026, numRuns: 400, endOnFailure: true },
    );
    return [...laws][0];
  };

  it.each([
    [without('slot', 'prior-lease-not-terminal'), 'at most one lease of a slot is live'],
    [
      without('slot', 'step-is-not-next', 'revision-is-stale').concat(without('output', 'already-committed')),
      'a step has one committed result',
    ],
    [without('slot', 'steps-unfinished'), 'a run that succeeded has the result of every step'],
    [without('slot', 'prior-worker-not-terminal'), 'a reassignment rests on its predicates'],
    [without('slot', 'actor-is-not-owner'), 'a reassignment rests on its predicates'],
    [without('slot', 'no-compatible-specification'), 'a reassignment rests on its predicates'],
    [
      without('slot', 'attempt-is-not-current').concat(
        without('lease', 'lease-is-terminal'),
        without('attempt', 'attempt-is-terminal'),
      ),
      'who has no lease makes no progress',
    ],
  ] as const)(
    'without %j: %s',
    (lifted, law) => {
      expect(broken({ without: lifted })).toBe(law);
    },
    60_000,
  );
});
