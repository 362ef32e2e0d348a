/** A fenced block of a page: what language it says it is in, the words behind that, and where it begins. */
export type Block = {
  readonly line: number;
  readonly language: string;
  /** `file=NAME` in its first line: the block is that file. */
  readonly file: string | undefined;
  /** Any other word there, by which a test knows what the block shows. */
  readonly shows: string | undefined;
  readonly text: string;
};

/** The fenced blocks of a page, in order; one that stands in a list is as far in as its fence. */
export const blocksOf = (page: string): readonly Block[] =>
  [...page.matchAll(/^( *)```(\w*)([^\n]*)\n([\s\S]*?)^\1```$/gm)].map((found) => {
    const { 1: indent = '', 2: language = '', 3: words = '', 4: text = '', index } = found;
    const named = words.split(/\s+/).filter((word) => word !== '');
    return {
      line: page.slice(0, index).split('\n').length,
      language,
      file: named.find((word) => word.startsWith('file='))?.slice('file='.length),
      shows: named.find((word) => !word.startsWith('file=')),
      text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    };
  });

/** A line of a shell block: what is typed, and the exit code that its comment says. */
export type Typed = { readonly command: string; readonly exits: number };

/** The lines of a shell block. One that ends in a backslash goes on in the next. A comment may say `exits 1`; else it is 0. */
export const typedIn = (text: string): readonly Typed[] =>
  text
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [command = '', comment = ''] = line.split(/\s+# /);
      return { command: command.trim(), exits: Number(/\bexits (\d+)/.exec(comment)?.[1] ?? 0) };
    });

/** What differs from the text that a page shows: nothing where it fits. A line of three dots stands for any lines, or none. */
export const differenceFrom = (shown: string, came: string): string | undefined => {
  const parts = `\n${steady(shown)}\n`.split('\n...\n').map((part) => part.replace(/^\n|\n$/g, ''));
  const text = `\n${steady(came)}\n`;
  let from = 0;
  for (const [at, part] of parts.entries()) {
    if (part === '') continue;
    const found = text.indexOf(`\n${part}\n`, from);
    const mustBegin = at === 0;
    if (found < 0 || (mustBegin && found !== 0)) return `expected\n${part}\n\nin what came:\n${steady(came)}`;
    from = found + part.length + 1;
  }
  const isAtEnd = parts.at(-1) === '' || text.slice(from).trim() === '';
  return isAtEnd ? undefined : `expected nothing after\n${parts.at(-1)}\n\nfound${text.slice(from)}`;
};

/** A text without what differs from run to run: times that were measured, random ids, digests, and how far columns are apart. */
const steady = (text: string): string =>
  text
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
    .replaceAll(/\b[0-9a-f]{64}\b/g, 'DIGEST')
    .replaceAll(/\([0-9a-f]{12}\)/g, '(DIGEST)')
    .replaceAll(/\b\d+(\.\d+)? (ms|s|min|KiB)\b/g, 'N $2')
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/ $/gm, '')
    .replaceAll(/^\n+|\n+$/g, '');
