import { boundaries, requirements } from '../model/index.ts';
import { scenarios, UsageError } from '../scenarios/index.ts';
import { mutants } from '../sut/index.ts';
import { builtInTargets } from './targets.ts';

/** What can be listed. */
export const listKinds = ['requirements', 'programs', 'boundaries', 'targets', 'mutants'] as const;

type Row = { readonly id: string; readonly [name: string]: unknown };

/** The rows of one kind: objects with an `id`, as `--json` prints them. Throws `UsageError` for an unknown kind. */
export const rowsOf = (kind: string): readonly Row[] => {
  switch (kind) {
    case 'requirements':
      return requirements.map(({ check: _, ...data }) => data);
    case 'programs':
      return scenarios.map(({ program, coverage }) => ({ ...program, coverage }));
    case 'boundaries':
      return boundaries.map((boundary) => ({ ...boundary }));
    case 'targets':
      return builtInTargets().map((target) => ({ ...target }));
    case 'mutants':
      return mutants.map(({ id, defect, fails, explained = '' }) => ({ id, defect, fails, explained }));
    default:
      throw new UsageError(`there is nothing to list as '${kind}'; there are ${listKinds.join(', ')}`);
  }
};

/** The rows of one kind as text, an id and what it says per line. */
export const listText = (kind: string): string => {
  const rows = kind === 'targets' ? targetRows() : rowsOf(kind);
  const width = Math.max(...rows.map(({ id }) => id.length));
  return rows.map((row) => `${row.id.padEnd(width)}  ${sayingOf(row)}`).join('\n');
};

/** Without the mutants, which are many. */
const targetRows = (): readonly Row[] => [
  ...builtInTargets()
    .filter((target) => target.kind !== 'mutant')
    .map((target) => ({ ...target })),
  { id: 'mutant:NAME', about: `${mutants.length} deliberate defects of the reference: 'killpoint list mutants'` },
];

const sayingOf = (row: Row): string => {
  const words = [row.title, row.defect, row.moment, row.about].find((text) => typeof text === 'string');
  const level = typeof row.level === 'number' ? `level ${row.level}  ` : '';
  return `${level}${words ?? ''}`;
};
