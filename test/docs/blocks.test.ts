import { afterAll, describe, expect, it } from 'vitest';
import { blocksOf, differenceFrom, typedIn } from './blocks.ts';
import { textOf, typedPages } from './pages.ts';
import { Reader } from './reader.ts';
import { Typist } from './typist.ts';
import { unrunLine } from './unrun.ts';

describe('a block that is not true', () => {
  const typist = new Typist();
  afterAll(() => typist.close());
  const read = async (...texts: readonly string[]): Promise<string | undefined> => {
    const reader = new Reader(typist, 'docs/tutorial.md');
    let last: string | undefined;
    for (const block of blocksOf(texts.join('\n'))) last = await reader.read(block);
    return last;
  };
  const run = '```sh\nprintf "one\\ntwo\\n"\n```';

  it('is found where the exit code is another', async () => {
    expect(await read('```sh\ntrue    # exits 1\n```')).toContain('ended with 0, not 1');
    expect(await read('```sh\nnpx killpoint explain nothing.at-all\n```')).toContain('ended with 64, not 0');
  });
  it('is found where the output is another', async () => {
    const shown = (text: string): Promise<string | undefined> => read(run, `\`\`\`text\n${text}\n\`\`\``);
    expect(await shown('one\ntwo')).toBeUndefined();
    expect(await shown('one\n...')).toBeUndefined();
    expect(await shown('one\nthree')).toContain('expected\none\nthree');
    expect(await shown('one')).toContain('expected nothing after');
    expect(await shown('two')).toContain('expected\ntwo');
  });
  it('is found where there was nothing that could have come out', async () =>
    expect(await read('```text\nanything\n```')).toContain('no command before it'));
  it('is found where its language has no check', async () =>
    expect(await read('```ruby\nputs 1\n```')).toContain('nothing checks'));
  it('is found where a file of TypeScript is never run', async () =>
    expect(await read('```ts\nconst a = 1;\n```')).toContain('names no file'));
  it('is found where a baseline is about a requirement that is not', async () => {
    const baseline = '{"schema":"killpoint.baseline/1","unsupported":[{"requirement":"no.such","reason":"x"}]}';
    expect(await read(`\`\`\`json\n${baseline}\n\`\`\``)).toContain('no.such');
    expect(await read('```json\n{"a": }\n```')).toContain('JSON');
  });
  it('is found where a workflow gives the action an input that it has not', async () => {
    const workflow = (name: string): string =>
      `\`\`\`yaml\n    steps:\n      - uses: OWNER/killpoint@main\n        with:\n          ${name}: x\n\`\`\``;
    expect(await read(workflow('target'))).toBeUndefined();
    expect(await read(workflow('tarjet'))).toContain('tarjet');
  });
});

describe('a text that is compared with what came', () => {
  it('may differ in what is measured and random, and in how far columns are apart', () => {
    const came = 'took 1.4 s  with 3f2b8c1e-0000-4000-8000-00000000abcd\n';
    expect(differenceFrom('took 14.1 s with 11111111-1111-4111-8111-111111111111', came)).toBeUndefined();
    expect(differenceFrom('took 14.1 s with another', came)).toBeDefined();
  });
  it('may leave lines out where it says so, and nowhere else', () => {
    expect(differenceFrom('a\n...\nd', 'a\nb\nc\nd')).toBeUndefined();
    expect(differenceFrom('...\nd', 'a\nd')).toBeUndefined();
    expect(differenceFrom('a\nd', 'a\nb\nd')).toBeDefined();
    expect(differenceFrom('b\n...', 'a\nb')).toBeDefined();
    expect(differenceFrom('a\n...\nb', 'b\na')).toBeDefined();
  });
});

it('every line that is not run stands on its page', () => {
  const typed = new Map(
    typedPages().map((page) => [
      page,
      blocksOf(textOf(page)).flatMap(({ language, text }) => (language === 'sh' ? typedIn(text) : [])),
    ]),
  );
  expect(unrunLine.filter(({ page, line }) => !typed.get(page)?.some(({ command }) => command === line))).toEqual([]);
});
