import type { Json, Plan, RunningServer, Session, Subject } from '../../model/vocabulary.ts';
import { TargetUnavailable } from '../failures.ts';
import { Approach } from '../store/approach.ts';
import type { Actor } from './actor.ts';
import { countCommits, type Heard, type Tally } from './commits.ts';

/** What decides whether a process gets a way to the store of its own, and who was there before it. */
type Surroundings = {
  readonly plan: Plan;
  readonly session: Session;
  readonly subject: Subject;
  readonly servers: Readonly<Record<string, RunningServer>>;
  readonly others: readonly Actor[];
  readonly tally: Tally;
};

/**
 * A process's own way to the store, where its plan is to see its commits. One that lives within the harness needs none. It opens when the
 * store's server has cleared away what dead processes had open: their transactions hold locks until then.
 */
export const approachOf = async (
  { plan, session, subject, servers, others, tally }: Surroundings,
  heard: () => Heard,
): Promise<Approach | undefined> => {
  if (plan.reach !== 'store' || session.within !== undefined) return undefined;
  await Promise.all(others.filter(({ state }) => state === 'dead').map(({ approach }) => approach?.close()));
  return Approach.open(subject.servers, servers, countCommits(tally, heard));
};

/** What a process is told of the store. Throws `TargetUnavailable` where the adapter cannot name it by other ports than its own. */
export const storeFor = (session: Session, approach: Approach | undefined): Json => {
  if (approach === undefined) return session.store;
  if (session.storeThrough !== undefined) return session.storeThrough(approach.servers);
  throw new TargetUnavailable(
    "expected a session with 'storeThrough', since its subject says that it can 'store'; it has none",
  );
};
