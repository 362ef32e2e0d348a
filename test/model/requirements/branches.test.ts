import { describe, expect, it } from 'vitest';
import type { Outcome, RunView } from '../../../model/vocabulary.ts';
import { branch, cancel, commit, decide, launch } from '../commands.ts';
import { committed, extractAndPublish, review, Story } from '../history-builder.ts';
import { outcomeOf } from './outcome.ts';
import { lost, ok, refused, type Shown, Told } from './script.ts';

const parent = { run: 'run-1', reason: 'corrected' };
const reviewed = committed({ extract: 'e', analyse: 'a', publish: 'p' });
const changes = { analyse: 'corrected' };
const absent: Shown = { run: 'run-2', status: 'absent' };
const onlyPublish = branch({ changes });

describe('recovery.branch-is-a-linked-new-run', () => {
  const id = 'recovery.branch-is-a-linked-new-run';
  const told = (after: Shown, own: Shown = { steps: reviewed }) =>
    outcomeOf(
      id,
      new Told(review)
        .says(onlyPublish, ok, [
          [{ steps: reviewed }, absent],
          [own, { run: 'run-2', ...after }],
        ])
        .end(),
    );
  const taken = committed({ extract: 'e', analyse: 'corrected' });

  it('holds where it names its parent, takes over what is untouched and nothing else, and leaves the parent alone', () => {
    expect(told({ parent, steps: taken })).toEqual({
      linked: 'kept',
      'parent-unchanged': 'kept',
      'dependents-run-again': 'kept',
      'evidence-reused': 'kept',
    });
  });
  it('may note beside the parent that somebody chose to branch', () => {
    const decision = { operation: 'branch', actor: 'ann', reason: 'corrected' } as const;
    const recoveries = [{ attempt: 'slot-1/1', failure: 'broke', decision, outcome: null }];
    expect(told({ parent, steps: taken }, { steps: reviewed, recoveries })['parent-unchanged']).toBe('kept');
  });
  it('is broken where it is not there, names nobody, or moves the parent', () => {
    expect(told({ status: 'absent' }).linked).toContain('it was not there');
    expect(told({}).linked).toContain('it named nobody as its parent');
    expect(told({ parent }, { steps: reviewed, status: 'cancelled' })['parent-unchanged']).toContain('run-1 changed');
  });
  it('is broken where a result that rests on the change is taken over, or other evidence is not what it was', () => {
    expect(told({ parent, steps: reviewed })['dependents-run-again']).toContain('publish rests on what run-2 changed');
    expect(told({ parent, steps: committed({ extract: 'other' }) })['evidence-reused']).toContain(
      'it has another result',
    );
  });

  it('is broken where an attempt of the branch is to bring a result again that nothing changed', () => {
    const told = (outcome: Outcome) =>
      new Told(review)
        .says(onlyPublish, ok, [
          [{ steps: reviewed }, absent],
          [{ steps: reviewed }, { run: 'run-2', parent, steps: taken }],
        ])
        .asks(commit({ step: 'extract', attempt: 'slot-2/1' }), outcome);
    expect(outcomeOf(id, told(ok).end())['evidence-reused']).toContain('extract rests on nothing that run-2 changed');
    expect(outcomeOf(id, told(refused('step-is-not-next')).end())['evidence-reused']).toBe('kept');
  });

  const worked = () =>
    new Story(review)
      .works('worker-1')
      .performs('worker-1', 'extract')
      .rests('finished')
      .shows('rest', 'succeeded', { steps: reviewed })
      .asks(onlyPublish);
  it('is judged by what the world sees, where workers work', () => {
    const good = worked().performs('worker-1', 'publish', { run: 'run-2' }).rests('finished', 'run-2').end();
    expect(outcomeOf(id, good)).toMatchObject({ 'dependents-run-again': 'kept', 'evidence-reused': 'kept' });
    const again = worked().performs('worker-1', 'extract', { run: 'run-2' }).end();
    expect(outcomeOf(id, again)['evidence-reused']).toContain('it ran again');
  });
  it('says nothing of a branch that was refused or not answered', () => {
    for (const outcome of [refused('no'), lost]) {
      const history = new Told(review)
        .says(onlyPublish, outcome, [
          [{ steps: reviewed }, absent],
          [{}, absent],
        ])
        .end();
      expect(outcomeOf(id, history)).toMatchObject({ linked: 'not exercised', 'parent-unchanged': 'not exercised' });
    }
  });
  it('needs no proof of what it took over', () => {
    const history = new Story(review).works('worker-1').performs('worker-1', 'extract').asks(onlyPublish);
    history.killed('worker-1', 'call.next').works('worker-2').performs('worker-2', 'publish', { run: 'run-2' });
    const shown = history.rests('finished', 'run-2').shows('rest', 'succeeded', { run: 'run-2' }).end();
    expect(outcomeOf('evidence.success-needs-its-proof', shown)['the-world-gave-it']).toBe('kept');
  });
});

