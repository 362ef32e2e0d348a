import type { Revision } from '../vocabulary.ts';
import { isAbout, isAccepted } from './exchanges.ts';
import type { Reading } from './reading.ts';

/** What was registered of one kind of configuration, and whether it was accepted, as far as answers say by some place of a history. */
export type Registered = { readonly revision: Revision; readonly isAccepted: boolean; readonly seq: number };

/**
 * A revision as it stands then: `absent` where nobody registered it. Nothing where an answer about it is missing, or where only another
 * tenant registered it, since runtimes may share their registries.
 */
export const registeredBy = (
  reading: Reading,
  { tenant, id }: { readonly tenant: string; readonly id: string },
  seq: number,
): Registered | 'absent' | undefined => {
  const about = reading.exchanges.filter(
    (one) => one.sent < seq && (isAbout(one, 'register') ? one.command.revision.id === id : isFor(one.command, id)),
  );
  if (about.some((one) => one.outcome.status === 'unknown' || one.answered > seq)) return undefined;
  const done = about.filter(isAccepted);
  if (done.length === 0) return 'absent';
  const registered = done.filter((one) => isAbout(one, 'register')).find((one) => one.command.tenant === tenant);
  if (registered === undefined || !isAbout(registered, 'register')) return undefined;
  const accepted = done.some((one) => isAbout(one, 'accept'));
  return { revision: registered.command.revision, isAccepted: accepted, seq: registered.answered };
};

const isFor = (command: { readonly type: string }, id: string): boolean =>
  command.type === 'accept' && 'revision' in command && command.revision === id;
