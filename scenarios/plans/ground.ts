import { callSteps, type Feature, type Intervention, type Program } from '../../model/vocabulary.ts';
import { isAnyOf } from './landmarks.ts';
import { approvalsOf, at, planOf } from './make.ts';
import { again, type Generate } from './signals.ts';

/** The store is reached by a way that can be cut, and a command that finds it busy is told so soon: nobody is kept waiting for long. */
const impatient = { cuttable: true, busyMs: 200 };

const outage = 'recovery.store-outage-loses-nothing';

/**
 * The store is away, or has no room, while a decision comes, while an effect is on its way, and while the run is to be launched. It is back
 * once whoever works has met that.
 */
export const takeStore: Generate = (program) => {
  const lasted = at({ at: 'outage.waiting' }, 'restore');
  const effects = callSteps(program).filter(({ op }) => op === 'effect');
  const about = (needs: Feature, judges: readonly string[]) =>
    ({ needs: [needs, 'client', 'start-key'], judges, settings: impatient }) as const;
  const absent = { at: 'run.absent' } as const;
  return [
    ...approvalsOf(program).map((step) => {
      const wait = { at: 'approval.requested', step } as const;
      return planOf(program, [at(wait, 'outage'), at(wait, 'decide'), lasted], about('outage', [outage]));
    }),
    ...effects.flatMap(({ id }) => {
      const sent = { at: 'effect.received', step: id } as const;
      return [
        planOf(program, [at(sent, 'outage'), lasted], about('outage', [outage, ...unharmed])),
        planOf(program, [at(sent, 'full'), lasted], about('full', unharmed)),
      ];
    }),
    ...(['outage', 'full'] as const).map((deed) =>
      planOf(
        program,
        [at(absent, deed), at(absent, 'launch'), at(absent, 'restore')],
        about(deed, ['identity.admission-is-atomic']),
      ),
    ),
  ];
};
/** What no fault of a store excuses. */
const unharmed = [
  'recovery.run-finishes-after-any-interruption',
  'recovery.committed-step-runs-once',
  'effect.applied-once',
];

/** The runtime's engine is killed and comes back: while a worker is in a call that rests on a result, and when all is done. */
export const killEngine: Generate = (program, landmarks) => {
  const about = { needs: ['engine'], judges: ['identity.state-outlives-workers', ...unharmed] } as const;
  return [
    ...landmarks
      .filter(isAnyOf('call.next'))
      .slice(0, 1)
      .map(({ boundary }) => planOf(program, [{ at: boundary, do: 'kill-engine' }], about)),
    planOf(program, [at({ at: 'run.rested' }, 'kill-engine')], about),
  ];
};

/** The artifact store keeps half of an upload; and it loses what is committed, which a successor comes to need, and has it again at the end. */
export const spoilArtifacts: Generate = (program, landmarks) => [
  ...landmarks
    .filter(isAnyOf('output.received'))
    .map(({ boundary }) =>
      planOf(program, [{ at: boundary, do: 'torn' }], { judges: ['commit.refuses-incomplete-output'] }),
    ),
  ...landmarks
    .filter(isAnyOf('output.next'))
    .map(({ boundary }) =>
      planOf(
        program,
        [{ at: boundary, do: 'lose' }, { at: boundary, do: 'kill' }, at({ at: 'run.rested' }, 'restore')],
        { judges: ['commit.missing-artifact-stops-recovery'] },
      ),
    ),
];

/**
 * Newer code and newer revisions come while a worker is at work on what it had committed, and the worker is lost: its successors have the
 * newer code alone, or the older one as well.
 */
export const upgrade: Generate = (program, landmarks) =>
  landmarks
    .filter(isAnyOf('call.next'))
    .slice(0, 1)
    .flatMap(({ boundary }) => {
      const interventions: readonly Intervention[] = [
        { at: boundary, do: 'upgrade' },
        { at: boundary, do: 'kill' },
      ];
      const replaced = planOf(program, interventions, { needs: ['upgrade', 'client'], judges: newerCode });
      const beside = planOf(program, interventions, {
        needs: ['upgrade', 'client', 'registry'],
        judges: [...newerCode, ...configuration],
        settings: { oldCode: 'kept' },
      });
      const lost = { needs: ['registry', 'client'], judges: configuration } as const;
      return [
        replaced,
        { ...beside, id: `${beside.id}-old-code-kept` },
        planOf(program, [{ at: boundary, do: 'kill' }], lost),
      ];
    });
const newerCode = ['recovery.refuses-incompatible-code', 'recovery.stranded-run-is-shown'];
const configuration = ['identity.replacement-uses-pinned-configuration', 'identity.node-gets-its-bound-revisions'];

/** The clock jumps an hour on while a timer runs; and it was an hour on when the timer began, and jumps back. */
export const moveClock: Generate = (program, landmarks) =>
  timersOf(program).flatMap((step) => {
    const waiting = at({ at: 'timer.waiting', step }, 'skew');
    const about = { needs: ['skew'], judges: ['recovery.timer-fires-once'] } as const;
    const before = landmarks.filter(isAnyOf('call.received')).slice(0, 1);
    return [
      planOf(program, [waiting], about),
      ...before.flatMap(({ boundary }) => {
        const ahead = [{ at: boundary, do: 'skew' as const }, waiting];
        return [
          planOf(program, ahead, about),
          planOf(program, [...ahead, { at: again(waiting.at, 2), do: 'skew' }], about),
        ];
      }),
    ];
  });

const timersOf = ({ steps }: Program): readonly string[] =>
  steps.filter(({ op }) => op === 'timer').map(({ id }) => id);
