import { describe, expect, it } from 'vitest';
import type { CommandOf, Outcome } from '../../../model/vocabulary.ts';
import { attempt, claim, fresh, publish, reassign, reopened, slot } from '../commands.ts';
import { outcomeOf } from './outcome.ts';
import { ok, refused, Script, type State } from './script.ts';

const before: State = { slot: slot(), attempts: [attempt(1)] };
const after: State = { slot: reopened(), attempts: [attempt(1)] };
const clauseOf = (id: string, clause: string, script: Script): string | undefined =>
  outcomeOf(`reassign.${id}`, script.end())[clause];
const said = (
  command: CommandOf<'reassign'>,
  outcome: Outcome,
  states: readonly [State, State] = [before, before],
): Script => new Script().says(command, outcome, states);
const accepted = (more: Partial<State> = {}): Script => said(reassign(), ok, [before, { ...after, ...more }]);

type Guard = {
  readonly id: string;
  readonly clause: string;
  readonly command: CommandOf<'reassign'>;
  readonly state: State;
};

describe('a guard of reassignment', () => {
  const held = { ...before, slot: slot({ state: 'held' }) };
  const working = { ...before, attempts: [attempt(1, { worker: { status: 'running' } })] };
  const leased = { ...before, attempts: [attempt(1, { lease: 'live' })] };
  const guards: readonly Guard[] = [
    {
      id: 'resolves-in-tenant-and-run',
      clause: 'another-tenant',
      command: reassign({ tenant: 'tenant-2' }),
      state: before,
    },
    { id: 'resolves-in-tenant-and-run', clause: 'another-run', command: reassign({ run: 'run-2' }), state: before },
    { id: 'only-from-retry-wait', clause: 'refused-elsewhere', command: reassign(), state: held },
    { id: 'needs-terminal-prior-worker-and-lease', clause: 'worker', command: reassign(), state: working },
    { id: 'needs-terminal-prior-worker-and-lease', clause: 'lease', command: reassign(), state: leased },
    { id: 'needs-a-reason', clause: 'empty', command: reassign({ reason: '' }), state: before },
    { id: 'needs-a-reason', clause: 'blank', command: reassign({ reason: ' \t' }), state: before },
    { id: 'needs-the-recorded-owner', clause: 'another-actor', command: reassign({ actor: 'bob' }), state: before },
    {
      id: 'selects-a-compatible-specification',
      clause: 'none-fits',
      command: reassign({ workerClass: 'huge' }),
      state: before,
    },
  ];

  it.each(guards)('$id / $clause holds where the command is refused', ({ id, clause, command, state }) => {
    expect(clauseOf(id, clause, said(command, refused('no'), [state, state]))).toBe('kept');
  });
  it.each(guards)('$id / $clause is broken where it is accepted', ({ id, clause, command, state }) => {
    expect(clauseOf(id, clause, said(command, ok, [state, after]))).not.toMatch(/^(kept|not exercised)$/);
  });
  it.each(guards)(
    '$id / $clause says nothing where the refusal has another reason as well',
    ({ id, clause, command, state }) => {
      const wrong = id === 'needs-a-reason' ? { ...command, actor: 'bob' } : { ...command, reason: '' };
      expect(clauseOf(id, clause, said(wrong, refused('no'), [state, state]))).toBe('not exercised');
    },
  );
  it.each(guards)('$id / $clause says nothing of an admissible command', ({ id, clause }) => {
    expect(clauseOf(id, clause, accepted())).toBe('not exercised');
  });
});

describe('reassign.accepts-the-admissible', () => {
  it('holds where it is accepted, and is broken where it is refused', () => {
    expect(clauseOf('accepts-the-admissible', 'accepted', accepted())).toBe('kept');
    expect(clauseOf('accepts-the-admissible', 'accepted', said(reassign(), refused('busy')))).toContain(
      'was refused: busy',
    );
  });
  it('says nothing of a command that a condition stands against, or that has no answer', () => {
    expect(clauseOf('accepts-the-admissible', 'accepted', said(reassign({ actor: 'bob' }), refused('no')))).toBe(
      'not exercised',
    );
    expect(clauseOf('accepts-the-admissible', 'accepted', said(reassign(), { status: 'unknown', cause: 'died' }))).toBe(
      'not exercised',
    );
  });
});

