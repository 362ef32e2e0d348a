import type { Entity } from '../kinds.ts';
import { hasTag, is } from '../step.ts';
import { always, type Look, whenever } from './law.ts';
import { currentOf, effectsOf, isCommitted, isStopped } from './reading.ts';

/** Laws of how a run ends. */
export const closingLaws = [
  always('run', {
    law: 'a run succeeds only with every slot',
    requirement: 'evidence.success-needs-its-proof',
    holds: (run, { look }) =>
      !is(run, 'succeeded') || run.context.slots.every((slot) => is(look.get('slot', slot), 'succeeded')),
  }),
  always('slot', {
    law: 'a slot succeeds only with every step',
    requirement: 'evidence.success-needs-its-proof',
    holds: (slot, { id, look }) =>
      !is(slot, 'succeeded') || slot.context.steps.every((step) => isCommitted(look, id, step.id)),
  }),
  always('slot', {
    law: 'a run that stopped has no slot that could go on',
    requirement: 'cancel.nothing-starts-after',
    holds: (slot, { look }) =>
      !isStopped(look.get('run', slot.context.run)) || (hasTag(slot, 'terminal') && currentOf(slot) === null),
  }),
  always('slot', {
    law: 'a slot that failed or was cancelled stops its run',
    requirement: 'cancel.one-terminal-outcome',
    holds: (slot, { look }) =>
      !(is(slot, 'failed') || is(slot, 'cancelled')) || isStopped(look.get('run', slot.context.run)),
  }),
  always('slot', {
    law: 'a closed run has every effect accounted for',
    requirement: 'cancel.accepted-is-not-accounted',
    holds: (slot, { id, look }) => {
      const run = look.get('run', slot.context.run);
      return !run || !hasTag(run, 'terminal') || effectsOf(look, id, slot).every((one) => hasTag(one, 'accounted'));
    },
  }),
  always('slot', {
    law: 'a run goes on by itself only while none of its effects stands for review',
    requirement: 'effect.unknown-goes-to-review',
    holds: (slot, { id, look }) =>
      !is(look.get('run', slot.context.run), 'running') || effectsOf(look, id, slot).every((one) => !is(one, 'review')),
  }),
  whenever('run', {
    law: 'an outcome is decided once',
    requirement: 'cancel.one-terminal-outcome',
    holds: ({ was, now }) =>
      was === undefined || !(is(was, 'closing') || hasTag(was, 'terminal')) || outcomeOf(was) === outcomeOf(now),
  }),
  whenever('slot', {
    law: 'a slot that is over stays as it is',
    requirement: 'cancel.one-terminal-outcome',
    holds: ({ was, now }) => was === undefined || !hasTag(was, 'terminal') || was.leaf === now.leaf,
  }),
];

/**
 * Whether a run has come to an end that its specification knows: it is closed, or somebody has to look at an effect whose outcome nobody
 * can know. Without a cancellation every state must be able to get there.
 */
export const isAtItsEnd = (run: Entity<'run'>, look: Look): boolean => {
  if (hasTag(run, 'terminal') || is(run, 'review') || is(run, 'blocked')) return true;
  return run.context.slots.some((id) => {
    const slot = look.get('slot', id);
    return slot !== undefined && effectsOf(look, id, slot).some((effect) => is(effect, 'review'));
  });
};

const outcomeOf = ({ leaf }: Entity<'run'>): string | undefined => leaf.split('.').at(-1);
