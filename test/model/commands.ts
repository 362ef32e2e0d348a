import type { AttemptView, CommandOf, CommandType, Revision, SlotView } from '../../model/vocabulary.ts';

const by = { tenant: 'tenant-1', actor: 'ann', key: 'key' };

export const decide = (more: Partial<CommandOf<'decide'>> = {}): CommandOf<'decide'> => ({
  type: 'decide',
  ...by,
  run: 'run-1',
  approval: 'approve',
  decision: 'approve',
  revision: '1',
  ...more,
});
export const cancel = (more: Partial<CommandOf<'cancel'>> = {}): CommandOf<'cancel'> => ({
  type: 'cancel',
  ...by,
  run: 'run-1',
  ...more,
});
export const launch = (
  program: CommandOf<'launch'>['program'],
  more: Partial<CommandOf<'launch'>> = {},
): CommandOf<'launch'> => ({
  type: 'launch',
  ...by,
  run: 'run-1',
  slot: 'slot-1',
  startKey: 'start-run-1',
  pins: { package: 'p', workflow: 'w', binding: 'b' },
  program,
  specification: 'small',
  workerClass: 'standard',
  ...more,
});
export const claim = (more: Partial<CommandOf<'claim'>> = {}): CommandOf<'claim'> => ({
  type: 'claim',
  ...by,
  run: 'run-1',
  slot: 'slot-1',
  workerClass: 'standard',
  owner: null,
  ...more,
});
export const reassign = (more: Partial<CommandOf<'reassign'>> = {}): CommandOf<'reassign'> => ({
  type: 'reassign',
  ...by,
  run: 'run-1',
  slot: 'slot-1',
  reason: 'its worker is gone',
  workerClass: 'large',
  ...more,
});
export const publish = (
  id: string,
  more: Partial<CommandOf<'publish'>['specification']> = {},
): CommandOf<'publish'> => ({
  type: 'publish',
  ...by,
  specification: { id, tenant: 'tenant-1', run: 'run-1', slot: 'slot-1', workerClass: 'standard', ...more },
});

type Without<T extends CommandType> = Partial<Omit<CommandOf<T>, 'type'>>;
const onRun = { ...by, run: 'run-1' };
const onAttempt = { ...by, attempt: 'slot-1/1' };

export const register = (id: string, of: Revision['of'], nodes?: Revision['nodes']): CommandOf<'register'> => ({
  type: 'register',
  ...by,
  revision: { id, of, digest: `sha-${id}`, ...(nodes === undefined ? {} : { nodes }) },
});
export const accept = (revision: string): CommandOf<'accept'> => ({ type: 'accept', ...by, revision });
export const hold = (): CommandOf<'hold'> => ({ type: 'hold', ...onRun, slot: 'slot-1' });
export const release = (): CommandOf<'release'> => ({ ...hold(), type: 'release' });
export const revoke = (): CommandOf<'revoke'> => ({ type: 'revoke', ...onAttempt });
export const retry = (more: Without<'retry'> = {}): CommandOf<'retry'> => ({
  type: 'retry',
  ...onRun,
  slot: 'slot-1',
  reason: 'once more',
  ...more,
});
export const branch = (more: Without<'branch'> = {}): CommandOf<'branch'> => ({
  type: 'branch',
  ...onRun,
  as: 'run-2',
  slot: 'slot-2',
  reason: 'corrected',
  changes: { extract: 'corrected' },
  ...more,
});
export const resolve = (more: Without<'resolve'> = {}): CommandOf<'resolve'> => ({
  type: 'resolve',
  ...onRun,
  step: 'publish',
  outcome: 'applied',
  evidence: 'seen',
  ...more,
});
export const reportArtifact = (state: CommandOf<'report-artifact'>['state']): CommandOf<'report-artifact'> => ({
  type: 'report-artifact',
  ...onRun,
  step: 'report',
  state,
});
export const commit = (more: Without<'commit'> = {}): CommandOf<'commit'> => ({
  type: 'commit',
  ...onAttempt,
  step: 'extract',
  revision: 0,
  value: 'e',
  ...more,
});
export const heartbeat = (of = 'slot-1/1'): CommandOf<'heartbeat'> => ({
  type: 'heartbeat',
  ...onAttempt,
  attempt: of,
});
export const fail = (of = 'slot-1/1'): CommandOf<'fail'> => ({
  type: 'fail',
  ...onAttempt,
  attempt: of,
  error: 'broke',
});
export const reportLost = (): CommandOf<'report-lost'> => ({
  type: 'report-lost',
  ...onAttempt,
  because: 'death-seen',
});

/** A slot between two attempts, due and not reopened. */
export const slot = (more: Partial<SlotView> = {}): SlotView => ({
  id: 'slot-1',
  tenant: 'tenant-1',
  run: 'run-1',
  state: 'retry-wait',
  specification: 'small',
  workerClass: 'standard',
  reason: null,
  retryAtMs: 5,
  pending: null,
  active: null,
  prior: 'slot-1/1',
  ...more,
});

/** The slot as an admissible reassignment leaves it. */
export const reopened = (more: Partial<SlotView> = {}): SlotView =>
  slot({ specification: 'big', workerClass: 'large', reason: 'its worker is gone', retryAtMs: null, ...more });

type Shown = { readonly worker?: Partial<AttemptView['worker']>; readonly lease?: AttemptView['lease']['status'] };

/** An attempt of the slot; ended and owned by ann unless said otherwise. */
export const attempt = (nth: number, { worker, lease = 'expired' }: Shown = {}): AttemptView => ({
  id: `slot-1/${nth}`,
  slot: 'slot-1',
  outcome: 'lost',
  worker: { status: 'lost', owner: 'ann', ...worker },
  lease: { status: lease },
});
export const fresh = (nth: number): AttemptView => attempt(nth, { worker: { status: 'starting' }, lease: 'live' });
