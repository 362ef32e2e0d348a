import type { Transaction } from '../transaction.ts';
import type { CommandOf, Pins } from '../vocabulary.ts';

/** Makes a revision known. An equal one again changes nothing. */
export const register = (tx: Transaction, { revision }: CommandOf<'register'>): boolean =>
  tx.get('revision', revision.id) === undefined
    ? tx.create('revision', revision.id, revision)
    : tx.ask('revision', revision.id, { type: 'register', revision });

/** Accepts a revision. A binding set must name agent revisions that are known. */
export const accept = (tx: Transaction, { revision }: CommandOf<'accept'>): boolean =>
  Object.values(tx.get('revision', revision)?.context.nodes ?? {}).every(({ agent }) =>
    tx.ask('revision', agent, { type: 'use', of: 'agent' }),
  ) && tx.ask('revision', revision, { type: 'accept' });

/** A launch may pin only what is known, and of package content and binding sets only what was accepted. */
export const pin = (tx: Transaction, pins: Pins): boolean =>
  tx.ask('revision', pins.package, { type: 'use', of: 'package' }) &&
  tx.ask('revision', pins.workflow, { type: 'use', of: 'workflow' }) &&
  tx.ask('revision', pins.binding, { type: 'use', of: 'binding' });
