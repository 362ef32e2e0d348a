import { type Cost, type History, isOf, type Observation } from '../model/vocabulary.ts';
import type { Digest } from './digest.ts';

/** What recovery cost in one case. Times in milliseconds, where what they run to came. */
export type CaseCost = Omit<Cost, 'cases' | 'toNextCallMs' | 'toResultMs'> & {
  readonly toNextCallMs: number | undefined;
  readonly toResultMs: number | undefined;
};

/** What recovery cost over all cases that were interrupted. Counted, never judged. */
export const costOf = (digests: readonly Digest[]): Cost => {
  const costs = digests.flatMap(({ cost }) => cost ?? []);
  const sum = (name: Counted): number => costs.reduce((total, cost) => total + cost[name], 0);
  return {
    cases: costs.length,
    stepsRepeated: sum('stepsRepeated'),
    modelCallsRepeated: sum('modelCallsRepeated'),
    toolCallsRepeated: sum('toolCallsRepeated'),
    uploadsRepeated: sum('uploadsRepeated'),
    effectsDispatched: sum('effectsDispatched'),
    effectsApplied: sum('effectsApplied'),
    attemptsUsed: sum('attemptsUsed'),
    toNextCallMs: median(costs.flatMap(({ toNextCallMs }) => toNextCallMs ?? [])),
    toResultMs: median(costs.flatMap(({ toResultMs }) => toResultMs ?? [])),
  };
};
type Counted = Exclude<keyof Cost, 'cases' | 'toNextCallMs' | 'toResultMs'>;

/** What recovery cost in a case that was interrupted. */
export const costIn = ({ observations }: History): CaseCost => ({
  stepsRepeated: repeats(observations, ['model', 'tool', 'output', 'effect']),
  modelCallsRepeated: repeats(observations, ['model']),
  toolCallsRepeated: repeats(observations, ['tool']),
  uploadsRepeated: repeats(observations, ['output']),
  effectsDispatched: callsOf(observations).filter(({ event }) => event.op === 'effect').length,
  effectsApplied: observations.filter((seen) => isOf(seen, 'effect.applied')).length,
  attemptsUsed: observations.filter((seen) => isOf(seen, 'process.working')).length,
  toNextCallMs: since(observations, (seen) => isOf(seen, 'call.received')),
  toResultMs: since(observations, (seen) => isOf(seen, 'run.rested') && seen.event.as === 'finished'),
});

const callsOf = (observations: readonly Observation[]) => observations.filter((seen) => isOf(seen, 'call.received'));

const repeats = (observations: readonly Observation[], ops: readonly string[]): number =>
  callsOf(observations).filter(({ event }) => event.nth > 1 && ops.includes(event.op)).length;

/** Milliseconds from the first interruption to the first later observation of a kind, or nothing. */
const since = (observations: readonly Observation[], isMeant: (seen: Observation) => boolean): number | undefined => {
  const landed = observations.find((seen) => isOf(seen, 'intervention.landed'));
  const then = landed === undefined ? undefined : observations.find((seen) => seen.seq > landed.seq && isMeant(seen));
  return landed === undefined || then === undefined ? undefined : then.atMs - landed.atMs;
};

const median = (values: readonly number[]): number =>
  Math.round([...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0);
