import { Follower } from './account/follower.ts';
import type { Account } from './account/telling.ts';
import type { History } from './vocabulary.ts';

export { type Chart, charts } from './account/charts.ts';
export type { Account } from './account/telling.ts';

/**
 * Follows a history with the specification's own machines. What nobody showed and must have been is assumed where the rules allow it; what
 * the rules refuse is told with the values that they compared. After something that it could not follow it goes on as well as it can.
 */
export const accountOf = (history: History): Account => {
  const follower = new Follower(history);
  const moments = history.observations.map((observation) => follower.follow(observation));
  const first = moments.find(({ refused }) => refused !== undefined)?.refused;
  return { moments, ...(first !== undefined && { first }) };
};
