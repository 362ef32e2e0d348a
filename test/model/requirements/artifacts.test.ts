import { describe, expect, it } from 'vitest';
import type { ArtifactView, Json, RunView, StepView } from '../../../model/vocabulary.ts';
import { claim, commit, fresh, reportArtifact, retry, slot } from '../commands.ts';
import { artifact, committed, effect, model, output, programOf, Story } from '../history-builder.ts';
import { outcomeOf } from './outcome.ts';
import { lost, ok, refused, type Shown, Told } from './script.ts';

const program = programOf(output('report'), model('check', 'report'), effect('publish', 'report', 'check'));
const steps = (version: Json, more: Record<string, Json> = {}): Record<string, StepView> =>
  committed({ report: typeof version === 'string' ? artifact('report', version) : version, ...more });
const written = () => new Story(program).works('worker-1').uploads('worker-1', 'report', 'v1');
const showing = (shown: Record<string, StepView>, more: Partial<RunView> = {}) =>
  ({ steps: shown, ...more }) satisfies Partial<RunView>;
/** The first worker uploads and is lost; the second one uploads again. */
const twice = () =>
  new Story(program)
    .works('worker-1')
    .calls('worker-1', 'report')
    .stores('worker-1', 'report', 'v1')
    .killed('worker-1', 'call.done', 'report')
    .works('worker-2')
    .uploads('worker-2', 'report', 'v2');

describe('commit.references-exact-versions', () => {
  const id = 'commit.references-exact-versions';
  const reader = (story: Story, value: Json) =>
    story.performs('worker-1', 'check', { inputs: { report: value } }).end();

  it('holds where what is committed and handed on names a stored version, whatever is written later', () => {
    expect(outcomeOf(id, reader(written(), artifact('report', 'v1')))['names-a-version']).toBe('kept');
    const late = written()
      .rests('finished')
      .shows('rest', 'running', showing(steps('v1')))
      .uploads('worker-2', 'report', 'v2');
    expect(outcomeOf(id, reader(late, artifact('report', 'v1')))['later-write']).toBe('kept');
  });
  it('is broken by a name alone, a version that is not there, or one that was written later', () => {
    expect(outcomeOf(id, reader(written(), 'report'))['names-a-version']).toBe('check was given no version as report');
    expect(outcomeOf(id, reader(written(), artifact('report', 'v9')))['names-a-version']).toContain(
      'v9, which the store does not hold',
    );
    const late = written()
      .rests('finished')
      .shows('rest', 'running', showing(steps('v1')))
      .uploads('worker-2', 'report', 'v2');
    expect(outcomeOf(id, reader(late, artifact('report', 'v2')))['later-write']).toContain(
      'check was given the later version',
    );
  });
  it('says nothing of a repeat before anything was committed, and nothing where nobody uses it', () => {
    expect(outcomeOf(id, twice().performs('worker-2', 'check').end())['later-write']).toBe('not exercised');
    expect(outcomeOf(id, written().end())['names-a-version']).toBe('not exercised');
  });
});

