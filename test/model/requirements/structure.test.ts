import { describe, expect, it } from 'vitest';
import type { Outcome, Step, WorkStep } from '../../../model/vocabulary.ts';
import { revoke } from '../commands.ts';
import { committed, programOf, Story, scripted } from '../history-builder.ts';
import { outcomeOf } from './outcome.ts';

const work = (id: string, ...uses: readonly string[]): WorkStep => ({ op: 'model', id, uses });
const store: Step = { op: 'effect', id: 'store', uses: ['both'], contract: 'idempotent' };

describe('recovery.parallel-runs-only-the-missing', () => {
  const id = 'recovery.parallel-runs-only-the-missing';
  const both: Step = { op: 'parallel', id: 'both', uses: [], members: [work('a'), work('b')] };
  const program = programOf(both, store);
  const results = { a: 'a 1', b: 'b 1' };
  const half = (shown = committed({ a: 'a 1' })) =>
    new Story(program)
      .works('worker-1')
      .performs('worker-1', 'a')
      .calls('worker-1', 'b')
      .shows('held', 'running', { steps: shown })
      .killed('worker-1', 'call.received', 'b')
      .works('worker-2');
  const join = { inputs: { both: results } };

  it('holds where the missing member alone runs, and the group is joined once', () => {
    const history = half().performs('worker-2', 'b').performs('worker-2', 'store', join).succeeds();
    expect(outcomeOf(id, history)).toEqual({ 'only-missing': 'kept', 'joins-once': 'kept' });
  });
  it('is broken where a committed member runs again', () => {
    const history = half().performs('worker-2', 'a').performs('worker-2', 'b').end();
    expect(outcomeOf(id, history)['only-missing']).toContain('a of both was committed, and worker-2 ran it again');
  });
  it('says nothing of a member that nothing shows as committed: the other one is no proof', () => {
    const history = half({}).performs('worker-2', 'a').performs('worker-2', 'b').end();
    expect(outcomeOf(id, history)['only-missing']).toBe('not exercised');
  });
  it('is broken where the group is joined before a member has ended', () => {
    const history = half().calls('worker-2', 'b').calls('worker-2', 'store', join).end();
    expect(outcomeOf(id, history)['joins-once']).toContain('b had not given its result');
  });
  it('is broken where it is joined twice, or with a value that the world never gave', () => {
    const twice = half().performs('worker-2', 'b').performs('worker-2', 'store', join);
    expect(outcomeOf(id, twice.performs('worker-2', 'store', join).end())['joins-once']).toBe(
      'store began twice after both',
    );
    const other = half()
      .performs('worker-2', 'b')
      .performs('worker-2', 'store', { inputs: { both: { a: 'x', b: 'b 1' } } });
    expect(outcomeOf(id, other.end())['joins-once']).toContain('a value of a that the world never gave');
  });
  it('is broken where it is never joined, although every member has ended, and says nothing while one has not', () => {
    const stuck = (shown: Readonly<Record<string, string>>) =>
      half()
        .performs('worker-2', 'b')
        .rests('stuck')
        .shows('rest', 'running', { steps: committed(shown) })
        .end();
    expect(outcomeOf(id, stuck(results))['joins-once']).toBe(
      'every member of both had ended, and run-1 stood still, unfinished',
    );
    expect(outcomeOf(id, stuck({ a: 'a 1' }))['joins-once']).toBe('not exercised');
  });
  it('says nothing where nobody was lost while the group was open', () => {
    const whole = new Story(program).works('worker-1').performs('worker-1', 'a').performs('worker-1', 'b');
    const history = whole.performs('worker-1', 'store', join).succeeds();
    expect(outcomeOf(id, history)).toEqual({ 'only-missing': 'not exercised', 'joins-once': 'not exercised' });
  });
});

