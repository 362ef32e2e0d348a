import { childOf, effectOf } from '../../model/rules/names.ts';
import { is } from '../../model/step.ts';
import type { View } from '../../model/transaction.ts';
import { type CommandOf, type Contract, insideOf, type Step } from '../../model/vocabulary.ts';

/** How often an owner that calls back is counted. */
export const CALLS = 2;

/** An action as the world knows it. */
export type Action = { readonly id: string; readonly contract: Contract };
type OfAttempt = { readonly attempt: string; readonly step: string };

/** The action that an attempt works on. */
export const actionAt = (view: View, { attempt, step }: OfAttempt): Action =>
  action(view, effectOf(view.get('attempt', attempt)?.context.slot ?? '', step));

/** The action of a run, or of a child of it, that is named by its step or its key; and whether a request for it is on its way. */
export const actionNamed = (view: View, command: CommandOf<'look-up' | 'callback' | 'resolve'>): Named => {
  const { slots = [], program } = view.get('run', command.run)?.context ?? {};
  const children = (program?.steps ?? []).flatMap(({ id, op }) =>
    op === 'child' ? (view.get('run', childOf(command.run, id))?.context.slots ?? []) : [],
  );
  for (const slot of [...slots, ...children]) {
    const step = effectsIn(view, slot).find((one) =>
      'step' in command
        ? one === command.step
        : view.get('effect', effectOf(slot, one))?.context.key === command.actionKey,
    );
    if (step === undefined) continue;
    const attempts = view.get('slot', slot)?.context.attempts ?? 0;
    const numbers = Array.from({ length: attempts }, (_, nth) => `${slot}/${nth + 1}`);
    const isOnItsWay = numbers.some((attempt) => onItsWay(view, { attempt, step }));
    return { ...action(view, effectOf(slot, step)), isOnItsWay };
  }
  return { id: '', contract: 'opaque', isOnItsWay: false };
};
type Named = Action & { readonly isOnItsWay: boolean };

/** Whether a request of an attempt has not reached its owner. */
export const onItsWay = (view: View, { attempt, step }: OfAttempt): boolean =>
  is(view.get('request', requestOf(attempt, step)), 'sent');

/** A request, by whose it is. */
export const requestOf = (attempt: string, step: string): string => `${attempt}/${step}`;

/** The fencing token of an attempt. */
export const tokenOf = (attempt: string): number => Number(attempt.split('/').at(-1));

const action = (view: View, id: string): Action => ({
  id,
  contract: view.get('effect', id)?.context.contract ?? 'opaque',
});

const effectsIn = (view: View, slot: string): readonly string[] =>
  (view.get('slot', slot)?.context.steps ?? [])
    .flatMap((step): readonly Step[] => [step, ...insideOf(step)])
    .flatMap(({ op, id }) => (op === 'effect' ? [id] : []));
