import { isKind } from '../../model/kinds.ts';
import type { View } from '../../model/transaction.ts';
import type { Columns } from './columns.ts';
import type { Deed } from './deed.ts';
import type { Read } from './footprint.ts';
import type { Scope } from './scope.ts';

/** What the commands of a scope read a row through. Nothing else may be read, or what is remembered would not be exact. */
export const viewOf = (columns: Columns, { settings }: Scope, named: readonly string[]) => {
  const get =
    (read: Read): View['get'] =>
    (kind, id) => {
      const column = columns.at(kind, id);
      const entity = columns.entity(column, read(column));
      return entity !== undefined && isKind(entity, kind) ? entity : undefined;
    };
  return (read: Read): View => ({
    nowMs: 0,
    settings,
    get: get(read),
    specifications: (run, slot) =>
      named.filter((id) => {
        const found = get(read)('specification', id)?.context;
        return found?.run === run && found.slot === slot;
      }),
  });
};

/** The launch specifications that the deeds of a scope can make. */
export const specificationsIn = (deeds: readonly Deed[]): readonly string[] => [
  ...new Set(
    deeds.flatMap((deed) => {
      if (deed.type === 'publish') return [deed.specification.id];
      return deed.type === 'launch' ? [deed.specification] : [];
    }),
  ),
];
