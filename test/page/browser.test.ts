import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axe from 'axe-core';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Plan, Report } from '../../model/vocabulary.ts';
import { type Explorer, htmlReport } from '../../reports/page.ts';
import { readHistory } from '../../scenarios/archive.ts';
import { Bench, type Ended } from '../cli/command.ts';
import { hostileHistory, hostileReport } from '../reports/hostile.ts';
import { zombieHistory } from '../reports/sample-history.ts';
import { sampleHistories, sampleReport } from '../reports/sample-report.ts';
import { chromiumPath, sayThatSkipped } from './chromium.ts';
import { longHistory } from './long-history.ts';

const path = chromiumPath();
if (path === undefined) sayThatSkipped();

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'killpoint-page-'));
const bench = new Bench();
const hash = (text: string): string => createHash('sha256').update(text).digest('base64');

let explorer: Explorer;
let browser: Browser;
/** A run of a runtime with a planted defect, with the page that it left. */
let real: Ended;

/** A page that writes to its console or throws has failed, whatever it shows. */
const complaints: string[] = [];

const sessions = new Map<Page, CDPSession>();

const opened = async (file: string, behind = '', width = 1280): Promise<Page> => {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('dialog', (dialog) => {
    complaints.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!request.url().startsWith('file:')) complaints.push(`a request: ${request.url()}`);
  });
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  sessions.set(page, session);
  await page.goto(`file://${file}${behind}`);
  return page;
};

type Given = Pick<Parameters<typeof htmlReport>[1], 'histories' | 'companions'>;

const written = (name: string, report: Report, given: Given): string => {
  const file = join(folder, name);
  writeFileSync(file, htmlReport(report, { hash, explorer, ...given }));
  return file;
};

