import { type Script, scriptOf, untilAccepted } from './make.ts';
import { hurried, reviewed } from './programs.ts';
import { runOf } from './words.ts';

const { launch, claim, attempt, decide } = runOf(reviewed);
const only = attempt(1);
const unhurried = { leaseMs: 60_000 };

/** A review that waits for its reviewer. */
const waiting = [
  launch(),
  claim(),
  only.start(),
  only.commit('extract', { revision: 0, value: 'the text' }),
  only.commit('analyse', { revision: 1, value: 'the proposal' }),
  only.requestApproval('approve'),
];

const short = runOf(hurried);
const asker = short.attempt(1);

/** Who decides about what, and until when. */
export const decisions: readonly Script[] = [
  scriptOf({
    id: 'script/decided-by-another',
    program: reviewed,
    lines: [...waiting, decide('approve', { actor: 'somebody' }), decide('approve')],
    settings: unhurried,
    exercises: ['approval.only-the-reviewer-decides', 'approval.wait-frees-capacity/no-lease'],
  }),
  scriptOf({
    id: 'script/decided-about-another-revision',
    program: reviewed,
    lines: [...waiting, decide('approve', { revision: 'proposal-2' }), decide('approve')],
    settings: unhurried,
    exercises: ['approval.binds-one-revision/another-revision'],
  }),
  scriptOf({
    id: 'script/decided-too-late',
    program: hurried,
    lines: [
      short.launch(),
      short.claim(),
      asker.start(),
      asker.requestApproval('approve'),
      untilAccepted(short.expireApproval('approve')),
      short.decide('approve'),
    ],
    settings: unhurried,
    exercises: ['approval.expires-at-its-deadline/expires', 'approval.expires-at-its-deadline/refuses-later'],
  }),
];
