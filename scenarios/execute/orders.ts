import { isTerminalWorker } from '../../model/reading.ts';
import {
  type AttemptView,
  allSteps,
  type Command,
  type CommandDeed,
  commandDeeds,
  type Deed,
  isCallStep,
  type Json,
  type Observation,
  type Program,
  type RunView,
} from '../../model/vocabulary.ts';
import type { Launched } from './configuration.ts';
import {
  decision,
  launchOf,
  onAttempt,
  onRun,
  onSlot,
  RUN,
  revocation,
  slotOf,
  type Wait,
  withdrawal,
} from './messages.ts';

/** Whether a deed of a plan is a command to the runtime. */
export const isCommandDeed = (deed: Deed): deed is CommandDeed => commandDeeds.some((one) => one === deed);

/** What a command is made of: what is shown of the run, what it waits for, and which effects the world saw applied. */
export type Known = {
  readonly plan: Launched;
  readonly view: RunView | undefined;
  readonly wait: Wait;
  readonly applied: ReadonlySet<string>;
  /** The name of the next run that the plan adds. */
  readonly next: string;
};

/** The effects of the run that the world saw applied. */
export const appliedIn = (observations: readonly Observation[]): ReadonlySet<string> =>
  new Set(
    observations.flatMap(({ event }) => (event.type === 'effect.applied' && event.run === RUN ? [event.step] : [])),
  );

/** The commands that a deed is, one after another: most are one. */
export const ordersFor = (
  deed: Exclude<CommandDeed, 'launch-another'>,
  known: Known,
  key: string,
): readonly Command[] => {
  switch (deed) {
    case 'launch':
      return [launchOf(known.plan, RUN, key)];
    case 'decide':
      return [decision(known.wait, { key, as: 'approve' })];
    case 'reject':
      return [decision(known.wait, { key, as: 'reject' })];
    case 'cancel':
      return [revocation(key)];
    case 'branch':
      return [branchOf(known, key)];
    case 'redo':
      return [withdrawal(shownIn(known.plan.program), key)];
    case 'expire':
      return overdue(known, key);
    case 'resume':
      return [...resolutions(known, key), { type: 'resume', ...onRun(key), reason: 'it was looked into' }];
    default:
      return [onTheSlot(deed, known, key)];
  }
};

/** The first step whose result a reviewer is shown. */
const shownIn = ({ steps }: Program): string => steps.find(({ op }) => op === 'approval')?.uses[0] ?? '';

const onTheSlot = (
  deed: 'claim' | 'reassign' | 'hold' | 'release' | 'retry' | 'revoke',
  { view }: Known,
  key: string,
): Command => {
  switch (deed) {
    case 'claim':
      return { type: 'claim', ...onSlot(key), workerClass: 'standard', owner: null };
    case 'reassign':
      return {
        type: 'reassign',
        ...onSlot(key),
        actor: ownerOf(view),
        reason: 'its worker is gone',
        workerClass: 'standard',
      };
    case 'retry':
      return { type: 'retry', ...onSlot(key), reason: 'once more' };
    case 'revoke':
      return { type: 'revoke', ...onAttempt(key, currentOf(view)) };
    default:
      return { type: deed, ...onSlot(key) };
  }
};

/** Only the recorded owner of the worker before may reassign its slot. */
const ownerOf = (view: RunView | undefined): string => {
  const prior = view?.slots?.find(({ id }) => id === slotOf(RUN))?.prior;
  return view?.attempts?.find(({ id }) => id === prior)?.worker.owner ?? 'client';
};

const currentOf = (view: RunView | undefined): string => {
  const slot = view?.slots?.find(({ id }) => id === slotOf(RUN));
  return slot?.pending ?? slot?.active ?? slot?.prior ?? `${slotOf(RUN)}/1`;
};

/** The first result that the run has and that can be made up is another one in the branch; without one, nothing is changed. */
const branchOf = ({ plan: { program }, view, next }: Known, key: string): Command => {
  const step = allSteps(program)
    .filter(({ op }) => op === 'model' || op === 'tool')
    .find(({ id }) => (view?.steps[id]?.commits.length ?? 0) > 0);
  const changes = step === undefined ? {} : { [step.id]: otherThan(program, step.id) };
  return { type: 'branch', ...onRun(key), as: next, slot: slotOf(next), reason: 'it was corrected', changes };
};

/** What chooses a way must name one. */
const otherThan = ({ steps }: Program, step: string): Json => {
  const chosen = steps.find((one) => one.op === 'choose' && one.by === step);
  const ways = chosen?.op === 'choose' ? Object.keys(chosen.cases) : [];
  return ways.at(-1) ?? { corrected: step };
};

/** A person looked, and found each action in doubt to be done or not, as the world knows it. What was not done is left in doubt. */
const resolutions = ({ plan: { program }, view, applied }: Known, key: string): readonly Command[] =>
  allSteps(program)
    .filter(isCallStep)
    .filter(({ id }) => view?.steps[id]?.effect === 'review' && applied.has(id))
    .map(({ id }) => ({
      ...{ type: 'resolve', ...onRun(`${key}-${id}`), step: id, outcome: 'applied', evidence: 'its owner was asked' },
    }));

/** All that time may have ended: the lease of an attempt and with it its worker, a wait with a deadline, the time of the run. */
const overdue = ({ view }: Known, key: string): readonly Command[] => {
  const attempts = (view?.attempts ?? []).flatMap((attempt) => overdueOf(attempt, key));
  const waits = (view?.approvals ?? [])
    .filter(({ status, deadlineAtMs }) => status === 'requested' && deadlineAtMs !== undefined)
    .map(({ id }): Command => ({ type: 'expire-approval', ...onRun(`${key}-${id}`), approval: id }));
  const run: readonly Command[] =
    view?.deadlineAtMs === undefined && view?.executionLeftMs === undefined
      ? []
      : [{ type: 'expire-run', ...onRun(`${key}-run`) }];
  const all = [...attempts, ...waits, ...run];
  return all.length > 0 ? all : [{ type: 'expire', ...onAttempt(key, currentOf(view)) }];
};

const overdueOf = ({ id, lease, worker }: AttemptView, key: string): readonly Command[] => [
  ...(lease.status === 'live' ? [{ type: 'expire' as const, ...onAttempt(`${key}-${id}`, id) }] : []),
  ...(isTerminalWorker(worker.status)
    ? []
    : [{ type: 'report-lost' as const, ...onAttempt(`${key}-${id}-lost`, id), because: 'grace-passed' as const }]),
];
