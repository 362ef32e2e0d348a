import { describe, expect, it } from 'vitest';
import type { Commit, Provenance, RecoveryView, RunView, StepView } from '../../../model/vocabulary.ts';
import { attempt, branch, fresh, reassign, reportLost, resolve, retry } from '../commands.ts';
import { committed, effect, extractAndPublish, programOf, Story } from '../history-builder.ts';
import { outcomeOf } from './outcome.ts';
import { lost, ok, refused, type Shown, Told } from './script.ts';

describe('evidence.failure-decision-outcome-are-linked', () => {
  const id = 'evidence.failure-decision-outcome-are-linked';
  const record = (more: Partial<RecoveryView> = {}): RecoveryView => ({
    attempt: 'slot-1/1',
    failure: 'its lease expired',
    decision: { operation: 'retry', actor: 'ann', reason: 'once more' },
    outcome: null,
    ...more,
  });
  const before: Shown = { attempts: [attempt(1)] };
  const recording = [programOf(effect('publish')), {}, { can: ['decisions'] }] as const;
  const told = (recoveries: readonly RecoveryView[] | undefined, outcome = ok, status: RunView['status'] = 'running') =>
    outcomeOf(
      id,
      new Told(...recording)
        .says(retry(), outcome, [before, { ...before, status, ...(recoveries && { recoveries }) }])
        .end(),
    );

  it('holds where the record says who did what and why, about which failure, and how it ended', () => {
    expect(told([record()])).toEqual({ decision: 'kept', failure: 'kept', outcome: 'not exercised' });
    expect(told([record({ outcome: 'succeeded' })], ok, 'succeeded').outcome).toBe('kept');
  });
  it('is broken where there is no such record', () => {
    const words = 'ann chose to retry run-1, and no record of that is shown';
    expect(told(undefined).decision).toBe(words);
    expect(told([record({ decision: null })]).decision).toBe(words);
    expect(told([record({ decision: { operation: 'resume', actor: 'ann', reason: 'once more' } })]).decision).toBe(
      words,
    );
    expect(told([record({ decision: { operation: 'retry', actor: 'bob', reason: 'once more' } })]).decision).toBe(
      words,
    );
    expect(told([record({ decision: { operation: 'retry', actor: 'ann', reason: '' } })]).decision).toBe(words);
  });
  it('is broken where it names no failure, or an attempt that is not there', () => {
    expect(told([record({ failure: ' ' })]).failure).toContain('names no failure');
    expect(told([record({ attempt: 'slot-1/7' })]).failure).toContain('names no failure');
  });
  it('is broken where the run has ended and nobody says what came of it', () => {
    expect(told([record()], ok, 'succeeded').outcome).toContain('what came of the retry of slot-1/1 is not told');
    expect(told([record()], ok, 'blocked').outcome).toBe('not exercised');
  });
  it('holds for a reassignment and a branch as well', () => {
    for (const command of [reassign(), branch()]) {
      const decision = { operation: command.type, actor: 'ann', reason: command.reason };
      const history = new Told(...recording)
        .says(command, ok, [before, { ...before, recoveries: [record({ decision })] }])
        .end();
      expect(outcomeOf(id, history).decision).toBe('kept');
      expect(outcomeOf(id, new Told(...recording).says(command, ok, [before, before]).end()).decision).toContain(
        `chose to ${command.type}`,
      );
    }
  });
  it('says nothing where no such records are kept, and nobody says that they are', () => {
    const bare = new Told().says(retry(), ok, [before, before]).end();
    expect(outcomeOf(id, bare).decision).toBe('not exercised');
  });
  it('says nothing of a decision that was refused or not answered, nor of a failure where there was no attempt', () => {
    expect(told(undefined, refused('no')).decision).toBe('not exercised');
    expect(told(undefined, lost).decision).toBe('not exercised');
    const unworked = new Told(...recording)
      .says(retry(), ok, [{ attempts: [] }, { recoveries: [record({ failure: '' })] }])
      .end();
    expect(outcomeOf(id, unworked).failure).toBe('not exercised');
  });
});

