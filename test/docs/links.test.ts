import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { profiles } from '../../model/vocabulary.ts';
import { pages, root, textOf } from './pages.ts';

describe('the links inside the documentation', () => {
  it.each(pages())('%s links only to what is there', (page) => expect(brokenLinks(page, textOf(page))).toEqual([]));

  it('are refused when the file or the heading is not there', () => {
    const text =
      '# A heading, `or` two\n[a](NOWHERE.md) [b](#no-heading) [c](LICENSE) [d](#a-heading-or-two) [e](https://x.org)';
    expect(brokenLinks('README.md', text)).toEqual(['NOWHERE.md', '#no-heading']);
  });
});

describe('the index of the documentation', () => {
  const index = textOf('docs/README.md');
  /** Pages that stand in an index of their own, or in another page. */
  const elsewhere = /^docs\/(README|runtimes-notes|decisions\/.*|findings\/(?!README).*)\.md$/;

  it.each(pages().filter((page) => page.startsWith('docs/') && !elsewhere.test(page)))('leads to %s', (page) =>
    expect(index).toContain(`](${page.slice('docs/'.length)})`),
  );
});

it('the page about profiles names each of them', () => {
  for (const profile of profiles) expect(textOf('docs/explanation/levels.md')).toContain(`| \`${profile}\` |`);
});

const brokenLinks = (page: string, text: string): readonly string[] =>
  [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map((match) => match[1] ?? '')
    .filter((link) => !/^[a-z]+:/.test(link) && !resolves(page, text, link));

const resolves = (page: string, text: string, link: string): boolean => {
  const [path = '', heading] = link.split('#');
  const target = path === '' ? page : normalize(join(dirname(page), path));
  if (path !== '' && !existsSync(join(root, target))) return false;
  if (heading === undefined || !target.endsWith('.md')) return true;
  return headingsOf(path === '' ? text : textOf(target)).includes(heading);
};

/** The anchors that GitHub makes of a page's headings. */
const headingsOf = (text: string): readonly string[] =>
  [...withoutCode(text).matchAll(/^#+ (.*)$/gm)].map((match) =>
    (match[1] ?? '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-'),
  );

const withoutCode = (text: string): string => text.replace(/^```.*?^```/gms, '');
