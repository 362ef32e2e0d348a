import type { Event, Evidence, History } from '../model/vocabulary.ts';
import { planWords } from './boundary-words.ts';
import { cleaned, plain } from './escape.ts';
import { type Saying, sayingsOf } from './sayings.ts';
import { counted, shortened } from './value-words.ts';

/** The evidence, which is drawn whatever else is left out, and how many messages there may be. */
export type SequenceOptions = { readonly evidence?: readonly Evidence[]; readonly limit?: number };

/** A diagram with more messages is one that nobody follows, and that issue trackers refuse to draw. */
const LIMIT = 60;
const LONGEST = 90;

/**
 * A history as a Mermaid sequence diagram, for issue trackers that draw it. What it does not show is counted in it. The illegal event
 * stands on red ground.
 */
export const mermaidSequence = (history: History, { evidence = [], limit = LIMIT }: SequenceOptions = {}): string => {
  const safe = cleaned(history, plain);
  const all = messagesOf(safe, evidence);
  const shown = mostTelling(all, limit);
  const names = [...new Set(shown.flatMap(({ from, to }) => [from, to]))];
  const idOf = (name: string): string => `p${names.indexOf(name) + 1}`;
  const left = all.length - shown.length;
  const span = names.length === 0 ? '' : `${idOf(names[0] ?? '')},${idOf(names.at(-1) ?? '')}`;
  return [
    'sequenceDiagram',
    ...names.map((name) => `  participant ${idOf(name)} as ${label(name, 24).replaceAll(':', '#58;')}`),
    ...(span === '' ? [] : [`  Note over ${span}: ${label(`${safe.plan.program.id}: ${planWords(safe.plan)}`, 200)}`]),
    ...shown.flatMap((message) => linesOf(message, idOf)),
    ...(left === 0 || span === '' ? [] : [`  Note over ${span}: ${counted(left, 'more event')} left out`]),
  ].join('\n');
};

/** `note` is what happens at one place; the others go from one to another, `lost` without arriving. */
type Message = {
  readonly seq: number;
  readonly kind: 'call' | 'answer' | 'lost' | 'note';
  readonly from: string;
  readonly to: string;
  readonly text: string;
  readonly role: Evidence['role'] | undefined;
  /** The lower, the less it may be left out. */
  readonly rank: number;
};

const messagesOf = (history: History, evidence: readonly Evidence[]): readonly Message[] => {
  const sayings = sayingsOf(history);
  const roles = new Map(evidence.map(({ seq, role }) => [seq, role]));
  const servers = serversOf(sayings);
  return sayings
    .filter((saying) => roles.has(saying.observation.seq) || !isBesideThePoint(saying))
    .map((saying) => {
      const { seq, event } = saying.observation;
      const role = roles.get(seq);
      const rank = role === undefined ? rankOf(event) : 0;
      return { seq, role, rank, text: saying.what, ...ways(saying, servers) };
    });
};

/** Preparations, single commits, unchanged readings and the clean-up say nothing of what went wrong. */
const isBesideThePoint = ({ folded, observation: { event } }: Saying): boolean =>
  folded ||
  ['process.ready', 'process.opened', 'boundary.held', 'store.committed', 'intervention.landed'].includes(event.type) ||
  (event.type === 'process.died' && event.by === 'clean-up');

const rankOf = ({ type }: Event): number => {
  if (/^(process|intervention|command|run)\./.test(type)) return 1;
  if (/^(effect|artifact)\./.test(type)) return 2;
  return type.startsWith('call.') ? 3 : 4;
};

const mostTelling = (all: readonly Message[], limit: number): readonly Message[] =>
  all
    .toSorted((a, b) => a.rank - b.rank || a.seq - b.seq)
    .slice(0, limit)
    .sort((a, b) => a.seq - b.seq);

/** Which of the servers took a call shows in what it said of it later. */
const serversOf = (sayings: readonly Saying[]): ReadonlyMap<number, string> =>
  new Map(
    sayings.flatMap(({ observation: { event }, who }) =>
      'call' in event && event.call !== undefined && isByServer(event.type) ? [[event.call, who] as const] : [],
    ),
  );
const isByServer = (type: Event['type']): boolean =>
  ['call.done', 'call.answered', 'call.lost', 'effect.applied', 'effect.deduplicated', 'artifact.stored'].includes(
    type,
  );

type Ways = Pick<Message, 'kind' | 'from' | 'to'>;

const ways = ({ observation: { event, worker }, who }: Saying, servers: ReadonlyMap<number, string>): Ways => {
  const here: Ways = { kind: 'note', from: who, to: who };
  switch (event.type) {
    case 'call.received':
    case 'effect.looked-up':
      return { kind: 'call', from: who, to: servers.get(event.call) ?? 'the world' };
    case 'call.answered':
    case 'effect.told':
      return worker === undefined ? here : { kind: 'answer', from: who, to: worker };
    case 'call.lost':
      return worker === undefined ? here : { kind: 'lost', from: who, to: worker };
    case 'command.sent':
      return { kind: 'call', from: who, to: 'runtime' };
    case 'command.answered':
      if (worker === undefined) return here;
      return { kind: event.outcome.status === 'unknown' ? 'lost' : 'answer', from: who, to: worker };
    default:
      return here;
  }
};

const arrows = { call: '->>', answer: '-->>', lost: '--x' } as const;

const linesOf = ({ kind, from, to, text, role }: Message, idOf: (name: string) => string): readonly string[] => {
  const words = label(role === undefined ? text : `(${role}) ${text}`, LONGEST);
  const line =
    kind === 'note' ? `  Note over ${idOf(from)}: ${words}` : `  ${idOf(from)}${arrows[kind]}${idOf(to)}: ${words}`;
  return role === 'illegal' ? ['  rect rgba(220, 40, 40, 0.25)', line, '  end'] : [line];
};

/**
 * Text that is text and nothing else to Mermaid: all that could be its syntax, or the marks that it puts in the place of such codes
 * itself, stands as a code.
 */
const label = (text: string, longest: number): string =>
  shortened(text, longest)
    .replace(/[^\p{L}\p{N} .,:/_()'+~=…-]|[ßﬂ]|\bend\b/gu, (found) =>
      [...found].map((letter) => `#${letter.codePointAt(0)};`).join(''),
    )
    .trim() || '#32;';
