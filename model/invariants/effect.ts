import { effectOf } from '../rules/names.ts';
import { hasTag, is } from '../step.ts';
import { sameJson } from '../vocabulary.ts';
import { always, whenever } from './law.ts';

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
      is(before.get('run', now.context.run), 'running') ||
      (was !== undefined && (is(was, 'dispatched') || !is(now, 'dispatched'))),
  }),
  always('slot', {
    law: 'a slot that succeeded has every effect applied',
    requirement: 'evidence.success-needs-its-proof',
    holds: (slot, { id, look }) =>
      !is(slot, 'succeeded') ||
      slot.context.steps.every(
        (step) => step.op !== 'effect' || is(look.get('effect', effectOf(id, step.id)), 'applied'),
      ),
  }),
];
