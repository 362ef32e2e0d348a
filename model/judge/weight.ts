import { boundaries } from '../boundaries.ts';
import { type History, isOf, type Observation, type Reach } from '../vocabulary.ts';

/** How hard a case was, whatever requirement it is judged by: what was planned, and how far what landed reached into the target. */
export type Weight = {
  readonly planned: number;
  readonly landed: number;
  readonly reach: readonly Reach[];
  readonly faults: 'none' | 'crash' | 'power loss';
};

/** Works it out from what the harness noted. */
export const weightOf = (history: History): Weight => {
  const landed = landedIn(history);
  const deeds = landed.map(({ event }) => event.do);
  return {
    planned: history.plan.interventions.length,
    landed: landed.length,
    reach: [...new Set(reachOf(history))],
    faults: deeds.includes('lose-power') ? 'power loss' : deeds.some((deed) => crashes.has(deed)) ? 'crash' : 'none',
  };
};

/** The interventions that landed. */
export const landedIn = ({ observations }: History) =>
  observations.filter((seen: Observation) => isOf(seen, 'intervention.landed'));

/** A decision in a race is sent by the harness, whatever the boundary is called; a script needs no more than commands. */
const reachOf = (history: History): readonly Reach[] => {
  if (history.plan.script !== undefined) return ['outside'];
  const interventions = landedIn(history);
  if (interventions.length === 0) return ['world'];
  return interventions.map(({ event }) =>
    event.do === 'decide' ? 'world' : (boundaries.find((one) => one.id === event.boundary.at)?.reach ?? 'outside'),
  );
};

const crashes: ReadonlySet<string> = new Set(['kill', 'poison', 'lose-node', 'stop', 'kill-engine', 'torn']);
