import { describe, expect, it } from 'vitest';
import type { Command, RunView } from '../../../model/vocabulary.ts';
import { accept, cancel, decide, heartbeat, launch, register } from '../commands.ts';
import { extractAndPublish, review, Story } from '../history-builder.ts';
import { outcomeOf } from './outcome.ts';
import { lost, ok, refused, type Shown, Told } from './script.ts';

const absent: Shown = { status: 'absent' };

describe('identity.launch-refuses-what-was-not-accepted', () => {
  const id = 'identity.launch-refuses-what-was-not-accepted';
  const known: readonly Command[] = [register('p', 'package'), register('w', 'workflow'), register('b', 'binding')];
  const accepted = [...known, accept('p'), accept('b')];
  const launched = (commands: readonly Command[], outcome: typeof ok, after: Shown) => {
    const told = new Told();
    for (const command of commands) told.asks(command);
    return outcomeOf(id, told.says(launch(review), outcome, [absent, after]).end());
  };
  const without = (type: string, revision: string) =>
    accepted.filter((one) => one.type !== type || JSON.stringify(one).includes(`"${revision}"`) === false);

  it('holds where each such launch is refused, and leaves nothing', () => {
    expect(launched(without('accept', 'p'), refused('no'), absent)).toMatchObject({
      'package-not-accepted': 'kept',
      'creates-nothing': 'kept',
    });
    expect(launched(without('accept', 'b'), refused('no'), absent)['binding-not-accepted']).toBe('kept');
    expect(launched(without('register', 'w'), refused('no'), absent)['unknown-revision']).toBe('kept');
  });
  it('is broken where it is accepted, or leaves a run', () => {
    expect(launched(without('accept', 'p'), ok, {})['package-not-accepted']).toContain(
      'package p, which was not accepted',
    );
    expect(launched(without('accept', 'b'), ok, {})['binding-not-accepted']).toContain('binding b');
    expect(launched(without('register', 'w'), ok, {})['unknown-revision']).toContain(
      'workflow w, which nobody registered',
    );
    expect(launched(without('accept', 'p'), refused('no'), {})['creates-nothing']).toContain('is shown as running');
  });
  it('says nothing where all is accepted, an answer is missing, or another tenant registered it', () => {
    expect(launched(accepted, refused('full'), {})['creates-nothing']).toBe('not exercised');
    const told = new Told();
    for (const command of without('accept', 'p')) told.asks(command);
    told.asks(accept('p'), lost);
    expect(outcomeOf(id, told.says(launch(review), ok, [absent, {}]).end())['package-not-accepted']).toBe(
      'not exercised',
    );
    const foreign = accepted.map((command) => ({ ...command, tenant: 'tenant-2' }));
    expect(launched(foreign, ok, {})['unknown-revision']).toBe('not exercised');
  });
  it('takes a refusal that has two reasons for no proof of either', () => {
    expect(launched(known, refused('no'), absent)).toMatchObject({
      'package-not-accepted': 'not exercised',
      'creates-nothing': 'kept',
    });
  });
});

describe('identity.start-key-refuses-other-inputs', () => {
  const id = 'identity.start-key-refuses-other-inputs';
  const again = launch(extractAndPublish, { run: 'run-2', key: 'again' });

  const first = () => new Told(review).says(launch(review), ok, [absent, {}]);
  const second = (command: Command, outcome: typeof ok, states: readonly [Shown, Shown] = [{}, {}]) =>
    outcomeOf(id, first().says(command, outcome, states).end());

  it('holds where the other launch is refused and the run stays as it is', () => {
    expect(second(again, refused('other-inputs'))).toEqual({ refused: 'kept', 'run-untouched': 'kept' });
  });
  it('is broken where it is accepted, or changes the run', () => {
    expect(second(again, ok).refused).toContain('a launch of other inputs under it was accepted');
    expect(second(again, refused('no'), [{}, { status: 'failed' }])['run-untouched']).toContain('run-1 changed');
  });
  it('says nothing of equal inputs, another key, or a run that has ended', () => {
    expect(second(launch(review, { key: 'again' }), ok).refused).toBe('not exercised');
    expect(second({ ...again, startKey: 'another' }, ok).refused).toBe('not exercised');
    expect(second(again, ok, [{ status: 'succeeded' }, { status: 'succeeded' }]).refused).toBe('not exercised');
  });
});

