import { describe, expect, it } from 'vitest';
import { read, resultsOf } from '../../model/reading.ts';
import type { Step } from '../../model/vocabulary.ts';
import { committed, effect, opaque, programOf, Story, under } from './history-builder.ts';
import { outcomeOf } from './requirements/outcome.ts';

const told = (step: Step) => new Story(programOf(step)).works('worker-1');
const valuesOf = (story: Story) => resultsOf(read(story.end()), 'run-1', 'publish').map(({ value }) => value);

describe('what the world said came of a step', () => {
  it('is its answer, unless that is an error', () => {
    expect(valuesOf(told(opaque('publish')).performs('worker-1', 'publish', { value: 'p' }))).toEqual(['p']);
    expect(valuesOf(told(opaque('publish')).fails('worker-1', 'publish'))).toEqual([]);
  });
  it('is what an owner called back, and not that it had taken the action', () => {
    const taken = () => told(under('async', 'publish')).accepted('worker-1', 'publish');
    expect(valuesOf(taken())).toEqual([]);
    expect(valuesOf(taken().callsBack('worker-1', 'publish', 'p'))).toEqual(['p']);
  });
  it('is what an owner that was asked had found applied, and nothing else that it says', () => {
    const asked = () => told(under('lookup', 'publish')).calls('worker-1', 'publish').applied('worker-1', 'publish');
    expect(valuesOf(asked().looksUp('worker-1', 'publish', { found: 'applied', value: 'p' }))).toEqual(['p']);
    expect(valuesOf(asked().looksUp('worker-1', 'publish', { found: 'unknown' }))).toEqual([]);
  });
  it("is what exists already where that is one's own doing", () => {
    const own = () =>
      told(effect('publish')).calls('worker-1', 'publish').applied('worker-1', 'publish').lost('worker-1', 'publish');
    expect(valuesOf(own().conflicts('worker-1', 'publish', 'p'))).toEqual(['p']);
    expect(valuesOf(told(effect('publish')).conflicts('worker-1', 'publish', 'p'))).toEqual([]);
  });
});

describe('requirements that look at results', () => {
  const proven = committed({ publish: 'p' });
  it('take the word of an owner that was asked, and no less, for the proof of a success', () => {
    const id = 'evidence.success-needs-its-proof';
    const cut = () =>
      told(under('lookup', 'publish'))
        .calls('worker-1', 'publish')
        .applied('worker-1', 'publish')
        .killed('worker-1', 'effect.applied', 'publish')
        .works('worker-2');
    const asked = cut().looksUp('worker-2', 'publish', { found: 'applied', value: 'p' }).succeeds(proven);
    expect(outcomeOf(id, asked)['the-world-gave-it']).toBe('kept');
    expect(outcomeOf(id, cut().succeeds(proven))['the-world-gave-it']).toContain('had given no result of publish');
  });
  it('excuse a run that met what somebody else had made, and none that met its own', () => {
    const id = 'recovery.run-finishes-after-any-interruption';
    const cut = (story: Story) =>
      story
        .killed('worker-1', 'effect.received', 'publish')
        .works('worker-2')
        .conflicts('worker-2', 'publish', 'p')
        .rests('finished')
        .shows('rest', 'failed')
        .end();
    const sent = () => told(effect('publish')).calls('worker-1', 'publish');
    expect(outcomeOf(id, cut(sent().lost('worker-1', 'publish')))['after-a-death']).toBe('not exercised');
    expect(outcomeOf(id, cut(sent().applied('worker-1', 'publish')))['after-a-death']).toContain('ended as failed');
  });
  it('compare the arguments of an action, and not for whom it is sent', () => {
    const as = (token: number) => ({ inputs: { $authority: { principal: 'ann', token } } });
    const again = told(under('guarded', 'publish'))
      .calls('worker-1', 'publish', as(1))
      .killed('worker-1', 'effect.received', 'publish')
      .works('worker-2')
      .performs('worker-2', 'publish', as(2))
      .succeeds(proven);
    expect(outcomeOf('effect.key-names-one-action', again)['one-body']).toBe('kept');
    expect(outcomeOf('recovery.retry-keeps-inputs', again)['after-a-crash']).toBe('not exercised');
  });
  it('ask nobody to list what a transport had sent twice', () => {
    const id = 'commit.orphans-are-never-consumed';
    const program = programOf({ op: 'output', id: 'report', uses: [] });
    const uploads = (nonce: string) =>
      new Story(program)
        .works('worker-1')
        .calls('worker-1', 'report', { nonce: 'n' })
        .stores('worker-1', 'report', 'v1')
        .answered('worker-1', 'report', { name: 'report', version: 'v1', digest: 'sha-v1', bytes: 10 })
        .calls('worker-1', 'report', { nonce })
        .stores('worker-1', 'report', 'v2')
        .rests('finished')
        .shows('rest', 'succeeded', {
          steps: committed({ report: { name: 'report', version: 'v1', digest: 'sha-v1', bytes: 10 } }),
          artifacts: [],
        })
        .end();
    expect(outcomeOf(id, uploads('n')).listed).toBe('not exercised');
    expect(outcomeOf(id, uploads('another')).listed).toContain('it is not listed');
  });
});