describe('commit.orphans-are-never-consumed', () => {
  const id = 'commit.orphans-are-never-consumed';
  const listed = (state: ArtifactView['state']): ArtifactView => ({
    ...artifact('report', 'v1'),
    step: 'report',
    attempt: 'a',
    state,
  });
  const ended = (story: Story, artifacts?: readonly ArtifactView[]) =>
    outcomeOf(
      id,
      story
        .rests('finished')
        .shows('rest', 'succeeded', showing(steps('v2'), artifacts && { artifacts }))
        .end(),
    );

  it('holds where what was left behind serves nobody and is listed', () => {
    expect(ended(twice().performs('worker-2', 'check'), [listed('orphaned')])).toEqual({
      'not-consumed': 'kept',
      listed: 'kept',
    });
  });
  it('is broken where it is given to a step or read, or is not listed', () => {
    const used = twice().performs('worker-2', 'check', { inputs: { report: artifact('report', 'v1') } });
    expect(ended(used)['not-consumed']).toContain('check was given version v1 of report');
    expect(ended(twice().reads('report', 'v1'))['not-consumed']).toContain('version v1 of report was read');
    expect(ended(twice(), []).listed).toContain('it is not listed');
    expect(ended(twice(), [listed('committed')]).listed).toContain('it is listed as committed');
  });
  it('takes one entry without a version for one upload whose answer was lost', () => {
    const nameless = { ...listed('orphaned'), version: '' };
    expect(ended(twice(), [nameless]).listed).toBe('kept');
    expect(ended(twice(), [{ ...nameless, state: 'committed' }]).listed).toContain('it is not listed');
    const thrice = () => twice().works('worker-3').uploads('worker-3', 'report', 'v3');
    expect(
      outcomeOf(
        id,
        thrice()
          .rests('finished')
          .shows('rest', 'succeeded', showing(steps('v3'), { artifacts: [nameless] }))
          .end(),
      ).listed,
    ).toContain('it is not listed');
  });
  it('lets a worker read its own upload, and a successor take one over', () => {
    const own = new Story(program)
      .works('worker-1')
      .calls('worker-1', 'report')
      .stores('worker-1', 'report', 'v1')
      .reads('report', 'v1');
    own.killed('worker-1', 'call.done', 'report').works('worker-2').uploads('worker-2', 'report', 'v2');
    expect(ended(own)).toEqual({ 'not-consumed': 'kept', listed: 'not exercised' });
    const over = twice()
      .rests('finished')
      .shows('rest', 'succeeded', showing(steps('v1')))
      .end();
    expect(outcomeOf(id, over)['not-consumed']).toBe('kept');
  });
  it('says nothing where nothing was left behind', () => {
    const one = written()
      .performs('worker-1', 'check')
      .rests('finished')
      .shows('rest', 'succeeded', showing(steps('v1')))
      .end();
    expect(outcomeOf(id, one)['not-consumed']).toBe('not exercised');
  });
});

describe('commit.refuses-incomplete-output', () => {
  const id = 'commit.refuses-incomplete-output';
  const cut = () =>
    new Story(program)
      .works('worker-1')
      .calls('worker-1', 'report')
      .killed('worker-1', 'call.received', 'report')
      .works('worker-2');
  const ended = (story: Story, shown: Record<string, StepView>) =>
    outcomeOf(id, story.rests('finished').shows('rest', 'succeeded', showing(shown)).end());

  it('holds where another upload, whole, is what is committed', () => {
    expect(ended(cut().uploads('worker-2', 'report', 'v2'), steps('v2'))['cut-short']).toBe('kept');
    expect(ended(written().planned('torn', 'call.done', 'report'), steps('v1')).altered).toBe('kept');
  });
  it('is broken where the part is committed, or what is stored is something else', () => {
    expect(ended(cut(), steps('v1'))['cut-short']).toContain(
      'version v1 of report is committed, which the store does not hold',
    );
    expect(ended(written(), steps({ ...artifact('report', 'v1'), bytes: 4 })).altered).toContain(
      'something else under it',
    );
    expect(ended(written(), steps({ ...artifact('report', 'v1'), digest: 'x' })).altered).toContain(
      'something else under it',
    );
  });
  it('says nothing where no upload was cut short', () => {
    expect(ended(written(), steps('v1'))).toEqual({ 'cut-short': 'not exercised', altered: 'not exercised' });
  });
});

