import {
  type Bracket,
  bracketsOf,
  type Exchange,
  isAbout,
  isAccepted,
  isAnswered,
  isRefused,
  isWaitingForItsTime,
  leastMs,
  type Reading,
} from '../../reading.ts';
import type { CommandOf } from '../../vocabulary.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** A claim is refused before the retry time of its slot, and accepted after it. */
export const honoursRetryTime = requirement({
  id: 'claim.honours-retry-time',
  since: '2026-12',
  title: 'A claim honours the retry time',
  statement: 'A slot that waits for its retry time is not claimed before it, and is claimed after it.',
  duty: 'runtime',
  level: 4,
  profile: 'fence',
  reach: 'outside',
  needs: ['claim', 'client', 'reports'],
  clauses: [
    { id: 'not-before', statement: 'A claim that surely comes before the time is refused.' },
    { id: 'after', statement: 'A claim that surely comes after it is accepted.' },
  ],
  source:
    'Durable Execution Across Agent Lifecycles, section Execution identity and guarded reassignment; report faktory-crash-attempts-not-counted',
  occasions: (reading) => {
    const backoffMs = reading.history.plan.settings.backoffMs;
    return typeof backoffMs === 'number' && backoffMs > 0
      ? bracketsOf(reading).flatMap((bracket) => waitsFrom(reading, bracket, backoffMs))
      : [];
  },
});

type Claim = Exchange<CommandOf<'claim'>>;
/** A slot came to its retry time between two readings. All times are the harness's: the runtime's own time is none to compare with. */
type Wait = {
  readonly slot: string;
  readonly entered: Bracket;
  readonly earliestMs: number;
  readonly latestMs: number;
};

const waitsFrom = (reading: Reading, entered: Bracket, backoffMs: number): readonly Occasion[] => {
  const was = entered.before.view.slots ?? [];
  const times = entered.exchanges.flatMap((one) => [timeOf(reading, one.sent), timeOf(reading, one.answered)]);
  if (!isAnswered(entered) || times.length === 0) return [];
  return (entered.after.view.slots ?? [])
    .filter((slot) => slot.retryAtMs !== null && was.some((one) => one.id === slot.id && one.state !== 'retry-wait'))
    .flatMap((slot) => {
      const [from, to] = [Math.min(...times), Math.max(...times)];
      const wait = { slot: slot.id, entered, earliestMs: from + leastMs(backoffMs), latestMs: to + mostMs(backoffMs) };
      return claimsDuring(reading, wait).flatMap((claim) => occasionOf(reading, wait, claim));
    });
};

/** Clocks differ a little, and a timer may come late. */
const mostMs = (ms: number): number => 1.1 * ms + 50;

const timeOf = (reading: Reading, seq: number): number => reading.history.observations[seq]?.atMs ?? Infinity;

type During = { readonly claim: Claim; readonly bracket: Bracket };

/** The claims of the slot while it waits, as far as only claims come: a reassignment clears the time, a cancellation the slot. */
const claimsDuring = (reading: Reading, { slot, entered }: Wait): readonly During[] => {
  const found: During[] = [];
  for (const bracket of bracketsOf(reading).filter(
    (one) => one.run === entered.run && one.before.seq > entered.before.seq,
  )) {
    if (bracket === entered || !bracket.exchanges.every((one) => isAbout(one, 'claim'))) {
      if (bracket !== entered) break;
      continue;
    }
    const waiting = bracket.before.view.slots?.find((one) => one.id === slot);
    if (waiting === undefined || !isWaitingForItsTime(bracket, waiting)) continue;
    const claims = bracket.exchanges
      .filter((one) => isAbout(one, 'claim'))
      .filter(({ command }) => command.slot === slot && command.workerClass === waiting.workerClass);
    found.push(...claims.filter((one) => one.command.tenant === waiting.tenant).map((claim) => ({ claim, bracket })));
  }
  return found;
};

const occasionOf = (reading: Reading, wait: Wait, { claim, bracket }: During): readonly Occasion[] => {
  const [sentMs, answeredMs] = [timeOf(reading, claim.sent), timeOf(reading, claim.answered)];
  const evidence = proof({ before: wait.entered.after.seq, command: claim.sent, illegal: claim.answered });
  if (isAccepted(claim) && answeredMs < wait.earliestMs)
    return [broken('not-before', `${wait.slot} was claimed before its retry time`, evidence)];
  if (isAccepted(claim)) return sentMs > wait.earliestMs ? [kept('after')] : [];
  if (!isRefused(claim)) return [];
  if (answeredMs < wait.earliestMs) return [kept('not-before')];
  const wasTaken = bracket.exchanges.some((one) => isAccepted(one) && one.sent < claim.answered);
  if (sentMs < wait.latestMs || wasTaken) return [];
  return [broken('after', `${wait.slot} was past its retry time, and a claim of it was refused`, evidence)];
};
