import type { CommitMoment, Plan, Session, Subject } from '../../model/vocabulary.ts';
import type { Pool } from '../processes/pool.ts';
import type { Wanted } from '../world/artifacts.ts';
import type { Artifact } from '../world/ledger.ts';
import type { Exchange, World } from '../world/receive.ts';
import type { Actor } from './stage.ts';
import type { Supervision } from './supervision.ts';

/** What serves the calls of a case's processes and what they ask the artifact store for, and says what becomes of them at a commit. */
type Serving = {
  readonly serve: (actor: Actor, exchange: Exchange) => Promise<void>;
  readonly find: (actor: Actor, wanted: Wanted) => Artifact | undefined;
  readonly commits: (actor: Actor, moment: CommitMoment) => 'pass' | 'die';
};

/** What a stage is made of. */
export type Parts = {
  readonly plan: Plan;
  readonly subject: Subject;
  readonly session: Session;
  readonly pool: Pool;
  readonly world: World;
  readonly serving: Serving;
  /** Opens the same store once more, as it stands. */
  readonly reopen: () => Promise<Session>;
  readonly supervision: Supervision | undefined;
};
