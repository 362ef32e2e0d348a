import type { ContextFrom, EventFrom, InputFrom } from 'xstate';
import { approval } from './machines/approval.ts';
import { artifact } from './machines/artifact.ts';
import { attempt } from './machines/attempt.ts';
import { effect } from './machines/effect.ts';
import { lease } from './machines/lease.ts';
import { output } from './machines/output.ts';
import { owner } from './machines/owner.ts';
import { request } from './machines/request.ts';
import { revision } from './machines/revision.ts';
import { run } from './machines/run.ts';
import { slot } from './machines/slot.ts';
import { specification } from './machines/specification.ts';
import { start } from './machines/start.ts';
import { timer } from './machines/timer.ts';
import { worker } from './machines/worker.ts';

/** Every lifecycle of the specification. `owner` and `request` are the world's: a runtime neither stores nor asks them. */
export const machines = {
  run,
  start,
  specification,
  slot,
  attempt,
  lease,
  worker,
  output,
  effect,
  approval,
  artifact,
  timer,
  revision,
  owner,
  request,
};

type Machines = typeof machines;
/** The name of a lifecycle, under which its entities are stored and asked. */
export type Kind = keyof Machines;
/** What an entity of a kind remembers: plain JSON, so that a store can keep it as text. */
export type ContextOf<K extends Kind> = ContextFrom<Machines[K]>;
/** What an entity of a kind can be asked. */
export type EventOf<K extends Kind> = EventFrom<Machines[K]>;
/** What a new entity of a kind is made from. */
export type InputOf<K extends Kind> = InputFrom<Machines[K]>;

/** One lifecycle at one moment: the dotted path of its active leaf state, and its context, which is plain JSON. */
export type Entity<K extends Kind = Kind> = {
  readonly kind: K;
  readonly leaf: string;
  readonly context: ContextOf<K>;
};

/** Whether an entity is of this kind, for whoever took it out of a mixed collection. */
export const isKind = <K extends Kind>(entity: Entity, kind: K): entity is Entity<K> => entity.kind === kind;
