import type {
  AttemptView,
  CommandOf,
  LaunchSpecification,
  LeaseStatus,
  SlotView,
  WorkerStatus,
} from '../vocabulary.ts';
import { type Bracket, bracketsOf, isAnswered } from './brackets.ts';
import { type Exchange, isAbout } from './exchanges.ts';
import type { Reading } from './reading.ts';

/** What a reassignment asks of the state it meets. */
export type Predicate =
  | 'tenant'
  | 'run'
  | 'state'
  | 'prior'
  | 'worker'
  | 'lease'
  | 'reason'
  | 'owner'
  | 'specification';

/** One reassignment that stood alone between two readings, with what held before it. */
export type Reassignment = {
  readonly exchange: Exchange<CommandOf<'reassign'>>;
  readonly isAccepted: boolean;
  /** The slot it names as it stood before, wherever it is; nothing where no run shows such a slot. */
  readonly slot: SlotView | undefined;
  readonly after: SlotView | undefined;
  readonly prior: AttemptView | undefined;
  readonly fails: ReadonlySet<Predicate>;
  /** The readings around it, of every run that was read. */
  readonly brackets: readonly Bracket[];
  readonly published: readonly LaunchSpecification[];
};

const terminalWorker: ReadonlySet<WorkerStatus> = new Set<WorkerStatus>(['exited', 'failed', 'lost']);
const terminalLease: ReadonlySet<LeaseStatus> = new Set<LeaseStatus>(['released', 'expired', 'revoked']);
/** Whether a worker of that status is over, as far as the runtime recorded it. */
export const isTerminalWorker = (status: WorkerStatus): boolean => terminalWorker.has(status);
/** Whether a lease of that status gives no more right to write. */
export const isTerminalLease = (status: LeaseStatus): boolean => terminalLease.has(status);

/** Whether the record of an attempt is not closed: its worker or its lease goes on. */
export const isOpen = ({ worker, lease }: AttemptView): boolean =>
  !isTerminalWorker(worker.status) || !isTerminalLease(lease.status);

/** The reassignments of a script that can be judged: answered, alone, and between two readings. */
export const reassignmentsOf = (reading: Reading): readonly Reassignment[] => {
  const brackets = bracketsOf(reading);
  return reading.exchanges
    .filter((one) => isAbout(one, 'reassign'))
    .flatMap((exchange) => {
      const around = brackets.filter((bracket) => bracket.exchanges.length === 1 && bracket.exchanges[0] === exchange);
      const published = publishedBefore(reading, exchange.sent);
      if (around.length === 0 || published === undefined || !around.every(isAnswered)) return [];
      return [reassignmentOf(exchange, around, published)];
    });
};

/** The launch specifications that were accepted by then; nothing is known once a publication went without an answer. */
export const publishedBefore = (reading: Reading, seq: number): readonly LaunchSpecification[] | undefined => {
  const all = reading.exchanges.filter((one) => isAbout(one, 'publish')).filter((one) => one.sent < seq);
  if (all.some((one) => one.outcome.status === 'unknown')) return undefined;
  return all.filter((one) => one.outcome.status === 'ok').map((one) => one.command.specification);
};

/** Whether a specification is made for this slot and for workers of this class. */
export const fits = (one: LaunchSpecification, slot: SlotView, workerClass: string): boolean =>
  one.tenant === slot.tenant && one.run === slot.run && one.slot === slot.id && one.workerClass === workerClass;

const reassignmentOf = (
  exchange: Reassignment['exchange'],
  brackets: readonly Bracket[],
  published: readonly LaunchSpecification[],
): Reassignment => {
  const { command } = exchange;
  const own = brackets.filter((bracket) => bracket.run === command.run);
  const home = [...own, ...brackets].find((bracket) => slotIn(bracket.before.view.slots, command.slot) !== undefined);
  const slot = slotIn(home?.before.view.slots, command.slot);
  const prior = home?.before.view.attempts?.find((attempt) => attempt.id === slot?.prior);
  return {
    exchange,
    isAccepted: exchange.outcome.status === 'ok',
    slot,
    after: slotIn(home?.after.view.slots, command.slot),
    prior,
    fails: failing({ command, slot, prior, published }),
    brackets,
    published,
  };
};

const slotIn = (slots: readonly SlotView[] | undefined, id: string): SlotView | undefined =>
  slots?.find((slot) => slot.id === id);

type Facts = Pick<Reassignment, 'slot' | 'prior' | 'published'> & { readonly command: CommandOf<'reassign'> };

/** The predicates that do not hold, each judged apart on the slot as it stood, also where the slot is another's. */
const failing = ({ command, slot, prior, published }: Facts): ReadonlySet<Predicate> => {
  const owner = prior?.worker.owner ?? null;
  const holds: Record<Predicate, boolean> = {
    tenant: slot === undefined || slot.tenant === command.tenant,
    run: slot !== undefined && slot.run === command.run,
    state: slot?.state === 'retry-wait',
    prior: prior !== undefined,
    worker: prior !== undefined && isTerminalWorker(prior.worker.status),
    lease: prior !== undefined && isTerminalLease(prior.lease.status),
    reason: command.reason.trim() !== '',
    owner: owner === null || owner === command.actor,
    specification: slot !== undefined && published.some((one) => fits(one, slot, command.workerClass)),
  };
  const isFailing = (name: string): name is Predicate => Object.entries(holds).some(([key, ok]) => key === name && !ok);
  return new Set(Object.keys(holds).filter(isFailing));
};

/** Whether nothing else than these stood in its way, so that a refusal shows that they are asked. */
export const failsOnly = (one: Reassignment, ...predicates: readonly Predicate[]): boolean =>
  one.fails.size > 0 && [...one.fails].every((name) => predicates.includes(name));
