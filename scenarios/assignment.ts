import type { Adapter, History, Reach, Requirement } from '../model/vocabulary.ts';
import type { Archive } from './archive.ts';
import type { Depth } from './depth/draws.ts';
import type { Scenario } from './programs/scenario.ts';

/** What one run of the harness is asked to do. */
export type Assignment = {
  readonly address: string;
  readonly adapter: Adapter;
  readonly requirements: readonly Requirement[];
  readonly scenarios: readonly Scenario[];
  /** Instead of every plan of each scenario: so many draws that go deeper by chance, always the same ones for one seed. */
  readonly depth?: Depth | undefined;
  /** How far it may get into its target; the usual reaches where it is left out. */
  readonly reach?: readonly Reach[];
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

/** A history and where it was saved. */
export type Saved = { readonly history: History; readonly file: string };
