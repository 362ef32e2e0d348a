import { describe, expect, it } from 'vitest';
import { accountOf, charts } from '../../model/account.ts';
import { machines } from '../../model/kinds.ts';
import { compiled } from '../../model/step.ts';
import type { Event, History, Json, Step } from '../../model/vocabulary.ts';
import { effect, model, opaque, programOf, subjectOf } from './history-builder.ts';

const launch = (steps: readonly Step[]): Event => ({
  type: 'command.sent',
  id: 1,
  command: {
    ...{ type: 'launch', tenant: 't', actor: 'client', key: 'launch', run: 'run-1', slot: 'slot-1', startKey: 'start' },
    ...{ pins: { package: 'p', workflow: 'w', binding: 'b' }, specification: 's', workerClass: 'any' },
    program: programOf(...steps),
  },
});
const launched: Event = { type: 'command.answered', id: 1, outcome: { status: 'ok', value: null } };
const received = (call: number, step: string, more: { inputs?: Record<string, Json>; key?: string } = {}): Event => ({
  ...{ type: 'call.received', call, run: 'run-1', step, op: more.key === undefined ? 'model' : 'effect', nth: call },
  ...{ inputs: {}, nonce: `nonce ${call}`, ...more },
});
const ERROR = 'not now';
const answered = (call: number, step: string, value: Json): Event => ({
  ...{ type: 'call.answered', call, run: 'run-1', step, status: value === ERROR ? 503 : 200, value },
});
type Line = readonly [worker: string | undefined, atMs: number, event: Event];
const tell = (steps: readonly Step[], lines: readonly Line[]): History => ({
  schema: 'killpoint.history/1',
  plan: { id: 'told', program: programOf(...steps), interventions: [], needs: [], settings: { leaseMs: 100 } },
  subject: subjectOf(),
  observations: [[undefined, 0, launch(steps)] as const, [undefined, 0, launched] as const, ...lines].map(
    ([worker, atMs, event], seq) => ({ seq, atMs, witness: 'harness' as const, ...(worker && { worker }), event }),
  ),
  ended: 'settled',
});
const died: Event = { type: 'process.died', code: null, signal: 'SIGKILL', by: 'plan' };

