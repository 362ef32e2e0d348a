import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { counted, plain } from '../reports/index.ts';
import { filesIn, UsageError } from '../scenarios/index.ts';
import { type Part, packed } from './bundle/packing.ts';
import { exitCodes } from './exit.ts';
import { reportIn } from './saved-report.ts';

/** The options of `killpoint bundle`, as they were parsed. */
export type BundleOptions = { readonly out: string };

/** Puts a run's report, its histories and its counterexamples into one file. The same folder makes the same file, byte by byte. */
export const bundleFolder = async (folder: string, { out }: BundleOptions): Promise<number> => {
  const report = reportIn(folder);
  const histories = await partsIn(folder, 'histories');
  if (histories.length === 0)
    throw new UsageError(`expected the histories of a run in ${join(folder, 'histories')}; there are none`);
  const counterexamples = await partsIn(folder, 'counterexamples');
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

const partsIn = async (folder: string, kind: 'histories' | 'counterexamples'): Promise<readonly Part[]> =>
  Promise.all(
    (await filesIn(folder, kind)).map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })),
  );
