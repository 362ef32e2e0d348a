import { attemptOf } from '../../model/rules/names.ts';
import type { Command, CommandOf, Step } from '../../model/vocabulary.ts';
import type { Deed } from './deed.ts';
import type { Place } from './place.ts';

/** On every command. Repeats under a key are the store's business, so that one key does for all. */
export const by = { tenant: 'tenant-1', actor: 'ann', key: 'key' } as const;
/** The content that an approval is asked about. */
export const REVISION = 'draft-1';

/** What every scope allows: a run is launched, its slot is claimed and worked on, and a lease runs out when it is due. */
export const basicDeeds = (place: Place): readonly Deed[] => [
  claim(place, 'standard'),
  ...attemptsOf(place).flatMap((attempt): Deed[] => [
    { type: 'start', ...by, attempt },
    ...place.scope.steps.flatMap((step, index) => workOn(step, { attempt, revision: index })),
    { type: 'finish', ...by, attempt },
    { type: 'expire', ...by, attempt },
  ]),
  ...place.scope.steps.flatMap((step) => besides(step, place)),
];

/** The launch with which a run begins. */
export const launch = ({ scope, run, slot }: Place): CommandOf<'launch'> => ({
  type: 'launch',
  ...by,
  run,
  slot,
  startKey: `start of ${run}`,
  pins: { package: 'package-1', workflow: 'workflow-1', binding: 'binding-1' },
  program: { id: scope.id, title: scope.about, steps: [...scope.steps] },
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

type Work = { readonly attempt: string; readonly revision: number };

/** What a worker says about a step. Each attempt brings a result, a key and arguments of its own, so that a mix-up shows. */
const workOn = ({ op, id: step }: Step, { attempt, revision }: Work): readonly Command[] => {
  const one = { ...by, attempt, step };
  switch (op) {
    case 'model':
    case 'tool':
      return [{ type: 'commit', ...one, revision, value: attempt }];
    case 'effect':
      return [
        { type: 'intend', ...one, actionKey: `key of ${attempt}`, arguments: attempt },
        { type: 'dispatch', ...one },
        // The outcome is the owner's: the world puts it in.
        { type: 'record', ...one, revision, outcome: 'applied', receipt: 'receipt' },
      ];
    case 'approval':
      return [{ type: 'request-approval', ...one, revision: REVISION }];
    default:
      throw new Error(
        `Nothing explores a step of kind "${op}" yet: say in scenarios/explore/basics.ts what a worker says of it.`,
      );
  }
};

/** What somebody else does about a step. */
const besides = ({ op, id: step }: Step, place: Place): readonly Deed[] => {
  if (op === 'approval') return [decide(place, step)];
  return op === 'effect' ? [{ type: 'apply', slot: place.slot, step }] : [];
};
