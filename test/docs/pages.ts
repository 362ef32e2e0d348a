import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The root of the checkout. */
export const root = join(import.meta.dirname, '../..');

/** Every Markdown file that people read, as paths from the root. */
export const pages = (): readonly string[] => [
  ...markdownIn('.'),
  ...markdownIn('docs', { recursive: true }),
  ...readdirSync(join(root, 'adapters')).flatMap((name) => markdownIn(join('adapters', name))),
];

/** The pages whose blocks a test types, each from its top to its end. */
export const typedPages = (): readonly string[] => ['docs/tutorial.md', ...markdownIn('docs/how-to')];

/** The text of one page. */
export const textOf = (page: string): string => readFileSync(join(root, page), 'utf8');

const markdownIn = (folder: string, { recursive = false } = {}): readonly string[] => {
  const entries = readdirSync(join(root, folder), { withFileTypes: true, recursive });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => join(entry.parentPath.slice(root.length + 1), entry.name));
};
