import { machines } from '../../../model/kinds.ts';
import { unknown } from '../../../model/transaction.ts';
import { commandSchema } from '../../../model/vocabulary.ts';
import { text } from '../markdown.ts';
import { answersOf } from './answers.ts';
import { chainOf, type Link } from './chain.ts';
import { spelled } from './conditions.ts';
import { isKindName } from './kinds.ts';
import type { Rule, Rules } from './rules.ts';

/** Every command: what it says, what it asks in which order, and every refusal that it can be given. */
export const commandBlocks = (rules: Rules): readonly string[] => {
  const ruleOf = rules.byCommand();
  return commandSchema.options.flatMap((schema) => {
    const [name = ''] = schema.shape.type.values;
    const rule = ruleOf.get(name);
    if (rule === undefined) throw new Error(`The command "${name}" has no rule that model/runtime.ts calls for it`);
    const members = Object.keys(schema.shape).filter((member) => !everywhere.includes(member));
    return [
      `### The command: ${name}`,
      `${text(rule.doc)} It carries ${coded(members)}.`,
      linesOf(chainOf(rules, rule), rules).join('\n'),
      `Refusals: ${coded(refusalsOf(rules, rule))}.`,
    ];
  });
};

/** What several commands do alike. */
export const sharedBlocks = (rules: Rules): readonly string[] => {
  const commands = new Set(rules.byCommand().values());
  return rules.all
    .filter((rule) => rule.doc !== '' && !commands.has(rule) && chainOf(rules, rule).length > 0)
    .flatMap((rule) => [
      `### ${titleOf(rule, rules)}`,
      text(rule.doc),
      linesOf(chainOf(rules, rule), rules).join('\n'),
    ]);
};

/** Every reason for which a rule can refuse, at most: what each event can be answered with in any state, whatever was asked before. */
export const refusalsOf = (rules: Rules, rule: Rule): readonly string[] => {
  const seen = new Set<string>();
  const reasons = new Set<string>();
  const visit = (one: Rule, given: readonly string[]): void => {
    const id = [one.file, one.name, ...given].join(' ');
    if (seen.has(id)) return;
    seen.add(id);
    walk(chainOf(rules, one, given));
  };
  const walk = (links: readonly Link[]): void => {
    for (const link of links) {
      for (const reason of ownReasons(link)) reasons.add(reason);
      if (link.type === 'rule') visit(link.rule, link.given);
      if (link.type === 'each') walk(link.links);
      if (link.type === 'if') walk([...link.then, ...link.otherwise]);
    }
  };
  visit(rule, []);
  return [...reasons].toSorted();
};

const everywhere = ['type', 'tenant', 'actor', 'key'];

const ownReasons = (link: Link): readonly string[] => {
  switch (link.type) {
    case 'refuse':
      return [link.reason];
    case 'create':
      return ['already-exists'];
    case 'ask':
    case 'tell': {
      if (!isKindName(link.kind)) throw new Error(`A rule asks "${link.kind}", which is no lifecycle`);
      const answers = answersOf(machines[link.kind]).filter(({ event }) => link.events.includes(event));
      const refusals = answers.flatMap(({ candidates }) => candidates.flatMap(({ refusal }) => refusal ?? []));
      return link.type === 'ask' ? [unknown(link.kind), ...refusals] : refusals;
    }
    default:
      return [];
  }
};

const linesOf = (links: readonly Link[], rules: Rules): readonly string[] =>
  links.flatMap((link, at) => {
    const [first = '', ...rest] = lineOf(link, rules);
    return [`${at + 1}. ${first}`, ...rest.map((line) => (line === '' ? line : `   ${line}`))];
  });

const lineOf = (link: Link, rules: Rules): readonly string[] => {
  switch (link.type) {
    case 'ask':
      return [`Ask the ${link.kind}: ${eitherOf(link.events)}.`];
    case 'tell':
      return [`Where the ${link.kind} is there, ask it: ${eitherOf(link.events)}.`];
    case 'create':
      return [`Create the ${link.kind}.`];
    case 'refuse':
      return [`Refuse: \`${link.reason}\`.`];
    case 'answer':
      return [link.value === '' ? 'Answer with it.' : `Answer with ${coded(link.value.split(', '))}.`];
    case 'inside':
      return ['Go on with what the command itself asks.'];
    case 'rule':
      return [ruleLine(link.rule, link.given, rules)];
    case 'each':
      return [`For each of: ${text(link.of.replace(/\.$/, ''))}:`, ...linesOf(link.links, rules)];
    case 'if':
      return branchLines(link, rules);
    default:
      return link satisfies never;
  }
};

const branchLines = (link: Extract<Link, { readonly type: 'if' }>, rules: Rules): readonly string[] => {
  const { condition, then, otherwise } = link;
  if (then.length === 0) return [`Unless ${condition}:`, ...linesOf(otherwise, rules)];
  return [
    `If ${condition}:`,
    ...linesOf(then, rules),
    ...(otherwise.length === 0 ? [] : ['', 'Else:', ...linesOf(otherwise, rules)]),
  ];
};

const ruleLine = (rule: Rule, given: readonly string[], rules: Rules): string => {
  const title = titleOf(rule, rules);
  const link = `[${title}](#${title.toLowerCase().replaceAll(':', '').replaceAll(' ', '-')})`;
  return `${link}${given.length === 0 ? '' : `, with ${eitherOf(given)}`}.`;
};

/** The name of a rule as words; where two files have one of that name, with the file's. */
const titleOf = ({ file, name }: Rule, rules: Rules): string => {
  const isTwice = rules.all.filter((one) => one.name === name && one.doc !== '').length > 1;
  return `Part: ${spelled(name)}${isTwice ? ` in ${file}` : ''}`;
};

const coded = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ') || 'nothing else';
const eitherOf = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(' or ');
