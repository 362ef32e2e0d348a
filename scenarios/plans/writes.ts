import {
  type Deed,
  type Image,
  type Intervention,
  isCallStep,
  type Plan,
  type Program,
} from '../../model/vocabulary.ts';
import { needsRoom } from '../store/files/operation.ts';
import { type Loss, lossesIn, unseenIn } from '../store/images/loss.ts';
import type { Recorded, Recording } from '../store/recording.ts';
import { eachOnce, planOf } from './make.ts';

/**
 * How many images are tried of those that kept everything, which a death before the same operation leaves too, and of those that kept a part,
 * which few file systems leave.
 */
const SAMPLE = 24;
/** A disk that is full for longer refuses so many operations. */
const REFUSED = 4;

/** A plan that interrupts nothing and lists what a program does to the files of its store. The shortest list of several counts. */
export const listingOf = (program: Program, nth: number): Plan => ({
  ...planOf(program, []),
  id: `${program.id}/undisturbed-watched-${nth}`,
  watches: 'files',
});

/** Plans of the operations on a store's files, and what was left out, in words. */
export type WritePlans = { readonly plans: readonly Plan[]; readonly remarks: readonly string[] };

/** What a program did to the files of its store when nothing disturbed it. */
export type Listed = { readonly program: Program; readonly recording: Recording };

/**
 * Of the smallest program a death before each operation; of every program a death, an error and a full disk at one operation of each kind; of
 * the smallest in which one step rests on another, the disks that a loss of power leaves.
 */
export const writePlans = (listed: readonly Listed[]): WritePlans => {
  const bySize = listed.toSorted((one, other) => sizeOf(one) - sizeOf(other));
  const [smallest] = bySize;
  const resting = bySize.find(({ program }) => program.steps.some((step) => isCallStep(step) && step.uses.length > 0));
  const images = imagePlans(resting ?? smallest);
  const plans = [
    ...(smallest === undefined ? [] : ofWorkers(smallest).map((one) => planAt(smallest.program, one, ['kill']))),
    ...listed.flatMap(kindPlans),
    ...images.plans,
  ];
  return {
    plans: eachOnce(plans),
    remarks: images.remarks,
  };
};

const sizeOf = ({ program, recording }: Listed): number => program.steps.length * 1e6 + recording.done.length;

type OfWorker = Recorded & { readonly nth: number };
const ofWorkers = ({ recording }: Listed): readonly OfWorker[] =>
  recording.done.flatMap((one) => (one.nth === undefined ? [] : [{ ...one, nth: one.nth }]));

/** Of each kind the last operation, by when there is the most to lose, and one in the middle, which others follow. */
const kindPlans = (listed: Listed): readonly Plan[] => {
  const { program } = listed;
  const own = ofWorkers(listed);
  const each = [...new Set(own.map(({ label }) => label))].flatMap((label) => {
    const alike = own.filter((one) => one.label === label);
    return [alike[Math.floor(alike.length / 2)], alike.at(-1)].flatMap((one) => one ?? []);
  });
  return each.flatMap((one) => [
    planAt(program, one, ['kill']),
    planAt(program, one, ['fail']),
    ...(needsRoom(one.operation) ? [planAt(program, one, ['full', 'restore']), untilLater(program, one)] : []),
  ]);
};

const planAt = (program: Program, one: OfWorker, deeds: readonly Deed[]): Plan =>
  watched(
    program,
    deeds.map((deed) => deedAt(one, deed)),
  );

const untilLater = (program: Program, one: OfWorker): Plan =>
  watched(program, [deedAt(one, 'full'), { at: { at: 'write.before', nth: one.nth + REFUSED }, do: 'restore' }]);

const deedAt = ({ label, nth }: OfWorker, deed: Deed): Intervention => ({
  at: { at: 'write.before', label, nth },
  do: deed,
});

const watched = (program: Program, interventions: readonly Intervention[]): Plan => ({
  ...planOf(program, interventions),
  watches: 'files',
});

const imagePlans = (listed: Listed | undefined): WritePlans => {
  if (listed === undefined) return { plans: [], remarks: [] };
  const { program, recording } = listed;
  const unseen = unseenIn(recording);
  if (unseen.length > 0)
    return {
      plans: [],
      remarks: [`not exercised: a loss of power, since ${unseen.join(', ')} changed in ways that no system call shows`],
    };
  const losses = lossesIn(recording);
  const of = (...names: readonly Image['class'][]): readonly Loss[] =>
    losses.filter(({ image }) => names.includes(image.class));
  const chosen = [
    { name: 'kept nothing unsynced', all: of('drop-all'), some: of('drop-all') },
    { name: 'kept everything', all: of('keep-all'), some: spread(of('keep-all'), SAMPLE) },
    {
      name: 'kept a part of it',
      all: of('torn', 'drop-one', 'keep-one'),
      some: spread(of('torn', 'drop-one', 'keep-one'), SAMPLE),
    },
  ];
  const words = chosen.map(({ name, all, some }) => `${some.length} of ${all.length} that ${name}`).join(', ');
  return {
    plans: chosen.flatMap(({ some }) =>
      some.map(({ before, image }) => watched(program, [{ ...deedAt(before, 'lose-power'), image }])),
    ),
    remarks: [
      `loss of power: from one recorded run of '${program.id}' with ${recording.done.length} operations on its store, ${losses.length} distinct disks; restarted on ${words}`,
    ],
  };
};

/** So many of them at even distances, always the same ones. */
const spread = (all: readonly Loss[], count: number): readonly Loss[] =>
  all.length <= count
    ? all
    : Array.from({ length: count }, (_, at) => all[Math.floor((at * all.length) / count)]).flatMap((one) => one ?? []);
