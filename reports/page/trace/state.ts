import type { History, Observation } from '../../../model/vocabulary.ts';
import { type Cell, type Known, keyOf } from './known.ts';
import { cellsAfter } from './state-cells.ts';

/** The state after any event of a history. A snapshot every so many events keeps each of them a few steps away. */
export type States = { readonly at: (seq: number) => Known };

const EVERY = 64;

/** Reads a history once, no further than it is asked about, and answers for any of its events what was known after it. */
export const statesOf = ({ observations }: History): States => {
  const snapshots: Known[] = [new Map()];
  const known = new Map<string, Cell>();
  let read = 0;
  return {
    at: (seq) => {
      for (; read < Math.min(seq + 1, observations.length); read++) {
        const observation = observations[read];
        if (observation !== undefined) learn(known, observation);
        if ((read + 1) % EVERY === 0) snapshots.push(new Map(known));
      }
      const base = Math.max(0, Math.min(snapshots.length - 1, Math.floor((seq + 1) / EVERY)));
      const found = new Map(snapshots[base]);
      for (const observation of observations.slice(base * EVERY, seq + 1)) learn(found, observation);
      return found;
    },
  };
};

/** The cells of a group in rows and columns, in the order in which they appeared. */
export const tableOf = (known: Known, group: string) => {
  const cells = [...known.values()].filter((cell) => cell.group === group);
  return {
    rows: [...new Set(cells.map(({ row }) => row))],
    columns: [...new Set(cells.map(({ column }) => column))],
    cell: (row: string, column: string) => known.get(keyOf({ group, row, column })),
  };
};

/** Changes the map that it is given: a copy for each event would cost more than all the rest of a long history. */
const learn = (known: Map<string, Cell>, observation: Observation): void => {
  for (const { group, row, column, value } of cellsAfter(known, observation)) {
    const key = keyOf({ group, row, column });
    const before = known.get(key);
    if (before?.value === value) continue;
    const was = before === undefined ? {} : { was: before.value };
    known.set(key, { group, row, column, value, ...was, seq: observation.seq });
  }
};
