import { describe, expect, it } from 'vitest';
import type { AttemptView, Json } from '../../../model/vocabulary.ts';
import { attempt, decide, fresh, launch, retry } from '../commands.ts';
import { approval, model, opaque, programOf, Story, under } from '../history-builder.ts';
import { outcomeOf } from './outcome.ts';
import { lost, ok, refused, type Shown, Told } from './script.ts';

const gated = programOf(model('draft'), approval('approve', 'draft'), opaque('publish', 'draft', 'approve'));
const drafted = (program = gated) =>
  new Story(program).works('worker-1').performs('worker-1', 'draft', { value: 'one' });
const wait = (more: object = {}): Shown => ({
  approvals: [{ id: 'approve', step: 'approve', status: 'requested', revision: '1', ...more }],
});

describe('approval.binds-one-revision', () => {
  const id = 'approval.binds-one-revision';
  const shownAs = (value: Json, story = drafted()) =>
    story.performs('worker-1', 'approve', { inputs: { draft: value }, value: 'yes' });
  const publishes = (story: Story, value: Json, worker = 'worker-1') =>
    outcomeOf(id, story.performs(worker, 'publish', { inputs: { draft: value } }).succeeds());
  const restarted = () => shownAs('one').asks(decide()).killed('worker-1', 'call.next').works('worker-2');

  it('holds where a successor carries out what was shown, and where other content is asked about again', () => {
    expect(publishes(restarted(), 'one', 'worker-2')['what-was-shown']).toBe('kept');
    const again = shownAs('two', shownAs('one').asks(decide())).asks(decide({ revision: '2' }));
    expect(publishes(again, 'two')['asks-again']).toBe('kept');
  });
  it('is broken where other content is carried out, asked about or not', () => {
    expect(publishes(restarted(), 'two', 'worker-2')['what-was-shown']).toBe(
      'approve showed draft as "one", and publish was given "two"',
    );
    expect(publishes(shownAs('two', shownAs('one').asks(decide())), 'two')['asks-again']).toContain(
      'with no decision about it',
    );
  });
  it('says nothing of a worker that never left, or of a rejection', () => {
    expect(publishes(shownAs('one').asks(decide()), 'one')['what-was-shown']).toBe('not exercised');
    const no = shownAs('one')
      .asks(decide({ decision: 'reject' }))
      .killed('worker-1', 'call.next')
      .works('worker-2');
    expect(publishes(no, 'two', 'worker-2')['what-was-shown']).toBe('not exercised');
  });
  it('lets the same prompt be shown again', () => {
    const again = shownAs('one', restarted());
    expect(publishes(again, 'one', 'worker-2')['asks-again']).toBe('not exercised');
  });
  it('wants a decision about what is asked about anew to be followed', () => {
    const anew = () => shownAs('two', shownAs('one').asks(retry({ step: 'draft' })));
    const hangs = (story: Story) => outcomeOf(id, story.rests('stuck').shows('rest', 'waiting').end('stuck'));
    expect(publishes(anew().asks(decide({ revision: '2' })), 'two')['counts-anew']).toBe('kept');
    expect(hangs(anew().asks(decide({ revision: '2' })))['counts-anew']).toContain(
      'approve was asked anew, a decision about that was accepted, and run-1 stood still',
    );
    // Refused, withdrawn once more, or about what was asked about in the first place.
    expect(hangs(anew().asks(decide(), { status: 'refused', reason: 'no' }))['counts-anew']).toBe('not exercised');
    const twice = anew()
      .asks(decide({ revision: '2' }))
      .asks(retry({ step: 'draft', key: 'again' }));
    expect(hangs(twice)['counts-anew']).toBe('not exercised');
    expect(hangs(shownAs('one').asks(decide()))['counts-anew']).toBe('not exercised');
  });
  it('refuses a decision about another revision than the one asked about', () => {
    const told = (outcome: typeof ok, revision = '2', shown = wait()) =>
      outcomeOf(id, new Told(gated).says(decide({ revision }), outcome, [shown, shown]).end())['another-revision'];
    expect(told(refused('other-revision'))).toBe('kept');
    expect(told(ok)).toContain('is about revision 1, and a decision about 2 was accepted');
    expect(told(ok, '1')).toBe('not exercised');
    expect(told(lost)).toBe('not exercised');
    expect(told(refused('no'), '2', wait({ revision: '' }))).toBe('not exercised');
    expect(told(refused('not-the-reviewer'), '2', wait({ reviewer: 'rita' }))).toBe('not exercised');
  });
});

