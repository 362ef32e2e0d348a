import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { judge } from '../../model/judge.ts';
import { requirements } from '../../model/requirements/index.ts';
import { decide } from '../../model/runtime.ts';
import type { Command, CommandOf, History, Verdict } from '../../model/vocabulary.ts';
import { mutantNamed } from '../../sut/mutants/index.ts';
import { type Decide, Store } from '../../sut/store.ts';
import { claim, publish, reassign } from './commands.ts';
import { approval, programOf, Story, subjectOf } from './history-builder.ts';

/*
 * The checks of claim and reassign know no machine, and the machines know no check: here the reference answers, on its real store, and
 * the checks say what they make of it.
 */

const folder = mkdtempSync(join(tmpdir(), 'killpoint-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const program = programOf(approval('approve'));
const by = { tenant: 'tenant-1', actor: 'ann', key: '' };
const runs = ['run-1', 'run-2', 'run-3'] as const;
const launch = (nth: number, tenant: string): CommandOf<'launch'> => ({
  type: 'launch',
  ...by,
  tenant,
  run: `run-${nth}`,
  slot: `slot-${nth}`,
  startKey: `start-${nth}`,
  pins: { package: 'p', workflow: 'w', binding: 'b' },
  program,
  specification: `standard-${nth}`,
  workerClass: 'standard',
});
const specification = (nth: number, workerClass: string, tenant = 'tenant-1') =>
  publish(`${workerClass}-${nth}`, { tenant, run: `run-${nth}`, slot: `slot-${nth}`, workerClass });

const configuration: readonly Command[] = (['package', 'workflow', 'binding'] as const).flatMap((of) => [
  { type: 'register', ...by, revision: { id: of.charAt(0), of, digest: of } },
  { type: 'accept', ...by, revision: of.charAt(0) },
]);
const setting: readonly Command[] = [
  ...configuration,
  specification(1, 'standard'),
  specification(1, 'large'),
  specification(2, 'standard'),
  specification(2, 'huge'),
  { ...specification(3, 'standard', 'tenant-2'), tenant: 'tenant-2' },
  launch(1, 'tenant-1'),
  launch(2, 'tenant-1'),
  launch(3, 'tenant-2'),
];
const report = (type: 'start' | 'release-lease' | 'expire', nth: number): Command => ({
  type,
  ...by,
  attempt: `slot-1/${nth}`,
});
const owned = (workerClass: string) => claim({ workerClass, owner: 'ann' });
const fail = (nth: number): Command => ({ type: 'fail', ...by, attempt: `slot-1/${nth}`, error: 'the tool broke' });
const exit = (nth: number): Command => ({ type: 'exit', ...by, attempt: `slot-1/${nth}`, status: 'failed' });

const lines: readonly Command[] = [
  owned('large'),
  owned('standard'),
  reassign(),
  report('start', 1),
  fail(1),
  reassign(),
  exit(1),
  reassign(),
  report('release-lease', 1),
  reassign({ reason: '' }),
  reassign({ reason: ' \t' }),
  reassign({ actor: 'bob' }),
  reassign({ tenant: 'tenant-2' }),
  reassign({ run: 'run-2' }),
  reassign({ workerClass: 'huge' }),
  reassign(),
  claim({ workerClass: 'standard' }),
  claim({ workerClass: 'large' }),
  report('start', 2),
  report('expire', 2),
  reassign(),
  exit(2),
  reassign({ actor: 'bob', workerClass: 'standard' }),
  { type: 'hold', ...by, run: 'run-1', slot: 'slot-1' },
  reassign(),
  { type: 'release', ...by, run: 'run-1', slot: 'slot-1' },
];

let nth = 0;
const driven = (decides: Decide): History => {
  const file = join(folder, `${++nth}.sqlite`);
  const settings = { leaseMs: 0, graceMs: 0, backoffMs: 0 };
  let nowMs = 0;
  const store = Store.open(file, { settings, now: () => ++nowMs, decide: decides });
  const story = new Story(program, { script: [] });
  const look = (why: 'before-command' | 'after-command') => {
    for (const run of runs) {
      const { status, ...view } = store.read(run);
      story.shows(why, status, { run, ...view });
    }
  };
  for (const [at, line] of [...setting, ...lines].entries()) {
    look('before-command');
    const command = { ...line, key: `command ${at}` };
    const answer = store.apply(command);
    const id = story.sends('client-1', command);
    story.replies(
      id,
      answer.status === 'ok' ? { status: 'ok', value: null } : { status: 'refused', reason: answer.reason },
    );
    look('after-command');
  }
  return story.end();
};

/** What one of many workers wins, only workers can show. */
const asked = requirements.filter(
  ({ id }) => id.startsWith('reassign.') || (id.startsWith('claim.') && id !== 'claim.one-of-many-wins'),
);
const verdicts = (decides: Decide): readonly Verdict[] =>
  judge([{ history: driven(decides), file: '' }], subjectOf(), asked);
const failing = (all: readonly Verdict[]) =>
  all.filter(({ status }) => status === 'fail').map(({ requirement, message }) => `${requirement}: ${message}`);

describe('the checks of claim and reassign', () => {
  it('find the reference to keep every clause that commands alone can exercise', () => {
    const all = verdicts(decide);
    expect(failing(all)).toEqual([]);
    const open = all.flatMap(({ requirement, clauses }) =>
      clauses.filter(({ status }) => status !== 'pass').map(({ clause }) => `${requirement} ${clause}`),
    );
    expect(open).toEqual([
      // No plan here claims a slot too early; a command that breaks off, and a race, need processes.
      'claim.honours-retry-time not-before',
      'claim.honours-retry-time after',
      'claim.failure-leaves-slot-claimable nothing-half',
      'claim.failure-leaves-slot-claimable claimable',
      'claim.failure-leaves-slot-claimable no-progress',
      'reassign.is-atomic against-a-rival',
      'reassign.is-atomic under-a-crash',
    ]);
  });
  it.each(['reassign-ignores-owner', 'reassign-creates-worker', 'reassign-refuses-all'])(
    'catch the mutant %s',
    (name) => {
      const mutant = mutantNamed(name);
      const plain: Decide = (view, command) => decide(view, command, mutant.defects);
      const found = failing(verdicts(mutant.decide?.(plain) ?? plain));
      // A race takes two processes: what only a race shows is for the whole harness to find.
      for (const id of mutant.fails.filter((one) => one !== 'reassign.is-atomic'))
        expect(
          found.some((line) => line.startsWith(id)),
          `${id} in ${found.join('\n')}`,
        ).toBe(true);
    },
  );
});
