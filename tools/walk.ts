// `npm run walk [-- SCOPE...]`: does every command of every state of a scope on the reference's SQLite store, as a tree of nested savepoints,
// and compares its answer and what it keeps with the specification. Exit 1 at the first deviation.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scopes } from '../scenarios/explore/scopes.ts';
import { Store } from '../sut/store.ts';
import { Tree } from './walk/tree.ts';
import { Walker } from './walk/walker.ts';

const main = (named: readonly string[]): void => {
  const folder = mkdtempSync(join(tmpdir(), 'killpoint-walk-'));
  const chosen = scopes.filter(({ id, runs }) => runs === 1 && (named.length === 0 || named.includes(id)));
  try {
    for (const scope of chosen.filter(({ isLarge }) => isLarge !== true || named.length > 0)) {
      const tree = new Tree(scope);
      const walker = new Walker(scope, (now) =>
        Store.open(join(folder, `${scope.id}.db`), { settings: scope.settings, now }),
      );
      walker.begin();
      walker.through(tree);
      walker.close();
      console.log(
        `${scope.id.padEnd(20)} ${tree.states} states, ${walker.commands} commands, as the specification says`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

main(process.argv.slice(2));
