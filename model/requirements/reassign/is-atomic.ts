import {
  type Bracket,
  bracketsOf,
  type Exchange,
  fits,
  isAbout,
  isAccepted,
  isAnswered,
  overlap,
  publishedBefore,
  type Reading,
  sameShown,
} from '../../reading.ts';
import type { CommandOf, SlotView } from '../../vocabulary.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** A reassignment happens wholly or not at all, under a crash and beside a rival command. */
export const isAtomic = requirement({
  id: 'reassign.is-atomic',
  since: '2026-12',
  title: 'A reassignment is atomic',
  statement:
    'A reassignment happens wholly or not at all, when its process dies in the middle and when a claim, a cancellation or another reassignment comes at the same moment.',
  duty: 'runtime',
  level: 4,
  profile: 'reassign',
  reach: 'outside',
  needs: ['reassign', 'claim', 'client', 'reports'],
  clauses: [
    { id: 'against-a-rival', statement: 'Two commands at one moment leave what one after the other would leave.' },
    { id: 'under-a-crash', statement: 'A crash leaves the state before it or the state after it.' },
  ],
  source: 'Durable Execution Across Agent Lifecycles, section Execution identity and guarded reassignment',
  occasions: (reading) => bracketsOf(reading).flatMap((bracket) => occasionsOf(reading, bracket)),
});

const occasionsOf = (reading: Reading, bracket: Bracket): readonly Occasion[] => [
  ...besideRival(reading, bracket),
  ...underCrash(reading, bracket),
];

/** Its process died over it, so that nobody knows whether it happened: what is there fits one of the two. */
const underCrash = (reading: Reading, bracket: Bracket): readonly Occasion[] => {
  const [asked] = bracket.exchanges;
  if (asked === undefined || bracket.exchanges.length > 1 || !isAbout(asked, 'reassign')) return [];
  if (asked.command.run !== bracket.run || asked.outcome.status !== 'unknown') return [];
  const { before, after } = slotIn(bracket, asked.command.slot);
  if (before !== undefined && sameShown(before, after)) return [kept('under-a-crash')];
  const wrong = halfDone(reading, bracket, { slot: asked.command.slot, accepted: [asked] });
  if (wrong === undefined) return [kept('under-a-crash')];
  const evidence = proof({ before: bracket.before.seq, command: asked.sent, illegal: bracket.after.seq });
  return [broken('under-a-crash', `its process died over a reassignment: ${wrong}`, evidence)];
};

const slotIn = (bracket: Bracket, slot: string) => ({
  before: bracket.before.view.slots?.find((one) => one.id === slot),
  after: bracket.after.view.slots?.find((one) => one.id === slot),
});

/** The commands really met, and every one of them has its answer: the answers say which orders are possible. */
const besideRival = (reading: Reading, bracket: Bracket): readonly Occasion[] => {
  const asked = bracket.exchanges.find((one) => isAbout(one, 'reassign') && one.command.run === bracket.run);
  const rivals = bracket.exchanges.filter((one) => asked !== undefined && one !== asked && overlap(one, asked));
  if (asked === undefined || rivals.length === 0 || !isAnswered(bracket)) return [];
  if (!bracket.exchanges.some(isAccepted) || !isAbout(asked, 'reassign')) return [];
  const accepted = bracket.exchanges.filter(isAccepted);
  const wrong = halfDone(reading, bracket, { slot: asked.command.slot, accepted });
  if (wrong === undefined) return [kept('against-a-rival')];
  const evidence = proof({
    before: bracket.before.seq,
    command: asked.sent,
    answer: asked.answered,
    illegal: bracket.after.seq,
  });
  return [broken('against-a-rival', wrong, evidence)];
};

type About = { readonly slot: string; readonly accepted: readonly Exchange[] };

/** What no order of the accepted commands can leave. */
const halfDone = (reading: Reading, bracket: Bracket, { slot, accepted: all }: About): string | undefined => {
  const { before, after } = slotIn(bracket, slot);
  if (before === undefined || after === undefined) return `${slot} cannot be seen before and after its reassignment`;
  const accepted = all.filter((one) => touches(one, bracket.run, slot));
  const claims = accepted.filter((one) => isAbout(one, 'claim')).length;
  const added = newAttempts(bracket, slot);
  if (added.length !== claims) return `${claims} claims of ${slot} were accepted and ${added.length} attempts created`;
  if (!hasOneOrigin(reading, { before, after }, accepted))
    return `${slot} carries ${after.specification} and ${JSON.stringify(after.reason)}, which no accepted command gave together`;
  return placed(before, after, { accepted, added });
};

const touches = (one: Exchange, run: string, slot: string): boolean =>
  'run' in one.command && one.command.run === run && (!('slot' in one.command) || one.command.slot === slot);

const newAttempts = (bracket: Bracket, slot: string): readonly string[] => {
  const known = new Set(bracket.before.view.attempts?.map((attempt) => attempt.id));
  const all = bracket.after.view.attempts ?? [];
  return all.filter((attempt) => attempt.slot === slot && !known.has(attempt.id)).map((attempt) => attempt.id);
};

type Change = { readonly before: SlotView; readonly after: SlotView };

/** Specification and reason come from one command, or are both from before. */
const hasOneOrigin = (reading: Reading, { before, after }: Change, accepted: readonly Exchange[]): boolean => {
  const given = accepted.filter((one) => isAbout(one, 'reassign')).map((one) => one.command);
  if (given.length === 0) return after.specification === before.specification && after.reason === before.reason;
  const chosen = publishedBefore(reading, Infinity)?.find((one) => one.id === after.specification);
  const gave = (command: CommandOf<'reassign'>): boolean =>
    after.reason === command.reason && chosen !== undefined && fits(chosen, after, command.workerClass);
  return given.some(gave);
};

type Done = { readonly accepted: readonly Exchange[]; readonly added: readonly string[] };

/** A claim comes after a reassignment, since a claimed slot is not in retry-wait; a cancellation ends both. */
const placed = (before: SlotView, after: SlotView, { accepted, added }: Done): string | undefined => {
  const has = (type: 'claim' | 'cancel' | 'reassign' | 'hold'): boolean => accepted.some((one) => isAbout(one, type));
  const now = `${after.id} is ${after.state} with ${after.pending ?? after.active ?? 'no worker'}`;
  if (has('cancel')) return after.state === 'cancelled' ? undefined : `a cancellation was accepted, and ${now}`;
  if (has('claim')) {
    const isClaimed = after.state === 'claimed' && after.pending === added[0];
    return isClaimed ? undefined : `a claim was accepted, and ${now}`;
  }
  if (has('hold')) return undefined;
  if (!has('reassign'))
    return sameShown(before, after) ? undefined : `nothing was accepted for ${after.id}, and it changed`;
  const isOpen =
    after.state === 'retry-wait' && after.pending === null && after.active === null && after.retryAtMs === null;
  return isOpen ? undefined : `a reassignment was accepted, and ${now}`;
};
