import { z } from 'zod';
import type { Companions } from './beside.ts';
import { dutySchema, type Evidence, evidenceSchema, type RequirementId, reaches } from './requirement.ts';
import { claimSchema, type Subject } from './subject.ts';

const count = z.number().int().nonnegative();

/** `inconclusive` and `unsupported` are no failures, and no passes either. */
export const statusSchema = z.enum(['pass', 'fail', 'inconclusive', 'unsupported']);
export type Status = z.infer<typeof statusSchema>;

/** One history under one requirement that it has to do with. `inconclusive` says why: not landed, escaped, still moving, not reproduced. */
export const caseVerdictSchema = z.object({
  plan: z.string(),
  status: statusSchema,
  message: z.string(),
  /** `k/n`: how often the failure came again when the plan was run alone. */
  reproduced: z.string().exactOptional(),
  counterexample: z.string().exactOptional(),
  /** Where the history was saved, relative to the report. */
  history: z.string(),
  evidence: z.array(evidenceSchema).readonly(),
  /** Clauses that this case exercised. */
  exercised: z.array(z.string()).readonly(),
});
export type CaseVerdict = z.infer<typeof caseVerdictSchema>;

/** One clause over all cases. */
export const clauseVerdictSchema = z.object({
  clause: z.string(),
  status: statusSchema,
  exercised: count,
  /** Set where this release cannot decide the clause: the reach or intervention that it needs. */
  needs: z.string().exactOptional(),
});
export type ClauseVerdict = z.infer<typeof clauseVerdictSchema>;

/** How much a verdict rests on. It never means exactly-once. */
export const strengthSchema = z.object({
  reach: z.array(z.enum(reaches)).readonly(),
  planned: count,
  landed: count,
  /** Cases that exercised the requirement, and all cases that were judged for it, also those that had nothing to do with it. */
  exercised: count,
  cases: count,
  faultModel: z.enum(['none', 'process crash', 'power loss']),
});
export type Strength = z.infer<typeof strengthSchema>;

/** One requirement over all cases. */
export const verdictSchema = z.object({
  requirement: z.string(),
  status: statusSchema,
  promise: claimSchema,
  duty: dutySchema,
  message: z.string(),
  strength: strengthSchema,
  clauses: z.array(clauseVerdictSchema).readonly(),
  cases: z.array(caseVerdictSchema).readonly(),
});
export type Verdict = z.infer<typeof verdictSchema>;

/** A failing plan with all that is needed to see it again: a file of JSON that names built-in targets only and runs no code. */
export type Counterexample = Companions & {
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
