import { type Entity, type EventOf, type InputOf, isKind, type Kind } from './kinds.ts';
import type { RefusalReason } from './refusal.ts';
import { begin, type Defects, step } from './step.ts';
import type { Json } from './vocabulary.ts';

/**
 * The times and limits of a runtime, in milliseconds; without `maxAttempts` a slot is tried for ever. `deliveryMs` is how long after it
 * was sent a request can still arrive at an owner that can be asked: without it, at once or never.
 */
export type Settings = {
  readonly leaseMs: number;
  readonly graceMs: number;
  readonly backoffMs: number;
  readonly deliveryMs?: number;
  readonly maxAttempts?: number;
};

/** Where entities are read from: a map in memory, rows of a store. `nowMs` is one moment for the whole command. */
export interface View {
  readonly nowMs: number;
  readonly settings: Settings;
  get<K extends Kind>(kind: K, id: string): Entity<K> | undefined;
  /** The ids of all launch specifications that name this run and slot, whoever published them. */
  specifications(run: string, slot: string): readonly string[];
}

/** An entity to put in the place of the one that the view showed under this kind and id. */
export type Write = { readonly kind: Kind; readonly id: string; readonly entity: Entity };

/**
 * One command at work. A command is a chain of questions: `tx.ask(...) && tx.ask(...) && tx.create(...)`. The first refusal is its
 * answer, and then nothing that was written before it counts.
 */
export class Transaction {
  readonly view: View;
  refusal: RefusalReason | undefined;
  value: Json = null;
  readonly #defects: Defects | undefined;
  readonly #writes = new Map<string, Write>();

  constructor(view: View, defects?: Defects) {
    this.view = view;
    this.#defects = defects;
  }

  get nowMs(): number {
    return this.view.nowMs;
  }

  get writes(): readonly Write[] {
    return [...this.#writes.values()];
  }

  get<K extends Kind>(kind: K, id: string): Entity<K> | undefined {
    const written = this.#writes.get(`${kind}:${id}`)?.entity;
    return written !== undefined && isKind(written, kind) ? written : this.view.get(kind, id);
  }

  /** Sends an event to an entity and says whether it was taken. */
  ask<K extends Kind>(kind: K, id: string, event: EventOf<K>): boolean {
    const entity = this.get(kind, id);
    if (entity === undefined) return this.refuse(unknown(kind));
    const stepped = step(entity, event, this.#defects);
    if (stepped.status === 'refused') return this.refuse(stepped.reason);
    if (stepped.entity !== entity) this.#writes.set(`${kind}:${id}`, { kind, id, entity: stepped.entity });
    return true;
  }

  /** Sends an event to an entity that need not exist: then there is nothing to tell, which is no refusal. */
  tell<K extends Kind>(kind: K, id: string, event: EventOf<K>): boolean {
    return this.get(kind, id) === undefined || this.ask(kind, id, event);
  }

  /** Whether an entity is there and would take the event. Nothing is written and nothing refused. */
  accepts<K extends Kind>(kind: K, id: string, event: EventOf<K>): boolean {
    const entity = this.get(kind, id);
    return entity !== undefined && step(entity, event, this.#defects).status === 'accepted';
  }

  create<K extends Kind>(kind: K, id: string, input: InputOf<K>): boolean {
    if (this.get(kind, id) !== undefined) return this.refuse('already-exists');
    this.#writes.set(`${kind}:${id}`, { kind, id, entity: begin(kind, input) });
    return true;
  }

  /** The value of an accepted command's answer. */
  answer(value: Json): true {
    this.value = value;
    return true;
  }

  refuse(reason: RefusalReason): false {
    this.refusal ??= reason;
    return false;
  }
}

/** Why a command is refused that is about an entity which is not there. */
export const unknown = (kind: Kind): RefusalReason => {
  switch (kind) {
    case 'run':
    case 'slot':
    case 'attempt':
    case 'approval':
    case 'effect':
    case 'timer':
    case 'artifact':
    case 'revision':
    case 'specification':
      return `unknown-${kind}`;
    default:
      return 'unknown-entity';
  }
};
