import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { machines } from '../../model/kinds.ts';
import { decide } from '../../model/runtime.ts';
import { type Store, viewOf } from '../../model/store.ts';
import { commandSchema } from '../../model/vocabulary.ts';
import { changeWords } from '../../model/words/changes.ts';
import { guardWords } from '../../model/words/guards.ts';
import { words } from '../../model/words.ts';
import { refusalsOf } from '../../tools/pages/specification/commands.ts';
import { stateDiagram } from '../../tools/pages/specification/diagram.ts';
import { answersTable } from '../../tools/pages/specification/lifecycles.ts';
import { specificationPage } from '../../tools/pages/specification/page.ts';
import { Rules } from '../../tools/pages/specification/rules.ts';
import { alphabetOf, picks } from '../model/machines/alphabet.ts';
import { settings, Told } from '../model/machines/told.ts';

const no = (reason: string) => ({ actions: { type: 'refuse', params: { reason } } });

/** A door with a state inside another, an event that every state answers, and a hyphen. */
const door = createMachine({
  id: 'door',
  initial: 'shut',
  on: { knock: {}, burn: { target: '.gone' }, open: no('not-there') },
  states: {
    shut: {
      initial: 'locked-up',
      states: {
        'locked-up': { on: { turn: { target: 'free' } } },
        free: {
          on: {
            open: [
              { guard: 'isStuck', ...no('stuck') },
              { target: '#door.ajar', actions: 'swing' },
            ],
          },
        },
      },
    },
    ajar: { on: { burn: [{ guard: 'isWet' }] } },
    gone: { tags: 'terminal', on: { burn: {} } },
  },
});
const doorWords = { guards: { isStuck: 'it is stuck', isWet: 'it is wet' }, changes: { swing: 'it has swung' } };

describe('a diagram of a machine', () => {
  it('shows its states and moves, and no question and no refusal', () => {
    expect(stateDiagram(door).split('\n')).toEqual([
      'stateDiagram-v2',
      '  state shut {',
      '    state "locked-up" as shut_locked_up',
      '    state "free" as shut_free',
      '  }',
      '  state "ajar" as ajar',
      '  state "gone" as gone',
      '  [*] --> shut_locked_up',
      '  shut_locked_up --> gone: burn',
      '  shut_locked_up --> shut_free: turn',
      '  shut_free --> gone: burn',
      '  shut_free --> ajar: open',
      '  ajar --> gone: burn',
      '  gone --> [*]',
    ]);
  });

  it.each(Object.entries(machines))('has the form that Mermaid reads: %s', (_, machine) =>
    expect(faultsOf(stateDiagram(machine))).toEqual([]),
  );

  it('has another form where a line is no statement or an arrow leads nowhere', () => {
    const text = 'stateDiagram-v2\n  state "a" as a\n  [*] --> a\n  a --> b: go\n  a -> a\n  state c {';
    expect(faultsOf(text)).toEqual(['no statement: a -> a', 'nothing is called b', 'a box is not closed']);
  });
});

describe('a table of answers', () => {
  it('has every event in every state, with the conditions in their order', () => {
    expect(answersTable(door, doorWords).split('\n').slice(2)).toEqual([
      '| `knock` | every state | accepted |',
      '| `burn` | `ajar` | if it is wet: accepted; else to `gone` |',
      '| `burn` | `gone` | accepted |',
      '| `burn` | `shut.locked-up`, `shut.free` | to `gone` |',
      '| `open` | `shut.free` | if it is stuck: refused, `stuck`; else to `ajar`: it has swung |',
      '| `open` | `shut.locked-up`, `ajar`, `gone` | refused, `not-there` |',
      '| `turn` | `shut.locked-up` | to `shut.free` |',
      '| `turn` | `shut.free`, `ajar`, `gone` | not answered |',
    ]);
  });

  it('is not made without the words of a guard', () =>
    expect(() => answersTable(door, { ...doorWords, guards: {} })).toThrow('No words for "isStuck"'));

  it.each(Object.entries(machines))(
    'has words for each guard and change of a machine, and no others: %s',
    (kind, one) => {
      const own = (all: object): readonly string[] => Object.keys(all).filter((name) => name !== 'refuse');
      const said = (all: object): readonly string[] =>
        own(Object.entries(all).find(([name]) => name === kind)?.[1] ?? {});
      expect(said(guardWords).toSorted()).toEqual(own(one.implementations.guards).toSorted());
      expect(said(changeWords).toSorted()).toEqual(own(one.implementations.actions).toSorted());
    },
  );
});