describe('recovery.branch-inherits-no-authority', () => {
  const id = 'recovery.branch-inherits-no-authority';
  const approved = () =>
    new Story(review)
      .works('worker-1')
      .performs('worker-1', 'extract')
      .performs('worker-1', 'analyse')
      .performs('worker-1', 'approve')
      .asks(decide())
      .performs('worker-1', 'publish')
      .rests('finished')
      .shows('rest', 'succeeded', { steps: reviewed })
      .asks(onlyPublish);
  const shows = (view: Partial<RunView>) =>
    approved()
      .rests('waiting', 'run-2')
      .shows('rest', 'waiting', { run: 'run-2', ...view });
  const own = { run: 'run-2', key: 'run-2/publish' };
  const wait = (status: string) => ({ approvals: [{ id: 'approve', step: 'approve', status, revision: '2' }] });

  it('holds where the branch is asked again, has no receipt, and goes out under its own key', () => {
    const history = shows(wait('requested'))
      .asks(decide({ run: 'run-2' }))
      .performs('worker-1', 'publish', own)
      .end();
    expect(outcomeOf(id, history)).toEqual({ approval: 'kept', receipt: 'kept', 'action-key': 'kept' });
  });
  it('is broken where the old decision counts', () => {
    expect(outcomeOf(id, approved().performs('worker-1', 'publish', own).end()).approval).toContain(
      'went on to publish',
    );
    expect(outcomeOf(id, shows(wait('approved')).end()).approval).toContain('shows it as approved');
  });
  it('is broken where the old receipt or the old key is used', () => {
    expect(outcomeOf(id, shows({ steps: committed({ publish: 'p' }) }).end()).receipt).toContain(
      'as done before it was sent',
    );
    const old = { run: 'run-2', key: 'run-1/publish' };
    expect(outcomeOf(id, approved().performs('worker-1', 'publish', old).end())['action-key']).toContain(
      'the key of run-1',
    );
  });
  it('says nothing where the change touches none of it', () => {
    const story = new Story(review).works('worker-1').performs('worker-1', 'extract').performs('worker-1', 'analyse');
    const untouched = story
      .asks(decide())
      .asks(branch({ changes: {} }))
      .performs('worker-1', 'publish', { run: 'run-2' });
    expect(outcomeOf(id, untouched.end())).toEqual({
      approval: 'not exercised',
      receipt: 'not exercised',
      'action-key': 'not exercised',
    });
  });
});

describe('recovery.refuses-incompatible-code', () => {
  const id = 'recovery.refuses-incompatible-code';
  const upgraded = () =>
    new Story(extractAndPublish)
      .works('worker-1')
      .performs('worker-1', 'extract')
      .killed('worker-1', 'call.next')
      .planned('upgrade', 'retry-wait')
      .works('worker-2');

  it('holds where newer workers leave the run alone, or go on with its own steps', () => {
    const kept = { 'not-in-silence': 'kept', 'own-steps-once': 'kept' };
    expect(outcomeOf(id, upgraded().rests('finished').shows('rest', 'stranded').end())).toEqual(kept);
    expect(outcomeOf(id, upgraded().performs('worker-2', 'publish').succeeds())).toEqual(kept);
  });
  it('is broken where one takes it to a step of newer code, or does its own again', () => {
    expect(outcomeOf(id, upgraded().strays('worker-2', 'translate').end())['not-in-silence']).toContain(
      'took it to translate',
    );
    expect(outcomeOf(id, upgraded().performs('worker-2', 'extract').succeeds())['own-steps-once']).toContain(
      'ran its extract again',
    );
  });
  it('says nothing without an upgrade, or of a run that began after it', () => {
    const plain = new Story(extractAndPublish)
      .works('worker-1')
      .performs('worker-1', 'extract')
      .performs('worker-1', 'publish');
    expect(outcomeOf(id, plain.succeeds())['not-in-silence']).toBe('not exercised');
    const fresh = new Story(extractAndPublish)
      .planned('upgrade', 'run.absent')
      .works('worker-1')
      .strays('worker-1', 'translate');
    expect(outcomeOf(id, fresh.end())['not-in-silence']).toBe('not exercised');
  });
});

