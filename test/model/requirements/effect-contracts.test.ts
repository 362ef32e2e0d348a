import { describe, expect, it } from 'vitest';
import type { RunView, Step, StepView } from '../../../model/vocabulary.ts';
import { resolve } from '../commands.ts';
import { committed, effect, model, opaque, programOf, Story, under } from '../history-builder.ts';
import { outcomeOf } from './outcome.ts';
import { refused } from './script.ts';

const publishing = (publish: Step) => programOf(model('extract'), publish);
const sent = (publish: Step) =>
  new Story(publishing(publish)).works('worker-1').performs('worker-1', 'extract').calls('worker-1', 'publish');
const lostOne = (publish: Step) => sent(publish).killed('worker-1', 'effect.received', 'publish').works('worker-2');
const ended = (story: Story, status: RunView['status'], publish?: StepView) =>
  story
    .rests('finished')
    .shows('rest', status, publish && { steps: { publish } })
    .end();
const believed = (belief: NonNullable<StepView['effect']>): StepView => ({ commits: [], effect: belief });

describe('effect.refusal-is-final', () => {
  const id = 'effect.refusal-is-final';
  const start = (publish: Step = opaque('publish')) =>
    new Story(publishing(publish)).works('worker-1').performs('worker-1', 'extract');
  const denied = (status = 403) => start().fails('worker-1', 'publish', { status });
  const patient: Step = {
    op: 'effect',
    id: 'publish',
    uses: [],
    contract: 'idempotent',
    retry: { attempts: 3, backoffMs: 1 },
  };

  it('holds where the step is over, and shown so', () => {
    expect(outcomeOf(id, ended(denied(), 'failed'))).toMatchObject({ 'not-sent-again': 'kept', shown: 'kept' });
  });
  it('is broken where it is sent again, or the run calls it done', () => {
    expect(
      outcomeOf(id, ended(denied().fails('worker-1', 'publish', { status: 403 }), 'failed'))['not-sent-again'],
    ).toBe('publish was refused with 403, and worker-1 sent it again');
    expect(outcomeOf(id, ended(denied(), 'succeeded')).shown).toContain('run-1 shows it as done');
    expect(outcomeOf(id, ended(denied(), 'failed', believed('applied'))).shown).toContain('run-1 shows it as done');
  });
  it('lets a successor ask once more, and takes no conflict for a refusal', () => {
    const cut = denied()
      .killed('worker-1', 'effect.next')
      .works('worker-2')
      .fails('worker-2', 'publish', { status: 403 });
    expect(outcomeOf(id, ended(cut, 'failed'))['not-sent-again']).toBe('kept');
    expect(outcomeOf(id, ended(denied(409), 'failed')).shown).toBe('not exercised');
  });
  it('leaves a key that came without its body to others', () => {
    const keyless = start(effect('publish')).fails('worker-1', 'publish', { status: 422 });
    expect(outcomeOf(id, ended(keyless, 'failed')).shown).toBe('not exercised');
  });
  it('holds where what is put off is tried again, and is broken where it is given up at once', () => {
    const put = (status: number) => start(patient).fails('worker-1', 'publish', { status });
    expect(outcomeOf(id, put(429).performs('worker-1', 'publish').succeeds())['put-off']).toBe('kept');
    expect(outcomeOf(id, ended(put(503), 'failed'))['put-off']).toContain(
      'may be tried 3 times, and run-1 ended as failed',
    );
    const impatient = start(opaque('publish')).fails('worker-1', 'publish');
    expect(outcomeOf(id, ended(impatient, 'failed'))['put-off']).toBe('not exercised');
    const cut = put(503).killed('worker-1', 'backoff.waiting', 'publish').works('worker-2');
    expect(outcomeOf(id, ended(cut, 'failed'))['put-off']).toBe('not exercised');
  });
  it('lets a run that was refused end without success', () => {
    const cut = denied()
      .killed('worker-1', 'effect.next')
      .works('worker-2')
      .fails('worker-2', 'publish', { status: 403 });
    expect(outcomeOf('recovery.run-finishes-after-any-interruption', ended(cut, 'failed'))['after-a-death']).toBe(
      'not exercised',
    );
  });
});

