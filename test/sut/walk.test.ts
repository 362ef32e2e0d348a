import { describe, expect, it } from 'vitest';
import { decide } from '../../model/runtime.ts';
import { scopes } from '../../scenarios/explore/index.ts';
import type { Scope } from '../../scenarios/explore/scope.ts';
import { type Decide, Store } from '../../sut/store.ts';
import { Tree } from '../../tools/walk/tree.ts';
import { Deviation, Walker } from '../../tools/walk/walker.ts';
import { freshFile } from './scene.ts';

/** A test walks what is walked in seconds; `npm run walk` walks every scope with one run. */
const LIMIT = 1_000;
const trees = scopes.filter(({ runs, isLarge }) => runs === 1 && isLarge !== true).map((scope) => new Tree(scope));
const small = trees.filter(({ states }) => states <= LIMIT).map((tree) => ({ id: tree.scope.id, tree }));

const walkerOn = (scope: Scope, decide?: Decide) => {
  const file = freshFile();
  const open = (now: () => number): Store =>
    Store.open(file, { settings: scope.settings, now, ...(decide === undefined ? {} : { decide }) });
  return new Walker(scope, open);
};

describe('the store is the specification', () => {
  it.each(small)('in every state of the scope $id, edge for edge', ({ tree }) => {
    const walker = walkerOn(tree.scope);
    walker.begin();
    const before = walker.stand;
    walker.through(tree);
    expect(walker.commands).toBeGreaterThan(tree.states);
    expect(walker.stand).toBe(before);
    walker.agrees();
    walker.close();
  });

  it.each(trees.map((tree) => ({ id: tree.scope.id, tree })))(
    'on the way to the furthest states of the scope $id, each command committed, each in a store opened anew',
    ({ tree }) => {
      for (const leaf of tree.leaves.slice(-3)) {
        const walker = walkerOn(tree.scope);
        walker.begin();
        for (const nth of tree.path(leaf)) {
          walker.reopen();
          walker.does(tree.deeds[nth] ?? { type: 'tick', ms: 0 });
        }
        walker.reopen();
        walker.agrees();
        walker.close();
      }
    },
  );
});

describe('a store that is not the specification is found', () => {
  const scope = scopes.find(({ id }) => id === 'approval');
  if (scope === undefined) throw new Error('expected the scope "approval"');
  const tree = new Tree(scope);
  const defects: Readonly<Record<string, Decide>> = {
    'it answers another thing': (view, command) => {
      const decision = decide(view, command);
      return command.type === 'commit' && decision.answer.status === 'ok'
        ? { ...decision, answer: { status: 'ok', value: { revision: 0 } } }
        : decision;
    },
    'it refuses for another reason': (view, command) => {
      const decision = decide(view, command);
      return command.type === 'decide' && decision.answer.status === 'refused'
        ? { ...decision, answer: { status: 'refused', reason: 'unknown-entity' } }
        : decision;
    },
    'it leaves a write out': (view, command) => {
      const decision = decide(view, command);
      return command.type === 'cancel' ? { ...decision, writes: decision.writes.slice(1) } : decision;
    },
    'it writes something else': (view, command) => {
      const { answer, writes } = decide(view, command);
      return {
        answer,
        writes: writes.map((write) =>
          command.type === 'decide' && write.kind === 'approval'
            ? { ...write, entity: { ...write.entity, context: { ...write.entity.context, decision: 'approve' } } }
            : write,
        ),
      } as ReturnType<Decide>;
    },
  };
  it.each(Object.entries(defects))('%s', (_, defect) => {
    const walker = walkerOn(scope, defect);
    walker.begin();
    expect(() => walker.through(tree)).toThrow(Deviation);
    walker.close();
  });

  it('it keeps what nobody wrote', () => {
    const walker = walkerOn(scope);
    walker.begin();
    const stranger = new Walker(scope, () => walker.store);
    expect(() => stranger.agrees()).toThrow(Deviation);
    walker.close();
  });
});
