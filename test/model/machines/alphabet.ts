import fc from 'fast-check';
import { all, type Store } from '../../../model/store.ts';
import type { Command } from '../../../model/vocabulary.ts';

/**
 * The commands that there are, in an order that the pick decides. Every other pick tries first what brings a run forward, and most leave
 * cancellation out, or few walks would come far.
 */
export const alphabetOf = (store: Store, pick: number, more: More = none): readonly (Command | 'tick')[] =>
  [...general, ...more.general, ...all(store, 'attempt').flatMap(({ id }) => [...onAttempt(id), ...more.onAttempt(id)])]
    .map((command, index) => ({ command, rank: Math.imul((index + 1) * (pick + 7), 2_654_435_761) >>> 0 }))
    .map(({ command, rank }) => ({ command, rank: isFirst(command, pick) ? rank - 2 ** 32 : rank }))
    .filter(({ command }) => command === 'tick' || command.type !== 'cancel' || pick % 16 === 0)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ command }) => command);
/** Commands beside those on a document review. */
export type More = {
  readonly general: readonly Command[];
  readonly onAttempt: (attempt: string) => readonly Command[];
};
const none: More = { general: [], onAttempt: () => [] };
const isFirst = (command: Command | 'tick', pick: number): boolean =>
  pick % 2 === 0 && command !== 'tick' && forward.includes(command.type);
const forward = [
  'begin-upload',
  'store-upload',
  'wait',
  'fire',
  'start',
  'commit',
  'request-approval',
  'decide',
  'intend',
  'dispatch',
  'record',
  'finish',
  'claim',
];

/** A walk: what each step picks from its alphabet. */
export const picks = fc.array(fc.nat({ max: 1_000_000 }), { minLength: 10, maxLength: 30 });

const by = { tenant: 'tenant-1', actor: 'actor-1', key: 'key' };
const at = { ...by, run: 'run-1', slot: 'slot-1' };
const specification = { id: 'specification-2', tenant: 'tenant-1', run: 'run-1', slot: 'slot-1', workerClass: 'large' };

const onAttempt = (attempt: string): Command[] => {
  const one = { ...by, attempt };
  return [
    { type: 'start', ...one },
    { type: 'heartbeat', ...one },
    { type: 'commit', ...one, step: 'extract', revision: 0, value: attempt },
    { type: 'request-approval', ...one, step: 'approve', revision: 'r1' },
    { type: 'intend', ...one, step: 'publish', actionKey: `key of ${attempt}`, arguments: attempt },
    { type: 'dispatch', ...one, step: 'publish' },
    { type: 'record', ...one, step: 'publish', revision: 2, outcome: 'applied', receipt: attempt },
    { type: 'record', ...one, step: 'publish', revision: 2, outcome: 'refused', receipt: attempt },
    { type: 'finish', ...one },
    { type: 'fail', ...one, error: 'broken' },
    { type: 'exit', ...one, status: 'failed' },
    { type: 'release-lease', ...one },
    { type: 'expire', ...one },
    { type: 'revoke', ...one },
    { type: 'report-lost', ...one, because: 'grace-passed' },
    { type: 'report-lost', ...one, because: 'death-seen' },
  ];
};
const general: readonly (Command | 'tick')[] = [
  'tick',
  { type: 'publish', ...by, specification },
  { type: 'claim', ...at, workerClass: 'standard', owner: 'actor-1' },
  { type: 'claim', ...at, workerClass: 'large', owner: null },
  { type: 'reassign', ...at, reason: 'larger', workerClass: 'large' },
  { type: 'reassign', ...at, actor: 'actor-2', reason: 'back', workerClass: 'standard' },
  { type: 'hold', ...at },
  { type: 'release', ...at },
  { type: 'decide', ...by, run: 'run-1', approval: 'approve', decision: 'approve', revision: 'r1' },
  { type: 'decide', ...by, run: 'run-1', approval: 'approve', decision: 'reject', revision: 'r1' },
  { type: 'account', ...by, run: 'run-1' },
  { type: 'cancel', ...by, run: 'run-1' },
];