describe('recovery.stranded-run-is-shown', () => {
  const id = 'recovery.stranded-run-is-shown';
  const stranded = (status: RunView['status']) =>
    new Story(extractAndPublish)
      .works('worker-1')
      .performs('worker-1', 'extract')
      .killed('worker-1', 'call.next')
      .planned('upgrade', 'retry-wait')
      .works('worker-2')
      .rests('stuck')
      .shows('rest', status);
  const beside = (story: Story) =>
    story.asks(launch(extractAndPublish, { run: 'run-2' })).performs('worker-2', 'extract', { run: 'run-2' });

  it('holds where it says so, and another run comes to its end', () => {
    const history = beside(stranded('stranded'))
      .rests('finished', 'run-2')
      .shows('rest', 'succeeded', { run: 'run-2' })
      .end();
    expect(outcomeOf(id, history)).toEqual({ shown: 'kept', 'blocks-nothing': 'kept' });
  });
  it('is broken where it looks like a run at work, or holds the other one up', () => {
    expect(outcomeOf(id, stranded('running').end()).shown).toBe(
      'no worker at hand can serve run-1, and it shows itself as running',
    );
    expect(outcomeOf(id, beside(stranded('stranded')).rests('stuck', 'run-2').end())['blocks-nothing']).toContain(
      'run-2 beside it stood still',
    );
  });
  it('says nothing where somebody serves it, or no worker came at all', () => {
    const served = new Story(extractAndPublish)
      .works('worker-1')
      .performs('worker-1', 'extract')
      .killed('worker-1', 'call.next');
    const history = served
      .planned('upgrade', 'retry-wait')
      .works('worker-2')
      .calls('worker-2', 'publish')
      .rests('stuck');
    expect(outcomeOf(id, history.shows('rest', 'running').end()).shown).toBe('not exercised');
  });
  it('leaves a stranded run to this requirement alone', () => {
    const history = stranded('stranded').rests('finished').end();
    expect(outcomeOf('recovery.run-finishes-after-any-interruption', history)['after-a-death']).toBe('not exercised');
  });
});

describe('recovery.store-outage-loses-nothing', () => {
  const id = 'recovery.store-outage-loses-nothing';
  const away = (outcome = refused('store-unavailable')) =>
    new Story(extractAndPublish)
      .works('worker-1')
      .performs('worker-1', 'extract')
      .shows('held', 'running', { steps: committed({ extract: 'extract 1' }) })
      .planned('outage', 'step.committed', 'extract')
      .asks(cancel(), outcome)
      .planned('restore', 'step.committed', 'extract');

  it('holds where nothing is accepted meanwhile, nothing is lost, and the run goes on', () => {
    expect(outcomeOf(id, away().performs('worker-1', 'publish').succeeds())).toEqual({
      'acknowledges-nothing': 'kept',
      'loses-nothing': 'kept',
      'goes-on': 'kept',
    });
  });
  it('is broken where a command is accepted, a step runs again, or the run stands still', () => {
    expect(outcomeOf(id, away(ok).end())['acknowledges-nothing']).toBe('the store was away, and a cancel was accepted');
    expect(outcomeOf(id, away().performs('worker-1', 'extract').end())['loses-nothing']).toContain('ran extract again');
    expect(outcomeOf(id, away().rests('stuck').end('stuck'))['goes-on']).toContain('run-1 stood still');
  });
  it('takes no answer that came when the store was back for one while it was away, and says nothing where it is away for good', () => {
    const story = new Story(extractAndPublish)
      .works('worker-1')
      .performs('worker-1', 'extract')
      .planned('outage', 'call.next');
    const sent = story.sends('client-1', cancel());
    expect(outcomeOf(id, story.planned('restore', 'call.next').replies(sent).end())['acknowledges-nothing']).toBe(
      'kept',
    );
    const gone = new Story(extractAndPublish)
      .works('worker-1')
      .performs('worker-1', 'extract')
      .planned('outage', 'call.next');
    expect(outcomeOf(id, gone.rests('stuck').end('stuck'))['goes-on']).toBe('not exercised');
  });
});
