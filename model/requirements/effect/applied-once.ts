import { type Call, callsFor, dueSteps, endingOf, isWorked, landedOf, type Reading } from '../../reading.ts';
import type { Contract } from '../../vocabulary.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** An action is applied exactly once by an owner that can deduplicate, whatever is interrupted. */
export const appliedOnce = requirement({
  id: 'effect.applied-once',
  since: '2026-12',
  title: 'An effect is applied once',
  statement:
    'Whatever is interrupted, an owner that recognises repeated keys applies each action of a run once: not twice, and not never.',
  duty: 'shared',
  level: 1,
  profile: 'effects',
  reach: 'world',
  needs: ['effect'],
  clauses: [
    { id: 'not-twice', statement: 'The owner applies the action at most once, however often it is sent.' },
    { id: 'not-never', statement: 'A run that ends in success had its action applied.' },
  ],
  source:
    'Durable execution for AI agents, section Reconcile external effects independently; report openworker-approved-effect-rerun',
  occasions: (reading) =>
    isWorked(reading) ? effectsOf(reading).flatMap((effect) => occasionsOf(reading, effect)) : [],
});

type Effect = { readonly run: string; readonly step: string; readonly contract: Contract };

const effectsOf = (reading: Reading): readonly Effect[] =>
  reading.runs.flatMap((run) =>
    reading.steps.flatMap((step) => (step.op === 'effect' ? [{ run, step: step.id, contract: step.contract }] : [])),
  );

const occasionsOf = (reading: Reading, effect: Effect): readonly Occasion[] => [
  ...notTwice(reading, effect),
  ...notNever(reading, effect),
];

/**
 * Sent once, an action cannot show what a repeat would do. An owner that cannot deduplicate is fair only where nothing was
 * interrupted and no command met the step: then the second request is itself the fault.
 */
const notTwice = (reading: Reading, effect: Effect): readonly Occasion[] => {
  const sent = callsFor(reading.calls, effect.run, effect.step).filter((call) => !call.isResend);
  const isDisturbed =
    reading.losses.length > 0 || reading.stops.length > 0 || landedOf(reading, ...disturbing).length > 0;
  const isFair = effect.contract === 'idempotent' ? sent.length > 1 : sent.length > 0 && !isDisturbed;
  if (!isFair) return [];
  const [first, second] = applications(reading, effect);
  if (second === undefined) return [kept('not-twice')];
  const message = `${effect.step} of ${effect.run} was applied ${applications(reading, effect).length} times`;
  return [broken('not-twice', message, proof({ first: first?.applied?.seq, illegal: second.applied?.seq }))];
};

const disturbing = ['delay', 'launch', 'start-worker', 'cancel'] as const;

const applications = (reading: Reading, effect: Effect): readonly Call[] => {
  const applied = callsFor(reading.calls, effect.run, effect.step).filter((call) => call.applied !== undefined);
  return applied.filter((call, at) => applied.findIndex((other) => other.nonce === call.nonce) === at);
};

/** Success without an interruption shows nothing, unless it is false. */
const notNever = (reading: Reading, effect: Effect): readonly Occasion[] => {
  const ending = endingOf(reading, effect.run);
  const isDue = dueSteps(reading, effect.run).some((step) => step.id === effect.step);
  if (ending?.as !== 'succeeded' || !isDue) return [];
  if (callsFor(reading.calls, effect.run, effect.step).some((call) => call.applied !== undefined))
    return reading.losses.length > 0 ? [kept('not-never')] : [];
  return [
    broken('not-never', `${effect.run} succeeded and ${effect.step} was never applied`, proof({ rest: ending.seq })),
  ];
};
