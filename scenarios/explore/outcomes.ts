import type { ChangeRule, CommandRule, Invariant, Look } from '../../model/invariants/index.ts';
import { isKind } from '../../model/kinds.ts';
import type { RefusalReason } from '../../model/refusal.ts';
import type { Decision } from '../../model/runtime.ts';
import type { Defects } from '../../model/step.ts';
import type { View, Write } from '../../model/transaction.ts';
import type { Command } from '../../model/vocabulary.ts';
import type { Columns } from './columns.ts';
import type { Act } from './deed.ts';
import { Footprint, type Read } from './footprint.ts';
import type { Scope } from './scope.ts';
import { happen } from './world.ts';

/** A law that is asked of a row, and remembered by what it reads there. */
export type Question = { readonly law: Invariant | ChangeRule | CommandRule; readonly holds: Footprint<boolean> };

/** What a deed does to every row that shows what it has read. */
export type Outcome =
  | { readonly status: 'refused'; readonly reason: RefusalReason }
  /** It leads out of the scope. */
  | { readonly status: 'cut' }
  | {
      readonly status: 'done';
      readonly writes: readonly (readonly [column: number, number: number])[];
      /** What still has to be asked of each row. A law that rests on nothing but what the deed has read is asked once. */
      open: readonly Question[];
    };

/** What outcomes are made from. */
export type Ground = {
  readonly scope: Scope;
  readonly columns: Columns;
  readonly view: (read: Read) => View;
  readonly laws: readonly (Invariant | ChangeRule | CommandRule)[];
  readonly defects: Defects;
};

/** A deed as a function of a row. */
export const outcomeOf =
  (ground: Ground, deed: Act) =>
  (read: Read): Outcome => {
    const known = new Map<number, number>();
    const noted: Read = (column) => {
      const number = read(column);
      known.set(column, number);
      return number;
    };
    const { answer, writes, command } = happen(ground.view(noted), deed, {
      defects: ground.defects,
      isSlow: ground.scope.may.includes('delay'),
    });
    if (answer.status === 'refused') return { status: 'refused', reason: answer.reason };
    if (writes.some((write) => isBeyond(ground.scope, write))) return { status: 'cut' };
    const numbered = numbersOf(ground.columns, writes);
    return {
      status: 'done',
      writes: numbered,
      open: questionsOn(ground, { command, writes, known, changed: new Map(numbered) }),
    };
  };

/** The invariants of one column's entity. */
export const invariantsOf = ({ columns, view, laws }: Ground, column: number): readonly Question[] => {
  const { kind, id } = columns.all[column] ?? {};
  return laws.flatMap((law) => {
    if (!('of' in law) || law.of !== kind || id === undefined) return [];
    const holds = new Footprint((read) => {
      const entity = columns.entity(column, read(column));
      return entity === undefined || law.holds(entity, { id, look: view(read) });
    });
    return [{ law, holds }];
  });
};

/** Each write as the column that it changes and the number that it puts there. */
export const numbersOf = (columns: Columns, writes: Decision['writes']): readonly (readonly [number, number])[] =>
  writes.map(({ kind, id, entity }) => {
    const column = columns.at(kind, id);
    return [column, columns.number(column, entity)] as const;
  });

const isBeyond = ({ attempts }: Scope, { kind, id }: Write): boolean =>
  kind === 'attempt' && Number(id.split('/').at(-1)) > attempts;

type Done = {
  readonly command: Command | undefined;
  readonly writes: readonly Write[];
  readonly known: ReadonlyMap<number, number>;
  readonly changed: ReadonlyMap<number, number>;
};

const questionsOn = ({ view, laws }: Ground, { command, writes, known, changed }: Done): readonly Question[] => {
  const ask = (law: Question['law'], holds: (before: Look, after: Look) => boolean): Question => ({
    law,
    holds: new Footprint((read) => {
      const before: Read = (column) => known.get(column) ?? read(column);
      return holds(
        view(before),
        view((column) => changed.get(column) ?? before(column)),
      );
    }),
  });
  return laws.flatMap((law): readonly Question[] => {
    if ('accepted' in law)
      return law.accepted === command?.type ? [ask(law, (before, after) => law.holds({ before, after, command }))] : [];
    if (!('changes' in law)) return [];
    return writes
      .filter(({ kind }) => kind === law.changes)
      .map(({ kind, id, entity: now }) =>
        ask(law, (before, after) => {
          const was = before.get(kind, id);
          return law.holds({ before, after, command, id, was: was && isKind(was, kind) ? was : undefined, now });
        }),
      );
  });
};
