import { nextStep } from '../machines/progress.ts';
import { approvalOf, outputOf } from '../rules/names.ts';
import { begin, hasTag, is, step as told } from '../step.ts';
import {
  type AttemptView,
  type Commit,
  type EventOf,
  type Observation,
  type RunView,
  type Step,
  stepOf,
} from '../vocabulary.ts';
import { endAs } from './ending.ts';
import { currentOf, ownerOf, type Spot, spotOf, start } from './holding.ts';
import { by, tenantOf } from './saying.ts';
import { finish, settle, settleApproval, settleBefore } from './settling.ts';
import type { Stuck, Way } from './way.ts';
import { write } from './writing.ts';

/** What a runtime shows of itself must be what the rules can come to from where they were. */
export const reads = (way: Way, _: Observation, { run, view }: EventOf<'view.read'>): Stuck | undefined => {
  if (view.status === 'absent' || way.belief.get('run', run) === undefined) return undefined;
  const sight: Sight = { run, view, attempts: new Map((view.attempts ?? []).map((one) => [one.id, one] as const)) };
  for (const { step, status, revision } of view.approvals ?? [])
    if (status !== 'expected') way.asks(approvalOf(run, step), revision);
  for (const fresh of freshCommits(way, sight)) {
    const stuck = brings(way, sight, fresh);
    if (stuck !== undefined) return stuck;
  }
  return attemptsAs(way, sight) ?? approvalsAs(way, sight) ?? statusAs(way, sight);
};

type Sight = { readonly run: string; readonly view: RunView; readonly attempts: ReadonlyMap<string, AttemptView> };
type Fresh = { readonly spot: Spot; readonly step: Step; readonly commit: Commit; readonly nth: number };

/** The commits that the rules do not know of, in the order in which they were made. */
const freshCommits = (way: Way, { run, view }: Sight): readonly Fresh[] => {
  const program = way.belief.get('run', run)?.context.program;
  const found: Fresh[] = [];
  for (const [id, { commits }] of Object.entries(view.steps)) {
    const step = program && stepOf(program, id);
    const spot = spotOf(way, run, id);
    if (step === undefined || spot === undefined || step.op === 'parallel' || step.op === 'choose') continue;
    const output = outputOf(spot.slot, id);
    const known = way.belief.get('output', output)?.context.commits.length ?? 0;
    if (commits.length > 0) way.show(output);
    commits.slice(known).forEach((commit, at) => void found.push({ spot, step, commit, nth: known + at }));
  }
  return found.sort((one, other) => timeOf(one) - timeOf(other));
};
const timeOf = ({ commit }: Fresh): number => Number(commit.at) || 0;

const brings = (way: Way, sight: Sight, { spot, step, commit, nth }: Fresh): Stuck | undefined => {
  // What came before it may have brought it along.
  const known = way.belief.get('output', outputOf(spot.slot, step.id))?.context.commits.length ?? 0;
  if (known > nth) return undefined;
  if (!sight.attempts.has(commit.by)) {
    return settleBefore(way, spot, step.id) ?? settle(way, spot, { step, value: commit.value });
  }
  const { by: attempt, value } = commit;
  const presumed = unheard(way, spot, { step, attempt });
  if (presumed !== undefined) return presumed;
  const reached = reach(way, sight, { spot, attempt });
  if (reached !== undefined || !('uses' in step)) return reached;
  switch (step.op) {
    case 'model':
    case 'tool':
    case 'output':
    case 'effect':
      return write(way, spot, { step, attempt, value });
    default:
      return settle(way, spot, { step, value });
  }
};

/** A receipt is what the owner of an action answered: one that was not asked, or has not applied it yet, answers nothing. */
const unheard = (way: Way, spot: Spot, { step, attempt }: { step: Step; attempt: string }): Stuck | undefined => {
  if (step.op !== 'effect') return undefined;
  const calls = way.seen.callsFor(spot.root, step.id);
  if (calls.some(({ end }) => end !== undefined) || way.seen.isApplied(spot.root, step.id)) return undefined;
  const unseen = begin('owner', { contract: step.contract });
  const asked = calls.length === 0 ? undefined : told(unseen, { type: 'request', token: 0 });
  const owner = asked?.status === 'accepted' ? asked.entity : unseen;
  const answer = told(owner, { type: 'answer' });
  if (answer.status !== 'refused') return undefined;
  const operands = calls.slice(0, 1).map(({ seq }) => ({ name: 'request received', value: step.id, seq }));
  const about = { entity: `owner ${step.id}`, state: owner.leaf, operands };
  const own = { ...by(tenantOf(way, spot.run), ownerOf(way, attempt) ?? undefined), attempt, step: step.id };
  const command = { type: 'record' as const, ...own, revision: 0, outcome: 'applied' as const, receipt: null };
  return { status: 'refused', reason: answer.reason, command, about };
};

