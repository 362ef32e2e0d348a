import type { Entity } from '../kinds.ts';
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
    switch (entity.kind) {
      case 'run':
      case 'slot':
      case 'attempt':
      case 'lease':
      case 'worker':
      case 'artifact':
        return `${entity.kind} ${id}`;
      case 'effect':
      case 'approval':
      case 'timer': {
        const { step } = entity.context as { readonly step: string };
        const name = `${entity.kind} ${step}`;
        const first = this.#firstOf.get(name) ?? id;
        this.#firstOf.set(name, first);
        return first === id ? name : `${entity.kind} ${id}`;
      }
      default:
        return undefined;
    }
  }
}
