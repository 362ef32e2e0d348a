import { type Boundary, type BoundaryName, callSteps, type Deed, type Intervention } from '../../model/vocabulary.ts';
import { isAnyOf, type Landmark } from './landmarks.ts';
import { approvalsOf, at, planOf } from './make.ts';
import { type Generate, isReceived, isWithheld, zombieAt } from './signals.ts';

/** How long a request may be on its way where a plan makes use of it: longer than any takeover takes. */
const DELIVERY_MS = 20_000;

const doing =
  (deed: Deed) =>
  ({ boundary }: Landmark): Intervention => ({ at: boundary, do: deed });
const those = (landmarks: readonly Landmark[], name: BoundaryName): readonly Landmark[] =>
  landmarks.filter(isAnyOf(name));
const elsewhere = ({ boundary }: Landmark, name: BoundaryName, nth = 1): Boundary => ({ ...boundary, at: name, nth });

/** Answers that are lost, and requests that come twice, while their worker lives; errors that may pass, and one that will not. */
export const answerOtherwise: Generate = (program, landmarks) => {
  const received = landmarks.filter(isReceived);
  const plans = [
    ...landmarks.filter(isWithheld).map(doing('drop')),
    ...received.map(doing('duplicate')),
    ...[...received, ...those(landmarks, 'effect.applied')].map(doing('fail')),
    ...those(landmarks, 'effect.received').map(doing('refuse')),
  ];
  return plans.map((intervention) => planOf(program, [intervention]));
};

/**
 * Death where only the owner knows: it had applied the action before; it got it between the death and the successor, or only when that
 * had asked once; it never got it; and the successor dies as well, while it asks.
 */
export const askInDoubt: Generate = (program, landmarks) => [
  ...those(landmarks, 'effect.received').flatMap((landmark) => {
    const kill = doing('kill')(landmark);
    const asked = elsewhere(landmark, 'effect.looked-up');
    return [
      planOf(program, [kill]),
      planOf(program, [kill, doing('deliver')(landmark)]),
      planOf(program, [kill, { at: asked, do: 'deliver' }], { settings: { deliveryMs: DELIVERY_MS } }),
    ];
  }),
  ...those(landmarks, 'effect.applied').flatMap((landmark) => {
    const kill = doing('kill')(landmark);
    return [planOf(program, [kill]), planOf(program, [kill, { ...kill, at: elsewhere(landmark, 'effect.looked-up') }])];
  }),
];

/** An outcome that is said once more, at work and after the end; before the answer, with and without a death; and in another order. */
export const callBackOddly: Generate = (program, landmarks) => {
  const received = those(landmarks, 'effect.received');
  const behind = callSteps(program).find(({ uses }) =>
    received.some(({ boundary: { step = '' } }) => uses.includes(step)),
  );
  const again = landmarks.filter(isAnyOf('call.received')).filter(({ boundary }) => boundary.step === behind?.id);
  const early = received.map(doing('call-back'));
  return [
    ...[...again.map(doing('call-back')), at({ at: 'run.rested' }, 'call-back'), ...early].map((intervention) =>
      planOf(program, [intervention]),
    ),
    ...received
      .slice(0, 1)
      .flatMap((landmark) => [
        planOf(program, [doing('kill')(landmark)]),
        planOf(program, [doing('call-back')(landmark), { at: elsewhere(landmark, 'effect.applied'), do: 'kill' }]),
      ]),
  ];
};

/** Another attempt at a guarded effect, also beside a zombie; and access that is taken away, before the owner decides or while a person does. */
export const takeAccess: Generate = (program, landmarks) => {
  const waits = approvalsOf(program).map((step) => at({ at: 'approval.requested', step }, 'take-access'));
  if (waits.length > 0) return waits.map((intervention) => planOf(program, [intervention]));
  return those(landmarks, 'effect.received').flatMap((landmark) => [
    planOf(program, [doing('kill')(landmark)]),
    planOf(program, zombieAt(landmark.boundary)),
    planOf(program, [doing('take-access')(landmark)]),
  ]);
};

/** What is asked for exists already: made by an attempt whose answer was lost, in two ways, or by somebody else. */
export const meetTheExisting: Generate = (program, landmarks) => [
  ...those(landmarks, 'effect.applied').flatMap((landmark) => [
    planOf(program, [doing('kill')(landmark)]),
    planOf(program, [doing('fail')(landmark)]),
  ]),
  ...those(landmarks, 'effect.received').map((landmark) => planOf(program, [doing('conflict')(landmark)])),
];
