import { wrapAnsi } from 'fast-wrap-ansi';
import pc from 'picocolors';
import type { Evidence, History } from '../model/vocabulary.ts';
import { account } from './account.ts';
import { planWords } from './boundary-words.ts';
import { cleaned, terminalText } from './escape.ts';
import { type Saying, sayingsOf } from './sayings.ts';
import { counted, shortened } from './value-words.ts';

/** What a trace is read for: the requirement that its history broke, and the evidence. */
export type Broken = {
  readonly requirement: string;
  readonly statement: string;
  readonly message: string;
  readonly evidence: readonly Evidence[];
};

/** What the trace is read for, whether it may be coloured, and how wide a line may be, in columns. */
export type TraceOptions = { readonly broken?: Broken; readonly colour?: boolean; readonly width?: number };

/** A history as a readable trace: a head, then a line for each observation that says something new. */
export const textTrace = (history: History, options: TraceOptions = {}): string => {
  const safe = cleaned(history, terminalText);
  const broken = options.broken === undefined ? undefined : cleaned(options.broken, terminalText);
  const paper = { colours: pc.createColors(options.colour ?? false), width: options.width ?? 100 };
  const sayings = sayingsOf(safe).map((saying) => ({ ...saying, who: shortened(saying.who, 16) }));
  const roles = new Map(broken?.evidence.map(({ seq, role }) => [seq, role]));
  const isProof = ({ observation }: Saying): boolean => roles.has(observation.seq);
  const shown = sayings.filter((saying) => isProof(saying) || !(saying.folded || isCleanUp(saying)));
  return [
    ...headOf(safe, broken, paper),
    '',
    ...linesOf(shown, roles, paper),
    '',
    ...footOf(safe, sayings, paper),
    '',
  ].join('\n');
};

type Paper = { readonly colours: ReturnType<typeof pc.createColors>; readonly width: number };

const isCleanUp = ({ observation: { event } }: Saying): boolean =>
  event.type === 'process.died' && event.by === 'clean-up';

const headOf = (history: History, broken: Broken | undefined, paper: Paper): readonly string[] => {
  const { subject, plan } = history;
  const variant = Object.entries(subject.variant).map(([name, value]) => `${name}=${value}`);
  const target = [subject.name, subject.version, ...variant].filter((part) => part !== '').join(' ');
  const lines = [
    `${paper.colours.bold(`plan ${plan.id}`)} on ${target}`,
    `${plan.program.title === '' ? plan.program.id : plan.program.title}: ${planWords(plan)}.`,
  ];
  if (broken === undefined) return wrapped(lines, paper.width);
  const told = account(history, broken.evidence, broken.message);
  return wrapped([...lines, '', paper.colours.bold(broken.requirement), broken.statement, '', told], paper.width);
};

const linesOf = (sayings: readonly Saying[], roles: ReadonlyMap<number, string>, paper: Paper): readonly string[] => {
  const whoWidth = Math.min(16, Math.max(3, ...sayings.map(({ who }) => who.length)));
  const head = `${''.padEnd(11)}${'ms'.padStart(7)} ${'#'.padStart(4)}  ${'who'.padEnd(whoWidth)}  what`;
  return [
    paper.colours.dim(head),
    ...sayings.flatMap((saying) => {
      const role = roles.get(saying.observation.seq);
      const lines = lineOf(saying, role, { ...paper, whoWidth });
      return role === undefined ? lines : lines.map(role === 'illegal' ? paper.colours.red : paper.colours.bold);
    }),
  ];
};

const lineOf = (
  { observation, who, what, detail }: Saying,
  role: string | undefined,
  { width, whoWidth }: { readonly width: number; readonly whoWidth: number },
): readonly string[] => {
  const mark = (role === undefined ? '' : `> ${role}`).padEnd(11);
  const left = `${mark}${observation.atMs.toFixed(0).padStart(7)} ${String(observation.seq).padStart(4)}  `;
  const indent = left.length + whoWidth + 2;
  const text = `${what.replace(/^applied /, 'APPLIED ')}${detail === '' ? '' : ` · ${detail}`}`;
  const [first = '', ...more] = wrapped([text], Math.max(20, width - indent));
  return [`${left}${who.padEnd(whoWidth)}  ${first}`, ...more.map((line) => ' '.repeat(indent) + line)];
};

const footOf = (history: History, sayings: readonly Saying[], paper: Paper): readonly string[] => {
  const folded = sayings.filter((saying) => saying.folded).length;
  const killed = sayings.filter(isCleanUp).length;
  const notes = [
    `ended ${history.ended}`,
    ...(folded === 0 ? [] : [`${counted(folded, 'unchanged reading')} left out`]),
    ...(killed === 0 ? [] : [`${killed} killed by clean-up`]),
  ];
  return [paper.colours.dim(notes.join(' · '))];
};

const wrapped = (lines: readonly string[], width: number): readonly string[] =>
  lines.flatMap((line) => wrapAnsi(line, width, { hard: true }).split('\n'));
