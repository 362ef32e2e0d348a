import type { Described, Feature, ServerSpec } from '../../model/vocabulary.ts';
import { capabilitiesOf, pages } from './capabilities.ts';
import type { Variant } from './variant.ts';

/** What is at work: the version of the SDK, and the server. */
export type AtWork = { readonly sdk: string; readonly server: ServerSpec; readonly variant: Variant };

/** Temporal as this adapter drives it. */
export const subjectOf = ({ sdk, server, variant }: AtWork): Described => ({
  name: 'temporal',
  version: `server ${server.version}, TypeScript SDK ${sdk}`,
  language: 'TypeScript',
  links: [pages.workflows, pages.activities, pages.timeouts, pages.workflowId],
  variant,
  can: features,
  capabilities: capabilitiesOf(variant),
  bounds: bounds[variant.timeouts],
  keyBuiltBy: 'runtime',
  servers: [server],
  notes: notesOf(variant),
});

const features: readonly Feature[] = [
  'model',
  'tool',
  'effect',
  'approval',
  'timer',
  'parallel',
  'choose',
  'child',
  'client',
  'start-key',
  'retry',
  'attempt-limit',
  'shared-store',
  'cancel',
  'sliced',
];

/** A lost worker is missed by an activity's heartbeat or start-to-close timeout, then by its workflow task's, each perhaps twice. */
const bounds = {
  short: { takeoverMs: 12_000, leaseMs: 2_000, idleMs: 1_000, retryMs: 1_000 },
  documented: { takeoverMs: 90_000, leaseMs: 60_000, idleMs: 1_000, retryMs: 4_000 },
};

const notesOf = ({ timeouts, cancelling, program }: Variant): readonly string[] => [
  `Timeouts are ${timeouts}: ${
    timeouts === 'short'
      ? 'an activity heartbeat timeout of 2 s (it beats every 0.4 s), a workflow task timeout of 2 s instead of 10, a sticky timeout of ' +
        '0.5 s instead of 10, a first retry after 0.1 s instead of 1, and one poll for activities and two for workflow tasks per worker'
      : "a start-to-close timeout of one minute, no heartbeat, and Temporal's defaults for all else"
  }. The server learns of a dead worker by these alone (${pages.startToClose}).`,
  'The server is its development server on a SQLite file, one for all cases; each case has its own task queue and workflow ids.',
  `A cancelled workflow ${cancelling === 'try' ? 'does not wait for an activity under way (TRY_CANCEL, the default)' : 'waits for an activity under way (WAIT_CANCELLATION_COMPLETED)'}.`,
  `An effect's key is the workflow's run id and the activity's id, as the documentation says (${pages.idempotency}).`,
  `The document review is ${program === 'native' ? "written by hand in Temporal's own idiom" : 'interpreted'}.`,
];
