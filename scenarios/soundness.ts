import { type History, isOf } from '../model/vocabulary.ts';

/** Something that kept cases from saying anything, with what to do about it. */
export type Unsound = { readonly message: string; readonly plans: readonly string[] };

/**
 * What went wrong between the harness and its target, apart from any verdict: processes that escaped, calls by strangers, interruptions
 * that did not land, workers that never called. Each comes with what to do.
 */
export const unsoundness = (histories: readonly History[]): readonly Unsound[] =>
  [escaped(histories), strangers(histories), silent(histories), missed(histories)].filter(
    ({ plans }) => plans.length > 0,
  );

const escaped = (histories: readonly History[]): Unsound => ({
  message:
    'a worker escaped: part of it lived on after its kill, or ran on while it was stopped. Start all of a worker in one process group (no setsid, no daemon, no double fork), so that one signal reaches all of it',
  plans: plansWith(histories, 'call.escaped'),
});

const strangers = (histories: readonly History[]): Unsound => ({
  message:
    "a process called the world for something that its program does not have. Call only the steps of the program that came with 'open'",
  plans: plansWith(histories, 'call.strange'),
});

const silent = (histories: readonly History[]): Unsound => ({
  message:
    "no worker ever called the world, so nothing could be seen. Send every step's call to the base address that came as 'world' in the 'open' message (killpoint's worker kit does it: perform())",
  plans: hasCalls(histories) ? [] : undisturbed(histories),
});

const missed = (histories: readonly History[]): Unsound => {
  const sound = histories.filter(({ observations }) => !observations.some((seen) => isOf(seen, 'call.escaped')));
  const first = sound.flatMap(({ observations }) =>
    observations.filter((seen) => isOf(seen, 'intervention.missed')),
  )[0];
  return {
    message: `an interruption did not land: ${first?.event.because ?? ''}. A case whose interruption did not land says nothing; run it alone, or with fewer --workers`,
    plans: plansWith(sound, 'intervention.missed'),
  };
};

const plansWith = (
  histories: readonly History[],
  type: 'call.escaped' | 'call.strange' | 'intervention.missed',
): readonly string[] =>
  histories.filter(({ observations }) => observations.some((seen) => isOf(seen, type))).map(({ plan }) => plan.id);
const hasCalls = (histories: readonly History[]): boolean =>
  histories.some(({ observations }) => observations.some((seen) => isOf(seen, 'call.received')));
const undisturbed = (histories: readonly History[]): readonly string[] =>
  histories
    .filter(({ plan }) => plan.interventions.length === 0 && plan.script === undefined)
    .map(({ plan }) => plan.id);
