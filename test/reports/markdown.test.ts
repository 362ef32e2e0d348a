import { describe, expect, it } from 'vitest';
import { markdownReport } from '../../reports/markdown.ts';
import { markdownBlock, markdownCode, markdownCodeCell, markdownText } from '../../reports/markdown-text.ts';
import { hostile, hostileHistory, hostileReport, hostileStrings } from './hostile.ts';
import { sampleHistories, sampleReport } from './sample-report.ts';

describe('the report in Markdown', () => {
  const text = markdownReport(sampleReport(), { histories: sampleHistories() });

  it('begins with what it came to', () => {
    const [title, exit] = text.split('\n\n');
    expect(title).toBe('# ✗ langgraph 1.4.0 durability=sync');
    expect(exit).toBe('**exit 1**: 2 requirements failed');
  });

  it('tells each failure: its sentence, what happened, three events, how to see it again', () => {
    expect(text).toContain('### ✗ `recovery.later-steps-see-the-committed-output`: fail');
    expect(text).toContain('> A runtime must hand later steps exactly the committed output, not a re-sampled one.');
    expect(text).toContain('worker-1 was stopped while its answer to extract was withheld');
    expect(text).toMatch(/\| 20 \| \d+ ms \| \*\*illegal\*\* \| the store shows run-1 running/);
    expect(text).toMatch(/```sh\nnpx killpoint replay \.killpoint\/counterexamples\/\S+\n```/);
    expect(text).toContain('Shown by the same events as `recovery.later-steps-see-the-committed-output`');
  });

  it('names every requirement in a table of its profile', () => {
    for (const { requirement } of sampleReport().results) expect(text).toContain(`| \`${requirement}\` |`);
  });

  it('has as many cells in each row of a table as in its head, whatever stands in them', () => {
    const rows = markdownReport(hostileReport(), { histories: sampleHistories(hostileHistory()) })
      .split('\n')
      .filter((line) => line.startsWith('| '));
    expect(rows.length).toBeGreaterThan(8);
    for (const row of rows)
      expect([4, 5], row).toContain(
        row.replaceAll('\\|', '').match(/\|/g)?.length ? row.replaceAll('\\|', '').split('|').length - 2 : 0,
      );
  });

  it('opens no tag of its own accord, and no line of what it was given is a heading or a fence', () => {
    const shown = markdownReport(hostileReport(), { histories: sampleHistories(hostileHistory()), diagrams: 9 });
    const outside = shown.replace(/```mermaid\n[\s\S]*?\n```/g, '').replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, '');
    expect(outside.replaceAll('<!-- -->', '').replace(/<\/?(?:details|summary)>/g, '')).not.toMatch(/(?<!\\)</);
    expect(shown).not.toMatch(/^::|^##\[/m);
  });
});

describe('text in Markdown', () => {
  it('tells nobody, and links to nothing', () => {
    expect(markdownText('@octocat see #12 at https://evil.example or www.evil.example')).toBe(
      '@<!-- -->octocat see #<!-- -->12 at https:<!-- -->//evil.example or www.<!-- -->evil.example',
    );
  });

  it('is no markup', () => {
    expect(markdownText('*a* _b_ `c` <b> [d](e) |f| ~g~ $h$ &lt;')).toBe(
      '\\*a\\* \\_b\\_ \\`c\\` \\<b\\> \\[d\\](e) \\|f\\| \\~g\\~ \\$h\\$ &amp;lt;',
    );
  });

  it.each(['# title', '- item', '1. item', '+ item', '=== line'])('begins nothing: %s', (text) => {
    expect(markdownText(text)).toMatch(/^(?:\\|\d+\\)/);
  });

  it.each([...hostileStrings, hostile, '``` end', '`', ''])('stays within code: %j', (text) => {
    const flat = text.replaceAll(/[\r\n]/g, ' ');
    const code = markdownCode(flat);
    const [fence = ''] = /^`+/.exec(code) ?? [];
    expect(code.slice(fence.length, -fence.length)).not.toMatch(new RegExp(`(?<!\`)\`{${fence.length}}(?!\`)`));
    expect(markdownCodeCell(flat)).not.toMatch(/(?<!\\)\|/);
  });

  it('ends no block of code before its end', () => {
    expect(markdownBlock('sh', 'a\n```\nb').startsWith('````sh\n')).toBe(true);
  });
});
