import type { AnyStateMachine } from 'xstate';
import { answersOf, initialOf, statesOf } from './answers.ts';

/** A machine as a Mermaid diagram: its states and the events that move it from one to another. Questions and refusals move nothing. */
export const stateDiagram = (machine: AnyStateMachine): string =>
  [
    'stateDiagram-v2',
    ...declarations(statesOf(machine).map(({ name }) => name)).map(indented),
    ...[`[*] --> ${idOf(initialOf(machine))}`, ...moves(machine), ...ends(machine)].map(indented),
  ].join('\n');

/** Mermaid takes no dots or hyphens in an identifier, so that each state has a name beside it. States inside another stand in its box. */
const declarations = (names: readonly string[]): readonly string[] => {
  const outer = [...new Set(names.map((name) => name.split('.')[0] ?? name))];
  return outer.flatMap((name) => {
    const inner = names.filter((one) => one.startsWith(`${name}.`));
    return inner.length === 0 ? [named(name)] : [`state ${idOf(name)} {`, ...inner.map(named).map(indented), '}'];
  });
};

const named = (name: string): string => `state "${name.split('.').at(-1)}" as ${idOf(name)}`;

const moves = (machine: AnyStateMachine): readonly string[] => {
  const events = new Map<string, Set<string>>();
  for (const { state, event, candidates } of answersOf(machine))
    for (const { to } of candidates)
      if (to !== undefined && to !== state) {
        const move = `${idOf(state)} --> ${idOf(to)}`;
        events.set(move, (events.get(move) ?? new Set()).add(event));
      }
  return [...events].map(([move, labels]) => `${move}: ${[...labels].join(', ')}`);
};

const ends = (machine: AnyStateMachine): readonly string[] =>
  statesOf(machine).flatMap(({ name, isTerminal }) => (isTerminal ? [`${idOf(name)} --> [*]`] : []));

const idOf = (name: string): string => name.replace(/[^A-Za-z0-9]/g, '_');

const indented = (line: string): string => `  ${line}`;
