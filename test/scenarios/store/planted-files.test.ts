import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loaded } from '../../../cli/modules.ts';
import { judge } from '../../../model/index.ts';
import type { History, Plan } from '../../../model/vocabulary.ts';
import { Archive } from '../../../scenarios/archive.ts';
import { execute } from '../../../scenarios/execute.ts';
import { type OpenGround, openGround } from '../../../scenarios/ground.ts';
import { pathOf } from '../../../scenarios/plans/landmarks.ts';
import { listingOf, writePlans } from '../../../scenarios/plans/writes.ts';
import { controlOf, plansFor } from '../../../scenarios/plans.ts';
import { scenarios } from '../../../scenarios/programs.ts';
import { buildSupervisor } from '../../../scenarios/store/files/build.ts';

const scenario = scenarios.find(({ program }) => program.id === 'model-tool-effect');
const built = buildSupervisor();
const ledger = join(import.meta.dirname, '../../fixtures/adapters/ledger.mjs');

/** Runs what a test chooses of the plans of one runtime, and says which requirements its histories break. */
const brokenBy = async (
  manner: string,
  choose: (plans: readonly Plan[]) => readonly Plan[],
): Promise<readonly string[]> => {
  if (scenario === undefined) throw new Error('expected the program model-tool-effect in the catalogue');
  const { program } = scenario;
  const folder = mkdtempSync(join(tmpdir(), 'killpoint-planted-'));
  const archive = new Archive(folder);
  await archive.prepare();
  const ground: OpenGround = await openGround(await loaded(ledger, { manner }), {
    ...{ workers: 2, signal: new AbortController().signal, folder, reach: ['store'] },
  });
  const run = (plan: Plan): Promise<History> =>
    execute(ground, plan, { folder: archive.workFolder(plan.id), path: undefined });
  try {
    const control = await run(controlOf(program, 1));
    const listing = await run(listingOf(program, 1));
    expect([control.ended, listing.ended, pathOf(listing)]).toEqual(['settled', 'settled', pathOf(control)]);
    const recorded = ground.files?.recordings.get(program.id);
    const plans = [
      ...(recorded === undefined ? [] : writePlans([{ program, recording: recorded }]).plans),
      ...plansFor(scenario, control),
    ];
    const chosen = choose(plans);
    expect(chosen.length).toBeGreaterThan(0);
    const histories = [control, listing, ...(await Promise.all(chosen.map(run)))];
    const verdicts = judge(
      histories.map((history) => ({ history, file: '' })),
      ground.subject,
    );
    return verdicts
      .filter(({ status }) => status === 'fail')
      .map(({ requirement, message }) => `${requirement}: ${message}`);
  } finally {
    await ground.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

const like =
  (...wanted: readonly RegExp[]) =>
  (plans: readonly Plan[]): readonly Plan[] =>
    plans.filter(({ id }) => wanted.some((one) => one.test(id)));

describe.skipIf(built.status === 'missing')('a runtime whose store is files', () => {
  const images = like(/lose-power\[drop-all\].*#[57]$/, /lose-power\[drop-all\].*#[36]$/);
  const kills = like(/\/kill@write\.before.*#[57]$/, /\/kill@write\.before.*#[46]$/);
  const errors = like(/\/full@write\.before\(write.*restore@write\.before\(/);

  it('that never syncs is found by a loss of power, in the image that any disk may leave, and by no death', async () => {
    const broken = await brokenBy('skips-fsync', images);
    expect(broken.join('\n')).toContain('recovery.run-finishes-after-any-interruption');
    expect(broken.join('\n')).toContain('image drop-all: nothing unsynced was kept, which any disk may do');
    expect(await brokenBy('skips-fsync', kills)).toEqual([]);
  });

  it('that takes no notice of a full disk is found by it', async () => {
    expect((await brokenBy('swallows-errors', errors)).join('\n')).toMatch(
      /store-outage-loses-nothing|success-needs-its-proof/,
    );
  });

  it('that goes on before its write is done is found by a death before that write', async () => {
    expect((await brokenBy('goes-on-early', like(/\/kill@write\.before\(write.*#7$/))).join('\n')).toContain(
      'commit.output-durable-before-progress',
    );
  });

  it('that keeps its progress in its working folder is found where its node is lost', async () => {
    const lost = like(/\/lose-node@effect\.applied/);
    expect((await brokenBy('keeps-at-home', lost)).join('\n')).toContain('commit.survives-node-loss');
    expect(await brokenBy('honest', lost)).toEqual([]);
  });

  it('that does all of it right is not accused by any of these', async () => {
    expect(await brokenBy('honest', (plans) => [...images(plans), ...kills(plans), ...errors(plans)])).toEqual([]);
  });
});
