import { type Cost, type History, isOf, type Observation } from '../model/vocabulary.ts';

/** What recovery cost over all cases that were interrupted. Counted, never judged. */
export const costOf = (histories: readonly History[]): Cost => {
  const interrupted = histories.filter(({ observations }) =>
    observations.some((seen) => isOf(seen, 'intervention.landed')),
  );
  const sum = (count: (history: History) => number): number =>
    interrupted.reduce((total, history) => total + count(history), 0);
  return {
    cases: interrupted.length,
    stepsRepeated: sum((history) => repeats(history, ['model', 'tool', 'output', 'effect'])),
    modelCallsRepeated: sum((history) => repeats(history, ['model'])),
    toolCallsRepeated: sum((history) => repeats(history, ['tool'])),
    uploadsRepeated: sum((history) => repeats(history, ['output'])),
    effectsDispatched: sum(
      ({ observations }) => callsOf(observations).filter(({ event }) => event.op === 'effect').length,
    ),
    effectsApplied: sum(({ observations }) => observations.filter((seen) => isOf(seen, 'effect.applied')).length),
    attemptsUsed: sum(({ observations }) => observations.filter((seen) => isOf(seen, 'process.working')).length),
    toNextCallMs: median(
      interrupted.flatMap(({ observations }) => since(observations, (seen) => isOf(seen, 'call.received'))),
    ),
    toResultMs: median(
      interrupted.flatMap(({ observations }) =>
        since(observations, (seen) => isOf(seen, 'run.rested') && seen.event.as === 'finished'),
      ),
    ),
  };
};

const callsOf = (observations: readonly Observation[]) => observations.filter((seen) => isOf(seen, 'call.received'));

const repeats = ({ observations }: History, ops: readonly string[]): number =>
  callsOf(observations).filter(({ event }) => event.nth > 1 && ops.includes(event.op)).length;

/** Milliseconds from the first interruption to the first later observation of a kind, or nothing. */
const since = (observations: readonly Observation[], isMeant: (seen: Observation) => boolean): readonly number[] => {
  const landed = observations.find((seen) => isOf(seen, 'intervention.landed'));
  const then = landed === undefined ? undefined : observations.find((seen) => seen.seq > landed.seq && isMeant(seen));
  return landed === undefined || then === undefined ? [] : [then.atMs - landed.atMs];
};

const median = (values: readonly number[]): number =>
  Math.round([...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0);
