import type { InProcessSpec, ProcessRole, ProcessSpec } from '../../model/vocabulary.ts';
import type { ProtocolBroken } from '../failures.ts';
import { Driven, type Starter } from './driven.ts';

/**
 * Booted processes that know no case yet. Boots are what a suite costs, so spares are booted while other cases wait; a case takes one
 * and tells it its store. Each serves one case and dies with it.
 */
export class Pool {
  readonly #supervisor: Starter;
  /** Who starts the workers instead, where that is not the harness: each when it is wanted, and none to spare. */
  readonly #host: Starter | undefined;
  readonly #size: number;
  readonly #onBroken: (error: ProtocolBroken) => void;
  readonly #spares = new Map<string, Driven[]>();
  #isClosed = false;

  constructor(
    supervisor: Starter,
    options: { size: number; onBroken: (error: ProtocolBroken) => void; host?: Starter | undefined },
  ) {
    this.#supervisor = supervisor;
    this.#host = options.host;
    this.#size = options.size;
    this.#onBroken = options.onBroken;
  }

  /** A process that has said it is ready. Throws `TargetUnavailable` when it does not boot. */
  async take(spec: ProcessSpec | InProcessSpec, role: ProcessRole): Promise<Driven> {
    if (this.#isClosed) throw new Error('expected an open pool; the run is over and nothing boots any more');
    if ('boot' in spec) return this.#fresh(this.#supervisor, spec, role);
    if (this.#host !== undefined && role === 'worker') return this.#fresh(this.#host, spec, role);
    const key = JSON.stringify(spec);
    const spares = this.#spares.get(key) ?? [];
    this.#spares.set(key, spares);
    const spare = spares.shift();
    const taken = spare ?? this.#boot(spec);
    taken.role = role;
    await taken.ready;
    while (spares.length < this.#size && !this.#isClosed) spares.push(this.#boot(spec));
    // A spare may have died while it waited. One that was booted for this case has not waited: its death is the target's own doing.
    return taken.child.death === undefined || spare === undefined ? taken : this.take(spec, role);
  }
  /** Stops booting; the supervisor kills what is there. */
  close(): void {
    this.#isClosed = true;
    this.#spares.clear();
  }
  #boot(spec: ProcessSpec): Driven {
    return new Driven(this.#supervisor, spec, this.#onBroken);
  }
  /** One that lives in this process boots at once, and one that a person starts comes when he does: no spare would gain anything. */
  async #fresh(starter: Starter, spec: ProcessSpec | InProcessSpec, role: ProcessRole): Promise<Driven> {
    const driven = new Driven(starter, spec, this.#onBroken);
    driven.role = role;
    await driven.ready;
    return driven;
  }
}
