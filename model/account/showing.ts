import { type Entity, isKind, type Kind } from '../kinds.ts';
import type { Belief } from './belief.ts';

/** The states by the names under which a reader knows the entities. A moment in which nothing changed has the same object as before. */
export class Showing {
  readonly #belief: Belief;
  readonly #firstOf = new Map<string, string>();
  #states: Readonly<Record<string, string>> = {};

  constructor(belief: Belief) {
    this.#belief = belief;
  }

  states(): Readonly<Record<string, string>> {
    const changed = this.#belief.changed().flatMap(({ id, entity }) => {
      const name = this.nameOf(id, entity);
      return name === undefined ? [] : [[name, entity.leaf] as const];
    });
    if (changed.some(([name, leaf]) => this.#states[name] !== leaf))
      this.#states = { ...this.#states, ...Object.fromEntries(changed) };
    return this.#states;
  }

  /** What happens inside a step is named by the step, unless another run has a step of that name too. */
  nameOf(id: string, entity: Entity): string | undefined {
    if (whole.includes(entity.kind)) return `${entity.kind} ${id}`;
    if (!isKind(entity, 'effect') && !isKind(entity, 'approval') && !isKind(entity, 'timer')) return undefined;
    const name = `${entity.kind} ${entity.context.step}`;
    const first = this.#firstOf.get(name) ?? id;
    this.#firstOf.set(name, first);
    return first === id ? name : `${entity.kind} ${id}`;
  }
}

/** The kinds whose entities have names of their own. */
const whole: readonly Kind[] = ['run', 'slot', 'attempt', 'lease', 'worker', 'artifact'];
