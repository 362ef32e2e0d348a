import type ts from 'typescript';
import type { AnyStateMachine } from 'xstate';
import { type Kind, machines } from '../../../model/kinds.ts';
import { changeWords } from '../../../model/words/changes.ts';
import { guardWords } from '../../../model/words/guards.ts';
import { markdownTable } from '../../../reports/markdown-table.ts';
import { text } from '../markdown.ts';
import { type Answer, answersOf, type Candidate } from './answers.ts';
import { stateDiagram } from './diagram.ts';
import { docOf, docsByType, membersOf, parsedIn, typesIn } from './source.ts';

/** Every lifecycle: its diagram, what it remembers, and what it answers to every event in every state. */
export const lifecycleBlocks = (): readonly string[] => {
  const sources = parsedIn('model/machines');
  return Object.entries(machines).flatMap(([kind, machine]) => {
    const own = [sources.get(kind), sources.get(`${kind}-words`)].filter((source) => source !== undefined);
    return [
      `### The lifecycle of: ${kind}`,
      text(
        own
          .map((source) => aboutIn(source, kind))
          .join(' ')
          .trim(),
      ),
      ['```mermaid', stateDiagram(machine), '```'].join('\n'),
      ...memoryBlocks(own),
      ...eventBlocks(own),
      answersTable(machine, wordsOf(kind)),
    ];
  });
};

/** What the guards and the changes of one machine say in words. */
export type Words = {
  readonly guards: Readonly<Record<string, string>>;
  readonly changes: Readonly<Record<string, string>>;
};

/** What a machine answers to each event, by the states that answer alike. */
export const answersTable = (machine: AnyStateMachine, words: Words): string => {
  const groups = new Map<string, Group>();
  for (const one of answersOf(machine)) {
    const answer = answerWords(one, words);
    const group = groups.get(`${one.event}: ${answer}`) ?? { event: one.event, states: [], answer };
    group.states.push(`\`${one.state}\``);
    groups.set(`${one.event}: ${answer}`, group);
  }
  const all = [...groups.values()];
  const events = [...new Set(all.map(({ event }) => event))];
  const rows = events.flatMap((event) => rowsFor(all.filter((group) => group.event === event)));
  return markdownTable(['event', 'in', 'answer'], rows);
};

type Group = { readonly event: string; readonly states: string[]; readonly answer: string };

/** The answer that most states give comes last, and their names are left out where that says more. */
const rowsFor = (groups: readonly Group[]): readonly (readonly string[])[] => {
  const sorted = groups.toSorted((one, other) => one.states.length - other.states.length);
  return sorted.map(({ event, states, answer }, at) => {
    const isRest = at === sorted.length - 1 && (groups.length === 1 || states.length > 3);
    return [`\`${event}\``, isRest ? `every ${groups.length === 1 ? '' : 'other '}state` : states.join(', '), answer];
  });
};

const answerWords = ({ state, candidates }: Answer, words: Words): string =>
  candidates
    .map((candidate, at) => {
      const condition = candidate.guard === undefined ? '' : `if ${wordsFor(words.guards, candidate.guard)}: `;
      const isElse = candidate.guard === undefined && at > 0;
      return `${condition}${isElse ? 'else ' : ''}${outcomeWords(candidate, state, words)}`;
    })
    .join('; ') || 'not answered';

const outcomeWords = ({ refusal, to, changes }: Candidate, state: string, words: Words): string => {
  if (refusal !== undefined) return `refused, \`${refusal}\``;
  const moved = to === undefined || to === state ? 'accepted' : `to \`${to}\``;
  return [moved, ...changes.map((change) => wordsFor(words.changes, change))].join(': ');
};

const wordsFor = (words: Readonly<Record<string, string>>, name: string): string => {
  const found = words[name];
  if (found === undefined) throw new Error(`No words for "${name}": add them in model/words/`);
  return found;
};

const wordsOf = (kind: string): Words => {
  const found = Object.keys(guardWords).find((one): one is Kind => one === kind);
  if (found === undefined) throw new Error(`No words for the machine "${kind}": add them in model/words/`);
  return { guards: guardWords[found], changes: changeWords[found] };
};

const aboutIn = (source: ts.SourceFile, kind: string): string => {
  const found = source.statements.find((one) => one.getText().startsWith(`export const ${kind} =`));
  return found === undefined ? '' : docOf(found);
};

const memoryBlocks = (sources: readonly ts.SourceFile[]): readonly string[] => {
  const members = sources.flatMap((source) =>
    typesIn(source)
      .filter(({ name }) => /(Context|Input)$/.test(name.text))
      .flatMap(({ type }) => membersOf(type)),
  );
  if (members.length === 0) return [];
  const unique = [...new Map(members.map((one) => [one.name, one])).values()];
  const named = unique.map(({ name, doc }) => (doc === '' ? `\`${name}\`` : `\`${name}\` (${text(lowered(doc))})`));
  return [`It remembers ${named.join(', ')}.`];
};

const eventBlocks = (sources: readonly ts.SourceFile[]): readonly string[] => {
  const events = sources.flatMap(typesIn).filter(({ name }) => name.text.endsWith('Event'));
  const lines = events.flatMap(({ type }) =>
    [...docsByType(type)].map(([event, doc]) => `- \`${event}\`: ${text(doc)}`),
  );
  return lines.length === 0 ? [] : [lines.join('\n')];
};

const lowered = (sentence: string): string =>
  (/^[A-Z][a-z]/.test(sentence) ? sentence.charAt(0).toLowerCase() + sentence.slice(1) : sentence).replace(/\.$/, '');