describe('the account of a history', () => {
  const steps = [model('extract'), model('analyse', 'extract')];

  it('assumes a claim before a first call, and the commit of a result before the next one', () => {
    const account = accountOf(
      tell(steps, [
        ['worker-1', 1, received(1, 'extract')],
        ['worker-1', 2, answered(1, 'extract', 'text')],
        ['worker-1', 3, received(2, 'analyse', { inputs: { extract: 'text' } })],
      ]),
    );
    expect(account.first).toBeUndefined();
    expect(account.moments[2]?.hidden).toEqual(['worker-1 claimed slot-1', 'worker-1 started attempt slot-1/1']);
    expect(account.moments[4]?.hidden).toEqual(['attempt slot-1/1 committed extract']);
    expect(account.moments[4]?.states).toMatchObject({ 'slot slot-1': 'active', 'attempt slot-1/1': 'running' });
  });

  it('lets a successor take over once the lease may have expired, and not before', () => {
    const takeover = (atMs: number) =>
      accountOf(
        tell(steps, [
          ['worker-1', 1, received(1, 'extract')],
          ['worker-1', 2, died],
          ['worker-2', atMs, received(2, 'extract')],
        ]),
      );
    expect(takeover(200).first).toBeUndefined();
    expect(takeover(200).moments.at(-1)?.hidden).toContain('the lease of attempt slot-1/1 expired');
    expect(takeover(50).first).toMatchObject({
      seq: 4,
      command: 'expire',
      refusal: 'lease-not-due',
      guard: 'isNotDue',
    });
  });

  it('refuses what a worker does for an attempt that is over, with both fencing tokens', () => {
    const { first } = accountOf(
      tell(steps, [
        ['worker-1', 1, received(1, 'extract')],
        ['worker-1', 1, { type: 'process.stopped' }],
        ['worker-2', 200, received(2, 'extract')],
        ['worker-2', 201, answered(2, 'extract', 'second')],
        ['worker-2', 202, received(3, 'analyse', { inputs: { extract: 'second' } })],
        ['worker-1', 203, { type: 'process.continued' }],
        ['worker-1', 204, answered(1, 'extract', 'first')],
        ['worker-1', 205, received(4, 'analyse', { inputs: { extract: 'first' } })],
      ]),
    );
    expect(first).toMatchObject({ seq: 9, command: 'commit', entity: 'lease slot-1/1', refusal: 'lease-is-terminal' });
    expect(first?.operands).toEqual(
      expect.arrayContaining([
        { name: 'fencing token held', value: '2', seq: 4 },
        { name: 'fencing token presented', value: '1', seq: 2 },
      ]),
    );
  });

  it('refuses a second sending of an action that may not be repeated, and a second key of one that may', () => {
    const sends = (step: Step, key: string) =>
      accountOf(
        tell(
          [step],
          [
            ['worker-1', 1, received(1, 'send', { key: 'one' })],
            ['worker-1', 2, died],
            ['worker-2', 200, received(2, 'send', { key })],
          ],
        ),
      ).first;
    expect(sends(opaque('send'), 'one')?.refusal).toBe('needs-review');
    expect(sends(effect('send'), 'one')).toBeUndefined();
    expect(sends(effect('send'), 'two')).toMatchObject({ command: 'intend', refusal: 'already-exists' });
  });

  it('refuses a step that is called before the one that it follows has a result', () => {
    const { first } = accountOf(tell(steps, [['worker-1', 1, received(1, 'analyse')]]));
    expect(first).toMatchObject({ refusal: 'step-is-not-next', entity: 'slot slot-1', state: 'active' });
    expect(first?.operands).toContainEqual({ name: 'steps due', value: 'extract' });
  });

  it('says what would have been legal, by the rules', () => {
    const { moments } = accountOf(tell(steps, [['worker-1', 1, received(1, 'extract')]]));
    const words = moments.at(-1)?.legal.map((legal) => legal.words);
    expect(words).toContain('commit extract');
    expect(words).toContain('cancel run-1');
    expect(words).not.toContain('claim slot-1');
    expect(moments[1]?.legal.map((legal) => legal.words)).toContain('claim slot-1');
  });

  it('follows ten thousand observations in seconds on the slowest machine', () => {
    const lines = Array.from({ length: 9000 }, (_, at): readonly Line[] => [
      ['worker-1', at, received(at, 'extract')],
      ...(at % 10 === 0 ? [['worker-1', at, answered(at, 'extract', ERROR)] as const] : []),
    ]).flat();
    const began = performance.now();
    const account = accountOf(tell(steps, lines));
    expect(performance.now() - began).toBeLessThan(4_000);
    expect(account.first).toBeUndefined();
  });

  it('throws on no part of a history', () => {
    const whole = tell(steps, [
      ['__proto__', 1, received(1, '__proto__')],
      ['worker-1', 1, received(2, 'extract', { inputs: { __proto__: null, constructor: 1 } })],
      ['worker-1', 2, answered(9, 'nobody', '\u0000')],
      [undefined, 3, { type: 'command.answered', id: 99, outcome: { status: 'ok', value: null } }],
    ]);
    for (let from = 0; from < whole.observations.length; from += 1)
      expect(() => accountOf({ ...whole, observations: whole.observations.slice(from) })).not.toThrow();
  });
});

describe('the charts', () => {
  it('show every machine with every state', () => {
    expect(charts.map(({ machine }) => machine)).toEqual(Object.keys(machines));
    for (const chart of charts) {
      const table = Object.entries(compiled).find(([kind]) => kind === chart.machine)?.[1];
      expect(chart.states.map(({ id }) => id)).toEqual(table?.leaves);
      expect(chart.states.map(({ id }) => id)).toContain(chart.initial);
    }
  });

  it('lead into every state but the first, and out of none that is final, by transitions of the machine', () => {
    for (const { machine, initial, states, transitions } of charts) {
      const ids = states.map(({ id }) => id);
      for (const { from, to } of transitions) expect(ids, machine).toEqual(expect.arrayContaining([from, to]));
      for (const { id, isFinal } of states) {
        if (id !== initial)
          expect(
            transitions.some(({ to, from }) => to === id && from !== id),
            `${machine} ${id}`,
          ).toBe(true);
        if (isFinal)
          expect(
            transitions.every(({ from, to }) => from !== id || to === id),
            `${machine} ${id}`,
          ).toBe(true);
      }
    }
  });

  it('name events and guards as the definition does', () => {
    const lease = charts.find(({ machine }) => machine === 'lease');
    expect(lease?.transitions).toContainEqual({ from: 'live', to: 'expired', event: 'expire' });
    const approval = charts.find(({ machine }) => machine === 'approval');
    expect(approval?.transitions).toContainEqual({
      from: 'requested',
      to: 'approved',
      event: 'decide',
      guard: 'isYes',
    });
  });
});
