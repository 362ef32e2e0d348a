import type { Boundary, BoundaryName, Deed, Intervention, Plan } from '../model/vocabulary.ts';

/** A boundary as the command line and the tables write it: `call.done(extract)`, `call.received(run-2.extract)#2`. */
export const boundaryLabel = ({ at, run, step, label, nth }: Boundary): string => {
  const about = at === 'write.before' ? label : step;
  const place = [run, about].filter((part) => part !== undefined).join('.');
  return `${at}${place === '' ? '' : `(${place})`}${nth > 1 ? `#${nth}` : ''}`;
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
  'effect.looked-up': (step) => `when it had asked what became of ${step} and was not told yet`,
  'commit.before': () => 'in the middle of a commit',
  'commit.after': () => 'when a commit had just become durable',
  'approval.shown': (step) => `while the prompt of ${step} was shown`,
  'approval.requested': (step) => `right after the wait for ${step} became durable`,
  'approval.decided': (step) => `right after the decision on ${step} was accepted`,
  'attempt.claimed': () => 'right after it had claimed, before it had done anything',
  'timer.waiting': (step) => `while the run waited for ${step}`,
  'backoff.waiting': (step) => `while ${step} waited for its next try`,
  'child.waiting': (step) => `while the run waited for its child ${step}`,
  'cancel.accepted': () => 'right after the cancellation was accepted',
  'branch.created': () => 'right after the branch was created',
  'retry-wait': () => 'between two attempts',
  'retry-wait.reassigned': () => 'between two attempts, right after the reassignment was accepted',
  'retry-wait.due': () => 'between two attempts, once the next one was due',
  'outage.waiting': () => 'while its store was away or full',
  'takeover.rested': () => 'when its successor had come to rest',
  'run.rested': () => 'when the run was at rest',
  'commit.unacknowledged': () => 'when its store had committed and the answer was lost',
  'write.before': (operation) => `when it was about to do ${operation}`,
};

/** The moment of a boundary in plain words, as the end of a sentence about a worker: `... was killed before its first call`. */
export const momentOf = (boundary: Boundary): string =>
  `${moments[boundary.at](aboutWords(boundary))}${boundary.nth > 1 ? `, time ${boundary.nth}` : ''}`;

const aboutWords = ({ at, run, step, label }: Boundary): string => {
  const about = (at === 'write.before' ? label : step) ?? 'a step';
  return run === undefined ? about : `${about} of ${run}`;
};

/** What was done to a worker, after its name. */
export const deedDone: Readonly<Record<Deed, string>> = {
  kill: 'was killed',
  poison: 'was killed, and so was each that came there after it',
  drain: 'was told to stop in order',
  'lose-node': 'was killed, and its disk was lost',
  stop: 'was stopped',
  continue: 'was let go again',
  delay: 'was kept waiting for its answer, alive and well',
  launch: 'saw its run launched again',
  'launch-another': 'saw another run launched beside its own',
  decide: 'was decided upon',
  reject: 'was decided against',
  cancel: 'had its run cancelled',
  claim: 'had somebody else claim its slot',
  reassign: 'had its slot reassigned',
  hold: 'had its slot held',
  release: 'had its slot released',
  branch: 'saw a branch made of its run',
  retry: 'saw its slot sent to another try',
  resume: 'saw its run resumed',
  revoke: 'had its lease revoked',
  expire: 'was said to be out of time',
  'start-worker': 'got another worker beside it',
  drop: 'lost the connection, and with it the answer',
  duplicate: 'had its request sent twice on the way',
  fail: 'was answered with an error that may pass',
  refuse: 'was refused for good',
  conflict: 'was told that somebody else had made it',
  'call-back': 'had the outcome said to its runtime',
  'take-access': 'lost its access',
  deliver: 'had its request delivered after its death',
  redo: 'had what was decided upon made anew',
  'kill-engine': 'lost the engine of its runtime',
  outage: 'had no store to write to',
  full: 'had a store with no room left',
  restore: 'had its store back',
  torn: 'was cut off in the middle of a write',
  lose: 'had a committed artifact taken away',
  upgrade: 'was followed by workers with newer code',
  skew: 'had its clock moved',
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
  'launch-another': 'launch another run',
  decide: 'send a decision',
  reject: 'send a rejection',
  cancel: 'cancel',
  claim: 'claim for somebody else',
  reassign: 'reassign the slot',
  hold: 'hold the slot',
  release: 'release the slot',
  branch: 'branch',
  retry: 'retry at once',
  resume: 'resume',
  revoke: 'revoke the lease',
  expire: 'say that time is over',
  'start-worker': 'start another worker',
  drop: 'cut the connection',
  duplicate: 'send the request twice',
  fail: 'answer with an error that may pass',
  refuse: 'refuse for good',
  conflict: 'answer that somebody else has made it',
  'call-back': 'call back',
  'take-access': 'take the access away',
  deliver: 'deliver the request of the dead worker',
  redo: 'have what was decided upon made anew',
};
