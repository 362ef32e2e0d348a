import { hasTag, is } from '../step.ts';
import type { CommandOf } from '../vocabulary.ts';
import { accepted, type Look, whenever } from './law.ts';

/** What begins something. */
const beginnings = [
  'claim',
  'start',
  'commit',
  'intend',
  'dispatch',
  'begin-upload',
  'wait',
  'start-child',
  'request-approval',
] as const;

/** Laws of a run's deadline, and of its time at work. */
export const limitLaws = [
  ...beginnings.map((type) =>
    accepted(type, {
      law: `after its deadline a run takes no ${type}`,
      requirement: 'limit.deadline-never-moves',
      holds: (command, { before }) =>
        before.nowMs < (rootAt(before, command)?.deadlineAtMs ?? Number.POSITIVE_INFINITY),
    }),
  ),
  ...beginnings.map((type) =>
    accepted(type, {
      law: `once its time at work is used up a run takes no ${type}`,
      requirement: 'limit.execution-time-is-bounded',
      holds: (command, { before }) => leftAt(rootAt(before, command), before.nowMs) > 0,
    }),
  ),
  whenever('run', {
    law: 'a deadline counts from the launch, and never moves',
    requirement: 'limit.deadline-never-moves',
    holds: ({ was, now, before }) => {
      const { program, parent, deadlineAtMs } = now.context;
      if (was !== undefined) return was.context.deadlineAtMs === deadlineAtMs;
      const { deadlineMs } = program.limits ?? {};
      return deadlineAtMs === (deadlineMs === undefined || parent !== null ? null : before.nowMs + deadlineMs);
    },
  }),
  whenever('run', {
    law: 'a run expires only when its deadline has come or its time at work is used up',
    requirement: 'limit.deadline-never-moves',
    holds: ({ was, now, before }) =>
      is(was, 'closing.expired') ||
      !(is(now, 'closing.expired') || is(now, 'expired')) ||
      (was?.context.deadlineAtMs ?? Number.POSITIVE_INFINITY) <= before.nowMs ||
      leftAt(was?.context, before.nowMs) <= 0,
  }),
  whenever('run', {
    law: 'time at work is spent while an attempt works, and never given back',
    requirement: 'limit.execution-time-is-bounded',
    holds: ({ was, now, before }) =>
      was === undefined || leftAt(was.context, before.nowMs) === leftAt(now.context, before.nowMs),
  }),
  whenever('attempt', {
    law: 'the time of a run counts while an attempt of it works, and stands still while none does',
    requirement: 'limit.execution-time-is-bounded',
    holds: ({ was, now, after }) => {
      const root = rootOf(after, now.context.run);
      if (root === undefined || root.executionLeftMs === null) return true;
      if (is(now, 'running')) return root.workingSinceMs !== null;
      return !is(was, 'running') || !hasTag(now, 'terminal') || is(now, 'cancelled') || root.workingSinceMs === null;
    },
  }),
];

type Context = ReturnType<typeof rootOf>;

const leftAt = (context: Context, nowMs: number): number => {
  const { executionLeftMs = null, workingSinceMs = null } = context ?? {};
  if (executionLeftMs === null) return Number.POSITIVE_INFINITY;
  return executionLeftMs - (workingSinceMs === null ? 0 : nowMs - workingSinceMs);
};

const rootAt = (look: Look, command: CommandOf<(typeof beginnings)[number]>): Context =>
  rootOf(look, 'attempt' in command ? (look.get('attempt', command.attempt)?.context.run ?? '') : command.run);

const rootOf = (look: Look, run: string) => {
  const found = look.get('run', run)?.context;
  return look.get('run', found?.parent?.run ?? run)?.context;
};
