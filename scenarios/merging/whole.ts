import type { Report } from '../../model/vocabulary.ts';
import { UsageError } from '../failures.ts';
import type { ShardRecord } from '../shard-record.ts';

/** The folder of one shard, with the report and the record that it left there. */
export type ShardPart = { readonly folder: string; readonly report: Report; readonly record: ShardRecord };

/** The parts in their order, where they are all parts of one run, each once. Throws `UsageError` with what is wrong. */
export const mustFitTogether = (parts: readonly ShardPart[]): readonly [ShardPart, ...ShardPart[]] => {
  const [first, ...others] = parts.toSorted((a, b) => a.record.index - b.record.index);
  if (first === undefined) throw new UsageError('expected the folders of the shards of a run; none was named');
  for (const other of others) mustBeOfOneRun(first, other);
  mustBeComplete([first, ...others]);
  return [first, ...others];
};

/** What all parts of one run have in common, each with how a reader calls it. */
const common: readonly (readonly [string, (part: ShardPart) => unknown])[] = [
  ['target', ({ report }) => report.target.address],
  ['version of the target', ({ report: { target } }) => [target.name, target.version, target.variant]],
  ['version of killpoint', ({ report }) => report.killpoint],
  ['specification', ({ report }) => report.specification],
  ['number of shards', ({ record }) => record.of],
  ['requirements', ({ record }) => record.asked.requirements],
  ['programs', ({ record }) => record.asked.programs],
  ['interruptions', ({ record }) => record.asked.interruptions],
  ['reach', ({ record }) => record.asked.reach],
  ['costs', ({ record }) => record.costs],
];

const mustBeOfOneRun = (first: ShardPart, other: ShardPart): void => {
  for (const [name, of] of common) {
    const [one, two] = [JSON.stringify(of(first)), JSON.stringify(of(other))];
    if (one !== two)
      throw new UsageError(
        `${first.folder} and ${other.folder} are no shards of one run: the ${name} of one is ${shown(one)}, of the other ${shown(two)}. Run every shard with the same options, versions and costs`,
      );
  }
};

const mustBeComplete = (parts: readonly [ShardPart, ...ShardPart[]]): void => {
  const { of } = parts[0].record;
  const all = Array.from({ length: of }, (_, at) => at + 1);
  const foldersOf = (index: number): readonly string[] =>
    parts.filter(({ record }) => record.index === index).map(({ folder }) => folder);
  const doubled = all.filter((index) => foldersOf(index).length > 1);
  if (doubled.length > 0)
    throw new UsageError(
      `expected each shard once; ${doubled.map((index) => `${index}/${of} stands in ${foldersOf(index).join(' and ')}`).join(', ')}`,
    );
  const missing = all.filter((index) => foldersOf(index).length === 0);
  if (missing.length > 0)
    throw new UsageError(
      `expected all ${of} shards; ${missing.map((index) => `${index}/${of}`).join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing. Name the folder of each`,
    );
};

const shown = (text: string | undefined): string => {
  const value = text ?? 'not known';
  return value.length > 80 ? `${value.slice(0, 80)}…` : value;
};
