import type { Program } from '../../model/vocabulary.ts';
import type { Moment } from './moment.ts';

/** It kills so many workers beyond the attempts that its program allows, and then lets go. */
const BEYOND = 3;

/** A step that takes with it each worker which comes there. */
export class Poison {
  readonly #step: string;
  #left: number;

  constructor(step: string, { limits }: Program) {
    this.#step = step;
    this.#left = (limits?.attempts ?? 0) + BEYOND;
  }

  /** Whether the worker of this call dies of it, which then counts. */
  kills({ step, actor }: Moment): boolean {
    if (step !== this.#step || this.#left === 0 || actor.state !== 'working') return false;
    this.#left -= 1;
    return true;
  }
}
