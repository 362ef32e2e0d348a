import type { Deed, Evidence, EvidenceRole, History, Intervention, Observation } from '../model/vocabulary.ts';
import { deedDone, momentOf } from './boundary-words.ts';
import { type Saying, sayingsOf } from './sayings.ts';

/** One piece of evidence in words: `clause` is its part of the account, `words` its line in a list, `detail` what may follow. */
export type Fact = {
  readonly seq: number;
  readonly atMs: number;
  readonly role: EvidenceRole;
  readonly clause: string;
  readonly words: string;
  readonly detail: string;
};

/** The histories that a reporter was given, by the path that the verdicts name. */
export type Histories = ReadonlyMap<string, History>;

/** One paragraph of plain English that says what happened, from the roles of the evidence. The message ends it. */
export const account = (history: History, evidence: readonly Evidence[], message: string): string =>
  accountOf(factsOf(history, evidence), message);

/** The same from facts that are at hand already. Without any, the message is all that is known. */
export const accountOf = (facts: readonly Fact[], message: string): string => {
  const told = facts.map(({ clause }) => clause).join('; ');
  return [told, message]
    .filter((part) => part !== '')
    .map(asSentence)
    .join(' ');
};

/** The evidence in the order in which it was seen. What names no observation of this history is left out. */
export const factsOf = (history: History, evidence: readonly Evidence[]): readonly Fact[] => {
  const sayings = new Map(sayingsOf(history).map((saying) => [saying.observation.seq, saying]));
  return [...evidence]
    .sort((a, b) => a.seq - b.seq)
    .flatMap(({ seq, role }) => {
      const saying = sayings.get(seq);
      return saying === undefined ? [] : [factOf(history, saying, role)];
    })
    .filter((fact, at, all) => all[at - 1]?.seq !== fact.seq);
};

/** The facts that decide, at most three: the illegal one, what it contradicts, and what was done to bring it about. */
export const decisive = (facts: readonly Fact[]): readonly Fact[] =>
  [...facts]
    .sort((a, b) => weight.indexOf(a.role) - weight.indexOf(b.role) || a.seq - b.seq)
    .slice(0, 3)
    .sort((a, b) => a.seq - b.seq);

const weight: readonly EvidenceRole[] = [
  'illegal',
  'first',
  'committed',
  'before',
  'finished',
  'stop',
  'kill',
  'continue',
  'command',
  'takeover',
  'answer',
  'rest',
];

const factOf = (history: History, saying: Saying, role: EvidenceRole): Fact => {
  const { seq, atMs } = saying.observation;
  const clause = clauseOf(history, saying, role);
  const isDeed = role === 'kill' || role === 'stop' || role === 'continue';
  const words = isDeed ? clause : `${named(saying.who)} ${saying.what}`;
  return { seq, atMs, role, clause, words, detail: saying.detail };
};

const clauseOf = (history: History, saying: Saying, role: EvidenceRole): string => {
  const who = named(saying.who);
  const did = inThePast(saying.what);
  switch (role) {
    case 'kill':
    case 'stop':
    case 'continue':
      return deedClause(history, saying, role);
    case 'takeover':
      return `${who} took over and ${did}`;
    case 'before':
      return `before that, ${who} ${did}`;
    case 'finished':
      return `${who} ${did.replace(/ \(was \w+\)$/, '')}, so the work was finished`;
    case 'illegal':
      return `then ${who} ${did}${isReading(saying) ? `, ${saying.detail.replaceAll('; ', ', ')}` : ''}`;
    case 'rest':
      return `in the end ${who} ${did}`;
    case 'committed':
    case 'command':
    case 'answer':
    case 'first':
      return `${who} ${did}`;
    default:
      return role satisfies never;
  }
};

/** What a reading shows beside the run's status is what makes it illegal; the detail of a call is not. */
const isReading = ({ observation, detail }: Saying): boolean => observation.event.type === 'view.read' && detail !== '';

/** A trace tells what is, an account what was. */
const inThePast = (what: string): string =>
  what
    .replace(/^(still )?shows /, '$1showed ')
    .replace(/^has /, 'had ')
    .replace(/^is held /, 'was held ');

/** A signal is told with the moment at which it came, which only the plan's landing names. */
const deedClause = (history: History, saying: Saying, deed: Deed): string => {
  const landing = landingOf(history, saying.observation, deed);
  const worker = saying.observation.worker ?? landing?.worker ?? 'its worker';
  if (landing === undefined) return `${worker} ${deedDone[deed]}`;
  return `${worker} ${deedDone[deed]} ${momentOf(landing.at)}`;
};

type Landing = Intervention & { readonly worker: string | undefined };

const landingOf = (history: History, near: Observation, deed: Deed): Landing | undefined => {
  const landings = history.observations.flatMap(({ event, worker, seq }) =>
    event.type === 'intervention.landed' && event.do === deed && isSame(worker, near.worker)
      ? [{ at: event.boundary, do: event.do, worker, away: Math.abs(seq - near.seq) }]
      : [],
  );
  return landings.sort((a, b) => a.away - b.away)[0];
};

const isSame = (a: string | undefined, b: string | undefined): boolean => a === undefined || b === undefined || a === b;

/** Servers and the store take an article; workers and runs have names. */
const named = (who: string): string =>
  ['owner', 'store', 'artifact store', 'model', 'tool', 'reviewer', 'harness', 'runtime'].includes(who)
    ? `the ${who}`
    : who;

/** A clause as a sentence. A worker's name keeps its small letter. */
export const asSentence = (text: string): string => {
  const start = /^(?:the|a|then|before|in|it|its|no|nothing|there) /.test(text)
    ? text.charAt(0).toUpperCase() + text.slice(1)
    : text;
  return /[.!?…]$/.test(start) ? start : `${start}.`;
};