const seriousFindings = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(axe.source);
  const found: { violations: { id: string; impact: string; nodes: { html: string }[] }[] } = await page.evaluate(
    'axe.run({ resultTypes: ["violations"] })',
  );
  return found.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map(({ html }) => html.slice(0, 160))
          .join(' | ')}`,
    );
};

/** How long the page's own thread has computed since it was opened: what else the machine does takes no part in it. */
const busyMs = async (page: Page): Promise<number> => {
  const { metrics } = (await sessions.get(page)?.send('Performance.getMetrics')) ?? { metrics: [] };
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
};

/** The event at the cursor, as the line below the lanes says it. */
const cursorOf = async (page: Page): Promise<string> => (await page.locator('.now b').first().textContent()) ?? '';

describe.skipIf(path === undefined)('the page in a browser', () => {
  beforeAll(async () => {
    const built = spawnSync(process.execPath, [join(root, 'tools/page.mjs'), folder], { encoding: 'utf8' });
    if (built.status !== 0) throw new Error(`the explorer was not built: ${built.stderr}`);
    explorer = { script: readFileSync(join(folder, 'explorer.js'), 'utf8') };
    const target = ['mutant:unfenced:in-process', '--program', 'one-effect', '-r', 'lease.zombie-changes-nothing'];
    real = await bench.run('run', ...target, '--reporter', 'json,html');
    browser = await chromium.launch({ executablePath: path ?? '', args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser?.close();
    bench.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('takes at most 600 kB without its data', () => {
    const nothing = sampleReport({ results: [], remarks: [] });
    expect(Buffer.byteLength(htmlReport(nothing, { hash, explorer }))).toBeLessThan(600_000);
  });

  it('leads from a failing requirement of a real run to its trace, the refusing guard and a command that shows it again', async () => {
    expect(real.code, real.stderr).toBe(1);
    const page = await opened(join(bench.folder, '.killpoint', 'index.html'));
    await page.getByRole('link', { name: 'Open the trace' }).first().click();
    await page.getByRole('heading', { name: 'Trace' }).waitFor();
    const illegal = await page.locator('.number.illegal').first().textContent();
    await page.keyboard.press('Home');
    expect(await cursorOf(page)).toBe('#0');
    await page.keyboard.press(illegal ?? '');
    await page.locator('.event.here.illegal').waitFor();
    await page.keyboard.press('f');
    await page.locator('.refusal').waitFor();
    expect(await page.locator('.refusal tr').count()).toBeGreaterThan(2);
    expect(await page.locator('.chart .state.here').count()).toBe(1);
    expect(await page.locator('.chart .refused-way').count()).toBe(1);
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const command: string = await page.evaluate('navigator.clipboard.readText()');
    const [, ...args] = wordsOf(command.replace(/^npx /, ''));
    const replayed = await bench.run(...args);
    expect([replayed.code, replayed.stdout]).toEqual([1, expect.stringContaining('lease.zombie-changes-nothing')]);
    expect(complaints).toEqual([]);
  });

  it('puts what the reference did beside a real failing trace, and leads by a key to where they part', async () => {
    const page = await opened(join(bench.folder, '.killpoint', 'index.html'));
    await page.getByRole('link', { name: 'Open the trace' }).first().click();
    await page.locator('#parting').waitFor();
    const illegal = await page.locator('.number.illegal').first().textContent();
    await page.keyboard.press(illegal ?? '');
    const where = await cursorOf(page);
    await page.keyboard.press('Home');
    await page.keyboard.press('c');
    expect(await cursorOf(page)).toBe(where);
    expect(await page.locator('#parting.target-only.here').isVisible()).toBe(true);
    expect(await page.locator('.beside .same').count()).toBeGreaterThan(5);
    await page.getByRole('link', { name: "The reference's own trace" }).click();
    await page.getByText('A saved history.').waitFor();
    expect(complaints).toEqual([]);
  });

  it('says of a plan that the reference could not run, or that did not land there, that it is so', async () => {
    const [file] = failingFiles(sampleReport());
    const alone = { status: 'not run', because: 'reference does not offer <b>store</b>' } as const;
    const page = await opened(
      written('alone.html', sampleReport(), {
        histories: sampleHistories(),
        companions: new Map([[file, { reference: alone }]]),
      }),
    );
    await page.getByRole('link', { name: 'Open the trace' }).first().click();
    await page.getByText('was not run under this plan: reference does not offer <b>store</b>').waitFor();
    const history = zombieHistory();
    const observations = history.observations.map((seen) =>
      seen.event.type === 'intervention.landed'
        ? { ...seen, event: { ...seen.event, type: 'intervention.missed' as const, because: 'it was gone' } }
        : seen,
    );
    const elsewhere = { status: 'ran', history: { ...history, observations } } as const;
    const other = await opened(
      written('elsewhere.html', sampleReport(), {
        histories: sampleHistories(),
        companions: new Map([[file, { reference: elsewhere, larger: { plan: widerPlan(), events: 99 } }]]),
      }),
    );
    await other.getByRole('link', { name: 'Open the trace' }).first().click();
    await other.getByText('On the reference, stop at call.done(extract) did not land: it was gone.').waitFor();
    expect(await other.locator('.shrinking').textContent()).toContain('99');
    expect(await other.locator('del').allTextContents()).toEqual(['kill at effect.applied(publish)']);
    expect(await seriousFindings(other)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('is read with the keyboard alone', async () => {
    const page = await opened(written('keys.html', sampleReport(), { histories: sampleHistories() }));
    await page.keyboard.press('/');
    await page.keyboard.type('zombie');
    await page.getByText('1 shown').waitFor();
    const link = page.getByRole('link', { name: 'Open the trace' }).first();
    await link.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Trace' }).waitFor();
    await page.keyboard.press('Home');
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight');
    expect(await cursorOf(page)).toBe('#3');
    await page.keyboard.press('End');
    expect(await cursorOf(page)).toBe('#22');
    await page.locator('[role=option][aria-selected=true]').waitFor();
    expect(await page.locator('[role=listbox]').getAttribute('aria-activedescendant')).toBe('event-22');
    expect(complaints).toEqual([]);
  });

  it.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 800],
  ] as const)('has no serious finding of axe, %s and %i wide', async (theme, width) => {
    const file = written('axe.html', sampleReport(), { histories: sampleHistories() });
    const page = await opened(file, `?theme=${theme}`, width);
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'Open the trace' }).first().click();
    await page.getByText('The bars say who works').waitFor();
    await page.getByText('Following').waitFor({ state: 'detached' });
    expect(await seriousFindings(page)).toEqual([]);
    const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    expect(overflow).toBe(0);
  });

  it('has no serious finding of axe with a statechart and a refusal in sight', async () => {
    const page = await opened(join(bench.folder, '.killpoint', 'index.html'));
    await page.getByRole('link', { name: 'Open the trace' }).first().click();
    await page.locator('.chart').waitFor();
    await page.keyboard.press('f');
    await page.locator('.refusal').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });

  it('carries ten thousand events, paints at once and steps without waiting', async () => {
    const name = 'histories/zombie.jsonl';
    const saved = join(bench.folder, '.killpoint/histories/one-effect_stop@effect.received(publish).jsonl');
    const long = longHistory(10_000, await readHistory(saved));
    const file = written('long.html', sampleReport(), { histories: new Map([[name, long]]) });
    const page = await opened(file, `#trace?history=${encodeURIComponent(name)}&at=0`);
    await page.locator('.lanes .mark').first().waitFor();
    const paint: number = await page.evaluate('performance.getEntriesByName("first-contentful-paint")[0].startTime');
    const took = await busyMs(page);
    process.stderr.write(
      `10,000 events: painted after ${Math.round(paint)} ms, of which the page computed ${Math.round(took)} ms\n`,
    );
    // Other work on the machine delays a paint, and not what the page itself has to compute for it.
    expect(took).toBeGreaterThan(1);
    // Twice of what is aimed at: it fails for a page that has become slow, and not for a slow machine.
    expect(took).toBeLessThan(2000);
    expect(await page.locator('.mark').count()).toBeLessThan(1000);
    expect(await page.locator('.event').count()).toBeLessThan(60);
    await page.keyboard.press('End');
    await page.locator('#event-9999').waitFor();
    expect(await cursorOf(page)).toBe('#9999');
    const map = page.locator('.minimap');
    const { width = 0 } = (await map.boundingBox()) ?? {};
    await map.click({ position: { x: width / 2, y: 20 } });
    await page.locator('.event.here').waitFor();
    expect(Math.abs(Number((await cursorOf(page)).slice(1)) - 5000)).toBeLessThan(60);
    const inView = await page.locator('.lanes .window').evaluate((box) => box.scrollLeft / box.scrollWidth);
    expect(Math.abs(inView - 0.5)).toBeLessThan(0.02);
    expect(await page.locator('.minimap rect').count()).toBeLessThan(1000);
    expect(await seriousFindings(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('shows hostile strings as text and runs none of them', async () => {
    const beside = {
      reference: { status: 'ran', history: hostileHistory() },
      larger: { plan: hostileHistory().plan, events: 1 },
    } as const;
    const companions = new Map(failingFiles(hostileReport()).map((name) => [name, beside]));
    const file = written('hostile.html', hostileReport(), { histories: sampleHistories(hostileHistory()), companions });
    const page = await opened(file);
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (const details of await page.locator('details.req > summary').all()) await details.click();
    const link = page.getByRole('link', { name: 'Open the trace' }).first();
    await link.click();
    await page.locator('.lanes .mark').first().waitFor();
    for (const key of ['Home', 'End', '1', '2', '3']) await page.keyboard.press(key);
    expect(await page.locator('img, iframe, object, base, form').count()).toBe(0);
    expect(await page.locator('a[href^="javascript"]').count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});

/** The counterexample files of a report. */
const failingFiles = ({ results }: Report): readonly [string, ...string[]] => {
  const [first, ...more] = results.flatMap(({ cases }) => cases.flatMap(({ counterexample }) => counterexample ?? []));
  if (first === undefined) throw new Error('expected a counterexample in the sample');
  return [first, ...more];
};

/** The plan of the sample as it was before it was made smaller. */
const widerPlan = (): Plan => {
  const { plan } = zombieHistory();
  const more = { at: { at: 'effect.applied', step: 'publish', nth: 1 }, do: 'kill' } as const;
  return { ...plan, id: `${plan.id}+more`, interventions: [...plan.interventions, more] };
};

/** The words of a command line as a shell would cut it, for what `shellWord` writes. */
const wordsOf = (command: string): readonly string[] =>
  [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