describe('effect.duplicate-callback-counts-once', () => {
  const id = 'effect.duplicate-callback-counts-once';
  const program = programOf(under('async', 'publish'), under('async', 'notify'), model('close', 'publish', 'notify'));
  const accepted = () =>
    new Story(program)
      .works('worker-1')
      .performs('worker-1', 'publish', { value: 'accepted' })
      .performs('worker-1', 'notify', { value: 'accepted' })
      .callsBack('worker-1', 'publish', 'p')
      .performs('worker-1', 'close');
  const shown = committed({ publish: 'p', notify: 'n' });

  it('holds where the second one changes nothing, and a late one starts nothing', () => {
    expect(outcomeOf(id, accepted().callsBack('worker-1', 'publish', 'p').succeeds(shown)).twice).toBe('kept');
    const late = accepted().rests('finished').shows('rest', 'succeeded').callsBack('worker-1', 'publish', 'p');
    expect(outcomeOf(id, late.rests('finished').shows('rest', 'succeeded').end()).late).toBe('kept');
  });
  it('is broken where what lies behind begins again, several results stand, or the end moves', () => {
    const twice = () => accepted().callsBack('worker-1', 'publish', 'p');
    expect(outcomeOf(id, twice().performs('worker-1', 'close').succeeds(shown)).twice).toContain('close began again');
    const double = { publish: { commits: [...(shown.publish?.commits ?? []), { by: 'b', at: '2', value: 'p' }] } };
    expect(outcomeOf(id, twice().succeeds(double)).twice).toContain('several results of it stand');
    const late = () => accepted().rests('finished').shows('rest', 'succeeded').callsBack('worker-1', 'publish', 'p');
    expect(outcomeOf(id, late().performs('worker-1', 'close').end()).late).toContain('close began');
    expect(outcomeOf(id, late().rests('finished').shows('rest', 'failed').end()).late).toContain('it was failed');
  });
  it('holds where callbacks in another order find their effects, and is broken where they are mixed up', () => {
    const crossed = (steps: Record<string, StepView>) =>
      new Story(program)
        .works('worker-1')
        .performs('worker-1', 'publish', { value: 'accepted' })
        .performs('worker-1', 'notify', { value: 'accepted' })
        .callsBack('worker-1', 'notify', 'n')
        .callsBack('worker-1', 'publish', 'p')
        .succeeds(steps);
    expect(outcomeOf(id, crossed(shown))['out-of-order']).toBe('kept');
    expect(outcomeOf(id, crossed(committed({ publish: 'n', notify: 'p' })))['out-of-order']).toContain(
      "the other's outcome",
    );
  });
  it('says nothing of one callback in its time', () => {
    expect(outcomeOf(id, accepted().succeeds(shown))).toEqual({
      twice: 'not exercised',
      late: 'not exercised',
      'out-of-order': 'not exercised',
    });
  });
});

describe('effect.asks-before-repeating', () => {
  const id = 'effect.asks-before-repeating';
  const lookup = under('lookup', 'publish');
  const applied = () =>
    sent(lookup).applied('worker-1', 'publish').killed('worker-1', 'effect.applied', 'publish').works('worker-2');

  it('holds where what was applied is not sent again', () => {
    expect(outcomeOf(id, applied().succeeds())).toEqual({ applied: 'kept', 'applied-after-the-loss': 'not exercised' });
    expect(outcomeOf(id, lostOne(lookup).applied('worker-1', 'publish').succeeds())['applied-after-the-loss']).toBe(
      'kept',
    );
  });
  it('is broken where it is', () => {
    expect(outcomeOf(id, applied().performs('worker-2', 'publish').succeeds()).applied).toContain(
      'worker-2 sent it again',
    );
    const later = lostOne(lookup).applied('worker-1', 'publish').performs('worker-2', 'publish');
    expect(outcomeOf(id, later.succeeds())['applied-after-the-loss']).toContain('worker-2 sent it again');
  });
  it('says nothing where nothing was applied, the answer had come, or the owner knows repeats', () => {
    expect(outcomeOf(id, lostOne(lookup).performs('worker-2', 'publish').succeeds()).applied).toBe('not exercised');
    const heard = sent(lookup).applied('worker-1', 'publish').answered('worker-1', 'publish', 'p');
    expect(
      outcomeOf(
        id,
        heard.killed('worker-1', 'effect.next').works('worker-2').performs('worker-2', 'publish').succeeds(),
      ).applied,
    ).toBe('not exercised');
    const known = sent(effect('publish'))
      .applied('worker-1', 'publish')
      .killed('worker-1', 'effect.applied', 'publish');
    expect(outcomeOf(id, known.works('worker-2').performs('worker-2', 'publish').succeeds()).applied).toBe(
      'not exercised',
    );
  });
});