describe('reassign.needs-the-recorded-owner', () => {
  const ownerless: State = { ...before, attempts: [attempt(1, { worker: { owner: null } })] };

  it('lets anybody reassign where no owner is recorded', () => {
    const told = (outcome: Outcome) => said(reassign({ actor: 'bob' }), outcome, [ownerless, ownerless]);
    expect(clauseOf('needs-the-recorded-owner', 'no-owner', told(ok))).toBe('kept');
    expect(clauseOf('needs-the-recorded-owner', 'no-owner', told(refused('no')))).toContain('bob was refused');
  });
});

describe('reassign.resolves-in-tenant-and-run', () => {
  const told = (foreign: string) =>
    said(reassign({ run: 'run-2' }), refused('unknown-slot')).says(reassign({ tenant: 'tenant-2' }), refused(foreign), [
      before,
      before,
    ]);

  it('wants one answer for a slot of another tenant and for one that is not there', () => {
    expect(clauseOf('resolves-in-tenant-and-run', 'like-absent', told('unknown-slot'))).toBe('kept');
    expect(clauseOf('resolves-in-tenant-and-run', 'like-absent', told('foreign-tenant'))).toContain(
      'an absent one with "unknown-slot"',
    );
  });
  it('says nothing with no absent slot to compare with', () => {
    const alone = said(reassign({ tenant: 'tenant-2' }), refused('foreign-tenant'));
    expect(clauseOf('resolves-in-tenant-and-run', 'like-absent', alone)).toBe('not exercised');
  });
});

describe('reassign.selects-a-compatible-specification', () => {
  const id = 'selects-a-compatible-specification';

  it('holds where the fitting one of several is chosen', () => {
    expect(clauseOf(id, 'fits', accepted())).toBe('kept');
  });
  it("is broken by another slot's specification, and by one of another class", () => {
    expect(clauseOf(id, 'fits', accepted({ slot: reopened({ specification: 'foreign' }) }))).toContain('under foreign');
    expect(clauseOf(id, 'fits', accepted({ slot: reopened({ specification: 'small' }) }))).toContain('under small');
  });
  it('says nothing where there was nothing to choose from', () => {
    const script = new Script([publish('big', { workerClass: 'large' })]).says(reassign(), ok, [before, after]);
    expect(clauseOf(id, 'fits', script)).toBe('not exercised');
  });
});

describe('reassign.refusal-changes-nothing', () => {
  const id = 'refusal-changes-nothing';

  it('holds where all is as before and the reason is one that failed', () => {
    const history = said(reassign({ actor: 'bob' }), refused('actor-is-not-owner')).end();
    expect(outcomeOf(`reassign.${id}`, history)).toEqual({
      'nothing-changed': 'kept',
      'names-a-failing-condition': 'kept',
    });
  });
  it('is broken by a change', () => {
    expect(clauseOf(id, 'nothing-changed', said(reassign({ actor: 'bob' }), refused('no'), [before, after]))).toContain(
      'run-1 changed',
    );
  });
  it('is broken by a reason that did not fail, or by none', () => {
    const told = (reason: string) =>
      clauseOf(id, 'names-a-failing-condition', said(reassign({ actor: 'bob' }), refused(reason)));
    expect(told('reason-is-blank')).toContain('is not what failed');
    expect(told('')).toContain('is not what failed');
  });
  it('accepts any of several conditions that failed, and does not judge words that it does not know', () => {
    const told = (reason: string) =>
      clauseOf(id, 'names-a-failing-condition', said(reassign({ actor: 'bob', reason: '' }), refused(reason)));
    expect(told('reason-is-blank')).toBe('kept');
    expect(told('actor-is-not-owner')).toBe('kept');
    expect(told('computer says no')).toBe('not exercised');
  });
});

