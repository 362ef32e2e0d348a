import type { History } from '../model/vocabulary.ts';
import type { Digest } from './digest.ts';
import type { Findings } from './findings.ts';
import { isOnePath } from './plans/landmarks.ts';
import { controlOf } from './plans.ts';
import { scenarios } from './programs.ts';
import { describeReassignment } from './reassignment/plans.ts';
import { missingFor } from './selection.ts';

/** What a report says once, about the whole run: the positive control, the reassignment space, and what was not run and why. */
export const remarksOf = (findings: Findings): readonly string[] => [
  ...controls(findings.controls),
  ...breadth(findings),
  ...findings.remarks,
  ...unblamed(findings),
  ...notRun(findings),
  ...reassignment(findings.digests),
];

/** Each program is run undisturbed twice; both must finish, and take the same path, for its interruptions to mean anything. */
const controls = (undisturbed: readonly History[]): readonly string[] => {
  const programs = [...new Set(undisturbed.map(({ plan }) => plan.program.id))];
  const sound = programs.filter((id) => {
    const [one, two] = undisturbed.filter(({ plan }) => plan.program.id === id);
    return one?.ended === 'settled' && two?.ended === 'settled' && isOnePath(one, two);
  });
  const unsound = programs.filter((id) => !sound.includes(id));
  return [
    `positive control: ${sound.length} of ${programs.length} programs ran undisturbed twice, each time by the same path`,
    ...unsound.map(
      (id) =>
        `program '${id}' did not run undisturbed by one path twice: its interruptions were not tried, or say little`,
    ),
  ];
};

const breadth = ({ interruptions, leftOut, digests }: Findings): readonly string[] => {
  const interrupted = digests.filter(({ plan }) => plan.interventions.length > 0);
  const deepest = Math.max(0, ...digests.map(({ plan }) => plan.interventions.length));
  return [
    ...(typeof interruptions === 'object'
      ? [
          `random depth: ${interruptions.count} draws from seed ${interruptions.seed} came to ${interrupted.length} plans, at most ${deepest} interventions deep`,
        ]
      : []),
    ...(leftOut === 0
      ? []
      : [
          `budget: ${leftOut} plans were left out when the time was over; each kind of interruption was tried before any was tried again`,
        ]),
  ];
};

/** A run that hangs and that nothing is said against would be a pass that hides something. */
const unblamed = ({ digests, verdicts }: Findings): readonly string[] => {
  const failing = new Set(
    verdicts.flatMap(({ cases }) => cases.filter(({ status }) => status === 'fail').map(({ plan }) => plan)),
  );
  const hanging = digests.filter(({ plan, hangs }) => hangs && !failing.has(plan.id));
  const [first] = hanging;
  return first === undefined
    ? []
    : [
        `${hanging.length} of ${digests.length} cases ended with a run that stands still, unfinished, and no requirement that was asked is broken in them; the first is ${first.plan.id}`,
      ];
};

const notRun = ({ subject }: Findings): readonly string[] =>
  scenarios.flatMap(({ program }) => {
    const missing = missingFor(controlOf(program, 1), subject);
    return missing.length === 0
      ? []
      : [`program '${program.id}' was not run: this target does not offer ${missing.join(', ')}`];
  });

const reassignment = (digests: readonly Digest[]): readonly string[] => {
  if (!digests.some(({ plan }) => plan.script !== undefined)) return [];
  const { combinations, situations, reached, questions, asked, excluded } = describeReassignment();
  return [
    `reassignment: ${combinations} combinations decided by the specification; ${reached} of ${situations} situations reached by commands; this run asks ${asked} questions in them on its store, \`npm test\` all ${questions}`,
    ...excluded.map(({ rule, count }) => `reassignment: ${count} situations cannot be reached: ${rule}`),
  ];
};
