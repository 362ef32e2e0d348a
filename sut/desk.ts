import type { Command, Json } from '../model/vocabulary.ts';
import type { Conduct } from './conduct.ts';
import type { Host } from './host.ts';
import type { Outside } from './perform.ts';
import type { Store } from './store.ts';

/** What a worker works with. */
export type Desk = Outside &
  Host & {
    readonly store: Store;
    readonly conduct: Conduct;
    /** Who speaks: the worker's name. */
    readonly actor: string;
    readonly leaseMs: number;
    /** The workflow revisions that the worker has the code of; without them it takes any run up. */
    readonly workflows?: readonly string[];
  };

/** A command of a worker without what each of them repeats: whose it is, who sends it, its key, its attempt. */
export type Report = Command extends infer C
  ? C extends { attempt: string }
    ? Omit<C, 'tenant' | 'actor' | 'key' | 'attempt'>
    : never
  : never;

/** What is said about a run, without what each such command repeats. */
export type Statement = Command extends infer C
  ? C extends { type: 'look-up' | 'report-artifact' }
    ? Omit<C, 'tenant' | 'actor' | 'key' | 'run'>
    : never
  : never;

/** How the work on a step ended, where it has no result. */
export type Ended =
  | { readonly status: 'parked' }
  /** Its owner has it, and will say the outcome later. */
  | { readonly status: 'awaits' }
  | { readonly status: 'refused'; readonly answer: Json }
  | { readonly status: 'failed'; readonly error: unknown };
