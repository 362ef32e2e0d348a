import type { Command, CommandOf, Json, Program } from '../../model/vocabulary.ts';

/** Which of a script's runs: the first of the first tenant unless said otherwise. */
type Which = { readonly nth?: number; readonly tenant?: string };

// The class that every run is launched for.
const workerClass = 'standard';
/** A class that no run is launched for. */
export const otherClass = 'large';

const actor = 'operator';

/** What can be said of one run, its slot and its attempts, each as a command whose key the plan gives it. */
export const runOf = (program: Program, { nth = 1, tenant = 'tenant-1' }: Which = {}) => {
  const by = { tenant, actor, key: '' };
  const onRun = { ...by, run: `run-${nth}` };
  const onSlot = { ...onRun, slot: `slot-${nth}` };
  return {
    run: onRun.run,
    slot: onSlot.slot,
    publish: (): CommandOf<'publish'> => ({
      ...{ type: 'publish', ...by },
      specification: { id: `specification-${nth}`, tenant, run: onRun.run, slot: onSlot.slot, workerClass },
    }),
    launch: (more: Without<'launch'> = {}): CommandOf<'launch'> => ({
      ...{ type: 'launch', ...onSlot, startKey: `start-${nth}`, pins: pinsOf(program), program },
      ...{ specification: `specification-${nth}`, workerClass, ...more },
    }),
    claim: (more: Without<'claim'> = {}): CommandOf<'claim'> => ({
      ...{ type: 'claim', ...onSlot, workerClass, owner: null, ...more },
    }),
    reassign: (more: Without<'reassign'> = {}): CommandOf<'reassign'> => ({
      ...{ type: 'reassign', ...onSlot, reason: 'its worker is gone', workerClass, ...more },
    }),
    retry: (step?: string): CommandOf<'retry'> => ({
      ...{ type: 'retry', ...onSlot, reason: 'once more' },
      ...(step === undefined ? {} : { step }),
    }),
    resume: (): CommandOf<'resume'> => ({ type: 'resume', ...onRun, reason: 'it was looked into' }),
    branch: (changes: Readonly<Record<string, Json>>, as: number): CommandOf<'branch'> => ({
      ...{ type: 'branch', ...onRun, as: `run-${as}`, slot: `slot-${as}`, reason: 'it was corrected', changes },
    }),
    resolve: (step: string): CommandOf<'resolve'> => ({
      ...{ type: 'resolve', ...onRun, step, outcome: 'applied', evidence: 'its owner was asked on the telephone' },
    }),
    hold: (): CommandOf<'hold'> => ({ type: 'hold', ...onSlot }),
    release: (): CommandOf<'release'> => ({ type: 'release', ...onSlot }),
    cancel: (): CommandOf<'cancel'> => ({ type: 'cancel', ...onRun }),
    decide: (approval: string, more: Without<'decide'> = {}): CommandOf<'decide'> => ({
      ...{
        type: 'decide',
        ...onRun,
        actor: 'reviewer',
        approval,
        decision: 'approve',
        revision: 'proposal-1',
        ...more,
      },
    }),
    ...sweepsOf(onRun),
    attempt: (which: number) => attemptOf({ ...by, attempt: `${onSlot.slot}/${which}` }),
  };
};

/** What somebody says of a run who only looked at it. */
const sweepsOf = (onRun: Omit<By, 'attempt'> & { readonly run: string }) => ({
  expireApproval: (approval: string): CommandOf<'expire-approval'> => ({
    ...{ type: 'expire-approval', ...onRun, approval },
  }),
  reportArtifact: (step: string, state: 'missing' | 'restored'): CommandOf<'report-artifact'> => ({
    ...{ type: 'report-artifact', ...onRun, step, state },
  }),
});

type Without<T extends Command['type']> = Partial<Omit<CommandOf<T>, 'type'>>;

/** The configuration that is registered wherever a program is run. */
export const pinsOf = ({ id }: Program): CommandOf<'launch'>['pins'] => ({
  package: 'package@1',
  workflow: `${id}@1`,
  binding: 'binding@1',
});

type By = { readonly tenant: string; readonly actor: string; readonly key: string; readonly attempt: string };
type Wrote = { readonly revision: number; readonly value: Json };

const attemptOf = (by: By) => {
  const plain = (type: Plain): CommandOf<Plain> => ({ type, ...by });
  return {
    start: () => plain('start'),
    heartbeat: () => plain('heartbeat'),
    finish: () => plain('finish'),
    releaseLease: () => plain('release-lease'),
    expire: () => plain('expire'),
    revoke: () => plain('revoke'),
    fail: (): CommandOf<'fail'> => ({ type: 'fail', ...by, error: 'the tool broke' }),
    exit: (status: 'exited' | 'failed' = 'failed'): CommandOf<'exit'> => ({ type: 'exit', ...by, status }),
    reportLost: (): CommandOf<'report-lost'> => ({ type: 'report-lost', ...by, because: 'death-seen' }),
    commit: (step: string, wrote: Wrote): CommandOf<'commit'> => ({ type: 'commit', ...by, step, ...wrote }),
    intend: (step: string, actionKey: string): CommandOf<'intend'> => ({
      ...{ type: 'intend', ...by, step, actionKey, arguments: { step } },
    }),
    dispatch: (step: string): CommandOf<'dispatch'> => ({ type: 'dispatch', ...by, step }),
    record: (step: string, revision: number): CommandOf<'record'> => ({
      ...{ type: 'record', ...by, step, revision, outcome: 'applied', receipt: { done: step } },
    }),
    requestApproval: (step: string): CommandOf<'request-approval'> => ({
      ...{ type: 'request-approval', ...by, step, revision: 'proposal-1' },
    }),
    beginUpload: (step: string): CommandOf<'begin-upload'> => ({ type: 'begin-upload', ...by, step }),
    storeUpload: (step: string, reference: CommandOf<'store-upload'>['reference']): CommandOf<'store-upload'> => ({
      ...{ type: 'store-upload', ...by, step, reference },
    }),
  };
};

type Plain = 'start' | 'heartbeat' | 'finish' | 'release-lease' | 'expire' | 'revoke';
