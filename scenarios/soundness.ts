import { isControl } from '../model/vocabulary.ts';
import type { Digest } from './digest.ts';

/** Something that kept cases from saying anything, with what to do about it. */
export type Unsound = { readonly message: string; readonly plans: readonly string[] };

/**
 * What went wrong between the harness and its target, apart from any verdict: processes that escaped, calls by strangers, interruptions
 * that did not land, workers that never called. Each comes with what to do.
 */
export const unsoundness = (digests: readonly Digest[]): readonly Unsound[] =>
  [escaped(digests), strangers(digests), silent(digests), missed(digests)].filter(({ plans }) => plans.length > 0);

const escaped = (digests: readonly Digest[]): Unsound => ({
  message:
    'a worker escaped: part of it lived on after its kill, or ran on while it was stopped. Start all of a worker in one process group (no setsid, no daemon, no double fork), so that one signal reaches all of it',
  plans: plansOf(digests.filter(({ hasEscape }) => hasEscape)),
});

const strangers = (digests: readonly Digest[]): Unsound => ({
  message:
    "a process called the world for something that its program does not have. Call only the steps of the program that came with 'open'",
  plans: plansOf(digests.filter(({ hasStranger }) => hasStranger)),
});

const silent = (digests: readonly Digest[]): Unsound => ({
  message:
    "no worker ever called the world, so nothing could be seen. Send every step's call to the base address that came as 'world' in the 'open' message (killpoint's worker kit does it: perform())",
  plans: digests.some(({ hasCalls }) => hasCalls) ? [] : plansOf(digests.filter(({ plan }) => isControl(plan))),
});

const missed = (digests: readonly Digest[]): Unsound => {
  const sound = digests.filter(({ hasEscape, missed }) => !hasEscape && missed !== undefined);
  return {
    message: `an interruption did not land: ${sound[0]?.missed ?? ''}. A case whose interruption did not land says nothing; run it alone, or with fewer --workers`,
    plans: plansOf(sound),
  };
};

const plansOf = (digests: readonly Digest[]): readonly string[] => digests.map(({ plan }) => plan.id);
