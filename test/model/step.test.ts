import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { type Entity, type EventOf, isKind, type Kind, machines } from '../../model/kinds.ts';
import { type Asked, begin, step } from '../../model/step.ts';
import { alphabetOf, picks } from './machines/alphabet.ts';
import { review, settings, Told } from './machines/told.ts';
import { more, wide } from './machines/wide.ts';
import { byUs, byXState } from './oracle.ts';

/** What the machines are asked while commands are decided along a walk, and what they answer. */
const questionsOn = (walk: readonly number[]): readonly Asked[] => {
  const questions: Asked[] = [];
  const told = new Told(settings, { watch: (asked) => void questions.push(asked) });
  // Few walks come far in the wide program, and the review has fewer lifecycles.
  told.launch(walk.length % 2 === 0 ? review : wide);
  for (const pick of walk) {
    told.nowMs += 60;
    alphabetOf(told.store, pick, more).find((command) => command !== 'tick' && told.send(command) === 'ok');
  }
  return questions;
};
const kinds = Object.keys(machines).filter((name): name is Kind => name in machines);

describe('one event into one entity', () => {
  it('is answered as by the public transition function of XState, whatever commands come', () => {
    const asked = new Set<string>();
    let refused = 0;
    fc.assert(
      fc.property(picks, (walk) => {
        for (const question of questionsOn(walk)) {
          expect(byUs(question)).toEqual(byXState(question));
          asked.add(question.entity.kind);
          refused += question.answer.status === 'refused' ? 1 : 0;
        }
      }),
      { seed: 2026, numRuns: 100 },
    );
    // The owner of an effect and what is on its way to it are the world's, and a start key is asked only by a second launch.
    expect(kinds.filter((kind) => !asked.has(kind))).toEqual(['start', 'owner', 'request']);
    expect(refused).toBeGreaterThan(1000);
  });

  it('is not answered so by a step that forgets a refusal, or that is late by one event', () => {
    const questions = questionsOn([2, 4, 6, 8, 10, 12, 14, 16]);
    const forgets = ({ entity, answer }: Asked): Asked['answer'] =>
      answer.status === 'refused' ? { status: 'accepted', entity } : answer;
    const late = ({ entity }: Asked): Asked['answer'] => ({ status: 'accepted', entity });
    const right = questions.map(byXState);
    for (const wrong of [forgets, late])
      expect(questions.map((one) => byUs({ entity: one.entity, answer: wrong(one) }))).not.toEqual(right);
  });

  it('hands back the same entity where nothing changes, and keeps what it was given', () => {
    const lease = begin('lease', { slot: 'slot-1', untilMs: 1 });
    expect(step(lease, { type: 'use' })).toEqual({ status: 'accepted', entity: lease });
    step(lease, { type: 'heartbeat', untilMs: 9 });
    expect(lease.context.untilMs).toBe(1);
  });

  it('says so when an entity is asked what its machine does not know', () => {
    const lease: Entity<'lease'> = begin('lease', { slot: 'slot-1', untilMs: 1 });
    expect(() => step(lease, { type: 'dance' } as unknown as EventOf<'lease'>)).toThrow(
      'Expected lease to know the state "live" and the event "dance"; it does not.',
    );
  });

  it('begins as an actor of XState begins', () => {
    const lease = begin('lease', { slot: 'slot-1', untilMs: 1 });
    const actor = createActor(machines.lease, { input: { slot: 'slot-1', untilMs: 1 } }).getSnapshot();
    expect(isKind(lease, 'lease') && [lease.leaf, lease.context]).toEqual([actor.value, actor.context]);
  });
});
