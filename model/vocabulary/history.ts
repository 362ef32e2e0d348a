import { z } from 'zod';
import { commandSchema, outcomeSchema } from './commands.ts';
import { jsonSchema } from './json.ts';
import { boundarySchema, deedSchema, planSchema } from './plan.ts';
import { subjectSchema } from './subject.ts';
import { runViewSchema } from './view.ts';

/** One call is several observations with one `call` number: received, perhaps done or applied, then answered or lost. */
const ofCall = { call: z.number().int(), run: z.string(), step: z.string() };

/** What the harness's own servers saw. This is proof. */
const worldEvents = [
  z.object({
    type: z.literal('call.received'),
    ...ofCall,
    op: z.enum(['model', 'tool', 'effect', 'output', 'approval']),
    /** The n-th call for this step of this run in this case, from 1, whoever makes it. */
    nth: z.number().int(),
    /** The values of the steps that this one uses, as its worker handed them on; a large one as its digest. */
    inputs: z.record(z.string(), jsonSchema),
    /** The idempotency key, on effects. */
    key: z.string().optional(),
    /** Made by the worker helper for each try: an equal nonce is a transport's resend, not the runtime's repeat. */
    nonce: z.string(),
  }),
  /** A model or tool has its result, which nobody outside has seen yet. */
  z.object({ type: z.literal('call.done'), ...ofCall, value: jsonSchema }),
  z.object({ type: z.literal('effect.applied'), ...ofCall, key: z.string().optional() }),
  /** The artifact store holds a version, whole and for ever; nothing says yet that it is anybody's result. */
  z.object({
    type: z.literal('artifact.stored'),
    ...ofCall,
    name: z.string(),
    version: z.string(),
    digest: z.string(),
    bytes: z.number().int(),
  }),
  /** A worker asked the artifact store for a version. */
  z.object({
    type: z.literal('artifact.read'),
    run: z.string(),
    name: z.string(),
    version: z.string(),
    status: z.enum(['found', 'missing']),
  }),
  /** The owner knew the key and gave the first outcome again; nothing was applied. */
  z.object({ type: z.literal('effect.deduplicated'), ...ofCall, key: z.string() }),
  /** The answer left for its worker. A stopped worker reads it only when it is continued. */
  z.object({ type: z.literal('call.answered'), ...ofCall, status: z.number().int(), value: jsonSchema }),
  /** No answer will reach the caller: it is dead, or it hung up. */
  z.object({ type: z.literal('call.lost'), ...ofCall, because: z.string() }),
  /** A call on the address of a process that the harness had seen die: its kill did not reach all of it. */
  z.object({ type: z.literal('call.escaped'), path: z.string() }),
  /** A call that no process of this case was told to make. */
  z.object({ type: z.literal('call.strange'), path: z.string(), because: z.string() }),
] as const;

/** What the harness did. */
const harnessEvents = [
  z.object({ type: z.literal('process.ready'), role: z.enum(['worker', 'client']) }),
  /** It was told its store, program and world address. */
  z.object({ type: z.literal('process.opened') }),
  /** It was told to work: from here on it is a worker of this run. */
  z.object({ type: z.literal('process.working') }),
  z.object({ type: z.literal('process.stopped') }),
  z.object({ type: z.literal('process.continued') }),
  z.object({
    type: z.literal('process.died'),
    code: z.number().int().nullable(),
    signal: z.string().nullable(),
    /** By an intervention of the plan, by the harness tidying up at the end, or by itself. */
    by: z.enum(['plan', 'clean-up', 'itself']),
  }),
  /** The n-th write of this case's workers, or in a script of its clients, has become durable in the store. */
  z.object({ type: z.literal('store.committed'), nth: z.number().int().positive() }),
  z.object({ type: z.literal('boundary.held'), boundary: boundarySchema, call: z.number().int().optional() }),
  /** The intervention happened: the process was there, it was held, and, for a kill, it died by our signal with no call in between. */
  z.object({
    type: z.literal('intervention.landed'),
    index: z.number().int(),
    boundary: boundarySchema,
    do: deedSchema,
    tries: z.number().int(),
  }),
  z.object({
    type: z.literal('intervention.missed'),
    index: z.number().int(),
    boundary: boundarySchema,
    do: deedSchema,
    because: z.string(),
  }),
  z.object({ type: z.literal('command.sent'), id: z.number().int(), command: commandSchema }),
  z.object({
    type: z.literal('run.rested'),
    run: z.string(),
    as: z.enum(['finished', 'waiting', 'stuck', 'livelock']),
  }),
] as const;

/** Why a reading was taken: at each change, while a call is held, around a zombie's return, around a scripted command, at the end. */
export const readingReasonSchema = z.enum([
  'change',
  'held',
  'before-continue',
  'after-continue',
  'before-command',
  'after-command',
  'rest',
]);
export type ReadingReason = z.infer<typeof readingReasonSchema>;

/** What the runtime said of itself. This is testimony. */
const runtimeEvents = [
  z.object({ type: z.literal('command.answered'), id: z.number().int(), outcome: outcomeSchema }),
  /** `unchangedUntilMs` is the last time at which an equal reading was seen: a commit lies between two readings. */
  z.object({
    type: z.literal('view.read'),
    run: z.string(),
    why: readingReasonSchema,
    view: runViewSchema,
    unchangedUntilMs: z.number().optional(),
  }),
  z.object({ type: z.literal('view.unreadable'), run: z.string(), why: readingReasonSchema, error: z.string() }),
] as const;

/** Everything that can be seen, by whoever sees it. */
export const eventSchema = z.discriminatedUnion('type', [...worldEvents, ...harnessEvents, ...runtimeEvents]);
export type Event = z.infer<typeof eventSchema>;
/** The name of an event: past tense, what it is about first. */
export type EventType = Event['type'];
/** The event of one name. */
export type EventOf<T extends EventType> = Extract<Event, { readonly type: T }>;

/** Who saw it: the harness's servers (proof), the harness itself (its own deeds), or the runtime (testimony). */
export const witnessSchema = z.enum(['world', 'harness', 'runtime']);
export type Witness = z.infer<typeof witnessSchema>;

/** One thing seen. `seq` counts from 0 in its history, `atMs` is the harness's monotonic clock since the case began, `worker` the process it is about. */
export const observationSchema = z.object({
  seq: z.number().int(),
  atMs: z.number(),
  witness: witnessSchema,
  worker: z.string().optional(),
  event: eventSchema,
});
export type Observation = z.infer<typeof observationSchema>;
/** An observation of one kind of event. */
export type ObservationOf<T extends EventType> = Omit<Observation, 'event'> & { readonly event: EventOf<T> };

/** Whether an observation is of one kind of event. */
export const isOf = <T extends EventType>(observation: Observation, type: T): observation is ObservationOf<T> =>
  observation.event.type === type;

/**
 * How a case ended: `settled` at rest as the program allows; `stuck` at rest and unfinished, or moving for long without a new
 * committed step; `moving` cut off by the hard cap; `aborted` by the harness or its user.
 */
export const endSchema = z.enum(['settled', 'stuck', 'moving', 'aborted']);
export type End = z.infer<typeof endSchema>;

/** All that is known of one case. It is saved before it is judged, and is the only thing that a judgement reads. */
export const historySchema = z.object({
  schema: z.literal('killpoint.history/1'),
  plan: planSchema,
  subject: subjectSchema,
  observations: z.array(observationSchema).readonly(),
  ended: endSchema,
});
export type History = z.infer<typeof historySchema>;
