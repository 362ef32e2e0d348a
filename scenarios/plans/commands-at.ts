import type { CommandDeed, Feature } from '../../model/vocabulary.ts';
import type { Situation } from './situations.ts';

/** What a plan with a command needs, what alone it judges, and where the command makes no sense. */
export type CommandEntry = {
  readonly needs: readonly Feature[];
  readonly judges: readonly string[];
  /** The kind of step that a program must have for the command to mean anything. */
  readonly wants?: 'approval';
  /** Why it makes no sense in a situation. It does in every other one. */
  readonly not: Readonly<Partial<Record<Situation, string>>>;
};

const noRun = 'there is no run yet';
const ends = 'the run that was cancelled is over for it: it is refused as at rest';
const again = 'it is the same as at the place where the branch was made';
const unheld = 'nothing is held there: only a slot that nobody has can be held';
const unshown = 'nobody is asked about anything';

/** Whatever is asked of a run on its way, it comes to its end, and what is done is done once. */
const goesOn = [
  'recovery.run-finishes-after-any-interruption',
  'recovery.committed-step-runs-once',
  'recovery.later-steps-see-the-committed-output',
  'effect.applied-once',
  'effect.same-action-same-key',
  'evidence.success-needs-its-proof',
  'commit.one-result-per-step',
];
const waits = [
  'approval.first-decision-stands',
  'approval.late-one-restarts-nothing',
  'approval.early-decision-is-not-lost',
];
/** What a cancellation is about. */
export const cancellation = [
  'cancel.accepted-is-not-accounted',
  'cancel.nothing-starts-after',
  'cancel.in-flight-effect-is-reconciled',
  'cancel.survives-crashes',
  'cancel.one-terminal-outcome',
  'cancel.repeats-as-one',
];
const tenure = ['attempt.no-second-while-one-lives', 'attempt.every-start-reaches-an-end', ...goesOn];

/** Every command that a plan can send, and where it makes sense: what `at-boundaries.ts` makes plans of. */
export const commandsAt: Readonly<Record<CommandDeed, CommandEntry>> = {
  launch: {
    needs: ['start-key'],
    judges: ['identity.one-run-per-start-key', 'attempt.no-second-while-one-lives', ...goesOn],
    not: { 'just-branched': again },
  },
  'launch-another': {
    needs: [],
    judges: ['identity.runs-share-nothing', 'approval.wait-frees-capacity', ...goesOn],
    not: { unlaunched: 'it would be the first run', 'just-branched': again },
  },
  decide: { needs: [], judges: waits, wants: 'approval', not: { unlaunched: noRun, 'just-branched': again } },
  reject: { needs: [], judges: waits, wants: 'approval', not: { unlaunched: noRun, 'just-branched': again } },
  cancel: { needs: ['cancel'], judges: cancellation, not: { unlaunched: noRun } },
  claim: {
    needs: ['claim'],
    judges: tenure,
    not: { unlaunched: noRun, 'just-cancelled': ends, 'just-branched': again },
  },
  reassign: {
    needs: ['reassign'],
    judges: tenure,
    not: { unlaunched: noRun, 'just-cancelled': ends, 'just-branched': again },
  },
  hold: {
    needs: ['hold'],
    judges: tenure,
    not: { unlaunched: noRun, 'just-cancelled': ends, 'just-branched': again },
  },
  release: {
    needs: ['hold'],
    judges: tenure,
    not: {
      unlaunched: noRun,
      'at-a-call': unheld,
      'stopped-at-a-call': unheld,
      'after-a-write': unheld,
      'while-it-waits': unheld,
      'between-attempts': unheld,
      'at-rest': unheld,
      reassigned: unheld,
      'just-cancelled': ends,
      'just-branched': again,
    },
  },
  branch: {
    needs: ['branch'],
    judges: [
      'recovery.branch-is-a-linked-new-run',
      'recovery.branch-inherits-no-authority',
      'identity.runs-share-nothing',
      ...goesOn,
    ],
    not: { unlaunched: noRun, 'just-branched': again },
  },
  // What was shown can be made anew while somebody is asked about it, and not once he was answered.
  redo: {
    needs: ['resume'],
    judges: ['approval.binds-one-revision'],
    wants: 'approval',
    not: {
      unlaunched: noRun,
      unclaimed: unshown,
      'at-a-call': unshown,
      'stopped-at-a-call': unshown,
      'after-a-write': unshown,
      'between-attempts': unshown,
      'at-rest': unshown,
      reassigned: unshown,
      'just-cancelled': ends,
      'just-branched': again,
    },
  },
  retry: {
    needs: ['resume'],
    judges: tenure,
    not: { unlaunched: noRun, 'just-cancelled': ends, 'just-branched': again },
  },
  resume: {
    needs: ['resume'],
    judges: tenure,
    not: { unlaunched: noRun, 'just-cancelled': ends, 'just-branched': again },
  },
  revoke: {
    needs: ['lease', 'reports'],
    judges: tenure,
    not: { unlaunched: noRun, 'just-branched': again },
  },
  expire: {
    needs: ['lease', 'reports'],
    judges: tenure,
    not: { unlaunched: noRun, 'just-branched': again },
  },
};

/** Whether a command makes sense in a situation, or why it does not. */
export const makesSense = (command: CommandDeed, situation: Situation): true | string =>
  commandsAt[command].not[situation] ?? true;
