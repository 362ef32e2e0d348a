import fc from 'fast-check';
import { decide } from '../../model/runtime.ts';
import type { Defects } from '../../model/step.ts';
import type { Deed } from '../../scenarios/explore/deed.ts';
import { scopes } from '../../scenarios/explore/index.ts';
import { Store } from '../../sut/store.ts';
import { Tree } from '../walk/tree.ts';
import { Deviation, Walker } from '../walk/walker.ts';

type Planted = { readonly scope: string; readonly defect: NonNullable<Defects['without']>[number] };

/** Six refusals that the store does not make, each in a scope that reaches it. */
const planted: readonly Planted[] = [
  { scope: 'lease', defect: { kind: 'lease', reason: 'lease-is-terminal' } },
  { scope: 'steps', defect: { kind: 'slot', reason: 'revision-is-stale' } },
  { scope: 'approval', defect: { kind: 'approval', reason: 'already-decided' } },
  { scope: 'effect-opaque', defect: { kind: 'effect', reason: 'needs-review' } },
  { scope: 'timer', defect: { kind: 'timer', reason: 'timer-not-due' } },
  { scope: 'reviewer', defect: { kind: 'approval', reason: 'not-the-reviewer' } },
];

const SEEDS = [1, 2, 3, 4, 5, 6, 7];
/** Random sequences are given up after so many commands. */
const ENOUGH = 200_000;
const LONGEST = 40;

/** How many commands it takes until the store deviates from the specification: state by state, and by raw `fc.commands`. */
export const plantedFaults = (): readonly string[] => [
  `commands until one of six planted faults is found: state by state, and by raw fc.commands of up to ${LONGEST}, ${SEEDS.length} seeds`,
  `  ${'fault'.padEnd(34)} ${'systematic'.padStart(12)} ${'random, median'.padStart(16)} ${'least and most'.padStart(22)}`,
  ...planted.map((one) => {
    const tree = new Tree(scopeOf(one.scope));
    const systematic = commandsUntilFound(one, tree, (walker) => walker.again(tree));
    const random = SEEDS.map((seed) => commandsUntilFound(one, tree, (walker) => atRandom(walker, tree, seed))).sort(
      (a, b) => a - b,
    );
    const shown = (count: number): string =>
      count >= ENOUGH ? `over ${ENOUGH.toLocaleString('en-GB')}` : count.toLocaleString('en-GB');
    const spread = `${shown(random[0] ?? 0)} to ${shown(random.at(-1) ?? 0)}`;
    return `  ${`${one.defect.kind} ${one.defect.reason}`.padEnd(34)} ${shown(systematic).padStart(12)} ${shown(random[3] ?? 0).padStart(16)} ${spread.padStart(22)}`;
  }),
];

const scopeOf = (id: string) => {
  const found = scopes.find((scope) => scope.id === id);
  if (found === undefined) throw new Error(`The scope "${id}" is gone: plant the fault in another one.`);
  return found;
};

const commandsUntilFound = ({ defect }: Planted, { scope }: Tree, how: (walker: Walker) => void): number => {
  const defects = { without: [defect] };
  const walker = new Walker(scope, (now) =>
    Store.open(':memory:', {
      settings: scope.settings,
      now,
      decide: (view, command) => decide(view, command, defects),
    }),
  );
  try {
    walker.begin();
    how(walker);
    return ENOUGH;
  } catch (error) {
    if (!(error instanceof Deviation)) throw error;
    return walker.commands;
  } finally {
    walker.close();
  }
};

/** As one would do without the machines: any command at any time, and only the store's answer shows whether it was possible. */
const atRandom = (walker: Walker, tree: Tree, seed: number): void => {
  const all = fc.commands(
    tree.deeds.map((deed) => fc.constant(new Random(deed))),
    { maxCommands: LONGEST, size: 'max' },
  );
  for (const commands of fc.sample(all, { seed, numRuns: ENOUGH / 10 })) {
    if (walker.commands >= ENOUGH) return;
    walker.forgotten(() => fc.modelRun(() => ({ model: {}, real: walker }), commands));
  }
};

class Random implements fc.Command<object, Walker> {
  readonly #deed: Deed;
  constructor(deed: Deed) {
    this.#deed = deed;
  }
  check = (): boolean => true;
  run = (_: object, walker: Walker): void => walker.does(this.#deed);
  toString = (): string => JSON.stringify(this.#deed);
}
