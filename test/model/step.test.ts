import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { type AnyMachineSnapshot, type AnyStateMachine, createActor, transition } from 'xstate';
import { type Entity, type EventOf, isKind, type Kind, machines } from '../../model/kinds.ts';
import { begin, type Stepped, step } from '../../model/step.ts';
import { alphabetOf, picks } from './machines/alphabet.ts';
import { review, Told } from './machines/told.ts';
import { more, wide } from './machines/wide.ts';

type Question = { readonly kind: Kind; readonly before: AnyMachineSnapshot; readonly event: { readonly type: string } };

/** What the machines are asked while commands are decided along a walk. It only watches. */
const questionsOn = (walk: readonly number[]): readonly Question[] => {
  const questions: Question[] = [];
  const spies = kinds.map((kind) => {
    const machine: AnyStateMachine = machines[kind];
    const plain = machine.transition.bind(machine);
    return vi.spyOn(machine, 'transition').mockImplementation((before, event, scope) => {
      questions.push({ kind, before, event });
      return plain(before, event, scope);
    });
  });
  const told = new Told();
  // Few walks come far in the wide program, and the review has fewer lifecycles.
  told.launch(walk.length % 2 === 0 ? review : wide);
  for (const pick of walk) {
    told.nowMs += 60;
    alphabetOf(told.store, pick, more).find((command) => command !== 'tick' && told.send(command) === 'ok');
  }
  for (const spy of spies) spy.mockRestore();
  return questions;
};
const kinds = Object.keys(machines).filter((name): name is Kind => name in machines);

type Answer = { readonly leaf: string; readonly context: unknown; readonly refusal: string | undefined };

/** XState's own public function, which makes a scope of its own for each event. */
const byXState = ({ kind, before, event }: Question): Answer => {
  const machine: AnyStateMachine = machines[kind];
  const [after, actions] = transition(machine, machine.resolveState(before), event);
  const refusal = actions.find((action) => String(action.type) === 'refuse')?.params;
  return {
    leaf: leafOf(after.value),
    context: after.context,
    refusal: refusal && 'reason' in refusal ? String(refusal.reason) : undefined,
  };
};

const byUs = ({ kind, before, event }: Question, ours: typeof step): Answer => {
  const entity = { kind, leaf: leafOf(before.value), context: before.context } as Entity;
  const stepped: Stepped<Kind> = ours(entity, event as EventOf<Kind>);
  return stepped.status === 'refused'
    ? { leaf: entity.leaf, context: entity.context, refusal: stepped.reason }
    : { leaf: stepped.entity.leaf, context: stepped.entity.context, refusal: undefined };
};

const leafOf = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return String(value);
  const [[name, inner] = ['', '']] = Object.entries(value);
  return `${name}.${leafOf(inner)}`;
};

describe('one event into one entity', () => {
  it('is answered as by the public transition function of XState, whatever commands come', () => {
    const asked = new Set<string>();
    let refused = 0;
    fc.assert(
      fc.property(picks, (walk) => {
        for (const question of questionsOn(walk)) {
          const answer = byXState(question);
          expect(byUs(question, step)).toEqual(answer);
          asked.add(question.kind);
          refused += answer.refusal === undefined ? 0 : 1;
        }
      }),
      { seed: 2026, numRuns: 100 },
    );
    // The owner of an effect is the world's, and a start key is asked only by a second launch.
    expect(kinds.filter((kind) => !asked.has(kind))).toEqual(['start', 'owner']);
    expect(refused).toBeGreaterThan(1000);
  });

  it('is not answered so by a step that forgets a refusal, or that is late by one event', () => {
    const questions = questionsOn([2, 4, 6, 8, 10, 12, 14, 16]);
    const forgets: typeof step = (entity, event) => {
      const stepped = step(entity, event);
      return stepped.status === 'refused' ? { status: 'accepted', entity } : stepped;
    };
    const late: typeof step = (entity) => ({ status: 'accepted', entity });
    for (const wrong of [forgets, late])
      expect(questions.map((one) => byUs(one, wrong))).not.toEqual(questions.map(byXState));
  });

  it('begins as an actor of XState begins', () => {
    const lease = begin('lease', { slot: 'slot-1', untilMs: 1 });
    const actor = createActor(machines.lease, { input: { slot: 'slot-1', untilMs: 1 } }).getSnapshot();
    expect(isKind(lease, 'lease') && [lease.leaf, lease.context]).toEqual([actor.value, actor.context]);
  });
});
