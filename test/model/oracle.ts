import { type AnyStateMachine, type StateValue, transition } from 'xstate';
import { type Entity, machines } from '../../model/kinds.ts';
import type { Asked } from '../../model/step.ts';

/** What an entity is after an event, and why it may have refused it, in a form that two engines can be compared by. */
export type Said = { readonly leaf: string; readonly context: unknown; readonly refusal: string | undefined };

/** The answer of XState's own public function, which reads the machine and not our table. */
export const byXState = ({ entity, event }: Pick<Asked, 'entity' | 'event'>): Said => {
  const machine: AnyStateMachine = machines[entity.kind];
  const before = machine.resolveState({ value: stateOf(entity.leaf), context: entity.context });
  const [after, actions] = transition(machine, before, event);
  const refusal = actions.find((action) => String(action.type) === 'refuse')?.params;
  return {
    leaf: leafOf(after.value),
    context: after.context,
    refusal: refusal && 'reason' in refusal ? String(refusal.reason) : undefined,
  };
};

/** The answer that `step` gave. */
export const byUs = ({ entity, answer }: Pick<Asked, 'entity' | 'answer'>): Said =>
  answer.status === 'refused' ? said(entity, answer.reason) : said(answer.entity);

const said = ({ leaf, context }: Entity, refusal?: string): Said => ({ leaf, context, refusal });

const leafOf = (value: StateValue): string =>
  typeof value === 'string'
    ? value
    : Object.entries(value)
        .map(([name, inner]) => (inner === undefined ? name : `${name}.${leafOf(inner)}`))
        .join(' and ');
const stateOf = (leaf: string): StateValue => {
  const [name = leaf, ...inner] = leaf.split('.');
  return inner.length === 0 ? name : { [name]: stateOf(inner.join('.')) };
};
