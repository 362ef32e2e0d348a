import type { CommitMoment } from '../../model/vocabulary.ts';
import type { Fate } from '../store/passing.ts';
import type { Wanted } from '../world/artifacts.ts';
import type { Artifact } from '../world/ledger.ts';
import type { Exchange, Inquiry } from '../world/receive.ts';
import type { Actor } from './actor.ts';
import type { Commit } from './commits.ts';

/** What serves the calls of a case's processes and what they ask the artifact store for, and decides over their commits. */
export type Serving = {
  readonly serve: (actor: Actor, exchange: Exchange) => Promise<void>;
  readonly lookUp: (actor: Actor, inquiry: Inquiry) => Promise<void>;
  readonly find: (actor: Actor, wanted: Wanted) => Artifact | undefined;
  readonly commit: (commit: Commit) => Promise<Fate>;
  readonly commits: (actor: Actor, moment: CommitMoment) => 'pass' | 'die';
};
