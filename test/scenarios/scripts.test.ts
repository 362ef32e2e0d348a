import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { configuration } from '../../adapters/reference/configuration.ts';
import { requirements } from '../../model/requirements/index.ts';
import { type Command, type Feature, type History, historySchema, type Plan } from '../../model/vocabulary.ts';
import { scripts } from '../../scenarios/scripts.ts';
import { Store } from '../../sut/store.ts';
import { subjectOf } from '../model/history-builder.ts';

/*
 * The scripts say what they exercise. Here the reference's real store answers them, on a clock of its own, and the checks say what they
 * make of it: each clause that is named has to be exercised and kept.
 */

const folder = mkdtempSync(join(tmpdir(), 'killpoint-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Seen = History['observations'][number];
const can: readonly Feature[] = [
  ...new Set(scripts.flatMap(({ plan }) => plan.needs)),
  'decisions',
  'provenance',
  'prefix',
];

/** Tells a script to a store as the harness tells it to a target: every command between two readings, here of every run. */
const told = (plan: Plan): History => {
  let nowMs = 0;
  const { leaseMs = 0, graceMs = 0, backoffMs = 0 } = plan.settings;
  const settings = { leaseMs: Number(leaseMs), graceMs: Number(graceMs), backoffMs: Number(backoffMs) };
  const store = Store.open(join(folder, `${plan.id.replaceAll('/', '-')}.db`), { settings, now: () => ++nowMs });
  for (const command of configuration(plan.program.id)) store.apply(command);
  const seen: Seen[] = [];
  const note = (witness: Seen['witness'], event: Seen['event']) =>
    seen.push({
      seq: seen.length,
      atMs: nowMs,
      witness,
      event,
      ...(witness === 'harness' ? { worker: 'client-1' } : {}),
    });
  const commands = (plan.script ?? []).flatMap((line) => (line.say === 'race' ? line.commands : [line.command]));
  const runs = new Set(
    commands.flatMap((one) => (one.type === 'launch' ? [one.run] : one.type === 'branch' ? [one.as] : [])),
  );
  const look = (why: 'before-command' | 'after-command' | 'rest') => {
    for (const run of runs) note('runtime', { type: 'view.read', run, why, view: store.read(run) });
  };
  let id = 0;
  // A process that dies over its command leaves it undone, unless it was durable already.
  const [death] = plan.interventions;
  const dies = (command: Command) => {
    if (death?.at.at === 'commit.after') store.apply(command);
    note('runtime', { type: 'command.answered', id, outcome: { status: 'unknown', cause: 'its process died' } });
    return { status: 'ok' as const };
  };
  const send = (command: Command, line = 0) => {
    const own = ++id;
    note('harness', { type: 'command.sent', id: own, command });
    if (line === death?.at.nth) return dies(command);
    const answer = store.apply(command);
    const outcome = answer.status === 'ok' ? { status: 'ok' as const, value: answer.value ?? null } : answer;
    note('runtime', { type: 'command.answered', id: own, outcome });
    return answer;
  };
  for (const [at, line] of (plan.script ?? []).entries()) {
    look('before-command');
    if (line.say === 'race') line.commands.map((command) => send(command));
    else {
      const limitMs = nowMs + 20_000;
      while (send(line.command, at + 1).status !== 'ok' && line.say === 'until-accepted') {
        if (nowMs > limitMs)
          throw new Error(`${plan.id}: ${line.command.type} was never accepted: ${JSON.stringify(seen.at(-1)?.event)}`);
        nowMs += 25;
      }
    }
    look('after-command');
  }
  look('rest');
  store.close();
  return historySchema.parse({
    schema: 'killpoint.history/1',
    plan,
    subject: subjectOf({ can: [...can] }),
    observations: seen,
    ended: 'settled',
  });
};

const refusals = (history: History): readonly string[] =>
  history.observations.flatMap(({ event }, at) => {
    const sent = history.observations[at - 1]?.event;
    return event.type === 'command.answered' && event.outcome.status === 'refused' && sent?.type === 'command.sent'
      ? [`${sent.command.type}: ${event.outcome.reason}`]
      : [];
  });

describe.each(scripts.map((script) => [script.plan.id, script] as const))('%s', (_, { plan, exercises }) => {
  const history = told(plan);
  const findings = requirements.flatMap((one) => one.check(history).map((found) => ({ ...found, of: one.id })));
  it('is kept by the reference', () => {
    expect(
      findings.flatMap(({ of, clause, violations }) => violations.map(({ message }) => `${of}/${clause}: ${message}`)),
    ).toEqual([]);
  });
  it('exercises what it names', () => {
    const exercised = findings.filter((found) => found.exercised > 0);
    const isLeft = (name: string) => !exercised.some(({ of, clause }) => name === of || name === `${of}/${clause}`);
    if (process.env.TELL)
      console.log(
        plan.id,
        '\n',
        refusals(history).join('\n '),
        '\n ',
        exercised.map(({ of, clause, exercised: n }) => `${of}/${clause} ${n}`).join('\n  '),
      );
    expect(exercises.filter(isLeft)).toEqual([]);
  });
});
