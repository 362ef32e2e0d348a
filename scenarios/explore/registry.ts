import type { Command, Revision } from '../../model/vocabulary.ts';
import { by } from './by.ts';

const revisions: readonly Revision[] = [
  { id: 'package-1', of: 'package', digest: 'a' },
  { id: 'workflow-1', of: 'workflow', digest: 'a' },
  { id: 'agent-1', of: 'agent', digest: 'a' },
  { id: 'binding-1', of: 'binding', digest: 'a', nodes: { read: { agent: 'agent-1', attachments: [] } } },
];

/** Makes the configuration known that every run pins. */
export const registrations: readonly Command[] = revisions.map((revision) => ({ type: 'register', ...by, revision }));

/** Accepts what has to be accepted of it. */
export const acceptances: readonly Command[] = ['package-1', 'binding-1'].map((revision) => ({
  type: 'accept',
  ...by,
  revision,
}));
