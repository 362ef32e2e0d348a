import { describe, expect, it } from 'vitest';
import { find } from '../../../model/store.ts';
import type { Program, Step } from '../../../model/vocabulary.ts';
import { Told } from './told.ts';

const tool = (id: string, uses: readonly string[] = []) => ({ op: 'tool' as const, id, uses });
const programOf = (...steps: readonly Step[]): Program => ({ id: 'repeats', title: 'Repeats', steps });
const at = { run: 'run-1', slot: 'slot-1', reason: 'it is lost' };
const slot = (told: Told) => find(told.store, 'slot', 'slot-1');

/** A slot whose first attempt commits a step and then comes to wait. */
const waiting = (program: Program, wait: (told: Told) => string): Told => {
  const told = new Told().begin(program);
  told.say('commit', { attempt: 'slot-1/1', step: 'read', revision: 0, value: 'left' });
  expect([wait(told), slot(told)?.leaf]).toEqual(['ok', 'waiting']);
  return told;
};
const again = (told: Told, revision: number): string => {
  expect([told.claim(), told.say('start', { attempt: 'slot-1/2' })]).toEqual(['ok', 'ok']);
  return told.say('commit', { attempt: 'slot-1/2', step: 'read', revision, value: 'right' });
};

describe('a step that is repeated while its slot waits', () => {
  it('leaves a timer running, and is done again once it has fired', () => {
    const program = programOf(tool('read'), { op: 'timer', id: 'pause', uses: [], ms: 5 });
    const told = waiting(program, (one) => one.say('wait', { attempt: 'slot-1/1', step: 'pause' }));
    expect([told.say('retry', { ...at, step: 'read' }), slot(told)?.leaf]).toEqual(['ok', 'waiting']);
    told.nowMs = 5;
    expect([told.say('fire', { run: 'run-1', step: 'pause' }), slot(told)?.leaf]).toEqual(['ok', 'ready']);
    expect([again(told, 2), told.say('finish', { attempt: 'slot-1/2' })]).toEqual(['ok', 'ok']);
  });

  it('leaves an approval open that does not rest on it, and asks anew for one that does', () => {
    for (const [uses, leaf, approval] of [
      [[], 'waiting', 'requested'],
      [['read'], 'ready', 'superseded'],
    ] as const) {
      const told = waiting(programOf(tool('read'), { op: 'approval', id: 'sign', uses }), (one) =>
        one.say('request-approval', { attempt: 'slot-1/1', step: 'sign', revision: 'r1' }),
      );
      told.say('retry', { ...at, step: 'read' });
      expect([slot(told)?.leaf, find(told.store, 'approval', 'run-1/sign')?.leaf]).toEqual([leaf, approval]);
    }
  });
});

describe('a step that is repeated', () => {
  it('may lead its choice another way', () => {
    const cases = { left: [tool('l')], right: [tool('r')] };
    const told = new Told().begin(programOf(tool('read'), { op: 'choose', id: 'way', uses: [], by: 'read', cases }));
    told.say('commit', { attempt: 'slot-1/1', step: 'read', revision: 0, value: 'left' });
    told.say('revoke', { attempt: 'slot-1/1' });
    told.say('retry', { ...at, step: 'read' });
    expect([again(told, 1), slot(told)?.context.paths]).toEqual(['ok', { way: 'right' }]);
  });

  it('is none that only holds others or has passed: it would leave its slot without a step to do', () => {
    const group: Step = { op: 'parallel', id: 'both', uses: [], members: [tool('read')] };
    const told = waiting(programOf(group, { op: 'timer', id: 'pause', uses: [], ms: 5 }), (one) =>
      one.say('wait', { attempt: 'slot-1/1', step: 'pause' }),
    );
    told.nowMs = 5;
    told.say('fire', { run: 'run-1', step: 'pause' });
    for (const step of ['both', 'pause']) expect(told.say('retry', { ...at, step })).toBe('step-is-of-another-kind');
  });
});

describe('what waits', () => {
  it('names its run and slot, and nothing of the attempt that asked for it', () => {
    const told = new Told().begin(programOf({ op: 'timer', id: 'pause', uses: [], ms: 5 }));
    told.say('wait', { attempt: 'slot-1/1', step: 'pause' });
    expect(find(told.store, 'timer', 'run-1/pause')?.context).toEqual({
      ...{ run: 'run-1', slot: 'slot-1', step: 'pause' },
      dueAtMs: 5,
    });
  });
});

describe('an acknowledgement', () => {
  it('of an owner that never calls back is refused, also when the action is done', () => {
    const told = new Told().begin(
      programOf({ op: 'effect', id: 'pay', uses: [], contract: 'idempotent' }, tool('read')),
    );
    const one = { attempt: 'slot-1/1', step: 'pay' };
    told.say('intend', { ...one, actionKey: 'k', arguments: null });
    told.say('dispatch', one);
    told.say('record', { ...one, revision: 0, outcome: 'applied', receipt: null });
    expect(told.say('acknowledge', one)).toBe('owner-does-not-call-back');
  });
});
