import { type Predicate, type Reassignment, reassignmentsOf, sameShown } from '../../reading.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** A refused reassignment changes nothing, and says which condition failed. */
export const refusalChangesNothing = requirement({
  id: 'reassign.refusal-changes-nothing',
  since: '2026-12',
  title: 'A refused reassignment changes nothing',
  statement: 'A refused reassignment leaves every run as it was, and names a condition that really failed.',
  duty: 'runtime',
  level: 4,
  profile: 'reassign',
  reach: 'outside',
  needs: ['reassign', 'claim', 'client', 'reports'],
  clauses: [
    { id: 'nothing-changed', statement: 'Everything that was read before is the same after.' },
    { id: 'names-a-failing-condition', statement: 'The reason names one of the conditions that failed.' },
  ],
  source: 'Durable Execution Across Agent Lifecycles, section Execution identity and guarded reassignment',
  occasions: (reading) => reassignmentsOf(reading).flatMap(occasionsOf),
});

const occasionsOf = (one: Reassignment): readonly Occasion[] => (one.isAccepted ? [] : [unchanged(one), ...named(one)]);

const unchanged = (one: Reassignment): Occasion => {
  const changed = one.brackets.find(({ before, after }) => !sameShown(before.view, after.view));
  if (changed === undefined) return kept('nothing-changed');
  const { sent, answered, command } = one.exchange;
  const evidence = proof({ before: changed.before.seq, command: sent, answer: answered, illegal: changed.after.seq });
  return broken(
    'nothing-changed',
    `the reassignment of ${command.slot} was refused, and ${changed.run} changed`,
    evidence,
  );
};

/** The words by which the conditions are known in refusals. A runtime with words of its own is not judged by them. */
const conditions: Readonly<Record<string, readonly Predicate[]>> = {
  'unknown-slot': ['tenant', 'run'],
  'unknown-run': ['tenant', 'run'],
  'foreign-tenant': ['tenant'],
  'slot-not-in-retry-wait': ['state'],
  'no-prior-worker': ['prior'],
  'prior-worker-not-terminal': ['worker', 'prior'],
  'prior-lease-not-terminal': ['lease', 'prior'],
  'reason-is-blank': ['reason'],
  'actor-is-not-owner': ['owner'],
  'no-compatible-specification': ['specification'],
};

const named = (one: Reassignment): readonly Occasion[] => {
  const { outcome, answered, sent, command } = one.exchange;
  const reason = outcome.status === 'refused' ? outcome.reason : '';
  const meant = conditions[reason];
  if (one.fails.size === 0 || (meant === undefined && reason.trim() !== '')) return [];
  if (meant?.some((name) => one.fails.has(name))) return [kept('names-a-failing-condition')];
  const message = `the reassignment of ${command.slot} was refused with "${reason}", which is not what failed`;
  return [broken('names-a-failing-condition', message, proof({ command: sent, illegal: answered }))];
};