describe('commit.missing-artifact-stops-recovery', () => {
  const id = 'commit.missing-artifact-stops-recovery';
  const missing = () =>
    written()
      .killed('worker-1', 'call.next')
      .planned('lose', 'step.committed', 'report')
      .works('worker-2')
      .reads('report', 'v1', 'missing');
  const ended = (story: Story, status: RunView['status']) =>
    outcomeOf(id, story.rests('finished').shows('rest', status).end());

  it('holds where the run stops in the open, and goes on once it is back or to be repeated', () => {
    expect(ended(missing(), 'blocked')).toMatchObject({ stops: 'kept', shown: 'kept' });
    expect(ended(missing().planned('restore', 'run.rested').performs('worker-2', 'check'), 'succeeded').stops).toBe(
      'kept',
    );
    expect(
      ended(
        missing()
          .asks(retry({ step: 'report' }))
          .performs('worker-2', 'check'),
        'succeeded',
      ).stops,
    ).toBe('kept');
  });
  it('is broken where what rests on it begins, or nothing of it is shown', () => {
    expect(ended(missing().performs('worker-2', 'check'), 'succeeded')).toMatchObject({
      stops: 'the artifact of report was missing, and check began all the same',
      shown: 'the artifact of report was missing, and run-1 showed itself as succeeded',
    });
  });
  it('says nothing where it was found', () => {
    const found = written()
      .planned('lose', 'step.committed', 'report')
      .reads('report', 'v1')
      .performs('worker-1', 'check');
    expect(ended(found, 'succeeded').stops).toBe('not exercised');
  });

  const blocked: Shown = { status: 'blocked', slots: [slot()], attempts: [fresh(1)] };
  const told = (command: Parameters<Told['says']>[0], outcome: typeof ok, states: readonly [Shown, Shown]) =>
    outcomeOf(id, new Told(program).says(command, outcome, states).end());

  it('holds in a script where it is shown, takes no work, and is lifted by a repeat or a return', () => {
    expect(told(reportArtifact('missing'), ok, [{}, blocked]).shown).toBe('kept');
    expect(told(claim(), refused('run-is-blocked'), [blocked, blocked]).stops).toBe('kept');
    expect(told(reportArtifact('restored'), ok, [blocked, {}])['goes-on']).toBe('kept');
    expect(told(retry({ step: 'report' }), ok, [blocked, {}])['goes-on']).toBe('kept');
  });
  it('is broken in a script the other way round', () => {
    expect(told(reportArtifact('missing'), ok, [{}, {}]).shown).toContain('shows itself as running');
    expect(told(commit(), ok, [blocked, blocked]).stops).toContain('a commit was accepted');
    expect(told(reportArtifact('restored'), ok, [blocked, blocked])['goes-on']).toContain('is still blocked');
  });
  it('may have a person let the run go on that had stopped for one', () => {
    const back = (states: readonly [Shown, Shown]) =>
      outcomeOf(
        id,
        new Told(program)
          .says(reportArtifact('restored'), ok, [blocked, blocked])
          .says({ ...claim(), type: 'resume', reason: 'it is back' }, ok, states)
          .end(),
      )['goes-on'];
    expect(back([blocked, {}])).toBe('kept');
    expect(back([blocked, blocked])).toContain('resumed with nothing missing, and is still blocked');
  });
  it('says nothing of what was refused or not answered, or of a run that is not blocked', () => {
    expect(told(reportArtifact('missing'), refused('no'), [{}, {}]).shown).toBe('not exercised');
    expect(told(retry({ step: 'report' }), lost, [blocked, blocked])['goes-on']).toBe('not exercised');
    expect(told(claim(), ok, [{}, {}]).stops).toBe('not exercised');
  });
});

describe('commit.refuses-a-stale-revision', () => {
  const id = 'commit.refuses-a-stale-revision';
  const first = commit({ key: 'first' });
  const at = (revision: number) => ({ status: 'ok', value: { revision } }) as const;
  const second = (
    outcome: typeof ok,
    after: Shown = {},
    command = commit({ key: 'second', step: 'analyse', revision: 0 }),
  ) => outcomeOf(id, new Told().says(first, at(1), [{}, {}]).says(command, outcome, [{}, after]).end());

  it('holds where the stale one is refused and changes nothing', () => {
    expect(second(refused('revision-is-stale'))).toMatchObject({ refused: 'kept', 'changes-nothing': 'kept' });
  });
  it('is broken where it is accepted, or changes a result', () => {
    expect(second(at(2)).refused).toBe('a commit for revision 0 came when slot-1 was at 1, and it was accepted');
    expect(second(refused('no'), { steps: committed({ extract: 'x' }) })['changes-nothing']).toContain(
      'the results changed',
    );
  });
  it('says nothing of the current revision, of a repeat of the same command, or after an answer that is missing', () => {
    expect(second(at(2), {}, commit({ key: 'second', revision: 1 })).refused).toBe('not exercised');
    // A decision between the two makes a later revision, which no commit was answered with.
    expect(second(at(4), {}, commit({ key: 'second', revision: 3 })).refused).toBe('not exercised');
    expect(second(at(1), {}, first).refused).toBe('not exercised');
    const unknown = new Told().says(first, at(1), [{}, {}]).says(commit({ key: 'lost', revision: 1 }), lost, [{}, {}]);
    expect(outcomeOf(id, unknown.says(commit({ key: 'third' }), at(3), [{}, {}]).end()).refused).toBe('not exercised');
  });
  it('lets one of two writers win, and not both', () => {
    const rival = commit({ key: 'rival', attempt: 'slot-1/2' });
    const race = (other: typeof ok) =>
      outcomeOf(
        id,
        new Told()
          .race(
            [
              [first, at(1)],
              [rival, other],
            ],
            [{}, {}],
          )
          .end(),
      )['second-writer'];
    expect(race(refused('revision-is-stale'))).toBe('kept');
    expect(race(at(1))).toContain('2 commits for revision 0');
  });
});

