import type { Candidate } from '../compile/candidate.ts';
import type { Compiled } from '../compile.ts';
import { compiled } from '../step.ts';

/** A lifecycle as its machine defines it. */
export type Chart = {
  readonly machine: string;
  readonly initial: string;
  readonly states: readonly { readonly id: string; readonly isFinal: boolean }[];
  readonly transitions: readonly Transition[];
};
type Transition = { readonly from: string; readonly to: string; readonly event: string; readonly guard?: string };

/**
 * Every lifecycle of the specification, read from the tables that its machines are compiled to. Questions that change nothing, and refusals,
 * are no transitions.
 */
export const charts: readonly Chart[] = Object.entries(compiled).map(([machine, table]) => chartOf(machine, table));

function chartOf(machine: string, { leaves, initial, tags, table }: Compiled): Chart {
  return {
    machine,
    initial,
    states: leaves.map((id) => ({ id, isFinal: tags.get(id)?.includes('terminal') === true })),
    transitions: leaves.flatMap((leaf) =>
      [...(table.get(leaf) ?? [])].flatMap(([event, candidates]) =>
        reachable(candidates)
          .filter(moves)
          .map(({ target, guard }) => ({
            from: leaf,
            to: target ?? leaf,
            event,
            ...(guard !== undefined && { guard }),
          })),
      ),
    ),
  };
}

/** What stands behind an answer without a guard is never given. */
function reachable(candidates: readonly Candidate[]): readonly Candidate[] {
  const last = candidates.findIndex(({ guard }) => guard === undefined);
  return last === -1 ? candidates : candidates.slice(0, last + 1);
}

function moves({ refusal, target, changes }: Candidate): boolean {
  return refusal === undefined && (target !== undefined || changes.length > 0);
}