describe('the commands of the page', () => {
  const rules = new Rules();
  const ruleOf = rules.byCommand();
  const refusalsFor = (type: string): readonly string[] => {
    const rule = ruleOf.get(type);
    return rule === undefined ? [] : refusalsOf(rules, rule);
  };

  it('are all that there are', () =>
    expect([...ruleOf.keys()].toSorted()).toEqual(
      commandSchema.options.map(({ shape }) => shape.type.value).toSorted(),
    ));

  it('list what their questions can be refused with, and nothing else', () => {
    expect(refusalsFor('heartbeat')).toEqual(['lease-is-terminal', 'unknown-attempt', 'unknown-entity']);
    expect(refusalsFor('release')).toEqual(['slot-not-held', 'unknown-slot']);
    expect(refusalsFor('publish')).toEqual(['already-exists', 'foreign-tenant', 'unknown-specification']);
  });

  it('are never refused for another reason, whatever was done before', { timeout: 60_000 }, () => {
    const listed = new Map<string, readonly string[]>(
      commandSchema.options.map(({ shape }) => [shape.type.value, refusalsFor(shape.type.value)]),
    );
    const seen = new Set<string>();
    for (const walk of fc.sample(picks, { numRuns: 40, seed: 4 }))
      for (const { type, reason } of refusalsOn(walk)) {
        seen.add(`${type} ${reason}`);
        expect(listed.get(type), type).toContain(reason);
      }
    expect(seen.size).toBeGreaterThan(40);
  });
});

describe('the page of the specification', () => {
  const page = specificationPage();

  it('explains each word once', () => {
    expect(new Set(words.map(({ word }) => word)).size).toBe(words.length);
    for (const { word, means } of words) expect(page, word).toContain(`- **${word}**: ${means.slice(0, 20)}`);
  });

  it('has a place for each lifecycle and each command', () => {
    for (const kind of Object.keys(machines)) expect(page).toContain(`\n### The lifecycle of: ${kind}\n`);
    for (const { shape } of commandSchema.options) expect(page).toContain(`\n### The command: ${shape.type.value}\n`);
  });

  it('tells of one run that is refused where it should be and succeeds', () => {
    const story = page.split('## A run, command by command')[1]?.split('\n## ')[0] ?? '';
    for (const reason of ['unknown-revision', 'lease-not-due', 'retry-time-not-reached', 'lease-is-terminal'])
      expect(story).toContain(`refused, \`${reason}\``);
    expect(story).toContain('run `run-1`: running to `succeeded`');
  });
});

/** Every refusal of every command of the alphabet along a walk. */
const refusalsOn = (walk: readonly number[]): readonly { readonly type: string; readonly reason: string }[] => {
  const told = new Told();
  told.launch();
  return walk.flatMap((pick) => {
    const commands = alphabetOf(told.store, pick);
    const refusals = commands.flatMap((command) => (command === 'tick' ? [] : refusalOf(told, command)));
    const next = commands.find((command) => command === 'tick' || refusalOf(told, command).length === 0);
    if (next === undefined || next === 'tick') told.nowMs += 25;
    else told.send(next);
    return refusals;
  });
};

const refusalOf = (told: Told, command: Parameters<typeof decide>[1]) => {
  const store: Store = told.store;
  const { answer } = decide(viewOf(store, { nowMs: told.nowMs, settings }), command);
  return answer.status === 'refused' ? [{ type: command.type, reason: answer.reason }] : [];
};

/** How a text is no state diagram: the part of Mermaid's grammar that the pages use. */
const faultsOf = (text: string): readonly string[] => {
  const [head = '', ...lines] = text.split('\n').map((line) => line.trim());
  const named = lines.flatMap((line) => /^state (?:"[^"]+" as )?(\w+)(?: \{)?$/.exec(line)?.[1] ?? []);
  const moves = lines.flatMap((line) => {
    const move = /^(\[\*\]|\w+) --> (\[\*\]|\w+)(?:: [a-z-]+(?:, [a-z-]+)*)?$/.exec(line);
    return move === null ? [] : [{ line, ends: [move[1] ?? '', move[2] ?? ''] }];
  });
  const isStatement = (line: string): boolean =>
    line === '}' || /^state (?:"[^"]+" as \w+|\w+ \{)$/.test(line) || moves.some((move) => move.line === line);
  const isKnown = (end: string): boolean => end === '[*]' || named.includes(end);
  const boxes = lines.filter((line) => line.endsWith('{')).length - lines.filter((line) => line === '}').length;
  return [
    ...(head === 'stateDiagram-v2' ? [] : [`not a state diagram: ${head}`]),
    ...lines
      .filter((line) => !isStatement(line) && !/^state \w+ \{$/.test(line))
      .map((line) => `no statement: ${line}`),
    ...moves.flatMap(({ ends }) => ends.filter((end) => !isKnown(end)).map((end) => `nothing is called ${end}`)),
    ...named.filter((name, at) => named.indexOf(name) !== at).map((name) => `two are called ${name}`),
    ...(boxes === 0 ? [] : ['a box is not closed']),
  ];
};
