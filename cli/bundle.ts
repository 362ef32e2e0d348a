import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { counted, plain } from '../reports/index.ts';
import { UsageError } from '../scenarios/index.ts';
import { type Part, packed } from './bundle/packing.ts';
import { exitCodes } from './exit.ts';
import { reportIn } from './saved-report.ts';

/** The options of `killpoint bundle`, as they were parsed. */
export type BundleOptions = { readonly out: string };

/** Puts a run's report, its histories and its counterexamples into one file. The same folder makes the same file, byte by byte. */
export const bundleFolder = async (folder: string, { out }: BundleOptions): Promise<number> => {
  const report = reportIn(folder);
  const histories = await partsIn(folder, 'histories', '.jsonl');
  if (histories.length === 0)
    throw new UsageError(`expected the histories of a run in ${join(folder, 'histories')}; there are none`);
  const counterexamples = await partsIn(folder, 'counterexamples', '.json');
  const first = { name: 'report.json', text: await readFile(join(folder, 'report.json'), 'utf8') };
  const { killpoint, specification, target } = report;
  const bundle = packed({ killpoint, specification, target: target.address }, [
    first,
    ...histories,
    ...counterexamples,
  ]);
  await writeFile(out, bundle.bytes, { mode: 0o600 });
  process.stdout.write(
    `${plain(out)}: the report of ${plain(target.address)}, ${counted(histories.length, 'case')}, ${counted(counterexamples.length, 'counterexample')}, ${Math.ceil(bundle.bytes.length / 1024)} KiB\nsha256 ${bundle.sha256}\nnpx killpoint recheck ${plain(out)}\n`,
  );
  return exitCodes.ok;
};

/** Regular files alone: a link could carry anything of this machine along. */
const partsIn = async (folder: string, kind: string, ending: string): Promise<readonly Part[]> => {
  const place = join(folder, kind);
  if (!existsSync(place)) return [];
  const entries = await readdir(place, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile() && entry.name.endsWith(ending)).map(({ name }) => name);
  return Promise.all(
    names.sort().map(async (name) => ({ name: `${kind}/${name}`, text: await readFile(join(place, name), 'utf8') })),
  );
};
