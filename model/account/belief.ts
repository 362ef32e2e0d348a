import { type Entity, isKind, type Kind } from '../kinds.ts';
import type { RefusalReason } from '../refusal.ts';
import { decide } from '../runtime.ts';
import { type Asked, hasTag } from '../step.ts';
import type { Settings, View, Write } from '../transaction.ts';
import type { Command, Json } from '../vocabulary.ts';

/** What the rules answered, with the question that was refused, where it was a machine that refused. */
export type Said =
  | { readonly status: 'ok'; readonly value: Json }
  | { readonly status: 'refused'; readonly reason: RefusalReason; readonly command: Command; readonly asked?: Asked };

/** The entities as the specification has them, changed in place: a history is followed in one pass. */
export class Belief implements View {
  nowMs = 0;
  /** The observation that is looked at. */
  seq = 0;
  /** How often anything was written. */
  version = 0;
  readonly settings: Settings;
  readonly #open = new Set<string>();
  readonly #entities = new Map<string, Entity>();
  readonly #since = new Map<string, Since>();
  readonly #specifications = new Map<string, string[]>();
  readonly #changed = new Set<string>();

  constructor(settings: Settings) {
    this.settings = settings;
  }

  get<K extends Kind>(kind: K, id: string): Entity<K> | undefined {
    const entity = this.#entities.get(`${kind}:${id}`);
    return entity !== undefined && isKind(entity, kind) ? entity : undefined;
  }

  specifications(run: string, slot: string): readonly string[] {
    return this.#specifications.get(JSON.stringify([run, slot])) ?? [];
  }

  /** Does what a command does, or says why the rules refuse it. */
  say(command: Command): Said {
    const { said, writes } = this.#decide(command);
    for (const { kind, id, entity } of writes) this.put(kind, id, entity);
    return said;
  }

  /** What the rules would say to a command now; nothing is done. */
  probe(command: Command): Said {
    return this.#decide(command).said;
  }

  #decide(command: Command): { readonly said: Said; readonly writes: readonly Write[] } {
    let asked: Asked | undefined;
    const watch = (one: Asked): void => {
      if (one.answer.status === 'refused') asked = one;
    };
    const { answer, writes } = decide(this, command, { watch });
    if (answer.status === 'ok') return { said: answer, writes };
    return { said: { ...answer, command, ...(asked !== undefined && { asked }) }, writes };
  }

  put(kind: Kind, id: string, entity: Entity): void {
    const key = `${kind}:${id}`;
    const before = this.#entities.get(key);
    this.#entities.set(key, entity);
    this.#changed.add(key);
    this.version += 1;
    if (kind === 'run') this.#opens(id, entity);
    if (before?.leaf !== entity.leaf) this.#since.set(key, { seq: this.seq, atMs: this.nowMs });
    if (before === undefined && isKind(entity, 'specification')) this.#index(id, entity);
  }

  /** The runs that are not over, the one that changed last at the end. */
  openRuns(): readonly string[] {
    return [...this.#open];
  }

  #opens(id: string, entity: Entity): void {
    this.#open.delete(id);
    if (!hasTag(entity, 'terminal')) this.#open.add(id);
  }

  /** The observation by which an entity came into the state that it is in. */
  since(kind: Kind, id: string): Since | undefined {
    return this.#since.get(`${kind}:${id}`);
  }

  /** The entities that changed since this was last asked. */
  changed(): readonly { readonly kind: string; readonly id: string; readonly entity: Entity }[] {
    const found = [...this.#changed].flatMap((key) => {
      const entity = this.#entities.get(key);
      return entity === undefined ? [] : [{ kind: entity.kind, id: key.slice(entity.kind.length + 1), entity }];
    });
    this.#changed.clear();
    return found;
  }

  /** The id of an entity that the rules were asked about. */
  idOf(entity: Entity): string | undefined {
    for (const [key, one] of this.#entities) if (one === entity) return key.slice(entity.kind.length + 1);
    return undefined;
  }

  #index(id: string, { context }: Entity<'specification'>): void {
    const key = JSON.stringify([context.run, context.slot]);
    this.#specifications.set(key, [...(this.#specifications.get(key) ?? []), id]);
  }
}

/** When an entity came into its state, as far as that is known. */
export type Since = { readonly seq: number; readonly atMs: number };
