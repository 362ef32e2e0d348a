import { type DyingMoment, type Line, type Script, scriptOf } from './make.ts';
import { two } from './programs.ts';
import { runOf } from './words.ts';

const { publish, launch, claim, attempt, reassign } = runOf(two);
const first = attempt(1);
const settings = { leaseMs: 60_000, backoffMs: 0 };

/** An attempt that failed and is over: its slot may be claimed again, or reassigned. */
const over: readonly Line[] = [publish(), launch(), claim(), first.start(), first.exit(), first.releaseLease()];

const moments: readonly DyingMoment[] = ['command.sent', 'commit.before', 'commit.after'];

/** Commands over which their process dies, at each moment at which one can; what comes after shows what is left of them. */
export const breaks: readonly Script[] = moments.flatMap((at) => [
  scriptOf({
    id: `script/claim-broken/kill@${at}`,
    program: two,
    lines: [launch(), claim(), claim()],
    dies: { line: 2, at },
    settings,
    exercises: ['claim.failure-leaves-slot-claimable'],
  }),
  scriptOf({
    id: `script/second-claim-broken/kill@${at}`,
    program: two,
    lines: [...over, claim(), claim()],
    dies: { line: over.length + 1, at },
    settings,
    exercises: ['claim.failure-leaves-slot-claimable'],
  }),
  scriptOf({
    id: `script/reassignment-broken/kill@${at}`,
    program: two,
    lines: [...over, reassign(), claim()],
    dies: { line: over.length + 1, at },
    settings,
    exercises: ['reassign.is-atomic'],
  }),
]);
