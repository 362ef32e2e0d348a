import type { Command, CommandOf, LaunchSpecification, Pins, Program } from '../../model/vocabulary.ts';
import type { Asked } from './space.ts';

/** The run that is reassigned. */
export const own = { tenant: 'tenant-1', run: 'run-1', slot: 'slot-1' } as const;
/** Another run of the same tenant, whose specifications must never be chosen. */
export const sibling = { tenant: 'tenant-1', run: 'run-2', slot: 'slot-2' } as const;
/** A run of another tenant, which must not be seen. */
export const foreign = { tenant: 'tenant-2', run: 'run-3', slot: 'slot-3' } as const;

/** The recorded owner, where there is one. */
export const owner = 'actor-1';

const workerClasses = { current: 'standard', another: 'large', elsewhere: 'huge', none: 'unheard-of' } as const;
/** The worker class that the slot is launched with. */
export const currentClass = workerClasses.current;

const specificationOf = (id: string, place: Omit<LaunchSpecification, 'id' | 'workerClass'>, workerClass: string) => ({
  id,
  ...place,
  workerClass,
});

/**
 * Every launch specification that is published. Two of the slot fit one class; the class `huge` fits one of a sibling run and one that
 * another tenant made for this very slot: neither may ever be chosen.
 */
export const specifications: readonly LaunchSpecification[] = [
  specificationOf('specification-1', own, workerClasses.current),
  specificationOf('specification-2', own, workerClasses.another),
  specificationOf('specification-3', own, workerClasses.another),
  specificationOf('specification-4', sibling, workerClasses.current),
  specificationOf('specification-5', sibling, workerClasses.elsewhere),
  specificationOf('specification-6', foreign, workerClasses.current),
  specificationOf('specification-7', { ...own, tenant: foreign.tenant }, workerClasses.elsewhere),
];

/** What all three runs are pinned to: no question of a reassignment depends on it. */
const pins: Pins = { package: 'package@1', workflow: 'reassignment@1', binding: 'binding@1' };

/** Launches one of the three runs, under its specification of the current class. */
export const launchOf = (
  place: typeof own | typeof sibling | typeof foreign,
  program: Program,
): CommandOf<'launch'> => ({
  type: 'launch',
  ...place,
  actor: 'operator',
  key: `launch ${place.run}`,
  startKey: `start ${place.run}`,
  pins,
  program,
  specification: specifications.find(({ run, tenant }) => run === place.run && tenant === place.tenant)?.id ?? '',
  workerClass: currentClass,
});

/** The commands that register what is pinned, and publish every specification. */
export const publications: readonly Command[] = [
  ...(['package', 'workflow', 'binding'] as const).flatMap((of): readonly Command[] => {
    const by = { tenant: own.tenant, actor: 'operator' };
    return [
      { type: 'register', ...by, key: `register ${pins[of]}`, revision: { id: pins[of], of, digest: pins[of] } },
      { type: 'accept', ...by, key: `accept ${pins[of]}`, revision: pins[of] },
    ];
  }),
  ...specifications.map(
    (specification): Command => ({
      type: 'publish',
      tenant: specification.tenant,
      actor: 'operator',
      key: `publish ${specification.id}`,
      specification,
    }),
  ),
];

/** The reassignment that asks this. Another run of the other tenant is one that it has. */
export const reassignOf = ({ tenant, run, actor, reason, workerClass }: Asked, key: string): CommandOf<'reassign'> => {
  const asker = tenant === 'own' ? own.tenant : foreign.tenant;
  const others = tenant === 'own' ? sibling.run : foreign.run;
  return {
    type: 'reassign',
    tenant: asker,
    run: { own: own.run, another: others, unknown: 'run-9' }[run],
    slot: own.slot,
    actor: actor === 'same' ? owner : 'actor-2',
    reason: { given: 'the worker was too small', empty: '', blank: ' \t\n' }[reason],
    workerClass: workerClasses[workerClass],
    key,
  };
};
