import type { Plan, RunningServer, Subject } from '../../model/vocabulary.ts';
import type { Pool } from '../processes/pool.ts';
import type { World } from '../world/receive.ts';
import type { Footing } from './footing.ts';
import type { Serving } from './serving.ts';
import type { Supervision } from './supervision.ts';

/** What a stage is made of. */
export type Parts = {
  readonly plan: Plan;
  readonly subject: Subject;
  readonly servers: Readonly<Record<string, RunningServer>>;
  readonly pool: Pool;
  readonly world: World;
  readonly serving: Serving;
  readonly footing: Footing;
  /** Where its plan has the files of its store watched. */
  readonly supervision: Supervision | undefined;
};
