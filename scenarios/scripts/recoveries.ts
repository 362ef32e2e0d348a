import { type Line, type Script, scriptOf, untilAccepted } from './make.ts';
import { opaque, reviewed, two } from './programs.ts';
import { runOf } from './words.ts';

const settings = { leaseMs: 60_000, backoffMs: 20 };
const { publish, launch, claim, attempt, retry, reassign, branch } = runOf(two);
const [first, second] = [attempt(1), attempt(2)];

/** An attempt that failed and is over, with one result. */
const failed = [
  launch(),
  claim(),
  first.start(),
  first.commit('draft', { revision: 0, value: 'a draft' }),
  first.fail(),
  first.exit(),
  first.releaseLease(),
];
const succeeds: readonly Line[] = [
  untilAccepted(claim()),
  second.start(),
  second.commit('look-up', { revision: 1, value: 'found' }),
  second.finish(),
];

const linked = ['evidence.failure-decision-outcome-are-linked'];

/** Retry, resume, reassign and branch: four operations with four meanings, each to the end of the run. */
export const recoveries: readonly Script[] = [
  scriptOf({
    id: 'script/retried',
    program: two,
    lines: [...failed, retry(), ...succeeds],
    settings,
    exercises: [...linked, 'claim.accepts-the-due/retry-wait'],
  }),
  scriptOf({
    id: 'script/reassigned',
    program: two,
    lines: [publish(), ...failed, reassign(), ...succeeds],
    settings,
    exercises: linked,
  }),
  scriptOf({
    id: 'script/branched',
    program: two,
    lines: [...failed, branch({ draft: 'a better one' }, 2), ...succeeds],
    settings,
    exercises: [
      'evidence.failure-decision-outcome-are-linked/decision',
      'evidence.failure-decision-outcome-are-linked/failure',
    ],
  }),
  resumed(),
  branchOfFinished(),
];

/** An effect that nobody could find out about, until a person did. */
function resumed(): Script {
  const run = runOf(opaque);
  const [one, other] = [run.attempt(1), run.attempt(2)];
  return scriptOf({
    id: 'script/resumed',
    program: opaque,
    lines: [
      run.launch(),
      run.claim(),
      one.start(),
      one.intend('send', 'send-1'),
      one.dispatch('send'),
      one.exit(),
      one.releaseLease(),
      run.resolve('send'),
      run.resume(),
      untilAccepted(run.claim()),
      other.start(),
      other.finish(),
    ],
    settings,
    exercises: linked,
  });
}

/** The document review, done, and again from its second step on. */
function branchOfFinished(): Script {
  const run = runOf(reviewed);
  const again = runOf(reviewed, { nth: 2 });
  const [one, other] = [run.attempt(1), run.attempt(2)];
  return scriptOf({
    id: 'script/branch-of-a-finished-review',
    program: reviewed,
    lines: [
      run.launch(),
      run.claim(),
      one.start(),
      one.commit('extract', { revision: 0, value: 'the text' }),
      one.commit('analyse', { revision: 1, value: 'the proposal' }),
      one.requestApproval('approve'),
      run.decide('approve'),
      untilAccepted(run.claim()),
      other.start(),
      other.intend('publish', 'publish-1'),
      other.dispatch('publish'),
      other.record('publish', 3),
      other.finish(),
      run.branch({ analyse: 'a better proposal' }, 2),
      again.claim(),
      again.attempt(1).start(),
      // What the branch took over is done.
      again.attempt(1).commit('extract', { revision: 2, value: 'the text again' }),
      again.attempt(1).requestApproval('approve'),
    ],
    settings,
    exercises: [
      'recovery.branch-is-a-linked-new-run',
      'recovery.branch-inherits-no-authority/approval',
      'recovery.branch-inherits-no-authority/receipt',
      'evidence.outputs-carry-provenance/with-the-run',
    ],
  });
}