describe('recovery.takes-one-path', () => {
  const id = 'recovery.takes-one-path';
  const choose: Step = {
    op: 'choose',
    id: 'way',
    uses: ['ask'],
    by: 'ask',
    cases: { left: [work('go left', 'ask')], right: [work('go right', 'ask')] },
  };
  const program = programOf(work('ask'), choose);
  const asked = (shown = committed({ ask: 'left' })) =>
    new Story(program)
      .works('worker-1')
      .performs('worker-1', 'ask', { value: 'left' })
      .calls('worker-1', 'go left')
      .shows('held', 'running', { steps: shown })
      .killed('worker-1', 'call.received', 'go left')
      .works('worker-2');

  it('holds where the successor follows the committed branch', () => {
    expect(outcomeOf(id, asked().performs('worker-2', 'go left').succeeds())).toEqual({
      'only-one': 'kept',
      'the-chosen': 'kept',
    });
  });
  it('is broken where it follows the other', () => {
    const history = asked().performs('worker-2', 'go right').succeeds();
    expect(outcomeOf(id, history)['the-chosen']).toBe('ask was committed as "left", and worker-2 followed right');
  });
  it('is broken where both are followed', () => {
    const history = asked().performs('worker-2', 'go left').performs('worker-2', 'go right').succeeds();
    expect(outcomeOf(id, history)['only-one']).toBe('way was followed into left and into right');
  });
  it('lets a value that was not committed come out anew and lead elsewhere', () => {
    const history = asked({})
      .performs('worker-2', 'ask', { value: 'right' })
      .performs('worker-2', 'go right')
      .succeeds(committed({ ask: 'right' }));
    expect(outcomeOf(id, history)).toEqual({ 'only-one': 'not exercised', 'the-chosen': 'not exercised' });
  });
  it('demands no proof and no application of what lies on the other branch', () => {
    const effects = programOf(work('ask'), {
      ...choose,
      cases: { left: [work('l')], right: [{ ...store, id: 'r', uses: [] }] },
    } as const);
    const story = new Story(effects).works('worker-1').performs('worker-1', 'ask', { value: 'left' });
    story.calls('worker-1', 'l').killed('worker-1', 'call.received', 'l').works('worker-2').performs('worker-2', 'l');
    const history = story.succeeds(committed({ ask: 'left', l: 'l 1' }));
    expect(outcomeOf('evidence.success-needs-its-proof', history)).toEqual({
      'the-world-gave-it': 'kept',
      'it-is-committed': 'kept',
    });
    expect(outcomeOf('effect.applied-once', history)['not-never']).toBe('not exercised');
  });
  it('demands no proof of a branch that was done and lost with its worker, where the choice came out anew', () => {
    const history = new Story(program)
      .works('worker-1')
      .performs('worker-1', 'ask', { value: 'left' })
      .performs('worker-1', 'go left')
      .killed('worker-1', 'call.next', 'go left')
      .works('worker-2')
      .performs('worker-2', 'ask', { value: 'right' })
      .performs('worker-2', 'go right')
      .succeeds(committed({ ask: 'right', 'go right': 'r' }));
    expect(outcomeOf('evidence.success-needs-its-proof', history)['it-is-committed']).toBe('kept');
  });
  it('demands the proof of the branch that was taken', () => {
    const history = asked().succeeds(committed({ ask: 'left' }));
    expect(outcomeOf('evidence.success-needs-its-proof', history)['the-world-gave-it']).toContain(
      'the world had given no result of go left',
    );
  });
});

describe('recovery.timer-fires-once', () => {
  const id = 'recovery.timer-fires-once';
  const program = programOf(work('before'), { op: 'timer', id: 'pause', uses: [], ms: 500 }, work('after'));
  const waiting = () => new Story(program).works('worker-1').performs('worker-1', 'before').after(100);
  const lost = () => waiting().killed('worker-1', 'timer.waiting', 'pause').works('worker-2');

  it('holds where what follows begins once, in its time', () => {
    expect(outcomeOf(id, lost().after(420).performs('worker-2', 'after').succeeds())).toEqual({
      'not-before': 'kept',
      once: 'kept',
    });
  });
  it('is broken where it begins too early, with or without a crash', () => {
    const early = lost().after(200).performs('worker-2', 'after').succeeds();
    expect(outcomeOf(id, early)['not-before']).toContain('pause is to last 500 ms, and after began after 30');
    expect(outcomeOf(id, waiting().performs('worker-1', 'after').succeeds())['not-before']).toContain('is to last 500');
  });
  it('counts a clock that was moved as an interruption', () => {
    const moved = () => waiting().planned('skew', 'timer.waiting', 'pause');
    expect(outcomeOf(id, moved().after(420).performs('worker-1', 'after').succeeds())).toEqual({
      'not-before': 'kept',
      once: 'kept',
    });
    const early = moved().performs('worker-1', 'after').succeeds();
    expect(outcomeOf(id, early)['not-before']).toContain('pause is to last 500 ms');
    const undisturbed = waiting().after(420).performs('worker-1', 'after').succeeds();
    expect(outcomeOf(id, undisturbed)['not-before']).toBe('not exercised');
  });
  it('is broken where it begins twice', () => {
    const history = lost().after(420).performs('worker-2', 'after').performs('worker-2', 'after').succeeds();
    expect(outcomeOf(id, history).once).toBe('after began twice after pause, and nobody was lost in between');
  });
  it('begins again where a command ended the lease, and not where that was refused', () => {
    const twice = (outcome?: Outcome) =>
      lost().after(420).performs('worker-2', 'after').asks(revoke(), outcome).performs('worker-2', 'after').succeeds();
    expect(outcomeOf(id, twice()).once).toBe('kept');
    expect(outcomeOf(id, twice({ status: 'refused', reason: 'lease-is-terminal' })).once).toContain('began twice');
  });
  it('is broken where it never fires, and says nothing of a run that stands still after it did', () => {
    expect(outcomeOf(id, lost().rests('waiting').shows('rest', 'waiting').end()).once).toBe(
      'pause was running when its worker was lost, and run-1 waits for nothing',
    );
    const later = lost()
      .rests('stuck')
      .shows('rest', 'running', { steps: committed({ pause: 'over' }) })
      .end();
    expect(outcomeOf(id, later).once).toBe('not exercised');
  });
  it('says nothing where nobody was lost in the wait, and lets a lost step be done again', () => {
    const quiet = waiting().after(500).performs('worker-1', 'after').succeeds();
    expect(outcomeOf(id, quiet)).toEqual({ 'not-before': 'not exercised', once: 'not exercised' });
    const again = lost().after(420).calls('worker-2', 'after').killed('worker-2', 'call.received', 'after');
    expect(outcomeOf(id, again.works('worker-3').performs('worker-3', 'after').succeeds()).once).toBe('kept');
  });
});

