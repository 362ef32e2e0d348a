import type { Adapter, Plan, Reach, Requirement } from '../model/vocabulary.ts';
import type { Archive } from './archive.ts';
import type { Depth } from './depth/draws.ts';
import type { Scenario } from './programs/scenario.ts';
import type { Shard } from './shards.ts';

/**
 * How a run's plans are chosen. `quick`: what each scenario was made for, each distinct plan once. `all`: every intervention at every
 * boundary of each scenario. `smallest`: those of `quick`, and of `all` each kind of interruption on the smallest scenario that has it.
 * `pairs`: those of `quick`, and after each death that left something else behind a second interruption at each place of its recovery. Or so many draws that go deeper by chance, always the same ones for one seed.
 */
export type Interruptions = 'quick' | 'all' | 'smallest' | 'pairs' | Depth;

/** What one run of the harness is asked to do. */
export type Assignment = {
  readonly address: string;
  readonly adapter: Adapter;
  readonly requirements: readonly Requirement[];
  readonly scenarios: readonly Scenario[];
  readonly interruptions: Interruptions;
  /** Instead of every plan of each scenario: these. The scenarios are those of their programs, which run undisturbed first. */
  readonly only?: readonly Plan[] | undefined;
  /** How far it may get into its target; the usual reaches where it is left out. */
  readonly reach?: readonly Reach[];
  /** Only this part of the plans, and what they rest on. */
  readonly shard?: Shard | undefined;
  /** Milliseconds after which no further plan begins. */
  readonly budgetMs?: number | undefined;
  readonly archive: Archive;
  readonly killpoint: string;
  /** How many plans run side by side. */
  readonly workers: number;
  /** Stop planning at the first failure. */
  readonly isBrief: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
};

/** How far a run has come: for people who wait. */
export type Progress = {
  readonly done: number;
  readonly planned: number;
  readonly failing: number;
  readonly last: string;
};
