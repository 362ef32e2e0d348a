import type { Companions, History, Plan } from '../../model/vocabulary.ts';
import { leftOut, planSize } from '../plan-size.ts';

/** Where the page has what a correct runtime did under a case's plan, or why there is none. */
export type ToldReference =
  | { readonly status: 'ran'; readonly history: string }
  | { readonly status: 'not run'; readonly because: string };

/** A case that was made smaller: what it was, what it is, and what was left out. */
export type ToldShrinking = { readonly before: Size; readonly after: Size; readonly leftOut: readonly string[] };

/** How much there is of a plan and of its history. */
export type Size = { readonly plan: string; readonly size: string; readonly events: number };

/** What stands beside a case, as the page tells it. */
export type ToldCompanions = { readonly reference?: ToldReference; readonly shrinking?: ToldShrinking };

/** What a page tells of a case's companions. */
export const toldCompanions = (
  { reference, larger }: Companions,
  { plan, observations }: Pick<History, 'plan' | 'observations'>,
): ToldCompanions => ({
  ...(reference === undefined ? {} : { reference: toldReference(reference) }),
  ...(larger === undefined
    ? {}
    : {
        shrinking: {
          before: sizeOf(larger.plan, larger.events),
          after: sizeOf(plan, observations.length),
          leftOut: leftOut(larger.plan, plan),
        },
      }),
});

const toldReference = (reference: NonNullable<Companions['reference']>): ToldReference =>
  reference.status === 'ran' ? { status: 'ran', history: nameOf(reference.history.plan) } : reference;

const sizeOf = (plan: Plan, events: number): Size => ({ plan: plan.id, size: planSize(plan), events });

/** What correct runtimes did, by the names under which the page has it. A plan that failed several requirements was run once. */
export const referencesIn = (companions: Iterable<Companions>): ReadonlyMap<string, History> =>
  new Map(
    [...companions].flatMap(({ reference }) =>
      reference?.status === 'ran' ? [[nameOf(reference.history.plan), reference.history] as const] : [],
    ),
  );

const nameOf = ({ id }: Plan): string => `reference/${id}`;