/** Brings a slot to where it has this attempt, and where that works if it did at any time. */
const reach = (way: Way, sight: Sight, { spot, attempt }: { spot: Spot; attempt: string }): Stuck | undefined => {
  const nth = Number(attempt.slice(spot.slot.length + 1));
  if (way.belief.get('slot', spot.slot) === undefined || !Number.isInteger(nth)) return undefined;
  while ((way.belief.get('slot', spot.slot)?.context.attempts ?? nth) < nth) {
    const next = (way.belief.get('slot', spot.slot)?.context.attempts ?? 0) + 1;
    const current = currentOf(way, spot.slot);
    const before = current === undefined ? undefined : sight.attempts.get(current);
    const ended = before && endAs(way, spot, before);
    const shown = sight.attempts.get(`${spot.slot}/${next}`);
    const stuck = ended ?? (shown === undefined ? undefined : claimed(way, spot, shown));
    if (stuck !== undefined || shown === undefined) return stuck;
  }
  const slot = way.belief.get('slot', spot.slot);
  return slot?.context.pending === attempt
    ? start(way, spot, sight.attempts.get(attempt)?.worker.owner ?? '')
    : undefined;
};

const claimed = (way: Way, spot: Spot, { worker }: AttemptView): Stuck | undefined => {
  const slot = way.belief.get('slot', spot.slot);
  const command = {
    ...{
      type: 'claim' as const,
      ...by(tenantOf(way, spot.run), worker.owner ?? undefined),
      run: spot.run,
      slot: spot.slot,
    },
    ...{ owner: worker.owner, workerClass: slot?.context.workerClass ?? '' },
  };
  const earlyMs = Math.max(
    way.belief.since('slot', spot.slot)?.atMs ?? 0,
    way.seen.process(worker.owner ?? '')?.sinceMs ?? 0,
  );
  return way.assume(command, `${worker.owner ?? 'somebody'} claimed ${spot.slot}`, earlyMs);
};

const attemptsAs = (way: Way, sight: Sight): Stuck | undefined => {
  for (const shown of sight.view.attempts ?? []) {
    const spot = { run: sight.run, slot: shown.slot, root: sight.run };
    if (way.belief.get('attempt', shown.id) === undefined) {
      const slot = way.belief.get('slot', shown.slot);
      if (slot === undefined) continue;
      const current = currentOf(way, shown.slot);
      const before = current === undefined ? undefined : sight.attempts.get(current);
      const stuck = (before && endAs(way, spot, before)) ?? claimed(way, spot, shown);
      if (stuck !== undefined) return stuck;
    }
    const isUp = shown.worker.status !== 'starting' && way.belief.get('slot', shown.slot)?.context.pending === shown.id;
    const stuck =
      (isUp && shown.outcome !== 'claimed' ? start(way, spot, shown.worker.owner ?? '') : undefined) ??
      endAs(way, spot, shown);
    if (stuck !== undefined) return stuck;
  }
  return undefined;
};

const approvalsAs = (way: Way, { run, view }: Sight): Stuck | undefined => {
  for (const { step, status, revision } of view.approvals ?? []) {
    if (status === 'expected') continue;
    const spot = spotOf(way, run, step);
    const approval = way.belief.get('approval', approvalOf(run, step));
    if (spot === undefined || (approval !== undefined && !is(approval, 'expected') && !is(approval, 'superseded')))
      continue;
    const stuck = settleBefore(way, spot, step) ?? settleApproval(way, spot, { step, revision });
    if (stuck !== undefined) return stuck;
  }
  return undefined;
};

const statusAs = (way: Way, { run, view }: Sight): Stuck | undefined => {
  const found = way.belief.get('run', run);
  const slot = found?.context.slots[0];
  if (found === undefined || slot === undefined || hasTag(found, 'terminal')) return undefined;
  const spot = { run, slot, root: run };
  if (view.status !== 'succeeded') return undefined;
  return settleBefore(way, spot, '') ?? finish(way, spot) ?? unfinished(way, spot);
};

/** A success that no attempt brought, while a step has no result: whoever had the slot last could not have said that it was done. */
const unfinished = (way: Way, { run, slot }: Spot): Stuck | undefined => {
  const found = way.belief.get('slot', slot);
  const isIdle = found?.leaf === 'ready' || found?.leaf === 'retry-wait';
  if (found === undefined || !isIdle || nextStep(found.context) === undefined) return undefined;
  const attempt = `${slot}/${Math.max(found.context.attempts, 1)}`;
  const said = way.belief.probe({
    type: 'finish',
    ...by(tenantOf(way, run), ownerOf(way, attempt) ?? undefined),
    attempt,
  });
  return said.status === 'refused' ? said : undefined;
};
