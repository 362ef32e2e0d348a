import { callSteps, insideOf, type Step } from '../../model/vocabulary.ts';
import { BACKING_OFF_MS } from '../execute/lulls.ts';
import { cancellation } from './commands-at.ts';
import { firstOf, isAnyOf } from './landmarks.ts';
import { approvalsOf, at, planOf } from './make.ts';
import type { Generate } from './signals.ts';

/** A cancellation before, during and after a step, while nobody works, twice, before a crash, and followed by a decision. */
export const cancel: Generate = (program, landmarks) => {
  const [received] = firstOf(landmarks, 'call.received');
  const [done] = firstOf(landmarks, 'call.done');
  const [effect] = firstOf(landmarks, 'effect.received');
  const [applied] = firstOf(landmarks, 'effect.applied');
  const waits = approvalsOf(program).map((step) => ({ at: 'approval.requested', step, nth: 1 }) as const);
  const places = [received, done, landmarks.find(isAnyOf('call.next'))?.boundary, effect, applied, ...waits];
  const held = [received, effect, applied].filter((place) => place !== undefined);
  const about = { needs: ['cancel'], judges: cancellation } as const;
  return [
    ...places.flatMap((place) => (place === undefined ? [] : [planOf(program, [{ at: place, do: 'cancel' }], about)])),
    ...held.map((place) =>
      planOf(program, [{ at: place, do: 'cancel' }, at({ at: 'cancel.accepted' }, 'kill')], about),
    ),
    ...held
      .slice(0, 1)
      .map((place) => planOf(program, [{ at: place, do: 'cancel' }, at({ at: 'run.rested' }, 'cancel')], about)),
    ...held.slice(0, 1).map((place) =>
      planOf(program, [{ at: place, do: 'cancel' }, at({ at: 'run.rested' }, 'decide')], {
        needs: ['cancel', 'approval'],
        judges: [...cancellation, 'approval.late-one-restarts-nothing'],
      }),
    ),
    ...(done === undefined
      ? []
      : [
          planOf(program, [{ at: done, do: 'kill' }, at({ at: 'retry-wait' }, 'cancel')], {
            ...about,
            needs: ['cancel', 'client'],
          }),
        ]),
    planOf(program, [at({ at: 'run.rested' }, 'cancel')], about),
  ];
};
/** One run launched twice under one start key: at once, while it works, and after its first worker died. */
export const launchAgain: Generate = (program, landmarks) => {
  const about = { needs: ['start-key'], judges: ['identity.one-run-per-start-key'] } as const;
  const absent = at({ at: 'run.absent' }, 'launch');
  return [
    planOf(program, [absent, absent], about),
    ...firstOf(landmarks, 'call.received').flatMap((place) => [
      planOf(program, [{ at: place, do: 'launch' }], {
        ...about,
        judges: [...about.judges, 'attempt.no-second-while-one-lives'],
      }),
      // Answered at once, the call is over before anybody could begin it again.
      planOf(
        program,
        [
          { at: place, do: 'launch' },
          { at: place, do: 'delay' },
        ],
        { ...about, judges: ['attempt.no-second-while-one-lives', 'lease.live-holder-keeps-it'] },
      ),
      planOf(program, [{ at: place, do: 'kill' }, at({ at: 'retry-wait' }, 'launch')], {
        ...about,
        needs: ['start-key', 'client'],
      }),
    ]),
  ];
};

/** A launched run that no worker has come for, and the same launch from another client: what is shown before and after it. */
export const launchBeforeWork: Generate = (program) => [
  planOf(program, [at({ at: 'run.ready' }, 'launch')], {
    needs: ['client', 'start-key'],
    judges: ['identity.state-outlives-workers', 'identity.admission-is-atomic', 'identity.one-run-per-start-key'],
  }),
];

/** What a second worker beside a living one is about. */
export const companions = [
  'attempt.no-second-while-one-lives',
  'attempt.every-start-reaches-an-end',
  'claim.one-of-many-wins',
  'lease.live-holder-keeps-it',
];

/** A second worker beside a living one, at each call, and after the end; and several at once on a run that is ready. */
export const startAnother: Generate = (program, landmarks) => {
  const judges = companions;
  const ready = at({ at: 'run.ready' }, 'start-worker');
  const held = landmarks.filter(isAnyOf('call.received', 'effect.received', 'effect.applied'));
  return [
    ...held.map(({ boundary }) => planOf(program, [{ at: boundary, do: 'start-worker' }], { judges })),
    planOf(program, [ready, ready], { judges, needs: ['client'] }),
    planOf(program, [at({ at: 'run.rested' }, 'start-worker')], { judges: ['attempt.terminal-is-final'] }),
    ...held.slice(0, 1).map(({ boundary }) =>
      planOf(
        program,
        [
          { at: boundary, do: 'start-worker' },
          { at: boundary, do: 'delay' },
        ],
        { judges },
      ),
    ),
  ];
};

/** Death where nobody can find out what became of an effect: its owner may or may not have applied it, and cannot be asked. */
export const leaveUnknown: Generate = (program, landmarks) =>
  landmarks
    .filter(isAnyOf('effect.received', 'effect.applied'))
    .map(({ boundary }) =>
      planOf(program, [{ at: boundary, do: 'kill' }], { judges: ['effect.unknown-goes-to-review'] }),
    );

/** A step whose every try takes its worker with it. */
export const poison: Generate = (program) =>
  callSteps(program)
    .slice(-1)
    .map(({ id }) =>
      planOf(program, [at({ at: 'call.received', step: id }, 'poison')], { judges: ['limit.attempts-are-bounded'] }),
    );

/** Death while time passes: in a timer, once and twice, and between the tries of a step. */
export const killWhileTimePasses: Generate = (program) =>
  program.steps.flatMap((step) => {
    if (step.op === 'timer') {
      const waiting = { at: 'timer.waiting', step: step.id } as const;
      return [
        planOf(program, [at(waiting, 'kill')]),
        planOf(program, [at(waiting, 'kill'), at({ ...waiting, nth: 2 }, 'kill')]),
      ];
    }
    if (step.op === 'child' && insideOf(step).some(backsOff))
      return [planOf(program, [at({ at: 'child.waiting', step: step.id }, 'kill')])];
    return backsOff(step) ? [planOf(program, [at({ at: 'backoff.waiting', step: step.id }, 'kill')])] : [];
  });

/** Whether the world fails a step before it gives it a result, and its next try comes so late that it is seen to wait. */
export const backsOff = (step: Step): boolean =>
  'answers' in step &&
  step.answers !== undefined &&
  'fails' in step.answers &&
  'retry' in step &&
  (step.retry?.backoffMs ?? 0) > 2 * BACKING_OFF_MS;
