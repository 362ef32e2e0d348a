import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { textOf } from './pages.ts';

/** A file that docs/reference/files.md lists: what its path is like, and the schema that it names, where it names one. */
type Row = { readonly file: string; readonly schema: string };

/** The files that killpoint left below a folder and that its page about files does not list, or lists with another schema. */
export const unlistedIn = (folder: string, page = textOf('docs/reference/files.md')): readonly string[] => {
  const rows = rowsOf(page);
  return leftBelow(folder)
    .filter(({ file, path }) => !rows.some((row) => fits(row.file, file) && row.schema === schemaOf(path)))
    .map(({ file, path }) => `${file} ${schemaOf(path)}`.trim());
};

const rowsOf = (page: string): readonly Row[] =>
  [...page.matchAll(/^\| (`[^|]+`) \| (?:`([^|`]+)`)? ?\|/gm)].flatMap(({ 1: files = '', 2: schema = '' }) =>
    [...files.matchAll(/`([^`]+)`/g)].map(([, file = '']) => ({ file, schema })),
  );

/** Files of the folders of runs, by their paths below these, and bundles. */
const leftBelow = (folder: string): readonly { readonly file: string; readonly path: string }[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .flatMap((path) => {
      if (path.endsWith('.jsonl.gz')) return [{ file: 'killpoint-bundle.jsonl.gz', path }];
      const run = [dirname(path), dirname(dirname(path))].find((above) => existsSync(join(above, 'report.json')));
      return run === undefined ? [] : [{ file: relative(run, path), path }];
    });

const fits = (pattern: string, file: string): boolean => {
  const [before = '', after] = pattern.split('*');
  return after === undefined ? pattern === file : file.startsWith(before) && file.endsWith(after);
};

/** The schema that a file names: JSON in its whole, JSON Lines in the first of them. */
const schemaOf = (path: string): string => {
  const bytes = readFileSync(path);
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
  const first = basename(path).includes('.jsonl') ? (text.split('\n')[0] ?? '') : text;
  return first.startsWith('{') ? (JSON.parse(first).schema ?? '') : '';
};
