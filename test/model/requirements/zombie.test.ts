import { describe, expect, it } from 'vitest';
import type { History, RunView } from '../../../model/vocabulary.ts';
import { committed, review, Story } from '../history-builder.ts';
import { outcomeOf } from './outcome.ts';

const id = 'lease.zombie-changes-nothing';
const all = { extract: 'extract 2', analyse: 'analyse 1', publish: 'publish 1' };

/** A worker stopped in `extract`, whose successor brings the run to its end before it is let go. */
const replaced = () =>
  new Story(review)
    .works('worker-1')
    .calls('worker-1', 'extract')
    .stopped('worker-1', 'call.received', 'extract')
    .works('worker-2')
    .performs('worker-2', 'extract', { value: 'extract 2' })
    .performs('worker-2', 'analyse')
    .performs('worker-2', 'publish')
    .rests('finished')
    .shows('before-continue', 'succeeded', { steps: committed(all, 'worker-2') })
    .continued('worker-1');
const late = () => replaced().answered('worker-1', 'extract', 'extract 1');
const afterwards = (
  story: Story,
  status: RunView['status'] = 'succeeded',
  steps = committed(all, 'worker-2'),
): History => story.shows('after-continue', status, { steps }).rests('finished').shows('rest', status, { steps }).end();

describe(id, () => {
  it('holds where the late answer changes nothing', () => {
    expect(outcomeOf(id, afterwards(late()))).toEqual({
      'results-and-waits': 'kept',
      outcome: 'kept',
      'goes-no-further': 'kept',
    });
  });
  it('is broken by a late result that takes the place of the committed one', () => {
    const steps = { ...committed(all, 'worker-2'), ...committed({ extract: 'extract 1' }, 'worker-1') };
    expect(outcomeOf(id, afterwards(late(), 'succeeded', steps))['results-and-waits']).toBe(
      'worker-1 came back after run-1 had ended, and what is committed for extract changed',
    );
  });
  it('is broken by an overwrite with an equal value, since commits are compared and not values', () => {
    const steps = { ...committed(all, 'worker-2'), ...committed({ extract: 'extract 2' }, 'worker-1') };
    expect(outcomeOf(id, afterwards(late(), 'succeeded', steps))['results-and-waits']).toContain('extract changed');
  });
  it('is broken by a run that is no longer finished', () => {
    expect(outcomeOf(id, afterwards(late(), 'waiting')).outcome).toBe(
      'worker-1 came back: run-1 was succeeded before and is waiting after it',
    );
  });
  it('is broken by a zombie that goes on to a step that rests on its late result', () => {
    expect(outcomeOf(id, afterwards(late().performs('worker-1', 'analyse')))['goes-no-further']).toContain(
      'went on to analyse',
    );
  });
  it('takes no offence at a request that comes again for the same step', () => {
    expect(outcomeOf(id, afterwards(late().performs('worker-1', 'extract')))['goes-no-further']).toBe('kept');
  });

  const nothing = {
    'results-and-waits': 'not exercised',
    outcome: 'not exercised',
    'goes-no-further': 'not exercised',
  };
  it('says nothing of a zombie that died before it could try', () => {
    expect(outcomeOf(id, afterwards(late().ended('worker-1'), 'waiting'))).toEqual(nothing);
  });
  it('says nothing where the late answer never reached it', () => {
    expect(outcomeOf(id, afterwards(replaced(), 'waiting'))).toEqual(nothing);
  });
  it('says nothing of a worker that was slow and had no successor', () => {
    const story = new Story(review)
      .works('worker-1')
      .calls('worker-1', 'extract')
      .stopped('worker-1', 'call.received', 'extract')
      .shows('before-continue', 'succeeded')
      .continued('worker-1')
      .answered('worker-1', 'extract', 'extract 1')
      .performs('worker-1', 'analyse');
    expect(outcomeOf(id, afterwards(story, 'failed'))).toEqual(nothing);
  });
  it('says nothing where no reading was taken after its return', () => {
    expect(outcomeOf(id, late().performs('worker-1', 'analyse').succeeds())).toEqual(nothing);
  });

  it('leaves it to this requirement alone that the zombie undid a finished run', () => {
    const history = late().shows('after-continue', 'waiting').rests('waiting').shows('rest', 'waiting').end('stuck');
    expect(outcomeOf('recovery.run-finishes-after-any-interruption', history)['after-a-standstill']).toBe('kept');
    expect(outcomeOf(id, history).outcome).toContain('is waiting after it');
  });
  it('does not take what a zombie does for a repeat by the runtime', () => {
    const history = afterwards(late().performs('worker-1', 'extract'));
    expect(outcomeOf('recovery.committed-step-runs-once', history)['not-again']).not.toContain('ran it again');
  });
});