describe('recovery.retry-keeps-inputs', () => {
  const id = 'recovery.retry-keeps-inputs';
  const program = programOf(scripted('read', 'r'), { ...work('write', 'read'), retry: { attempts: 3, backoffMs: 0 } });
  const read = () => new Story(program).works('worker-1').performs('worker-1', 'read', { value: 'r' });
  const other = { inputs: { read: 'x' } };
  const crashed = () =>
    read().calls('worker-1', 'write').killed('worker-1', 'call.received', 'write').works('worker-2');

  it('holds where both tries have the same inputs', () => {
    expect(outcomeOf(id, read().fails('worker-1', 'write').performs('worker-1', 'write').succeeds())).toEqual({
      'after-an-error': 'kept',
      'after-a-crash': 'not exercised',
    });
    expect(outcomeOf(id, crashed().performs('worker-2', 'write').succeeds())['after-a-crash']).toBe('kept');
  });
  it('is broken where the second has others', () => {
    const failed = read().fails('worker-1', 'write').performs('worker-1', 'write', other).succeeds();
    expect(outcomeOf(id, failed)['after-an-error']).toBe('write was tried with read as "r", and again with "x"');
    expect(outcomeOf(id, crashed().performs('worker-2', 'write', other).succeeds())['after-a-crash']).toContain('"x"');
  });
  it('says nothing of an input that was made anew, or of a step without inputs', () => {
    const anew = crashed().performs('worker-2', 'read', { value: 'x' }).performs('worker-2', 'write', other).succeeds();
    expect(outcomeOf(id, anew)['after-a-crash']).toBe('not exercised');
    const bare = new Story(program).works('worker-1').fails('worker-1', 'read').performs('worker-1', 'read').end();
    expect(outcomeOf(id, bare)['after-an-error']).toBe('not exercised');
  });
});

describe('recovery.child-keeps-its-parent', () => {
  const id = 'recovery.child-keeps-its-parent';
  const program = programOf(
    { op: 'child', id: 'sub', uses: [], steps: [work('one'), work('two', 'one')] },
    work('end', 'sub'),
  );
  const lost = () =>
    new Story(program)
      .works('worker-1')
      .performs('worker-1', 'one')
      .calls('worker-1', 'two')
      .killed('worker-1', 'call.received', 'two')
      .works('worker-2');
  const given = { inputs: { sub: 'two 1' } };

  it('holds where the child goes on and its parent gets its result', () => {
    const history = lost().performs('worker-2', 'two').performs('worker-2', 'end', given).succeeds();
    expect(outcomeOf(id, history)).toEqual({ 'one-child': 'kept', 'result-once': 'kept' });
  });
  it('is broken where two children go on', () => {
    const history = lost().performs('worker-2', 'two').calls('worker-2', 'two').end();
    expect(outcomeOf(id, history)['one-child']).toContain('two of sub was done twice at once');
  });
  it('is broken where the result is delivered twice, early, wrong, or never', () => {
    const done = () => lost().performs('worker-2', 'two');
    const outcome = (story: Story) => outcomeOf(id, story.end())['result-once'];
    expect(outcome(done().performs('worker-2', 'end', given).calls('worker-2', 'end', given))).toContain('began twice');
    expect(outcome(lost().calls('worker-2', 'end', given))).toContain('two of sub had not given its result');
    expect(outcome(done().calls('worker-2', 'end', { inputs: { sub: 'x' } }))).toContain('end was given "x"');
    expect(outcome(done().rests('stuck'))).toContain('its parent stood still');
    expect(outcome(done().rests('waiting').shows('rest', 'waiting'))).toContain('its parent waits for nothing');
  });
  it('says nothing where nobody was lost while the child was there', () => {
    const story = new Story(program).works('worker-1').performs('worker-1', 'one').performs('worker-1', 'two');
    const history = story.performs('worker-1', 'end', given).succeeds();
    expect(outcomeOf(id, history)).toEqual({ 'one-child': 'not exercised', 'result-once': 'not exercised' });
  });
});
