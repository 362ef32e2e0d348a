import type { Entity } from '../kinds.ts';
import { childOf, effectOf } from '../rules/names.ts';
import { hasTag, is } from '../step.ts';
import { sameJson } from '../vocabulary.ts';
import { accepted, always, type Look, whenever } from './law.ts';
import { isCommitted, isOpen, isStopped, originOf, stepsIn } from './reading.ts';

/** Laws of what a runtime believes about an effect, against what its owner did. */
export const effectLaws = [
  always('effect', {
    law: 'an effect is applied only if its owner applied it',
    requirement: 'effect.belief-never-ahead-of-owner',
    holds: (effect, { id, look }) => !is(effect, 'applied') || is(look.get('owner', id), 'applied'),
  }),
  always('effect', {
    law: 'what was refused or dropped was not applied',
    requirement: 'effect.refusal-is-final',
    holds: (effect, { id, look }) =>
      !(is(effect, 'refused') || is(effect, 'dropped')) || (look.get('owner', id)?.context.applications ?? 0) === 0,
  }),
  always('owner', {
    law: 'an action is applied at most once',
    requirement: 'effect.applied-once',
    holds: ({ context }) => context.applications <= 1,
  }),
  always('owner', {
    law: 'an owner hears only of actions that were intended before',
    requirement: 'effect.same-action-same-key',
    holds: (_, { id, look }) => look.get('effect', id) !== undefined,
  }),
  always('effect', {
    law: 'an effect is in flight only while the lease of its sender is live',
    requirement: 'effect.unknown-goes-to-review',
    holds: (effect, { look }) =>
      !is(effect, 'dispatched') || is(look.get('lease', effect.context.sender ?? ''), 'live'),
  }),
  always('effect', {
    law: 'only what can be neither repeated nor followed up stands for review',
    requirement: 'effect.unknown-goes-to-review',
    holds: (effect, { look }) =>
      !is(effect, 'review') ||
      effect.context.contract === 'opaque' ||
      !is(look.get('run', effect.context.run), 'running'),
  }),
  whenever('effect', {
    law: 'an action keeps its first key and arguments',
    requirement: 'effect.key-names-one-action',
    holds: ({ was, now }) =>
      was === undefined ||
      (was.context.key === now.context.key && sameJson(was.context.arguments, now.context.arguments)),
  }),
  whenever('effect', {
    law: 'an effect that is accounted for stays as it is',
    requirement: 'effect.refusal-is-final',
    holds: ({ was, now }) => was === undefined || !hasTag(was, 'accounted') || was.leaf === now.leaf,
  }),
  whenever('effect', {
    law: 'nothing is intended or sent in a run that is over, closing or in review',
    requirement: 'cancel.nothing-starts-after',
    holds: ({ was, now, before }) =>
      isOpen(before, now.context.run) || (was !== undefined && (is(was, 'dispatched') || !is(now, 'dispatched'))),
  }),
  always('slot', {
    law: 'a slot that succeeded has every effect applied',
    requirement: 'evidence.success-needs-its-proof',
    holds: (slot, { id, look }) =>
      !is(slot, 'succeeded') ||
      stepsIn(slot).every(({ id: step, op }) => {
        // A branch goes on from what its parent had done; a way that was not taken has nothing to do.
        const own = look.get('effect', effectOf(id, step));
        const found = own ?? look.get('effect', effectOf(originOf(look, slot.context.run) ?? id, step));
        return op !== 'effect' || is(found, 'applied') || !slot.context.done.includes(step);
      }),
  }),
  always('effect', {
    law: 'an action that is done is the result of its step, unless its run stopped',
    requirement: 'recovery.committed-step-runs-once',
    holds: (effect, { look }) => {
      const { run, slot, step } = effect.context;
      return !is(effect, 'applied') || isStopped(look.get('run', run)) || isCommitted(look, slot, step);
    },
  }),
  always('effect', {
    law: 'what is to be sent to an owner that cannot deduplicate has no request on its way, and was not applied',
    requirement: 'effect.asks-before-repeating',
    holds: (effect, { id, look }) => {
      const isRepeatable = !['lookup', 'opaque'].includes(effect.context.contract);
      const { pending = 0, applications = 0 } = look.get('owner', id)?.context ?? {};
      return isRepeatable || !is(effect, 'intended') || pending + applications === 0;
    },
  }),
  always('effect', {
    law: 'only an owner that calls back has an action that it will tell of',
    requirement: 'effect.belief-never-ahead-of-owner',
    holds: (effect, { id, look }) =>
      !is(effect, 'accepted') || (effect.context.contract === 'async' && isHeard(look, id)),
  }),
  accepted('look-up', {
    law: 'only an owner that can be asked is asked, about an action that is in doubt',
    requirement: 'effect.asks-before-repeating',
    holds: ({ run, step }, { before }) =>
      namedBy(before, run, ({ step: own }) => own === step).some(
        (effect) => is(effect, 'ambiguous') && effect.context.contract === 'lookup',
      ),
  }),
  accepted('callback', {
    law: 'only an owner that calls back is heard, and its word is what is believed',
    requirement: 'effect.duplicate-callback-counts-once',
    holds: ({ run, actionKey, outcome }, { after }) =>
      namedBy(after, run, ({ key }) => key === actionKey).some(
        (effect) => is(effect, outcome) && effect.context.contract === 'async',
      ),
  }),
  accepted('acknowledge', {
    law: 'only what is in flight is acknowledged, by an owner that calls back',
    requirement: 'effect.belief-never-ahead-of-owner',
    holds: ({ attempt, step }, { before, after }) => {
      const id = effectOf(before.get('attempt', attempt)?.context.slot ?? '', step);
      const [was, now] = [before.get('effect', id), after.get('effect', id)];
      const isKnown = ['dispatched', 'accepted', 'applied'].some((leaf) => is(was, leaf));
      return isKnown && now?.context.contract === 'async';
    },
  }),
  accepted('resolve', {
    law: 'a person resolves only what stands for review, as the evidence says',
    requirement: 'effect.unknown-goes-to-review',
    holds: ({ run, step, outcome }, { before, after }) =>
      namedBy(before, run, ({ step: own }) => own === step).some((effect) => is(effect, 'review')) &&
      namedBy(after, run, ({ step: own }) => own === step).some((effect) => is(effect, outcome)),
  }),
];

const isHeard = (look: Look, id: string): boolean => {
  const owner = look.get('owner', id);
  return owner !== undefined && !is(owner, 'unseen');
};

/** The effects of a run and of its children that are meant. */
const namedBy = (look: Look, run: string, isMeant: (context: Entity<'effect'>['context']) => boolean) => {
  const { slots = [], program } = look.get('run', run)?.context ?? {};
  const children = (program?.steps ?? []).flatMap(({ id, op }) =>
    op === 'child' ? (look.get('run', childOf(run, id))?.context.slots ?? []) : [],
  );
  return [...slots, ...children].flatMap((slot) => {
    const found = look.get('slot', slot);
    const steps = found ? stepsIn(found) : [];
    return steps
      .flatMap(({ id }) => look.get('effect', effectOf(slot, id)) ?? [])
      .filter((one) => isMeant(one.context));
  });
};
