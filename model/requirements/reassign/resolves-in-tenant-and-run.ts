import { failsOnly, type Reading, type Reassignment, reassignmentsOf } from '../../reading.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** A slot is found only in the tenant and the run that the command names. */
export const resolvesInTenantAndRun = requirement({
  id: 'reassign.resolves-in-tenant-and-run',
  since: '2026-12',
  title: 'The slot resolves in its tenant and run',
  statement:
    'A reassignment finds its slot only within the tenant and the run that it names; another’s slot is answered like one that does not exist.',
  duty: 'runtime',
  level: 4,
  profile: 'reassign',
  reach: 'outside',
  needs: ['reassign', 'claim', 'client', 'reports'],
  clauses: [
    { id: 'another-tenant', statement: 'A slot of another tenant is not reassigned.' },
    { id: 'another-run', statement: 'A slot of another run is not reassigned.' },
    { id: 'like-absent', statement: 'The refusal does not tell that the slot exists elsewhere.' },
  ],
  source: 'Durable Execution Across Agent Lifecycles, section Execution identity and guarded reassignment',
  occasions: (reading) => occasionsIn(reading),
});

const occasionsIn = (reading: Reading): readonly Occasion[] => {
  const all = reassignmentsOf(reading);
  return [...all.flatMap((one) => [...elsewhere(one, 'tenant'), ...elsewhere(one, 'run')]), ...likeAbsent(all)];
};

const elsewhere = (one: Reassignment, which: 'tenant' | 'run'): readonly Occasion[] => {
  if (one.slot === undefined || !one.fails.has(which)) return [];
  const { command, sent, answered } = one.exchange;
  const clause = `another-${which}`;
  if (!one.isAccepted) return failsOnly(one, which) ? [kept(clause)] : [];
  const message = `${command.actor} of ${command.tenant} reassigned ${one.slot.id} in ${command.run}, a slot of ${one.slot.tenant} in ${one.slot.run}`;
  return [broken(clause, message, proof({ before: one.brackets[0]?.before.seq, command: sent, illegal: answered }))];
};

/** The refusal of another tenant's slot beside that of a slot which the named run does not have. A blank reason may be refused first. */
const likeAbsent = (all: readonly Reassignment[]): readonly Occasion[] => {
  const refused = all.filter((one) => !one.isAccepted && !one.fails.has('reason'));
  const absent = refused.find((one) => one.fails.has('run') && !one.fails.has('tenant'));
  if (absent === undefined) return [];
  return refused
    .filter((one) => one.slot !== undefined && one.fails.has('tenant'))
    .map((one) => {
      if (reasonOf(one) === reasonOf(absent)) return kept('like-absent');
      const message = `another tenant's slot is refused with "${reasonOf(one)}", an absent one with "${reasonOf(absent)}"`;
      return broken(
        'like-absent',
        message,
        proof({ before: absent.exchange.answered, illegal: one.exchange.answered }),
      );
    });
};

const reasonOf = (one: Reassignment): string =>
  one.exchange.outcome.status === 'refused' ? one.exchange.outcome.reason : '';
