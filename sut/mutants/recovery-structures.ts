import { doneWith, nextStep } from '../../model/machines/progress.ts';
import { outputOf, timerOf } from '../../model/rules/names.ts';
import type { View, Write } from '../../model/transaction.ts';
import type { Step } from '../../model/vocabulary.ts';
import type { Mutant } from './mutant.ts';
import { overlay } from './overlay.ts';
import { altered, changed, whenTakenUp } from './writes.ts';

const rerunsTheGroup: Mutant = {
  id: 'reruns-the-group',
  defect: 'A parallel group is the unit of recovery: after a loss every member runs again, also those with a result.',
  fails: [
    'recovery.parallel-runs-only-the-missing',
    'recovery.committed-step-runs-once',
    'recovery.later-steps-see-the-committed-output',
    'commit.one-result-per-step',
    'evidence.recoverable-prefix-is-shown',
  ],
  explained:
    'The members with a result are committed steps, which run again although listed as committed, and their second results are committed beside the first ones and handed on.',
  decide: whenTakenUp((view, slot, id) => {
    const next = nextStep(slot.context);
    if (next?.op !== 'parallel') return [];
    const members = next.members.map((member) => member.id);
    return [
      changed(id, slot, { done: slot.context.done.filter((step) => !members.includes(step)) }),
      ...members.flatMap((member) => reopened(view, outputOf(id, member))),
    ];
  }),
};

const reopened = (view: View, id: string): readonly Write[] => {
  const output = view.get('output', id);
  return output === undefined ? [] : [changed(id, { ...output, leaf: 'awaited' }, {})];
};

/** As a group that counts its members down, and a member that was taken along by a crash as one that has ended. */
const joinsWithoutTheRest: Mutant = {
  id: 'joins-without-the-rest',
  defect: 'A member of a parallel group that was under way when its worker was lost counts as ended.',
  fails: ['recovery.parallel-runs-only-the-missing', 'evidence.success-needs-its-proof'],
  explained: 'The run succeeds without a result of the member that it left out.',
  decide: whenTakenUp((_, slot, id) => {
    const next = nextStep(slot.context);
    if (next?.op !== 'parallel' || next.members.every((member) => !slot.context.done.includes(member.id))) return [];
    const done = next.members.reduce(
      (so, member) => doneWith({ ...slot.context, done: so }, member.id),
      slot.context.done,
    );
    return [changed(id, slot, { done })];
  }),
};

/** What stands on the way that was taken comes first, so that with a single loss the other one is only done besides. */
const takesEveryWay: Mutant = {
  id: 'takes-every-way',
  defect: 'A choice that was interrupted goes on with the steps of every way, whichever was taken.',
  fails: ['recovery.takes-one-path'],
  decide: whenTakenUp((_, slot, id) => {
    const { paths, steps } = slot.context;
    const next = nextStep(slot.context);
    if (next?.op !== 'choose' || paths[next.id] === undefined) return [];
    return [changed(id, slot, { steps: steps.map((step) => (step.id === next.id ? opened(step, paths) : step)) })];
  }),
};

const opened = (step: Step, paths: Readonly<Record<string, string>>): Step => {
  if (step.op !== 'choose') return step;
  const taken = paths[step.id] ?? '';
  const others = Object.entries(step.cases).flatMap(([name, steps]) => (name === taken ? [] : steps));
  return { ...step, cases: { ...step.cases, [taken]: [...(step.cases[taken] ?? []), ...others] } };
};

const choosesAnew: Mutant = {
  id: 'chooses-anew',
  defect: 'A choice is made again when its run is taken up, and need not come out as before.',
  fails: ['recovery.takes-one-path', 'evidence.success-needs-its-proof'],
  explained: 'The run succeeds without a result of the way that the committed value names.',
  decide: whenTakenUp((_, slot, id) => {
    const { paths } = slot.context;
    const next = nextStep(slot.context);
    if (next?.op !== 'choose' || paths[next.id] === undefined) return [];
    const other = Object.keys(next.cases).find((name) => name !== paths[next.id]);
    return other === undefined ? [] : [changed(id, slot, { paths: { ...paths, [next.id]: other } })];
  }),
};

const timersOfTheDeadAreOver: Mutant = {
  id: 'timers-of-the-dead-are-over',
  defect: 'How long a timer still runs only the worker knows that began it: any other one takes its time as passed.',
  fails: ['recovery.timer-fires-once'],
  decide: (plain) => (view, command) => {
    if (command.type !== 'fire') return plain(view, command);
    const id = timerOf(command.run, command.step);
    const timer = view.get('timer', id);
    const starter = view.get('slot', timer?.context.slot ?? '')?.context.prior ?? '';
    const isOwn = view.get('worker', starter)?.context.owner === command.actor;
    if (timer === undefined || isOwn) return plain(view, command);
    const dueAtMs = Math.min(timer.context.dueAtMs, view.nowMs);
    return plain(overlay(view, [changed(id, timer, { dueAtMs })]), command);
  },
};

const timersDieWithTheirWorker: Mutant = {
  id: 'timers-die-with-their-worker',
  defect: 'A timer is fired by the worker that began it, and by nobody when that one is gone.',
  fails: ['recovery.timer-fires-once', 'recovery.run-finishes-after-any-interruption'],
  explained: 'The run waits for ever.',
  decide: (plain) => (view, command) => {
    if (command.type !== 'fire') return plain(view, command);
    const slot = view.get('timer', timerOf(command.run, command.step))?.context.slot ?? '';
    const starter = view.get('slot', slot)?.context.prior ?? '';
    return view.get('worker', starter)?.context.owner === command.actor
      ? plain(view, command)
      : { answer: { status: 'refused', reason: 'timer-not-running' }, writes: [] };
  },
};

/** Each member's result is kept; only that the group is whole nobody sees any more. */
const countsOnlyItsOwn: Mutant = {
  id: 'counts-only-its-own',
  defect:
    'Whoever works on a parallel group counts the members that ended under it, and joins the group by that count.',
  fails: ['recovery.parallel-runs-only-the-missing', 'recovery.run-finishes-after-any-interruption'],
  explained: 'The group is never joined, and the run stands still.',
  decide: (plain) => (view, command) => {
    const decision = plain(view, command);
    const id = view.get('attempt', 'attempt' in command ? command.attempt : '')?.context.slot ?? '';
    const group = nextStep(view.get('slot', id)?.context ?? { steps: [], done: [], paths: {} });
    if (command.type !== 'commit' || group?.op !== 'parallel') return decision;
    const isOwn = ({ id: member }: Step): boolean =>
      member === command.step ||
      view.get('output', outputOf(id, member))?.context.commits.at(-1)?.by === command.attempt;
    if (group.members.every(isOwn)) return decision;
    const writes = decision.writes.filter((write) => write.id !== outputOf(id, group.id));
    return altered({ ...decision, writes }, 'slot', ({ done }) => ({ done: done.filter((step) => step !== group.id) }));
  },
};

/** What becomes of groups, choices and timers when a worker is lost. */
export const recoveryStructureMutants: readonly Mutant[] = [
  rerunsTheGroup,
  joinsWithoutTheRest,
  takesEveryWay,
  choosesAnew,
  timersOfTheDeadAreOver,
  timersDieWithTheirWorker,
  countsOnlyItsOwn,
];
