import {
  type Boundary,
  type CommandDeed,
  commandDeeds,
  type Feature,
  holderOf,
  type Intervention,
  insideOf,
  type Plan,
  type Program,
  type Step,
} from '../../model/vocabulary.ts';
import { backsOff } from './commands.ts';
import { commandsAt, makesSense } from './commands-at.ts';
import type { Landmark } from './landmarks.ts';
import { approvalsOf, at, planOf } from './make.ts';
import { type Generate, isReceived, isStoppedAt, isWithheld, storedAfter, zombieAt } from './signals.ts';
import { type Situation, situationsAt } from './situations.ts';

/** A place at which a command can come: how the run is brought there, where it is, and what follows. */
export type Place = {
  readonly situation: Situation;
  readonly before: readonly Intervention[];
  readonly at: Boundary;
  readonly after: readonly Intervention[];
  readonly needs: readonly Feature[];
};

/** Every command that makes sense at every place that a run of the program comes to. */
export const commandEverywhere: Generate = (program, landmarks) =>
  placesOf(program, landmarks).flatMap((place) =>
    commandDeeds.flatMap((command) => commandAt(program, place, command)),
  );

/** The plan of one command at one place, where it makes sense there. */
export const commandAt = (program: Program, place: Place, command: CommandDeed): readonly Plan[] => {
  const { needs, judges } = commandsAt[command];
  if (!isWanted(program, command) || makesSense(command, place.situation) !== true) return [];
  const { before, after } = withHold(place, command);
  const interventions = [...before, { at: place.at, do: command }, ...after];
  return [planOf(program, interventions, { needs: [...needs, ...place.needs], judges })];
};

/** Whether a program has what a command is about. */
export const isWanted = ({ steps }: Program, command: CommandDeed): boolean => {
  const { wants } = commandsAt[command];
  return wants === undefined || steps.some(({ op }) => op === wants);
};

/** A slot that is held is let go in the end, and only one that is held can be let go. */
const withHold = (
  { situation, at: place, before, after }: Place,
  command: CommandDeed,
): Pick<Place, 'before' | 'after'> => {
  if (situation !== 'unclaimed') return { before, after };
  if (command === 'hold') return { before, after: [...after, at({ at: 'run.rested' }, 'release')] };
  return { before: command === 'release' ? [...before, { at: place, do: 'hold' }] : before, after };
};

/** Every place of a program at which a command can come, given the boundaries that an undisturbed run of it came to. */
export const placesOf = (program: Program, landmarks: readonly Landmark[]): readonly Place[] => [
  place('unlaunched', { at: 'run.absent', nth: 1 }),
  place('unclaimed', { at: 'run.ready', nth: 1 }, { needs: ['client'] }),
  place('after-a-write', { at: 'attempt.claimed', nth: 1 }, { needs: ['client', 'claim', 'sliced'] }),
  ...landmarks
    .filter(({ boundary }) => situationsAt[boundary.at].includes('at-a-call'))
    .flatMap((landmark) => atCall(program, landmark)),
  ...program.steps.flatMap(whileItWaits),
  ...betweenAttempts(program, landmarks),
  place('at-rest', { at: 'run.rested', nth: 1 }),
  ...afterCommands(landmarks),
];

type More = Partial<Pick<Place, 'before' | 'after' | 'needs'>>;

const place = (
  situation: Situation,
  boundary: Boundary,
  { before = [], after = [], needs = [] }: More = {},
): Place => ({
  ...{ situation, at: boundary, before, after, needs },
});

const atCall = (program: Program, landmark: Landmark): readonly Place[] => {
  const { boundary } = landmark;
  const [stop, ...after] = zombieAt(boundary);
  return [
    place('at-a-call', boundary),
    ...(isStoppedAt(program, landmark) && stop !== undefined
      ? [place('stopped-at-a-call', boundary, { before: [stop], after })]
      : []),
    ...(isWithheld(landmark) ? [place('after-a-write', storedAfter(boundary), { needs: ['sliced'] })] : []),
  ];
};

const whileItWaits = (step: Step): readonly Place[] => {
  const waiting = (name: Boundary['at']): Place => place('while-it-waits', { at: name, step: step.id, nth: 1 });
  if (step.op === 'approval') return [waiting('approval.requested')];
  if (step.op === 'timer') return [waiting('timer.waiting')];
  if (step.op === 'child') return insideOf(step).some(backsOff) ? [waiting('child.waiting')] : [];
  return backsOff(step) ? [waiting('backoff.waiting')] : [];
};

/** A worker that was lost in the first or the last of its calls: right after that, once the next try is due, and reassigned; or in a wait. */
const betweenAttempts = (program: Program, landmarks: readonly Landmark[]): readonly Place[] => [
  ...lossesIn(landmarks).flatMap((lost): readonly Place[] => {
    // Of a loss within a child it is the child's slot that waits for a retry, and not the one that commands are about.
    const isOwn = holderOf(program, lost.at.step ?? '')?.op !== 'child';
    const swept = [lost, at({ at: 'retry-wait' }, 'expire')];
    const reassigned = [...swept, at({ at: 'retry-wait' }, 'reassign')];
    const reports = { needs: ['client', 'lease', 'reports'] } as const;
    return [
      place('between-attempts', retryWait, { before: [lost], needs: ['client'] }),
      place('between-attempts', { at: 'retry-wait.due', nth: 1 }, { before: swept, ...reports }),
      ...(isOwn
        ? [
            place(
              'reassigned',
              { at: 'retry-wait.reassigned', nth: 1 },
              { before: reassigned, needs: [...reports.needs, 'reassign'] },
            ),
          ]
        : []),
    ];
  }),
  ...approvalsOf(program).map((step) =>
    place('between-attempts', retryWait, {
      before: [at({ at: 'approval.requested', step }, 'kill')],
      needs: ['client'],
    }),
  ),
];
const retryWait: Boundary = { at: 'retry-wait', nth: 1 };

const lossesIn = (landmarks: readonly Landmark[]): readonly Intervention[] => {
  const withheld = landmarks.filter(isWithheld).map(({ boundary }) => boundary);
  const ends = withheld.filter((boundary, nth) => nth === 0 || boundary === withheld.at(-1));
  return ends.map((boundary) => ({ at: boundary, do: 'kill' as const }));
};

const afterCommands = (landmarks: readonly Landmark[]): readonly Place[] =>
  landmarks
    .filter(isReceived)
    .slice(0, 1)
    .flatMap(({ boundary }) => [
      place(
        'just-cancelled',
        { at: 'cancel.accepted', nth: 1 },
        { before: [{ at: boundary, do: 'cancel' }], needs: ['cancel'] },
      ),
      place(
        'just-branched',
        { at: 'branch.created', nth: 1 },
        { before: [{ at: boundary, do: 'branch' }], needs: ['branch'] },
      ),
    ]);

/** Death at the boundaries that commands make: after a claim, after a branch, between attempts once time has passed or a person chose. */
export const killAtCommands: Generate = (program, landmarks) =>
  placesOf(program, landmarks)
    .filter(({ at: { at: name } }) => made.has(name))
    .map(({ before, at: boundary, needs }) =>
      planOf(program, [...before, { at: boundary, do: 'kill' }], {
        needs,
        ...(before.some(({ do: deed }) => deed === 'branch') ? { judges: commandsAt.branch.judges } : {}),
      }),
    );
const made: ReadonlySet<Boundary['at']> = new Set([
  'attempt.claimed',
  'branch.created',
  'child.waiting',
  'retry-wait.due',
  'retry-wait.reassigned',
] as const);
