import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { expanded } from '../../reports/page/compact.ts';
import { htmlReport } from '../../reports/page.ts';
import { hostileHistory, hostileReport } from './hostile.ts';
import { sampleHistories, sampleReport } from './sample-report.ts';

const hash = (text: string): string => createHash('sha256').update(text).digest('base64');
const explorer = { script: 'const explorer = "stands in";' };
const page = (report = sampleReport(), histories = sampleHistories()): string =>
  htmlReport(report, { hash, explorer, histories });

/** Every tag of the page with its attributes, as a parser that knows quotes would cut it; what scripts and styles hold is no markup. */
const tagsOf = (markup: string): readonly string[] =>
  markup.replace(/(<(script|style)[^>]*>)[\s\S]*?(?=<\/\2)/g, '$1').match(/<[a-z!/](?:"[^"]*"|'[^']*'|[^"'>])*>/gi) ??
  [];

/** What an element of data holds. */
const dataIn = (markup: string, id: string): unknown =>
  expanded(JSON.parse(new RegExp(`<script type="application/json" id="${id}">(.*)</script>`).exec(markup)?.[1] ?? ''));

describe('the page', () => {
  it('loads nothing: its policy admits its own style and script by their hashes, and nothing else', () => {
    const style = /<style>([\s\S]*?)<\/style>/.exec(page())?.[1] ?? '';
    expect(page()).toContain('content="default-src &#39;none&#39;; style-src &#39;sha256-');
    expect(page()).toContain(`sha256-${hash(style)}`);
    expect(page()).toContain(`script-src &#39;sha256-${hash(explorer.script)}`);
    for (const tag of tagsOf(page()))
      expect(tag).not.toMatch(/^<(img|link|iframe|object|base|form)|\s(style|src|on\w+)=/i);
    expect(page().match(/<script>/g)).toHaveLength(1);
  });

  it('carries the report, what its failures mean, and their histories', () => {
    const told = ({ facts }: { facts: { seq: number }[] }) => facts.map(({ seq }) => seq);
    const data = JSON.parse(JSON.stringify(dataIn(page(), 'data')));
    expect(data.report.results).toHaveLength(sampleReport().results.length);
    const [first] = data.failures['lease.zombie-changes-nothing'].cases;
    expect(told(first)).toEqual([4, 7, 15, 17, 20]);
    expect(first.command).toBe('npx killpoint replay .killpoint/counterexamples/lease.zombie-changes-nothing.json');
    const { element } = data.histories[first.history];
    expect(dataIn(page(), `history-${element}`)).toEqual(
      JSON.parse(JSON.stringify([...sampleHistories().values()][element])),
    );
  });

  it('says without a script what failed', () => {
    const text = /<noscript>([\s\S]*?)<\/noscript>/.exec(page())?.[1] ?? '';
    expect(text).toContain('<b>lease.zombie-changes-nothing</b>');
  });

  it('has the same tags with hostile strings as without: what they say stays text', () => {
    const text = page(hostileReport(), sampleHistories(hostileHistory()));
    const allowed = new Set(tagsOf(page()).map((tag) => tag.replace(/[\s>].*/s, '')));
    for (const tag of tagsOf(text)) expect(allowed).toContain(tag.replace(/[\s>].*/s, ''));
    for (const tag of tagsOf(text)) expect(tag.replace(/"[^"]*"/g, '""')).not.toMatch(/\son\w+=|alert/);
    expect(text).not.toMatch(/<script>alert|<img/i);
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u2028\u2029\u202e]/u);
  });
});
