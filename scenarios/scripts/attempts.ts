import { type Script, scriptOf, untilAccepted } from './make.ts';
import { sent, two } from './programs.ts';
import { otherClass, runOf } from './words.ts';

const { launch, claim, attempt } = runOf(two);
const [first, second] = [attempt(1), attempt(2)];

/** An attempt that is over in every way, and one that follows it. */
const over = [
  launch(),
  claim(),
  first.start(),
  first.commit('draft', { revision: 0, value: 'a draft' }),
  first.exit(),
  untilAccepted(first.expire()),
  claim(),
];

/** What may be claimed, and what becomes of attempts that have ended. */
export const attempts: readonly Script[] = [
  scriptOf({
    id: 'script/claim-for-another-class',
    program: two,
    lines: [launch(), claim({ workerClass: otherClass }), claim()],
    exercises: [
      'claim.refuses-incompatible-worker-class',
      'claim.accepts-the-due/ready',
      'identity.admission-is-atomic',
    ],
  }),
  scriptOf({
    id: 'script/claim-before-the-retry-time',
    program: two,
    lines: [launch(), claim(), first.start(), first.releaseLease(), claim(), untilAccepted(claim())],
    settings: { backoffMs: 1_500, leaseMs: 60_000 },
    exercises: ['claim.honours-retry-time'],
  }),
  scriptOf({
    id: 'script/late-reports',
    program: two,
    lines: [
      ...over,
      first.start(),
      first.heartbeat(),
      first.commit('look-up', { revision: 1, value: 'late' }),
      first.fail(),
      first.finish(),
      first.exit('exited'),
      first.reportLost(),
      first.releaseLease(),
      first.revoke(),
      first.expire(),
    ],
    settings: { leaseMs: 300, backoffMs: 0 },
    exercises: [
      'attempt.terminal-is-final/not-handed-out',
      'identity.slot-survives-replacement/by-a-claim',
      'attempt.terminal-is-final/late-report',
      'lease.heartbeat-revives-nothing/stays-ended',
      'lease.heartbeat-revives-nothing/successor-keeps-it',
      'identity.prior-attempts-stay-addressable/beside-a-successor',
    ],
  }),
  scriptOf({
    id: 'script/success-after-a-failure',
    program: two,
    lines: [
      launch(),
      claim(),
      first.start(),
      first.fail(),
      first.exit(),
      first.releaseLease(),
      untilAccepted(claim()),
      second.start(),
      second.commit('draft', { revision: 0, value: 'a draft' }),
      second.commit('look-up', { revision: 1, value: 'found' }),
      second.finish(),
    ],
    settings: { leaseMs: 60_000 },
    exercises: ['identity.prior-attempts-stay-addressable/after-success', 'evidence.outputs-carry-provenance'],
  }),
  threeFacts(),
];

/** Four ways to end in the middle of an effect, each told for itself. */
function threeFacts(): Script {
  const run = runOf(sent);
  const [one, other, last] = [run.attempt(1), run.attempt(2), run.attempt(3)];
  return scriptOf({
    id: 'script/ends-around-an-effect',
    program: sent,
    lines: [
      run.launch(),
      run.claim(),
      one.start(),
      one.commit('draft', { revision: 0, value: 'a draft' }),
      one.intend('send', 'send-1'),
      one.dispatch('send'),
      one.exit(),
      untilAccepted(one.expire()),
      untilAccepted(run.claim()),
      other.start(),
      other.dispatch('send'),
      other.fail(),
      other.reportLost(),
      untilAccepted(other.expire()),
      untilAccepted(run.claim()),
      last.start(),
      last.dispatch('send'),
      last.revoke(),
    ],
    settings: { leaseMs: 1_500 },
    exercises: ['evidence.three-facts-are-separate'],
  });
}
