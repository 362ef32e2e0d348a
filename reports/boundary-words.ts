import type { Boundary, BoundaryName, Deed, Intervention, Plan } from '../model/vocabulary.ts';

/** A boundary as the command line and the tables write it: `call.done(extract)`, `call.received(extract)#2`. */
export const boundaryLabel = ({ at, step, label, nth }: Boundary): string => {
  const about = step ?? label;
  return `${at}${about === undefined ? '' : `(${about})`}${nth > 1 ? `#${nth}` : ''}`;
};

const moments: Readonly<Record<BoundaryName, (step: string) => string>> = {
  'run.absent': () => 'before the run was launched',
  'run.ready': () => 'when the run was launched and no worker lived',
  'worker.started': () => 'before its first call',
  'command.sent': () => 'when it had sent a command and had no answer',
  'call.received': (step) => `when its call for ${step} had arrived and nothing was done`,
  'call.done': (step) => `while its answer to ${step} was withheld`,
  'call.next': (step) => `at its next call after ${step}`,
  'output.received': (step) => `when its upload of ${step} had begun and nothing was stored`,
  'output.stored': (step) => `when its upload of ${step} was stored and its answer was withheld`,
  'output.next': (step) => `at its next call after the upload of ${step}`,
  'effect.received': (step) => `when the owner had received ${step} and not yet applied it`,
  'effect.applied': (step) => `when the owner had applied ${step} and its answer was withheld`,
  'effect.next': (step) => `at its next call after the effect ${step}`,
  'step.committed': (step) => `right after ${step} was committed`,
  'effect.recorded': (step) => `right after the receipt of ${step} was recorded`,
  'commit.before': () => 'in the middle of a commit',
  'commit.after': () => 'when a commit had just become durable',
  'approval.shown': (step) => `while the prompt of ${step} was shown`,
  'approval.requested': (step) => `right after the wait for ${step} became durable`,
  'approval.decided': (step) => `right after the decision on ${step} was accepted`,
  'timer.waiting': (step) => `while the run waited for ${step}`,
  'backoff.waiting': (step) => `while ${step} waited for its next try`,
  'cancel.accepted': () => 'right after the cancellation was accepted',
  'retry-wait': () => 'between two attempts',
  'takeover.rested': () => 'when its successor had come to rest',
  'run.rested': () => 'when the run was at rest',
  'write.before': (operation) => `when it was about to do ${operation}`,
};

/** The moment of a boundary in plain words, as the end of a sentence about a worker: `... was killed before its first call`. */
export const momentOf = (boundary: Boundary): string =>
  `${moments[boundary.at](boundary.step ?? boundary.label ?? 'a step')}${boundary.nth > 1 ? `, time ${boundary.nth}` : ''}`;

/** What was done to a worker, after its name. */
export const deedDone: Readonly<Record<Deed, string>> = {
  kill: 'was killed',
  poison: 'was killed, and so was each that came there after it',
  'lose-node': 'was killed, and its disk was lost',
  stop: 'was stopped',
  continue: 'was let go again',
  delay: 'was kept waiting for its answer, alive and well',
  launch: 'saw its run launched again',
  decide: 'was decided upon',
  reject: 'was decided against',
  cancel: 'had its run cancelled',
  'start-worker': 'got another worker beside it',
  'kill-engine': 'lost the engine of its runtime',
  outage: 'had no store to write to',
  full: 'had a store with no room left',
  restore: 'had its store back',
  torn: 'was cut off in the middle of a write',
  lose: 'had a committed artifact taken away',
  upgrade: 'was followed by workers with newer code',
  skew: 'had its clock moved',
  fail: 'had an operation fail',
  'lose-power': 'died with its machine, whose power was lost',
};

/** A whole plan in one sentence. */
export const planWords = (plan: Plan): string => {
  if (plan.script !== undefined) return `no worker; ${plan.script.length} commands by script`;
  if (plan.interventions.length === 0) return 'nothing is interrupted';
  return plan.interventions.map(interventionWords).join('; then ');
};

const interventionWords = ({ at, do: deed }: Intervention): string =>
  deed in commandWords ? `${commandWords[deed]} at ${boundaryLabel(at)}` : `${deed} the worker ${momentOf(at)}`;

const commandWords: Readonly<Partial<Record<Deed, string>>> = {
  launch: 'launch again',
  decide: 'send a decision',
  reject: 'send a rejection',
  cancel: 'cancel',
  'start-worker': 'start another worker',
};
