import { setup } from 'xstate';
import { answers, no, wordsFor, yes } from '../pure.ts';

/** Whose lease it is and until when, in milliseconds on the runtime's clock. */
export type LeaseContext = {
  readonly slot: string;
  readonly untilMs: number;
  /** When it was seen to have ended, on the runtime's clock. */
  readonly endedAtMs: number | null;
};
/** `use` and `outlive` only ask; `heartbeat` extends a live lease, and the others end it. */
export type LeaseEvent =
  /** May its holder write? This is the fence, and it stands here only. */
  | { type: 'use' }
  | { type: 'heartbeat'; untilMs: number }
  | { type: 'expire' | 'release' | 'revoke' | 'leave'; nowMs: number }
  | { type: 'outlive'; nowMs: number; graceMs: number };

const { when, set } = wordsFor<LeaseContext, LeaseEvent>();

/** The time-bounded right of an attempt to act for its slot. */
export const lease = setup({
  types: {} as { context: LeaseContext; events: LeaseEvent; input: Pick<LeaseContext, 'slot' | 'untilMs'> },
  guards: {
    isNotDue: when('expire', (context, event) => event.nowMs < context.untilMs),
    isInGrace: when('outlive', (context, event) => event.nowMs < (context.endedAtMs ?? event.nowMs) + event.graceMs),
  },
  actions: {
    ...answers,
    extend: set('heartbeat', (_, event) => ({ untilMs: event.untilMs })),
    expire: set('expire', (_, event) => ({ endedAtMs: event.nowMs })),
    release: set('release', (_, event) => ({ endedAtMs: event.nowMs })),
    revoke: set('revoke', (_, event) => ({ endedAtMs: event.nowMs })),
    leave: set('leave', (_, event) => ({ endedAtMs: event.nowMs })),
  },
}).createMachine({
  id: 'lease',
  context: ({ input }) => ({ ...input, endedAtMs: null }),
  initial: 'live',
  on: {
    use: no('lease-is-terminal'),
    heartbeat: no('lease-is-terminal'),
    expire: no('lease-is-terminal'),
    release: no('lease-is-terminal'),
    revoke: no('lease-is-terminal'),
    /** Its attempt ended in order: a live one is released, an ended one stays as it is. */
    leave: yes,
    outlive: no('lease-not-expired'),
  },
  states: {
    live: {
      on: {
        use: yes,
        heartbeat: { actions: 'extend' },
        expire: [
          { guard: 'isNotDue', ...no('lease-not-due') },
          { target: 'expired', actions: 'expire' },
        ],
        release: { target: 'released', actions: 'release' },
        revoke: { target: 'revoked', actions: 'revoke' },
        leave: { target: 'released', actions: 'leave' },
      },
    },
    released: { tags: 'terminal' },
    expired: { tags: 'terminal', on: { outlive: [{ guard: 'isInGrace', ...no('grace-not-passed') }, yes] } },
    /** Its worker may have been dead by then, and nobody would say so. */
    revoked: { tags: 'terminal', on: { outlive: [{ guard: 'isInGrace', ...no('grace-not-passed') }, yes] } },
  },
});
