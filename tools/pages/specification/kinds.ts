import { type Kind, machines } from '../../../model/kinds.ts';

/** Whether a text names a lifecycle. */
export const isKindName = (name: string): name is Kind => Object.hasOwn(machines, name);
