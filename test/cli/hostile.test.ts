import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Bench, type Ended, fixture } from './command.ts';

/** What no console may be sent: controls but the line feed, and characters that turn the reading order. */
const dangerous = /(?!\n)\p{Cc}|[\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

const runs = [
  {
    what: 'an adapter that says hostile things of itself',
    args: ['run', fixture('hostile'), '--program', 'one-effect', '-r', 'effect.applied-once', '-x'],
    shows: 'tiny',
    traces: 'worker-1',
  },
  {
    what: 'a step whose result is hostile',
    args: ['run', 'mutant:reruns-committed', '--program', 'awkward-values', '-r', 'recovery.committed-*', '-x'],
    shows: 'recovery.committed-step-runs-once',
    traces: '<script>',
  },
];

describe.each(runs)('$what', ({ args, shows, traces }) => {
  const bench = new Bench();
  let ended: Ended;
  beforeAll(async () => {
    ended = await bench.run(...args, '--workers', '2');
  });
  afterAll(() => bench.close());

  it('runs, fails and is shown: else nothing here would say anything', () => {
    expect(ended.code).toBe(1);
    expect(ended.stdout).toContain(shows);
    expect(bench.list('.killpoint', 'counterexamples')).toHaveLength(1);
  });

  it('sends the console no control, and no character that turns the reading order', async () => {
    expect(ended.stdout + ended.stderr).not.toMatch(dangerous);
    const shown = await bench.run('show', '--text');
    expect([shown.code, shown.stdout]).toEqual([0, expect.stringContaining(traces)]);
    expect(shown.stdout).not.toMatch(dangerous);
  });

  it('stays text on the page, whose policy lets nothing run', () => {
    const page = bench.read('.killpoint', 'index.html');
    expect(page).toContain('http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;');
    expect(page).toContain(shows);
    const own = readFileSync(join(import.meta.dirname, '../../dist/reports/page/explorer.js'), 'utf8');
    expect(page.split(own)).toHaveLength(2);
    const rest = page.replace(own, () => '');
    expect(rest).not.toMatch(dangerous);
    // What remains are islands of data without a single '<', and the empty place of the page's own script.
    const islands = /<script type="application\/json" id="[\w-]+">[^<]*<\/script>/g;
    expect(rest.match(islands)?.length).toBeGreaterThan(1);
    expect(rest.replace(islands, '').replace('<script></script>', '')).not.toMatch(
      /<script|<\/script|javascript:[^<]*"/i,
    );
  });

  it('leaves XML and JSON that parse', () => {
    const xml = bench.read('.killpoint', 'junit.xml');
    expect(XMLValidator.validate(xml)).toBe(true);
    expect(new XMLParser().parse(xml)).toHaveProperty('testsuites');
    expect(xml).not.toMatch(dangerous);
    const json = bench.read('.killpoint', 'report.json');
    expect(json).not.toMatch(dangerous);
    expect(json).not.toContain('</script');
    expect(bench.report().exit.code).toBe(1);
  });

  it('writes nothing outside its folder, under plain names', () => {
    expect(bench.list()).toEqual(['.killpoint']);
    expect(bench.list('.killpoint')).toEqual([
      'costs.json',
      'counterexamples',
      'histories',
      'index.html',
      'junit.xml',
      'report.json',
    ]);
    const names = ['histories', 'counterexamples'].flatMap((kind) => bench.list('.killpoint', kind));
    for (const name of names) expect(name).toMatch(/^[\w@.+#()-]+\.jsonl?$/);
  });
});