describe('evidence.outputs-carry-provenance', () => {
  const id = 'evidence.outputs-carry-provenance';
  const from = (more: Partial<Provenance> = {}): Provenance => ({
    task: 'run-1',
    revision: 1,
    attempt: 'slot-1/1',
    parent: null,
    source: 'w',
    ...more,
  });
  const result = (provenance?: Provenance): Commit => ({
    by: 'a',
    at: '1',
    value: 'v',
    ...(provenance && { provenance }),
  });
  const identity = { tenant: 'tenant-1', pins: { package: 'p', workflow: 'w', binding: 'b' } };
  const shows = (results: Record<string, Provenance | undefined>, more: Partial<RunView> = { identity }) => {
    const can = ['provenance'] as const;
    const steps = Object.fromEntries(
      Object.entries(results).map(([step, one]): [string, StepView] => [step, { commits: [result(one)] }]),
    );
    const story = new Story(extractAndPublish, { subject: { can } }).works('worker-1').performs('worker-1', 'extract');
    return outcomeOf(
      id,
      story
        .rests('finished')
        .shows('rest', 'succeeded', { steps, attempts: [attempt(1)], ...more })
        .end(),
    );
  };

  it('holds where each result and the run say where they come from', () => {
    expect(shows({ extract: from(), publish: from({ revision: 2 }) })).toEqual({
      'with-each-output': 'kept',
      attempt: 'kept',
      revision: 'kept',
      'with-the-run': 'kept',
    });
  });
  it('is broken where a part of it is missing or wrong', () => {
    expect(shows({ extract: undefined })['with-each-output']).toContain('a result of extract without whole provenance');
    expect(shows({ extract: from({ source: '' }) })['with-each-output']).toContain('without whole provenance');
    expect(shows({ extract: from({ attempt: 'slot-1/9' }) }).attempt).toContain(
      'by slot-1/9, which is no attempt of it',
    );
    expect(shows({ extract: from(), publish: from() }).revision).toContain('two results that made state revision 1');
    expect(shows({ extract: from() }, {})['with-the-run']).toContain('not under which tenant and pins');
  });
  it("lets a branch keep its parent's, and a decision be nobody's attempt", () => {
    const parent = { run: 'run-0', reason: 'corrected' };
    const taken = from({ task: 'run-0', attempt: 'slot-0/1' });
    expect(shows({ extract: taken, publish: from({ parent: 'run-0' }) }, { identity, parent })).toMatchObject({
      attempt: 'kept',
      revision: 'kept',
    });
    expect(shows({ approve: from({ attempt: 'decision of ann' }) }).attempt).toBe('kept');
    const resolved = new Story(extractAndPublish, { subject: { can: ['provenance'] } }).asks(resolve());
    const steps = { publish: { commits: [result(from({ attempt: 'evidence of ann' }))] } };
    const history = resolved.rests('finished').shows('rest', 'succeeded', { steps, attempts: [attempt(1)], identity });
    expect(outcomeOf(id, history.end()).attempt).toBe('kept');
  });
  it('says nothing before there is a result', () => expect(shows({})['with-each-output']).toBe('not exercised'));
});

describe('evidence.recoverable-prefix-is-shown', () => {
  const id = 'evidence.recoverable-prefix-is-shown';
  type Prefix = NonNullable<RunView['prefix']>;
  const done: Prefix = { committed: [{ step: 'extract', inputs: [] }], repeated: ['publish'] };
  const begun = (prefix: Prefix, steps = committed({ extract: 'extract 1' })) =>
    new Story(extractAndPublish)
      .works('worker-1')
      .performs('worker-1', 'extract')
      .calls('worker-1', 'publish')
      .shows('held', 'running', { steps, prefix });
  const repeated = (prefix: Prefix, ...again: readonly string[]) => {
    const story = begun(prefix).killed('worker-1', 'effect.received', 'publish').works('worker-2');
    for (const step of again) story.performs('worker-2', step);
    return outcomeOf(id, story.rests('finished').end());
  };

  it('holds where the list is what is committed, and what is done again was listed', () => {
    expect(repeated(done, 'publish')).toEqual({ committed: 'kept', repeated: 'kept', 'not-repeated': 'kept' });
  });
  it('is broken where the list is not what is committed', () => {
    const listed = (prefix: Prefix) => outcomeOf(id, begun(prefix).end()).committed;
    expect(listed({ committed: [], repeated: [] })).toContain('does not list extract, which is committed');
    expect(listed({ ...done, committed: [...done.committed, { step: 'publish', inputs: ['extract'] }] })).toContain(
      'lists publish as committed',
    );
    expect(listed({ ...done, committed: [{ step: 'extract', inputs: ['publish'] }] })).toContain(
      'as made from ["publish"]',
    );
  });
  it('lets what is to be repeated on purpose be history', () => {
    const history = new Story(extractAndPublish).asks(retry({ step: 'extract' })).shows('rest', 'running', {
      steps: committed({ extract: 'extract 1', publish: 'p' }),
      prefix: { committed: [], repeated: ['extract', 'publish'] },
    });
    expect(outcomeOf(id, history.end()).committed).toBe('kept');
  });
  it('is broken where more is done again than was listed', () => {
    expect(repeated({ ...done, repeated: [] }, 'publish').repeated).toContain(
      'was not listed as what would be repeated',
    );
    expect(repeated(done, 'extract', 'publish')['not-repeated']).toContain('extract was listed as committed');
  });
  it('says nothing where a result came after the list, or no list is shown', () => {
    const story = begun({ committed: [], repeated: [] }, {})
      .answered('worker-1', 'publish', 'p')
      .killed('worker-1', 'effect.next');
    expect(outcomeOf(id, story.works('worker-2').performs('worker-2', 'publish').end()).repeated).toBe('not exercised');
    const none = new Story(extractAndPublish)
      .works('worker-1')
      .performs('worker-1', 'extract')
      .succeeds(committed({ extract: 'e' }));
    expect(outcomeOf(id, none).committed).toBe('not exercised');
  });
});

