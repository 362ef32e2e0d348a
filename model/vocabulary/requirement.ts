import { z } from 'zod';
import type { Feature } from './features.ts';
import type { History } from './history.ts';

/** `area.slug`: immutable, the same for pass and fail, and the key everywhere. */
export type RequirementId = string;
/** Whose it is to keep a requirement: the runtime's, the application's that runs on it, or both. */
export const dutySchema = z.enum(['runtime', 'application', 'shared']);
export type Duty = z.infer<typeof dutySchema>;
/** 1 recovers, 2 fenced, 3 governed, 4 full lifecycle. */
export const levelSchema = z.literal([1, 2, 3, 4]);
export type Level = z.infer<typeof levelSchema>;
/** The groups that a report leads with, since a ladder of levels misranks. */
export const profiles = [
  'recover',
  'fence',
  'effects',
  'approve',
  'cancel',
  'limit',
  'identity',
  'reassign',
  'evidence',
] as const;
/** One of the profiles. */
export type Profile = (typeof profiles)[number];
/** How far the harness gets into a target. */
export const reaches = ['outside', 'world', 'sliced', 'store', 'simulated'] as const;
export type Reach = (typeof reaches)[number];

/**
 * One part of a requirement that can fail alone. `needs` names the reach or intervention that a later release brings; `features`, what a
 * runtime must offer for this clause to bind it, where the rest of the requirement binds it without.
 */
export type Clause = {
  readonly id: string;
  readonly statement: string;
  readonly needs?: string;
  readonly features?: readonly Feature[];
};

/** What a subject may leave to the application that runs on it: building idempotency keys, finding and resuming lost runs. */
export type LeftTo = 'keyBuiltBy' | 'recoveryBy';

/** What an observation has to do with a violation; the account in plain English and the trace page are built from these. */
export const evidenceRoles = [
  'committed',
  'kill',
  'stop',
  'takeover',
  'finished',
  'continue',
  'command',
  'answer',
  'before',
  'first',
  'illegal',
  'rest',
] as const;
export type EvidenceRole = (typeof evidenceRoles)[number];
/** An observation of the history, by its `seq`, and its part in the violation. */
export const evidenceSchema = z.object({ seq: z.number().int(), role: z.enum(evidenceRoles) });
export type Evidence = z.infer<typeof evidenceSchema>;
/** One way in which a history breaks a clause, in a sentence, with what shows it. */
export type Violation = { readonly message: string; readonly evidence: readonly Evidence[] };

/**
 * What one check found for one clause in one history. `exercised` counts the occasions on which the clause could have been
 * broken; with 0 there are no violations either, since a check that was not exercised says nothing.
 */
export type Finding = {
  readonly clause: string;
  readonly exercised: number;
  readonly violations: readonly Violation[];
};

/** One thing that a durable runtime must do. Ids never change meaning; retired ones stay listed. */
export type Requirement = {
  readonly id: RequirementId;
  readonly since: string;
  readonly title: string;
  readonly statement: string;
  readonly duty: Duty;
  /** Where the subject says that the application does this, the duty is the application's. */
  readonly dutyFollows?: LeftTo;
  readonly level: Level;
  /** The specification says "should": no level needs it. */
  readonly isOptional?: true;
  readonly profile: Profile;
  /** The least reach at which any clause can be decided. */
  readonly reach: Reach;
  /** What a runtime must offer to be judged; without it the requirement is unsupported. */
  readonly needs: readonly Feature[];
  readonly clauses: readonly Clause[];
  /** The seed section or public report that it comes from. */
  readonly source: string;
  readonly check: (history: History) => readonly Finding[];
};
