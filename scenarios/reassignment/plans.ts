import type { Command, Feature, Plan, Program, ScriptLine } from '../../model/vocabulary.ts';
import { keyed } from '../scripts/keys.ts';
import { foreign, launchOf, own, publications, reassignOf, sibling } from './cast.ts';
import { exclusions } from './exclusions.ts';
import { explored, type Reached, reach } from './reach.ts';
import { combinations, isReopenable, nameOf, situations } from './space.ts';
import { claim, type Extent, lastClaim, questionsFor, send, tried } from './variations.ts';

/**
 * Plans that lead a slot by commands into every situation that there is, and there try what a reassignment can ask. A plan takes the
 * situations on its way along, and each is tried once. With `every`, every question is asked everywhere; else everything is asked in the
 * plainest situations in which a slot can be reopened, and elsewhere what differs from the admissible question in one aspect.
 */
export const reassignmentPlans = (program: Program, extent: Extent = 'one-by-one'): readonly Plan[] => [
  ...ways().map(({ way, stops }, n) => alongOf({ way, stops, program, extent }, `reassignment-${n + 1}`)),
  ...races(program),
];

/** The size of it all, for people: combinations on the specification, situations that commands reach, and why others are not reached. */
export const describeReassignment = (): {
  readonly combinations: number;
  readonly situations: number;
  readonly reached: number;
  readonly plans: number;
  /** Every question in every situation that commands reach: what the tests put to a store. */
  readonly questions: number;
  /** The reassignments that the plans of one run send. */
  readonly asked: number;
  readonly excluded: readonly { readonly rule: string; readonly count: number }[];
} => ({
  combinations: combinations.length,
  situations: situations.length,
  reached: allReached().length,
  plans: ways().length + RACES,
  questions: allReached().length * questionsFor('every').length,
  asked: reassignmentPlans(explored)
    .flatMap(({ script = [] }) => script.flatMap(commandsOf))
    .filter(({ type }) => type === 'reassign').length,
  excluded: exclusions.map(({ rule, excludes }) => ({ rule, count: situations.filter(excludes).length })),
});

const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};

/** The exploration takes seconds, and always finds the same. */
export const allReached: () => readonly Reached[] = once(reach);

/** A way with the situations at which it stops: how many commands come before each. */
type Way = { readonly way: readonly Command[]; readonly stops: ReadonlyMap<number, Reached> };

/** The longest ways first, each with those situations on it that no way before it has. */
const ways: () => readonly Way[] = once(() => {
  const known = new Map(allReached().map((one) => [keyOf(one.way), one]));
  const taken = new Set<string>();
  return allReached()
    .toSorted((a, b) => b.way.length - a.way.length)
    .flatMap(({ situation, way }) => {
      if (taken.has(nameOf(situation))) return [];
      const stops = new Map<number, Reached>();
      for (let length = 0; length <= way.length; length++) {
        const here = known.get(keyOf(way.slice(0, length)));
        if (here === undefined || taken.has(nameOf(here.situation))) continue;
        taken.add(nameOf(here.situation));
        stops.set(length, here);
      }
      return [{ way, stops }];
    });
});
const keyOf = (way: readonly Command[]): string => JSON.stringify(way);

const needs: readonly Feature[] = ['client', 'claim', 'reassign', 'reports', 'tenants'];
const besides: readonly (readonly [Command['type'], Feature])[] = [
  ['hold', 'hold'],
  ['cancel', 'cancel'],
  ['request-approval', 'approval'],
];

/** Nothing of a slot ends by itself while only commands come, so that short times only save time. */
const settings = { leaseMs: 50, graceMs: 20, backoffMs: 20 };

const alongOf = (one: Way & { readonly program: Program; readonly extent: Extent }, id: string): Plan => {
  const { way, stops } = one;
  const program = way.some(({ type }) => type === 'request-approval' || type === 'decide') ? explored : one.program;
  const at = (length: number): readonly ScriptLine[] => {
    const here = stops.get(length);
    return here === undefined ? [] : tried(here.situation, isPlain(here) ? 'every' : one.extent);
  };
  const last = stops.get(way.length);
  const script = [
    ...setting(program),
    ...at(0),
    ...way.flatMap((command, n) => [lineOf(command), ...at(n + 1)]),
    ...(last === undefined ? [] : lastClaim(last.situation)),
  ];
  return planOf(id, program, script);
};

/** The two situations in which every question is always asked: a failed worker that gave its lease back, with an owner and without. */
const isPlain = ({ situation }: Reached): boolean =>
  isReopenable(situation) && situation.prior?.worker === 'failed' && situation.prior.lease === 'released';

/** What the runtime's clock decides is asked until it is time. */
const lineOf = (command: Command): ScriptLine => ({
  say: command.type === 'expire' || command.type === 'claim' ? 'until-accepted' : 'send',
  command,
});

const setting = (program: Program): readonly ScriptLine[] =>
  [...publications, ...[own, sibling, foreign].map((place) => launchOf(place, program))].map(send);

const planOf = (id: string, program: Program, script: readonly ScriptLine[]): Plan => {
  const said = new Set(script.flatMap((line) => commandsOf(line).map(({ type }) => type)));
  const more = besides.filter(([type]) => said.has(type)).map(([, feature]) => feature);
  return { id, program, interventions: [], script: keyed(script), needs: [...needs, ...more], settings };
};

const commandsOf = (line: ScriptLine): readonly Command[] => (line.say === 'race' ? line.commands : [line.command]);

/** A reassignment at the same moment as a claim, a cancellation and another reassignment. Each is judged for being atomic, and for nothing else. */
const races = (program: Program): readonly Plan[] => {
  const question = { tenant: 'own', run: 'own', actor: 'same', reason: 'given' } as const;
  const toLarge = reassignOf({ ...question, workerClass: 'another' }, '');
  const toStandard = { ...reassignOf({ ...question, workerClass: 'current' }, ''), reason: 'the larger one is busy' };
  const cancel: Command = { type: 'cancel', tenant: own.tenant, actor: toLarge.actor, key: '', run: own.run };
  const rivals: readonly (readonly [string, Command])[] = [
    ['claim', claim(toStandard.workerClass)],
    ['cancel', cancel],
    ['reassign', toStandard],
  ];
  const reopened = allReached().find((one) => isPlain(one) && one.situation.prior?.isOwned);
  // Reassigned once before, so that the rival claim is due.
  const before = [...setting(program), ...(reopened?.way ?? []).map(lineOf), send(toStandard)];
  return rivals.map(([name, rival]) => ({
    ...planOf(`reassignment-against-${name}`, program, [...before, { say: 'race', commands: [toLarge, rival] }]),
    judges: ['reassign.is-atomic'],
  }));
};
const RACES = 3;
