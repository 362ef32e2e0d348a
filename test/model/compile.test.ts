import { describe, expect, it } from 'vitest';
import { assign, createMachine, sendParent } from 'xstate';
import { compile, without } from '../../model/compile.ts';

type Config = Parameters<typeof createMachine>[0];
const on = (state: object, implementations: object = {}) =>
  createMachine({ id: 'odd', initial: 'a', states: { a: state, b: {} }, on: { go: {} } } as Config, implementations);
const refuse = { type: 'refuse', params: { reason: 'run-is-terminal' } };

describe('compiling a machine', () => {
  it.each([
    ['invoke', { invoke: { src: 'somebody' } }, '`invoke`'],
    ['after', { after: { 10: 'b' } }, '`after`'],
    ['always', { always: { target: 'b', guard: 'maybe' } }, '`always`'],
    ['a parallel state', { type: 'parallel', states: { x: {}, y: {} } }, 'a parallel state'],
    ['a final state', { type: 'final' }, 'a final state'],
    ['a history state', { initial: 'x', states: { x: {}, h: { type: 'history' } } }, 'a history state'],
    ['an entry action', { entry: 'note' }, 'an entry action'],
    ['an exit action', { exit: 'note' }, 'an exit action'],
    ['a wildcard', { on: { '*': 'b' } }, 'a wildcard'],
    ['reenter', { on: { go: { target: 'a', reenter: true } } }, '`reenter`'],
    ['several targets', { on: { go: { target: ['a', 'b'] } } }, 'several targets'],
    ['an inline guard', { on: { go: [{ guard: () => true }, {}] } }, 'a guard without a name'],
    [
      'a guard with parameters',
      { on: { go: [{ guard: { type: 'maybe', params: {} } }, {}] } },
      'a guard without a name',
    ],
    ['a guard that nobody wrote', { on: { go: [{ guard: 'missing' }, {}] } }, 'the guard "missing"'],
    ['an inline action', { on: { go: { actions: () => {} } } }, 'an action without a name'],
    ['an inline assign', { on: { go: { actions: assign({}) } } }, 'an action without a name'],
    ['an action that acts', { on: { go: { actions: 'send' } } }, 'the action "send"'],
    ['an assign by members', { on: { go: { actions: 'byMembers' } } }, 'the action "byMembers"'],
    ['an assign with parameters', { on: { go: { actions: { type: 'change', params: {} } } } }, 'the parameters of'],
    ['a refusal that moves', { on: { go: { target: 'b', actions: refuse } } }, 'a refusal must change nothing'],
    ['a refusal that changes', { on: { go: { actions: [refuse, 'change'] } } }, 'a refusal must change nothing'],
    ['a refusal without a reason', { on: { go: { actions: 'refuse' } } }, 'a refusal must give its reason'],
  ])('refuses %s', (_, state, sentence) => {
    const machine = on(state, {
      guards: { maybe: () => true },
      actions: { note: () => {}, send: sendParent({ type: 'x' }), change: assign(() => ({})), byMembers: assign({}) },
    });
    expect(() => compile(machine)).toThrow(sentence);
    expect(() => compile(machine)).toThrow(/^The machine "odd" cannot be compiled, in state "/);
  });

  it('refuses a leaf in which an event may stay unanswered, and says which', () => {
    const machine = createMachine(
      {
        id: 'hole',
        initial: 'a',
        states: { a: { on: { go: { guard: 'maybe', target: 'b' } } }, b: { on: { go: {} } } },
      },
      { guards: { maybe: () => true } },
    );
    expect(() => compile(machine)).toThrow(
      'The machine "hole" cannot be compiled, in state "a": "go" may stay unanswered: give it a last answer without a guard.',
    );
    const other = createMachine({ id: 'hole', initial: 'a', states: { a: { on: { stay: {} } }, b: {} } });
    expect(() => compile(other)).toThrow('in state "b": "stay" may stay unanswered');
  });

  const fine = createMachine({
    id: 'fine',
    initial: 'outer',
    context: { n: 0 },
    on: { go: { actions: refuse } },
    states: {
      outer: { initial: 'inner', tags: 'around', on: { go: { target: 'end' } }, states: { inner: { tags: 'inside' } } },
      end: {},
    },
  });

  it('asks a leaf before the states around it, and begins in the first leaf', () => {
    const { leaves, initial, table, tags, contextOf } = compile(fine);
    expect([leaves, initial, contextOf(null)]).toEqual([['outer.inner', 'end'], 'outer.inner', { n: 0 }]);
    expect(tags.get('outer.inner')).toEqual(['inside', 'around']);
    const row = table
      .get('outer.inner')
      ?.get('go')
      ?.map(({ target, refusal }) => target ?? refusal);
    expect(row).toEqual(['end', 'run-is-terminal']);
  });

  it('lifts a refusal without a guard into a plain acceptance', () => {
    const [lifted] = without(compile(fine), ['run-is-terminal']).table.get('end')?.get('go') ?? [];
    expect(lifted).toMatchObject({ refusal: undefined, target: undefined, changes: [] });
  });
});