describe('evidence.three-facts-are-separate', () => {
  const id = 'evidence.three-facts-are-separate';
  const facts = (belief: NonNullable<StepView['effect']>, more: Partial<RunView> = {}): Shown => ({
    steps: { ...committed({ extract: 'extract 1' }), publish: { commits: [], effect: belief } },
    attempts: [fresh(1)],
    ...more,
  });
  const kept = { 'effect-from-its-owner': 'kept', 'progress-from-commits': 'kept', 'worker-from-its-end': 'kept' };
  const ended = { ...fresh(1), outcome: 'succeeded' };
  const killed = (after: Shown) => {
    const story = new Story(extractAndPublish)
      .works('worker-1')
      .performs('worker-1', 'extract')
      .calls('worker-1', 'publish');
    story.shows('held', 'running', facts('dispatched')).killed('worker-1', 'effect.received', 'publish');
    return outcomeOf(id, story.rests('stuck').shows('rest', 'running', after).end());
  };
  const reported = (after: Shown, outcome = ok) =>
    outcomeOf(id, new Told().says(reportLost(), outcome, [facts('dispatched'), after]).end());

  it('holds where the end of a worker says nothing of effect and progress', () => {
    expect(killed(facts('ambiguous', { attempts: [attempt(1)] }))).toEqual(kept);
    expect(reported(facts('review', { attempts: [attempt(1)] }))).toEqual(kept);
  });
  it('is broken where one follows from another', () => {
    for (const say of [killed, reported]) {
      expect(say(facts('applied'))['effect-from-its-owner']).toContain('publish is shown as applied');
      expect(say(facts('dropped'))['effect-from-its-owner']).toContain('publish is shown as dropped');
      const more = { steps: { ...facts('ambiguous').steps, ...committed({ extract: 'e', analyse: 'a' }) } };
      expect(say(facts('ambiguous', more))['progress-from-commits']).toContain('the committed results changed');
      expect(say(facts('ambiguous', { attempts: [ended] }))['worker-from-its-end']).toContain(
        'slot-1/1 is shown as succeeded',
      );
    }
  });
  it('lets a result that the worker had been given become durable late', () => {
    const story = new Story(extractAndPublish)
      .works('worker-1')
      .performs('worker-1', 'extract')
      .calls('worker-1', 'publish');
    story.shows('held', 'running', facts('dispatched', { steps: { publish: { commits: [], effect: 'dispatched' } } }));
    story.killed('worker-1', 'effect.received', 'publish').rests('stuck').shows('rest', 'running', facts('ambiguous'));
    expect(outcomeOf(id, story.end())['progress-from-commits']).toBe('kept');
  });
  it('says nothing where no effect was out, a successor had called, or the report was refused', () => {
    expect(reported(facts('applied'), refused('no'))['effect-from-its-owner']).toBe('not exercised');
    const calm = new Story(extractAndPublish)
      .works('worker-1')
      .performs('worker-1', 'extract')
      .shows('held', 'running', facts('intended'));
    calm.killed('worker-1', 'call.next').rests('stuck').shows('rest', 'running', facts('dropped'));
    expect(outcomeOf(id, calm.end())['effect-from-its-owner']).toBe('not exercised');
    const taken = new Story(extractAndPublish)
      .works('worker-1')
      .performs('worker-1', 'extract')
      .calls('worker-1', 'publish');
    taken
      .shows('held', 'running', facts('dispatched'))
      .killed('worker-1', 'effect.received', 'publish')
      .works('worker-2');
    expect(outcomeOf(id, taken.performs('worker-2', 'publish').succeeds())['effect-from-its-owner']).toBe(
      'not exercised',
    );
  });
});
