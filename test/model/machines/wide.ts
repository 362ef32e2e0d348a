import type { Command, Program } from '../../../model/vocabulary.ts';
import type { More } from './alphabet.ts';

/** A program that asks every lifecycle, and the commands that a document review has no use for. */
export const wide: Program = {
  id: 'wide',
  title: 'A timer, an output, a review and an effect',
  steps: [
    { op: 'timer', id: 'pause', uses: [], ms: 50 },
    { op: 'output', id: 'report', uses: [] },
    { op: 'tool', id: 'extract', uses: ['report'], retry: { attempts: 3, backoffMs: 40 } },
    { op: 'approval', id: 'approve', uses: ['extract'], deadlineMs: 500 },
    { op: 'effect', id: 'publish', uses: ['extract'], contract: 'lookup' },
  ],
  limits: { deadlineMs: 5_000, executionMs: 2_000 },
};

const by = { tenant: 'tenant-1', actor: 'actor-1', key: 'key' };
const run = { ...by, run: 'run-1' };
const reference = { name: 'report', version: 'v1', digest: `sha256:${'0'.repeat(64)}`, bytes: 1 };
const branch: Command = {
  type: 'branch',
  ...run,
  as: 'run-2',
  slot: 'slot-2',
  reason: 'other',
  changes: { extract: 1 },
};

/** What the wide program can be told besides. */
export const more: More = {
  general: [
    { type: 'retry', ...run, slot: 'slot-1', reason: 'again' },
    { type: 'retry', ...run, slot: 'slot-1', reason: 'lost', step: 'report' },
    { type: 'resume', ...run, reason: 'looked' },
    branch,
    { type: 'fire', ...run, step: 'pause' },
    { type: 'look-up', ...run, step: 'publish', found: 'unknown', askedAtMs: 100_000, receipt: null },
    { type: 'look-up', ...run, step: 'publish', found: 'applied', askedAtMs: 0, receipt: null },
    { type: 'callback', ...run, actionKey: 'key of slot-1/1', outcome: 'applied', receipt: null },
    { type: 'resolve', ...run, step: 'publish', outcome: 'applied', evidence: null },
    { type: 'report-artifact', ...run, step: 'report', state: 'missing' },
    { type: 'report-artifact', ...run, step: 'report', state: 'restored' },
    { type: 'expire-approval', ...run, approval: 'approve' },
    { type: 'expire-run', ...run },
  ],
  onAttempt: (attempt) => [
    { type: 'begin-upload', ...by, attempt, step: 'report' },
    { type: 'store-upload', ...by, attempt, step: 'report', reference },
    { type: 'commit', ...by, attempt, step: 'report', revision: 1, value: reference },
    { type: 'commit', ...by, attempt, step: 'extract', revision: 2, value: attempt },
    { type: 'wait', ...by, attempt, step: 'pause' },
    { type: 'record', ...by, attempt, step: 'publish', revision: 4, outcome: 'applied', receipt: attempt },
    { type: 'acknowledge', ...by, attempt, step: 'publish' },
  ],
};
