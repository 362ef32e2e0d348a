import type { Command, CommandOf } from '../../model/vocabulary.ts';
import { attemptsOf, claim, decide, launch, REVISION, specificationOf, stepsOf } from './basics.ts';
import { by } from './by.ts';
import { type Deeds, perAttempt, perStep } from './each.ts';
import { ownerFeatures } from './features/owners.ts';
import { recoveryFeatures } from './features/recovery.ts';
import type { Place } from './place.ts';
import { acceptances, registrations } from './registry.ts';

/** What a scope may allow besides the basics. A new feature is one entry. */
export const features = {
  time: () => [{ type: 'tick', ms: 1 }],
  heartbeat: perAttempt((attempt) => [{ type: 'heartbeat', ...by, attempt }]),
  fail: perAttempt((attempt) => [{ type: 'fail', ...by, attempt, error: 'broken' }]),
  exit: perAttempt((attempt) => [
    { type: 'exit', ...by, attempt, status: 'exited' },
    { type: 'exit', ...by, attempt, status: 'failed' },
  ]),
  'release-lease': perAttempt((attempt) => [{ type: 'release-lease', ...by, attempt }]),
  revoke: perAttempt((attempt) => [{ type: 'revoke', ...by, attempt }]),
  death: perAttempt((attempt) => [{ type: 'report-lost', ...by, attempt, because: 'death-seen' }]),
  sweep: perAttempt((attempt) => [{ type: 'report-lost', ...by, attempt, because: 'grace-passed' }]),
  hold: ({ run, slot }) => [
    { type: 'hold', ...by, run, slot },
    { type: 'release', ...by, run, slot },
  ],
  'large-class': (place) => [claim(place, 'large')],
  publish: (place) => [publish(place, 'large')],
  reassign: (place) => [reassign(place), reassign(place, { workerClass: 'standard', reason: 'back' })],
  /** Each breaks one predicate. */
  'wrong-reassign': (place) => [
    reassign(place, { actor: 'bob' }),
    reassign(place, { reason: ' \t' }),
    reassign(place, { workerClass: 'huge' }),
    reassign(place, { tenant: 'tenant-2' }),
    reassign(place, { run: 'run-9' }),
    // Another tenant offers the class that is missing.
    {
      ...publish(place, 'huge'),
      tenant: 'tenant-2',
      specification: { ...publish(place, 'huge').specification, tenant: 'tenant-2' },
    },
  ],
  /** Configuration is made known and accepted bit by bit, and launches come before it is. */
  registry: (place) => [
    ...registrations,
    ...acceptances,
    ...registrations.flatMap((command): Command[] =>
      command.type === 'register' ? [{ ...command, revision: { ...command.revision, digest: 'b' } }] : [],
    ),
    { type: 'accept', ...by, revision: 'nothing' },
    { ...launch(place), pins: { ...launch(place).pins, package: 'workflow-1' } },
    { ...launch(place), pins: { ...launch(place).pins, workflow: 'package-1' } },
    { ...launch(place), pins: { ...launch(place).pins, binding: 'nothing' } },
  ],
  cancel: ({ run }) => [{ type: 'cancel', ...by, run }],
  account: ({ run }) => [{ type: 'account', ...by, run }],
  reject: perStep('approval', (place, step) => [decide(place, step, { decision: 'reject' })]),
  /** Decisions about other content, about none, and by another person. */
  'wrong-decision': perStep('approval', (place, step) => [
    decide(place, step, { revision: 'draft-2' }),
    decide(place, step, { revision: '' }),
    decide(place, step, { actor: 'eve' }),
  ]),
  /** A worker whose picture of the progress is old. */
  stale: (place) =>
    attemptsOf(place).flatMap((attempt) =>
      stepsOf(place).map(
        ({ id: step }): Command => ({ type: 'commit', ...by, attempt, step, revision: -1, value: 'stale' }),
      ),
    ),
  /** A worker that takes a step for one of another kind. */
  confused: (place) =>
    attemptsOf(place).flatMap((attempt) =>
      stepsOf(place).flatMap(({ id: step }): Command[] => [
        { type: 'commit', ...by, attempt, step, revision: 0, value: 'confused' },
        { type: 'request-approval', ...by, attempt, step, revision: REVISION },
      ]),
    ),
  /** Launches, so that the scope begins with nothing. */
  launch: (place) => [
    launch(place),
    launch({ ...place, run: `${place.run} again`, slot: `${place.slot} again` }),
    { ...launch(place), pins: { ...launch(place).pins, package: 'package-2' } },
    // Another key for a run that exists, and a specification that exists with other words.
    { ...launch(place), startKey: `other start of ${place.run}` },
    {
      ...publish(place, 'standard'),
      specification: { ...publish(place, 'large').specification, id: specificationOf(place.slot, 'standard') },
    },
  ],
  /** Commands of another tenant, and about things that do not exist. */
  strangers: (place) => [
    ...[
      claim(place, 'standard'),
      reassign(place),
      { type: 'cancel', ...by, run: place.run } as const,
      publish(place, 'large'),
    ].map((command): Command => ({ ...command, tenant: 'tenant-2' })),
    ...attemptsOf(place).map((attempt): Command => ({ type: 'start', ...by, tenant: 'tenant-2', attempt })),
    { type: 'cancel', ...by, run: 'run-9' },
    decide(place, 'nothing'),
  ],
  ...ownerFeatures,
  ...recoveryFeatures,
} satisfies Record<string, Deeds>;

/** The name of something that a scope may allow. */
export type Feature = keyof typeof features;

const reassign = ({ run, slot }: Place, change: Partial<CommandOf<'reassign'>> = {}): Command => ({
  type: 'reassign',
  ...by,
  run,
  slot,
  reason: 'larger',
  workerClass: 'large',
  ...change,
});

const publish = ({ run, slot }: Place, workerClass: string): CommandOf<'publish'> => ({
  type: 'publish',
  ...by,
  specification: { id: specificationOf(slot, workerClass), tenant: by.tenant, run, slot, workerClass },
});
