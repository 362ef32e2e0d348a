import { type Boundary, callSteps, insideOf, stepOf } from '../../model/vocabulary.ts';
import type { Service } from './service.ts';
import type { Stage } from './stage.ts';

/** A run that waits with no call open is taken to wait after this long without anything happening, in milliseconds. */
export const QUIET_MS = 100;

/** By then a worker that was answered with an error has written that down, on a busy machine too. In milliseconds. */
export const BACKING_OFF_MS = 400;

/** Whether nothing moves, and where in its program a run stands then. */
export class Lulls {
  readonly #stage: Stage;
  readonly #service: Service;

  constructor(stage: Stage, service: Service) {
    this.#stage = stage;
    this.#service = service;
  }

  /** Whoever works has met the store as it is by now: a worker's lease was to be extended meanwhile. */
  hasLasted(): boolean {
    const { leaseMs, idleMs } = this.#stage.subject.bounds;
    const { footing, recorder } = this.#stage;
    return footing.isStoreAway && this.#service.open === 0 && recorder.quietMs() > leaseMs + 2 * idleMs;
  }

  /** Every call before the timer was answered, none after it was made, and nothing moves. */
  hasComeTo(timer: string | undefined): boolean {
    const { program } = this.#stage.plan;
    const at = program.steps.findIndex(({ id }) => id === timer);
    const before = callSteps({ steps: program.steps.slice(0, at) });
    return this.#isQuiet() && before.every(({ id }) => this.#answers(id).some((status) => status < 300));
  }
  isBackingOff(step: string | undefined, nth: number): boolean {
    const answers = this.#answers(step ?? '');
    return (
      this.#stage.recorder.quietMs() > BACKING_OFF_MS &&
      this.#isQuiet() &&
      answers.length >= nth &&
      (answers.at(-1) ?? 0) >= 500
    );
  }
  /** The child is all that the run waits for, and waits itself: for the next try of one of its steps. */
  isBelow({ step, nth }: Boundary): boolean {
    const child = stepOf(this.#stage.plan.program, step ?? '');
    return child !== undefined && insideOf(child).some(({ id }) => this.isBackingOff(id, nth));
  }
  #isQuiet(): boolean {
    return this.#service.open === 0 && this.#stage.recorder.quietMs() > QUIET_MS;
  }
  #answers(step: string): readonly number[] {
    return this.#stage.recorder.observations.flatMap(({ event }) =>
      event.type === 'call.answered' && event.step === step ? [event.status] : [],
    );
  }
}
