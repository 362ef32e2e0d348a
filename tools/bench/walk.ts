import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scopes } from '../../scenarios/explore/index.ts';
import { Store } from '../../sut/store.ts';
import { Tree } from '../walk/tree.ts';
import { Walker } from '../walk/walker.ts';
import type { Bench } from './way.ts';

/** Every command of every state of a scope on SQLite: as a tree of savepoints, and with everything that led to a state done again before each. */
export const savepointsAgainstReplays = (): Bench => {
  const scope = scopes.find(({ id }) => id === 'timer');
  if (scope === undefined) throw new Error('The scope "timer" is gone: choose another one that is deep and small.');
  const tree = new Tree(scope);
  const states = tree.states;
  const decisions = states * tree.deeds.length;
  const walked = (how: (walker: Walker) => void) => (): number => {
    const folder = mkdtempSync(join(tmpdir(), 'killpoint-bench-'));
    const walker = new Walker(scope, (now) => Store.open(join(folder, 'store.db'), { settings: scope.settings, now }));
    walker.begin();
    how(walker);
    walker.close();
    rmSync(folder, { recursive: true });
    return states;
  };
  return {
    title: `all ${decisions.toLocaleString('en-GB')} edges of the scope "${scope.id}", up to ${tree.depth} deep, on SQLite, in cpu time`,
    ways: [
      { name: 'a tree of nested savepoints', states, decisions, run: walked((walker) => walker.through(tree)) },
      { name: 'each from the start', states, decisions, run: walked((walker) => walker.again(tree)) },
    ],
  };
};