describe('identity.tenants-are-isolated', () => {
  const id = 'identity.tenants-are-isolated';
  const foreign = cancel({ tenant: 'tenant-2' });
  const owned = () => new Told(review).says(launch(review), ok, [absent, {}]);
  const said = (outcome: typeof ok, after: Shown = {}, command: Command = foreign) =>
    owned().says(command, outcome, [{}, after]);

  it('holds where it is refused, changes nothing, and is answered as if nothing were there', () => {
    const told = said(refused('unknown-run')).asks(cancel({ run: 'run-9' }), refused('unknown-run'));
    expect(outcomeOf(id, told.end())).toEqual({ refused: 'kept', 'changes-nothing': 'kept', 'like-absent': 'kept' });
  });
  it('is broken where it is accepted, changes the run, or tells that the run exists', () => {
    expect(outcomeOf(id, said(ok).end()).refused).toContain('tenant-2 sent a cancel on run-1 of tenant-1');
    expect(outcomeOf(id, said(refused('no'), { status: 'cancelled' }).end())['changes-nothing']).toContain(
      'the run changed',
    );
    const told = said(refused('foreign-tenant')).asks(cancel({ run: 'run-9' }), refused('unknown-run'));
    expect(outcomeOf(id, told.end())['like-absent']).toContain('"foreign-tenant"');
  });
  it('holds for a report about an attempt as well', () => {
    const attempts = [
      {
        id: 'slot-1/1',
        slot: 'slot-1',
        outcome: 'running',
        worker: { status: 'running', owner: null },
        lease: { status: 'live' },
      },
    ] as const satisfies RunView['attempts'];
    const beat = { ...heartbeat(), tenant: 'tenant-2' };
    expect(outcomeOf(id, owned().says(beat, ok, [{ attempts }, { attempts }]).end()).refused).toContain(
      'sent a heartbeat',
    );
  });
  it('says nothing of its own tenant, of an answer that is missing, or of a race', () => {
    expect(outcomeOf(id, said(ok, {}, cancel()).end()).refused).toBe('not exercised');
    expect(outcomeOf(id, said(lost, { status: 'cancelled' }).end())['changes-nothing']).toBe('not exercised');
    const race = owned().race(
      [
        [foreign, refused('no')],
        [cancel(), ok],
      ],
      [{}, { status: 'cancelled' }],
    );
    expect(outcomeOf(id, race.end())['changes-nothing']).toBe('not exercised');
  });
});

describe('identity.admission-is-atomic', () => {
  const id = 'identity.admission-is-atomic';
  const launched = (outcome: typeof ok, status: RunView['status']) =>
    new Story(extractAndPublish).asks(launch(extractAndPublish), outcome).rests('finished').shows('rest', status);
  const clause = (name: string, story: Story) => outcomeOf(id, story.end())[name];

  it('holds where what was accepted is there, and what was refused is not', () => {
    expect(clause('accepted-is-there', launched(ok, 'running'))).toBe('kept');
    expect(clause('refused-is-not', launched(refused('full'), 'absent'))).toBe('kept');
  });
  it('is broken where accepted work is gone, or refused work is there or worked on', () => {
    expect(clause('accepted-is-there', launched(ok, 'absent'))).toContain('it was not there');
    expect(clause('refused-is-not', launched(refused('full'), 'running'))).toContain('was shown as running');
    const worked = new Story(extractAndPublish).asks(launch(extractAndPublish), refused('full')).works('worker-1');
    expect(clause('refused-is-not', worked.calls('worker-1', 'extract'))).toContain('worker-1 worked on it');
  });
  it('holds while the store is away or full, where the launch was sent and answered then', () => {
    const during = (deed: 'outage' | 'full', outcome: typeof ok) =>
      new Story(extractAndPublish)
        .planned(deed, 'run.absent')
        .asks(launch(extractAndPublish), outcome)
        .planned('restore', 'run.absent')
        .rests('finished')
        .shows('rest', 'absent');
    expect(clause('store-away', during('outage', refused('away')))).toBe('kept');
    expect(clause('store-full', during('full', ok))).toContain('it was not there');
    expect(clause('store-full', during('outage', ok))).toBe('not exercised');
  });
  it('counts what is shown between a refusal and the next launch of the run, and nothing after that', () => {
    const again = (between: RunView['status']) =>
      new Story(extractAndPublish)
        .planned('outage', 'run.absent')
        .asks(launch(extractAndPublish), refused('away'))
        .shows('held', between)
        .shows('held', between)
        .planned('restore', 'run.absent')
        .asks(launch(extractAndPublish))
        .works('worker-1')
        .calls('worker-1', 'extract')
        .rests('finished')
        .shows('rest', 'running');
    expect(clause('store-away', again('absent'))).toBe('kept');
    expect(clause('store-away', again('running'))).toContain('was refused, and it was shown as running');
  });
  it('says nothing of an answer that is missing, nor of a refusal beside another launch of the run', () => {
    expect(clause('accepted-is-there', launched(lost, 'absent'))).toBe('not exercised');
    const both = new Story(extractAndPublish)
      .asks(launch(extractAndPublish))
      .asks(launch(extractAndPublish), refused('again'));
    expect(clause('refused-is-not', both.rests('finished').shows('rest', 'running'))).toBe('not exercised');
  });
});

describe('a decision of another tenant', () => {
  it('is a command like any other', () => {
    const told = new Told(review).says(launch(review), ok, [absent, {}]);
    told.says(decide({ tenant: 'tenant-2' }), ok, [{}, {}]);
    expect(outcomeOf('identity.tenants-are-isolated', told.end()).refused).toContain('sent a decide');
  });
});
