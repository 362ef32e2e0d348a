import { attemptOf } from '../../model/rules/names.ts';
import { type ArtifactReference, type Command, type CommandOf, insideOf, type Step } from '../../model/vocabulary.ts';
import { by } from './by.ts';
import type { Deed } from './deed.ts';
import type { Place } from './place.ts';

/** The content that an approval is asked about. */
export const REVISION = 'draft-1';

/** What every scope allows: a run is launched, its slot is claimed and worked on, and a lease runs out when it is due. */
export const basicDeeds = (place: Place): readonly Deed[] => [
  claim(place, 'standard'),
  ...attemptsOf(place).flatMap((attempt): Deed[] => [
    { type: 'start', ...by, attempt },
    ...stepsOf(place).flatMap((step) => workOn(step, { attempt, value: resultFor(place, step, attempt) })),
    { type: 'finish', ...by, attempt },
    { type: 'expire', ...by, attempt },
  ]),
  ...stepsOf(place).flatMap((step) => besides(step, place)),
];

/** The steps of a place at any depth. Those of a child are done in a place of their own. */
export const stepsOf = ({ scope }: Place): readonly Step[] =>
  scope.steps.flatMap((step): readonly Step[] => (step.op === 'child' ? [step] : [step, ...insideOf(step)]));

/** The launch with which a run begins. */
export const launch = ({ scope, run, slot }: Place): CommandOf<'launch'> => ({
  type: 'launch',
  ...by,
  run,
  slot,
  startKey: `start of ${run}`,
  pins: { package: 'package-1', workflow: 'workflow-1', binding: 'binding-1' },
  program: { id: scope.id, title: scope.about, steps: [...scope.steps], limits: scope.limits },
  specification: specificationOf(slot, 'standard'),
  workerClass: 'standard',
});

/** The id of a slot's launch specification for a class. */
export const specificationOf = (slot: string, workerClass: string): string => `${slot} on ${workerClass}`;

/** The attempts that a scope follows. */
export const attemptsOf = ({ scope, slot }: Place): readonly string[] =>
  Array.from({ length: scope.attempts }, (_, index) => attemptOf(slot, index + 1));

/** A claim by a worker of this class. */
export const claim = ({ run, slot }: Place, workerClass: string): Command => ({
  type: 'claim',
  ...by,
  run,
  slot,
  workerClass,
  owner: by.actor,
});

/** A decision about one of the place's approvals. */
export const decide = ({ run }: Place, step: string, change: Partial<CommandOf<'decide'>> = {}): Command => ({
  type: 'decide',
  ...by,
  run,
  approval: step,
  decision: 'approve',
  revision: REVISION,
  ...change,
});

/** The key that an attempt chooses for an action. */
export const keyOf = (attempt: string, step: string): string => `${step} by ${attempt}`;

/** What an attempt uploads for a step. */
export const uploadOf = (attempt: string, step: string): ArtifactReference => ({
  name: step,
  version: `of ${attempt}`,
  digest: `sha256:${'0'.repeat(64)}`,
  bytes: 1,
});

/** The first attempt goes the first way of a choice, the next one another. */
const resultFor = ({ scope }: Place, { id }: Step, attempt: string): string => {
  const choice = scope.steps.find((step) => step.op === 'choose' && step.by === id);
  const ways = choice?.op === 'choose' ? Object.keys(choice.cases) : [];
  return ways[(Number(attempt.split('/').at(-1)) - 1) % ways.length] ?? attempt;
};

type Work = { readonly attempt: string; readonly value: string };

/** What a worker says about a step. Each attempt brings a result, a key and arguments of its own, so that a mix-up shows. */
const workOn = ({ op, id: step }: Step, { attempt, value }: Work): readonly Command[] => {
  const one = { ...by, attempt, step };
  // How far the slot is, is put in by the world.
  const revision = 0;
  switch (op) {
    case 'model':
    case 'tool':
      return [{ type: 'commit', ...one, revision, value }];
    case 'output':
      return [
        { type: 'begin-upload', ...one },
        { type: 'store-upload', ...one, reference: uploadOf(attempt, step) },
        { type: 'commit', ...one, revision, value: uploadOf(attempt, step) },
      ];
    case 'timer':
      return [{ type: 'wait', ...one }];
    case 'child':
      return [{ type: 'start-child', ...one }];
    case 'effect':
      return [
        { type: 'intend', ...one, actionKey: keyOf(attempt, step), arguments: attempt },
        { type: 'dispatch', ...one },
        // The outcome is the owner's: the world puts it in.
        { type: 'record', ...one, revision, outcome: 'applied', receipt: 'receipt' },
      ];
    case 'approval':
      return [{ type: 'request-approval', ...one, revision: REVISION }];
    default:
      return [];
  }
};

/** What somebody else does about a step. */
const besides = ({ op, id: step }: Step, place: Place): readonly Deed[] => {
  if (op === 'approval') return [decide(place, step)];
  if (op === 'timer') return [{ type: 'fire', ...by, run: place.run, step }];
  return op === 'effect' ? [{ type: 'apply', slot: place.slot, step }] : [];
};
