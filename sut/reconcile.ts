import { randomUUID } from 'node:crypto';
import { is } from '../model/step.ts';
import type { Desk } from './desk.ts';
import type { Found } from './looking.ts';

/**
 * Asks the owners of effects that a closed run has left in doubt, where they can be asked. Nobody works on such a run any more, and its end
 * waits for their word. Asks each once; `asked` holds those that are being asked.
 */
export const reconcile = (desk: Desk, asked: Set<string>): void => {
  for (const effect of desk.store.unfinished('effect'))
    if (!asked.has(effect.id) && isLeftInDoubt(desk, effect)) {
      asked.add(effect.id);
      void lookUp(desk, effect)
        .catch(desk.complain)
        .finally(() => asked.delete(effect.id));
    }
};

const isLeftInDoubt = ({ store }: Desk, { entity }: Found<'effect'>): boolean =>
  entity.leaf === 'ambiguous' &&
  entity.context.contract === 'lookup' &&
  is(store.get('run', entity.context.run), 'closing');

const lookUp = async ({ store, ask, now, actor }: Desk, { entity }: Found<'effect'>): Promise<void> => {
  const { run, step, key } = entity.context;
  const context = store.get('run', run)?.context;
  const askedAtMs = now();
  const told = await ask({ run: context?.parent?.run ?? run, key });
  const by = { tenant: context?.tenant ?? '', actor, key: randomUUID() };
  store.apply({ type: 'look-up', ...by, run, step, askedAtMs, ...told });
};
