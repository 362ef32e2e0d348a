import { approvalOf, childOf, effectOf, timerOf } from '../rules/names.ts';
import { hasTag, is } from '../step.ts';
import { insideOf, type Step, sameJson } from '../vocabulary.ts';
import { accepted, always, type Look, whenever } from './law.ts';
import { isCommitted, isNext, resultIn, stepsIn } from './reading.ts';

/** Laws of steps that hold others or only wait. */
export const structureLaws = [
  always('slot', {
    law: 'a group has its result exactly when each of its members has one',
    requirement: 'recovery.parallel-runs-only-the-missing',
    holds: (slot, { id, look }) =>
      slot.context.steps.every(
        (step) =>
          step.op !== 'parallel' ||
          step.members.every((member) => isCommitted(look, id, member.id)) === isCommitted(look, id, step.id),
      ),
  }),
  always('slot', {
    law: 'the result of a group is made of those of its members',
    requirement: 'recovery.later-steps-see-the-committed-output',
    holds: (slot, { id, look }) =>
      slot.context.steps.every(
        (step) =>
          step.op !== 'parallel' ||
          !isCommitted(look, id, step.id) ||
          sameJson(resultIn(look, id, step.id) ?? null, joinOf(look, id, step)),
      ),
  }),
  always('slot', {
    law: 'a choice takes the way that its committed value names, and nothing of another way has a result',
    requirement: 'recovery.takes-one-path',
    holds: (slot, { id, look }) =>
      slot.context.steps.every((step) => step.op !== 'choose' || isOnItsWay(look, id, step)),
  }),
  always('slot', {
    law: 'a slot waits only for something that will come, and has not come',
    requirement: 'approval.request-is-durable',
    holds: (slot, { id, look }) => {
      const { run } = slot.context;
      return (
        !is(slot, 'waiting') ||
        stepsIn(slot).some((step) => !isCommitted(look, id, step.id) && isAwaited(look, step, { run, slot: id }))
      );
    },
  }),
  always('slot', {
    law: 'a slot that is open has a step to do, unless all are done',
    requirement: 'recovery.run-finishes-after-any-interruption',
    holds: (slot, { id, look }) =>
      hasTag(slot, 'terminal') ||
      slot.context.steps.every((step) => isCommitted(look, id, step.id)) ||
      stepsIn(slot).some((step) => isNext(look, id, step.id)),
  }),
  always('timer', {
    law: 'a timer runs only while its slot waits, and has its result once it fired',
    requirement: 'recovery.timer-fires-once',
    holds: (timer, { look }) => {
      const { slot, step } = timer.context;
      if (is(timer, 'running')) return is(look.get('slot', slot), 'waiting');
      return is(timer, 'fired') === isCommitted(look, slot, step);
    },
  }),
  whenever('timer', {
    law: 'a timer fires only when its time has come, which stands',
    requirement: 'recovery.timer-fires-once',
    holds: ({ was, now, before }) =>
      was === undefined ||
      (was.context.dueAtMs === now.context.dueAtMs &&
        (!hasTag(was, 'terminal') || was.leaf === now.leaf) &&
        (!is(now, 'fired') || now.context.dueAtMs <= before.nowMs)),
  }),
  whenever('timer', {
    law: 'a timer begins with its whole time before it, in a run that is open',
    requirement: 'recovery.timer-fires-once',
    holds: ({ was, now, before }) => {
      const { run, slot, step, dueAtMs } = now.context;
      const asked = before.get('slot', slot)?.context.steps.find(({ id }) => id === step);
      return (
        was !== undefined ||
        (asked?.op === 'timer' && dueAtMs === before.nowMs + asked.ms && is(before.get('run', run), 'running'))
      );
    },
  }),
  always('run', {
    law: 'a child that succeeded has delivered its result, and one that runs has its parent waiting',
    requirement: 'recovery.child-keeps-its-parent',
    holds: (run, { look }) => {
      const { parent } = run.context;
      if (parent === null) return true;
      if (is(run, 'succeeded')) return isCommitted(look, parent.slot, parent.step);
      return !is(run, 'running') || is(look.get('slot', parent.slot), 'waiting');
    },
  }),
  accepted('start-child', {
    law: 'a child is started for the next step of a run, under its pins and its tenant',
    requirement: 'recovery.child-keeps-its-parent',
    holds: ({ attempt, step }, { before, after }) => {
      const { run = '', slot = '' } = before.get('attempt', attempt)?.context ?? {};
      const parent = before.get('run', run)?.context;
      const child = after.get('run', childOf(run, step))?.context;
      return (
        isNext(before, slot, step) &&
        before.get('run', childOf(run, step)) === undefined &&
        sameJson({ ...child?.pins }, { ...parent?.pins }) &&
        child?.tenant === parent?.tenant &&
        sameJson({ ...child?.parent }, { run, slot, step })
      );
    },
  }),
  accepted('wait', {
    law: 'a wait is for the next step, which is a timer or an owner that will call back',
    requirement: 'recovery.timer-fires-once',
    holds: ({ attempt, step }, { before, after }) => {
      const { run = '', slot = '' } = before.get('attempt', attempt)?.context ?? {};
      const found = before.get('slot', slot);
      const asked = found && stepsIn(found).find(({ id }) => id === step);
      return asked !== undefined && isNext(before, slot, step) && isAwaited(after, asked, { run, slot });
    },
  }),
];

type Choice = Extract<Step, { readonly op: 'choose' }>;

const isOnItsWay = (look: Look, slot: string, choice: Choice): boolean => {
  const way = resultIn(look, slot, choice.by);
  return Object.entries(choice.cases).every(
    ([name, steps]) =>
      name === way ||
      steps.every(({ id }) => !isCommitted(look, slot, id) && look.get('effect', effectOf(slot, id)) === undefined),
  );
};

const joinOf = (look: Look, slot: string, step: Step) =>
  Object.fromEntries(insideOf(step).map(({ id }) => [id, resultIn(look, slot, id) ?? null]));

const isAwaited = (look: Look, { op, id }: Step, { run, slot }: { readonly run: string; readonly slot: string }) => {
  switch (op) {
    case 'approval':
      return is(look.get('approval', approvalOf(run, id)), 'requested');
    case 'timer':
      return is(look.get('timer', timerOf(run, id)), 'running');
    case 'child':
      return is(look.get('run', childOf(run, id)), 'running');
    default:
      return is(look.get('effect', effectOf(slot, id)), 'accepted');
  }
};
