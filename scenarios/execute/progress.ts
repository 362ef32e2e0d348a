import type { RunView } from '../../model/vocabulary.ts';
import type { Views } from './commander.ts';
import type { Recorder } from './recorder.ts';

/** From each of these on, a run is given its time anew: a worker that has just been told to work has not been idle. */
const fresh: ReadonlySet<string> = new Set(['process.working', 'intervention.landed']);

/** When the runs of a case last had one more step committed, or the plan or a new worker last had a part in them. */
export class Progress {
  readonly #recorder: Recorder;
  #count = 0;
  #atMs = 0;

  constructor(recorder: Recorder) {
    this.#recorder = recorder;
  }

  /** For how long there was none, in milliseconds. */
  sinceMs(views: Views): number {
    const count = [...views.values()].reduce((sum, view) => sum + committedIn(view), 0);
    const now = this.#recorder.now();
    const began = this.#recorder.observations.findLast(({ event }) => fresh.has(event.type))?.atMs ?? now;
    if (count !== this.#count || this.#atMs < began) this.#atMs = now;
    this.#count = count;
    return now - this.#atMs;
  }
}

/** A step that is committed once more, and once more, brings its run no further. */
const committedIn = (view: RunView | undefined): number =>
  Object.values(view?.steps ?? {}).filter(({ commits }) => commits.length > 0).length;
