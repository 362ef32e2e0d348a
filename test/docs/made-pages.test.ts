import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createReference } from '../../adapters/reference/index.ts';
import { areaOf, areas } from '../../model/areas.ts';
import { boundaries, requirements } from '../../model/index.ts';
import { subjectSchema } from '../../model/vocabulary.ts';
import { mutants } from '../../sut/index.ts';
import { text } from '../../tools/pages/markdown.ts';
import { madePages } from '../../tools/pages.ts';
import { root, textOf } from './pages.ts';

const made = await madePages();
const pageOf = (file: string): string => made.find((page) => page.file === file)?.text ?? '';

describe('the pages that are made from data', () => {
  it.each(made)('$file says what the data says', ({ file, text }) => {
    expect(existsSync(join(root, file)) && textOf(file) === text, `${file} is out of date: run \`npm run docs\``).toBe(
      true,
    );
  });

  it('name every requirement, clause, mutant and boundary', () => {
    const headings = (file: string): readonly string[] =>
      [...pageOf(file).matchAll(/^#{2,3} (.*)$/gm)].map((match) => match[1] ?? '');
    for (const { id, clauses } of requirements) {
      expect(headings('docs/requirements.md')).toContain(id);
      const part = pageOf('docs/requirements.md').split(`### ${id}\n`)[1]?.split('\n### ')[0] ?? '';
      for (const clause of clauses) expect(part).toContain(`- \`${clause.id}\`: `);
    }
    expect(headings('docs/mutants.md')).toEqual(mutants.map(({ id }) => id));
    for (const { id } of boundaries) expect(pageOf('docs/boundaries.md')).toContain(`| \`${id}\` |`);
  });

  it('have a heading for every link that the reference gives with a promise', async () => {
    const { capabilities } = subjectSchema.parse(await createReference().describe());
    expect(capabilities.length).toBeGreaterThan(0);
    for (const { link } of capabilities) {
      const [file = '', heading] = link.split('#');
      expect(pageOf(file)).toContain(`\n## ${heading}\n`);
    }
  });

  it('leave no requirement without an area', () =>
    expect(requirements.filter(({ id }) => !areas.some((area) => area.id === areaOf(id)))).toEqual([]));

  it('show text as it is, and code as code', () =>
    expect(text('a|b <c> *d* `e|f`')).toBe('a\\|b \\<c\\> \\*d\\* `e|f`'));
});
