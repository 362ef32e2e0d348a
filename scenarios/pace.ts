/**
 * How the harness waits. What **must happen** is given up after a time that is generous: that something hangs shows only by the length of
 * the wait, and a longer one costs only the cases that fail. What **must not happen** any more is looked for during a time that is short:
 * every case ends with such a wait. On a slow machine both lie, each in its own way: a worker that was never scheduled looks hung, and a run
 * that is about to move looks at rest. So both are declared for a quiet machine and lengthened by how slow this one is found to be.
 */
export interface Pace {
  /** How long to wait for something that has to come, where a quiet machine would need `ms` at most. */
  mustHappen(ms: number): number;
  /** How long nothing may come for it to count as over, where a quiet machine would show it within `ms`. */
  mustNotHappen(ms: number): number;
  /** One look at a run with the pause after it took so long, in milliseconds. It is the same work each time, so that it tells the time of the machine. */
  looked(ms: number): void;
}

/** A machine that is slower by less than this is quiet: looks differ by as much from one store to the next. */
const FELT = 1.5;
/** Slower than this it is no use to wait: what is wrong then is not the machine's load. */
const MOST = 6;
/** How much one look counts: about the last twenty do. */
const WEIGHT = 0.05;

/** Measures how slow the machine is by the looks at its runs: how long they took lately, against the quickest so far. */
export class MeasuredPace implements Pace {
  #quickestMs = Number.POSITIVE_INFINITY;
  #latelyMs = 0;

  looked(ms: number): void {
    this.#latelyMs = this.#latelyMs === 0 ? ms : this.#latelyMs + WEIGHT * (ms - this.#latelyMs);
    this.#quickestMs = Math.min(this.#quickestMs, ms);
  }
  /** 1 on a quiet machine, and how many times slower a slow one is. */
  get slowness(): number {
    const times = this.#latelyMs === 0 ? 1 : this.#latelyMs / this.#quickestMs;
    return times < FELT ? 1 : Math.min(times, MOST);
  }
  mustHappen(ms: number): number {
    return ms * this.slowness;
  }
  mustNotHappen(ms: number): number {
    return ms * this.slowness;
  }
}

/** A person steps through the worker: nothing that must happen is late, however long it takes. Only what must not happen is waited for in time. */
export const patient: Pace = {
  mustHappen: () => Number.POSITIVE_INFINITY,
  mustNotHappen: (ms) => ms,
  looked: () => undefined,
};
