import pLimit from 'p-limit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blocksOf } from './blocks.ts';
import { unlistedIn } from './left-files.ts';
import { textOf, typedPages } from './pages.ts';
import { Reader } from './reader.ts';
import { Typist } from './typist.ts';

/** So many pages are typed side by side: a reader mostly waits. */
const AT_ONCE = 3;

const typed = typedPages().map((page) => {
  const typist = new Typist();
  return { page, blocks: blocksOf(textOf(page)), typist, reader: new Reader(typist, page) };
});
/** What is wrong with the blocks of each page, one after the other. */
const faults = new Map<string, readonly (string | undefined)[]>();

beforeAll(async () => {
  const side = pLimit(AT_ONCE);
  const readAll = async ({ page, blocks, reader }: (typeof typed)[number]): Promise<void> => {
    const found: (string | undefined)[] = [];
    for (const block of blocks) found.push(await reader.read(block));
    faults.set(page, found);
  };
  await Promise.all(typed.map((one) => side(() => readAll(one))));
}, 900_000);
afterAll(() => {
  for (const { typist } of typed) typist.close();
});

describe.each(typed)('what $page shows', ({ page, blocks, typist }) => {
  it('is shown in blocks, of which none is overlooked', () => {
    expect(blocks.length).toBeGreaterThan(0);
    expect(textOf(page).match(/^\s*```/gm)).toHaveLength(2 * blocks.length);
  });
  it.each(blocks.map(({ line, language, text }, at) => ({ line, language, first: text.split('\n')[0], at })))(
    'line $line, $language: $first',
    ({ at }) => expect(faults.get(page)?.[at]).toBeUndefined(),
  );
  it('has been typed to its end', () => expect(faults.get(page)).toHaveLength(blocks.length));
  it('leaves no file that docs/reference/files.md does not list', () => expect(unlistedIn(typist.folder)).toEqual([]));
});