describe('reassign.reopens-the-same-slot', () => {
  const id = 'reopens-the-same-slot';

  it('holds where the slot stands reopened and unclaimed', () => {
    expect(new Set(Object.values(outcomeOf(`reassign.${id}`, accepted().end())))).toEqual(new Set(['kept']));
  });
  it.each([
    ['specification-and-reason', reopened({ reason: null })],
    ['specification-and-reason', reopened({ workerClass: 'standard' })],
    ['no-worker-named', reopened({ pending: 'slot-1/2' })],
    ['retry-time-cleared', reopened({ retryAtMs: 5 })],
    ['still-waiting', reopened({ state: 'ready' })],
    ['same-slot-and-prior', reopened({ prior: null })],
  ])('is broken in %s', (clause, changed) => {
    expect(clauseOf(id, clause, accepted({ slot: changed }))).toContain('reassigned, slot-1');
  });
  it('does not count a retry time that was not set', () => {
    const script = said(reassign(), ok, [{ ...before, slot: slot({ retryAtMs: null }) }, after]);
    expect(clauseOf(id, 'retry-time-cleared', script)).toBe('not exercised');
  });
});

describe('reassign.creates-no-worker', () => {
  it('holds where the attempts are the same, and is broken by a new one', () => {
    expect(clauseOf('creates-no-worker', 'nothing-created', accepted())).toBe('kept');
    const more = accepted({ attempts: [attempt(1), fresh(2)] });
    expect(clauseOf('creates-no-worker', 'nothing-created', more)).toBe('a reassignment of slot-1 created slot-1/2');
  });
  it('says nothing of a refused one', () => {
    expect(clauseOf('creates-no-worker', 'nothing-created', said(reassign(), refused('no')))).toBe('not exercised');
  });
});

describe('reassign.is-atomic', () => {
  const claimed: State = {
    slot: reopened({ state: 'claimed', pending: 'slot-1/2' }),
    attempts: [attempt(1), fresh(2)],
  };
  const other = reassign({ reason: 'another one', workerClass: 'standard' });
  const against = (script: Script) => clauseOf('is-atomic', 'against-a-rival', script);
  const race = (rival: Parameters<Script['race']>[0][number], left: State) =>
    against(new Script().race([[reassign(), ok], rival], [before, left]));

  it('holds where one order of the two explains what is left', () => {
    expect(race([claim({ workerClass: 'large' }), ok], claimed)).toBe('kept');
    expect(race([claim({ workerClass: 'large' }), refused('retry-time-not-reached')], after)).toBe('kept');
    expect(
      race([other, ok], {
        ...after,
        slot: reopened({ reason: 'another one', specification: 'small', workerClass: 'standard' }),
      }),
    ).toBe('kept');
  });
  it('is broken by a slot that carries half of each', () => {
    expect(race([other, ok], { ...after, slot: reopened({ reason: 'another one' }) })).toContain(
      'no accepted command gave together',
    );
  });
  it('is broken where a claim was accepted and is not there, or was refused and is', () => {
    expect(race([claim(), ok], after)).toContain('1 claims of slot-1 were accepted and 0 attempts created');
    expect(race([claim(), refused('no')], claimed)).toContain(
      '0 claims of slot-1 were accepted and 1 attempts created',
    );
  });
  it('is broken by an accepted reassignment that left a worker named', () => {
    expect(race([other, refused('no')], { ...after, slot: reopened({ active: 'slot-1/1' }) })).toContain(
      'a reassignment was accepted',
    );
  });
  it('says nothing of commands that did not meet', () => {
    expect(against(accepted())).toBe('not exercised');
  });

  const crashed = (left: State) => {
    const unknown: Outcome = { status: 'unknown', cause: 'its process died' };
    return clauseOf('is-atomic', 'under-a-crash', said(reassign(), unknown, [before, left]));
  };
  it('holds under a crash that leaves the state before it, or the state after it', () => {
    expect(crashed(before)).toBe('kept');
    expect(crashed(after)).toBe('kept');
  });
  it('is broken under a crash that leaves a part of it', () => {
    expect(crashed({ ...before, slot: slot({ reason: reassign().reason }) })).toContain(
      'its process died over a reassignment',
    );
    expect(crashed({ ...after, attempts: [attempt(1), fresh(2)] })).toContain('0 claims of slot-1 were accepted');
  });
  it('says nothing of a crash where the reassignment was answered', () => {
    expect(clauseOf('is-atomic', 'under-a-crash', accepted())).toBe('not exercised');
  });
});
