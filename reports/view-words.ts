import {
  type AttemptView,
  type Commit,
  type RecoveryView,
  type RunStatus,
  type RunView,
  type SlotView,
  type StepView,
  sameJson,
} from '../model/vocabulary.ts';
import { shortened, shortValue } from './value-words.ts';

/** What a reading of the store shows that the reading before it did not, in plain words. Empty when nothing changed. */
export const viewChanges = (before: RunView | undefined, view: RunView): readonly string[] => [
  ...statusChange(before, view),
  ...Object.entries(view.steps).flatMap(([step, now]) => stepChanges(step, before?.steps[step], now)),
  ...Object.keys(before?.steps ?? {})
    .filter((step) => !(step in view.steps))
    .map((step) => `${step} is gone`),
  ...changedLines('slot', linesOf(before?.slots, slotLine), linesOf(view.slots, slotLine)),
  ...changedLines('attempt', linesOf(before?.attempts, attemptLine), linesOf(view.attempts, attemptLine)),
  ...changedLines('approval', linesOf(before?.approvals, approvalLine), linesOf(view.approvals, approvalLine)),
  ...changedLines('artifact', artifactLines(before), artifactLines(view)),
  ...changedLines('recovery of', recoveryLines(before), recoveryLines(view)),
  ...(view.parent !== undefined && before?.parent === undefined
    ? [`branched from ${view.parent.run}: ${view.parent.reason}`]
    : []),
  ...(view.runs !== undefined && view.runs !== 1 && view.runs !== before?.runs
    ? [`${view.runs} runs under this key`]
    : []),
];

const statusChange = (before: RunView | undefined, view: RunView): readonly string[] => {
  const words = statusWords(view.status);
  if (before === undefined) return [words];
  return before.status === view.status ? [] : [`${words} (was ${before.status})`];
};

/** A run's status; one at which a reader asks why says so. */
export const statusWords = (status: RunStatus): string => {
  const why = reasons[status];
  return why === undefined ? status : `${status}, ${why}`;
};
const reasons: Readonly<Partial<Record<RunStatus, string>>> = {
  blocked: 'since something committed cannot be read',
  expired: 'since its own time was over',
  stranded: 'since no executor can serve it',
};

const stepChanges = (step: string, before: StepView | undefined, now: StepView): readonly string[] => {
  const known = before?.commits ?? [];
  const fresh = now.commits.filter((commit) => !known.some((old) => isSameCommit(old, commit)));
  const last = now.commits.at(-1);
  return [
    ...fresh.map(
      (commit) =>
        `${step} committed${commit.by === '' ? '' : ` by ${writerWords(commit.by)}`}: ${shortValue(commit.value)}`,
    ),
    ...(now.commits.length < known.length ? [`${step} has ${now.commits.length} commits (had ${known.length})`] : []),
    ...(inForceChanged(before, now) && (last === undefined || !isInForce(now, last))
      ? [now.inForce === undefined ? `no value of ${step} in force` : `${step} in force: ${shortValue(now.inForce)}`]
      : []),
    ...(now.effect === undefined || now.effect === before?.effect ? [] : [`effect ${step} ${now.effect}`]),
  ];
};

/** Who wrote a commit, in the runtime's own words. One that names its writers by long random ids is known by their beginning. */
export const writerWords = (by: string): string => (/^[\da-f]{8}-[\da-f-]{20,}$/i.test(by) ? `${by.slice(0, 8)}…` : by);

const isSameCommit = (a: Commit, b: Commit): boolean => a.by === b.by && a.at === b.at && sameJson(a.value, b.value);

const isInForce = (view: StepView, commit: Commit): boolean =>
  view.inForce !== undefined && sameJson(view.inForce, commit.value);

const inForceChanged = (before: StepView | undefined, now: StepView): boolean => {
  if (before?.inForce === undefined || now.inForce === undefined) return before?.inForce !== now.inForce;
  return !sameJson(before.inForce, now.inForce);
};

type Lines = ReadonlyMap<string, string>;

const linesOf = <T extends { readonly id: string }>(
  items: readonly T[] | undefined,
  line: (item: T) => string,
): Lines => new Map((items ?? []).map((item) => [item.id, line(item)]));

const slotLine = (slot: SlotView): string => slot.state;
const attemptLine = (attempt: AttemptView): string =>
  `${attempt.outcome}, worker ${attempt.worker.status}, lease ${attempt.lease.status}`;
const approvalLine = (approval: { readonly status: string }): string => approval.status;

const artifactLines = (view: RunView | undefined): Lines =>
  new Map(
    (view?.artifacts ?? []).map(({ name, version, step, state }) => [`${name} ${version}`, `of ${step} ${state}`]),
  );
const recoveryLines = (view: RunView | undefined): Lines =>
  new Map((view?.recoveries ?? []).map((recovery) => [recovery.attempt, recoveryLine(recovery)]));
const recoveryLine = ({ failure, decision, outcome }: RecoveryView): string =>
  [
    shortened(failure, 40),
    decision === null ? 'nobody has decided' : `${decision.operation} by ${decision.actor} (${decision.reason})`,
    ...(outcome === null ? [] : [outcome]),
  ].join(', ');

const changedLines = (noun: string, before: Lines, now: Lines): readonly string[] =>
  [...now].filter(([id, line]) => before.get(id) !== line).map(([id, line]) => `${noun} ${id} ${line}`);