describe('commit.crash-leaves-before-or-after', () => {
  const id = 'commit.crash-leaves-before-or-after';
  const half = (after: Shown, before: Shown = {}) =>
    outcomeOf(id, new Told().says(claim(), lost, [before, after]).end())['after-a-death'];
  const killed = (after: Partial<RunView>, deed: 'kill' | 'torn' = 'kill') => {
    const story = written()
      .calls('worker-1', 'check')
      .shows('held', 'running', showing(steps('v1')));
    const died = story.killed('worker-1', 'call.received', 'check');
    return outcomeOf(
      id,
      (deed === 'torn' ? died.planned('torn', 'call.received') : died)
        .rests('stuck')
        .shows('rest', 'running', after)
        .end(),
    );
  };

  it('holds where what is shown fits together', () => {
    expect(half({ slots: [slot({ state: 'claimed', pending: 'slot-1/1', prior: null })], attempts: [fresh(1)] })).toBe(
      'kept',
    );
    expect(killed({ steps: steps('v1') })['after-a-death']).toBe('kept');
    expect(killed({ steps: steps('v1', { check: 'c' }) }, 'torn')['at-a-write']).toBe('kept');
  });
  it('is broken where a part is shown, or something is gone', () => {
    expect(half({ slots: [slot({ state: 'claimed', pending: 'slot-1/2', prior: null })], attempts: [] })).toContain(
      'slot-1/2, which is not there',
    );
    expect(half({ slots: [slot({ state: 'claimed', prior: null })], attempts: [] })).toContain('claimed by nobody');
    expect(half({ slots: [], attempts: [fresh(1)] })).toContain('whose slot is not there');
    expect(killed({})['after-a-death']).toContain('fewer results of report than before');
    const torn = { report: { commits: [{ by: 'a', at: '1', value: 'old' }], inForce: 'new' } };
    expect(killed({ steps: torn }, 'torn')['at-a-write']).toContain('in force that was never committed');
  });
  it('is asked of a death in the middle of a commit, and right after one', () => {
    const died = (moment: 'before' | 'after', left: Partial<RunView>) =>
      outcomeOf(
        id,
        written()
          .calls('worker-1', 'check')
          .shows('held', 'running', showing(steps('v1')))
          .killedAtCommit('worker-1', moment, 3)
          .rests('stuck')
          .shows('rest', 'running', left)
          .end(),
      )['at-a-write'];
    expect(died('before', { steps: steps('v1') })).toBe('kept');
    expect(died('after', { steps: steps('v1', { check: 'c' }) })).toBe('kept');
    expect(died('before', {})).toContain('fewer results of report than before');
  });
  it('says nothing of a command that was answered, or before anything was read', () => {
    const answered = new Told().says(claim(), ok, [{}, { slots: [slot({ state: 'claimed', prior: null })] }]).end();
    expect(outcomeOf(id, answered)['after-a-death']).toBe('not exercised');
    const unread = written().killed('worker-1', 'call.next').rests('stuck').shows('rest', 'running').end();
    expect(outcomeOf(id, unread)['after-a-death']).toBe('not exercised');
  });
});
