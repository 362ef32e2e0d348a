import { z } from 'zod';
import { artifactReferenceSchema } from './artifact.ts';
import { jsonSchema } from './json.ts';
import { programSchema } from './program.ts';

/** What a claim may start, for one tenant, run and slot, and for which worker class. */
export const launchSpecificationSchema = z.object({
  id: z.string(),
  tenant: z.string(),
  run: z.string(),
  slot: z.string(),
  workerClass: z.string(),
});
export type LaunchSpecification = z.infer<typeof launchSpecificationSchema>;

/**
 * A revision of configuration, which names one content for ever. A binding says for each workflow node (a step of the program) which agent
 * revision serves it and with what attached (prompts, skills, libraries).
 */
export const revisionSchema = z.object({
  id: z.string().min(1),
  of: z.enum(['package', 'workflow', 'agent', 'binding']),
  digest: z.string(),
  nodes: z
    .record(z.string(), z.object({ agent: z.string(), attachments: z.array(z.string()).readonly() }))
    .readonly()
    .optional(),
});
export type Revision = z.infer<typeof revisionSchema>;

/** The configuration that a run keeps from its launch on, whatever is published later. */
export const pinsSchema = z.object({ package: z.string(), workflow: z.string(), binding: z.string() });
export type Pins = z.infer<typeof pinsSchema>;

/** On every command: whose it is, who sends it, and a key that a repeat of the same command carries again. */
const by = { tenant: z.string(), actor: z.string(), key: z.string() };
const onRun = { ...by, run: z.string() };
const onSlot = { ...onRun, slot: z.string() };
/** The n-th attempt of a slot is named `SLOT/n`, counted from 1, by every runtime that offers these commands. */
const onAttempt = { ...by, attempt: z.string() };
const onStep = { ...onAttempt, step: z.string() };

/** What a client or an operator asks of a runtime. */
const clientCommands = [
  z.object({ type: z.literal('publish'), ...by, specification: launchSpecificationSchema }),
  /** Makes a revision known. Package content and binding sets count only once they are accepted. */
  z.object({ type: z.literal('register'), ...by, revision: revisionSchema }),
  z.object({ type: z.literal('accept'), ...by, revision: z.string() }),
  z.object({
    type: z.literal('launch'),
    ...onSlot,
    startKey: z.string(),
    pins: pinsSchema,
    program: programSchema,
    specification: z.string(),
    workerClass: z.string(),
  }),
  z.object({ type: z.literal('claim'), ...onSlot, workerClass: z.string(), owner: z.string().nullable() }),
  z.object({ type: z.literal('reassign'), ...onSlot, reason: z.string(), workerClass: z.string() }),
  z.object({ type: z.literal('hold'), ...onSlot }),
  z.object({ type: z.literal('release'), ...onSlot }),
  z.object({
    type: z.literal('decide'),
    ...onRun,
    approval: z.string(),
    decision: z.enum(['approve', 'reject']),
    revision: z.string(),
  }),
  z.object({ type: z.literal('cancel'), ...onRun }),
  /**
   * Three operations with three meanings. `retry` tries unfinished work again: a slot that waits for its retry time is due at once, and a
   * step that is named is repeated although it was committed, because what it committed is lost. `resume` goes on with the same run where
   * it had stopped for a person. `branch` makes a new run, linked to this one: `changes` are results of steps that the branch is given
   * instead of its parent's; what depends on them runs again, under `program` where it is given, and all other evidence is reused.
   */
  z.object({ type: z.literal('retry'), ...onSlot, reason: z.string(), step: z.string().optional() }),
  z.object({ type: z.literal('resume'), ...onRun, reason: z.string() }),
  z.object({
    type: z.literal('branch'),
    ...onRun,
    as: z.string(),
    slot: z.string(),
    reason: z.string(),
    changes: z.record(z.string(), jsonSchema),
    program: programSchema.optional(),
  }),
  /** A person says, with evidence, what became of an effect whose outcome the runtime could not know. */
  z.object({
    type: z.literal('resolve'),
    ...onRun,
    step: z.string(),
    outcome: z.enum(['applied', 'refused']),
    evidence: jsonSchema,
  }),
] as const;

