import { type Call, callsFor, endingOf, isWorked, type Loss, type Reading } from '../../reading.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** Where the owner cannot recognise a repeat and can be asked, it is asked before an effect is sent again. */
export const asksBeforeRepeating = requirement({
  id: 'effect.asks-before-repeating',
  since: '2026-12',
  title: 'The owner is asked before a repeat',
  statement:
    'After an interruption an effect whose owner can only be asked is not sent again while the owner would say that it was applied.',
  duty: 'application',
  level: 3,
  profile: 'effects',
  reach: 'world',
  needs: ['effect', 'look-up'],
  clauses: [
    {
      id: 'applied',
      statement: 'What had been applied when its worker was lost is not sent again.',
    },
    {
      id: 'applied-after-the-loss',
      statement: 'Nor is what was applied only after its worker was lost, in the time that a request may take.',
    },
  ],
  source:
    'Durable Execution Across Agent Lifecycles, section Recovery trace and ambiguous-effect boundary; report openworker-approved-effect-rerun',
  occasions: (reading) =>
    isWorked(reading)
      ? reading.runs.flatMap((run) =>
          reading.steps
            .filter((step) => step.op === 'effect' && step.contract === 'lookup')
            .flatMap((step) =>
              reading.losses.flatMap((loss) => occasionOf(reading, loss, callsFor(reading.calls, run, step.id))),
            ),
        )
      : [],
});

/** Its answer reached nobody: only the owner knows. A request that was still on its way when the next one came proves nothing. */
const occasionOf = (reading: Reading, loss: Loss, calls: readonly Call[]): readonly Occasion[] => {
  const first = calls.find((call) => call.worker === loss.worker && call.seq < loss.seq);
  const applied = first?.applied?.seq ?? Infinity;
  const heard = (first?.answered?.seq ?? Infinity) < loss.seq;
  const again = calls.find((call) => call.seq > loss.seq && call.worker !== loss.worker && !call.isResend);
  if (first === undefined || heard || !Number.isFinite(applied) || applied > (again?.seq ?? Infinity)) return [];
  const clause = applied < loss.seq ? 'applied' : 'applied-after-the-loss';
  if (again === undefined) return endingOf(reading, first.run)?.as === 'succeeded' ? [kept(clause)] : [];
  const message = `${first.step} had been applied, its worker was lost, and ${again.worker} sent it again without need`;
  return [broken(clause, message, proof({ first: applied, kill: loss.seq, illegal: again.seq }))];
};
