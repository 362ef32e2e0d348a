import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { comparisonMarkdown } from '../../reports/index.ts';
import { readRecord } from '../record.ts';
import { page } from './markdown.ts';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** docs/runtimes.md: what a real run of each third-party target showed, with what people concluded from it, which stands in its own file. */
export const runtimesPage = (): string => {
  const recorded = readRecord(root);
  const conclusions = readFileSync(join(root, 'docs', 'runtimes-notes.md'), 'utf8').trim();
  return page('Runtimes under killpoint', 'docs/runtimes.json` and `docs/runtimes-notes.md', [
    conclusions,
    recorded === undefined ? 'Nothing is recorded yet.' : comparisonMarkdown(recorded).trim(),
  ]);
};
