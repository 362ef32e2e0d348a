import type { Duty, Evidence, Level, Profile, Reach, RequirementId } from './requirement.ts';
import type { Claim, Subject } from './subject.ts';

/** `inconclusive` and `unsupported` are no failures, and no passes either. */
export type Status = 'pass' | 'fail' | 'inconclusive' | 'unsupported';

/** One history under one requirement. `inconclusive` says why: not landed, escaped, still moving, not exercised, not reproduced. */
export type CaseVerdict = {
  readonly plan: string;
  readonly status: Status;
  readonly message: string;
  readonly evidence: readonly Evidence[];
  /** Clauses that this case exercised. */
  readonly exercised: readonly string[];
  /** Where the history was saved, relative to the report. */
  readonly history: string;
  readonly counterexample?: string;
  /** `k/n`: how often the failure came again when the plan was run alone. */
  readonly reproduced?: string;
};

/** One clause over all cases. */
export type ClauseVerdict = {
  readonly clause: string;
  readonly status: Status;
  readonly exercised: number;
  /** Set where this release cannot decide the clause: the reach or intervention that it needs. */
  readonly needs?: string;
};

/** How much a verdict rests on. It never means exactly-once. */
export type Strength = {
  readonly reach: readonly Reach[];
  readonly planned: number;
  readonly landed: number;
  /** Cases that exercised the requirement, and all cases that were judged for it. */
  readonly exercised: number;
  readonly cases: number;
  readonly faultModel: 'none' | 'process crash';
};

/** One requirement over all cases. */
export type Verdict = {
  readonly requirement: RequirementId;
  readonly status: Status;
  readonly promise: Claim;
  readonly duty: Duty;
  readonly message: string;
  readonly clauses: readonly ClauseVerdict[];
  readonly strength: Strength;
  readonly cases: readonly CaseVerdict[];
};

/** How many requirements ended in each status. */
export type Tally = {
  readonly pass: number;
  readonly fail: number;
  readonly inconclusive: number;
  readonly unsupported: number;
};
/** Interruptions planned and landed. */
export type Planned = { readonly planned: number; readonly landed: number };

/** The result of one run of the harness on one target: what `report.json` holds and every reporter reads. */
export type Report = {
  readonly schema: 'killpoint.report/1';
  /** The run was cut short, by its user or by a failure of ours: what is here is finished, what is missing is not. */
  readonly partial: boolean;
  readonly killpoint: string;
  readonly specification: { readonly revision: string; readonly hash: string };
  readonly target: Pick<Subject, 'name' | 'version' | 'language' | 'variant' | 'capabilities' | 'notes'> & {
    readonly address: string;
    readonly binaries: Readonly<Record<string, string>>;
  };
  readonly host: { readonly platform: string; readonly node: string; readonly cores: number };
  readonly started: string;
  readonly durationMs: number;
  readonly interruptions: {
    readonly planned: number;
    readonly landed: number;
    /** Boundary to what it needs. */
    readonly unreachable: Readonly<Record<string, string>>;
    readonly byBoundary: Readonly<Record<string, Readonly<Record<string, Planned>>>>;
  };
  /** Things said once for the whole run: the positive control, the reassignment space, what was skipped and why. */
  readonly remarks: readonly string[];
  readonly summary: Tally & { readonly level?: Level; readonly profiles: Readonly<Record<string, Tally>> };
  readonly results: readonly (Verdict & {
    readonly title: string;
    readonly statement: string;
    readonly level: Level;
    readonly profile: Profile;
  })[];
  readonly cost: Cost;
  readonly exit: { readonly code: number; readonly because: string };
};

/** What recovery cost, over all interrupted cases. Reported, never a verdict. */
export type Cost = {
  readonly cases: number;
  readonly stepsRepeated: number;
  readonly modelCallsRepeated: number;
  readonly toolCallsRepeated: number;
  readonly effectsDispatched: number;
  readonly effectsApplied: number;
  readonly attemptsUsed: number;
  /** Median milliseconds from the interruption to the next useful call, and to the usable result. */
  readonly toNextCallMs: number;
  readonly toResultMs: number;
};

/** A failing plan with all that is needed to see it again: a file of JSON that names built-in targets only and runs no code. */
export type Counterexample = {
  readonly schema: 'killpoint.counterexample/1';
  readonly requirement: RequirementId;
  readonly message: string;
  readonly target: string;
  readonly subject: Subject;
  readonly killpoint: string;
  readonly specification: { readonly revision: string; readonly hash: string };
  readonly plan: unknown;
  readonly evidence: readonly Evidence[];
  /** The three observations before each intervention, as text: a replay that differs here took another path. */
  readonly context: readonly string[];
  readonly history: unknown;
  readonly reproduced: string;
};
