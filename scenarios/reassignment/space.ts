import type { LeaseStatus, SlotState, WorkerStatus } from '../../model/vocabulary.ts';
import { leaseStatusSchema, slotStateSchema, workerStatusSchema } from '../../model/vocabulary.ts';

/** What a slot looks like to a reassignment: its state, and what is recorded of the attempt that it names as prior. */
export type Situation = {
  readonly state: SlotState;
  /** Null where the slot names no prior attempt. */
  readonly prior: { readonly worker: WorkerStatus; readonly lease: LeaseStatus; readonly isOwned: boolean } | null;
};

/** What a reassignment asks, each aspect as it stands to the slot. */
export type Asked = {
  readonly tenant: (typeof tenants)[number];
  readonly run: (typeof runs)[number];
  readonly actor: (typeof actors)[number];
  readonly reason: (typeof reasons)[number];
  readonly workerClass: (typeof classes)[number];
};

/** One question in one situation. */
export type Combination = { readonly situation: Situation; readonly asked: Asked };

/** Whose reassignment it says it is: the slot's tenant, or another one. */
export const tenants = ['own', 'other'] as const;
/** Which run it names: the slot's, another that its tenant has, or one that nobody has. */
export const runs = ['own', 'another', 'unknown'] as const;
/** Where an owner is recorded, the same actor is that owner. */
export const actors = ['same', 'other'] as const;
/** What it gives as its reason; a blank one has only white space. */
export const reasons = ['given', 'empty', 'blank'] as const;
/** Which launch specification fits the asked class: the slot's current one, another of this slot, only one of elsewhere, none. */
export const classes = ['current', 'another', 'elsewhere', 'none'] as const;

/** Every situation: nine states, with no prior attempt or one in each of its worker and lease statuses, owned or not. */
export const situations: readonly Situation[] = slotStateSchema.options.flatMap((state) => [
  { state, prior: null },
  ...workerStatusSchema.options.flatMap((worker) =>
    leaseStatusSchema.options.flatMap((lease) =>
      [true, false].map((isOwned) => ({ state, prior: { worker, lease, isOwned } })),
    ),
  ),
]);

/** Everything that a reassignment can ask. */
export const questions: readonly Asked[] = tenants.flatMap((tenant) =>
  runs.flatMap((run) =>
    actors.flatMap((actor) =>
      reasons.flatMap((reason) => classes.map((workerClass) => ({ tenant, run, actor, reason, workerClass }))),
    ),
  ),
);

/** The whole product: every question in every situation. */
export const combinations: readonly Combination[] = situations.flatMap((situation) =>
  questions.map((asked) => ({ situation, asked })),
);

/** One text for each situation, as a key and for people. */
export const nameOf = ({ state, prior }: Situation): string =>
  prior === null
    ? `${state}, no prior attempt`
    : `${state}, prior worker ${prior.worker}, lease ${prior.lease}, ${prior.isOwned ? 'owned' : 'no owner'}`;

/** Whether a reassignment is possible here, for the right question. */
export const isReopenable = ({ state, prior }: Situation): boolean =>
  state === 'retry-wait' &&
  prior !== null &&
  ['exited', 'failed', 'lost'].includes(prior.worker) &&
  prior.lease !== 'live';