describe('approval.only-the-reviewer-decides', () => {
  const id = 'approval.only-the-reviewer-decides';
  const reviewed = programOf(
    { op: 'approval', id: 'approve', uses: [], reviewer: 'rita' },
    opaque('publish', 'approve'),
  );
  const told = (actor: string, outcome: typeof ok, after = wait()) =>
    outcomeOf(id, new Told(reviewed).says(decide({ actor }), outcome, [wait(), after]).end());
  const worked = () => new Story(reviewed).works('worker-1').performs('worker-1', 'approve');

  it('holds where another is refused and moves nothing, and the reviewer is heard', () => {
    expect(told('bob', refused('not-the-reviewer'))).toMatchObject({
      'others-refused': 'kept',
      'others-move-nothing': 'kept',
    });
    expect(told('rita', ok, wait({ status: 'approved' }))['reviewer-accepted']).toBe('kept');
    const after = worked()
      .asks(decide({ actor: 'bob' }), refused('no'))
      .asks(decide({ actor: 'rita' }));
    expect(outcomeOf(id, after.performs('worker-1', 'publish').succeeds())).toEqual({
      'others-refused': 'kept',
      'others-move-nothing': 'kept',
      'reviewer-accepted': 'kept',
    });
  });
  it('is broken where another is heard, or the reviewer is not', () => {
    expect(told('bob', ok)['others-refused']).toBe("approve is rita's to decide, and a decision by bob was accepted");
    expect(told('bob', refused('no'), wait({ status: 'approved' }))['others-move-nothing']).toContain('bob moved it');
    expect(told('rita', refused('no'))['reviewer-accepted']).toContain('was refused');
    const went = worked()
      .asks(decide({ actor: 'bob' }), refused('no'))
      .performs('worker-1', 'publish');
    expect(outcomeOf(id, went.end())['others-move-nothing']).toContain('bob decided, and publish began');
  });
  it('says nothing of a wait without a reviewer, of another revision, or without an answer', () => {
    expect(outcomeOf(id, new Told(gated).says(decide(), ok, [wait(), wait()]).end())['others-refused']).toBe(
      'not exercised',
    );
    const other = new Told(reviewed)
      .says(decide({ actor: 'bob', revision: '9' }), refused('no'), [wait(), wait()])
      .end();
    expect(outcomeOf(id, other)['others-refused']).toBe('not exercised');
    expect(told('bob', lost)['others-move-nothing']).toBe('not exercised');
  });
});

describe('approval.rechecks-access', () => {
  const id = 'approval.rechecks-access';
  const guarded = programOf(approval('approve'), under('guarded', 'publish', 'approve'));
  const approved = () => new Story(guarded).works('worker-1').performs('worker-1', 'approve').asks(decide());
  const ended = (story: Story, status: 'failed' | 'succeeded') =>
    outcomeOf(id, story.rests('finished').shows('rest', status).end());
  const revoked = () => approved().fails('worker-1', 'publish', { status: 403 });

  it('holds where the owner is asked after the decision, and its refusal is shown', () => {
    expect(ended(revoked(), 'failed')).toEqual({ 'asks-the-owner': 'kept', 'refusal-shown': 'kept' });
  });
  it('is broken where it was asked before, or its refusal is hidden', () => {
    expect(ended(revoked(), 'succeeded')['refusal-shown']).toContain('shows it as done');
    const early = new Story(guarded)
      .works('worker-1')
      .performs('worker-1', 'publish')
      .performs('worker-1', 'approve')
      .asks(decide());
    expect(ended(early, 'succeeded')['asks-the-owner']).toContain('was asked before that was decided');
  });
  it('says nothing where nobody refused, decided, or guards', () => {
    expect(ended(approved().performs('worker-1', 'publish'), 'succeeded')['refusal-shown']).toBe('not exercised');
    const open = drafted().performs('worker-1', 'approve').asks(decide()).performs('worker-1', 'publish');
    expect(ended(open, 'succeeded')['asks-the-owner']).toBe('not exercised');
  });
});

describe('approval.wait-frees-capacity', () => {
  const id = 'approval.wait-frees-capacity';
  const waiting = (...attempts: readonly AttemptView[]) =>
    drafted()
      .performs('worker-1', 'approve')
      .rests('waiting')
      .shows('rest', 'waiting', { ...wait(), attempts });
  const parked = attempt(1, { worker: { status: 'exited' }, lease: 'released' });

  it('holds where no attempt of it is at work, and its worker serves another run', () => {
    expect(outcomeOf(id, waiting(parked).end())['no-lease']).toBe('kept');
    const other = waiting()
      .asks(launch(gated, { run: 'run-2' }))
      .performs('worker-1', 'draft', { run: 'run-2' });
    expect(outcomeOf(id, other.end())['serves-others']).toBe('kept');
  });
  it('is not for an attempt that was lost before, and not recorded as lost yet', () => {
    const lost = attempt(1, { worker: { status: 'running' }, lease: 'expired' });
    expect(outcomeOf(id, waiting(lost, { ...parked, id: 'slot-1/2' }).end())['no-lease']).toBe('kept');
    expect(outcomeOf(id, waiting(lost).end())['no-lease']).toContain('a running worker and a expired lease');
  });
  it('is broken where a lease is live, or the other run is left alone', () => {
    expect(outcomeOf(id, waiting(fresh(1)).end())['no-lease']).toContain('a starting worker and a live lease');
    const other = waiting()
      .asks(launch(gated, { run: 'run-2' }))
      .rests('stuck', 'run-2');
    expect(outcomeOf(id, other.end())['serves-others']).toContain('its worker left run-2 alone');
  });
  it('says nothing before the wait is at rest, or where a second worker is there', () => {
    const moment = drafted()
      .calls('worker-1', 'approve')
      .shows('change', 'waiting', { ...wait(), attempts: [fresh(1)] });
    expect(outcomeOf(id, moment.answered('worker-1', 'approve', 'yes').end())['no-lease']).toBe('not exercised');
    const two = waiting()
      .works('worker-2')
      .asks(launch(gated, { run: 'run-2' }))
      .rests('stuck', 'run-2');
    expect(outcomeOf(id, two.end())['serves-others']).toBe('not exercised');
  });
});