describe('effect.unknown-goes-to-review', () => {
  const id = 'effect.unknown-goes-to-review';
  const doubtful = () => lostOne(opaque('publish'));

  it('holds where it stays in view, undone and unsent', () => {
    const kept = { 'not-sent-again': 'kept', 'not-called-done': 'kept', 'kept-in-view': 'kept' };
    expect(outcomeOf(id, ended(doubtful(), 'review'))).toEqual(kept);
    expect(outcomeOf(id, ended(doubtful(), 'failed', believed('ambiguous')))).toEqual(kept);
  });
  it('is broken where it is sent again, called done, or dropped from view', () => {
    expect(outcomeOf(id, doubtful().performs('worker-2', 'publish').succeeds())['not-sent-again']).toContain(
      'worker-2 sent it again',
    );
    expect(outcomeOf(id, ended(doubtful(), 'succeeded'))['not-called-done']).toContain('shows it as done');
    expect(outcomeOf(id, ended(doubtful(), 'failed'))['kept-in-view']).toContain('shows itself as failed');
  });
  it('ends when somebody brings evidence, and not when that was refused', () => {
    const settled = () => doubtful().rests('finished').shows('rest', 'review');
    const resolved = settled().asks(resolve()).rests('finished').shows('rest', 'succeeded').end();
    expect(outcomeOf(id, resolved)['not-called-done']).toBe('kept');
    const unheard = settled().asks(resolve(), refused('no')).rests('finished').shows('rest', 'succeeded').end();
    expect(outcomeOf(id, unheard)['not-called-done']).toContain('shows it as done');
  });
  it('says nothing where the answer had come, or a zombie alone sends it', () => {
    const heard = sent(opaque('publish')).applied('worker-1', 'publish').answered('worker-1', 'publish', 'p');
    expect(outcomeOf(id, heard.killed('worker-1', 'effect.next').succeeds())['not-called-done']).toBe('not exercised');
  });
});

describe('effect.own-duplicate-is-success', () => {
  const id = 'effect.own-duplicate-is-success';
  const lookup = under('lookup', 'publish');
  const own = () =>
    sent(lookup)
      .applied('worker-1', 'publish')
      .killed('worker-1', 'effect.applied', 'publish')
      .works('worker-2')
      .fails('worker-2', 'publish', { status: 409 });
  const foreign = () => new Story(publishing(lookup)).works('worker-1').fails('worker-1', 'publish', { status: 409 });

  it("holds where one's own is success and another's is not", () => {
    expect(outcomeOf(id, own().succeeds()).own).toBe('kept');
    expect(outcomeOf(id, ended(foreign(), 'failed')).foreign).toBe('kept');
  });
  it('is broken the other way round', () => {
    expect(outcomeOf(id, ended(own(), 'failed')).own).toContain('run-1 ended as failed');
    expect(outcomeOf(id, foreign().succeeds()).foreign).toContain('shows it as its own');
  });
  it('says nothing while the first request is still being served, or without a conflict', () => {
    const served = sent(lookup).works('worker-2').fails('worker-2', 'publish', { status: 409 });
    expect(outcomeOf(id, ended(served, 'failed'))).toEqual({ own: 'not exercised', foreign: 'not exercised' });
    expect(outcomeOf(id, lostOne(lookup).performs('worker-2', 'publish').succeeds()).own).toBe('not exercised');
  });
});

describe('effect.carries-its-authority', () => {
  const id = 'effect.carries-its-authority';
  const guarded = under('guarded', 'publish');
  const as = (token: number, principal = 'ann') => ({ inputs: { $authority: { principal, token } } });
  const first = (more: object) => new Story(publishing(guarded)).works('worker-1').calls('worker-1', 'publish', more);
  const second = (token: number) =>
    first(as(1))
      .killed('worker-1', 'effect.received', 'publish')
      .works('worker-2')
      .performs('worker-2', 'publish', as(token))
      .succeeds();
  const denied = () =>
    new Story(publishing(guarded)).works('worker-1').fails('worker-1', 'publish', { status: 403, ...as(1) });

  it('holds where each request carries its own, and a refusal is honoured and shown', () => {
    expect(outcomeOf(id, second(2))).toMatchObject({ carried: 'kept', 'token-per-attempt': 'kept' });
    expect(outcomeOf(id, ended(denied(), 'failed'))).toMatchObject({
      'refusal-honoured': 'kept',
      'refusal-shown': 'kept',
    });
  });
  it('is broken where it is missing or half, or is that of the worker before', () => {
    expect(outcomeOf(id, first({}).end()).carried).toContain('without a principal and a fencing token');
    expect(outcomeOf(id, first(as(1, '')).end()).carried).toContain('without a principal');
    expect(outcomeOf(id, second(1))['token-per-attempt']).toContain('under the token 1 of worker-1');
  });
  it('is broken where a refusal is tried again as before, or hidden', () => {
    expect(outcomeOf(id, denied().calls('worker-1', 'publish', as(1)).end())['refusal-honoured']).toContain(
      'sent it again as before',
    );
    expect(outcomeOf(id, ended(denied(), 'succeeded'))['refusal-shown']).toContain('shows it as done');
  });
  it('lets a refused worker be followed by one with authority, and asks nothing of other owners', () => {
    expect(outcomeOf(id, denied().performs('worker-1', 'publish', as(2)).succeeds())['refusal-honoured']).toBe('kept');
    expect(outcomeOf(id, sent(opaque('publish')).end()).carried).toBe('not exercised');
  });
});