/** What a worker reports about its own attempt. Each is fenced by the attempt's lease where it could change progress. */
const workerCommands = [
  z.object({ type: z.literal('start'), ...onAttempt }),
  z.object({ type: z.literal('heartbeat'), ...onAttempt }),
  z.object({ type: z.literal('commit'), ...onStep, revision: z.number().int(), value: jsonSchema }),
  z.object({ type: z.literal('intend'), ...onStep, actionKey: z.string(), arguments: jsonSchema }),
  z.object({ type: z.literal('dispatch'), ...onStep }),
  z.object({
    type: z.literal('record'),
    ...onStep,
    revision: z.number().int(),
    outcome: z.enum(['applied', 'refused']),
    receipt: jsonSchema,
  }),
  /** The owner took the action, and will say its outcome later. */
  z.object({ type: z.literal('acknowledge'), ...onStep }),
  z.object({ type: z.literal('begin-upload'), ...onStep }),
  z.object({ type: z.literal('store-upload'), ...onStep, reference: artifactReferenceSchema }),
  z.object({ type: z.literal('request-approval'), ...onStep, revision: z.string() }),
  /** The step waits for time to pass, or for its owner to call back: its worker is given up. */
  z.object({ type: z.literal('wait'), ...onStep }),
  /** The step is a run of its own, which is started here: its worker is given up. */
  z.object({ type: z.literal('start-child'), ...onStep }),
  /** `step` is the one whose try failed: its retry policy says what follows. */
  z.object({ type: z.literal('fail'), ...onAttempt, error: z.string(), step: z.string().optional() }),
  z.object({ type: z.literal('finish'), ...onAttempt }),
  z.object({ type: z.literal('release-lease'), ...onAttempt }),
  z.object({ type: z.literal('exit'), ...onAttempt, status: z.enum(['exited', 'failed']) }),
] as const;

/** What a runtime's own sweep, or somebody who saw a worker die, says about an attempt; and how a run closes. */
const sweepCommands = [
  z.object({ type: z.literal('expire'), ...onAttempt }),
  z.object({ type: z.literal('revoke'), ...onAttempt }),
  z.object({ type: z.literal('report-lost'), ...onAttempt, because: z.enum(['grace-passed', 'death-seen']) }),
  z.object({ type: z.literal('account'), ...onRun }),
  /** An owner that can be asked was asked, at a moment of the runtime's own clock, what became of an action. */
  z.object({
    type: z.literal('look-up'),
    ...onRun,
    step: z.string(),
    found: z.enum(['applied', 'refused', 'pending', 'unknown']),
    askedAtMs: z.number(),
    receipt: jsonSchema,
  }),
  /** An owner calls back, at least once, about an action that it had taken. */
  z.object({
    type: z.literal('callback'),
    ...onRun,
    actionKey: z.string(),
    outcome: z.enum(['applied', 'refused']),
    receipt: jsonSchema,
  }),
  /** A timer's time has come. */
  z.object({ type: z.literal('fire'), ...onRun, step: z.string() }),
  /** An approval's deadline, or a run's deadline or execution time, is reached. */
  z.object({ type: z.literal('expire-approval'), ...onRun, approval: z.string() }),
  z.object({ type: z.literal('expire-run'), ...onRun }),
  /** Somebody looked for a committed artifact and did not find it, or found it again. */
  z.object({ type: z.literal('report-artifact'), ...onRun, step: z.string(), state: z.enum(['missing', 'restored']) }),
] as const;

/** Every command that can be given to a runtime that offers it, by anybody. */
export const commandSchema = z.discriminatedUnion('type', [...clientCommands, ...workerCommands, ...sweepCommands]);
export type Command = z.infer<typeof commandSchema>;
/** The name of a command. */
export type CommandType = Command['type'];
/** The command of one name. */
export type CommandOf<T extends CommandType> = Extract<Command, { readonly type: T }>;

/**
 * The answer to a command. Only `ok` and `refused` bind the runtime: `unknown` says that the answer was lost or its process
 * died, and the client asks again with the same key.
 */
export const outcomeSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('ok'), value: jsonSchema }),
  z.object({ status: z.literal('refused'), reason: z.string() }),
  z.object({ status: z.literal('unknown'), cause: z.string() }),
]);
export type Outcome = z.infer<typeof outcomeSchema>;
