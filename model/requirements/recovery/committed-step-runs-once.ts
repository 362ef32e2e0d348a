import { type Call, callsFor, commitmentOf, isWorked, type Loss, type Reading } from '../../reading.ts';
import { callStepOf } from '../../vocabulary.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** A step whose result is committed is not executed again. */
export const committedStepRunsOnce = requirement({
  id: 'recovery.committed-step-runs-once',
  since: '2026-12',
  title: 'A committed step does not run again',
  statement: 'Once the result of a step is committed, no recovery executes that step another time.',
  duty: 'runtime',
  level: 1,
  profile: 'recover',
  reach: 'world',
  needs: [],
  clauses: [{ id: 'not-again', statement: 'After its commit, no worker with the right to work calls for the step.' }],
  source: 'Durable execution for AI agents, section Define the recovery boundary',
  occasions: (reading) =>
    isWorked(reading)
      ? reading.runs.flatMap((run) => reading.steps.flatMap((step) => occasionOf(reading, run, step.id)))
      : [],
});

/**
 * Only a successor has reason to repeat a step: the clause was kept where a worker was lost after the commit and another one
 * came. A repeat is an occasion whoever makes it.
 */
const occasionOf = (reading: Reading, run: string, step: string): readonly Occasion[] => {
  const commit = commitmentOf(reading, run, step);
  if (commit === undefined) return [];
  const loss = reading.losses.find((one) => one.seq > commit.seq && hasSuccessor(reading, one));
  const again = repeatAfter(reading, callsFor(reading.honest, run, step), commit.seq);
  if (again === undefined) return loss === undefined ? [] : [kept('not-again')];
  const lost = loss === undefined ? {} : loss.by === 'kill' ? { kill: loss.seq } : { stop: loss.seq };
  const message = `${step} of ${run} was committed, and ${again.worker} ran it again`;
  return [broken('not-again', message, proof({ committed: commit.seq, ...lost, illegal: again.seq }))];
};

/** The first call of a step repeats nothing, even where the runtime showed a result before it: that is a belief ahead of its proof. */
const repeatAfter = (reading: Reading, calls: readonly Call[], commit: number): Call | undefined =>
  calls.find(
    (call) =>
      call.seq > commit &&
      !call.isResend &&
      couldKnow(reading, call, commit) &&
      callsFor(reading.calls, call.run, call.step).some((earlier) => earlier.seq < call.seq),
  );

/** What an owner says by itself can come while a worker is about to ask: it knows by its next call, or where it began to work after it. */
const couldKnow = (reading: Reading, call: Call, commit: number): boolean => {
  const step = callStepOf(reading.program, call.step);
  if (step?.op !== 'effect' || step.contract !== 'async') return true;
  const isSince = ({ seq, worker }: { readonly seq: number; readonly worker?: string | undefined }): boolean =>
    worker === call.worker && seq > commit && seq < call.seq;
  return reading.working.some(isSince) || reading.calls.some(isSince);
};

const hasSuccessor = (reading: Reading, loss: Loss): boolean =>
  reading.working.some((seen) => seen.seq > loss.seq && seen.worker !== loss.worker) ||
  reading.calls.some((call) => call.seq > loss.seq && call.worker !== loss.worker);
