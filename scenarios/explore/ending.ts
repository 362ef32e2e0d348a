import { isAtItsEnd } from '../../model/invariants/index.ts';
import { runsOf } from './alphabet.ts';
import { ROOM } from './columns.ts';
import type { Search } from './search.ts';

/**
 * The first state from which its runs can no longer come to an end, if there is one: found backwards, from the states in which they have.
 * A state from which something leads out of the scope is left out, and so is what leads there, since nobody knows what is outside.
 */
export const doomedIn = (search: Search): number | undefined => {
  const saved = new Uint8Array(search.rows.size);
  for (let state = 0; state < search.rows.size; state++) if (isOver(search, state)) saved[state] = 1;
  for (const state of search.paths.cuts) saved[state] = 1;
  const back = backwards(search);
  const queue = [...saved.keys()].filter((state) => saved[state] === 1);
  for (let state = queue.pop(); state !== undefined; state = queue.pop())
    for (const from of back(state))
      if (saved[from] === 0) {
        saved[from] = 1;
        queue.push(from);
      }
  const doomed = saved.indexOf(0);
  return doomed < 0 ? undefined : doomed;
};

const isOver = (search: Search, state: number): boolean => {
  search.rows.copy(state, row);
  const look = search.viewOf((column) => row[column] ?? 0);
  return runsOf(search.scope).every(({ run }) => {
    const entity = look.get('run', run);
    // A run that was never launched has nothing to end.
    return entity === undefined || isAtItsEnd(entity, look);
  });
};
const row = new Uint16Array(ROOM);

/** The states from which an edge leads to one, in two flat arrays, since there are millions. */
const backwards = ({ paths, rows }: Search): ((state: number) => Uint32Array) => {
  const starts = new Uint32Array(rows.size + 1);
  for (const to of paths.into) starts[to + 1] = (starts[to + 1] ?? 0) + 1;
  for (let state = 0; state < rows.size; state++) starts[state + 1] = (starts[state + 1] ?? 0) + (starts[state] ?? 0);
  const free = starts.slice();
  const origins = new Uint32Array(paths.into.length);
  for (const [edge, to] of paths.into.entries()) {
    origins[free[to] ?? 0] = paths.from[edge] ?? 0;
    free[to] = (free[to] ?? 0) + 1;
  }
  return (state) => origins.subarray(starts[state], starts[state + 1]);
};
