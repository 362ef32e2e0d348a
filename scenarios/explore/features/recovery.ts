import type { Command } from '../../../model/vocabulary.ts';
import { attemptsOf, launch, stepsOf } from '../basics.ts';
import { by } from '../by.ts';
import { type Deeds, perStep } from '../each.ts';
import { branchOf } from '../place.ts';

/** What may bring a run on after a failure, or to its end in time. */
export const recoveryFeatures = {
  /** A slot need not wait for its retry time, and a run that stopped for a person goes on. */
  recover: ({ run, slot }) => [
    { type: 'retry', ...by, run, slot, reason: 'again' },
    { type: 'retry', ...by, run, slot, reason: ' ' },
    { type: 'resume', ...by, run, reason: 'looked' },
    { type: 'resume', ...by, run, reason: '' },
  ],
  /** A committed step is repeated. */
  repeat: (place) =>
    stepsOf(place).flatMap(({ id: step }): Command[] => [
      { type: 'retry', ...by, run: place.run, slot: place.slot, reason: 'lost', step },
      { type: 'retry', ...by, run: place.run, slot: place.slot, reason: '', step },
    ]),
  /** The try of a step fails, and its policy says what follows. */
  'step-fails': (place) =>
    attemptsOf(place).flatMap((attempt) =>
      stepsOf(place).map(({ id: step }): Command => ({ type: 'fail', ...by, attempt, error: 'it may pass', step })),
    ),
  /** A run with another result of its first step, and branches that may not be. */
  branch: (place) => {
    const made = branchOf(place);
    const named = { type: 'branch', ...by, run: place.run, as: made.run, slot: made.slot } as const;
    const changes = { [stepsOf(place)[0]?.id ?? '']: 'changed' };
    return place.run.includes('branch') || place.run.includes('/')
      ? []
      : [
          { ...named, reason: 'what if', changes },
          { ...named, reason: 'the same', changes: {} },
          { ...named, reason: ' ', changes },
          { ...named, reason: 'what if', changes: { nothing: 'changed' } },
          ...stepsOf(place).map(
            ({ id }): Command => ({
              ...named,
              reason: 'what if',
              changes: { [id]: 'made up' },
              program: shortened(place),
            }),
          ),
        ];
  },
  /** The deadline of a run, or its time at work, is seen to be over. */
  'run-expiry': ({ run }) => [{ type: 'expire-run', ...by, run }],
  'approval-expiry': perStep('approval', ({ run }, step) => [{ type: 'expire-approval', ...by, run, approval: step }]),
} satisfies Record<string, Deeds>;

const shortened = (place: Parameters<Deeds>[0]) => launch(place).program;
