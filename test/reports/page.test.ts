import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { htmlReport } from '../../reports/page.ts';
import { hostileHistory, hostileReport } from './hostile.ts';
import { sampleHistories, sampleReport } from './sample-report.ts';

const hash = (text: string): string => createHash('sha256').update(text).digest('base64');
const page = (report = sampleReport(), histories = sampleHistories()): string =>
  htmlReport(report, { hash, histories });

/** Every tag of the page with its attributes, as a parser that knows quotes would cut it. */
const tagsOf = (markup: string): readonly string[] =>
  markup.replace(/<style>[\s\S]*?<\/style>/, '').match(/<[a-z!/](?:"[^"]*"|'[^']*'|[^"'>])*>/gi) ?? [];

describe('the page', () => {
  it('loads nothing and runs nothing: its policy admits its own style by hash, and no script stands in it', () => {
    const style = /<style>([\s\S]*?)<\/style>/.exec(page())?.[1] ?? '';
    expect(page()).toContain(`content="default-src 'none'; style-src &#39;`.replace("'none'", '&#39;none&#39;'));
    expect(page()).toContain(`sha256-${hash(style)}`);
    for (const tag of tagsOf(page()))
      expect(tag).not.toMatch(/^<(script|img|link|iframe|object|base|form)|\s(style|src|on\w+)=/i);
  });

  it('shows each requirement under an anchor of its id, the failing ones open', () => {
    for (const { requirement } of sampleReport().results) expect(page()).toContain(`id="${requirement}"`);
    expect(page().match(/<details class="req" open>/g)).toHaveLength(2);
    expect(page().match(/<details class="req">/g)).toHaveLength(4);
  });

  it('answers what broke, what happened, where, and how to see it again', () => {
    const text = page();
    expect(text).toContain(
      '1 requirement broken, 1 failed though undocumented, 1 passed, 1 inconclusive, 2 not offered',
    );
    expect(text).toContain('worker-1 was stopped while its answer to extract was withheld<sup>#4</sup>');
    expect(text).toContain('<li class="illegal"><span>#20</span>');
    expect(text).toContain('npx killpoint replay .killpoint/counterexamples/lease.zombie-changes-nothing.json');
  });

  it('shows a boundary where something did not land, and what is unreachable', () => {
    expect(page()).toMatch(/step\.committed<\/td><td class="heat missed">15 \/ 16/);
    expect(page()).toContain('unreachable here: needs store');
  });

  it('links only to the web', () => {
    expect(page()).toContain('<a href="https://docs.example.org/durable#recovery"');
    expect(page(hostileReport())).not.toMatch(/href="(?!#|https?:)/);
  });

  it('has the same tags with hostile strings as without: what they say stays text', () => {
    const text = page(hostileReport(), sampleHistories(hostileHistory()));
    const allowed = new Set(tagsOf(page()).map((tag) => tag.replace(/[\s>].*/s, '')));
    for (const tag of tagsOf(text)) expect(allowed).toContain(tag.replace(/[\s>].*/s, ''));
    for (const tag of tagsOf(text)) expect(tag.replace(/"[^"]*"/g, '""')).not.toMatch(/\son\w+=|alert/);
    expect(text).not.toMatch(/<script|<img/i);
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u2028\u2029\u202e]/u);
  });
});
