import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Event, Json, Observation, RunView, Witness } from '../../model/vocabulary.ts';

/** Values whose canonical form is longer than this many bytes stand in a history by their digest. */
const LITERAL_LIMIT_BYTES = 1_024;

/** Writes down what happens in one case, in order, on one monotonic clock. */
export class Recorder {
  readonly observations: Observation[] = [];
  readonly #beganMs = performance.now();
  #signOfLifeMs = 0;

  now(): number {
    return Math.round((performance.now() - this.#beganMs) * 10) / 10;
  }
  record(witness: Witness, event: Event, worker?: string): Observation {
    const observation: Observation = {
      seq: this.observations.length,
      atMs: this.now(),
      witness,
      ...(worker === undefined ? {} : { worker }),
      event,
    };
    this.observations.push(observation);
    // A worker that only keeps its lease commits for ever: that is no sign that its run moves.
    if (event.type !== 'store.committed' || event.label === undefined) this.touch();
    return observation;
  }
  /** Something moved that is no observation of its own, such as a process that boots. */
  touch(): void {
    this.#signOfLifeMs = this.now();
  }
  /** An unchanged reading is no sign of life, but it bounds when the next change came. */
  stillReads(at: number): void {
    const observation = this.observations[at];
    if (observation?.event.type === 'view.read')
      this.observations[at] = { ...observation, event: { ...observation.event, unchangedUntilMs: this.now() } };
  }
  /** Milliseconds since anything happened. */
  quietMs(): number {
    return this.now() - this.#signOfLifeMs;
  }
}

/** A value as it stands in a history: itself, or its digest when it is large. Equal values condense to equal values. */
export const condense = (value: Json): Json => {
  // The canonical form of a text is its JSON; a large one is met at every reading, and canonicalize takes its time.
  const text = typeof value === 'string' ? JSON.stringify(value) : (canonicalize(value) ?? 'null');
  const bytes = Buffer.byteLength(text);
  return bytes <= LITERAL_LIMIT_BYTES
    ? value
    : { $digest: createHash('sha256').update(text).digest('hex'), $bytes: bytes };
};

/** Each of several values, condensed. */
export const condenseEach = (values: Readonly<Record<string, Json>>): Record<string, Json> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, condense(value)]));

/** A reading with its large values condensed. */
export const condenseView = (view: RunView): RunView => ({
  ...view,
  steps: Object.fromEntries(
    Object.entries(view.steps).map(([id, step]) => [
      id,
      {
        ...step,
        commits: step.commits.map((commit) => ({ ...commit, value: condense(commit.value) })),
        ...(step.inForce === undefined ? {} : { inForce: condense(step.inForce) }),
      },
    ]),
  ),
});
